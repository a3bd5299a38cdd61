//! The summary in a few sentences, and the steps that led to it.

use crate::record::{
    DataRecord, EntryResult, Leaderboard, LeaderboardEntry, MethodRecord, ModelRecord, ResultRecord,
    Severity, SimpleModelRecord, StudyTask, TestedRows,
};
use crate::search::{SearchEnd, display_name};
use hornbook_core::Declared;
use hornbook_core::format::{capitalized, counted, percent_chosen};
use hornbook_ensembles::Voting;
use hornbook_evaluation::Measure;

/// Members of an ensemble that a sentence names.
const NAMED_MEMBERS: usize = 4;
/// Candidates without a turn that a sentence names.
const NAMED_CANDIDATES: usize = 4;

/// Too little time, if there was; test performance, model selection, the simple model, caveats.
pub(crate) fn sentences(
    target: &str,
    data: &DataRecord,
    leaderboard: &Leaderboard,
    result: &ResultRecord,
    (model, simple_model): (&ModelRecord, Option<&SimpleModelRecord>),
    method: &MethodRecord,
) -> Vec<String> {
    let mut answer = Vec::new();
    if method.cut_short {
        answer.push(method.stopped.clone());
    }
    answer.push(performance(target, &kept_model(model), result));
    answer.extend(selection(leaderboard, model, method));
    answer.extend(simple_model.map(|simple| simple.sentence.clone()));
    answer.push(caveat(data, result));
    answer
}

/// What the kept model is called in a sentence.
fn kept_model(model: &ModelRecord) -> String {
    match model.members.len() {
        0 => display_name(&model.spec),
        members => format!("an ensemble of {members} models"),
    }
}

fn performance(target: &str, model: &str, result: &ResultRecord) -> String {
    let (Some(score), Some(base)) = (result.scores.first(), result.baseline.first()) else {
        return format!("No metric is defined on the test rows, so nothing can be said about '{target}'.");
    };
    let interval = match score.level {
        Some(level) => score.text.replacen('(', &format!("({} CI ", percent_chosen(level)), 1),
        None => score.text.clone(),
    };
    let baseline = base.text.split(" (").next().unwrap_or_default();
    let count = result.rows;
    let rows = match result.tested {
        TestedRows::HeldOut => format!("on {count} held-out test rows"),
        TestedRows::TestFile => format!("on the {count} rows of the test file"),
        TestedRows::CrossValidation => format!("in bias-corrected cross-validation of all {count} rows"),
        TestedRows::TimeSeriesSplit => {
            format!("in bias-corrected time-series cross-validation with {count} test rows")
        }
        TestedRows::PredefinedFolds => {
            format!("in bias-corrected cross-validation on predefined folds with {count} test rows")
        }
        TestedRows::HoldOutValidation => format!("in bias-corrected hold-out validation on {count} rows"),
    };
    match result.beats_baseline {
        true => format!(
            "{}, {model} predicts '{target}' with {} {} of {interval}; the baseline (no features) has {baseline}.",
            capitalized(&rows),
            article(&score.measure),
            score.measure
        ),
        false => format!(
            "No evidence that '{target}' is predictable from these features: {rows}, {model} has {} {} of {interval}, and the baseline \
             (no features) has {baseline}.",
            article(&score.measure),
            score.measure
        ),
    }
}

/// Metrics whose names begin with the sound of a vowel.
pub(crate) fn article(measure: &str) -> &'static str {
    let vowel = measure.starts_with(['a', 'e', 'R', 'M', 'F']) && !measure.starts_with("ROC");
    if vowel { "an" } else { "a" }
}

fn selection(leaderboard: &Leaderboard, model: &ModelRecord, method: &MethodRecord) -> Option<String> {
    let is_scored = |entry: &&LeaderboardEntry| {
        matches!(entry.outcome, EntryResult::Evaluated { .. }) && !is_ensemble(entry)
    };
    let scored = leaderboard.entries.iter().filter(is_scored).count();
    if scored == 0 {
        return None;
    }
    let searched = format!(
        "{} of {} were evaluated",
        counted(method.trials as u64, "setting"),
        counted(scored as u64, "candidate model")
    );
    let members: Vec<String> = model
        .members
        .iter()
        .take(NAMED_MEMBERS)
        .map(|member| format!("{} ({})", member.name, hornbook_core::format::percent(member.weight)))
        .collect();
    let others = match model.members.len().saturating_sub(NAMED_MEMBERS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(match members.is_empty() {
        true => format!("{searched}. {}", leaderboard.why),
        false => {
            format!("{searched}. {} The members, by weight: {}{others}.", leaderboard.why, members.join(", "))
        }
    })
}

/// Whether an entry is the mean of several candidates.
fn is_ensemble(entry: &LeaderboardEntry) -> bool {
    <Voting as Declared>::declaration().is_called(&entry.learner)
}

fn caveat(data: &DataRecord, result: &ResultRecord) -> String {
    let finding = data.findings.iter().find(|finding| finding.severity >= Severity::Warning);
    match (finding, &result.learning_curve) {
        (Some(finding), _) => format!("Caveat: {}", finding.sentence),
        (None, Some(curve)) => curve.conclusion.clone(),
        (None, None) => {
            "This holds for data from the same distribution; evaluate again on data drift (`hornbook predict` warns of it)."
                .to_string()
        }
    }
}

/// What the simple model costs in score, as a sentence.
pub(crate) fn simple_model(name: &str, measure: Measure, own: f64, kept: f64) -> String {
    format!(
        "A simpler model is nearly as good: {name} has {} {measure} of {} in the same folds, where the kept model has {}.",
        article(&measure.to_string()),
        measure.show(own),
        measure.show(kept)
    )
}

/// Why a search ended, as a sentence.
pub(crate) fn stopped(reason: SearchEnd, without_turn: &[&str]) -> String {
    if !without_turn.is_empty() {
        let named = without_turn.iter().take(NAMED_CANDIDATES).copied().collect::<Vec<_>>().join(", ");
        let others = match without_turn.len().saturating_sub(NAMED_CANDIDATES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        return format!(
            "The time budget was too short to evaluate {named}{others}: a larger --budget may find a better model."
        );
    }
    match reason {
        SearchEnd::Time => "The search used the whole time budget.",
        SearchEnd::Trials => "The search ended after as many settings as were asked for.",
        SearchEnd::NoGain => {
            "The search ended before the time budget, because the last settings did not lower the loss: more of them would hardly help."
        }
        SearchEnd::Exhausted => "The search ended because there was nothing else to try.",
    }
    .to_string()
}

/// Why a model was selected, as a sentence: by the metric that candidates were compared by, unless another preference was stated.
pub(crate) fn why(entries: &[LeaderboardEntry], chosen: usize, compared_by: Option<Measure>) -> String {
    let Some(own) = entries.get(chosen) else { return String::new() };
    let name = match is_ensemble(own) {
        true => "An ensemble".to_string(),
        false => capitalized(&display_name(&own.spec)),
    };
    match compared_by {
        Some(measure) => format!("{name} was kept: its cross-validated {measure} is the best."),
        None if is_ensemble(own) => {
            format!(
                "{name} was kept: no single model of the preferred kind gives up little enough of its score."
            )
        }
        None => format!("{name} was kept, as was preferred: it gives up little of the best score."),
    }
}

/// How it was done, step by step.
pub(crate) fn steps(
    (task, data): (StudyTask, &DataRecord),
    leaderboard: &Leaderboard,
    result: &ResultRecord,
    (metric_reason, method): (&str, &MethodRecord),
) -> Vec<String> {
    let left_out = data.columns.iter().filter(|c| c.role == crate::record::ColumnRole::LeftOut).count();
    let mut steps = vec![
        format!(
            "Data checks: {} of {} rows have a target; {left_out} columns were excluded. The task is {}.",
            data.usable_rows,
            data.rows,
            task.in_words()
        ),
        metric_reason.to_string(),
        format!(
            "Model selection: settings were compared in {}, the default hyperparameters of every candidate first, then the settings that \
             the learners declare, then settings near the best. {}",
            leaderboard.design, method.stopped
        ),
        format!("Significance tests of the leaderboard: {}.", leaderboard.test),
    ];
    steps.push(match result.tested {
        TestedRows::HeldOut => format!(
            "Final evaluation: {}, predicted by a model of the other rows; a permutation test compares it with the baseline. The model \
             that is kept was trained again on all rows.",
            result.design
        ),
        TestedRows::TestFile => format!(
            "Final evaluation: {}; a permutation test compares the model with the baseline. The model that is kept was trained on all \
             rows of the training file.",
            result.design
        ),
        _ => format!(
            "Final evaluation: {}. The choice among all settings, the weights of the ensemble and the calibration are repeated on each \
             of several hundred bootstrap samples of the out-of-fold predictions, and scored on the rows that were not drawn. The model \
             that is kept was trained on all rows.",
            result.design
        ),
    });
    steps.extend(result.calibration.clone());
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_time_names_who_had_no_turn() {
        let sentence = stopped(SearchEnd::Time, &["a", "b", "c", "d", "e"]);
        assert!(sentence.contains("too short to evaluate a, b, c, d and 1 more"), "{sentence}");
        assert!(stopped(SearchEnd::NoGain, &[]).contains("would hardly help"));
    }

    #[test]
    fn articles() {
        let found = ["accuracy", "RMSE", "ROC AUC", "log loss"].map(article);
        assert_eq!(found, ["an", "an", "a", "a"]);
    }
}
