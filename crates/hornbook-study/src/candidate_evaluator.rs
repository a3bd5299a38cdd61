//! Evaluates one candidate on some rows.

use crate::checkpoint::{CandidateResult, Checkpoint, CvResult};
use crate::record::ScoreRecord;
use crate::time::with_deadline;
use hornbook_core::{Error, LearnerSpec, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::{AutoCrossValidation, EvaluationOptions, Measure, Resampling};
use hornbook_learner::{Learner, Registry};
use std::time::Instant;

/// Resamples for the confidence interval of a candidate's score: its ends need not be exact to the last digit.
const RESAMPLES: u32 = 500;

/// Evaluates learners on the same splits of the same rows.
pub(crate) struct CandidateEvaluator<'a> {
    pub data: &'a Dataset,
    pub measure: Measure,
    /// The test fraction of a split.
    pub test_share: f64,
    /// How the rows are divided, in words.
    pub words: String,
    design: AutoCrossValidation,
    scoring: EvaluationOptions,
    registry: &'static Registry,
    checkpoint: &'a Checkpoint,
    /// What the rows and their splits go by in the checkpoint.
    rows: String,
}

impl<'a> CandidateEvaluator<'a> {
    pub fn new(
        data: &'a Dataset,
        folds: usize,
        seed: u64,
        (scoring, measure): (&EvaluationOptions, Measure),
        registry: &'static Registry,
        checkpoint: &'a Checkpoint,
    ) -> Result<CandidateEvaluator<'a>> {
        let design = AutoCrossValidation::new(folds).seed(seed);
        let plan = design.plan(data)?;
        let scoring = scoring.clone().measures(&[measure]).resamples(RESAMPLES);
        Ok(CandidateEvaluator {
            test_share: plan.test_share(),
            rows: format!("{:016x}, {}, {measure}", data_hash(data), plan.design),
            words: plan.design,
            data,
            measure,
            design,
            scoring,
            registry,
            checkpoint,
        })
    }

    /// What comes of a learner, by the end of its time; `None` if time was up.
    pub fn evaluate(&self, spec: &LearnerSpec, end: Instant, run: &Run) -> Result<Option<CandidateResult>> {
        let name = spec.to_string();
        if let Some(result) = self.checkpoint.find(&self.rows, &name) {
            return Ok(Some(result));
        }
        let begun = Instant::now();
        let result = match self.registry.learner(spec) {
            Err(error) => CandidateResult::Refused(error.to_string()),
            Ok(learner) => match with_deadline(end, run, |run| self.cv_result(&*learner, begun, run)) {
                Ok(None) => return Ok(None),
                Ok(Some(cv_result)) => CandidateResult::Evaluated(cv_result),
                Err(Error::Canceled) => return Err(Error::Canceled),
                Err(error) => CandidateResult::Refused(error.to_string()),
            },
        };
        self.checkpoint.keep(&self.rows, &name, &result);
        Ok(Some(result))
    }

    fn cv_result(&self, learner: &dyn Learner, begun: Instant, run: &Run) -> Result<CvResult> {
        // Progress within a fold is not what a watcher of many learners wants to see.
        let run = run.part(0);
        let fold_results = self.design.folds_with(learner, self.data, &self.scoring, &run)?;
        let folds: Vec<f64> = fold_results
            .folds
            .iter()
            .filter_map(|fold| fold.values.first().map(|&(_, value)| value))
            .filter(|value| value.is_finite())
            .collect();
        let groups = self.data.groups().map(|groups| &**groups);
        let score = self.scoring.scores(&fold_results.test_predictions, groups, &run)?.into_iter().next();
        let score = score.filter(|score| score.value.is_finite() && !folds.is_empty()).ok_or_else(|| {
            Error::data(
                format!("the {} of its predictions is undefined", self.measure),
                "choose another metric",
            )
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        Ok(CvResult { score: ScoreRecord::of(&score), folds, size: fold_results.size, seconds })
    }
}

/// A number that depends on the rows, their order and how they are divided, and nothing else.
pub(crate) fn data_hash(data: &Dataset) -> u64 {
    let weights = data.row_weights();
    let prints = data.fingerprints();
    let each = prints.iter().zip(&weights);
    let seed =
        each.fold(Seed(prints.len() as u64), |seed, (&print, weight)| seed.derive(print ^ weight.to_bits()));
    let times = data.row_order().map(|order| data.rows().iter().map(|row| order[row as usize].to_bits()));
    let folds = data.folds().map(|folds| data.rows().iter().map(|row| u64::from(folds[row as usize])));
    let seed = times.into_iter().flatten().fold(seed, Seed::derive);
    folds.into_iter().flatten().fold(seed, Seed::derive).0
}
