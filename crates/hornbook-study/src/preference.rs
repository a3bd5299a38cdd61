//! Which model is kept: the best ensemble, a simple model, or a fast one.

use crate::search::{
    EnsembleSelection, EvaluatedRows, OutOfFold, StudyLoss, StudyTrial, mean_and_error, mixed,
};
use hornbook_core::Choice;

/// What a simpler or faster model may give up of the gain over the baseline, and what it may give up at most by the upper limit of the
/// 90 % confidence interval.
pub(crate) const GIVEN_UP: f64 = 0.1;
pub(crate) const GIVEN_UP_AT_MOST: f64 = 0.25;
/// A model that people can read has at most so many parts: coefficients, leaves, rules.
const READABLE_SIZE: f64 = 64.0;
/// The quantile of the standard normal distribution for that limit.
const Z: f64 = 1.645;

/// Which model a study keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Choice)]
pub enum Preference {
    /// The best expected score: an ensemble of the models that predict best together.
    #[default]
    Score,
    /// The simplest model that gives up little of the score.
    Simple,
    /// The model of least work that gives up little of the score.
    Fast,
}

/// Chooses among trials, as often as is asked for, on rows that count more or less.
pub(crate) struct ModelChooser<'a> {
    rows: &'a EvaluatedRows,
    trials: Vec<&'a OutOfFold>,
    /// The size of each trial's models; what does not say its size is not simple.
    sizes: Vec<f64>,
    works: Vec<f64>,
    baseline: &'a OutOfFold,
    selection: EnsembleSelection<'a>,
    preference: Preference,
}

impl<'a> ModelChooser<'a> {
    pub fn new(
        rows: &'a EvaluatedRows,
        loss: &'a StudyLoss,
        trials: &[&'a StudyTrial],
        works: Vec<f64>,
        baseline: &'a OutOfFold,
        preference: Preference,
    ) -> ModelChooser<'a> {
        let out_of_fold: Vec<&OutOfFold> = trials.iter().map(|trial| &trial.out_of_fold).collect();
        ModelChooser {
            rows,
            selection: EnsembleSelection::new(rows, loss, &out_of_fold),
            trials: out_of_fold,
            sizes: trials.iter().map(|trial| trial.size.unwrap_or(f64::INFINITY)).collect(),
            works,
            baseline,
            preference,
        }
    }

    pub fn trials(&self) -> &[&'a OutOfFold] {
        &self.trials
    }

    pub fn rows(&self) -> &'a EvaluatedRows {
        self.rows
    }

    /// The weight of each trial in the model that is kept.
    pub fn choose(&self, row_weights: &[f64]) -> Vec<f64> {
        let best = self.selection.select(row_weights);
        let costs = match self.preference {
            Preference::Score => return best,
            Preference::Simple => self.readable_sizes(),
            Preference::Fast => self.works.clone(),
        };
        match self.cheapest(&costs, &best, row_weights) {
            Some(trial) => (0..best.len()).map(|place| if place == trial { 1.0 } else { 0.0 }).collect(),
            None => best,
        }
    }

    /// The simplest trial that gives up little of the score of the one that is kept.
    pub fn simplest(&self, kept: &[f64], row_weights: &[f64]) -> Option<usize> {
        self.cheapest(&self.readable_sizes(), kept, row_weights)
    }

    /// The sizes of the models that people can read.
    fn readable_sizes(&self) -> Vec<f64> {
        self.sizes.iter().map(|&size| if size <= READABLE_SIZE { size } else { f64::INFINITY }).collect()
    }

    fn cheapest(&self, costs: &[f64], best: &[f64], row_weights: &[f64]) -> Option<usize> {
        let kept = self.mixed_losses(best);
        let (own, _) = mean_and_error(&kept, row_weights);
        let (baseline, _) = mean_and_error(&self.baseline.losses, row_weights);
        let gain = baseline - own;
        if gain <= 0.0 {
            return None;
        }
        let is_good = |trial: &usize| {
            let losses = &self.trials[*trial].losses;
            let differences: Vec<f64> = losses.iter().zip(&kept).map(|(loss, kept)| loss - kept).collect();
            let (mean, error) = mean_and_error(&differences, row_weights);
            costs[*trial].is_finite()
                && mean <= GIVEN_UP * gain
                && mean + Z * error <= GIVEN_UP_AT_MOST * gain
        };
        (0..self.trials.len()).filter(is_good).min_by(|&a, &b| costs[a].total_cmp(&costs[b]))
    }

    fn mixed_losses(&self, weights: &[f64]) -> Vec<f64> {
        let only = (0..weights.len()).find(|&place| weights[place] == 1.0);
        match only {
            Some(trial) => self.trials[trial].losses.clone(),
            None => self.selection.losses(&mixed(&self.trials, weights)),
        }
    }
}
