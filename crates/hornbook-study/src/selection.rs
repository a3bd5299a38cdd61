//! Model selection and hyperparameter tuning on the training rows.

use crate::candidate_evaluator::CandidateEvaluator;
use crate::candidates::StudyCandidate;
use crate::checkpoint::{CandidateResult, Checkpoint, CvResult};
use crate::choice::{LearnerChoice, estimate};
use crate::events::StudyEvent;
use crate::preprocessing::in_words;
use hornbook_core::{Declaration, LearnerSpec, Parameters, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::{EvaluationOptions, Measure, Resampling, ShuffleSplit};
use hornbook_learner::{FoldScheme, Registry, rows_by_time};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Folds of the cross-validation, and the fewer ones above this many rows.
const FOLDS: usize = 5;
const FEWER_FOLDS: usize = 3;
const MANY_ROWS: usize = 20_000;
/// Above twice this many rows, candidates are evaluated on a subsample first, and only the best on all rows.
const SUBSAMPLE_ROWS: usize = 4000;
const FINALISTS: usize = 4;
/// How many learners are tuned, and how many combinations of parameters are tried of each.
const TUNED: usize = 5;
const TRIALS: u64 = 8;
/// The parts of the time for default parameters, and for these and tuning; the rest is for all rows.
const DEFAULTS_SHARE: f64 = 0.5;
const SAMPLE_SHARE: f64 = 0.75;
/// Time limit of a candidate: this many times its equal share of the remaining time.
const TIME_LIMIT_FACTOR: f64 = 3.0;
/// The position of the sample's seed, beyond that of any learner.
const SAMPLE: u64 = u64::MAX;

/// Selects a learner and its hyperparameters.
#[derive(Clone)]
pub(crate) struct ModelSelection {
    pub candidates: Vec<StudyCandidate>,
    pub scoring: EvaluationOptions,
    pub measure: Measure,
    pub registry: &'static Registry,
    pub checkpoint: Arc<Checkpoint>,
    pub seed: u64,
}

/// The outcome of a candidate.
#[derive(Debug, Clone)]
pub(crate) struct TriedCandidate {
    /// Which candidate it is.
    pub candidate: usize,
    /// What it is, without what prepares the columns before it.
    pub declaration: &'static Declaration,
    /// With the parameters that did best.
    pub spec: LearnerSpec,
    pub outcome: CandidateOutcome,
    /// How many combinations of parameters were tried.
    pub trials: usize,
    /// On how many rows.
    pub rows: usize,
}

#[derive(Debug, Clone)]
pub(crate) enum CandidateOutcome {
    Evaluated(CvResult),
    Refused(String),
    LeftOut(String),
}

impl TriedCandidate {
    pub fn cv_result(&self) -> Option<&CvResult> {
        match &self.outcome {
            CandidateOutcome::Evaluated(cv_result) => Some(cv_result),
            _ => None,
        }
    }
}

/// The selected candidate and the leaderboard.
#[derive(Debug, Clone)]
pub(crate) struct SelectionResult {
    /// All candidates, the best first; then those evaluated on a subsample only, then those without a score.
    pub tried: Vec<TriedCandidate>,
    /// The comparison of the first so many, which were evaluated on all rows.
    pub finals: usize,
    pub best: usize,
    pub chosen: usize,
    pub p_values: Vec<Option<f64>>,
    pub groups: Vec<(usize, usize)>,
    /// The resampling design, in words.
    pub design: String,
    /// Whether time was up before all candidates were evaluated.
    pub cut_short: bool,
}

impl SelectionResult {
    /// How many are within one standard error of the best and not significantly different from it, the best included.
    pub fn alike(&self, measure: Measure) -> usize {
        let sign = if measure.higher_is_better() { 1.0 } else { -1.0 };
        let Some(best) = self.tried.get(self.best).and_then(TriedCandidate::cv_result).map(estimate) else {
            return 0;
        };
        let error = if best.standard_error.is_nan() { 0.0 } else { best.standard_error };
        let is_alike = |place: &usize| {
            let near = |cv_result: &CvResult| sign * estimate(cv_result).mean >= sign * best.mean - error;
            let told_apart =
                self.p_values.get(*place).copied().flatten().is_some_and(|p| p <= SIGNIFICANCE_LEVEL);
            self.tried[*place].cv_result().is_some_and(near) && !told_apart
        };
        (0..self.finals).filter(is_alike).count()
    }
}

impl ModelSelection {
    /// Evaluates all candidates on the rows and selects one, by the end of the time.
    pub fn select(&self, data: &Dataset, end: Instant, run: &Run) -> Result<SelectionResult> {
        let begun = Instant::now();
        let whole = end.saturating_duration_since(begun);
        let rows = data.rows().len();
        let sample = (rows > 2 * SUBSAMPLE_ROWS).then(|| self.sample(data)).transpose()?;
        let (defaults, tuning) = match sample {
            Some(_) => (DEFAULTS_SHARE * SAMPLE_SHARE, SAMPLE_SHARE),
            None => (DEFAULTS_SHARE, 1.0),
        };
        let field = self.evaluator(sample.as_ref().unwrap_or(data))?;
        let mut work = SelectionRun { selection: self, run, tried: Vec::new(), cut_short: false };
        work.try_defaults(&field, begun + whole.mul_f64(defaults))?;
        work.tune(&field, begun + whole.mul_f64(tuning))?;
        let finals = match &sample {
            Some(_) => {
                let evaluator = self.evaluator(data)?;
                work.try_on_all_rows(&evaluator, end)?;
                evaluator
            }
            None => field,
        };
        work.choose(&finals)
    }

    fn evaluator<'a>(&'a self, data: &'a Dataset) -> Result<CandidateEvaluator<'a>> {
        let folds = if data.rows().len() > MANY_ROWS { FEWER_FOLDS } else { FOLDS };
        CandidateEvaluator::new(
            data,
            folds,
            self.seed,
            (&self.scoring, self.measure),
            self.registry,
            &self.checkpoint,
        )
    }

    /// Some of the rows, of each class alike and whole groups; the last ones in time if they have an order.
    fn sample(&self, data: &Dataset) -> Result<Dataset> {
        let rows = data.rows().len();
        if FoldScheme::of(data) == FoldScheme::TimeSeries {
            let by_time = rows_by_time(data)?;
            let mut last: Vec<u32> =
                by_time[rows - SUBSAMPLE_ROWS..].iter().map(|&(_, row)| row as u32).collect();
            last.sort_unstable();
            return Ok(data.select(last));
        }
        let share = SUBSAMPLE_ROWS as f64 / rows as f64;
        let draw = ShuffleSplit::new(share, 1).seed(Seed(self.seed).derive(SAMPLE).0);
        let drawn = draw.splits(data)?.pop().map(|split| split.test).unwrap_or_default();
        Ok(data.select(drawn))
    }
}

/// A selection under way.
struct SelectionRun<'a> {
    selection: &'a ModelSelection,
    run: &'a Run,
    tried: Vec<TriedCandidate>,
    cut_short: bool,
}

impl SelectionRun<'_> {
    /// All candidates with default hyperparameters.
    fn try_defaults(&mut self, field: &CandidateEvaluator<'_>, end: Instant) -> Result<()> {
        let count = self.selection.candidates.len();
        for (candidate, learner) in self.selection.candidates.iter().enumerate() {
            let spec = learner.spec(&Parameters::new());
            self.run.trace(|| StudyEvent::Trying {
                learner: in_words(&spec),
                place: candidate + 1,
                of: count,
                stage: "default hyperparameters",
            });
            let (now, left) = (Instant::now(), (count - candidate) as f64);
            let share = end.saturating_duration_since(now).mul_f64((TIME_LIMIT_FACTOR / left).min(1.0));
            let outcome = match field.evaluate(&spec, now + share, self.run)? {
                Some(CandidateResult::Evaluated(cv_result)) => CandidateOutcome::Evaluated(cv_result),
                Some(CandidateResult::Refused(why)) => CandidateOutcome::Refused(why),
                None => self.out_of_time(share),
            };
            let rows = field.data.rows().len();
            let declaration = learner.declaration;
            self.tried.push(TriedCandidate { candidate, declaration, spec, outcome, trials: 1, rows });
            self.report(self.tried.len() - 1);
            self.run.progress("learners", candidate as u64 + 1, Some(count as u64));
        }
        Ok(())
    }

    fn out_of_time(&mut self, share: Duration) -> CandidateOutcome {
        self.cut_short = true;
        CandidateOutcome::LeftOut(match share.as_secs_f64() {
            seconds if seconds < 0.01 => "the time budget ran out before its turn".to_string(),
            seconds => format!("it exceeded its time limit of {seconds:.1} s"),
        })
    }

    /// Reports the score of a candidate, and the best so far.
    fn report(&self, place: usize) {
        let named =
            |tried: &TriedCandidate| Some((in_words(&tried.spec), tried.cv_result()?.score.text.clone()));
        self.run.trace(|| StudyEvent::Evaluated {
            learner: in_words(&self.tried[place].spec),
            score: named(&self.tried[place]).map(|(_, score)| score),
            best: self.ranked().first().and_then(|&best| named(&self.tried[best])),
        });
    }

    /// The positions of those with a score, the best first.
    fn ranked(&self) -> Vec<usize> {
        let higher = self.selection.measure.higher_is_better();
        let mean = |place: usize| {
            let mean = self.tried[place].cv_result().map(|cv_result| estimate(cv_result).mean)?;
            Some(if higher { -mean } else { mean })
        };
        let mut ranked: Vec<(usize, f64)> =
            (0..self.tried.len()).filter_map(|place| Some((place, mean(place)?))).collect();
        ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
        ranked.into_iter().map(|(place, _)| place).collect()
    }

    /// Hyperparameter tuning of the best, a combination of each in turn.
    fn tune(&mut self, field: &CandidateEvaluator<'_>, end: Instant) -> Result<()> {
        let tunable = |place: &usize| {
            let candidate = &self.selection.candidates[self.tried[*place].candidate];
            !candidate.space().dimensions().is_empty()
        };
        let leaders: Vec<usize> = self.ranked().into_iter().filter(tunable).take(TUNED).collect();
        let higher = self.selection.measure.higher_is_better();
        let mut done = 0;
        let count = TRIALS as usize * leaders.len();
        for trial in 0..TRIALS {
            for &place in &leaders {
                let candidate = &self.selection.candidates[self.tried[place].candidate];
                let seed = Seed(self.selection.seed).derive(self.tried[place].candidate as u64);
                let spec = candidate.spec(&candidate.setting(trial as usize, &mut seed.derive(trial).rng())?);
                done += 1;
                self.run.trace(|| StudyEvent::Trying {
                    learner: in_words(&spec),
                    place: done,
                    of: count,
                    stage: "tuning",
                });
                let now = Instant::now();
                let share = end
                    .saturating_duration_since(now)
                    .mul_f64((TIME_LIMIT_FACTOR / (count - done + 1) as f64).min(1.0));
                let result = field.evaluate(&spec, now + share, self.run)?;
                self.run.progress("tuning", done as u64, Some(count as u64));
                let tried = &mut self.tried[place];
                match result {
                    None => self.cut_short = true,
                    Some(CandidateResult::Refused(_)) => tried.trials += 1,
                    Some(CandidateResult::Evaluated(cv_result)) => {
                        tried.trials += 1;
                        let before = tried.cv_result().map_or(f64::NAN, |before| estimate(before).mean);
                        let now = estimate(&cv_result).mean;
                        if if higher { now > before } else { now < before } {
                            let spent = tried.cv_result().map_or(0.0, |before| before.seconds);
                            let seconds = cv_result.seconds + spent;
                            tried.outcome = CandidateOutcome::Evaluated(CvResult { seconds, ..cv_result });
                            tried.spec = spec;
                            self.report(place);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The best of the sample on all rows.
    fn try_on_all_rows(&mut self, evaluator: &CandidateEvaluator<'_>, end: Instant) -> Result<()> {
        let finalists: Vec<usize> = self.ranked().into_iter().take(FINALISTS).collect();
        for (turn, &place) in finalists.iter().enumerate() {
            let spec = self.tried[place].spec.clone();
            self.run.trace(|| StudyEvent::Trying {
                learner: in_words(&spec),
                place: turn + 1,
                of: finalists.len(),
                stage: "all rows",
            });
            let (now, left) = (Instant::now(), (finalists.len() - turn) as f64);
            let share = end.saturating_duration_since(now).mul_f64((TIME_LIMIT_FACTOR / left).min(1.0));
            match evaluator.evaluate(&spec, now + share, self.run)? {
                Some(CandidateResult::Evaluated(cv_result)) => {
                    self.tried[place].outcome = CandidateOutcome::Evaluated(cv_result);
                    self.tried[place].rows = evaluator.data.rows().len();
                    self.report(place);
                }
                Some(CandidateResult::Refused(why)) => {
                    self.tried[place].outcome = CandidateOutcome::Refused(why)
                }
                None => self.cut_short = true,
            }
            self.run.progress("all rows", turn as u64 + 1, Some(finalists.len() as u64));
        }
        Ok(())
    }

    /// Selects among those that were evaluated on the most rows.
    fn choose(self, evaluator: &CandidateEvaluator<'_>) -> Result<SelectionResult> {
        let most = self.ranked().iter().map(|&place| self.tried[place].rows).max().unwrap_or(0);
        let ranked = self.ranked();
        let (finals, sampled): (Vec<usize>, Vec<usize>) =
            ranked.iter().partition(|&&place| self.tried[place].rows == most);
        let cv_results: Vec<&CvResult> =
            finals.iter().filter_map(|&place| self.tried[place].cv_result()).collect();
        let choice = LearnerChoice::of(&cv_results, self.selection.measure, evaluator.test_share)?;
        let groups = match &choice {
            Some(choice) => choice.groups(&cv_results, evaluator.test_share)?,
            None => Vec::new(),
        };
        let scoreless = (0..self.tried.len()).filter(|place| !ranked.contains(place));
        let order: Vec<usize> = finals.iter().chain(&sampled).copied().chain(scoreless).collect();
        let tried: Vec<TriedCandidate> = order.iter().map(|&place| self.tried[place].clone()).collect();
        let (best, chosen, p_values) =
            choice.map_or((0, 0, Vec::new()), |choice| (choice.best, choice.chosen, choice.p_values));
        let design = match sampled.is_empty() {
            true => evaluator.words.clone(),
            false => format!("{}; the others on a subsample of {SUBSAMPLE_ROWS} rows", evaluator.words),
        };
        Ok(SelectionResult {
            finals: finals.len(),
            tried,
            best,
            chosen,
            p_values,
            groups,
            design,
            cut_short: self.cut_short,
        })
    }
}
