use super::folds::{group_folds, share_of, stratified_sample};
use super::strata::{Strata, rows_in_words};
use super::time_series_split::without_groups_of_test;
use super::{Resampling, Split, SplitPlan, check_share, split};
use hornbook_core::format::percent_chosen;
use hornbook_core::{Error, Result, Rng, Seed};
use hornbook_data::Dataset;
use hornbook_learner::{FoldScheme, predefined_folds, rows_by_time};
use std::collections::BTreeSet;

/// Hold-out: a single train/test split.
///
/// The split is stratified by class, and groups stay whole if the dataset has them. If the rows have an order, the
/// last ones are the test; if they have predefined folds, whole folds are.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldOut {
    share: f64,
    seed: u64,
}

impl HoldOut {
    /// A hold-out that keeps this fraction of the rows for the test.
    pub fn new(share: f64) -> HoldOut {
        HoldOut { share, seed: 0 }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> HoldOut {
        HoldOut { seed, ..self }
    }
}

impl Resampling for HoldOut {
    fn plan(&self, data: &Dataset) -> Result<SplitPlan> {
        check_share("hold-out", "share", self.share)?;
        let strata = Strata::of(data)?;
        check_two_rows(data)?;
        let share = percent_chosen(self.share);
        let (design, (split, notes)) = match FoldScheme::of(data) {
            FoldScheme::Predefined => {
                let design = format!("hold-out of predefined folds of about {share}, seed {}", self.seed);
                (design, (self.whole_folds(data), Vec::new()))
            }
            FoldScheme::TimeSeries => {
                (format!("hold-out of the last {share}"), self.last_rows(data, &strata)?)
            }
            FoldScheme::KFold => {
                let split = draw(&strata, self.share, &mut Seed(self.seed).derive(0).rng())?;
                let design = format!("hold-out of {share}, seed {}", self.seed);
                (design, (split, strata.rare_classes(2)))
            }
        };
        Ok(SplitPlan { design, splits: vec![split], notes, seed: self.seed, out_of_bag: None })
    }
}

pub(super) fn check_two_rows(data: &Dataset) -> Result<()> {
    let rows = data.rows().len();
    if rows >= 2 {
        return Ok(());
    }
    Err(Error::data(
        format!("there {} to divide into training and test", rows_in_words(rows)),
        "give at least two rows",
    ))
}

/// A fraction of the rows drawn for the test: of each class alike, and of whole groups.
pub(super) fn draw(strata: &Strata, share: f64, rng: &mut Rng) -> Result<Split> {
    strata.check_groups(2, "parts")?;
    let is_test = match &strata.group {
        Some(group) => {
            let parts = group_folds(group, &strata.class, &[1.0 - share, share], rng);
            parts.into_iter().map(|part| part == 1).collect()
        }
        None => stratified_sample(&strata.class, share, rng),
    };
    Ok(split(0, 0, |row| is_test[row], strata.class.len()))
}

impl HoldOut {
    /// Folds drawn at random until they are the share of the test; at least one, and not all of the rows.
    fn whole_folds(&self, data: &Dataset) -> Split {
        let rows = data.rows().len();
        let mut folds = predefined_folds(data);
        Seed(self.seed).derive(0).rng().shuffle(&mut folds);
        let mut tested: BTreeSet<u32> = BTreeSet::new();
        for fold in folds {
            let many = tested.len() + fold.test.len();
            let is_first = tested.is_empty();
            if is_first || (many as f64 <= self.share * rows as f64 && many < rows) {
                tested.extend(fold.test);
            }
        }
        split(0, 0, |row| tested.contains(&(row as u32)), rows)
    }

    /// The last rows in order are the test; training leaves out the groups that reach into it.
    fn last_rows(&self, data: &Dataset, strata: &Strata) -> Result<(Split, Vec<String>)> {
        let order = rows_by_time(data)?;
        let rows = order.len();
        let tested: BTreeSet<usize> =
            order[rows - share_of(rows, self.share)..].iter().map(|&(_, row)| row).collect();
        let mut split = split(0, 0, |row| tested.contains(&row), rows);
        let notes = without_groups_of_test(&mut split, strata)?;
        Ok((split, notes))
    }
}
