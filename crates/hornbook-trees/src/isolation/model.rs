use super::path::{average_path_length, score};
use super::{diagram, explain, file};
use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{Result, Run};
use hornbook_data::Features;
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, ShapValues,
    TargetOutputs, outliers,
};

/// A grown isolation forest.
#[derive(Debug)]
pub struct IsolationForestModel {
    pub(super) info: ModelInfo,
    pub(super) state: IsolationState,
}

/// What an isolation forest has learned.
#[derive(Debug, PartialEq)]
pub(super) struct IsolationState {
    /// Trees whose leaves say how many splits a row takes.
    pub ensemble: TreeEnsemble,
    /// How many rows each tree was grown from.
    pub samples: f64,
    /// Rows with a score above this are outliers.
    pub threshold: f64,
}

impl IsolationForestModel {
    pub(super) fn new(info: ModelInfo, state: IsolationState) -> IsolationForestModel {
        IsolationForestModel { info, state }
    }

    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.state.ensemble.trees()
    }

    /// How many nodes there are in all trees.
    pub fn nodes(&self) -> usize {
        self.state.ensemble.nodes()
    }

    /// Rows with a score above this are outliers.
    pub fn threshold(&self) -> f64 {
        self.state.threshold
    }

    /// How many splits a row takes if it is like all others: the mean over the rows that a tree was grown from.
    pub fn expected_path_length(&self) -> f64 {
        average_path_length(self.state.samples)
    }

    /// How many splits each row takes, averaged over the trees.
    pub fn path_lengths(&self, rows: &Features<'_>) -> Vec<f64> {
        let mut sums = vec![0.0; rows.rows()];
        self.state.ensemble.predict_into(rows, 0..self.trees(), &mut sums);
        let trees = self.trees() as f64;
        sums.iter_mut().for_each(|sum| *sum /= trees);
        sums
    }

    /// How unusual each row is, from 0 to 1.
    pub(super) fn anomaly_scores(&self, rows: &Features<'_>) -> Vec<f64> {
        let usual = self.expected_path_length();
        self.path_lengths(rows).into_iter().map(|path_length| score(path_length, usual)).collect()
    }
}

impl Model for IsolationForestModel {
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
        file::to_bytes(&self.state)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for IsolationForestModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let scores = self.anomaly_scores(rows);
        let predictions = outliers::predictions(&scores, self.state.threshold);
        TargetOutputs::of_scores(predictions, scores).map(|outputs| vec![outputs])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(explain::row(self, row))
    }

    /// Divides the binary logarithm of the score.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        let usual = self.expected_path_length();
        let (start, factor) =
            if usual > 0.0 { (0.0, -1.0 / (usual * self.trees() as f64)) } else { (-1.0, 0.0) };
        self.state.ensemble.shap_values(rows, background, (&[start], factor), run).map(Some)
    }
}

impl Inspect for IsolationForestModel {
    /// The fraction of what splits on a column bring the rows nearer that they set apart.
    fn importances(&self) -> Option<Vec<f64>> {
        let mut gains = self.state.ensemble.gains_of_columns(0..self.trees(), self.info.schema.inputs.len());
        // Added up node by node, so that the order of the columns changes no digit.
        let total: f64 = (0..self.nodes()).map(|node| self.state.ensemble.gain(node)).sum();
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

impl LoadModel for IsolationForestModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<IsolationForestModel> {
        let state = file::from_bytes(&info.schema, bytes)?;
        Ok(IsolationForestModel::new(info, state))
    }
}
