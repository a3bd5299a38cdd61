use super::folds::{group_folds, stratified_folds};
use super::strata::{Strata, rows_in_words};
use super::{MOST_SPLITS, Resampling, SplitPlan, check_at_least, split, wrong};
use hornbook_core::{Error, Result, Seed};
use hornbook_data::Dataset;

/// Cross-validation: every row is evaluated by a model that did not see it.
///
/// Folds are stratified by class, and groups stay whole if the dataset has them (group k-fold).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_evaluation::{CrossValidation, Resampling};
/// use hornbook_learner::Baseline;
/// let kinds: Vec<Option<&str>> = (0..40).map(|i| Some(if i < 12 { "rare" } else { "common" })).collect();
/// let data = Table::builder().category("kind", &kinds).build()?.dataset().target("kind")?;
/// let result = CrossValidation::new(4).repeats(3).seed(7).evaluate(&Baseline::default(), &data)?;
/// assert_eq!(result.folds.len(), 12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CrossValidation {
    folds: usize,
    repeats: usize,
    stratified: bool,
    seed: u64,
}

impl CrossValidation {
    /// Cross-validation with this number of folds.
    pub fn new(folds: usize) -> CrossValidation {
        CrossValidation { folds, repeats: 1, stratified: true, seed: 0 }
    }

    /// How often to deal the rows anew; 1 by default.
    #[must_use]
    pub fn repeats(self, repeats: usize) -> CrossValidation {
        CrossValidation { repeats, ..self }
    }

    /// Whether each class is spread evenly over the folds; true by default.
    #[must_use]
    pub fn stratified(self, stratified: bool) -> CrossValidation {
        CrossValidation { stratified, ..self }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> CrossValidation {
        CrossValidation { seed, ..self }
    }

    fn design(&self) -> String {
        let kind = if self.stratified { "" } else { " (not stratified)" };
        let times =
            if self.repeats == 1 { String::new() } else { format!(" repeated {} times", self.repeats) };
        format!("{}-fold cross-validation{kind}{times}, seed {}", self.folds, self.seed)
    }
}

impl Resampling for CrossValidation {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        let subject = "cross-validation";
        check_at_least(subject, "folds", self.folds, 2)?;
        check_at_least(subject, "repeats", self.repeats, 1)?;
        if self.repeats > MOST_SPLITS {
            return Err(wrong(subject, "repeats", self.repeats, &format!("at most {MOST_SPLITS}")));
        }
        let strata = Strata::of(data)?;
        let (rows, folds) = (data.rows().len(), self.folds);
        if rows < folds {
            return Err(Error::data(
                format!("there {} for {folds} folds", rows_in_words(rows)),
                format!("ask for at most {rows} folds, or give more rows"),
            ));
        }
        strata.check_groups(folds, "folds")?;
        let class = if self.stratified { strata.class.clone() } else { vec![0; rows] };
        let mut notes = strata.rare_classes(folds);
        notes.extend(strata.ignored_roles(data));
        let mut splits = Vec::new();
        for repeat in 0..self.repeats {
            let mut rng = Seed(self.seed).derive(repeat as u64).rng();
            let fold_of = match &strata.group {
                Some(group) => group_folds(group, &class, &vec![1.0 / folds as f64; folds], &mut rng),
                None => stratified_folds(&class, folds, &mut rng),
            };
            splits.extend((0..folds).map(|fold| split(repeat, fold, |row| fold_of[row] == fold, rows)));
        }
        Ok(SplitPlan { design: self.design(), splits, notes, seed: self.seed, out_of_bag: None })
    }
}
