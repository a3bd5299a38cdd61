//! A forest in words: how large it is, how well it does, its feature importances; and what moved one row's prediction.

use super::model::ForestModel;
use super::out_of_bag::OobScore;
use hornbook_core::format::{counted, rounded};
use hornbook_core::{Result, Run, Task, Value};
use hornbook_data::TargetSchema;
use hornbook_learner::format::ranked;
use hornbook_learner::{
    ExplainedRow, Explanation, OutputRequest, Predictions, Predictor, Section, ShapValues,
};
use serde_json::json;

/// The whole forest.
pub(super) fn model(model: &ForestModel) -> Explanation {
    let mut sections = vec![size(model)];
    let scores = model.oob_scores().iter().zip(model.info.schema.targets());
    let scores = scores.map(|(score, target)| out_of_bag(model, score, target));
    sections.extend(together("out-of-bag score", scores));
    sections.push(impurity(model));
    sections.extend(shuffling(model));
    Explanation { sections }
}

fn size(model: &ForestModel) -> Section {
    let ensemble = &model.state.ensemble;
    let trees = ensemble.trees() as f64;
    let depths: Vec<usize> = (0..ensemble.trees()).map(|tree| ensemble.depth(tree)).collect();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let (nodes, leaves) = (ensemble.nodes() as f64 / trees, ensemble.leaves() as f64 / trees);
    let mean_depth = depths.iter().sum::<usize>() as f64 / trees;
    let text = format!(
        "{} from {}\na tree has {} nodes, {} leaves and depth {} on average; the deepest has depth {deepest}",
        counted(ensemble.trees() as u64, "tree"),
        counted(model.info.summary.rows, "row"),
        rounded(nodes),
        rounded(leaves),
        rounded(mean_depth),
    );
    let json = json!({
        "trees": ensemble.trees(), "nodes": ensemble.nodes(), "leaves": ensemble.leaves(), "depths": depths,
    });
    Section { heading: "forest", text, json }
}

/// A section about each of the targets: of one what it says, of several a list.
fn together(heading: &'static str, targets: impl Iterator<Item = (String, Value)>) -> Option<Section> {
    let (texts, mut all): (Vec<String>, Vec<Value>) = targets.unzip();
    let json = if all.len() > 1 { Value::Array(all) } else { all.pop()? };
    Some(Section { heading, text: texts.join("\n"), json })
}

fn out_of_bag(model: &ForestModel, score: &OobScore, target: &TargetSchema) -> (String, Value) {
    let name = match target.task {
        Task::Classification => "accuracy",
        _ => "R²",
    };
    let text = format!(
        "{}{name} {:.4} ({:.4} to {:.4}, {:.0} % CI) on {}",
        if model.is_multi_target() { format!("{}: ", target.name) } else { String::new() },
        score.value,
        score.low,
        score.high,
        100.0 * score.level,
        counted(score.rows, "row"),
    );
    let json = json!({
        "target": target.name, "measure": name, "value": score.value, "low": score.low, "high": score.high,
        "level": score.level, "rows": score.rows,
    });
    (text, json)
}

fn impurity(model: &ForestModel) -> Section {
    let all = model.impurity_importances();
    let means: Vec<f64> = all.iter().map(|one| one.mean).collect();
    let (text, json) = ranked(&model.info.schema.inputs, &means, |column| {
        let one = all[column];
        (
            format!("{:.4} (± {:.4} over the trees)", one.mean, one.deviation),
            json!({"mean": one.mean, "deviation": one.deviation}),
        )
    });
    Section { heading: "feature importances (mean decrease in impurity)", text, json }
}

fn shuffling(model: &ForestModel) -> Option<Section> {
    let all = model.oob_importances()?;
    let means: Vec<f64> = all.iter().map(|one| one.mean).collect();
    let (text, json) = ranked(&model.info.schema.inputs, &means, |column| {
        let one = all[column];
        (
            format!("{:.4} ({:.4} to {:.4})", one.mean, one.low, one.high),
            json!({"mean": one.mean, "low": one.low, "high": one.high}),
        )
    });
    Some(Section { heading: "permutation importance (out-of-bag)", text, json })
}

/// Why one row gets its prediction: from the mean of all rows, each column moves it by its Shapley value.
pub(super) fn row(model: &ForestModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let contributions = model.shapley_values(row.features(), None, &Run::default())?;
    let outputs = model.raw_outputs(row.features(), OutputRequest::PREDICTIONS)?;
    let of_targets = model.target_outputs().zip(&outputs).map(|((start, target), outputs)| {
        let likeliest = match &outputs.predictions {
            Predictions::Classes(codes, _) => codes[0] as usize,
            Predictions::Numbers(_) => 0,
        };
        moves(model, row, &contributions, target, (start, likeliest))
    });
    Ok(Explanation {
        sections: together("feature contributions (SHAP values)", of_targets).into_iter().collect(),
    })
}

/// What moved one output, which says a number or the probability of a class of a target.
fn moves(
    model: &ForestModel,
    row: &ExplainedRow<'_>,
    contributions: &ShapValues,
    target: &TargetSchema,
    (first, class): (usize, usize),
) -> (String, Value) {
    let output = first + class;
    let start = contributions.base()[output];
    let width = row.features().width();
    let moves: Vec<f64> = (0..width).map(|column| contributions.value(0, column, output)).collect();
    let prediction = start + moves.iter().sum::<f64>();
    let said = match target.task {
        Task::Classification => format!("the probability of {} = {}", target.name, target.classes[class]),
        _ => target.name.clone(),
    };
    let sizes: Vec<f64> = moves.iter().map(|x| x.abs()).collect();
    let (lines, json) = ranked(&model.info.schema.inputs, &sizes, |column| {
        let value = row.value(&model.info.schema.inputs[column], column);
        (format!("{:+.4} (is {value})", moves[column]), json!({"value": value, "moves": moves[column]}))
    });
    let text =
        format!("{said}: base value {start:.4} (mean prediction)\n{lines}\nprediction {prediction:.4}");
    let said_class = (target.task == Task::Classification).then(|| target.classes[class].clone());
    let json = json!({"target": target.name, "class": said_class, "starts": start, "columns": json, "ends": prediction});
    (text, json)
}
