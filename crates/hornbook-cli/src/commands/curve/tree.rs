//! Pruning curves of a single tree.

use crate::arguments::{option, switch};
use crate::commands::single_tree;
use crate::failure::Failure;
use crate::output::{Output, note, rows_of_cells};
use clap::{Arg, ArgMatches};
use comfy_table::CellAlignment::Right;
use hornbook::drawing::{LinePlot, PlotCurve};
use hornbook::evaluation::Resampling;
use hornbook::format::counted;
use hornbook::trees::pruning::{CostComplexityPath, PruningCurve, PruningRule};
use hornbook::{Dataset, Error, Learner, Model, Run, Value};
use serde_json::json;

/// The flags that ask for a curve of a tree.
pub const CURVES: [&str; 2] = ["size", "pruning-path"];
pub fn flags() -> [Arg; 3] {
    [
        switch(
            "size",
            "Pruning curve: training and test score of a tree while it is pruned back to its root; the test rows are those \
             of the first split",
        ),
        switch("pruning-path", "Cost-complexity pruning path: impurity and number of leaves for rising ccp_alpha"),
        option("svg", "FILE", "Draw the curve of --size or --pruning-path as an SVG picture").requires("tree"),
    ]
    .map(|arg| arg.help_heading("A single tree"))
}

pub fn is_asked_for(matches: &ArgMatches) -> bool {
    CURVES.iter().any(|name| matches.get_flag(name))
}

/// Grows the tree without pruning, and shows what pruning would make of it.
pub fn run(
    learner: &dyn Learner,
    data: &Dataset,
    design: &dyn Resampling,
    matches: &ArgMatches,
    run: Run,
    output: &Output,
) -> Result<(), Failure> {
    let given = learner.parameters();
    // What prunes a tree as it is trained, where the learner has it.
    let unpruned = [("pruning", Value::Null), ("prune", json!(false)), ("ccp_alpha", json!(0.0))];
    let known = unpruned.into_iter().filter(|(name, _)| given.contains_key(*name));
    let whole = learner.with_parameters(&known.map(|(name, value)| (name.to_string(), value)).collect())?;
    let data = data.with_nonzero_weight();
    let name = learner.declaration().name;
    let (svg, json, text) = if matches.get_flag("size") {
        let splits = design.splits(&data)?;
        let split =
            splits.first().ok_or_else(|| Error::data("there are no rows to hold out", "give more rows"))?;
        let (train, test) = (data.select(split.train.clone()), data.select(split.test.clone()));
        let model = whole.fit_with(&train, &run)?;
        let alpha = given.get("ccp_alpha").and_then(Value::as_f64).unwrap_or(0.0);
        let sets = [("training", &train), ("test", &test)];
        let curve = single_tree::of(&*model)?.pruning_curve(&PruningRule::CostComplexity { alpha }, &sets)?;
        let heading = format!(
            "{name}: pruning curve, {} on {} of training and {} of test",
            curve.measure,
            counted(train.rows().len() as u64, "row"),
            test.rows().len()
        );
        (curve.to_svg(), size_json(&curve), format!("{heading}\n\n{}", size_table(&curve)))
    } else {
        let model = whole.fit_with(&data, &run)?;
        let path = single_tree::of(&*model)?.cost_complexity_path();
        let heading = format!(
            "{name}: cost-complexity pruning path, from {}",
            counted(data.rows().len() as u64, "row")
        );
        (path_svg(&path, &*model), path_json(&path), format!("{heading}\n\n{}", path_table(&path)))
    };
    drop(run);
    if let Some(path) = matches.get_one::<String>("svg") {
        std::fs::write(path, svg).map_err(|error| Error::file("write", path, error))?;
        note(&format!("the drawing is in {path}"));
    }
    if output.is_json() { output.json(&json) } else { output.text(text) }
}

fn size_table(curve: &PruningCurve) -> String {
    let mut lines = vec![["nodes", "leaves", "training", "test", ""].map(str::to_string)];
    for (at, point) in curve.points.iter().enumerate() {
        let kept = if at == curve.kept { "kept by ccp_alpha" } else { "" };
        let score = |set: usize| point.scores.get(set).map(|score| format!("{score:.4}")).unwrap_or_default();
        lines.push([point.nodes.to_string(), point.leaves.to_string(), score(0), score(1), kept.to_string()]);
    }
    rows_of_cells(lines, &[(0, Right), (1, Right), (2, Right), (3, Right)])
}

fn size_json(curve: &PruningCurve) -> Value {
    let point = |point: &hornbook::trees::pruning::PruningPoint| json!({"nodes": point.nodes, "leaves": point.leaves, "scores": point.scores});
    json!({
        "measure": curve.measure, "sets": curve.sets, "kept": curve.kept,
        "points": curve.points.iter().map(point).collect::<Vec<_>>(),
    })
}

fn path_table(path: &CostComplexityPath) -> String {
    let mut lines = vec![["ccp_alpha", "leaves", "impurity"].map(str::to_string)];
    for ((alpha, leaves), impurity) in path.alphas.iter().zip(&path.leaves).zip(&path.impurities) {
        lines.push([format!("{alpha:.6}"), leaves.to_string(), format!("{impurity:.6}")]);
    }
    rows_of_cells(lines, &[(0, Right), (1, Right), (2, Right)])
}

fn path_json(path: &CostComplexityPath) -> Value {
    json!({"alphas": path.alphas, "leaves": path.leaves, "impurities": path.impurities})
}

fn path_svg(path: &CostComplexityPath, model: &dyn Model) -> String {
    LinePlot {
        title: format!("Cost-complexity pruning path of {}", model.info().learner),
        below: "ccp_alpha".to_string(),
        curves: vec![PlotCurve {
            name: "impurity".to_string(),
            points: path.alphas.iter().copied().zip(path.impurities.iter().copied()).collect(),
        }],
        ..LinePlot::default()
    }
    .to_svg()
}
