//! The best candidate, those not significantly different from it, and which of them is selected.

use crate::checkpoint::CvResult;
use hornbook_core::Result;
use hornbook_evaluation::Measure;
use hornbook_evaluation::model_selection::{FoldMean, ScoredModel, best, simplest_within_one_se};
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::significance::{Adjustment, Alternative, adjusted, corrected_resampled_t};

/// The comparison of learners that were evaluated on the same splits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LearnerChoice {
    /// Positions from the best to the worst.
    pub ranked: Vec<usize>,
    pub best: usize,
    pub chosen: usize,
    /// The p-value against the best, corrected for all comparisons with it; none for the best itself.
    pub p_values: Vec<Option<f64>>,
}

/// The mean over the folds of a learner, and its standard error.
pub(crate) fn estimate(cv_result: &CvResult) -> FoldMean {
    FoldMean::of(&cv_result.folds)
}

impl LearnerChoice {
    /// Compares learners by the folds of their standings and chooses the simplest of those that are not worse than the best
    /// by more than one standard error and not significantly different from it (one-standard-error rule). `None` without scores.
    pub fn of(cv_results: &[&CvResult], measure: Measure, test_share: f64) -> Result<Option<LearnerChoice>> {
        let higher = measure.higher_is_better();
        let candidate = |cv_result: &&CvResult| {
            let FoldMean { mean, standard_error } = estimate(cv_result);
            // Who does not say its size is not simple; and a single split has no variance.
            let size = Some(cv_result.size.unwrap_or(f64::INFINITY));
            let standard_error = if standard_error.is_nan() { 0.0 } else { standard_error };
            ScoredModel { score: mean, standard_error, size }
        };
        let mut candidates: Vec<ScoredModel> = cv_results.iter().map(candidate).collect();
        let Some(best) = best(&candidates, higher) else { return Ok(None) };
        let others: Vec<usize> = (0..cv_results.len()).filter(|&place| place != best).collect();
        let p_values: Vec<f64> = others
            .iter()
            .map(|&other| difference(cv_results[best], cv_results[other], test_share))
            .collect::<Result<_>>()?;
        let mut against_best = vec![None; cv_results.len()];
        if !p_values.is_empty() {
            for (&other, p) in others.iter().zip(adjusted(&p_values, Adjustment::Holm)?) {
                against_best[other] = Some(p);
                if p <= SIGNIFICANCE_LEVEL {
                    candidates[other].score = f64::NAN;
                }
            }
        }
        let chosen = simplest_within_one_se(&candidates, higher).unwrap_or(best);
        let mean = |&place: &usize| {
            let mean = estimate(cv_results[place]).mean;
            if higher { -mean } else { mean }
        };
        let mut ranked: Vec<usize> = (0..cv_results.len()).collect();
        ranked.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
        Ok(Some(LearnerChoice { ranked, best, chosen, p_values: against_best }))
    }

    /// Runs of ranks that are not significantly different by the test of each pair, the widest ones only.
    pub fn groups(&self, cv_results: &[&CvResult], test_share: f64) -> Result<Vec<(usize, usize)>> {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for first in 0..self.ranked.len() {
            let mut last = first;
            for next in first + 1..self.ranked.len() {
                let (a, b) = (cv_results[self.ranked[first]], cv_results[self.ranked[next]]);
                if difference(a, b, test_share)? <= SIGNIFICANCE_LEVEL {
                    break;
                }
                last = next;
            }
            if last > first && groups.last().is_none_or(|group| group.1 < last) {
                groups.push((first, last));
            }
        }
        Ok(groups)
    }
}

/// The p-value of the difference of two learners by their folds; 1 where there are too few to tell.
fn difference(a: &CvResult, b: &CvResult, test_share: f64) -> Result<f64> {
    if a.folds.len() != b.folds.len() || a.folds.len() < 2 {
        return Ok(1.0);
    }
    Ok(corrected_resampled_t(&a.folds, &b.folds, test_share, Alternative::TwoSided, 0.95)?.p_value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::ScoreRecord;

    fn cv_result(folds: [f64; 5], size: Option<f64>) -> CvResult {
        let value = folds.iter().sum::<f64>() / 5.0;
        let text = value.to_string();
        let measure = "accuracy".to_string();
        let score = ScoreRecord { measure, value, low: None, high: None, level: None, method: None, text };
        CvResult { score, folds: folds.to_vec(), size, seconds: 0.0 }
    }

    #[test]
    fn the_simplest_of_those_that_are_alike() {
        let forest = cv_result([0.95, 0.93, 0.97, 0.94, 0.96], Some(900.0));
        let line = cv_result([0.94, 0.94, 0.96, 0.94, 0.95], Some(5.0));
        let stump = cv_result([0.70, 0.71, 0.69, 0.72, 0.70], Some(3.0));
        let near = cv_result([0.95, 0.93, 0.97, 0.94, 0.955], None);
        let choice =
            LearnerChoice::of(&[&stump, &forest, &line, &near], Measure::Accuracy, 0.2).unwrap().unwrap();
        assert_eq!((choice.best, choice.chosen), (1, 2));
        assert_eq!(choice.ranked, [1, 3, 2, 0]);
        assert_eq!(choice.p_values[1], None);
        assert!(choice.p_values[0].unwrap() < 0.001 && choice.p_values[2].unwrap() > 0.3);
        assert_eq!(choice.groups(&[&stump, &forest, &line, &near], 0.2).unwrap(), [(0, 2)]);
    }

    #[test]
    fn errors_are_the_better_the_smaller() {
        let good = cv_result([1.0, 1.1, 0.9, 1.0, 1.05], None);
        let poor = cv_result([3.0, 3.1, 2.9, 3.0, 3.05], Some(1.0));
        let choice = LearnerChoice::of(&[&poor, &good], Measure::Rmse, 0.2).unwrap().unwrap();
        assert_eq!((choice.best, choice.chosen, choice.ranked), (1, 1, vec![1, 0]));
        assert_eq!(LearnerChoice::of(&[], Measure::Rmse, 0.2).unwrap(), None);
    }
}
