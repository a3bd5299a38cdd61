//! Student's interval over folds.

use super::{Interval, IntervalMethod};
use hornbook_math::distributions::student_quantile;

/// Student's interval for the mean of a score over splits, corrected for training sets that overlap (Nadeau and Bengio):
/// the variance is multiplied by $1/n + n_{test}/n_{train}$ instead of $1/n$.
pub fn corrected_student(values: &[f64], test_to_train: f64, level: f64) -> Option<Interval> {
    let n = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = student_quantile(0.5 + 0.5 * level, n - 1.0) * (variance * (1.0 / n + test_to_train)).sqrt();
    half.is_finite().then_some(Interval {
        low: mean - half,
        high: mean + half,
        level,
        method: IntervalMethod::CorrectedStudent,
    })
}
