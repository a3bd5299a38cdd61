//! A forest in words: how large it is, how well it does, what it leans on; and what moved one row's prediction.

use super::model::ForestModel;
use crate::grove::Grove;
use crate::words::{counted, rounded, value_of};
use hornbook_core::{Error, Result, Task, Value};
use hornbook_data::{Feature, Features};
use hornbook_learner::{Explanation, Model as _, Section, first_largest};
use serde_json::json;

/// The whole forest.
pub(super) fn model(model: &ForestModel) -> Explanation {
    let mut sections = vec![size(model)];
    sections.extend(out_of_bag(model));
    sections.push(impurity(model));
    sections.extend(shuffling(model));
    Explanation { sections }
}

fn size(model: &ForestModel) -> Section {
    let grove = &model.learned.grove;
    let trees = grove.trees() as f64;
    let depths: Vec<usize> = (0..grove.trees()).map(|tree| depth(grove, tree)).collect();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let (nodes, leaves) = (grove.nodes() as f64 / trees, grove.leaves() as f64 / trees);
    let mean_depth = depths.iter().sum::<usize>() as f64 / trees;
    let text = format!(
        "{} from {}\na tree has {} nodes, {} leaves and depth {} on average; the deepest has depth {deepest}",
        counted(grove.trees() as u64, "tree", "trees"),
        counted(model.info.summary.rows, "row", "rows"),
        rounded(nodes),
        rounded(leaves),
        rounded(mean_depth),
    );
    let json = json!({
        "trees": grove.trees(), "nodes": grove.nodes(), "leaves": grove.leaves(), "depths": depths,
    });
    Section { heading: "forest", text, json }
}

/// The longest path of a tree; parents come before their children.
fn depth(grove: &Grove, tree: usize) -> usize {
    let nodes = grove.nodes_of(tree);
    let mut depths = vec![0usize; nodes.len()];
    for node in nodes.clone() {
        for child in grove.ask(node).children().into_iter().flatten() {
            depths[child - nodes.start] = depths[node - nodes.start] + 1;
        }
    }
    depths.into_iter().max().unwrap_or(0)
}

fn out_of_bag(model: &ForestModel) -> Option<Section> {
    let score = model.oob_score()?;
    let name = match model.info.schema.target.task {
        Task::Classification => "accuracy",
        Task::Regression => "R²",
    };
    let text = format!(
        "{name} {:.4} ({:.4} to {:.4}, {:.0} % interval) on {}",
        score.value,
        score.low,
        score.high,
        100.0 * score.level,
        counted(score.rows, "row", "rows"),
    );
    let json = json!({
        "measure": name, "value": score.value, "low": score.low, "high": score.high, "level": score.level,
        "rows": score.rows,
    });
    Some(Section { heading: "rows that trees have not seen", text, json })
}

/// Columns by a number, the largest first, a line each.
fn ranked(model: &ForestModel, numbers: &[f64], cells: impl Fn(usize) -> (String, Value)) -> (String, Value) {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[b].total_cmp(&numbers[a]).then(a.cmp(&b)));
    let inputs = &model.info.schema.inputs;
    let width = inputs.iter().map(|input| input.name.chars().count()).max().unwrap_or(0);
    let mut json = serde_json::Map::new();
    let mut lines = Vec::new();
    for column in order {
        let (text, value) = cells(column);
        lines.push(format!("{:width$}  {text}", inputs[column].name));
        json.insert(inputs[column].name.clone(), value);
    }
    (lines.join("\n"), Value::Object(json))
}

fn impurity(model: &ForestModel) -> Section {
    let all = model.impurity_importances();
    let means: Vec<f64> = all.iter().map(|one| one.mean).collect();
    let (text, json) = ranked(model, &means, |column| {
        let one = all[column];
        (
            format!("{:.4} (± {:.4} over the trees)", one.mean, one.deviation),
            json!({"mean": one.mean, "deviation": one.deviation}),
        )
    });
    Section { heading: "share of the impurity removed", text, json }
}

fn shuffling(model: &ForestModel) -> Option<Section> {
    let all = model.oob_importances()?;
    let means: Vec<f64> = all.iter().map(|one| one.mean).collect();
    let (text, json) = ranked(model, &means, |column| {
        let one = all[column];
        (
            format!("{:.4} ({:.4} to {:.4})", one.mean, one.low, one.high),
            json!({"mean": one.mean, "low": one.low, "high": one.high}),
        )
    });
    Some(Section { heading: "what shuffling a column costs on rows that trees have not seen", text, json })
}

/// Why one row gets its prediction: from the mean of all rows, each question on its way moves it.
pub(super) fn row(model: &ForestModel, rows: &Features<'_>, row: usize) -> Result<Explanation> {
    if row >= rows.rows() {
        return Err(Error::data(
            format!("there is no row {}: the table has {}", row + 1, rows.rows()),
            "name a row of the table",
        ));
    }
    let single = rows.single(row);
    let columns: Vec<Feature> = (0..single.width()).map(|i| single.column(i)).collect();
    let target = &model.info.schema.target;
    let output = match target.task {
        Task::Classification => first_largest(model.raw_probabilities(&single)?.row(0)),
        Task::Regression => 0,
    };
    let (start, moves) = contributions(&model.learned.grove, &columns, output);
    let prediction = start + moves.iter().sum::<f64>();
    let said = match target.task {
        Task::Classification => format!("the probability of {} = {}", target.name, target.classes[output]),
        Task::Regression => target.name.clone(),
    };
    let sizes: Vec<f64> = moves.iter().map(|x| x.abs()).collect();
    let (lines, json) = ranked(model, &sizes, |column| {
        let input = &model.info.schema.inputs[column];
        let value = value_of(input, &columns[column], 0);
        (format!("{:+.4} (is {value})", moves[column]), json!({"value": value, "moves": moves[column]}))
    });
    let text =
        format!("{said} starts at {start:.4}, the mean of all rows\n{lines}\nand ends at {prediction:.4}");
    let class = (target.task == Task::Classification).then(|| target.classes[output].clone());
    let json = json!({"class": class, "starts": start, "columns": json, "ends": prediction});
    Ok(Explanation { sections: vec![Section { heading: "what moved the prediction", text, json }] })
}

/// The mean of the roots, and by how much the questions about each column move the prediction from there, averaged over
/// the trees.
fn contributions(grove: &Grove, row: &[Feature], output: usize) -> (f64, Vec<f64>) {
    let mut start = 0.0;
    let mut moves = vec![0.0; row.len()];
    let share = 1.0 / grove.trees() as f64;
    for tree in 0..grove.trees() {
        let means = node_means(grove, tree, output);
        let root = grove.nodes_of(tree).start;
        let mut node = root;
        start += share * means[0];
        loop {
            let ask = grove.ask(node);
            let (Some(column), Some(children)) = (ask.column(), ask.children()) else { break };
            let next = children[match &row[column] {
                Feature::Number(values) => ask.side(values[0], 0),
                Feature::Code(codes, _) => ask.side(f64::NAN, codes[0]),
            }];
            moves[column] += share * (means[next - root] - means[node - root]);
            node = next;
        }
    }
    (start, moves)
}

/// What the rows of each node of a tree are on average: the mean of its children by weight.
fn node_means(grove: &Grove, tree: usize, output: usize) -> Vec<f64> {
    let nodes = grove.nodes_of(tree);
    let mut means = vec![0.0; nodes.len()];
    // Children come after their parents.
    for node in nodes.clone().rev() {
        let ask = grove.ask(node);
        means[node - nodes.start] = match ask.children() {
            None => grove.leaf_numbers(node)[output],
            Some(children) => {
                let [one, two] = children.map(|child| (grove.weight(child), means[child - nodes.start]));
                (one.0 * one.1 + two.0 * two.1) / (one.0 + two.0)
            }
        };
    }
    means
}
