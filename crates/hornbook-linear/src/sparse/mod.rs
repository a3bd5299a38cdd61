//! Rows of which most numbers are zero, and are not stored.
//!
//! [`centered`] has columns as if their means were taken off, which would fill them.

mod centered;
#[cfg(test)]
mod tests;

pub(crate) use centered::CenteredColumns;

use hornbook_data::SparseView;

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
