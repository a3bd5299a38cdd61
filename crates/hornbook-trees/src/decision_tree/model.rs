use super::diagram;
use super::explain;
use super::file;
use super::shapley;
use super::tree::{CompactTree, Tree, columns_of, number_of};
use hornbook_core::{Result, Run, Task};
use hornbook_data::{Feature, Features, Matrix};
use hornbook_learner::drawing::Diagram;
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, ShapValues,
    TargetOutputs, first_largest,
};
use rayon::prelude::*;

/// A grown tree.
#[derive(Debug)]
pub struct DecisionTreeModel {
    pub(crate) info: ModelInfo,
    pub(crate) tree: Tree,
    /// The tree laid out for speed, if it splits on numbers only.
    compact: Option<CompactTree>,
}

impl DecisionTreeModel {
    /// A tree that was just grown or pruned, with its size in the summary.
    pub(crate) fn new(mut info: ModelInfo, tree: Tree) -> DecisionTreeModel {
        let details = &mut info.summary.details;
        details.insert("nodes".into(), tree.nodes.len().into());
        details.insert("leaves".into(), tree.leaves().into());
        details.insert("depth".into(), tree.depth().into());
        DecisionTreeModel::of_file(info, tree)
    }

    fn of_file(info: ModelInfo, tree: Tree) -> DecisionTreeModel {
        let compact = CompactTree::of(&tree);
        DecisionTreeModel { info, tree, compact }
    }

    /// Gives branches without rows a leaf of this class.
    pub(super) fn fill_empty_branches(&mut self, class: usize) {
        self.tree.fill_empty_branches(class);
    }

    /// What a node predicts for a row: a number.
    pub(crate) fn number_at(&self, node: u32, columns: &[Feature], row: usize) -> f64 {
        match &self.tree.nodes[node as usize].leaf_model {
            Some(line) => line.at(|column| number_of(columns, column, row)),
            None => self.tree.tallies[node as usize],
        }
    }

    fn has_leaf_models(&self) -> bool {
        self.tree.nodes[0].leaf_model.is_some()
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// How many leaves the tree has.
    pub fn leaves(&self) -> usize {
        self.tree.leaves()
    }

    /// The longest path from the root to a leaf.
    pub fn depth(&self) -> usize {
        self.tree.depth()
    }

    /// The class of a tally: the first of the most common.
    pub(crate) fn decide(tally: &[f64]) -> u32 {
        first_largest(tally) as u32
    }

    /// Fills `out` from the node where each row ends.
    fn place<T: Send>(&self, rows: &Features<'_>, out: &mut [T], finish: impl Fn(u32, &mut T) + Sync) {
        match &self.compact {
            Some(compact) => compact.place(rows, out, finish),
            None => self.tree.place(rows, out, finish),
        }
    }

    /// Classes and their probabilities from the leaves that rows fall into.
    fn classes_with_probabilities(&self, rows: &Features<'_>) -> TargetOutputs {
        let width = self.tree.width;
        let mut nodes = vec![0u32; rows.rows()];
        self.place(rows, &mut nodes, |node, slot| *slot = node);
        let mut matrix = Matrix::zeros(rows.rows(), width);
        matrix.values_mut().par_chunks_mut(width.max(1)).zip(&nodes).for_each(|(out, &node)| {
            let tally = self.tree.tally(node as usize);
            let total: f64 = tally.iter().sum();
            out.iter_mut().zip(tally).for_each(|(o, t)| *o = t / total);
        });
        let codes = nodes.iter().map(|&node| Self::decide(self.tree.tally(node as usize))).collect();
        TargetOutputs::of_classes(codes, &self.info.schema.target.classes).with_probabilities(matrix)
    }

    /// What fractional trees predict: the leaves' distributions, in the fractions in which a row reaches them.
    fn spread(&self, rows: &Features<'_>) -> Matrix {
        let (columns, width) = (columns_of(rows), self.tree.width);
        let mut matrix = Matrix::zeros(rows.rows(), width);
        let rows = matrix.values_mut().par_chunks_mut(width).enumerate();
        rows.for_each(|(row, out)| self.spread_row(&columns, row, out));
        matrix
    }

    /// Adds to `out` what one row gets.
    pub(super) fn spread_row(&self, columns: &[Feature], row: usize, out: &mut [f64]) {
        self.tree.spread(columns, row, |node, share| {
            if self.is_numbers() {
                out[0] += share * self.number_at(node, columns, row);
                return;
            }
            let tally = self.tree.tally(node as usize);
            let scale = share / tally.iter().sum::<f64>();
            out.iter_mut().zip(tally).for_each(|(o, t)| *o += scale * t);
        });
    }

    pub(crate) fn is_numbers(&self) -> bool {
        self.info.schema.target.task == Task::Regression
    }
}

impl Model for DecisionTreeModel {
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
        file::to_bytes(&self.tree)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for DecisionTreeModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let levels = &self.info.schema.target.classes;
        let outputs = if self.tree.fractional {
            let spread = self.spread(rows);
            if self.is_numbers() {
                TargetOutputs::of_numbers(spread.into_values())
            } else {
                let codes = (0..spread.rows()).map(|row| Self::decide(spread.row(row))).collect();
                TargetOutputs::of_classes(codes, levels).with_probabilities(spread)
            }
        } else if self.has_leaf_models() {
            let columns = columns_of(rows);
            let mut nodes = vec![0u32; rows.rows()];
            self.place(rows, &mut nodes, |node, slot| *slot = node);
            let values = nodes.par_iter().enumerate();
            let values = values.map(|(row, &node)| self.number_at(node, &columns, row));
            TargetOutputs::of_numbers(values.collect())
        } else if self.is_numbers() {
            let mut values = vec![0.0; rows.rows()];
            self.place(rows, &mut values, |node, value| *value = self.tree.tallies[node as usize]);
            TargetOutputs::of_numbers(values)
        } else if request.probabilities {
            self.classes_with_probabilities(rows)
        } else {
            let decisions: Vec<u32> = self.tree.tallies.chunks(self.tree.width).map(Self::decide).collect();
            let mut codes = vec![0u32; rows.rows()];
            self.place(rows, &mut codes, |node, code| *code = decisions[node as usize]);
            TargetOutputs::of_classes(codes, levels)
        };
        Ok(vec![outputs])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row)
    }

    /// Of the number, or of the probability of each class.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        shapley::shap_values(self, rows, background, run).map(Some)
    }
}

impl Inspect for DecisionTreeModel {
    /// A threshold or set a split, and a distribution, a mean or a line a leaf.
    fn size(&self) -> Option<f64> {
        let a_leaf = self.info.schema.target.classes.len().saturating_sub(1).max(1);
        let leaves = self.tree.nodes.iter().filter(|node| node.is_leaf());
        let coefficients: usize =
            leaves.filter_map(|leaf| leaf.leaf_model.as_ref()).map(|line| line.terms.len()).sum();
        Some((self.nodes() - self.leaves() + a_leaf * self.leaves() + coefficients) as f64)
    }

    fn importances(&self) -> Option<Vec<f64>> {
        let mut importances = vec![0.0; self.info.schema.inputs.len()];
        for node in &self.tree.nodes {
            if let Some(column) = node.split.column() {
                importances[column as usize] += node.weight * node.gain;
            }
        }
        let total: f64 = importances.iter().sum();
        if total > 0.0 {
            importances.iter_mut().for_each(|i| *i /= total);
        }
        Some(importances)
    }

    fn diagrams(&self) -> usize {
        1
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        if tree == 0 { diagram::diagram(self) } else { None }
    }
}

impl LoadModel for DecisionTreeModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<DecisionTreeModel> {
        let tree = file::from_bytes(&info.schema, bytes)?;
        Ok(DecisionTreeModel::of_file(info, tree))
    }
}
