//! Near duplicates: rows whose numbers hardly differ and whose categories are equal.

use super::check_input::{CheckInput, sampled_rows};
use super::exact_copies::in_words;
use super::finding_list::finding;
use crate::record::{Finding, Severity};
use hornbook_core::Seed;
use hornbook_data::{ColumnKind, Dataset, Feature};
use hornbook_math::estimates::moments;
use hornbook_math::quantiles::median;
use rayon::prelude::*;

/// Fewer rows than this have no density to speak of.
const ENOUGH_ROWS: usize = 40;
/// Cells of numbers that are looked at; of more, some of the rows.
const MOST_CELLS: usize = 4_000_000;
/// Rows whose nearest neighbor is found, to know how far apart neighbors are.
const QUERIES: usize = 60;
/// Points among which they are looked for at first.
const ROUGHLY: usize = 10_000;
/// Comparisons of rows, beyond which the search ends.
const MOST_COMPARISONS: usize = 10_000_000;
/// Points that are compared with all queries before the next are.
const BLOCK: usize = 256;
/// Rows are near copies within this fraction of the median distance of nearest neighbors, and ordinary neighbors beyond that one.
const NEAR: f64 = 0.01;
const ORDINARY: f64 = 0.1;
/// Near copies are flagged from here on, if they are this many times as many as chance makes.
const FEWEST_PAIRS: usize = 10;
const TIMES_EXPECTED: f64 = 10.0;

/// What was found of rows that are nearly equal.
pub(super) struct NearCopies {
    pub finding: Finding,
    pub pairs: Vec<(u32, u32)>,
}

/// Rows that are nearly equal, but not equal.
pub(super) fn near_copies(data: &Dataset, input: &CheckInput) -> Option<NearCopies> {
    let points = StandardizedPoints::of(data, input)?;
    // Among fewer points, neighbors are farther apart: what is not near then is not near at all, as it is for most tables.
    let rough = points.median_distance(ROUGHLY)?.0;
    if points.pairs_within(NEAR * rough).len() < FEWEST_PAIRS {
        return None;
    }
    let (median, distances) = points.median_distance(points.rows.len())?;
    let pairs = points.pairs_within(NEAR * median);
    let mut copied: Vec<u32> = pairs.iter().map(|&(_, row)| row).collect();
    copied.sort_unstable();
    copied.dedup();
    // With d dimensions, ln 2 · 0.01^d of the rows are as near by chance. How many are within a tenth tells d, whatever the number of
    // columns, but it is as uncertain as a count of sixty rows.
    let ordinary = |distance: &&f64| **distance >= NEAR * median && **distance < ORDINARY * median;
    let share = distances.iter().filter(ordinary).count() as f64 / distances.len() as f64;
    let by_columns = std::f64::consts::LN_2 * NEAR.powi(points.width.min(8) as i32);
    let expected = points.rows.len() as f64 * (2.0 * share * share).max(by_columns);
    if copied.len() < FEWEST_PAIRS || (copied.len() as f64) < TIMES_EXPECTED * expected {
        return None;
    }
    let sentence = format!(
        "Near-duplicate rows: {} of {} rows have the categories of an earlier row and numbers that hardly differ (by less than 1 % of \
         the median distance between nearest neighbors; chance makes {}). They are kept together in folds, since in \
         training and test at once they make a score too good; if they are copies with noise added, remove them.",
        copied.len(),
        points.rows.len(),
        in_words(expected)
    );
    Some(NearCopies { finding: finding(Severity::Warning, "near_duplicate_rows", None, sentence), pairs })
}

/// Rows as points of standardized numbers.
struct StandardizedPoints {
    /// The rows of the view.
    rows: Vec<usize>,
    /// How many numbers a row has.
    width: usize,
    numbers: Vec<f64>,
    /// What is equal in rows with the same categories and the same missing numbers.
    categories: Vec<u64>,
}

impl StandardizedPoints {
    /// Of a view with at least two columns of numbers with many values: in one dimension, chance brings rows near enough.
    fn of(data: &Dataset, input: &CheckInput) -> Option<StandardizedPoints> {
        let is_fine = |values: &[f64]| {
            let known = values.iter().filter(|x| x.is_finite());
            let mut distinct: Vec<u64> = known.map(|x| x.to_bits()).take(4 * ENOUGH_ROWS).collect();
            let looked_at = distinct.len();
            distinct.sort_unstable();
            distinct.dedup();
            looked_at >= ENOUGH_ROWS / 2 && 2 * distinct.len() > looked_at
        };
        let numbers: Vec<&[f64]> = (input.features.iter())
            .filter_map(|feature| match feature {
                Feature::Number(values) => Some(&values[..]),
                _ => None,
            })
            .collect();
        if input.rows < ENOUGH_ROWS || numbers.iter().filter(|values| is_fine(values)).count() < 2 {
            return None;
        }
        let rows = sampled_rows(input.rows, MOST_CELLS / numbers.len());
        let is_number = |position: &usize| {
            matches!(data.table().columns()[*position].kind(), ColumnKind::Number | ColumnKind::Date)
        };
        let others: Vec<usize> =
            (0..data.feature_count()).filter(|&place| !is_number(&data.features()[place])).collect();
        let prints = data.select_features(&others).without_targets().fingerprints();
        let mut categories: Vec<u64> = rows.iter().map(|&row| prints[row]).collect();
        let width = numbers.len();
        let mut standardized = vec![0.0; rows.len() * width];
        for (place, values) in numbers.iter().enumerate() {
            let known: Vec<f64> = rows.iter().map(|&row| values[row]).filter(|x| x.is_finite()).collect();
            let (_, mean, variance) = moments(&known);
            let scale = if variance > 0.0 && variance.is_finite() { variance.sqrt().recip() } else { 0.0 };
            for (at, &row) in rows.iter().enumerate() {
                match values[row].is_finite() {
                    true => standardized[at * width + place] = (values[row] - mean) * scale,
                    false => categories[at] = Seed(categories[at]).derive(place as u64).0,
                }
            }
        }
        Some(StandardizedPoints { rows, width, numbers: standardized, categories })
    }

    fn point(&self, at: usize) -> &[f64] {
        &self.numbers[at * self.width..(at + 1) * self.width]
    }

    /// The square of the distance of two points, or some number above a bound if it is above.
    fn square_distance(&self, a: usize, b: usize, bound: f64) -> f64 {
        let mut sum = 0.0;
        for (x, y) in self.point(a).chunks(4).zip(self.point(b).chunks(4)) {
            sum += x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum::<f64>();
            if sum > bound {
                break;
            }
        }
        sum
    }

    /// The median of the distances of nearest neighbors, and the distances; none if too few points have a neighbor.
    fn median_distance(&self, others: usize) -> Option<(f64, Vec<f64>)> {
        let distances = self.neighbor_distances(others);
        (distances.len() >= ENOUGH_ROWS / 2).then(|| (median(&distances), distances))
    }

    /// How far the nearest other point is that is not the same, for some of the points, among so many others.
    fn neighbor_distances(&self, others: usize) -> Vec<f64> {
        let queries = sampled_rows(self.rows.len(), QUERIES);
        let others = sampled_rows(self.rows.len(), others);
        let squares = |queries: &[usize]| -> Vec<f64> {
            let mut best = vec![f64::INFINITY; queries.len()];
            // A block of points stays in the cache for all queries.
            for block in others.chunks(BLOCK) {
                for (best, &query) in best.iter_mut().zip(queries) {
                    for &other in block {
                        let square = self.square_distance(query, other, *best);
                        if square > 0.0 && square < *best {
                            *best = square;
                        }
                    }
                }
            }
            best
        };
        let best: Vec<Vec<f64>> = queries.par_chunks(QUERIES.div_ceil(4)).map(squares).collect();
        best.into_iter().flatten().filter(|square| square.is_finite()).map(f64::sqrt).collect()
    }

    /// The points along a direction of length 1.
    fn along(&self, direction: u64) -> Vec<f64> {
        let scale = (self.width as f64).sqrt().recip();
        let sign =
            |place: usize| if Seed(direction).derive(place as u64).0 & 1 == 0 { scale } else { -scale };
        let signs: Vec<f64> = (0..self.width).map(sign).collect();
        let project = |at: usize| self.point(at).iter().zip(&signs).map(|(x, sign)| x * sign).sum();
        (0..self.rows.len()).map(project).collect()
    }

    /// Pairs of rows of the view with equal categories that are this near, but not the same. Points that are near are so along any
    /// direction: they are cut into stretches of one, and compared along another before all numbers are.
    fn pairs_within(&self, radius: f64) -> Vec<(u32, u32)> {
        let (first, second) = (self.along(1), self.along(2));
        let mut places: Vec<ProjectedPoint> = (0..self.rows.len())
            .map(|at| ProjectedPoint {
                category: self.categories[at],
                stretch: (first[at] / radius).floor() as i64,
                second: second[at],
                at,
            })
            .collect();
        places.sort_unstable_by(|a, b| {
            let by_stretch = (a.category, a.stretch).cmp(&(b.category, b.stretch));
            by_stretch.then(a.second.total_cmp(&b.second)).then(a.at.cmp(&b.at))
        });
        let runs: Vec<&[ProjectedPoint]> =
            places.chunk_by(|a, b| (a.category, a.stretch) == (b.category, b.stretch)).collect();
        let (mut pairs, mut comparisons) = (Vec::new(), 0);
        let mut compare = |point: &ProjectedPoint, others: &[ProjectedPoint]| {
            for other in others.iter().take_while(|other| other.second <= point.second + radius) {
                comparisons += 1;
                let square = self.square_distance(point.at, other.at, radius * radius);
                if square > 0.0 && square < radius * radius {
                    let (a, b) = (self.rows[point.at] as u32, self.rows[other.at] as u32);
                    pairs.push((a.min(b), a.max(b)));
                }
            }
            comparisons < MOST_COMPARISONS
        };
        for (place, run) in runs.iter().enumerate() {
            let is_next = |next: &&&[ProjectedPoint]| {
                next[0].category == run[0].category && next[0].stretch == run[0].stretch.saturating_add(1)
            };
            let next = runs.get(place + 1).filter(is_next).copied().unwrap_or_default();
            let mut begin = 0;
            for (at, point) in run.iter().enumerate() {
                begin +=
                    next[begin..].iter().take_while(|other| other.second < point.second - radius).count();
                if !compare(point, &run[at + 1..]) || !compare(point, &next[begin..]) {
                    return pairs;
                }
            }
        }
        pairs
    }
}

/// A point along two directions.
struct ProjectedPoint {
    category: u64,
    /// The stretch of the first direction in which it lies, as long as the points may be apart.
    stretch: i64,
    second: f64,
    at: usize,
}
