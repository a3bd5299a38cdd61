//! Cross-validation that follows the roles of the rows.

use super::predefined_splits::torn_groups;
use super::strata::Strata;
use super::{CrossValidation, Resampling, Split, SplitPlan, TimeSeriesSplit, wrong};
use hornbook_core::Result;
use hornbook_core::format::counted;
use hornbook_data::Dataset;
use hornbook_learner::{FoldScheme, predefined_folds, rows_by_time, time_blocks};

/// Cross-validation as the roles of the rows ask for: by the fold column if there is one (predefined split), else with the past
/// predicting the future if the rows have an order (time-series split), else at random, stratified by class and with whole
/// groups ([`CrossValidation`]).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_evaluation::{AutoCrossValidation, Resampling};
/// let table = Table::builder()
///     .number("day", vec![4.0, 3.0, 2.0, 1.0])
///     .number("y", vec![0.0, 1.0, 2.0, 3.0])
///     .build()?;
/// let splits = AutoCrossValidation::new(3).splits(&table.dataset().target("y")?.order("day")?)?;
/// assert_eq!((&splits[0].train[..], &splits[0].test[..]), (&[3][..], &[2][..]));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AutoCrossValidation {
    folds: usize,
    repeats: usize,
    stratified: bool,
    seed: u64,
}

impl AutoCrossValidation {
    /// Cross-validation with this number of folds, if no fold column says how many there are.
    pub fn new(folds: usize) -> AutoCrossValidation {
        AutoCrossValidation { folds, repeats: 1, stratified: true, seed: 0 }
    }

    /// How often to deal the rows anew, where they are dealt at random; 1 by default.
    #[must_use]
    pub fn repeats(self, repeats: usize) -> AutoCrossValidation {
        AutoCrossValidation { repeats, ..self }
    }

    /// Whether each class is spread evenly over the folds, where rows are dealt at random; true by default.
    #[must_use]
    pub fn stratified(self, stratified: bool) -> AutoCrossValidation {
        AutoCrossValidation { stratified, ..self }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> AutoCrossValidation {
        AutoCrossValidation { seed, ..self }
    }

    /// The folds of the fold column.
    fn predefined(&self, data: &Dataset) -> Result<SplitPlan> {
        let strata = Strata::of(data)?;
        let folds = predefined_folds(data).into_iter().enumerate();
        let splits: Vec<Split> =
            folds.map(|(fold, rows)| Split { repeat: 0, fold, train: rows.train, test: rows.test }).collect();
        let mut notes: Vec<String> = Vec::new();
        notes.extend(strata.group.as_deref().and_then(|group| torn_groups(&splits, group)));
        notes.extend(strata.order_ignored(data));
        let column = data.fold_name().unwrap_or_default();
        let count = counted(splits.len() as u64, "fold");
        let design = format!("predefined split of {count} (column '{column}')");
        Ok(SplitPlan { design, splits, notes, seed: self.seed, out_of_bag: None })
    }

    /// As many test blocks as were asked for, or as there are moments for.
    fn time_series(&self, data: &Dataset) -> Result<SplitPlan> {
        let by_time = rows_by_time(data)?;
        let ones = vec![1.0; by_time.len()];
        let most = self.folds.min(by_time.len().saturating_sub(1));
        let fits = |folds: &usize| time_blocks(&by_time, &ones, folds + 1).is_some();
        // Where not even one fits, the design itself says why.
        let folds = (1..=most).rev().find(fits).unwrap_or(self.folds);
        let mut plan = TimeSeriesSplit::new(folds).plan(data)?;
        if folds < self.folds {
            plan.notes.push(format!(
                "the rows have moments for {} of the {} that were asked for",
                counted(folds as u64, "test block"),
                self.folds
            ));
        }
        Ok(SplitPlan { seed: self.seed, ..plan })
    }
}

impl Resampling for AutoCrossValidation {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        let once = |why: &str| match self.repeats {
            1 => Ok(()),
            repeats => Err(wrong("cross-validation", "repeats", repeats, &format!("1, because {why}"))),
        };
        match FoldScheme::of(data) {
            FoldScheme::Predefined => {
                once("the folds are predefined")?;
                self.predefined(data)
            }
            FoldScheme::TimeSeries => {
                once("the folds follow the order of the rows")?;
                self.time_series(data)
            }
            FoldScheme::KFold => CrossValidation::new(self.folds)
                .repeats(self.repeats)
                .stratified(self.stratified)
                .seed(self.seed)
                .plan(data),
        }
    }
}
