//! Permutation feature importance.

use crate::record::Importance;
use hornbook_core::{Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::intervals::student_mean;
use hornbook_evaluation::{EvaluationOptions, Split, permutation_importance};
use hornbook_learner::Model;

/// Shuffles of a column, and in each of several folds.
const REPEATS: usize = 10;
const REPEATS_OF_FOLD: usize = 4;
/// Rows that are shuffled.
const ROWS: usize = 5000;

/// Permutation importances on held-out rows, the largest first.
pub(crate) fn importances_on(
    model: &dyn Model,
    unseen: &Dataset,
    scoring: &EvaluationOptions,
    seed: u64,
    run: &Run,
) -> Result<Vec<Importance>> {
    let rows = unseen.subsampled(ROWS);
    let found = permutation_importance(model, &rows, scoring, REPEATS, Seed(seed), &run.part(0))?;
    let losses = found.columns.into_iter().map(|column| (column.name, column.losses)).collect();
    Ok(ranked(losses, unseen.offset_name()))
}

/// The same by the models of the folds, each on the rows that it was not trained on.
pub(crate) fn importances_of_folds(
    models: &[Box<dyn Model>],
    splits: &[Split],
    data: &Dataset,
    scoring: &EvaluationOptions,
    seed: u64,
    run: &Run,
) -> Result<Vec<Importance>> {
    let mut losses: Vec<(String, Vec<f64>)> = Vec::new();
    let most = ROWS / models.len().max(1);
    for (fold, (model, split)) in models.iter().zip(splits).enumerate() {
        let unseen = data.select(split.test.clone()).subsampled(most);
        let seed = Seed(seed).derive(fold as u64);
        let own = run.part(fold as u64);
        let found = permutation_importance(&**model, &unseen, scoring, REPEATS_OF_FOLD, seed, &own)?;
        for (place, column) in found.columns.into_iter().enumerate() {
            match losses.get_mut(place) {
                Some(known) => known.1.extend(column.losses),
                None => losses.push((column.name, column.losses)),
            }
        }
    }
    Ok(ranked(losses, data.offset_name()))
}

/// The importances of the features, of which the offset is none: its coefficient was not learned.
fn ranked(mut losses: Vec<(String, Vec<f64>)>, offset: Option<&str>) -> Vec<Importance> {
    losses.retain(|(column, _)| Some(column.as_str()) != offset);
    let importance = |(column, losses): (String, Vec<f64>)| {
        let losses: Vec<f64> = losses.into_iter().filter(|loss| loss.is_finite()).collect();
        let loss = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        let interval = student_mean(&losses, 0.95).map(|interval| (interval.low, interval.high));
        Importance { column, loss, interval }
    };
    let mut found: Vec<Importance> = losses.into_iter().map(importance).collect();
    found.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    found
}
