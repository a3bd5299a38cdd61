//! How the rows of a study are divided for model selection.

use hornbook_core::{Result, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::{AutoCrossValidation, Resampling, Split};
use hornbook_learner::FoldScheme;
use std::time::Duration;

/// Folds, and those of few rows: with more of them models are trained on nearly all rows.
const FOLDS: usize = 5;
const MORE_FOLDS: usize = 10;
const FEW_ROWS: usize = 300;
/// Cells of the table for each second of the budget up to which there is time for all folds; above three times as many there is time for
/// one only.
const CELLS_A_SECOND: f64 = 10_000.0;
const FEWER_FOLDS: usize = 3;
/// Test rows of a single fold.
const MOST_TEST_ROWS: usize = 20_000;
/// Training rows of the first rungs (successive halving): candidates are first compared on so many.
const RUNGS: [usize; 2] = [5_000, 20_000];

/// The splits that all trials share.
#[derive(Debug, Clone)]
pub(crate) struct StudySplits {
    pub splits: Vec<Split>,
    /// The design, in words.
    pub design: String,
    /// The most training rows of each rung.
    pub rungs: Vec<usize>,
    seed: u64,
    keeps_order: bool,
}

impl StudySplits {
    /// Divides the rows as their number, the budget and their roles ask for.
    pub fn new(data: &Dataset, budget: Duration, seed: u64) -> Result<StudySplits> {
        let rows = data.rows().len();
        let scheme = FoldScheme::of(data);
        let cells = rows as f64 * data.feature_count() as f64;
        let room = CELLS_A_SECOND * budget.as_secs_f64();
        let folds = if rows < FEW_ROWS { MORE_FOLDS } else { FOLDS };
        // Each fold tests at least one row, or one group.
        let folds = folds.min(unit_count(data)).max(2);
        let plan = AutoCrossValidation::new(folds).seed(seed).plan(data)?;
        let mut splits = plan.splits;
        let mut design = plan.design;
        let is_free = scheme != FoldScheme::Predefined;
        if is_free && cells > 3.0 * room {
            // The last one in time has the most rows before it.
            splits = splits.split_off(splits.len() - 1);
            thin_out(&mut splits[0].test, MOST_TEST_ROWS);
            design = format!("hold-out validation with {} rows", splits[0].test.len());
        } else if is_free && scheme == FoldScheme::KFold && cells > room {
            let plan = AutoCrossValidation::new(FEWER_FOLDS).seed(seed).plan(data)?;
            (splits, design) = (plan.splits, plan.design);
        }
        let train = splits.iter().map(|split| split.train.len()).max().unwrap_or_default();
        let mut rungs: Vec<usize> = RUNGS.into_iter().filter(|&most| 2 * most <= train).collect();
        rungs.push(train);
        let keeps_order = scheme == FoldScheme::TimeSeries;
        Ok(StudySplits { splits, design, rungs, seed, keeps_order })
    }

    /// The mean test fraction of a split, which tells how much training sets overlap.
    pub fn test_share(&self) -> f64 {
        let share = |split: &Split| split.test.len() as f64 / (split.test.len() + split.train.len()) as f64;
        self.splits.iter().map(share).sum::<f64>() / self.splits.len() as f64
    }

    /// The most rows that a model of a rung is trained on.
    pub fn training_rows(&self, rung: usize) -> usize {
        self.rungs[rung]
    }

    /// The splits with as many training rows as a rung has: the last in time, or any.
    pub fn of_rung(&self, data: &Dataset, rung: usize) -> Result<Vec<Split>> {
        let most = self.rungs[rung];
        let mut splits = self.splits.clone();
        for (fold, split) in splits.iter_mut().enumerate() {
            let train = &mut split.train;
            if train.len() <= most {
                continue;
            }
            if self.keeps_order {
                let order = data.row_order();
                let moment =
                    |&place: &u32| order.map_or(0.0, |order| order[data.rows().at(place as usize) as usize]);
                train.sort_by(|a, b| moment(b).total_cmp(&moment(a)));
                train.truncate(most);
            } else {
                Seed(self.seed).derive(fold as u64).rng().shuffle(train);
                train.truncate(most);
            }
            train.sort_unstable();
        }
        Ok(splits)
    }
}

/// How many rows there are, or groups that stay whole.
fn unit_count(data: &Dataset) -> usize {
    let Some(groups) = data.groups() else { return data.rows().len() };
    let mut present: Vec<u32> = data.rows().iter().map(|row| groups[row as usize]).collect();
    present.sort_unstable();
    present.dedup();
    present.len()
}

/// Some of the rows, evenly spread.
fn thin_out(rows: &mut Vec<u32>, most: usize) {
    let count = rows.len();
    if count > most {
        *rows = (0..most).map(|place| rows[place * count / most]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    #[test]
    fn few_rows_and_few_groups_have_few_folds() {
        let table = |rows: u32| {
            let y: Vec<f64> = (0..rows).map(f64::from).collect();
            Table::builder()
                .number("x", y.clone())
                .number("y", y)
                .build()
                .unwrap()
                .dataset()
                .target("y")
                .unwrap()
        };
        let folds = |data: &Dataset| StudySplits::new(data, Duration::from_secs(9), 0).unwrap().splits.len();
        assert_eq!(
            [folds(&table(2)), folds(&table(7)), folds(&table(40)), folds(&table(400))],
            [2, 7, 10, 5]
        );
        let grouped = table(60).with_groups((0..60).map(|row| row % 3).collect()).unwrap();
        assert_eq!(folds(&grouped), 3);
    }
}
