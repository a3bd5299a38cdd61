//! Likelihoods in words, as traces and explanations say them.

use super::model::NaiveBayesModel;
use super::scores::Scores;
use hornbook_core::Value;
use hornbook_core::format::{rounded, significant, table};
use hornbook_data::{Feature, InputKind};
use hornbook_learner::{ExplainedRow, Model};
use serde_json::json;

/// Levels of a table that are written out.
const MOST_LEVELS: usize = 20;

/// The name of a level of a table.
pub(super) fn level_name(kind: &InputKind, level: usize) -> String {
    match kind {
        InputKind::Number | InputKind::Date => level.to_string(),
        kind => kind.level(level as u32).to_string(),
    }
}

/// The likelihood of one column: a table with a line for each value or parameter and a column for each class.
pub(super) fn likelihood(model: &NaiveBayesModel, column: usize) -> (String, Value) {
    let input = &model.info().schema.inputs[column];
    let classes = &model.info().schema.target.classes;
    let name = &input.name;
    let mut lines = vec![std::iter::once(name.clone()).chain(classes.iter().cloned()).collect::<Vec<_>>()];
    let mut line = |label: String, cells: Vec<String>| {
        lines.push(std::iter::once(label).chain(cells).collect());
    };
    let numbers = |values: &[f64]| values.iter().map(|x| significant(*x)).collect::<Vec<_>>();
    let probabilities = |values: &[f64]| values.iter().map(|x| rounded(*x)).collect::<Vec<_>>();
    let json = match &model.learned.columns[column] {
        Scores::Normal { means, factors, .. } => {
            let variances: Vec<f64> = factors.iter().map(|factor| 0.5 / factor).collect();
            line("mean".into(), numbers(means));
            line("variance".into(), numbers(&variances));
            json!({"likelihood": "gaussian", "means": means, "variances": variances})
        }
        Scores::Kernel(windows) => {
            let widths: Vec<f64> = windows.iter().map(|windows| windows.width()).collect();
            let points: Vec<usize> = windows.iter().map(|windows| windows.len()).collect();
            line("kernels".into(), points.iter().map(usize::to_string).collect());
            line("width".into(), numbers(&widths));
            json!({"likelihood": "kernel", "kernels": points, "widths": widths})
        }
        Scores::Table { levels, logs } => {
            let of = |level: usize| -> Vec<f64> {
                (0..classes.len()).map(|class| logs[class * levels + level].exp()).collect()
            };
            for level in 0..(*levels).min(MOST_LEVELS) {
                line(format!("P({} | …)", level_name(&input.kind, level)), probabilities(&of(level)));
            }
            if *levels > MOST_LEVELS {
                line(format!("and {} more", levels - MOST_LEVELS), Vec::new());
            }
            let table: serde_json::Map<_, _> =
                (0..*levels).map(|level| (level_name(&input.kind, level), json!(of(level)))).collect();
            json!({"likelihood": "categorical", "probabilities": table})
        }
        Scores::Truth { threshold, logs } => {
            let yes: Vec<f64> = logs.iter().map(|[_, yes]| yes.exp()).collect();
            line(format!("P(> {threshold} | …)"), probabilities(&yes));
            json!({"likelihood": "bernoulli", "above": threshold, "probabilities": yes})
        }
        Scores::Events(weights) => {
            line("log weight".into(), numbers(weights));
            json!({"likelihood": model.likelihoods()[column].name(), "weights": weights})
        }
        Scores::Silent => {
            line("never seen".into(), Vec::new());
            json!({"likelihood": Value::Null})
        }
    };
    (table(&lines), json)
}

/// What a row has in a column, as it stands in a product: `Outlook = Sunny`; none if it is missing.
pub(super) fn event(model: &NaiveBayesModel, row: &ExplainedRow<'_>, column: usize) -> Option<String> {
    let input = &model.info().schema.inputs[column];
    let (name, feature) = (&input.name, row.features().column(column));
    match (&feature, &model.learned.columns[column]) {
        (feature, _) if feature.is_missing(0) => None,
        (Feature::Text(_) | Feature::Object(_), _) => None,
        (Feature::Number(x), Scores::Truth { threshold, .. }) => {
            Some(format!("{name} {} {threshold}", if x[0] > *threshold { ">" } else { "<=" }))
        }
        _ => Some(format!("{name} = {}", row.value(input, column))),
    }
}
