//! Training, validation and test set; the held-out test set is evaluated once.

use super::folds::{group_folds, share_of, stratified_sample};
use super::strata::Strata;
use super::{HoldOut, Resampling, check_share, wrong};
use crate::evaluate::{evaluate_model, rows_that_count};
use crate::evaluation::Evaluation;
use crate::options::EvaluationOptions;
use hornbook_core::format::percent_chosen;
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_learner::{Model, rows_by_time};
use std::fmt;

/// Divides rows into training, validation and a locked test.
///
/// Train on the first part, compare settings on the second, and open the third once, at the end, for the model you
/// chose. Each class is spread evenly, groups stay whole, and if the rows have an order the last ones are the test
/// and those before them the validation.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_evaluation::{EvaluationOptions, TrainValidationTest};
/// use hornbook_learner::{Baseline, Fit};
/// let kinds: Vec<Option<&str>> = (0..50).map(|i| Some(if i % 5 == 0 { "rare" } else { "common" })).collect();
/// let data = Table::builder().category("kind", &kinds).build()?.dataset().target("kind")?;
/// let parts = TrainValidationTest::new(0.2, 0.2).seed(7).divide(&data)?;
/// let model = Baseline::default().fit(&parts.train)?;
/// let result = parts.test.evaluate_once(&model, &EvaluationOptions::default(), &Default::default())?;
/// assert_eq!(result.scores[0].to_string(), "accuracy 0.800, 95 % CI 0.490 to 0.943 (Wilson)");
/// // parts.test is gone: the compiler refuses to open it again.
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TrainValidationTest {
    validation: f64,
    test: f64,
    seed: u64,
}

/// Training, validation and test set.
#[derive(Debug)]
pub struct ThreeWaySplit {
    /// The training set.
    pub train: Dataset,
    /// The validation set, for model selection.
    pub validation: Dataset,
    /// The held-out test set.
    pub test: LockedTest,
}

/// A held-out test set that can be evaluated once: the type system prevents reuse (test-set leakage).
pub struct LockedTest {
    data: Dataset,
    design: String,
    seed: u64,
}

impl TrainValidationTest {
    /// Keeps these fractions of the rows for validation and test.
    pub fn new(validation: f64, test: f64) -> TrainValidationTest {
        TrainValidationTest { validation, test, seed: 0 }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> TrainValidationTest {
        TrainValidationTest { seed, ..self }
    }

    /// Divides the rows of a dataset.
    pub fn divide(&self, data: &Dataset) -> Result<ThreeWaySplit> {
        let subject = "three parts";
        check_share(subject, "validation", self.validation)?;
        check_share(subject, "test", self.test)?;
        if self.validation + self.test >= 1.0 {
            let found = self.validation + self.test;
            return Err(wrong(subject, "validation and test together", found, "a number below 1"));
        }
        let data = rows_that_count(data)?;
        let strata = Strata::of(&data)?;
        if data.rows().len() < 3 {
            return Err(Error::data("there are fewer than three rows for three parts", "give more rows"));
        }
        strata.check_groups(3, "parts")?;
        let part_of = self.part_of_rows(&data, &strata)?;
        let part = |wanted: usize| -> Vec<u32> {
            (0..part_of.len() as u32).filter(|&row| part_of[row as usize] == wanted).collect()
        };
        let design = match data.row_order() {
            Some(_) => format!("held-out test set of the last {}", percent_chosen(self.test)),
            None => format!("held-out test set of {}, seed {}", percent_chosen(self.test), self.seed),
        };
        let test = LockedTest { data: data.select(part(2)), design, seed: self.seed };
        Ok(ThreeWaySplit { train: data.select(part(0)), validation: data.select(part(1)), test })
    }

    /// 0, 1 or 2 for training, validation or test.
    fn part_of_rows(&self, data: &Dataset, strata: &Strata) -> Result<Vec<usize>> {
        let rows = data.rows().len();
        let mut rng = Seed(self.seed).derive(0).rng();
        let shares = [1.0 - self.validation - self.test, self.validation, self.test];
        if data.row_order().is_some() {
            if strata.group.is_some() {
                return Err(Error::data(
                    "groups cannot stay whole and the rows keep their order in three parts",
                    "leave out the group or the order",
                ));
            }
            let order = rows_by_time(data)?;
            let test = share_of(rows, self.test);
            let validation = share_of(rows, self.validation).min(rows - test - 1);
            let mut part_of = vec![0; rows];
            for (place, &(_, row)) in order.iter().enumerate() {
                part_of[row] =
                    usize::from(place >= rows - test - validation) + usize::from(place >= rows - test);
            }
            return Ok(part_of);
        }
        if let Some(group) = &strata.group {
            return Ok(group_folds(group, &strata.class, &shares, &mut rng));
        }
        let tested = stratified_sample(&strata.class, self.test, &mut rng);
        let rest: Vec<usize> = (0..rows).filter(|&row| !tested[row]).collect();
        let class: Vec<u32> = rest.iter().map(|&row| strata.class[row]).collect();
        let validated = stratified_sample(&class, self.validation / (1.0 - self.test), &mut rng);
        let mut part_of = vec![2; rows];
        rest.iter().zip(validated).for_each(|(&row, validated)| part_of[row] = usize::from(validated));
        Ok(part_of)
    }
}

impl LockedTest {
    /// Locks a fraction of the rows away and gives the rest. The last rows if they have an order; else of each class alike,
    /// and whole groups.
    pub fn hold_out(data: &Dataset, share: f64, seed: u64) -> Result<(Dataset, LockedTest)> {
        let data = rows_that_count(data)?;
        let mut plan = HoldOut::new(share).seed(seed).plan(&data)?;
        let Some(split) = plan.splits.pop() else {
            return Err(Error::data("there are no rows to hold out", "give at least two rows"));
        };
        let design = plan.design.replace("hold-out", "held-out test set");
        Ok((data.select(split.train), LockedTest { data: data.select(split.test), design, seed }))
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.data.rows().len()
    }

    /// Evaluates a model, once.
    pub fn evaluate_once(
        self,
        model: &dyn Model,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<Evaluation> {
        Ok(self.evaluate_once_with_rows(model, scoring, run)?.0)
    }

    /// Evaluates a model, once, and hands out the rows, to see where it is wrong.
    pub fn evaluate_once_with_rows(
        self,
        model: &dyn Model,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<(Evaluation, Dataset)> {
        let evaluation = evaluate_model(model, &self.data, self.design, self.seed, scoring, run)?;
        Ok((evaluation, self.data))
    }
}

impl fmt::Debug for LockedTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LockedTest({} rows)", self.rows())
    }
}
