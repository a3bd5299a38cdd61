use super::{diagram, explain, file};
use crate::grove::Grove;
use hornbook_core::{Error, Result, Task};
use hornbook_data::{Features, Matrix};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{Contributions, Explanation, Model, ModelInfo, Predictions, Stored, first_largest};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Boosted trees.
#[derive(Debug, Clone)]
pub struct GradientBoostingModel {
    pub(super) info: ModelInfo,
    pub(super) grove: Grove,
    /// The scores that the trees add to.
    pub(super) start: Vec<f64>,
    pub(super) response: Response,
}

/// What scores mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Response {
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

impl Response {
    /// What scores mean, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Response::Identity => "prediction",
            Response::Logistic => "log odds of the second class",
            Response::HalfLogistic => "half the log odds of the second class",
            Response::Softmax => "score",
            Response::Exponential => "logarithm of the prediction",
        }
    }
}

impl GradientBoostingModel {
    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.grove.trees()
    }

    /// How many rounds were run: a round adds one tree, or one a class if there are more than two.
    pub fn rounds(&self) -> usize {
        self.grove.trees() / self.grove.outputs()
    }

    /// The scores of each row before they become predictions: log odds, logarithms of means, or the predictions
    /// themselves. `rounds` takes the first so many rounds only.
    pub fn scores(&self, rows: &Features<'_>, rounds: Option<usize>) -> Matrix {
        let outputs = self.grove.outputs();
        let mut scores = Matrix::zeros(rows.rows(), outputs);
        scores.values_mut().chunks_mut(outputs).for_each(|row| row.copy_from_slice(&self.start));
        let trees = rounds.map_or(self.trees(), |rounds| rounds.saturating_mul(outputs).min(self.trees()));
        self.grove.add_up(rows, 0..trees, scores.values_mut());
        scores
    }

    /// The model of the first rounds only.
    #[must_use]
    pub fn after(&self, rounds: usize) -> GradientBoostingModel {
        let mut model = self.clone();
        model.grove.truncate(rounds.saturating_mul(model.grove.outputs()));
        model
    }

    /// How much each feature's questions improved the loss, in the units of the loss.
    pub fn gains(&self) -> Vec<f64> {
        self.grove.gains_of_columns(0..self.trees(), self.info.schema.inputs.len())
    }

    fn respond(&self, score: f64) -> f64 {
        match self.response {
            Response::Identity | Response::Softmax => score,
            Response::Logistic => 1.0 / (1.0 + (-score).exp()),
            Response::HalfLogistic => 1.0 / (1.0 + (-2.0 * score).exp()),
            Response::Exponential => score.exp(),
        }
    }

    /// Predictions from scores: probabilities of classes, or numbers.
    pub(super) fn respond_all(&self, scores: Matrix) -> Matrix {
        let rows = scores.rows();
        match self.response {
            Response::Softmax => {
                let mut matrix = scores;
                let width = matrix.columns();
                matrix.values_mut().par_chunks_mut(width).for_each(super::losses::Softmax::respond);
                matrix
            }
            Response::Logistic | Response::HalfLogistic => {
                let mut matrix = Matrix::zeros(rows, 2);
                matrix.values_mut().par_chunks_mut(2).zip(scores.values()).for_each(|(out, &score)| {
                    out[1] = self.respond(score);
                    out[0] = 1.0 - out[1];
                });
                matrix
            }
            Response::Identity | Response::Exponential => {
                let mut matrix = scores;
                matrix.values_mut().par_iter_mut().for_each(|score| *score = self.respond(*score));
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

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        if self.info.schema.target.task == Task::Regression {
            return Ok(Predictions::Numbers(self.respond_all(self.scores(rows, None)).into_values()));
        }
        let probabilities = self.raw_probabilities(rows)?;
        let width = probabilities.columns();
        let codes = probabilities.values().par_chunks(width).map(|row| first_largest(row) as u32).collect();
        Ok(Predictions::Classes(codes, self.info.schema.target.classes.clone()))
    }

    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let classes = self.info.schema.target.classes.len();
        // A target of one class has nothing to tell apart.
        if classes < 2 {
            let mut certain = Matrix::zeros(rows.rows(), classes);
            certain.values_mut().fill(1.0);
            return Ok(certain);
        }
        Ok(self.respond_all(self.scores(rows, None)))
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        explain::row(self, rows, row)
    }

    fn size(&self) -> Option<f64> {
        // A threshold a question and a number a leaf.
        Some(self.grove.nodes() as f64)
    }

    fn importances(&self) -> Option<Vec<f64>> {
        let mut gains = self.gains();
        let total: f64 = gains.iter().sum();
        if total > 0.0 {
            gains.iter_mut().for_each(|gain| *gain /= total);
        }
        Some(gains)
    }

    fn contributions(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
    ) -> Result<Option<Contributions>> {
        self.grove.contributions(rows, background, &self.start, 1.0).map(Some)
    }

    fn diagrams(&self) -> usize {
        self.trees()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        diagram::diagram(self, tree)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(self)
    }
}

impl Stored for GradientBoostingModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<GradientBoostingModel> {
        file::from_bytes(info, bytes)
    }
}

/// How many scores a response needs for so many classes.
pub(super) fn outputs(response: Response, classes: usize) -> Result<usize> {
    match (response, classes) {
        (Response::Softmax, 3..) => Ok(classes),
        (Response::Logistic | Response::HalfLogistic, 0..=2)
        | (Response::Identity | Response::Exponential, 0) => Ok(1),
        _ => Err(Error::model_file("its scores do not fit its target", "fetch or write the file again")),
    }
}
