//! Sums over the numbers of a column, with the widest vectors that the processor has.

use hornbook_math::simd;

/// Sums side by side, which a processor adds up at once.
const LANES: usize = 8;

/// Sums over the known numbers of a column, each less an origin. Rows that weigh nothing are absent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MomentSums {
    /// The weight of the known numbers.
    pub weight: f64,
    /// The weight of the missing ones.
    pub missing: f64,
    pub sum: f64,
    pub squares: f64,
    pub low: f64,
    pub high: f64,
}

impl MomentSums {
    pub const NOTHING: MomentSums = MomentSums {
        weight: 0.0,
        missing: 0.0,
        sum: 0.0,
        squares: 0.0,
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
    };

    /// Of numbers of these weights.
    pub fn of(values: &[f64], weights: &[f64], origin: f64) -> MomentSums {
        simd::run(MomentKernel { values, weights, origin })
    }

    /// Of each column of rows that lie side by side, about its origin: the sums of [`of`](MomentSums::of), to the last bit, without
    /// taking the columns out of the rows.
    pub fn of_columns(rows: &[f64], weights: &[f64], origins: &[f64]) -> Vec<MomentSums> {
        simd::run(ColumnsKernel { rows, weights, origins })
    }

    /// Adds a number.
    #[inline(always)]
    pub fn add(&mut self, x: f64, weight: f64, origin: f64) {
        let (counted, distance) = counted(x, weight, origin);
        self.weight += counted;
        self.missing += if x.is_nan() { weight } else { 0.0 };
        self.sum += counted * distance;
        self.squares += counted * distance * distance;
        let is_known = counted > 0.0;
        self.low = if is_known & (x < self.low) { x } else { self.low };
        self.high = if is_known & (x > self.high) { x } else { self.high };
    }

    #[inline(always)]
    fn plus(self, other: MomentSums) -> MomentSums {
        MomentSums {
            weight: self.weight + other.weight,
            missing: self.missing + other.missing,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

/// What a number counts, and how far it is from the origin: nothing, if it is missing or weighs nothing.
#[inline(always)]
fn counted(x: f64, weight: f64, origin: f64) -> (f64, f64) {
    let is_known = !x.is_nan() & (weight > 0.0);
    if is_known { (weight, x - origin) } else { (0.0, 0.0) }
}

struct MomentKernel<'a> {
    values: &'a [f64],
    weights: &'a [f64],
    origin: f64,
}

impl simd::SimdKernel for MomentKernel<'_> {
    type Output = MomentSums;

    #[inline(always)]
    fn run(self) -> MomentSums {
        let MomentKernel { values, weights, origin } = self;
        let mut weight = [0.0; LANES];
        let mut missing = [0.0; LANES];
        let mut sum = [0.0; LANES];
        let mut squares = [0.0; LANES];
        let mut low = [f64::INFINITY; LANES];
        let mut high = [f64::NEG_INFINITY; LANES];
        let (groups, group_weights) = (values.chunks_exact(LANES), weights.chunks_exact(LANES));
        let (rest, rest_weights) = (groups.remainder(), group_weights.remainder());
        for (values, weights) in groups.zip(group_weights) {
            for lane in 0..LANES {
                let (x, w) = (values[lane], weights[lane]);
                let (counted, distance) = counted(x, w, origin);
                weight[lane] += counted;
                missing[lane] += if x.is_nan() { w } else { 0.0 };
                sum[lane] += counted * distance;
                squares[lane] += counted * distance * distance;
                let is_known = counted > 0.0;
                low[lane] = if is_known & (x < low[lane]) { x } else { low[lane] };
                high[lane] = if is_known & (x > high[lane]) { x } else { high[lane] };
            }
        }
        let mut total = MomentSums::NOTHING;
        for lane in 0..LANES {
            total = total.plus(MomentSums {
                weight: weight[lane],
                missing: missing[lane],
                sum: sum[lane],
                squares: squares[lane],
                low: low[lane],
                high: high[lane],
            });
        }
        rest.iter().zip(rest_weights).for_each(|(&x, &w)| total.add(x, w, origin));
        total
    }
}

struct ColumnsKernel<'a> {
    rows: &'a [f64],
    weights: &'a [f64],
    origins: &'a [f64],
}

impl simd::SimdKernel for ColumnsKernel<'_> {
    type Output = Vec<MomentSums>;

    /// Columns are the vectors here, and a row belongs to the lane that it has in a column by itself.
    #[inline(always)]
    fn run(self) -> Vec<MomentSums> {
        let ColumnsKernel { rows, weights, origins } = self;
        let width = origins.len();
        let whole = weights.len() / LANES * LANES;
        let mut weight = vec![0.0; LANES * width];
        let mut missing = vec![0.0; LANES * width];
        let mut sum = vec![0.0; LANES * width];
        let mut squares = vec![0.0; LANES * width];
        let mut low = vec![f64::INFINITY; LANES * width];
        let mut high = vec![f64::NEG_INFINITY; LANES * width];
        for (row, (values, &w)) in rows.chunks_exact(width).zip(weights).take(whole).enumerate() {
            let lane = row % LANES * width..(row % LANES + 1) * width;
            let weight = &mut weight[lane.clone()];
            let missing = &mut missing[lane.clone()];
            let sum = &mut sum[lane.clone()];
            let squares = &mut squares[lane.clone()];
            let low = &mut low[lane.clone()];
            let high = &mut high[lane];
            for column in 0..width {
                let x = values[column];
                let (counted, distance) = counted(x, w, origins[column]);
                weight[column] += counted;
                missing[column] += if x.is_nan() { w } else { 0.0 };
                sum[column] += counted * distance;
                squares[column] += counted * distance * distance;
                let is_known = counted > 0.0;
                low[column] = if is_known & (x < low[column]) { x } else { low[column] };
                high[column] = if is_known & (x > high[column]) { x } else { high[column] };
            }
        }
        let of_column = |column: usize| {
            let mut total = MomentSums::NOTHING;
            for at in (0..LANES).map(|lane| lane * width + column) {
                total = total.plus(MomentSums {
                    weight: weight[at],
                    missing: missing[at],
                    sum: sum[at],
                    squares: squares[at],
                    low: low[at],
                    high: high[at],
                });
            }
            for row in whole..weights.len() {
                total.add(rows[row * width + column], weights[row], origins[column]);
            }
            total
        };
        (0..width).map(of_column).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_side_by_side_have_the_sums_of_their_columns_to_the_last_bit() {
        for (rows, width) in [(0, 3), (1, 1), (7, 5), (8, 2), (83, 50), (200, 3)] {
            let value = |row: usize, column: usize| match (row * 7 + column * 13) % 11 {
                3 => f64::NAN,
                x => 1e3 + (x as f64).sin() * (column + 1) as f64,
            };
            let values: Vec<f64> =
                (0..rows).flat_map(|row| (0..width).map(move |column| value(row, column))).collect();
            let weights: Vec<f64> = (0..rows).map(|row| [1.0, 0.0, 2.5][row % 3]).collect();
            let origins: Vec<f64> = (0..width).map(|column| 1e3 + column as f64).collect();
            let together = MomentSums::of_columns(&values, &weights, &origins);
            for (column, found) in together.into_iter().enumerate() {
                let own: Vec<f64> = (0..rows).map(|row| value(row, column)).collect();
                let alone = MomentSums::of(&own, &weights, origins[column]);
                let bits = |sums: MomentSums| {
                    [sums.weight, sums.missing, sums.sum, sums.squares, sums.low, sums.high].map(f64::to_bits)
                };
                assert_eq!(bits(found), bits(alone), "{rows} rows of {width}, column {column}");
            }
        }
    }
}
