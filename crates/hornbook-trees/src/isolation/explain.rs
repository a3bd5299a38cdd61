//! An isolation forest in words: its size and feature importances; and the feature contributions of one row.

use super::model::IsolationForestModel;
use super::path::{average_path_length, score};
use hornbook_core::format::{counted, rounded};
use hornbook_data::{Feature, MISSING_CODE};
use hornbook_learner::format::ranked;
use hornbook_learner::{ExplainedRow, Explanation, Inspect, Section};
use serde_json::json;

/// The whole forest.
pub(super) fn model(model: &IsolationForestModel) -> Explanation {
    let importances = model.importances().unwrap_or_default();
    let inputs = &model.info.schema.inputs;
    let isolating =
        Section::importances("feature importances (mean decrease in path length)", inputs, &importances);
    Explanation { sections: vec![size(model), isolating] }
}

fn size(model: &IsolationForestModel) -> Section {
    let ensemble = &model.state.ensemble;
    let trees = ensemble.trees() as f64;
    let deepest = (0..ensemble.trees()).map(|tree| ensemble.depth(tree)).max().unwrap_or(0);
    let (usual, threshold) = (model.expected_path_length(), model.threshold());
    let text = format!(
        "{}, each from a subsample of {} of {} rows\n{} nodes per tree on average; maximum depth {deepest}\n\
         expected path length {}; rows with an anomaly score above {} are outliers",
        counted(ensemble.trees() as u64, "tree"),
        rounded(model.state.samples),
        model.info.summary.rows,
        rounded(ensemble.nodes() as f64 / trees),
        rounded(usual),
        rounded(threshold),
    );
    let json = json!({
        "trees": ensemble.trees(), "rows_of_a_tree": model.state.samples, "nodes": ensemble.nodes(), "depth": deepest,
        "usual_questions": usual, "threshold": threshold,
    });
    Section { heading: "forest", text, json }
}

/// Feature contributions of a row: by how much the splits on each feature shorten its path.
pub(super) fn row(model: &IsolationForestModel, row: &ExplainedRow<'_>) -> Explanation {
    let single = row.features();
    let columns: Vec<Feature> = (0..single.width()).map(|column| single.column(column)).collect();
    let gains = gains_of_row(model, &columns);
    let (usual, threshold) = (model.expected_path_length(), model.threshold());
    let path_length = model.path_lengths(single).first().copied().unwrap_or(usual);
    let score = score(path_length, usual);
    let text = format!(
        "anomaly score {score:.4}; above {} is an outlier\naverage path length {path_length:.4}, expected {usual:.4}",
        rounded(threshold),
    );
    let json =
        json!({"score": score, "threshold": threshold, "questions": path_length, "usual_questions": usual});
    let unusual = Section { heading: "anomaly score", text, json };
    let inputs = &model.info.schema.inputs;
    let (text, json) = ranked(inputs, &gains, |column| {
        let value = row.value(&inputs[column], column);
        (
            format!("{:+.4} shorter path (is {value})", gains[column]),
            json!({"value": value, "questions_fewer": gains[column]}),
        )
    });
    let apart = Section { heading: "feature contributions", text, json };
    Explanation { sections: vec![unusual, apart] }
}

/// By how much each feature shortens the path of a row, averaged over the trees.
fn gains_of_row(model: &IsolationForestModel, columns: &[Feature]) -> Vec<f64> {
    let ensemble = &model.state.ensemble;
    let mut gains = vec![0.0; columns.len()];
    for tree in 0..ensemble.trees() {
        let mut node = ensemble.nodes_of(tree).start;
        loop {
            let test = ensemble.test(node);
            let (Some(column), Some(children)) = (test.column(), test.children()) else { break };
            let side = match &columns[column] {
                Feature::Number(values) => test.side(values[0], 0),
                Feature::Code(codes, _) => test.side(f64::NAN, codes[0]),
                Feature::Text(_) | Feature::Object(_) => test.side(f64::NAN, MISSING_CODE),
            };
            let expected = |node: usize| average_path_length(ensemble.weight(node));
            gains[column] += expected(node) - 1.0 - expected(children[side]);
            node = children[side];
        }
    }
    gains.iter_mut().for_each(|gain| *gain /= ensemble.trees() as f64);
    gains
}
