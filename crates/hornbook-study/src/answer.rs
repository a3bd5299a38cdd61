//! The summary in three sentences, and the steps that led to it.

use crate::preprocessing::display_name;
use crate::record::{
    DataRecord, EntryResult, Leaderboard, LeaderboardEntry, MethodRecord, ResultRecord, Severity, StudyTask,
    TestedRows,
};
use hornbook_core::format::{capitalized, percent_chosen};

/// Test performance, model selection, caveats.
pub(crate) fn sentences(
    target: &str,
    data: &DataRecord,
    leaderboard: &Leaderboard,
    result: &ResultRecord,
    method: &MethodRecord,
) -> Vec<String> {
    let learner = name(&leaderboard.entries, leaderboard.chosen);
    let mut answer = vec![found(target, &learner, result)];
    if let Some(sentence) = chosen(leaderboard) {
        answer.push(sentence);
    }
    answer.push(caveat(data, result, method));
    answer
}

fn found(target: &str, learner: &str, result: &ResultRecord) -> String {
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
        TestedRows::NestedFolds => format!("in nested cross-validation of all {count} rows"),
        TestedRows::NestedTimeSeries => {
            format!("in nested time-series cross-validation with {count} test rows")
        }
        TestedRows::NestedPredefinedFolds => {
            format!("in nested cross-validation on predefined folds with {count} test rows")
        }
    };
    match result.beats_baseline {
        true => format!(
            "{}, {learner} predicts '{target}' with {} {} of {interval}; the baseline (no features) \
             has {baseline}.",
            capitalized(&rows),
            article(&score.measure),
            score.measure
        ),
        false => format!(
            "No evidence that '{target}' is predictable from these features: {rows}, {learner} has {} {} of \
             {interval}, and the baseline (no features) has {baseline}.",
            article(&score.measure),
            score.measure
        ),
    }
}

/// Metrics whose names begin with the sound of a vowel.
fn article(measure: &str) -> &'static str {
    let vowel = measure.starts_with(['a', 'e', 'R', 'M', 'F']);
    if vowel { "an" } else { "a" }
}

fn chosen(leaderboard: &Leaderboard) -> Option<String> {
    let scored =
        leaderboard.entries.iter().filter(|c| matches!(c.outcome, EntryResult::Evaluated { .. })).count();
    (scored > 0).then(|| format!("{} candidate models were evaluated. {}", scored, leaderboard.why))
}

fn caveat(data: &DataRecord, result: &ResultRecord, method: &MethodRecord) -> String {
    let finding = data.findings.iter().find(|finding| finding.severity >= Severity::Warning);
    match (finding, &result.learning_curve) {
        _ if method.cut_short => {
            "The time budget ran out before all candidates were evaluated: a larger budget may find a better model."
                .to_string()
        }
        (Some(finding), _) => format!("Caveat: {}", finding.sentence),
        (None, Some(curve)) => curve.conclusion.clone(),
        (None, None) => {
            "This holds for data from the same distribution; evaluate again on data drift (`hornbook predict` warns of it)."
                .to_string()
        }
    }
}

/// The name of a candidate in a sentence: its learner, with its hyperparameters if the learner is there more than once.
fn name(entries: &[LeaderboardEntry], place: usize) -> String {
    let is_scored = |entry: &&LeaderboardEntry| matches!(entry.outcome, EntryResult::Evaluated { .. });
    let Some(own) = entries.get(place).filter(is_scored) else { return "the baseline".to_string() };
    match entries.iter().filter(|other| other.learner == own.learner).count() {
        1 => own.learner.clone(),
        _ => display_name(&own.spec),
    }
}

/// Why a model was selected, as a sentence.
pub(crate) fn why(entries: &[LeaderboardEntry], best: usize, chosen: usize, alike: usize) -> String {
    let name = |place: usize| name(entries, place);
    match (best == chosen, alike) {
        (true, 1) => format!(
            "{} is the best; all other models are worse by more than one standard error, or significantly worse.",
            name(best)
        ),
        (true, _) => format!(
            "{} is the best; of the {} within one standard error of it, none is simpler.",
            name(best),
            hornbook_core::format::counted(alike as u64 - 1, "other model")
        ),
        (false, _) => format!(
            "{} is the simplest of {alike} models within one standard error of the best, {}, and not significantly different from it \
             (one-standard-error rule).",
            name(chosen),
            name(best)
        ),
    }
}

/// How it was done, step by step.
pub(crate) fn steps(
    task: StudyTask,
    data: &DataRecord,
    leaderboard: &Leaderboard,
    result: &ResultRecord,
) -> Vec<String> {
    let left_out = data.columns.iter().filter(|c| c.role == crate::record::ColumnRole::LeftOut).count();
    let mut steps = vec![format!(
        "Data checks: {} of {} rows have a target; {left_out} columns were excluded. The task is {}.",
        data.usable_rows,
        data.rows,
        task.in_words()
    )];
    steps.push(format!(
        "Model selection: candidates were compared by {} ({}), first with default hyperparameters, then the best ones were tuned.",
        leaderboard.measure, leaderboard.design
    ));
    steps.push(format!(
        "Significance test: {}. Of the models within one standard error of the best and not significantly different from it, the \
         simplest was selected.",
        leaderboard.test
    ));
    steps.push(format!(
        "Final evaluation on {} rows that had no part in selecting the model that predicts them: {}.",
        result.rows, result.design
    ));
    if let Some(calibration) = &result.calibration {
        steps.push(calibration.clone());
    }
    steps
}
