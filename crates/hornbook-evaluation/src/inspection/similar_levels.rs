//! An order of the levels of a column in which neighbors are alike.

use super::rows::ModelRows;
use hornbook_data::{Feature, MISSING_CODE};

/// Steps of the iteration for the largest eigenvector; far more than it takes to tell levels apart.
const STEPS: usize = 500;

/// The levels that occur in a column (their codes), so that rows of neighboring levels are alike in the other columns.
///
/// Two levels are as far apart as their rows are in the other columns, added up: the largest difference of the distribution
/// functions of numbers (as Kolmogorov and Smirnov have it), half the sum of the differences of the fractions of levels. One
/// axis is laid through the levels by classical scaling. It points so that the first level comes before the last.
pub(super) fn order(rows: &ModelRows<'_>, column: usize, codes: &[u32], levels: &[u32]) -> Vec<u32> {
    let count = levels.len();
    let place = |code: u32| levels.binary_search(&code).ok();
    let places: Vec<usize> = codes.iter().filter_map(|&code| place(code)).collect();
    let mut distances = vec![0.0; count * count];
    for other in (0..rows.columns.len()).filter(|&other| other != column) {
        add_distances(rows, &rows.columns[other], &places, count, &mut distances);
    }
    let coordinates = scaled(&distances, count);
    let mut order: Vec<usize> = (0..count).collect();
    // What differs by rounding only stays in the order of the levels.
    let key = |at: usize| (coordinates[at] * 1e9).round();
    order.sort_by(|&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
    let first = order.iter().position(|&at| at == 0);
    if first > order.iter().position(|&at| at + 1 == count) {
        order.reverse();
    }
    order.into_iter().map(|at| levels[at]).collect()
}

/// Adds how far the levels are apart in one other column, among the rows where that is known.
fn add_distances(
    rows: &ModelRows<'_>,
    other: &Feature,
    places: &[usize],
    count: usize,
    distances: &mut [f64],
) {
    let mut totals = vec![0.0; count];
    let mut known: Vec<usize> = (0..places.len()).filter(|&row| !other.is_missing(row)).collect();
    known.iter().for_each(|&row| totals[places[row]] += rows.weights[row]);
    let share = |row: usize| rows.weights[row] / totals[places[row]];
    let mut farthest = vec![0.0f64; count * count];
    match other {
        Feature::Number(values) => {
            known.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
            let mut below = vec![0.0; count];
            for equal in known.chunk_by(|&a, &b| values[a] == values[b]) {
                equal.iter().for_each(|&row| below[places[row]] += share(row));
                for one in 0..count {
                    for two in 0..one {
                        let apart = (below[one] - below[two]).abs();
                        farthest[one * count + two] = farthest[one * count + two].max(apart);
                    }
                }
            }
        }
        Feature::Code(codes, levels) => {
            let mut shares = vec![0.0; count * levels.len()];
            for &row in known.iter().filter(|&&row| codes[row] != MISSING_CODE) {
                shares[places[row] * levels.len() + codes[row] as usize] += share(row);
            }
            let of = |at: usize| &shares[at * levels.len()..(at + 1) * levels.len()];
            for one in 0..count {
                for two in 0..one {
                    let apart: f64 = of(one).iter().zip(of(two)).map(|(a, b)| (a - b).abs()).sum();
                    farthest[one * count + two] = 0.5 * apart;
                }
            }
        }
        Feature::Text(_) | Feature::Object(_) => {}
    }
    for one in 0..count {
        for two in 0..one {
            // A level of which nothing is known here is no farther from one than from another.
            let apart =
                if totals[one] > 0.0 && totals[two] > 0.0 { farthest[one * count + two] } else { 0.0 };
            distances[one * count + two] += apart;
            distances[two * count + one] += apart;
        }
    }
}

/// Coordinates on one axis whose differences are the distances, as nearly as one axis can: the first eigenvector of the
/// squares of the distances, centered.
fn scaled(distances: &[f64], count: usize) -> Vec<f64> {
    let squares: Vec<f64> = distances.iter().map(|d| -0.5 * d * d).collect();
    let means: Vec<f64> =
        squares.chunks(count.max(1)).map(|row| row.iter().sum::<f64>() / count as f64).collect();
    let mean = means.iter().sum::<f64>() / count as f64;
    let centered = |one: usize, two: usize| squares[one * count + two] - means[one] - means[two] + mean;
    // No sum of eigenvalues is above this; added to the diagonal, it makes the largest one the largest in size.
    let shift =
        (0..count).map(|one| (0..count).map(|two| centered(one, two).abs()).sum::<f64>()).fold(0.0, f64::max);
    let mut vector: Vec<f64> = (0..count).map(|at| at as f64 - (count as f64 - 1.0) / 2.0).collect();
    for _ in 0..STEPS {
        let next: Vec<f64> = (0..count)
            .map(|one| {
                shift * vector[one] + (0..count).map(|two| centered(one, two) * vector[two]).sum::<f64>()
            })
            .collect();
        let size = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        if size == 0.0 {
            break;
        }
        vector = next.into_iter().map(|x| x / size).collect();
    }
    vector
}
