use super::one_standard_error::ScoredModel;
use super::shown;
use crate::measure::Measure;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Parameters, ToJson, Value};
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// The result of hyperparameter tuning.
#[derive(Debug, Clone, PartialEq)]
pub struct TuningResult {
    /// The learner's name.
    pub learner: String,
    /// The way of searching and of evaluating, in words.
    pub design: String,
    /// What was measured.
    pub measure: Measure,
    /// Everything that was tried, in order.
    pub trials: Vec<Trial>,
    /// Which trial had the best mean.
    pub best: usize,
    /// Which trial was chosen: the best, or the smallest model not worse by more than one standard error.
    pub chosen: usize,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

/// A trial: one combination of hyperparameters and its score.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trial {
    /// The parameters that were varied.
    pub parameters: Parameters,
    /// How many rows it was tried on.
    pub rows: usize,
    /// The metric's mean over the splits; NaN if it is undefined or the learner refused.
    pub mean: f64,
    /// The standard error of that mean; NaN for a single split.
    pub standard_error: f64,
    /// The metric of each split.
    pub folds: Vec<f64>,
    /// The mean size of the models, for learners that can say.
    pub size: Option<f64>,
    /// Why the learner refused the combination, if it did.
    pub refused: Option<String>,
}

/// How many trials the text shows.
const SHOWN: usize = 10;

impl TuningResult {
    /// The chosen parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.trials[self.chosen].parameters
    }

    /// The trials on all rows from the best to the worst; those that the learner refused last.
    pub fn ranked(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.trials.len()).collect();
        order.sort_by(|&a, &b| {
            self.trials[b].order(self.measure).total_cmp(&self.trials[a].order(self.measure))
        });
        order.sort_by_key(|&t| std::cmp::Reverse(self.trials[t].rows));
        order
    }
}

impl Trial {
    /// A number that is the larger the better the trial; undefined means come last.
    pub(super) fn order(&self, measure: Measure) -> f64 {
        self.candidate().merit(measure.higher_is_better())
    }

    /// The trial among others to choose from.
    pub(super) fn candidate(&self) -> ScoredModel {
        ScoredModel { score: self.mean, standard_error: self.standard_error, size: self.size }
    }
}

impl ToJson for TuningResult {
    fn to_json(&self) -> Value {
        json!({
            "learner": self.learner,
            "design": self.design,
            "measure": self.measure,
            "chosen": self.trials[self.chosen],
            "best": self.trials[self.best],
            "trials": self.trials,
            "notes": self.notes,
        })
    }
}

impl fmt::Display for TuningResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}, {} trials\n", self.learner, self.design, self.trials.len())?;
        let names: Vec<String> = self.trials[self.chosen].parameters.keys().cloned().collect();
        let sized = self.trials.iter().any(|trial| trial.size.is_some());
        let mut heads = vec![String::new()];
        heads.extend(names.iter().cloned());
        heads.extend([self.measure.to_string(), "± SE".to_string()]);
        heads.extend(sized.then(|| "size".to_string()));
        let mut rows = vec![heads];
        let ranked = self.ranked();
        let mut listed: Vec<usize> = ranked.iter().copied().take(SHOWN).collect();
        if !listed.contains(&self.chosen) {
            listed.push(self.chosen);
        }
        for &t in &listed {
            let trial = &self.trials[t];
            let mark = if t == self.chosen { "→" } else { "" };
            let mut row = vec![mark.to_string()];
            row.extend(names.iter().map(|name| trial.parameters.get(name).map_or(String::new(), shown)));
            row.extend(self.measure.show_estimate(trial.mean, trial.standard_error));
            row.extend(sized.then(|| trial.size.map_or(String::new(), |size| format!("{size:.0}"))));
            rows.push(row);
        }
        f.write_str(&aligned(&rows, Align::first_left))?;
        if ranked.len() > listed.len() {
            writeln!(f, "and {} more", ranked.len() - listed.len())?;
        }
        for (i, note) in self.notes.iter().enumerate() {
            writeln!(f, "{}note: {note}", if i == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
