//! A forest in words: how large it is, how well it does, what it leans on; and what moved one row's prediction.

use super::model::ForestModel;
use crate::words::{counted, ranked, rounded, value_of};
use hornbook_core::{Result, Task};
use hornbook_data::Features;
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
    let depths: Vec<usize> = (0..grove.trees()).map(|tree| grove.depth(tree)).collect();
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

fn out_of_bag(model: &ForestModel) -> Option<Section> {
    let score = model.oob_score()?;
    let name = match model.info.schema.target.task {
        Task::Classification => "accuracy",
        _ => "R²",
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
    Section { heading: "share of the impurity removed", text, json }
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
    Some(Section { heading: "what shuffling a column costs on rows that trees have not seen", text, json })
}

/// Why one row gets its prediction: from the mean of all rows, each column moves it by its Shapley value.
pub(super) fn row(model: &ForestModel, rows: &Features<'_>, row: usize) -> Result<Explanation> {
    let single = rows.single(row);
    let target = &model.info.schema.target;
    let output = match target.task {
        Task::Classification => first_largest(model.raw_probabilities(&single)?.row(0)),
        _ => 0,
    };
    let contributions = model.shapley_values(&single, None)?;
    let start = contributions.base()[output];
    let moves: Vec<f64> = (0..single.width()).map(|column| contributions.value(0, column, output)).collect();
    let prediction = start + moves.iter().sum::<f64>();
    let said = match target.task {
        Task::Classification => format!("the probability of {} = {}", target.name, target.classes[output]),
        _ => target.name.clone(),
    };
    let sizes: Vec<f64> = moves.iter().map(|x| x.abs()).collect();
    let (lines, json) = ranked(&model.info.schema.inputs, &sizes, |column| {
        let value = value_of(&model.info.schema.inputs[column], &single.column(column), 0);
        (format!("{:+.4} (is {value})", moves[column]), json!({"value": value, "moves": moves[column]}))
    });
    let text =
        format!("{said} starts at {start:.4}, the mean of all rows\n{lines}\nand ends at {prediction:.4}");
    let class = (target.task == Task::Classification).then(|| target.classes[output].clone());
    let json = json!({"class": class, "starts": start, "columns": json, "ends": prediction});
    Ok(Explanation { sections: vec![Section { heading: "what moved the prediction", text, json }] })
}
