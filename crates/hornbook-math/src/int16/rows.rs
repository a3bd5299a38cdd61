//! Rows side by side, measured against one query or a few.

use super::{FARTHEST, largest};
use std::ops::Range;

/// How many rows stand side by side: spans of rows begin at multiples of this.
pub const SIDE_BY_SIDE: usize = 24;
const ROWS: usize = SIDE_BY_SIDE;
/// The squared length of a position without a row: too large ever to be found.
const NOBODY: i32 = i32::MAX;

/// Rows of small integers, laid out for [`Int16Rows::visit_near`].
#[derive(Debug, Clone)]
pub struct Int16Rows {
    packed: PackedInt16Rows,
    rows: usize,
}

/// Queries of small integers, laid out likewise, of which `Q` are measured at a time: four make the most of every row that
/// is read, one goes its own way.
#[derive(Debug, Clone)]
pub struct Int16Queries<const Q: usize> {
    packed: PackedInt16Rows,
}

/// Rows in groups of `GROUP`; of each group a pair of columns after the other, and in a pair its rows side by side, the two
/// numbers of a row in one word.
#[derive(Debug, Clone)]
struct PackedInt16Rows {
    pairs: usize,
    values: Vec<i32>,
    squares: Vec<i32>,
}

impl PackedInt16Rows {
    /// `fill` writes a row, or says that it is not to be found.
    fn new(
        width: usize,
        rows: usize,
        group: usize,
        mut fill: impl FnMut(usize, &mut [i16]) -> bool,
    ) -> PackedInt16Rows {
        let pairs = width.div_ceil(2);
        let groups = rows.div_ceil(group);
        let mut packed = PackedInt16Rows {
            pairs,
            values: vec![0; groups * group * pairs],
            squares: vec![NOBODY; groups * group],
        };
        let limit = largest(width);
        let mut row = vec![0i16; pairs * 2];
        for place in 0..rows {
            row.fill(0);
            if !fill(place, &mut row[..width]) {
                continue;
            }
            row.iter_mut().for_each(|x| *x = (*x).clamp(-limit, limit));
            packed.squares[place] = row.iter().map(|&x| i32::from(x) * i32::from(x)).sum();
            let first = place / group * group * pairs + place % group;
            for (pair, both) in row.as_chunks::<2>().0.iter().enumerate() {
                packed.values[first + pair * group] = word(*both);
            }
        }
        packed
    }
}

/// Two numbers in one word, the first in its lower half.
fn word([low, high]: [i16; 2]) -> i32 {
    (i32::from(high) << 16) | (i32::from(low) & 0xffff)
}

impl<const Q: usize> Int16Queries<Q> {
    /// `fill` writes the query at a position into a row of zeros; numbers beyond [`largest`] are cut off.
    pub fn new(width: usize, queries: usize, mut fill: impl FnMut(usize, &mut [i16])) -> Int16Queries<Q> {
        let packed = PackedInt16Rows::new(width, queries, Q, |place, row| {
            fill(place, row);
            true
        });
        Int16Queries { packed }
    }
}

impl Int16Rows {
    /// `fill` writes the row at a position into a row of zeros, or says with `false` that it is never to be found; numbers beyond
    /// [`largest`] are cut off.
    pub fn new(width: usize, rows: usize, fill: impl FnMut(usize, &mut [i16]) -> bool) -> Int16Rows {
        Int16Rows { packed: PackedInt16Rows::new(width, rows, ROWS, fill), rows }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Cuts the rows into spans of about so many, at which [`visit_near`](Int16Rows::visit_near) can begin and end.
    pub fn spans(&self, about: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let (step, rows) = ((about / ROWS).max(1) * ROWS, self.rows);
        (0..rows).step_by(step).map(move |first| first..(first + step).min(rows))
    }

    /// Calls `found` with the position among `Q` queries, the row and the squared distance wherever that is at most the limit
    /// of the query; what it returns is the limit from there on. `some` counts the queries in portions of `Q`.
    ///
    /// Panics if the rows are not one of the [`spans`](Int16Rows::spans) or there are no such queries, as indexing does.
    pub fn visit_near<const Q: usize>(
        &self,
        span: Range<usize>,
        queries: &Int16Queries<Q>,
        some: usize,
        limits: &mut [i32; Q],
        found: impl FnMut(usize, usize, i32) -> i32,
    ) {
        let pairs = self.packed.pairs;
        assert!(pairs == queries.packed.pairs && span.start.is_multiple_of(ROWS), "rows of another shape");
        let groups = span.start / ROWS..span.end.div_ceil(ROWS);
        let work = NearRowsVisit {
            first: span.start,
            pairs,
            rows: &self.packed.values[groups.start * ROWS * pairs..groups.end * ROWS * pairs],
            squares: &self.packed.squares[groups.start * ROWS..groups.end * ROWS],
            queries: &queries.packed.values[some * Q * pairs..(some + 1) * Q * pairs],
            lengths: std::array::from_fn(|q| match queries.packed.squares[some * Q + q] {
                NOBODY => None,
                square => Some(square),
            }),
        };
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has been found to have what the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { avx2::visit(&work, limits, found) };
        }
        visit(&work, limits, found);
    }
}

/// Some groups of rows, and `Q` queries.
struct NearRowsVisit<'a, const Q: usize> {
    first: usize,
    pairs: usize,
    rows: &'a [i32],
    squares: &'a [i32],
    queries: &'a [i32],
    lengths: [Option<i32>; Q],
}

impl<const Q: usize> NearRowsVisit<'_, Q> {
    /// What the squared length of a row less twice its product with a query may be at most.
    #[inline]
    fn bound(&self, query: usize, limits: &[i32; Q]) -> i32 {
        self.lengths[query].map_or(i32::MIN, |length| limits[query].min(FARTHEST) - length)
    }
}

/// Without the help of any particular processor.
fn visit<const Q: usize>(
    work: &NearRowsVisit<'_, Q>,
    limits: &mut [i32; Q],
    mut found: impl FnMut(usize, usize, i32) -> i32,
) {
    let halves = |word: i32| [i32::from(word as i16), word >> 16];
    for (group, squares) in work.squares.as_chunks::<ROWS>().0.iter().enumerate() {
        let rows = &work.rows[group * ROWS * work.pairs..(group + 1) * ROWS * work.pairs];
        let mut products = [[0i32; ROWS]; Q];
        for (rows, queries) in rows.as_chunks::<ROWS>().0.iter().zip(work.queries.as_chunks::<Q>().0) {
            for (products, &query) in products.iter_mut().zip(queries) {
                let [low, high] = halves(query);
                for (product, &row) in products.iter_mut().zip(rows) {
                    let [a, b] = halves(row);
                    *product += a * low + b * high;
                }
            }
        }
        for (query, products) in products.iter().enumerate() {
            for (row, (product, square)) in products.iter().zip(squares).enumerate() {
                let rest = square.wrapping_sub(2 * product);
                if *square != NOBODY && rest <= work.bound(query, limits) {
                    let distance = rest + work.lengths[query].unwrap_or(0);
                    limits[query] = found(query, work.first + group * ROWS + row, distance);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{NearRowsVisit, ROWS};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpgt_epi32, _mm256_extract_epi32,
        _mm256_madd_epi16, _mm256_movemask_ps, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256,
        _mm256_slli_epi32, _mm256_sub_epi32,
    };

    /// How many rows one register holds.
    const LANES: usize = 8;
    const REGISTERS: usize = ROWS / LANES;

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(x: &[i32; LANES]) -> __m256i {
        _mm256_setr_epi32(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn lanes(x: __m256i) -> [i32; LANES] {
        [
            _mm256_extract_epi32::<0>(x),
            _mm256_extract_epi32::<1>(x),
            _mm256_extract_epi32::<2>(x),
            _mm256_extract_epi32::<3>(x),
            _mm256_extract_epi32::<4>(x),
            _mm256_extract_epi32::<5>(x),
            _mm256_extract_epi32::<6>(x),
            _mm256_extract_epi32::<7>(x),
        ]
    }

    /// The same as [`visit`](super::visit), whose numbers it gives exactly: integers have no rounding.
    #[target_feature(enable = "avx2")]
    pub(super) fn visit<const Q: usize>(
        work: &NearRowsVisit<'_, Q>,
        limits: &mut [i32; Q],
        mut found: impl FnMut(usize, usize, i32) -> i32,
    ) {
        let mut bounds: [i32; Q] = std::array::from_fn(|query| work.bound(query, limits));
        for (group, squares) in work.squares.as_chunks::<ROWS>().0.iter().enumerate() {
            let rows = &work.rows[group * ROWS * work.pairs..(group + 1) * ROWS * work.pairs];
            let mut products = [[_mm256_setzero_si256(); REGISTERS]; Q];
            let both = rows.as_chunks::<ROWS>().0.iter().zip(work.queries.as_chunks::<Q>().0);
            for (rows, queries) in both {
                let rows = rows.as_chunks::<LANES>().0;
                let rows: [__m256i; REGISTERS] = [load(&rows[0]), load(&rows[1]), load(&rows[2])];
                for query in 0..Q {
                    let numbers = _mm256_set1_epi32(queries[query]);
                    for register in 0..REGISTERS {
                        products[query][register] = _mm256_add_epi32(
                            products[query][register],
                            _mm256_madd_epi16(rows[register], numbers),
                        );
                    }
                }
            }
            let squares = squares.as_chunks::<LANES>().0;
            for register in 0..REGISTERS {
                let square = load(&squares[register]);
                for query in 0..Q {
                    let rest = _mm256_sub_epi32(square, _mm256_slli_epi32::<1>(products[query][register]));
                    let far = _mm256_cmpgt_epi32(rest, _mm256_set1_epi32(bounds[query]));
                    let mut near = !_mm256_movemask_ps(_mm256_castsi256_ps(far)) & 0xff;
                    if near == 0 {
                        continue;
                    }
                    let rest = lanes(rest);
                    while near != 0 {
                        let lane = near.trailing_zeros() as usize;
                        near &= near - 1;
                        // The limit may have moved since.
                        if rest[lane] <= bounds[query] {
                            let row = work.first + group * ROWS + register * LANES + lane;
                            let distance = rest[lane] + work.lengths[query].unwrap_or(0);
                            limits[query] = found(query, row, distance);
                            bounds[query] = work.bound(query, limits);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near<const Q: usize>(rows: &[Vec<i16>], queries: &[Vec<i16>], limit: i32) -> Vec<(usize, usize, i32)> {
        let width = queries[0].len();
        let short = Int16Rows::new(width, rows.len(), |place, row| {
            row.copy_from_slice(&rows[place]);
            place % 7 != 6
        });
        let asked =
            Int16Queries::<Q>::new(width, queries.len(), |place, row| row.copy_from_slice(&queries[place]));
        let mut all = Vec::new();
        for some in 0..queries.len().div_ceil(Q) {
            for span in short.spans(50) {
                short.visit_near(span, &asked, some, &mut [limit; Q], |query, row, squared| {
                    all.push((some * Q + query, row, squared));
                    limit
                });
            }
        }
        all.sort_unstable();
        all
    }

    fn rows(width: usize, count: Range<usize>) -> impl Strategy<Value = Vec<Vec<i16>>> {
        let most = largest(width);
        prop::collection::vec(prop::collection::vec(-most..=most, width), count)
    }

    proptest! {
        #[test]
        fn finds_what_is_near((rows, queries) in (1usize..9).prop_flat_map(|width| (rows(width, 0..90), rows(width, 1..7))), share in 0.0..1.0) {
            let limit = (share * f64::from(FARTHEST)) as i32;
            let mut expected = Vec::new();
            for (q, query) in queries.iter().enumerate() {
                for (r, row) in rows.iter().enumerate().filter(|(r, _)| r % 7 != 6) {
                    let squared: i32 = row.iter().zip(query).map(|(a, b)| (i32::from(*a) - i32::from(*b)).pow(2)).sum();
                    if squared <= limit {
                        expected.push((q, r, squared));
                    }
                }
            }
            prop_assert_eq!(&near::<4>(&rows, &queries, limit), &expected);
            prop_assert_eq!(&near::<1>(&rows, &queries, limit), &expected);
        }
    }

    #[test]
    fn the_farthest_rows_do_not_overflow() {
        for width in [1, 2, 3, 10, 101, 5000] {
            let most = largest(width);
            let found = near::<1>(&[vec![most; width]], &[vec![-most; width]], FARTHEST);
            assert_eq!(found, [(0, 0, 4 * i32::from(most).pow(2) * width as i32)]);
            assert!(found[0].2 <= FARTHEST);
        }
    }

    #[test]
    fn limits_move_while_rows_are_visited() {
        let rows: Vec<Vec<i16>> = (0..60).map(|i| vec![60 - i]).collect();
        let short = Int16Rows::new(1, 60, |place, row| {
            row.copy_from_slice(&rows[place]);
            true
        });
        let asked = Int16Queries::<1>::new(1, 1, |_, row| row[0] = 0);
        let mut seen = Vec::new();
        for span in short.spans(1) {
            let mut limits = [seen.last().map_or(FARTHEST, |last: &i32| last - 100)];
            short.visit_near(span, &asked, 0, &mut limits, |_, _, squared| {
                seen.push(squared);
                squared - 100
            });
        }
        assert!(seen.windows(2).all(|two| two[1] <= two[0] - 100), "{seen:?}");
        assert_eq!(seen[0], 3600);
    }
}
