use super::{diagram, explain, file};
use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{Error, Result, Run, Task};
use hornbook_data::{Features, Matrix};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, ShapValues,
    TargetOutputs,
};
use hornbook_math::loss::{SoftmaxLoss, sigmoid};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Boosted trees.
#[derive(Debug, Clone)]
pub struct GradientBoostingModel {
    pub(super) info: ModelInfo,
    pub(super) ensemble: TreeEnsemble,
    /// The scores that the trees add to.
    pub(super) start: Vec<f64>,
    pub(super) response: BoostingResponse,
}

/// What scores mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BoostingResponse {
    /// They are the predictions.
    Identity,
    /// The log odds of the second class.
    Logistic,
    /// Half the log odds of the second class.
    HalfLogistic,
    /// Logarithms of class probabilities, but for a constant.
    Softmax,
    /// The logarithm of the prediction.
    Exponential,
}

impl BoostingResponse {
    /// What scores mean, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            BoostingResponse::Identity => "prediction",
            BoostingResponse::Logistic => "log odds of the second class",
            BoostingResponse::HalfLogistic => "half the log odds of the second class",
            BoostingResponse::Softmax => "score",
            BoostingResponse::Exponential => "logarithm of the prediction",
        }
    }
}

impl GradientBoostingModel {
    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.ensemble.trees()
    }

    /// How many iterations were run: an iteration adds one tree, or one a class if there are more than two.
    pub fn iterations(&self) -> usize {
        self.ensemble.trees() / self.ensemble.outputs()
    }

    /// The scores of each row before they become predictions: log odds, logarithms of means, or the predictions
    /// themselves. `rounds` takes the first so many iterations only.
    pub fn scores(&self, rows: &Features<'_>, rounds: Option<usize>) -> Matrix {
        let outputs = self.ensemble.outputs();
        let mut scores = Matrix::zeros(rows.rows(), outputs);
        scores.values_mut().chunks_mut(outputs).for_each(|row| row.copy_from_slice(&self.start));
        let trees = rounds.map_or(self.trees(), |rounds| rounds.saturating_mul(outputs).min(self.trees()));
        self.ensemble.predict_into(rows, 0..trees, scores.values_mut());
        scores
    }

    /// The model of the first iterations only.
    #[must_use]
    pub fn truncated(&self, rounds: usize) -> GradientBoostingModel {
        let mut model = self.clone();
        model.ensemble.truncate(rounds.saturating_mul(model.ensemble.outputs()));
        model
    }

    /// How much each feature's splits improved the loss, in the units of the loss.
    pub fn gains(&self) -> Vec<f64> {
        self.ensemble.gains_of_columns(0..self.trees(), self.info.schema.inputs.len())
    }

    fn inverse_link(&self, score: f64) -> f64 {
        match self.response {
            BoostingResponse::Identity | BoostingResponse::Softmax => score,
            BoostingResponse::Logistic => sigmoid(score),
            BoostingResponse::HalfLogistic => sigmoid(2.0 * score),
            BoostingResponse::Exponential => score.exp(),
        }
    }

    /// Predictions from scores: probabilities of classes, or numbers.
    pub(super) fn inverse_link_all(&self, scores: Matrix) -> Matrix {
        let rows = scores.rows();
        match self.response {
            BoostingResponse::Softmax => {
                let mut matrix = scores;
                let width = matrix.columns();
                matrix.values_mut().par_chunks_mut(width).for_each(|scores| {
                    SoftmaxLoss::normalize(scores);
                });
                matrix
            }
            BoostingResponse::Logistic | BoostingResponse::HalfLogistic => {
                let mut matrix = Matrix::zeros(rows, 2);
                matrix.values_mut().par_chunks_mut(2).zip(scores.values()).for_each(|(out, &score)| {
                    out[1] = self.inverse_link(score);
                    out[0] = 1.0 - out[1];
                });
                matrix
            }
            BoostingResponse::Identity | BoostingResponse::Exponential => {
                let mut matrix = scores;
                matrix.values_mut().par_iter_mut().for_each(|score| *score = self.inverse_link(*score));
                matrix
            }
        }
    }
}

impl Model for GradientBoostingModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(self)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for GradientBoostingModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let levels = &self.info.schema.target.classes;
        if self.info.schema.target.task == Task::Regression {
            let values = self.inverse_link_all(self.scores(rows, None)).into_values();
            return Ok(vec![TargetOutputs::of_numbers(values)]);
        }
        // A target of one class has nothing to tell apart.
        let probabilities = if levels.len() < 2 {
            let mut certain = Matrix::zeros(rows.rows(), levels.len());
            certain.values_mut().fill(1.0);
            certain
        } else {
            self.inverse_link_all(self.scores(rows, None))
        };
        Ok(vec![TargetOutputs::of_probabilities(probabilities, levels)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row)
    }

    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        self.ensemble.shap_values(rows, background, (&self.start, 1.0), run).map(Some)
    }
}

impl Inspect for GradientBoostingModel {
    fn size(&self) -> Option<f64> {
        // A threshold a split and a number a leaf.
        Some(self.ensemble.nodes() as f64)
    }

    fn importances(&self) -> Option<Vec<f64>> {
        let mut gains = self.gains();
        let total: f64 = gains.iter().sum();
        if total > 0.0 {
            gains.iter_mut().for_each(|gain| *gain /= total);
        }
        Some(gains)
    }

    fn diagrams(&self) -> usize {
        self.trees()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        diagram::diagram(self, tree)
    }
}

impl LoadModel for GradientBoostingModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<GradientBoostingModel> {
        file::from_bytes(info, bytes)
    }
}

/// How many scores a response needs for so many classes.
pub(super) fn outputs(response: BoostingResponse, classes: usize) -> Result<usize> {
    match (response, classes) {
        (BoostingResponse::Softmax, 3..) => Ok(classes),
        (BoostingResponse::Logistic | BoostingResponse::HalfLogistic, 0..=2)
        | (BoostingResponse::Identity | BoostingResponse::Exponential, 0) => Ok(1),
        _ => Err(Error::damaged("its scores do not fit its target")),
    }
}
