//! The answer in three sentences, and the steps that led to it.

use crate::prepared::called;
use crate::record::{
    Contestant, DataRecord, LineUp, MethodRecord, Outcome, ResultRecord, Severity, StudyTask,
};

/// What was found, how it was chosen, and what to beware of.
pub(crate) fn sentences(
    target: &str,
    data: &DataRecord,
    line_up: &LineUp,
    result: &ResultRecord,
    method: &MethodRecord,
) -> Vec<String> {
    let learner = name(&line_up.contestants, line_up.chosen);
    let mut answer = vec![found(target, &learner, result)];
    if let Some(sentence) = chosen(line_up) {
        answer.push(sentence);
    }
    answer.push(beware(data, result, method));
    answer
}

fn found(target: &str, learner: &str, result: &ResultRecord) -> String {
    let (Some(score), Some(base)) = (result.scores.first(), result.baseline.first()) else {
        return format!(
            "Nothing can be said about '{target}': no measure is defined on the rows that judge."
        );
    };
    let interval = match score.level {
        Some(level) => score.text.replacen('(', &format!("({:.0} % interval ", 100.0 * level), 1),
        None => score.text.clone(),
    };
    let baseline = base.text.split(" (").next().unwrap_or_default();
    match result.beats_baseline {
        true => format!(
            "On {} rows that had no part in choosing it, {learner} predicts '{target}' with {} {} of {interval}; the baseline, \
             which looks at no column, has {baseline}.",
            result.rows,
            article(&score.measure),
            score.measure
        ),
        false => format!(
            "Nothing that can be relied on was learned about '{target}': on {} rows that had no part in choosing it, {learner} \
             has {} {} of {interval}, and the baseline, which looks at no column, has {baseline}.",
            result.rows,
            article(&score.measure),
            score.measure
        ),
    }
}

/// Measures whose names begin with the sound of a vowel.
fn article(measure: &str) -> &'static str {
    let vowel = measure.starts_with(['a', 'e', 'R', 'M', 'F']);
    if vowel { "an" } else { "a" }
}

fn chosen(line_up: &LineUp) -> Option<String> {
    let judged = line_up.contestants.iter().filter(|c| matches!(c.outcome, Outcome::Judged { .. })).count();
    (judged > 0).then(|| format!("{} learners were judged. {}", judged, line_up.why))
}

fn beware(data: &DataRecord, result: &ResultRecord, method: &MethodRecord) -> String {
    let finding = data.findings.iter().find(|finding| finding.severity >= Severity::Warning);
    match (finding, &result.learning_curve) {
        _ if method.cut_short => {
            "Time was up before everything was tried: with a larger budget, another learner may do better."
                .to_string()
        }
        (Some(finding), _) => format!("Beware: {}", finding.sentence),
        (None, Some(curve)) => curve.verdict.clone(),
        (None, None) => {
            "It holds for rows like these; check it again when they change (`hornbook predict` says so)."
                .to_string()
        }
    }
}

/// What a contestant goes by in a sentence: its learner, or with its parameters if that learner stands there more than once.
fn name(contestants: &[Contestant], place: usize) -> String {
    let is_judged = |contestant: &&Contestant| matches!(contestant.outcome, Outcome::Judged { .. });
    let Some(own) = contestants.get(place).filter(is_judged) else { return "the baseline".to_string() };
    match contestants.iter().filter(|other| other.learner == own.learner).count() {
        1 => own.learner.clone(),
        _ => called(&own.spec),
    }
}

/// Why one was chosen, as a sentence.
pub(crate) fn why(contestants: &[Contestant], best: usize, chosen: usize, alike: usize) -> String {
    let name = |place: usize| name(contestants, place);
    match (best == chosen, alike) {
        (true, 1) => format!(
            "{} is the best, and all others are worse by more than one standard error or more than chance \
                              explains.",
            name(best)
        ),
        (true, _) => format!(
            "{} is the best; none of the {} others that cannot be told apart from it is simpler.",
            name(best),
            alike - 1
        ),
        (false, _) => format!(
            "{} is the simplest of {alike} that are within one standard error of the best, {}, and cannot be told apart from it.",
            name(chosen),
            name(best)
        ),
    }
}

/// How it was done, step by step.
pub(crate) fn steps(
    task: StudyTask,
    data: &DataRecord,
    line_up: &LineUp,
    result: &ResultRecord,
) -> Vec<String> {
    let left_out = data.columns.iter().filter(|c| c.role == crate::record::ColumnRole::LeftOut).count();
    let mut steps = vec![format!(
        "{} of {} rows could be used; {left_out} columns were left out. The target is {}.",
        data.usable_rows,
        data.rows,
        task.in_words()
    )];
    steps.push(format!(
        "Learners were compared by {} ({}), first with default parameters, then the best ones with other parameters.",
        line_up.measure, line_up.design
    ));
    steps.push(format!(
        "They were told apart by the {}; of those within one standard error of the best that cannot be told apart from it, the \
         simplest was chosen.",
        line_up.test
    ));
    steps.push(format!(
        "The last word had {} rows that took no part in choosing: {}.",
        result.rows, result.design
    ));
    if let Some(calibration) = &result.calibration {
        steps.push(calibration.clone());
    }
    steps
}
