//! Rows without their zeros.

use hornbook_data::SparseView;

/// The product of a row with weights.
#[inline]
pub(crate) fn product((columns, values): (&[u32], &[f64]), weights: &[f64]) -> f64 {
    // Two sums side by side, so that one addition does not wait for the other.
    let (mut even, mut odd) = (0.0, 0.0);
    let (pairs, pair_values) = (columns.chunks_exact(2), values.chunks_exact(2));
    if let ([column], [value]) = (pairs.remainder(), pair_values.remainder()) {
        even = weights[*column as usize] * value;
    }
    for (columns, values) in pairs.zip(pair_values) {
        even += weights[columns[0] as usize] * values[0];
        odd += weights[columns[1] as usize] * values[1];
    }
    even + odd
}

/// Adds a multiple of a row.
#[inline]
pub(crate) fn add_scaled((columns, values): (&[u32], &[f64]), factor: f64, sums: &mut [f64]) {
    columns.iter().zip(values).for_each(|(&column, value)| sums[column as usize] += factor * value);
}

/// Some columns of rows with their zeros, less the origin, row by row. The columns ascend.
pub(crate) fn picked(view: SparseView<'_>, columns: &[usize], origin: &[f64]) -> Vec<f64> {
    let mut places = vec![u32::MAX; view.columns()];
    columns.iter().zip(0..).for_each(|(&column, place)| places[column] = place);
    let base: Vec<f64> = columns.iter().map(|&column| -origin[column]).collect();
    let mut values = base.repeat(view.rows());
    for (row, line) in values.chunks_exact_mut(columns.len().max(1)).enumerate() {
        let (columns, stored) = view.row(row);
        for (&column, value) in columns.iter().zip(stored) {
            if let Some(cell) = line.get_mut(places[column as usize] as usize) {
                *cell += value;
            }
        }
    }
    values
}
