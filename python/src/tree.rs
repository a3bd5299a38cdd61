//! What only single trees know.

use crate::data::PyDataset;
use crate::errors::to_python;
use crate::learner::read_parameter;
use crate::model::PyModel;
use hornbook::trees::DecisionTreeModel;
use hornbook::trees::pruning::PruningRule;
use hornbook::trees::reports::inductive_bias;
use hornbook::{DecisionTree, Declared, Error, ParameterValue, PerColumn, Result};
use pyo3::prelude::*;
use std::any::Any;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(tree_path, module)?)?;
    module.add_function(wrap_pyfunction!(tree_size_curve, module)?)?;
    module.add_function(wrap_pyfunction!(tree_bias, module)?)?;
    module.add_function(wrap_pyfunction!(tree_cost, module)?)
}

fn tree(model: &PyModel) -> Result<&DecisionTreeModel> {
    let any: &dyn Any = model.model();
    any.downcast_ref::<DecisionTreeModel>()
        .ok_or_else(|| Error::mismatch("this model is not a single tree", "train a decision tree"))
}

/// The alphas, the impurities and the leaves of the trees that cost-complexity pruning goes through.
#[pyfunction]
fn tree_path(model: &PyModel) -> PyResult<(Vec<f64>, Vec<f64>, Vec<usize>)> {
    let path = tree(model).map_err(to_python)?.cost_complexity_path();
    Ok((path.alphas, path.impurities, path.leaves))
}

/// A tree on the way of a size curve: its nodes, its leaves, and how well it does on each set of rows.
type SizeCurvePoint = (usize, usize, Vec<f64>);

/// How well the tree does on sets of rows while it is pruned: what is measured, the points, which of them the rule
/// keeps, and a drawing. Nodes go by cost complexity or, given rows to prune by, by reduced error.
#[pyfunction]
fn tree_size_curve(
    model: &PyModel,
    names: Vec<String>,
    sets: Vec<PyRef<'_, PyDataset>>,
    alpha: f64,
    validation: Option<&PyDataset>,
) -> PyResult<(&'static str, Vec<SizeCurvePoint>, usize, String)> {
    let rule = match validation {
        Some(validation) => PruningRule::ReducedError { validation: &validation.0 },
        None => PruningRule::CostComplexity { alpha },
    };
    let sets: Vec<_> = names.iter().zip(&sets).map(|(name, data)| (name.as_str(), &data.0)).collect();
    let curve = tree(model).and_then(|tree| tree.pruning_curve(&rule, &sets)).map_err(to_python)?;
    let drawing = curve.to_svg();
    let points = curve.points.into_iter().map(|point| (point.nodes, point.leaves, point.scores));
    Ok((curve.measure, points.collect(), curve.kept, drawing))
}

/// A column: its name, how many splits use it, how many come before the first of them, and what they gain.
type SplitUse = (String, usize, usize, f64);

/// Nodes, leaves, depth and mean depth of the tree, and where it splits on what.
#[pyfunction]
fn tree_bias(model: &PyModel) -> PyResult<(usize, usize, usize, f64, Vec<SplitUse>)> {
    let found = inductive_bias(tree(model).map_err(to_python)?);
    let places = found.columns.into_iter().map(|one| (one.name, one.splits, one.first_depth, one.gain));
    Ok((found.nodes, found.leaves, found.depth, found.mean_depth, places.collect()))
}

/// What the features cost that the rows are tested on, on average.
#[pyfunction]
fn tree_cost(model: &PyModel, data: &PyDataset, costs: &Bound<'_, PyAny>) -> PyResult<f64> {
    let value = read_parameter(DecisionTree::declaration(), "costs", costs)?;
    let costs = PerColumn::from_value(&value).ok_or_else(|| {
        to_python(Error::data(format!("the costs are {value}"), "give a dictionary or a list of numbers"))
    })?;
    tree(model).and_then(|tree| tree.expected_cost(&data.0, &costs)).map_err(to_python)
}
