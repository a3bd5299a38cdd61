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
