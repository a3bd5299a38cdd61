//! An isolation forest in words: how large it is and what it asks; and what set one row apart.

use super::model::IsolationForestModel;
use super::path::{average_path_length, score};
use hornbook_data::{Feature, Features};
use hornbook_learner::words::{counted, ranked, rounded, value_of};
use hornbook_learner::{Explanation, Model as _, Section};
use serde_json::json;

/// The whole forest.
pub(super) fn model(model: &IsolationForestModel) -> Explanation {
    let importances = model.importances().unwrap_or_default();
    let inputs = &model.info.schema.inputs;
    let isolating = Section::importances("columns that set rows apart", inputs, &importances);
    Explanation { sections: vec![size(model), isolating] }
}

fn size(model: &IsolationForestModel) -> Section {
    let grove = &model.learned.grove;
    let trees = grove.trees() as f64;
    let deepest = (0..grove.trees()).map(|tree| grove.depth(tree)).max().unwrap_or(0);
    let (usual, threshold) = (model.usual_questions(), model.threshold());
    let text = format!(
        "{}, each from {} rows drawn; {} were there\na tree has {} nodes on average; the deepest has depth {deepest}\n\
         a row like all others takes {} questions; rows with a score above {} are outliers",
        counted(grove.trees() as u64, "tree", "trees"),
        rounded(model.learned.samples),
        model.info.summary.rows,
        rounded(grove.nodes() as f64 / trees),
        rounded(usual),
        rounded(threshold),
    );
    let json = json!({
        "trees": grove.trees(), "rows_of_a_tree": model.learned.samples, "nodes": grove.nodes(), "depth": deepest,
        "usual_questions": usual, "threshold": threshold,
    });
    Section { heading: "forest", text, json }
}

/// What set a row apart: how much nearer to its end the questions about each column brought it.
pub(super) fn row(model: &IsolationForestModel, rows: &Features<'_>, row: usize) -> Explanation {
    let single = rows.single(row);
    let columns: Vec<Feature> = (0..single.width()).map(|column| single.column(column)).collect();
    let gains = gains_of_row(model, &columns);
    let (usual, threshold) = (model.usual_questions(), model.threshold());
    let questions = model.questions(&single).first().copied().unwrap_or(usual);
    let score = score(questions, usual);
    let text = format!(
        "score {score:.4}; above {} is an outlier\n{questions:.4} questions set it apart on average, where {usual:.4} \
         are usual",
        rounded(threshold),
    );
    let json =
        json!({"score": score, "threshold": threshold, "questions": questions, "usual_questions": usual});
    let unusual = Section { heading: "how unusual it is", text, json };
    let inputs = &model.info.schema.inputs;
    let (text, json) = ranked(inputs, &gains, |column| {
        let value = value_of(&inputs[column], &columns[column], 0);
        (
            format!("{:+.4} questions fewer (is {value})", gains[column]),
            json!({"value": value, "questions_fewer": gains[column]}),
        )
    });
    let apart = Section { heading: "what set it apart", text, json };
    Explanation { sections: vec![unusual, apart] }
}

/// How many questions fewer than expected a row takes thanks to each column, averaged over the trees.
fn gains_of_row(model: &IsolationForestModel, columns: &[Feature]) -> Vec<f64> {
    let grove = &model.learned.grove;
    let mut gains = vec![0.0; columns.len()];
    for tree in 0..grove.trees() {
        let mut node = grove.nodes_of(tree).start;
        loop {
            let ask = grove.ask(node);
            let (Some(column), Some(children)) = (ask.column(), ask.children()) else { break };
            let side = match &columns[column] {
                Feature::Number(values) => ask.side(values[0], 0),
                Feature::Code(codes, _) => ask.side(f64::NAN, codes[0]),
            };
            let expected = |node: usize| average_path_length(grove.weight(node));
            gains[column] += expected(node) - 1.0 - expected(children[side]);
            node = children[side];
        }
    }
    gains.iter_mut().for_each(|gain| *gain /= grove.trees() as f64);
    gains
}
