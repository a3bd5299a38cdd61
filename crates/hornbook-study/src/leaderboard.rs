//! The leaderboard: what the candidates scored, and which of them are not significantly different.

use crate::answer;
use crate::final_model::ChosenMembers;
use crate::record::{EntryResult, Leaderboard, LeaderboardEntry, ScoreRecord};
use crate::search::{
    EvaluatedRows, SearchResult, StudyCandidate, StudyLoss, StudyTrial, without_preparation,
};
use hornbook_core::{LearnerSpec, Parameters, Result, Run};
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::significance::{Adjustment, Alternative, adjusted, corrected_resampled_t};
use hornbook_evaluation::{EvaluationOptions, Measure};
use hornbook_learner::Registry;

/// Resamples for the confidence interval of a candidate's score: its ends need not be exact to the last digit.
const RESAMPLES: u32 = 500;

/// A line of the leaderboard while it is made.
struct Standing {
    spec: LearnerSpec,
    candidate: Option<usize>,
    score: ScoreRecord,
    folds: Vec<f64>,
    size: Option<f64>,
    seconds: f64,
}

/// What the leaderboard is made of.
pub(crate) struct LeaderboardSource<'a> {
    pub result: &'a SearchResult,
    pub candidates: &'a [StudyCandidate],
    pub chosen: &'a ChosenMembers,
    pub rows: &'a EvaluatedRows,
    /// What candidates were compared by.
    pub loss: &'a StudyLoss,
    /// The metric that is shown.
    pub measure: Measure,
    pub scoring: &'a EvaluationOptions,
    pub groups: Option<&'a [u32]>,
    /// The resampling design, in words.
    pub design: &'a str,
    /// The mean test fraction of a split.
    pub test_share: f64,
    /// Whether the best expected score was asked for.
    pub prefers_score: bool,
    pub registry: &'a Registry,
}

impl LeaderboardSource<'_> {
    /// The best setting of every candidate and the ensemble, the best first; then those without a score.
    pub fn leaderboard(&self, run: &Run) -> Result<Leaderboard> {
        let measure = self.measure;
        let mut standings = Vec::new();
        for candidate in 0..self.candidates.len() {
            // Trials stand in the order of their losses.
            let own = self.result.trials.iter().find(|trial| trial.candidate == candidate);
            if let Some(trial) = own {
                standings.push(self.standing(trial, run)?);
            }
        }
        if self.chosen.places.len() > 1 {
            let predictions = self.chosen.out_of_fold(&self.result.trials);
            let members = self.chosen.places.iter().map(|&place| &self.result.trials[place]);
            let (score, folds) = self.scores(&predictions, run)?;
            standings.push(Standing {
                spec: self.chosen.learner(&self.result.trials),
                candidate: None,
                score,
                folds,
                size: members.clone().map(|trial| trial.size).sum(),
                seconds: members.map(|trial| trial.seconds).sum(),
            });
        }
        let sign = if measure.higher_is_better() { -1.0 } else { 1.0 };
        standings.sort_by(|a, b| (sign * a.score.value).total_cmp(&(sign * b.score.value)));
        let p_values = p_values(&standings, self.test_share)?;
        let groups = groups(&standings, self.test_share)?;
        let chosen_spec = self.chosen.places.first().map(|_| self.chosen_candidate());
        let chosen = chosen_spec
            .and_then(|own| standings.iter().position(|standing| standing.candidate == own))
            .unwrap_or_default();
        let scored = standings.len();
        let mut entries = Vec::with_capacity(self.candidates.len() + 1);
        for (place, standing) in standings.into_iter().enumerate() {
            entries.push(self.entry(place, standing, p_values[place])?);
        }
        entries.extend(self.without_score());
        let why = match scored {
            0 => {
                "No candidate could be evaluated within the time budget, so the baseline is used.".to_string()
            }
            _ => answer::why(&entries, chosen, self.prefers_score.then_some(self.loss.measure())),
        };
        Ok(Leaderboard {
            measure: measure.to_string(),
            higher_is_better: measure.higher_is_better(),
            design: self.design.to_string(),
            entries,
            best: 0,
            chosen,
            why,
            groups,
            test: "corrected resampled t-test over the folds (Nadeau and Bengio), p-values against the best with Holm's correction"
                .to_string(),
        })
    }

    /// The candidate that was chosen; none for an ensemble.
    fn chosen_candidate(&self) -> Option<usize> {
        match &self.chosen.places[..] {
            [only] => Some(self.result.trials[*only].candidate),
            _ => None,
        }
    }

    fn standing(&self, trial: &StudyTrial, run: &Run) -> Result<Standing> {
        let (score, folds) = self.scores(&trial.out_of_fold.predictions, run)?;
        Ok(Standing {
            spec: trial.spec.clone(),
            candidate: Some(trial.candidate),
            score,
            folds,
            size: trial.size,
            seconds: trial.seconds,
        })
    }

    /// The score of out-of-fold predictions with its interval, and its value in each fold in which it is defined.
    fn scores(&self, predictions: &[f64], run: &Run) -> Result<(ScoreRecord, Vec<f64>)> {
        let measure = self.measure;
        let scoring = self.scoring.clone().measures(&[measure]).resamples(RESAMPLES);
        let all = self.rows.test_predictions(predictions)?;
        let scores = scoring.scores(&all, self.groups, run)?;
        let score = scores.first().map(ScoreRecord::of);
        let mut folds = Vec::with_capacity(self.rows.ends.len());
        for fold in 0..self.rows.ends.len() {
            let places: Vec<usize> = self.rows.split(fold).collect();
            let values = scoring.values(&self.rows.predictions_at(&places, predictions)?)?;
            folds.extend(values.first().map(|&(_, value)| value).filter(|value| value.is_finite()));
        }
        let undefined = || ScoreRecord::with_interval(measure, f64::NAN, None, 0.0, "");
        Ok((score.unwrap_or_else(undefined), folds))
    }

    fn entry(&self, place: usize, standing: Standing, p_value: Option<f64>) -> Result<LeaderboardEntry> {
        let declaration = self.registry.find(&without_preparation(&standing.spec).0.name)?.declaration;
        let record = standing.candidate.map(|candidate| &self.result.candidates[candidate]);
        Ok(LeaderboardEntry {
            learner: declaration.name.to_string(),
            spec: standing.spec.to_string(),
            family: declaration.family.to_string(),
            summary: declaration.summary(),
            outcome: EntryResult::Evaluated {
                score: Box::new(standing.score),
                rows: self.rows.len(),
                standard_error: standard_error(&standing.folds),
                folds: standing.folds,
                size: standing.size.filter(|size| size.is_finite()),
                trials: record.map_or(1, |record| record.settings),
                p_value,
                tied: place == 0 || p_value.is_some_and(|p| p > SIGNIFICANCE_LEVEL),
                seconds: standing.seconds,
            },
        })
    }

    /// The candidates without a score, each with the reason.
    fn without_score(&self) -> Vec<LeaderboardEntry> {
        let mut entries = Vec::new();
        for (place, candidate) in self.candidates.iter().enumerate() {
            if self.result.trials.iter().any(|trial| trial.candidate == place) {
                continue;
            }
            let record = &self.result.candidates[place];
            let outcome = match (&record.refused, record.eliminated, record.out_of_time) {
                (Some(why), _, _) => EntryResult::Refused { why: why.clone() },
                (None, Some((loss, rows)), _) => EntryResult::LeftOut {
                    why: format!(
                        "it was significantly worse than the best on the first {rows} test rows (mean loss {})",
                        hornbook_core::format::significant(loss)
                    ),
                },
                (None, None, Some(seconds)) if seconds > 0.0 => {
                    EntryResult::LeftOut { why: format!("it exceeded its time limit of {seconds:.1} s") }
                }
                _ if record.settings > 0 => EntryResult::LeftOut {
                    why: "it was worse than others on a subsample of the rows".to_string(),
                },
                _ => EntryResult::LeftOut { why: "the time budget ran out before its turn".to_string() },
            };
            entries.push(LeaderboardEntry {
                learner: candidate.declaration.name.to_string(),
                spec: candidate.spec(&Parameters::new()).to_string(),
                family: candidate.declaration.family.to_string(),
                summary: candidate.declaration.summary(),
                outcome,
            });
        }
        entries
    }
}

/// The standard error of the mean of the folds.
fn standard_error(folds: &[f64]) -> Option<f64> {
    let error = hornbook_evaluation::model_selection::FoldMean::of(folds).standard_error;
    error.is_finite().then_some(error)
}

/// The p-value of each against the first, which is the best, corrected for all comparisons with it.
fn p_values(standings: &[Standing], test_share: f64) -> Result<Vec<Option<f64>>> {
    let Some((best, others)) = standings.split_first() else { return Ok(Vec::new()) };
    let plain: Vec<f64> =
        others.iter().map(|other| difference(best, other, test_share)).collect::<Result<_>>()?;
    let mut all = vec![None];
    if !plain.is_empty() {
        all.extend(adjusted(&plain, Adjustment::Holm)?.into_iter().map(Some));
    }
    Ok(all)
}

/// Runs of places that are not significantly different by the test of each pair, the widest ones only.
fn groups(standings: &[Standing], test_share: f64) -> Result<Vec<(usize, usize)>> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for first in 0..standings.len() {
        let mut last = first;
        for next in first + 1..standings.len() {
            if difference(&standings[first], &standings[next], test_share)? <= SIGNIFICANCE_LEVEL {
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

/// The p-value of the difference of two by their folds; 1 where there are too few to tell.
fn difference(a: &Standing, b: &Standing, test_share: f64) -> Result<f64> {
    if a.folds.len() != b.folds.len() || a.folds.len() < 2 {
        return Ok(1.0);
    }
    Ok(corrected_resampled_t(&a.folds, &b.folds, test_share, Alternative::TwoSided, 0.95)?.p_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(folds: [f64; 5]) -> Standing {
        let mean = folds.iter().sum::<f64>() / 5.0;
        Standing {
            spec: LearnerSpec::new("tree"),
            candidate: Some(0),
            score: ScoreRecord::with_interval(Measure::Accuracy, mean, None, 0.0, ""),
            folds: folds.to_vec(),
            size: None,
            seconds: 0.0,
        }
    }

    #[test]
    fn who_is_significantly_worse_than_the_best() {
        let standings = [
            standing([0.95, 0.93, 0.97, 0.94, 0.96]),
            standing([0.94, 0.94, 0.96, 0.94, 0.95]),
            standing([0.70, 0.71, 0.69, 0.72, 0.70]),
        ];
        let p = p_values(&standings, 0.2).unwrap();
        assert!(p[0].is_none() && p[1].unwrap() > 0.3 && p[2].unwrap() < 0.001, "{p:?}");
        assert_eq!(groups(&standings, 0.2).unwrap(), [(0, 1)]);
        assert_eq!(p_values(&[], 0.2).unwrap(), []);
    }
}
