//! What the targets of the training rows are, and where a leaf says something of each.

use hornbook_core::Task;
use hornbook_learner::first_largest;
use std::ops::Range;

/// The targets of the rows that differ.
pub(super) struct ForestTargets<'a> {
    task: Task,
    /// Where each target's outputs start among those of a leaf, and the end.
    starts: Vec<usize>,
    /// The class or number of a row and target.
    label: &'a (dyn Fn(usize, usize) -> f64 + Sync),
}

impl<'a> ForestTargets<'a> {
    /// Targets of so many outputs each: a fraction for each class, or a number.
    pub fn new(
        task: Task,
        widths: Vec<usize>,
        label: &'a (dyn Fn(usize, usize) -> f64 + Sync),
    ) -> ForestTargets<'a> {
        let mut starts = vec![0];
        for width in widths {
            starts.push(starts[starts.len() - 1] + width);
        }
        ForestTargets { task, starts, label }
    }

    pub fn task(&self) -> Task {
        self.task
    }

    /// How many targets there are.
    pub fn targets(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many numbers a leaf holds.
    pub fn outputs(&self) -> usize {
        self.starts[self.targets()]
    }

    /// The position of a target's numbers among those of a leaf.
    pub fn output_range(&self, target: usize) -> Range<usize> {
        self.starts[target]..self.starts[target + 1]
    }

    /// The class or number of a row.
    pub fn label(&self, row: usize, target: usize) -> f64 {
        (self.label)(row, target)
    }

    /// Whether these outputs of a leaf give a row its class.
    pub fn is_right(&self, outputs: &[f64], row: usize, target: usize) -> bool {
        first_largest(&outputs[self.output_range(target)]) as f64 == self.label(row, target)
    }

    /// The mean and the variance of a target of numbers over rows of these weights.
    pub fn moments(&self, weights: &[f64], target: usize) -> (f64, f64) {
        let total: f64 = weights.iter().sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let terms = weights.iter().enumerate();
            terms.map(|(row, weight)| weight * value(self.label(row, target))).sum::<f64>() / total
        };
        let mean = mean_of(&|y| y);
        (mean, mean_of(&|y| (y - mean) * (y - mean)))
    }
}
