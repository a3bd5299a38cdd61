use super::leaf_members::LeafMembers;
use super::out_of_bag::{OobImportance, OobScore};
use super::{attributes, diagram, explain, file};
use crate::tree_ensemble::TreeEnsemble;
use hornbook_core::{Error, Result, Run, Task};
use hornbook_data::{Features, Matrix, TargetSchema};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, ShapValues, TargetOutputs,
};
use hornbook_math::estimates::moments;

/// A grown forest.
#[derive(Debug)]
pub struct ForestModel {
    pub(super) info: ModelInfo,
    pub(super) state: ForestState,
}

/// What a forest has learned.
#[derive(Debug, PartialEq)]
pub(super) struct ForestState {
    /// Trees whose leaves hold the fractions of the classes, or the mean.
    pub ensemble: TreeEnsemble,
    /// The score of each target, and the prediction for each training row by the trees that have not seen it.
    pub oob: Option<(Vec<OobScore>, Matrix)>,
    pub oob_importances: Option<Vec<OobImportance>>,
    pub members: Option<LeafMembers>,
}

/// How much a column contributed to the trees of a forest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImpurityImportance {
    /// The fraction of the impurity that splits on it removed, averaged over the trees.
    pub mean: f64,
    /// Its standard deviation over the trees.
    pub deviation: f64,
}

impl ForestModel {
    pub(super) fn new(info: ModelInfo, state: ForestState) -> ForestModel {
        ForestModel { info, state }
    }

    /// Lays the ensemble out for many rows. Beside growing it costs nothing, and the first prediction need not wait for it.
    pub(super) fn with_layout(self) -> ForestModel {
        self.state.ensemble.build_layout(self.info.schema.inputs.len());
        self
    }

    /// How many trees there are.
    pub fn trees(&self) -> usize {
        self.state.ensemble.trees()
    }

    /// Whether it predicts several targets.
    pub(super) fn is_multi_target(&self) -> bool {
        !self.info.schema.additional_targets.is_empty()
    }

    /// How many nodes there are in all trees.
    pub fn nodes(&self) -> usize {
        self.state.ensemble.nodes()
    }

    /// The out-of-bag (OOB) score of the forest, if it was computed (`oob_score`); of
    /// several targets, the first.
    pub fn oob_score(&self) -> Option<&OobScore> {
        self.oob_scores().first()
    }

    /// The same for each target; empty if it was not asked for.
    pub fn oob_scores(&self) -> &[OobScore] {
        self.state.oob.as_ref().map_or(&[], |(scores, _)| scores)
    }

    /// The out-of-bag prediction for each training row, if it was computed (`oob_score`): a
    /// probability for each class, or a number; of several targets, those of one after those of the other. A row that
    /// every tree has seen, and one of weight zero, has NaN.
    pub fn oob_predictions(&self) -> Option<&Matrix> {
        self.state.oob.as_ref().map(|(_, predictions)| predictions)
    }

    /// The out-of-bag permutation importance of each column, if it was computed (`oob_importances`).
    pub fn oob_importances(&self) -> Option<&[OobImportance]> {
        self.state.oob_importances.as_deref()
    }

    /// The fraction of the impurity that each column removed, with its standard deviation over the trees.
    pub fn impurity_importances(&self) -> Vec<ImpurityImportance> {
        let columns = self.info.schema.inputs.len();
        let mut of_trees: Vec<Vec<f64>> = vec![Vec::with_capacity(self.trees()); columns];
        for tree in 0..self.trees() {
            let gains = self.state.ensemble.gains_of_columns(tree..tree + 1, columns);
            // Added up node by node, so that the order of the columns changes no digit.
            let total: f64 =
                self.state.ensemble.nodes_of(tree).map(|node| self.state.ensemble.gain(node)).sum();
            // A tree of one leaf says nothing of any column.
            if total > 0.0 {
                of_trees.iter_mut().zip(gains).for_each(|(shares, gain)| shares.push(gain / total));
            }
        }
        let summary = |shares: Vec<f64>| match shares.len() {
            0 => ImpurityImportance { mean: 0.0, deviation: 0.0 },
            1 => ImpurityImportance { mean: shares[0], deviation: 0.0 },
            _ => {
                let (_, mean, variance) = moments(&shares);
                ImpurityImportance { mean, deviation: variance.sqrt() }
            }
        };
        of_trees.into_iter().map(summary).collect()
    }

    /// The quantiles of the target for each row (Meinshausen, 2006), if the leaves keep their rows (`quantiles`).
    ///
    /// A training row counts in each tree for its fraction of the weight in the leaf where the row ends, averaged over the
    /// trees; a quantile is the smallest target up to which the fractions add up to its level.
    pub fn predict_quantiles(&self, rows: &Features<'_>, levels: &[f64]) -> Result<Matrix> {
        let members = self.state.members.as_ref().ok_or_else(|| {
            Error::data(
                "this forest has not kept the targets of its leaves, so it has no quantiles",
                "train it with quantiles = true on a numeric target",
            )
        })?;
        members.quantiles(&self.state.ensemble, rows, levels)
    }

    /// For each row the interval that should hold the target this often: the quantiles that leave out as much on either
    /// side.
    pub fn predict_intervals(&self, rows: &Features<'_>, level: f64) -> Result<Matrix> {
        if !(level > 0.0 && level < 1.0) {
            return Err(Error::data(
                format!("{level} is not a confidence level"),
                "give a level between 0 and 1, such as 0.9",
            ));
        }
        self.predict_quantiles(rows, &[0.5 - 0.5 * level, 0.5 + 0.5 * level])
    }

    /// The Shapley values of rows.
    pub(super) fn shapley_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<ShapValues> {
        let ensemble = &self.state.ensemble;
        ensemble.shap_values(
            rows,
            background,
            (&vec![0.0; ensemble.outputs()], 1.0 / self.trees() as f64),
            run,
        )
    }

    /// The mean of what the trees say, row by row.
    fn means(&self, rows: &Features<'_>) -> Matrix {
        let mut sums = Matrix::zeros(rows.rows(), self.state.ensemble.outputs());
        self.state.ensemble.predict_into(rows, 0..self.trees(), sums.values_mut());
        let trees = self.trees() as f64;
        sums.values_mut().iter_mut().for_each(|sum| *sum /= trees);
        sums
    }

    /// The targets, each with the position where its outputs start.
    pub(super) fn target_outputs(&self) -> impl Iterator<Item = (usize, &TargetSchema)> {
        let mut start = 0;
        self.info.schema.targets().map(move |target| {
            start += target.outputs();
            (start - target.outputs(), target)
        })
    }

    /// The outputs of one of several targets.
    pub(super) fn outputs_of(means: &Matrix, start: usize, target: &TargetSchema) -> Matrix {
        let width = target.outputs();
        let mut part = Matrix::zeros(means.rows(), width);
        for (row, out) in part.values_mut().chunks_exact_mut(width).enumerate() {
            out.copy_from_slice(&means.row(row)[start..start + width]);
        }
        part
    }

    /// What the means of the trees' outputs say about a target.
    fn target_outputs_of(means: Matrix, target: &TargetSchema) -> TargetOutputs {
        if target.task == Task::Regression {
            TargetOutputs::of_numbers(means.into_values())
        } else {
            TargetOutputs::of_probabilities(means, &target.classes)
        }
    }
}

impl Model for ForestModel {
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

impl Predictor for ForestModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let means = self.means(rows);
        if !self.is_multi_target() {
            return Ok(vec![ForestModel::target_outputs_of(means, &self.info.schema.target)]);
        }
        let each = |(start, target)| {
            ForestModel::target_outputs_of(ForestModel::outputs_of(&means, start, target), target)
        };
        Ok(self.target_outputs().map(each).collect())
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
        self.shapley_values(rows, background, run).map(Some)
    }

    fn row_function(&self, name: &str, rows: &Features<'_>, arguments: &[f64]) -> Result<Option<Matrix>> {
        Ok(Some(match (name, arguments) {
            ("predict_quantiles", levels) => self.predict_quantiles(rows, levels)?,
            ("apply", []) => {
                let leaves = self.apply(rows).into_iter().map(|leaf| leaf as f64).collect();
                Matrix::new(rows.rows(), self.trees(), leaves)?
            }
            _ => return Ok(None),
        }))
    }
}

impl Inspect for ForestModel {
    fn importances(&self) -> Option<Vec<f64>> {
        Some(self.impurity_importances().into_iter().map(|importance| importance.mean).collect())
    }

    /// A threshold or set a split, and a distribution or a mean a leaf.
    fn size(&self) -> Option<f64> {
        let a_leaf: usize =
            self.info.schema.targets().map(|target| target.outputs().saturating_sub(1).max(1)).sum();
        let leaves = self.state.ensemble.leaves();
        Some((self.nodes() - leaves + a_leaf * leaves) as f64)
    }

    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        attributes::attribute(self, name)
    }

    fn diagrams(&self) -> usize {
        self.trees()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        diagram::diagram(self, tree)
    }
}

impl LoadModel for ForestModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<ForestModel> {
        let state = file::from_bytes(&info.schema, bytes)?;
        Ok(ForestModel::new(info, state))
    }
}
