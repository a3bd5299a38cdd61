//! Time-series cross-validation (walk-forward, rolling origin): train on the past, test on the future.

use super::strata::Strata;
use super::{Resampling, Split, SplitPlan, check_at_least};
use hornbook_core::{Error, Result};
use hornbook_data::Dataset;
use hornbook_learner::{rows_by_time, time_blocks};
use std::collections::BTreeSet;

/// Time-ordered evaluation: the rows are cut into blocks by time, and each block is predicted from those before it.
///
/// The time is the dataset's order, or the order of the rows if it has none. Rows of one moment stay together. With
/// groups, a group that reaches into the test is not trained on.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_evaluation::{Resampling, TimeSeriesSplit};
/// let sales = Table::builder().number("sales", (0..12).map(f64::from).collect()).build()?;
/// let splits = TimeSeriesSplit::new(3).gap(1).splits(&sales.dataset().target("sales")?)?;
/// assert_eq!((&splits[0].train[..], &splits[0].test[..]), (&[0, 1][..], &[3, 4, 5][..]));
/// assert_eq!(splits[2].train, [0, 1, 2, 3, 4, 5, 6, 7]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TimeSeriesSplit {
    folds: usize,
    gap: usize,
    window: Option<usize>,
}

impl TimeSeriesSplit {
    /// Evaluates this number of blocks, the first of them predicted from one block.
    pub fn new(folds: usize) -> TimeSeriesSplit {
        TimeSeriesSplit { folds, gap: 0, window: None }
    }

    /// How many rows before each test block are not trained on, for targets that are known late; 0 by default.
    #[must_use]
    pub fn gap(self, rows: usize) -> TimeSeriesSplit {
        TimeSeriesSplit { gap: rows, ..self }
    }

    /// Trains on the last rows only, so many at most; on all earlier rows by default.
    #[must_use]
    pub fn window(self, rows: usize) -> TimeSeriesSplit {
        TimeSeriesSplit { window: Some(rows), ..self }
    }

    fn design(&self) -> String {
        let window = self.window.map_or(String::new(), |rows| format!(", sliding window of {rows} rows"));
        let gap = if self.gap == 0 { String::new() } else { format!(", gap of {} rows", self.gap) };
        format!("time-series cross-validation (walk-forward) with {} test blocks{window}{gap}", self.folds)
    }
}

impl Resampling for TimeSeriesSplit {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        let subject = "time-series cross-validation";
        check_at_least(subject, "folds", self.folds, 1)?;
        check_at_least(subject, "window", self.window.unwrap_or(1), 1)?;
        let strata = Strata::of(data)?;
        let order = rows_by_time(data)?;
        let mut notes = Vec::new();
        if data.row_order().is_none() {
            notes.push("the dataset names no order: the order of its rows is taken for time".to_string());
        }
        let blocks = self.folds.saturating_add(1);
        let cuts = time_blocks(&order, &vec![1.0; order.len()], blocks).ok_or_else(|| {
            Error::data(
                format!("{} rows do not fill {blocks} blocks of different times", order.len()),
                "ask for fewer blocks, or give more rows",
            )
        })?;
        let mut splits = Vec::with_capacity(self.folds);
        for fold in 0..self.folds {
            let (start, end) = (cuts[fold + 1], cuts[fold + 2]);
            let last = start.saturating_sub(self.gap);
            let first = self.window.map_or(0, |rows| last.saturating_sub(rows));
            let positions = |from: usize, to: usize| {
                let mut rows: Vec<u32> = order[from..to].iter().map(|&(_, row)| row as u32).collect();
                rows.sort_unstable();
                rows
            };
            let mut split =
                Split { repeat: 0, fold, train: positions(first, last), test: positions(start, end) };
            if split.train.is_empty() {
                return Err(Error::data(
                    format!("block {} has no earlier rows left to train on", fold + 2),
                    "ask for fewer blocks or a smaller gap",
                ));
            }
            notes.extend(without_groups_of_test(&mut split, &strata)?);
            splits.push(split);
        }
        Ok(SplitPlan { design: self.design(), splits, notes, seed: 0, out_of_bag: None })
    }
}

/// Takes the groups that reach into the test out of the training, and says so.
pub(super) fn without_groups_of_test(split: &mut Split, strata: &Strata) -> Result<Vec<String>> {
    let Some(group) = &strata.group else { return Ok(Vec::new()) };
    let before = split.train.len();
    let reaching: BTreeSet<u32> = split.test.iter().map(|&row| group[row as usize]).collect();
    split.train.retain(|&row| !reaching.contains(&group[row as usize]));
    if split.train.is_empty() {
        return Err(Error::data(
            "every group reaches into the last rows, so none is left to train on",
            "leave out the group or the order, or hold out less",
        ));
    }
    let left_out = before - split.train.len();
    let note = format!("{left_out} earlier rows share a group with the test and are not trained on");
    Ok(if left_out > 0 { vec![note] } else { Vec::new() })
}
