//! Drawing rows for a round.
//!
//! The rows are put in an order that depends on their content only, and every unit of weight along it is drawn or not.
//! So the order of the rows in the table does not matter, and a row of weight 2 is drawn like the row twice.

use super::losses::weight_of;
use super::matrix::BinMatrix;
use hornbook_core::Seed;

/// Rows in the order of their content.
pub(super) struct ContentOrder {
    rows: Vec<u32>,
}

impl ContentOrder {
    /// Orders rows by their bins and targets.
    pub fn new(matrix: &BinMatrix, targets: &[f64]) -> ContentOrder {
        let mut rows: Vec<u32> = (0..matrix.rows() as u32).collect();
        let wide = |row: u32| (0..matrix.wide_counts.len()).map(move |c| matrix.wide_column(c)[row as usize]);
        rows.sort_by(|&a, &b| {
            let bytes = matrix.row(a as usize).cmp(matrix.row(b as usize));
            bytes
                .then_with(|| wide(a).cmp(wide(b)))
                .then_with(|| targets[a as usize].total_cmp(&targets[b as usize]))
        });
        ContentOrder { rows }
    }

    /// The weight with which each row is drawn if every unit of weight is kept with this probability. Rows that are not
    /// drawn have weight zero.
    pub fn draw(&self, weights: &[f64], share: f64, seed: Seed) -> Vec<f64> {
        let mut drawn = vec![0.0; self.rows.len()];
        let is_kept = |unit: u64| (seed.derive(unit).0 >> 11) as f64 * (1.0 / (1u64 << 53) as f64) < share;
        let mut at = 0.0f64;
        for &row in &self.rows {
            let end = at + weight_of(weights, row as usize);
            while at < end {
                let unit = at.floor();
                let stop = end.min(unit + 1.0);
                if is_kept(unit as u64) {
                    drawn[row as usize] += stop - at;
                }
                at = stop;
            }
        }
        drawn
    }
}
