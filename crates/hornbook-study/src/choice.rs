//! Who is the best, who cannot be told apart from it, and who of those is chosen.

use crate::ledger::Standing;
use hornbook_core::Result;
use hornbook_evaluation::Measure;
use hornbook_evaluation::choosing::{Candidate, Estimate, best, simplest};
use hornbook_evaluation::comparing::{Adjustment, Alternative, adjusted, corrected_resampled_t};

/// Learners whose difference has a larger p-value cannot be told apart.
pub(crate) const SIGNIFICANT: f64 = 0.05;

/// What came of comparing learners that were judged on the same splits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    /// Places from the best to the worst.
    pub ranked: Vec<usize>,
    pub best: usize,
    pub chosen: usize,
    /// The p-value against the best, corrected for all comparisons with it; none for the best itself.
    pub p_values: Vec<Option<f64>>,
}

/// The mean over the folds of a learner, and its standard error.
pub(crate) fn estimate(standing: &Standing) -> Estimate {
    Estimate::of(&standing.folds)
}

impl Choice {
    /// Compares learners by the folds of their standings and chooses the simplest of those that are not worse than the best
    /// by more than one standard error and cannot be told apart from it. `None` if nobody has a score.
    pub fn of(standings: &[&Standing], measure: Measure, test_share: f64) -> Result<Option<Choice>> {
        let higher = measure.higher_is_better();
        let candidate = |standing: &&Standing| {
            let Estimate { mean, standard_error } = estimate(standing);
            // Who does not say its size is not simple; and a single split has no spread.
            let size = Some(standing.size.unwrap_or(f64::INFINITY));
            let standard_error = if standard_error.is_nan() { 0.0 } else { standard_error };
            Candidate { score: mean, standard_error, size }
        };
        let mut candidates: Vec<Candidate> = standings.iter().map(candidate).collect();
        let Some(best) = best(&candidates, higher) else { return Ok(None) };
        let others: Vec<usize> = (0..standings.len()).filter(|&place| place != best).collect();
        let p_values: Vec<f64> = others
            .iter()
            .map(|&other| difference(standings[best], standings[other], test_share))
            .collect::<Result<_>>()?;
        let mut against_best = vec![None; standings.len()];
        if !p_values.is_empty() {
            for (&other, p) in others.iter().zip(adjusted(&p_values, Adjustment::Holm)?) {
                against_best[other] = Some(p);
                if p <= SIGNIFICANT {
                    candidates[other].score = f64::NAN;
                }
            }
        }
        let chosen = simplest(&candidates, higher).unwrap_or(best);
        let mean = |&place: &usize| {
            let mean = estimate(standings[place]).mean;
            if higher { -mean } else { mean }
        };
        let mut ranked: Vec<usize> = (0..standings.len()).collect();
        ranked.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
        Ok(Some(Choice { ranked, best, chosen, p_values: against_best }))
    }

    /// Runs of places in the ranking that cannot be told apart by the test of each pair, the widest ones only.
    pub fn groups(&self, standings: &[&Standing], test_share: f64) -> Result<Vec<(usize, usize)>> {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for first in 0..self.ranked.len() {
            let mut last = first;
            for next in first + 1..self.ranked.len() {
                let (a, b) = (standings[self.ranked[first]], standings[self.ranked[next]]);
                if difference(a, b, test_share)? <= SIGNIFICANT {
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
fn difference(a: &Standing, b: &Standing, test_share: f64) -> Result<f64> {
    if a.folds.len() != b.folds.len() || a.folds.len() < 2 {
        return Ok(1.0);
    }
    Ok(corrected_resampled_t(&a.folds, &b.folds, test_share, Alternative::TwoSided, 0.95)?.p_value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::ScoreRecord;

    fn standing(folds: [f64; 5], size: Option<f64>) -> Standing {
        let value = folds.iter().sum::<f64>() / 5.0;
        let text = value.to_string();
        let measure = "accuracy".to_string();
        let score = ScoreRecord { measure, value, low: None, high: None, level: None, method: None, text };
        Standing { score, folds: folds.to_vec(), size, seconds: 0.0 }
    }

    #[test]
    fn the_simplest_of_those_that_are_alike() {
        let forest = standing([0.95, 0.93, 0.97, 0.94, 0.96], Some(900.0));
        let line = standing([0.94, 0.94, 0.96, 0.94, 0.95], Some(5.0));
        let stump = standing([0.70, 0.71, 0.69, 0.72, 0.70], Some(3.0));
        let near = standing([0.95, 0.93, 0.97, 0.94, 0.955], None);
        let choice = Choice::of(&[&stump, &forest, &line, &near], Measure::Accuracy, 0.2).unwrap().unwrap();
        assert_eq!((choice.best, choice.chosen), (1, 2));
        assert_eq!(choice.ranked, [1, 3, 2, 0]);
        assert_eq!(choice.p_values[1], None);
        assert!(choice.p_values[0].unwrap() < 0.001 && choice.p_values[2].unwrap() > 0.3);
        assert_eq!(choice.groups(&[&stump, &forest, &line, &near], 0.2).unwrap(), [(0, 2)]);
    }

    #[test]
    fn errors_are_the_better_the_smaller() {
        let good = standing([1.0, 1.1, 0.9, 1.0, 1.05], None);
        let poor = standing([3.0, 3.1, 2.9, 3.0, 3.05], Some(1.0));
        let choice = Choice::of(&[&poor, &good], Measure::Rmse, 0.2).unwrap().unwrap();
        assert_eq!((choice.best, choice.chosen, choice.ranked), (1, 1, vec![1, 0]));
        assert_eq!(Choice::of(&[], Measure::Rmse, 0.2).unwrap(), None);
    }
}
