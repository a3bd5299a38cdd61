//! Statistics of rows without their zeros.

use super::InputStatistics;
use super::moments::MomentSums;
use hornbook_data::SparseView;

/// Zeros of less than this share of the weight are too few to measure from.
const FEW_ZEROS: f64 = 1e-4;

/// Adds rows of these weights.
pub(super) fn add(inputs: &mut [InputStatistics], view: SparseView<'_>, weights: &[f64]) {
    let total: f64 = weights.iter().sum();
    let mut sums = vec![MomentSums::NOTHING; view.columns()];
    add_stored(&mut sums, view, weights, |_| Some(0.0));
    // A column with some zeros cannot lie far from them: from zero on, no digits are lost. One without is looked at again.
    let zeros = |sums: &MomentSums| total - sums.weight - sums.missing;
    let origin = |sums: &MomentSums| match sums.sum / sums.weight {
        mean if zeros(sums) <= FEW_ZEROS * total && mean.is_finite() => mean,
        _ => 0.0,
    };
    let origins: Vec<f64> = sums.iter().map(origin).collect();
    if origins.iter().any(|origin| *origin != 0.0) {
        let again = |column: usize| Some(origins[column]).filter(|origin| *origin != 0.0);
        let looked_at = sums.iter_mut().zip(&origins).filter(|(_, origin)| **origin != 0.0);
        looked_at.for_each(|(sums, _)| *sums = MomentSums::NOTHING);
        add_stored(&mut sums, view, weights, again);
    }
    for ((input, mut sums), origin) in inputs.iter_mut().zip(sums).zip(origins) {
        let InputStatistics::Number(numbers) = input else { continue };
        let zeros = zeros(&sums);
        // What is left of weights that are all stored is rounding.
        if zeros > 1e-12 * total {
            sums.add(0.0, zeros, origin);
            numbers.kept().into_iter().for_each(|kept| kept.push((0.0, zeros)));
        }
        numbers.add_sums(sums, origin);
    }
    let mut kept: Vec<_> = inputs.iter_mut().map(InputStatistics::kept).collect();
    if kept.iter().all(Option::is_none) {
        return;
    }
    for (row, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (columns, values) = view.row(row);
        for (&column, &value) in columns.iter().zip(values).filter(|(_, value)| !value.is_nan()) {
            kept[column as usize].iter_mut().for_each(|kept| kept.push((value, weight)));
        }
    }
}

/// Adds what is stored, of columns that have an origin.
fn add_stored(
    sums: &mut [MomentSums],
    view: SparseView<'_>,
    weights: &[f64],
    origin: impl Fn(usize) -> Option<f64>,
) {
    for (row, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (columns, values) = view.row(row);
        for (&column, &value) in columns.iter().zip(values) {
            if let Some(origin) = origin(column as usize) {
                sums[column as usize].add(value, weight, origin);
            }
        }
    }
}
