//! Several targets as one: which values they have together.

use hornbook_data::{Dataset, Target};
use std::cmp::Ordering;

/// The different combinations of the values of all targets, in their order: whatever depends on the number of a
/// combination does not depend on the order of the rows.
pub(super) struct TargetCombinations {
    targets: usize,
    /// The labels of each combination, target by target: classes or numbers.
    labels: Vec<f64>,
    /// The combination of each row of the table; 0 for rows that are not in the view or weigh nothing.
    of_row: Vec<u32>,
}

impl TargetCombinations {
    pub fn of(data: &Dataset, targets: &[&Target]) -> TargetCombinations {
        let label = |target: &Target, row: u32| match target {
            Target::Classes(classes) => f64::from(classes.codes[row as usize]),
            // Adding zero makes -0.0 the same value as 0.0.
            Target::Numbers(values) => values[row as usize] + 0.0,
        };
        let compare = |a: u32, b: u32| {
            let orders = targets.iter().map(|target| label(target, a).total_cmp(&label(target, b)));
            orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        // Rows are drawn by their content, which the number of a combination is a part of: rows of weight zero, which are absent,
        // must not change it.
        let mut rows: Vec<u32> = data.with_nonzero_weight().rows().iter().collect();
        rows.sort_unstable_by(|&a, &b| compare(a, b));
        let mut all = TargetCombinations {
            targets: targets.len(),
            labels: Vec::new(),
            of_row: vec![0; data.table().rows()],
        };
        for (same, count) in rows.chunk_by(|&a, &b| compare(a, b).is_eq()).zip(0..) {
            all.labels.extend(targets.iter().map(|target| label(target, same[0])));
            same.iter().for_each(|&row| all.of_row[row as usize] = count);
        }
        all
    }

    /// The labels of a combination, target by target.
    #[inline]
    pub fn labels(&self, combination: u32) -> &[f64] {
        &self.labels[combination as usize * self.targets..][..self.targets]
    }

    /// The combination of a row of the table.
    pub fn of_row(&self, row: usize) -> u32 {
        self.of_row[row]
    }
}
