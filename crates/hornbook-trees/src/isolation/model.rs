use super::path::{average_path_length, score};
use super::{diagram, explain, file};
use crate::grove::Grove;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{Contributions, Explanation, Model, ModelInfo, Predictions, Stored, outliers};

/// A grown isolation forest.
#[derive(Debug)]
pub struct IsolationForestModel {
    pub(super) info: ModelInfo,
    pub(super) learned: Learned,
}

/// What an isolation forest has learned.
#[derive(Debug, PartialEq)]
pub(super) struct Learned {
    /// Trees whose leaves say how many questions a row takes.
    pub grove: Grove,
    /// How many rows each tree was grown from.
    pub samples: f64,
    /// Rows with a score above this are outliers.
    pub threshold: f64,
}

impl IsolationForestModel {
    pub(super) fn new(info: ModelInfo, learned: Learned) -> IsolationForestModel {
        IsolationForestModel { info, learned }
    }

    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.learned.grove.trees()
    }

    /// How many nodes there are in all trees.
    pub fn nodes(&self) -> usize {
        self.learned.grove.nodes()
    }

    /// Rows with a score above this are outliers.
    pub fn threshold(&self) -> f64 {
        self.learned.threshold
    }

    /// How many questions a row takes if it is like all others: the mean over the rows that a tree was grown from.
    pub fn usual_questions(&self) -> f64 {
        average_path_length(self.learned.samples)
    }

    /// How many questions each row takes, averaged over the trees.
    pub fn questions(&self, rows: &Features<'_>) -> Vec<f64> {
        let mut sums = vec![0.0; rows.rows()];
        self.learned.grove.add_up(rows, 0..self.trees(), &mut sums);
        let trees = self.trees() as f64;
        sums.iter_mut().for_each(|sum| *sum /= trees);
        sums
    }

    /// How unusual each row is, from 0 to 1.
    fn unusualness(&self, rows: &Features<'_>) -> Vec<f64> {
        let usual = self.usual_questions();
        self.questions(rows).into_iter().map(|questions| score(questions, usual)).collect()
    }
}

impl Model for IsolationForestModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        Ok(outliers::predictions(&self.unusualness(rows), self.learned.threshold))
    }

    fn raw_probabilities(&self, _rows: &Features<'_>) -> Result<Matrix> {
        Err(Error::mismatch("an isolation forest knows scores, which are no probabilities", "ask for scores"))
    }

    fn raw_scores(&self, rows: &Features<'_>) -> Result<Option<Vec<f64>>> {
        Ok(Some(self.unusualness(rows)))
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        Ok(explain::row(self, rows, row))
    }

    /// The share of what questions about a column bring the rows nearer that they set apart.
    fn importances(&self) -> Option<Vec<f64>> {
        let mut gains = self.learned.grove.gains_of_columns(0..self.trees(), self.info.schema.inputs.len());
        // Added up node by node, so that the order of the columns changes no digit.
        let total: f64 = (0..self.nodes()).map(|node| self.learned.grove.gain(node)).sum();
        if total > 0.0 {
            gains.iter_mut().for_each(|gain| *gain /= total);
        }
        Some(gains)
    }

    /// Divides the binary logarithm of the score.
    fn contributions(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
    ) -> Result<Option<Contributions>> {
        let usual = self.usual_questions();
        let (start, factor) =
            if usual > 0.0 { (0.0, -1.0 / (usual * self.trees() as f64)) } else { (-1.0, 0.0) };
        self.learned.grove.contributions(rows, background, &[start], factor).map(Some)
    }

    fn diagrams(&self) -> usize {
        self.trees()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        diagram::diagram(self, tree)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.learned)
    }
}

impl Stored for IsolationForestModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<IsolationForestModel> {
        let learned = file::from_bytes(&info.schema, bytes)?;
        Ok(IsolationForestModel::new(info, learned))
    }
}
