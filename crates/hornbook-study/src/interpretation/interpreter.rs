//! What is said of the model that is kept, as far as there is time.

use super::importance::{importances_of_folds, importances_on};
use super::learning_curve::learning_curve;
use super::local_explanations::{ExplainedRows, examples, worst};
use super::partial_dependence::partial_dependence_curves;
use super::slices::slices;
use crate::events::StudyEvent;
use crate::model_record::{drawing, explanation};
use crate::record::{ErrorAnalysis, LearningCurveRecord, MemberRecord, ModelRecord, ScoreRecord};
use crate::search::{with_deadline, without_preparation};
use crate::study::UnseenRows;
use hornbook_core::{Error, LearnerSpec, Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::{EvaluationOptions, Measure, Split, TestPredictions};
use hornbook_learner::{Model, Registry};
use std::time::Instant;

/// What interpretation needs to know.
pub(crate) struct Interpreter<'a> {
    /// The rows that the models of the folds were trained on.
    pub data: &'a Dataset,
    pub splits: &'a [Split],
    pub scoring: &'a EvaluationOptions,
    pub measure: Measure,
    pub positive: Option<String>,
    pub seed: u64,
    pub registry: &'static Registry,
    pub run: &'a Run,
    pub end: Instant,
}

impl Interpreter<'_> {
    /// The record of the model, the learning curve if there was time, and sentences about what there was no time for.
    pub fn interpret(
        &self,
        (model, spec): (&dyn Model, &LearnerSpec),
        members: Vec<MemberRecord>,
        unseen: Option<&UnseenRows>,
        fold_models: &[Box<dyn Model>],
        score: Option<&ScoreRecord>,
    ) -> Result<(ModelRecord, Option<LearningCurveRecord>, Vec<String>)> {
        let mut notes = Vec::new();
        let importances = self.optional("permutation importance", &mut notes, |run| match unseen {
            Some(unseen) => importances_on(&*unseen.model, &unseen.rows, self.scoring, self.seed, run),
            None => importances_of_folds(fold_models, self.splits, self.data, self.scoring, self.seed, run),
        })?;
        let importances = importances.unwrap_or_default();
        let positive = self.positive.as_deref();
        let partial_dependence = self.optional("partial dependence", &mut notes, |run| {
            partial_dependence_curves(model, self.data, &importances, positive, run)
        })?;
        let local_explanations =
            self.optional("local explanations", &mut notes, |run| examples(model, self.data, run))?;
        let learner = self.registry.learner(spec)?;
        let curve = self.optional("the learning curve", &mut notes, |run| {
            learning_curve(&*learner, self.data, self.scoring, (score, self.seed), run)
        })?;
        let info = model.info();
        let declaration = self.registry.find(&without_preparation(spec).0.name)?.declaration;
        let record = ModelRecord {
            learner: declaration.name.to_string(),
            summary: declaration.summary().to_string(),
            spec: spec.to_string(),
            members,
            parameters: info.parameters.clone(),
            rows: info.summary.rows as usize,
            size: model.inspect().size().filter(|size| size.is_finite()),
            file: None,
            explanation: explanation(model),
            drawing: drawing(model),
            importance_note: format!(
                "Permutation importance: how much worse the {} gets when a feature is permuted in rows that the model was not trained \
                 on. Correlated features share their importance.",
                self.measure
            ),
            importances,
            partial_dependence: partial_dependence.unwrap_or_default(),
            local_explanations: local_explanations.unwrap_or_default(),
        };
        Ok((record, curve, notes))
    }

    /// Error analysis: where the predictions of rows that were not trained on are wrong.
    pub fn error_analysis(
        &self,
        unseen: Option<&UnseenRows>,
        fold_models: &[Box<dyn Model>],
        test_predictions: &TestPredictions,
    ) -> Result<ErrorAnalysis> {
        let data = unseen.map_or(self.data, |unseen| &unseen.rows);
        let (slices, looked_at) = slices(data, test_predictions)?;
        let searched =
            format!("Of {looked_at} slices (levels, quartiles, missing values, and pairs of those)");
        let slices_note = match slices.is_empty() {
            true => format!("{searched}, none has a significantly higher error."),
            false => format!(
                "{searched}, these have a significantly higher error than the other rows (Holm-corrected p-values)."
            ),
        };
        // The model that predicted a row explains it.
        let fold_of = |place: usize| test_predictions.ends.partition_point(|&end| end <= place);
        let model_of = |place: usize| match unseen {
            Some(unseen) => Some(&*unseen.model),
            None => fold_models.get(fold_of(place)).map(|model| &**model),
        };
        let rows = ExplainedRows { data, test_predictions, model_of: &model_of };
        Ok(ErrorAnalysis { worst: worst(&rows, self.run)?, slices, slices_note })
    }

    /// Work that a study can do without. Where it was not done, a sentence says why.
    fn optional<T: Send>(
        &self,
        what: &'static str,
        notes: &mut Vec<String>,
        work: impl FnOnce(&Run) -> Result<T> + Send,
    ) -> Result<Option<T>> {
        self.run.trace(|| StudyEvent::Interpreting { what });
        match with_deadline(self.end, self.run, work) {
            Err(Error::Canceled) => Err(Error::Canceled),
            Err(error) => {
                notes.push(format!("{what} could not be computed: {error}"));
                Ok(None)
            }
            Ok(None) => {
                notes.push(format!("there was no time for {what}; a larger --budget has it"));
                Ok(None)
            }
            Ok(done) => Ok(done),
        }
    }
}
