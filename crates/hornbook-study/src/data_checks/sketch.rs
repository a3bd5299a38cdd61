use crate::data_checks::description::{ColumnDescription, ColumnSummary};
use crate::record::Sketch;
use hornbook_data::Column;

/// Bins of a small picture of numbers, and levels of one of categories.
const BINS: usize = 16;
const LEVELS: usize = 6;

impl Sketch {
    /// How the values of a column lie.
    pub(super) fn of(column: &Column, described: &ColumnDescription) -> Sketch {
        match (column, &described.values) {
            (Column::Number(numbers), ColumnSummary::Numbers { low, high, .. }) if low < high => {
                let mut counts = vec![0; BINS];
                for &x in numbers.dense().iter().filter(|x| x.is_finite()) {
                    // Half of the range at a time, so that the widest range does not overflow.
                    let share = (0.5 * x - 0.5 * low) / (0.5 * high - 0.5 * low);
                    counts[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
                }
                Sketch::Bins { low: *low, high: *high, counts }
            }
            (_, ColumnSummary::Levels(levels)) => {
                Sketch::Levels(levels.iter().take(LEVELS).cloned().collect())
            }
            _ => Sketch::Nothing,
        }
    }
}
