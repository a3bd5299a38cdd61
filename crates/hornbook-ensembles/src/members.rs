//! The models within an ensemble.

use hornbook_core::{Capabilities, Error, LearnerSpec, Result, Run};
use hornbook_data::{ClassLabels, Dataset, Features, Levels, Matrix, Target};
use hornbook_learner::{DEFAULT_LEARNER, Learner, Model, Predictions, Registry};
use rayon::prelude::*;
use std::borrow::Cow;

/// A model within an ensemble, and which of the ensemble's inputs it looks at.
#[derive(Debug)]
pub(crate) struct Member {
    pub model: Box<dyn Model>,
    /// Positions among the ensemble's inputs; none if it looks at all of them.
    pub columns: Option<Vec<u32>>,
}

impl Member {
    /// A member that looks at all inputs.
    pub fn of(model: Box<dyn Model>) -> Member {
        Member { model, columns: None }
    }

    /// The rows as the member knows them.
    pub fn rows<'r, 'a>(&self, rows: &'r Features<'a>) -> Cow<'r, Features<'a>> {
        match &self.columns {
            None => Cow::Borrowed(rows),
            Some(columns) => {
                let picked = columns.iter().map(|&column| rows.column(column as usize)).collect();
                Cow::Owned(Features::Columns(picked, rows.rows()))
            }
        }
    }

    /// The class it predicts for each row.
    pub fn codes(&self, rows: &Features<'_>) -> Result<Vec<u32>> {
        match self.model.predict_features(&self.rows(rows))? {
            Predictions::Classes(codes, _) => Ok(codes),
            Predictions::Numbers(_) => Err(fault()),
        }
    }

    /// The number it predicts for each row.
    pub fn numbers(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        match self.model.predict_features(&self.rows(rows))? {
            Predictions::Numbers(values) => Ok(values),
            Predictions::Classes(..) => Err(fault()),
        }
    }

    /// The probability of each class for each row.
    pub fn probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.model.probabilities_of(&self.rows(rows))
    }

    /// The member in a few words.
    pub fn label(&self) -> String {
        self.model.info().spec().to_string()
    }
}

fn fault() -> Error {
    Error::mismatch("a base learner of the ensemble has another task than the ensemble", "train it again")
}

/// The learner of a spec, or the usual one.
pub(crate) fn learner_of(
    spec: Option<&LearnerSpec>,
    usual: impl FnOnce() -> LearnerSpec,
) -> Result<Box<dyn Learner>> {
    let registry = Registry::filled()?;
    match spec {
        Some(spec) => registry.learner(spec),
        None => registry.learner(&usual()),
    }
}

/// What rows in memory may have so that every one of some learners takes them.
pub(crate) fn taken_by_all(learners: &[Box<dyn Learner>]) -> Capabilities {
    let all = |has: fn(&Capabilities) -> bool| learners.iter().all(|learner| has(&learner.capabilities()));
    Capabilities {
        missing: all(|c| c.missing),
        categories: all(|c| c.categories),
        many_levels: all(|c| c.many_levels),
        text: all(|c| c.text),
        series: all(|c| c.series),
        sequence: all(|c| c.sequence),
        items: all(|c| c.items),
        image: all(|c| c.image),
        graph: all(|c| c.graph),
        sample_weights: all(|c| c.sample_weights),
        offset: all(|c| c.offset),
        ..Capabilities::NONE
    }
}

/// The learners of a list of specs, or the usual ones.
pub(crate) fn learners_of(learner: &str, specs: Option<&Vec<LearnerSpec>>) -> Result<Vec<Box<dyn Learner>>> {
    let registry = Registry::filled()?;
    let tree = |depth: u32| LearnerSpec::new(DEFAULT_LEARNER).with("max_depth", depth);
    let usual = vec![tree(2), tree(4), tree(8)];
    let specs = specs.unwrap_or(&usual);
    if specs.is_empty() {
        return Err(Error::Parameter {
            learner: learner.to_string(),
            parameter: "estimators".to_string(),
            found: "an empty list".to_string(),
            expected: "at least one learner".to_string(),
        });
    }
    specs.iter().map(|spec| registry.learner(spec)).collect()
}

/// A decision tree, which most ensembles are made of if nobody says otherwise.
pub(crate) fn tree() -> LearnerSpec {
    LearnerSpec::new(DEFAULT_LEARNER)
}

/// Trains members side by side, each with the seed of its position; they come in order, whoever was first.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    run: &Run,
    train: impl Fn(usize, &Run) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let done = std::sync::atomic::AtomicU64::new(0);
    let one = |index: usize| {
        run.check()?;
        let member = train(index, &run.part(index as u64))?;
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        run.progress("members", done, Some(count as u64));
        Ok(member)
    };
    (0..count).into_par_iter().map(one).collect()
}

/// The true class of each row of a view, and the classes' names.
pub(crate) fn classes_of(data: &Dataset) -> Result<(Vec<u32>, Levels)> {
    match data.require_target()?.1 {
        Target::Classes(classes) => {
            let codes = data.rows().iter().map(|row| classes.codes[row as usize]).collect();
            Ok((codes, classes.levels.clone()))
        }
        Target::Numbers(_) => {
            Err(Error::data("the target is numeric", "give a target of classes, or call classify()"))
        }
    }
}

/// The true number of each row of a view.
pub(crate) fn numbers_of(data: &Dataset) -> Result<Vec<f64>> {
    match data.require_target()?.1 {
        Target::Numbers(y) => Ok(data.rows().iter().map(|row| y[row as usize]).collect()),
        Target::Classes(_) => Err(Error::data("the target is classes", "give a target of numbers")),
    }
}

/// The classes that occur among some codes, ascending.
pub(crate) fn present(codes: &[u32], classes: usize) -> Vec<u32> {
    let mut occurs = vec![false; classes];
    codes.iter().for_each(|&code| occurs[code as usize] = true);
    (0..classes as u32).filter(|&class| occurs[class as usize]).collect()
}

/// The view with other classes: `of_class` says which a class belongs to; rows of a class that belongs to none are left
/// out.
pub(crate) fn regrouped(data: &Dataset, names: Vec<String>, of_class: &[Option<u32>]) -> Result<Dataset> {
    let Target::Classes(classes) = data.require_target()?.1 else {
        return Err(Error::data("the target is numeric", "give a target of classes"));
    };
    let new = |code: u32| of_class.get(code as usize).copied().flatten();
    let codes = classes.codes.iter().map(|&code| new(code).unwrap_or(0)).collect();
    let rows = data.rows();
    let kept: Vec<u32> = (0..rows.len() as u32)
        .filter(|&i| new(classes.codes[rows.at(i as usize) as usize]).is_some())
        .collect();
    let view = if kept.len() < rows.len() { data.select(kept) } else { data.clone() };
    let name = data.require_target()?.0.to_string();
    view.with_target(&name, Target::Classes(ClassLabels { codes, levels: names.into() }))
}

/// Some of the rows, column by column.
pub(crate) fn picked(rows: &Features<'_>, picks: &[u32]) -> Features<'static> {
    Features::Columns((0..rows.width()).map(|index| rows.column(index).take(picks)).collect(), picks.len())
}
