//! The model that is kept: trained on all rows.

use crate::calibration::RowCalibration;
use crate::search::{EvaluatedRows, StudyTrial, mixed};
use hornbook_core::{LearnerSpec, Result, Run};
use hornbook_data::Dataset;
use hornbook_ensembles::{Voting, VotingKind};
use hornbook_evaluation::{TestPredictions, conformal_intervals};
use hornbook_learner::{Model, Profile, Registry};

/// Members of a smaller weight are left out of the model that is kept: they cost time and change little.
const LEAST_WEIGHT: f64 = 0.04;

/// Trials with their weights: a single model, or the members of an ensemble.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ChosenMembers {
    /// The places of the trials, the largest weight first.
    pub places: Vec<usize>,
    pub weights: Vec<f64>,
}

impl ChosenMembers {
    /// Those that have a weight.
    pub fn of(weights: &[f64]) -> ChosenMembers {
        let mut places: Vec<usize> =
            (0..weights.len()).filter(|&place| weights[place] >= LEAST_WEIGHT).collect();
        places.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let total: f64 = places.iter().map(|&place| weights[place]).sum();
        let weights = places.iter().map(|&place| weights[place] / total).collect();
        ChosenMembers { places, weights }
    }

    /// The weights of all trials.
    pub fn of_all(&self, trials: usize) -> Vec<f64> {
        let mut weights = vec![0.0; trials];
        self.places.iter().zip(&self.weights).for_each(|(&place, &weight)| weights[place] = weight);
        weights
    }

    /// The learner that trains the model on all rows: a member, or soft voting of several.
    pub fn learner(&self, trials: &[StudyTrial]) -> LearnerSpec {
        match &self.places[..] {
            [only] => trials[*only].spec.clone(),
            places => self.voting(places.iter().map(|&place| trials[place].spec.clone()).collect()).into(),
        }
    }

    fn voting(&self, members: Vec<LearnerSpec>) -> Voting {
        let rounded = |weight: &f64| (weight * 1e4).round() / 1e4;
        Voting::default()
            .estimators(members)
            .voting(VotingKind::Soft)
            .weights(self.weights.iter().map(rounded).collect::<Vec<f64>>())
    }

    /// What they predict out of fold.
    pub fn out_of_fold(&self, trials: &[StudyTrial]) -> Vec<f64> {
        let all: Vec<_> = trials.iter().map(|trial| &trial.out_of_fold).collect();
        mixed(&all, &self.of_all(trials.len()))
    }

    /// The models of the folds, put together from those of the trials, which they are taken from.
    pub fn fold_models(&self, trials: &mut [StudyTrial], data: &Dataset) -> Result<Vec<Box<dyn Model>>> {
        let specs: Vec<LearnerSpec> = self.places.iter().map(|&place| trials[place].spec.clone()).collect();
        let mut by_member: Vec<_> =
            self.places.iter().map(|&place| std::mem::take(&mut trials[place].models).into_iter()).collect();
        let mut folds = Vec::new();
        loop {
            let mut models: Vec<Box<dyn Model>> = by_member.iter_mut().filter_map(Iterator::next).collect();
            match models.len() {
                count if count < self.places.len() || count == 0 => return Ok(folds),
                1 => folds.append(&mut models),
                _ => folds.push(Box::new(self.voting(specs.clone()).of_models(data, models)?)),
            }
        }
    }
}

/// What a model remembers for when it is used.
pub(crate) struct ModelMemory<'a> {
    pub rows: &'a EvaluatedRows,
    /// Out of fold.
    pub predictions: &'a [f64],
    pub calibration: RowCalibration,
}

impl ModelMemory<'_> {
    /// Trains a learner, calibrates it, and gives it how far it was off out of fold and what its rows looked like.
    pub fn train(
        &self,
        spec: &LearnerSpec,
        data: &Dataset,
        registry: &Registry,
        run: &Run,
    ) -> Result<Box<dyn Model>> {
        let mut model = registry.learner(spec)?.fit_with(data, run)?;
        let info = model.info_mut();
        info.calibration = self.calibration.fit(self.rows, self.predictions, &self.rows.weights)?;
        // A model without them predicts all the same.
        info.intervals =
            self.test_predictions().and_then(|predictions| conformal_intervals(&predictions)).ok();
        info.profile = Profile::of(data).ok();
        Ok(model)
    }

    /// What is predicted out of fold, calibrated.
    pub fn test_predictions(&self) -> Result<TestPredictions> {
        let calibrated =
            self.calibration.calibrated(self.rows, self.predictions.to_vec(), &self.rows.weights)?;
        self.rows.test_predictions(&calibrated)
    }
}
