//! How rows are divided into training and test.

use crate::deal::{deal_groups, deal_rows, draw_rows, share_of};
use crate::evaluate::{Job, evaluate};
use crate::evaluation::Evaluation;
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::{Dataset, MISSING_CODE, Target};
use hornbook_learner::Learner;
use std::collections::{BTreeMap, BTreeSet};

/// Rows to train on and rows to judge on, as positions in the dataset's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Which repetition it belongs to, from 0.
    pub repeat: usize,
    /// Which fold of the repetition it is, from 0.
    pub fold: usize,
    /// The rows to train on, ascending.
    pub train: Vec<u32>,
    /// The rows to judge on, ascending.
    pub test: Vec<u32>,
}

/// Cross-validation: every row is judged by a model that did not see it.
///
/// Each class is spread evenly over the folds, and groups stay whole if the dataset has them.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossValidation {
    folds: usize,
    repeats: usize,
    seed: u64,
    level: f64,
}

/// A hold-out: part of the rows is kept for the test.
///
/// Each class is spread evenly, and groups stay whole if the dataset has them. If the rows have an order, the
/// last ones are the test.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldOut {
    share: f64,
    seed: u64,
    level: f64,
}

/// What a way of resampling made of a dataset.
pub(crate) struct Plan {
    pub splits: Vec<Split>,
    pub notes: Vec<String>,
}

impl CrossValidation {
    /// Cross-validation with this number of folds.
    pub fn new(folds: usize) -> CrossValidation {
        CrossValidation { folds, repeats: 1, seed: 0, level: 0.95 }
    }

    /// How often to deal the rows anew; 1 by default.
    #[must_use]
    pub fn repeats(self, repeats: usize) -> CrossValidation {
        CrossValidation { repeats, ..self }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> CrossValidation {
        CrossValidation { seed, ..self }
    }

    /// The level of the intervals; 0.95 by default.
    #[must_use]
    pub fn level(self, level: f64) -> CrossValidation {
        CrossValidation { level, ..self }
    }

    /// How the rows of a dataset are divided.
    pub fn splits(&self, data: &Dataset) -> Result<Vec<Split>> {
        Ok(self.plan(data)?.splits)
    }

    /// Trains and judges a learner, with the defaults of [`Run`].
    pub fn evaluate<L: Learner + ?Sized>(&self, learner: &L, data: &Dataset) -> Result<Evaluation> {
        self.evaluate_with(learner, data, &Run::default().seed(self.seed))
    }

    /// Trains and judges a learner.
    pub fn evaluate_with<L: Learner + ?Sized>(
        &self,
        learner: &L,
        data: &Dataset,
        run: &Run,
    ) -> Result<Evaluation> {
        let times =
            if self.repeats == 1 { String::new() } else { format!(" repeated {} times", self.repeats) };
        let design = format!("{}-fold cross-validation{times}, seed {}", self.folds, self.seed);
        let data = judged_rows(data)?;
        let job = Job {
            design,
            plan: self.plan(&data)?,
            repeats: self.repeats,
            seed: self.seed,
            level: self.level,
        };
        evaluate(learner, &data, job, run)
    }

    fn plan(&self, data: &Dataset) -> Result<Plan> {
        let subject = "cross-validation";
        check_level(subject, self.level)?;
        if self.folds < 2 {
            return Err(wrong(subject, "folds", self.folds, "a whole number at least 2"));
        }
        if self.repeats == 0 {
            return Err(wrong(subject, "repeats", self.repeats, "a whole number at least 1"));
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
        let mut notes = strata.rare_classes(folds);
        if data.row_order().is_some() {
            notes.push(
                "the rows have an order, and cross-validation predicts some rows from later ones; \
                 a hold-out keeps the last rows for the test"
                    .to_string(),
            );
        }
        let mut splits = Vec::with_capacity(folds * self.repeats);
        for repeat in 0..self.repeats {
            let mut rng = Seed(self.seed).derive(repeat as u64).rng();
            let fold_of = match &strata.group {
                Some(group) => deal_groups(group, &strata.class, &vec![1.0 / folds as f64; folds], &mut rng),
                None => deal_rows(&strata.class, folds, &mut rng),
            };
            splits.extend((0..folds).map(|fold| split(repeat, fold, |row| fold_of[row] == fold, rows)));
        }
        Ok(Plan { splits, notes })
    }
}

impl HoldOut {
    /// A hold-out that keeps this share of the rows for the test.
    pub fn new(share: f64) -> HoldOut {
        HoldOut { share, seed: 0, level: 0.95 }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> HoldOut {
        HoldOut { seed, ..self }
    }

    /// The level of the intervals; 0.95 by default.
    #[must_use]
    pub fn level(self, level: f64) -> HoldOut {
        HoldOut { level, ..self }
    }

    /// How the rows of a dataset are divided.
    pub fn split(&self, data: &Dataset) -> Result<Split> {
        self.plan(data)?
            .splits
            .pop()
            .ok_or_else(|| Error::data("there are no rows", "give at least two rows"))
    }

    /// Trains and judges a learner, with the defaults of [`Run`].
    pub fn evaluate<L: Learner + ?Sized>(&self, learner: &L, data: &Dataset) -> Result<Evaluation> {
        self.evaluate_with(learner, data, &Run::default().seed(self.seed))
    }

    /// Trains and judges a learner.
    pub fn evaluate_with<L: Learner + ?Sized>(
        &self,
        learner: &L,
        data: &Dataset,
        run: &Run,
    ) -> Result<Evaluation> {
        let percent = self.share * 100.0;
        let design = match data.row_order() {
            Some(_) => format!("hold-out of the last {percent} %"),
            None => format!("hold-out of {percent} %, seed {}", self.seed),
        };
        let data = judged_rows(data)?;
        let job = Job { design, plan: self.plan(&data)?, repeats: 1, seed: self.seed, level: self.level };
        evaluate(learner, &data, job, run)
    }

    fn plan(&self, data: &Dataset) -> Result<Plan> {
        let subject = "hold-out";
        check_level(subject, self.level)?;
        if !(self.share > 0.0 && self.share < 1.0) {
            return Err(wrong(subject, "share", self.share, "a number above 0 and below 1"));
        }
        let strata = Strata::of(data)?;
        let rows = data.rows().len();
        if rows < 2 {
            return Err(Error::data(
                format!("there {} to divide into training and test", rows_in_words(rows)),
                "give at least two rows",
            ));
        }
        if let Some(order) = data.row_order() {
            return self.last_rows(data, order, &strata);
        }
        strata.check_groups(2, "parts")?;
        let mut rng = Seed(self.seed).derive(0).rng();
        let is_test = match &strata.group {
            Some(group) => {
                let parts = deal_groups(group, &strata.class, &[1.0 - self.share, self.share], &mut rng);
                parts.into_iter().map(|part| part == 1).collect()
            }
            None => draw_rows(&strata.class, self.share, &mut rng),
        };
        Ok(Plan { splits: vec![split(0, 0, |row| is_test[row], rows)], notes: strata.rare_classes(2) })
    }

    /// The last rows in order are the test; training leaves out the groups that reach into it.
    fn last_rows(&self, data: &Dataset, order: &[f64], strata: &Strata) -> Result<Plan> {
        let when: Vec<f64> = data.rows().iter().map(|row| order[row as usize]).collect();
        let missing = when.iter().filter(|x| x.is_nan()).count();
        if missing > 0 {
            return Err(Error::data(
                format!("the order of the rows is missing in {missing} of {} rows", when.len()),
                "fill it in, or leave those rows out",
            ));
        }
        let mut by_time: Vec<usize> = (0..when.len()).collect();
        by_time.sort_by(|&a, &b| when[a].total_cmp(&when[b]));
        let (before, after) = by_time.split_at(when.len() - share_of(when.len(), self.share));
        let tested: BTreeSet<usize> = after.iter().copied().collect();
        let mut split = split(0, 0, |row| tested.contains(&row), when.len());
        let mut notes = Vec::new();
        if let Some(group) = &strata.group {
            let reaching: BTreeSet<u32> = after.iter().map(|&row| group[row]).collect();
            split.train.retain(|&row| !reaching.contains(&group[row as usize]));
            let left_out = before.len() - split.train.len();
            if left_out > 0 {
                notes.push(format!(
                    "{left_out} earlier rows share a group with the test and are not trained on"
                ));
            }
            if split.train.is_empty() {
                return Err(Error::data(
                    "every group reaches into the last rows, so none is left to train on",
                    "leave out the group or the order, or hold out less",
                ));
            }
        }
        Ok(Plan { splits: vec![split], notes })
    }
}

/// What must be spread evenly and what must stay whole, one entry a row of the view.
struct Strata {
    target: String,
    /// The class of each row; all the same for a target of numbers.
    class: Vec<u32>,
    /// Names and counts of the classes that occur.
    classes: Vec<(String, usize)>,
    group: Option<Vec<u32>>,
}

impl Strata {
    fn of(data: &Dataset) -> Result<Strata> {
        let (name, target) = data.require_target()?;
        let missing = match target {
            Target::Classes(c) => data.rows().iter().filter(|&r| c.codes[r as usize] == MISSING_CODE).count(),
            Target::Numbers(y) => data.rows().iter().filter(|&r| y[r as usize].is_nan()).count(),
        };
        if missing > 0 {
            return Err(Error::data(
                format!("the target '{name}' is missing in {missing} of {} rows", data.rows().len()),
                "fill them in, or leave those rows out with drop_missing_target()",
            ));
        }
        let (class, classes) = match target {
            Target::Classes(c) => {
                let class: Vec<u32> = data.rows().iter().map(|row| c.codes[row as usize]).collect();
                let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
                class.iter().for_each(|&class| *counts.entry(class).or_default() += 1);
                let named: Vec<(String, usize)> =
                    counts.into_iter().map(|(class, n)| (c.levels[class as usize].clone(), n)).collect();
                if let [(only, _)] = named.as_slice() {
                    return Err(Error::data(
                        format!("every row has the class '{only}' in the target '{name}'"),
                        "there is nothing to tell apart; choose another target or give rows of other classes",
                    ));
                }
                (class, named)
            }
            Target::Numbers(_) => (vec![0; data.rows().len()], Vec::new()),
        };
        let group: Option<Vec<u32>> =
            data.groups().map(|group| data.rows().iter().map(|row| group[row as usize]).collect());
        if let Some(missing) =
            group.as_ref().map(|g| g.iter().filter(|&&g| g == MISSING_CODE).count()).filter(|&n| n > 0)
        {
            return Err(Error::data(
                format!("the group is missing in {missing} of {} rows", class.len()),
                "fill it in, or leave those rows out",
            ));
        }
        Ok(Strata { target: name.to_string(), class, classes, group })
    }

    fn check_groups(&self, parts: usize, word: &str) -> Result<()> {
        let Some(group) = &self.group else { return Ok(()) };
        let groups = group.iter().collect::<BTreeSet<_>>().len();
        if groups < parts {
            return Err(Error::data(
                format!("there {} for {parts} {word}, and groups stay whole", number_of(groups, "group")),
                "ask for fewer, or give rows of more groups",
            ));
        }
        Ok(())
    }

    fn rare_classes(&self, folds: usize) -> Vec<String> {
        self.classes
            .iter()
            .filter(|(_, n)| *n < folds)
            .map(|(class, n)| {
                let rows = if *n == 1 { "row" } else { "rows" };
                format!(
                    "class '{class}' of '{}' has {n} {rows}, fewer than the {folds} parts: some hold none of it",
                    self.target
                )
            })
            .collect()
    }
}

/// The rows that count: a row of weight zero is absent, so it must not sway how the others are dealt.
fn judged_rows(data: &Dataset) -> Result<Dataset> {
    let Some(weights) = data.weights() else { return Ok(data.clone()) };
    let rows = data.rows();
    let keep: Vec<u32> =
        (0..rows.len() as u32).filter(|&i| weights[rows.at(i as usize) as usize] > 0.0).collect();
    if keep.is_empty() && !rows.is_empty() {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    Ok(if keep.len() == rows.len() { data.clone() } else { data.select(keep) })
}

fn split(repeat: usize, fold: usize, is_test: impl Fn(usize) -> bool, rows: usize) -> Split {
    let (test, train) = (0..rows as u32).partition(|&row| is_test(row as usize));
    Split { repeat, fold, train, test }
}

fn check_level(subject: &str, level: f64) -> Result<()> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    Err(wrong(subject, "level", level, "a number above 0 and below 1"))
}

pub(crate) fn wrong(subject: &str, parameter: &str, found: impl ToString, expected: &str) -> Error {
    Error::Parameter {
        learner: subject.to_string(),
        parameter: parameter.to_string(),
        found: found.to_string(),
        expected: expected.to_string(),
    }
}

fn number_of(n: usize, noun: &str) -> String {
    match n {
        0 => format!("are no {noun}s"),
        1 => format!("is 1 {noun}"),
        _ => format!("are {n} {noun}s"),
    }
}

fn rows_in_words(rows: usize) -> String {
    number_of(rows, "row")
}
