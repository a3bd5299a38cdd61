//! Which metric a study reports first, and why.

use crate::data_checks::CheckedData;
use crate::record::StudyTask;
use hornbook_core::Result;
use hornbook_data::Target;
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_evaluation::{EvaluationOptions, Measure};
use hornbook_learner::Baseline;

/// With a larger share of one class, accuracy says little: guessing that class is right as often.
const LARGE_CLASS: f64 = 0.6;

/// How a study scores.
pub(crate) struct StudyScoring {
    pub options: EvaluationOptions,
    /// The metric that is reported first.
    pub measure: Measure,
    /// Why this one, as a sentence.
    pub reason: String,
    pub is_chosen_by_user: bool,
}

impl StudyScoring {
    /// The metrics that were asked for, or those that suit the task and the balance of the classes.
    pub fn of(
        checked: &CheckedData,
        asked: Option<&EvaluationOptions>,
        losses: Option<&LossMatrix>,
    ) -> Result<StudyScoring> {
        let data = &checked.data;
        let (mut options, reason) = match asked {
            Some(options) => (options.clone(), "The metric was asked for.".to_string()),
            None => {
                let has_costs = losses.is_some() || data.costs().is_some();
                let (first, reason) = first_measure(checked, has_costs)?;
                let mut measures = vec![first];
                measures.extend(Measure::usual(data.task()?).iter().filter(|&&measure| measure != first));
                (EvaluationOptions::default().measures(&measures), reason)
            }
        };
        if let Some(losses) = losses {
            options = options.losses(losses.clone());
        }
        let measure = options.primary_measure(&Baseline::default(), data)?;
        Ok(StudyScoring { options, measure, reason, is_chosen_by_user: asked.is_some() })
    }
}

fn first_measure(checked: &CheckedData, has_costs: bool) -> Result<(Measure, String)> {
    let share = largest_share(checked)?;
    Ok(match checked.task {
        _ if has_costs => {
            (Measure::ExpectedLoss, "The expected loss comes first because costs were given.".to_string())
        }
        StudyTask::Binary => (
            Measure::RocAuc,
            "ROC AUC comes first: it does not depend on the balance of the two classes or on a decision threshold."
                .to_string(),
        ),
        StudyTask::Multiclass if share <= LARGE_CLASS => {
            (Measure::Accuracy, "Accuracy comes first: no class is much larger than the others.".to_string())
        }
        StudyTask::Multiclass => (
            Measure::RocAuc,
            format!(
                "The mean ROC AUC over the classes comes first: {:.0} % of the rows are of one class, so accuracy says little.",
                100.0 * share
            ),
        ),
        StudyTask::Regression | StudyTask::Count => {
            (Measure::Rmse, "RMSE comes first: it is in the units of the target.".to_string())
        }
    })
}

/// The share of the largest class.
fn largest_share(checked: &CheckedData) -> Result<f64> {
    let Target::Classes(classes) = checked.data.require_target()?.1 else { return Ok(1.0) };
    let mut counts = vec![0usize; classes.levels.len()];
    checked.data.rows().iter().for_each(|row| counts[classes.codes[row as usize] as usize] += 1);
    let rows = checked.data.rows().len().max(1);
    Ok(counts.into_iter().max().unwrap_or_default() as f64 / rows as f64)
}
