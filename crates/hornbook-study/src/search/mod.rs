//! The search for the best model: an anytime algorithm.
//!
//! Every candidate has an early turn with its default hyperparameters, the least work first; then the settings that the learners declare,
//! in rounds that begin with the best learner; then settings near those of the ensemble. A setting is raced: what is significantly worse
//! than the best on the first fold is dropped. Where there are many rows, candidates are first compared on some of them, and the better
//! half goes on (successive halving). All decisions depend on rows and seed; the clock only ends the list, so that as many trials with the
//! same seed give the same model.

mod deadline;
mod ensemble_selection;
mod evaluated_rows;
mod portfolio;
mod preparation;
mod splits;
mod stopping;
mod study_loss;
mod trial;
mod work;

pub(crate) use deadline::with_deadline;
pub(crate) use ensemble_selection::{EnsembleSelection, mixed};
pub(crate) use evaluated_rows::{EvaluatedRows, RowTargets};
pub(crate) use portfolio::{StudyCandidate, candidates};
pub use preparation::display_name;
pub(crate) use preparation::{in_words, without_preparation};
pub(crate) use splits::StudySplits;
pub(crate) use stopping::SearchEnd;
pub(crate) use study_loss::{StudyLoss, losses_for, mean_and_error};
pub(crate) use trial::{OutOfFold, StudyTrial, TrialEvaluator};
pub use work::{WorkSize, declared_work};

use crate::events::StudyEvent;
use hornbook_core::{Parameters, Result, Run, Seed};
use std::time::{Duration, Instant};
use stopping::{SearchHistory, StoppingRule};
use study_loss::paired_z;
use trial::{HOPELESS, Rivals, TrialOutcome};

/// Trials that an ensemble is put together from.
const POOL: usize = 30;
/// The part of the time that one setting may take of what is left.
const TIME_SHARE: f64 = 1.0 / 3.0;
/// The part of the time in which rungs before the last must be done, each.
const RUNG_SHARE: f64 = 0.25;
/// The part of the budget that is kept for interpretation.
const INTERPRETATION_SHARE: f64 = 0.12;
/// What was measured on the folds is multiplied by this for the model of all rows.
const SAFETY: f64 = 1.3;
/// How far off the end is if the number of trials ends the search.
const NO_END: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// When a search ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchLimits {
    pub begun: Instant,
    /// The time for everything: the search, the model of all rows and its interpretation.
    pub budget: Duration,
    /// As many settings and no clock.
    pub trials: Option<usize>,
    /// How many times more is tried than is usual for so many rows, before a search ends for want of progress.
    pub thoroughness: f64,
    /// How many models of all rows there must be time for.
    pub fits: f64,
    /// How often the ensemble is selected again after the search, on a part of the rows.
    pub selections: usize,
}

/// What came of a candidate beside its trials.
#[derive(Debug, Clone, Default)]
pub(crate) struct CandidateRecord {
    /// How many settings were tried.
    pub settings: usize,
    /// Why it does not take the rows.
    pub refused: Option<String>,
    /// Its loss on how many rows, if it was dropped after the first fold.
    pub eliminated: Option<(f64, usize)>,
    /// The time that was too short for a setting of it, in seconds.
    pub out_of_time: Option<f64>,
}

/// What a search found.
pub(crate) struct SearchResult {
    /// The trials that were evaluated on the most rows, the best first; stages of one setting are trials of their own.
    pub trials: Vec<StudyTrial>,
    /// In the order of the candidates.
    pub candidates: Vec<CandidateRecord>,
    pub stopped: SearchEnd,
    /// How many settings were evaluated.
    pub settings: usize,
}

/// A search under way.
pub(crate) struct Search<'a> {
    pub evaluator: TrialEvaluator<'a>,
    pub candidates: &'a [StudyCandidate],
    pub limits: SearchLimits,
    pub seed: u64,
    pub run: &'a Run,
}

struct SearchState {
    trials: Vec<StudyTrial>,
    candidates: Vec<CandidateRecord>,
    settings: usize,
    history: SearchHistory,
    /// Seconds of the model of all rows, as far as can be told.
    refit: f64,
    /// Seconds of the last selection of the ensemble.
    selection: f64,
}

/// Whether the search goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Done,
    NoTime,
}

impl Search<'_> {
    /// Tries settings until time is up, or as many were tried as was asked for, or more of them would not help.
    pub fn run(self) -> Result<SearchResult> {
        let mut state = SearchState {
            trials: Vec::new(),
            candidates: vec![CandidateRecord::default(); self.candidates.len()],
            settings: 0,
            history: SearchHistory::default(),
            refit: 0.0,
            selection: 0.0,
        };
        let stopped = self.all_turns(&mut state)?;
        let last = state.trials.iter().map(|trial| trial.rung).max().unwrap_or_default();
        let mut trials: Vec<StudyTrial> =
            state.trials.into_iter().filter(|trial| trial.rung == last).collect();
        trials.sort_by(|a, b| a.out_of_fold.loss.total_cmp(&b.out_of_fold.loss));
        Ok(SearchResult { trials, candidates: state.candidates, stopped, settings: state.settings })
    }

    fn all_turns(&self, state: &mut SearchState) -> Result<SearchEnd> {
        let rungs = self.evaluator.splits.rungs.len();
        let defaults: Vec<(usize, Parameters)> =
            (0..self.candidates.len()).map(|candidate| (candidate, Parameters::new())).collect();
        let mut turns = defaults;
        for rung in 0..rungs {
            let end = match rung + 1 == rungs {
                true => None,
                false => Some(self.limits.begun + self.limits.budget.mul_f64(RUNG_SHARE * (rung + 1) as f64)),
            };
            for (candidate, setting) in &turns {
                if let Some(reason) = self.turn(state, *candidate, setting, rung, end)? {
                    return Ok(reason);
                }
            }
            turns = self.survivors(state, rung);
        }
        self.declared_settings(state, rungs - 1)
    }

    /// Every learner a setting of those that it declares, the best learner first; and then settings near those of the ensemble.
    fn declared_settings(&self, state: &mut SearchState, rung: usize) -> Result<SearchEnd> {
        let rule = StoppingRule::new(self.evaluator.rows, self.limits.thoroughness);
        let most =
            self.candidates.iter().map(|c| c.declaration.study_settings.len()).max().unwrap_or_default();
        for round in 1..=most {
            for candidate in self.ranked_candidates(state, rung) {
                if let Some(setting) = self.candidates[candidate].declared_setting(round)? {
                    if let Some(reason) = self.turn(state, candidate, &setting, rung, None)? {
                        return Ok(reason);
                    }
                    if let Some(reason) = self.want_of_progress(&rule, state) {
                        return Ok(reason);
                    }
                }
            }
        }
        let mut rng = Seed(self.seed).derive(u64::MAX - 1).rng();
        let mut fruitless = 0;
        loop {
            if let Some(reason) = self.want_of_progress(&rule, state) {
                return Ok(reason);
            }
            let Some((candidate, good)) = self.member(state, rung, &mut rng) else {
                return Ok(SearchEnd::Exhausted);
            };
            let Some(setting) = self.candidates[candidate].near(&good, &mut rng)? else {
                // What has nothing to tune may still be the best.
                fruitless += 1;
                if fruitless > self.candidates.len() {
                    return Ok(SearchEnd::Exhausted);
                }
                continue;
            };
            if let Some(reason) = self.turn(state, candidate, &setting, rung, None)? {
                return Ok(reason);
            }
        }
    }

    /// Whether more settings would not help; who asks for a number of them gets as many, so that the number repeats a study.
    fn want_of_progress(&self, rule: &StoppingRule, state: &SearchState) -> Option<SearchEnd> {
        match self.limits.trials {
            Some(_) => None,
            None => rule.met_by(&state.history),
        }
    }

    /// Evaluates a setting, and says why no other follows if none does.
    fn turn(
        &self,
        state: &mut SearchState,
        candidate: usize,
        setting: &Parameters,
        rung: usize,
        rung_end: Option<Instant>,
    ) -> Result<Option<SearchEnd>> {
        if self.limits.trials.is_some_and(|most| state.settings >= most) {
            return Ok(Some(SearchEnd::Trials));
        }
        if state.candidates[candidate].refused.is_some() {
            return Ok(None);
        }
        let now = Instant::now();
        let end = self.search_end(state);
        if now >= end {
            return Ok(Some(SearchEnd::Time));
        }
        if rung_end.is_some_and(|rung_end| now >= rung_end) && !state.trials.is_empty() {
            // The other rungs need their time.
            state.candidates[candidate].out_of_time = Some(0.0);
            return Ok(None);
        }
        let left = end - now;
        let limit = if self.candidates.len() > 1 { left.mul_f64(TIME_SHARE) } else { left };
        match self.evaluate(state, candidate, setting, rung, now + limit)? {
            Turn::Done => (),
            Turn::NoTime => state.candidates[candidate].out_of_time = Some(limit.as_secs_f64()),
        }
        Ok(None)
    }

    /// When the search must end, so that there is time for the model of all rows and for what is said of it.
    fn search_end(&self, state: &SearchState) -> Instant {
        if self.limits.trials.is_some() {
            return Instant::now() + NO_END;
        }
        let threads = self.run.thread_count().max(1) as f64;
        let selections = self.limits.selections as f64 * state.selection / threads;
        let kept = INTERPRETATION_SHARE * self.limits.budget.as_secs_f64()
            + SAFETY * (self.limits.fits * state.refit + selections);
        self.limits.begun + self.limits.budget.saturating_sub(Duration::from_secs_f64(kept))
    }

    fn evaluate(
        &self,
        state: &mut SearchState,
        candidate: usize,
        setting: &Parameters,
        rung: usize,
        end: Instant,
    ) -> Result<Turn> {
        let spec = self.candidates[candidate].spec(setting);
        self.run.trace(|| StudyEvent::Trying { learner: in_words(&spec), trial: state.settings + 1 });
        let best = best_of(&state.trials, rung);
        let rivals = Rivals {
            best: best.map(|best| &state.trials[best].out_of_fold),
            is_first_of_learner: state.candidates[candidate].settings == 0,
        };
        let own = (candidate, &self.candidates[candidate]);
        let outcome = self.evaluator.evaluate(own, setting, rung, &rivals, end, &self.run.part(0))?;
        let record = &mut state.candidates[candidate];
        let mut score = None;
        match outcome {
            TrialOutcome::OutOfTime => return Ok(Turn::NoTime),
            TrialOutcome::Refused(why) => {
                // A setting may be refused where the defaults are not.
                if record.settings == 0 {
                    record.refused = Some(why);
                }
            }
            TrialOutcome::Eliminated { loss, rows } => {
                record.settings += 1;
                let is_better = record.eliminated.is_none_or(|(known, _)| loss < known);
                record.eliminated = if is_better { Some((loss, rows)) } else { record.eliminated };
            }
            TrialOutcome::Evaluated(trials) => {
                record.settings += 1;
                record.out_of_time = None;
                score = trials.first().map(|trial| trial.out_of_fold.loss);
                state.trials.extend(trials);
            }
        }
        state.settings += 1;
        self.look_at_ensemble(state, rung);
        let measure = self.evaluator.loss.measure();
        // Squared errors are shown as their root, as the leaderboard shows them.
        let shown = |loss: f64| match self.evaluator.loss {
            StudyLoss::Squared => measure.show(loss.sqrt()),
            StudyLoss::ZeroOne => measure.show(1.0 - loss),
            _ => measure.show(loss),
        };
        let best = best_of(&state.trials, rung).map(|best| &state.trials[best]);
        self.run.trace(|| StudyEvent::Evaluated {
            learner: in_words(&spec),
            score: score.map(|loss| format!("{measure} {}", shown(loss))),
            best: best.map(|best| (in_words(&best.spec), shown(best.out_of_fold.loss))),
        });
        match self.limits.trials {
            Some(most) => self.run.progress("trials", state.settings as u64, Some(most as u64)),
            None => {
                let seconds = |time: Duration| time.as_secs();
                self.run.progress(
                    "seconds",
                    seconds(self.limits.begun.elapsed()),
                    Some(seconds(self.limits.budget)),
                )
            }
        };
        Ok(Turn::Done)
    }

    /// What the ensemble has come to; models of the folds are kept only of its members.
    fn look_at_ensemble(&self, state: &mut SearchState, rung: usize) {
        let places: Vec<usize> =
            (0..state.trials.len()).filter(|&place| state.trials[place].rung == rung).collect();
        let of_rung: Vec<&StudyTrial> = places.iter().map(|&place| &state.trials[place]).collect();
        let begun = Instant::now();
        let weights = self.ensemble_of(&of_rung);
        state.selection = begun.elapsed().as_secs_f64();
        let folds: Vec<&OutOfFold> = of_rung.iter().map(|trial| &trial.out_of_fold).collect();
        let (rows, loss) = (self.evaluator.rows, self.evaluator.loss);
        if !folds.is_empty() {
            let mixture = OutOfFold::new(mixed(&folds, &weights), rows, loss);
            state.history.add(mixture.loss, mixture.error);
        }
        let all_rows = self.evaluator.data.rows().len() as f64;
        state.refit = of_rung
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(trial, _)| {
                let trained = trial.training_rows as f64 * self.evaluator.splits.splits.len() as f64;
                trial.seconds * all_rows / trained
            })
            .sum();
        for (&place, weight) in places.iter().zip(&weights) {
            if *weight == 0.0 {
                state.trials[place].models.clear();
            }
        }
    }

    /// The weights of the best trials in the ensemble.
    fn ensemble_of(&self, trials: &[&StudyTrial]) -> Vec<f64> {
        let pool = pool_of(trials);
        let folds: Vec<&OutOfFold> = pool.iter().map(|&place| &trials[place].out_of_fold).collect();
        let selection = EnsembleSelection::new(self.evaluator.rows, self.evaluator.loss, &folds);
        let mut weights = vec![0.0; trials.len()];
        if !pool.is_empty() {
            let selected = selection.select(&self.evaluator.rows.weights);
            pool.iter().zip(selected).for_each(|(&place, weight)| weights[place] = weight);
        }
        weights
    }

    /// The settings of a rung that go on to the next: the better half, and the best of every learner that is not hopeless.
    fn survivors(&self, state: &SearchState, rung: usize) -> Vec<(usize, Parameters)> {
        let mut ranked: Vec<&StudyTrial> = state.trials.iter().filter(|trial| trial.rung == rung).collect();
        ranked.sort_by(|a, b| a.out_of_fold.loss.total_cmp(&b.out_of_fold.loss));
        let Some(best) = ranked.first().map(|best| &best.out_of_fold) else {
            // Nobody was done in time: the least work has the best chance.
            return (0..self.candidates.len().min(2))
                .map(|candidate| (candidate, Parameters::new()))
                .collect();
        };
        let weights = &self.evaluator.rows.weights;
        let mut survivors: Vec<(usize, Parameters)> = Vec::new();
        let half = ranked.len().div_ceil(2);
        for (place, trial) in ranked.iter().enumerate() {
            let is_first = !survivors.iter().any(|(candidate, _)| *candidate == trial.candidate);
            let is_hopeless = paired_z(&trial.out_of_fold.losses, &best.losses, weights) > HOPELESS;
            let setting = (trial.candidate, trial.setting.clone());
            // Stages of a setting are evaluated together.
            if (place < half || is_first) && !is_hopeless && !survivors.contains(&setting) {
                survivors.push(setting);
            }
        }
        survivors
    }

    /// The candidates that may still win, the best first.
    fn ranked_candidates(&self, state: &SearchState, rung: usize) -> Vec<usize> {
        let Some(best) = best_of(&state.trials, rung) else { return (0..self.candidates.len()).collect() };
        let best = &state.trials[best].out_of_fold;
        let mut ranked: Vec<(f64, usize)> = Vec::new();
        for candidate in 0..self.candidates.len() {
            let own = state.trials.iter().filter(|trial| trial.rung == rung && trial.candidate == candidate);
            let own = own.min_by(|a, b| a.out_of_fold.loss.total_cmp(&b.out_of_fold.loss));
            if let Some(own) = own
                && paired_z(&own.out_of_fold.losses, &best.losses, &self.evaluator.rows.weights) <= HOPELESS
            {
                ranked.push((own.out_of_fold.loss, candidate));
            }
        }
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// A member of the ensemble with its setting, drawn by the weights.
    fn member(
        &self,
        state: &SearchState,
        rung: usize,
        rng: &mut hornbook_core::Rng,
    ) -> Option<(usize, Parameters)> {
        let of_rung: Vec<&StudyTrial> = state.trials.iter().filter(|trial| trial.rung == rung).collect();
        let weights = self.ensemble_of(&of_rung);
        let mut left = rng.unit();
        for (trial, weight) in of_rung.iter().zip(&weights) {
            left -= weight;
            if left < 0.0 {
                return Some((trial.candidate, trial.setting.clone()));
            }
        }
        of_rung.last().map(|trial| (trial.candidate, trial.setting.clone()))
    }
}

/// The places of the trials that an ensemble is put together from, the best first.
pub(crate) fn pool_of(trials: &[&StudyTrial]) -> Vec<usize> {
    let mut pool: Vec<usize> = (0..trials.len()).collect();
    pool.sort_by(|&a, &b| trials[a].out_of_fold.loss.total_cmp(&trials[b].out_of_fold.loss));
    pool.truncate(POOL);
    pool
}

fn best_of(trials: &[StudyTrial], rung: usize) -> Option<usize> {
    (0..trials.len())
        .filter(|&place| trials[place].rung == rung)
        .min_by(|&a, &b| trials[a].out_of_fold.loss.total_cmp(&trials[b].out_of_fold.loss))
}
