//! Choosing a learner and its parameters by the rows at hand, and nothing but those.

use crate::candidates::Candidate;
use crate::choice::{Choice, SIGNIFICANT, estimate};
use crate::events::StudyEvent;
use crate::judge::Judge;
use crate::ledger::{Ledger, Standing, Verdict};
use crate::prepared::in_words;
use hornbook_core::{Declaration, LearnerSpec, Parameters, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_evaluation::{Judging, Measure, Resampling, Subsampling};
use hornbook_learner::Registry;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Folds by which learners are judged, and the fewer ones above this many rows.
const FOLDS: usize = 5;
const FEWER_FOLDS: usize = 3;
const MANY_ROWS: usize = 20_000;
/// Above twice this many rows, everybody is judged on a sample first, and only the best on all rows.
const HEAT_ROWS: usize = 4000;
const FINALISTS: usize = 4;
/// How many learners are tuned, and how many combinations of parameters are tried of each.
const TUNED: usize = 5;
const TRIALS: u64 = 8;
/// The parts of the time for default parameters, and for these and tuning; the rest is for all rows.
const DEFAULTS_SHARE: f64 = 0.5;
const SAMPLE_SHARE: f64 = 0.75;
/// A learner may take this many times its equal share of the time that is left.
const PATIENCE: f64 = 3.0;
/// The place of the sample's seed, beyond that of any learner.
const SAMPLE: u64 = u64::MAX;

/// Chooses a learner and its parameters.
#[derive(Clone)]
pub(crate) struct Selection {
    pub candidates: Vec<Candidate>,
    pub judging: Judging,
    pub measure: Measure,
    pub registry: &'static Registry,
    pub ledger: Arc<Ledger>,
    pub seed: u64,
}

/// How it went for a candidate.
#[derive(Debug, Clone)]
pub(crate) struct Tried {
    /// Which candidate it is.
    pub candidate: usize,
    /// What it is, without what prepares the columns before it.
    pub declaration: &'static Declaration,
    /// With the parameters that did best.
    pub spec: LearnerSpec,
    pub outcome: Went,
    /// How many combinations of parameters were tried.
    pub trials: usize,
    /// On how many rows.
    pub rows: usize,
}

#[derive(Debug, Clone)]
pub(crate) enum Went {
    Judged(Standing),
    Refused(String),
    LeftOut(String),
}

impl Tried {
    pub fn standing(&self) -> Option<&Standing> {
        match &self.outcome {
            Went::Judged(standing) => Some(standing),
            _ => None,
        }
    }
}

/// What was chosen, and how everybody did.
#[derive(Debug, Clone)]
pub(crate) struct Selected {
    /// Everybody, the best first; then those judged on a sample only, then those without a score.
    pub tried: Vec<Tried>,
    /// The comparison of the first so many, who were judged on all rows.
    pub finals: usize,
    pub best: usize,
    pub chosen: usize,
    pub p_values: Vec<Option<f64>>,
    pub groups: Vec<(usize, usize)>,
    /// How they were judged, in words.
    pub design: String,
    /// Whether time was up before everybody had their turn.
    pub cut_short: bool,
}

impl Selected {
    /// How many are within one standard error of the best and cannot be told apart from it, the best included.
    pub fn alike(&self, measure: Measure) -> usize {
        let sign = if measure.higher_is_better() { 1.0 } else { -1.0 };
        let Some(best) = self.tried.get(self.best).and_then(Tried::standing).map(estimate) else { return 0 };
        let error = if best.standard_error.is_nan() { 0.0 } else { best.standard_error };
        let is_alike = |place: &usize| {
            let near = |standing: &Standing| sign * estimate(standing).mean >= sign * best.mean - error;
            let told_apart = self.p_values.get(*place).copied().flatten().is_some_and(|p| p <= SIGNIFICANT);
            self.tried[*place].standing().is_some_and(near) && !told_apart
        };
        (0..self.finals).filter(is_alike).count()
    }
}

impl Selection {
    /// Judges everybody on the rows and chooses, by the end of the time.
    pub fn select(&self, data: &Dataset, end: Instant, run: &Run) -> Result<Selected> {
        let begun = Instant::now();
        let whole = end.saturating_duration_since(begun);
        let rows = data.rows().len();
        let sample = (rows > 2 * HEAT_ROWS).then(|| self.sample(data)).transpose()?;
        let (defaults, tuning) = match sample {
            Some(_) => (DEFAULTS_SHARE * SAMPLE_SHARE, SAMPLE_SHARE),
            None => (DEFAULTS_SHARE, 1.0),
        };
        let field = self.judge(sample.as_ref().unwrap_or(data))?;
        let mut work = Work { selection: self, run, tried: Vec::new(), cut_short: false };
        work.try_defaults(&field, begun + whole.mul_f64(defaults))?;
        work.tune(&field, begun + whole.mul_f64(tuning))?;
        let finals = match &sample {
            Some(_) => {
                let judge = self.judge(data)?;
                work.try_on_all_rows(&judge, end)?;
                judge
            }
            None => field,
        };
        work.choose(&finals)
    }

    fn judge<'a>(&'a self, data: &'a Dataset) -> Result<Judge<'a>> {
        let folds = if data.rows().len() > MANY_ROWS { FEWER_FOLDS } else { FOLDS };
        Judge::new(data, folds, self.seed, (&self.judging, self.measure), self.registry, &self.ledger)
    }

    /// Some of the rows, of each class alike and whole groups; the last ones if they have an order.
    fn sample(&self, data: &Dataset) -> Result<Dataset> {
        let rows = data.rows().len();
        if data.row_order().is_some() {
            return Ok(data.slice(rows - HEAT_ROWS..rows));
        }
        let share = HEAT_ROWS as f64 / rows as f64;
        let draw = Subsampling::new(share, 1).seed(Seed(self.seed).derive(SAMPLE).0);
        let drawn = draw.splits(data)?.pop().map(|split| split.test).unwrap_or_default();
        Ok(data.select(drawn))
    }
}

/// A selection under way.
struct Work<'a> {
    selection: &'a Selection,
    run: &'a Run,
    tried: Vec<Tried>,
    cut_short: bool,
}

impl Work<'_> {
    /// Everybody with the default parameters.
    fn try_defaults(&mut self, field: &Judge<'_>, end: Instant) -> Result<()> {
        let count = self.selection.candidates.len();
        for (candidate, learner) in self.selection.candidates.iter().enumerate() {
            let spec = learner.spec(&Parameters::new());
            self.run.trace(|| StudyEvent::Trying {
                learner: in_words(&spec),
                place: candidate + 1,
                of: count,
                stage: "default parameters",
            });
            let (now, left) = (Instant::now(), (count - candidate) as f64);
            let share = end.saturating_duration_since(now).mul_f64((PATIENCE / left).min(1.0));
            let outcome = match field.judge(&spec, now + share, self.run)? {
                Some(Verdict::Judged(standing)) => Went::Judged(standing),
                Some(Verdict::Refused(why)) => Went::Refused(why),
                None => self.out_of_time(share),
            };
            let rows = field.data.rows().len();
            let declaration = learner.declaration;
            self.tried.push(Tried { candidate, declaration, spec, outcome, trials: 1, rows });
            self.report(self.tried.len() - 1);
            self.run.progress("learners", candidate as u64 + 1, Some(count as u64));
        }
        Ok(())
    }

    fn out_of_time(&mut self, share: Duration) -> Went {
        self.cut_short = true;
        Went::LeftOut(match share.as_secs_f64() {
            seconds if seconds < 0.01 => "time was up before its turn".to_string(),
            seconds => format!("it took longer than its share of the time, {seconds:.1} s"),
        })
    }

    /// Says how a learner did, and who is ahead.
    fn report(&self, place: usize) {
        let named = |tried: &Tried| Some((in_words(&tried.spec), tried.standing()?.score.text.clone()));
        self.run.trace(|| StudyEvent::Judged {
            learner: in_words(&self.tried[place].spec),
            score: named(&self.tried[place]).map(|(_, score)| score),
            best: self.ranked().first().and_then(|&best| named(&self.tried[best])),
        });
    }

    /// The places of those with a score, the best first.
    fn ranked(&self) -> Vec<usize> {
        let higher = self.selection.measure.higher_is_better();
        let mean = |place: usize| {
            let mean = self.tried[place].standing().map(|standing| estimate(standing).mean)?;
            Some(if higher { -mean } else { mean })
        };
        let mut ranked: Vec<(usize, f64)> =
            (0..self.tried.len()).filter_map(|place| Some((place, mean(place)?))).collect();
        ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
        ranked.into_iter().map(|(place, _)| place).collect()
    }

    /// Other parameters of the best, a combination of each in turn.
    fn tune(&mut self, field: &Judge<'_>, end: Instant) -> Result<()> {
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
                let spec = candidate.spec(&candidate.draw(&mut seed.derive(trial).rng()));
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
                    .mul_f64((PATIENCE / (count - done + 1) as f64).min(1.0));
                let verdict = field.judge(&spec, now + share, self.run)?;
                self.run.progress("tuning", done as u64, Some(count as u64));
                let tried = &mut self.tried[place];
                match verdict {
                    None => self.cut_short = true,
                    Some(Verdict::Refused(_)) => tried.trials += 1,
                    Some(Verdict::Judged(standing)) => {
                        tried.trials += 1;
                        let before = tried.standing().map_or(f64::NAN, |before| estimate(before).mean);
                        let now = estimate(&standing).mean;
                        if if higher { now > before } else { now < before } {
                            let spent = tried.standing().map_or(0.0, |before| before.seconds);
                            let seconds = standing.seconds + spent;
                            tried.outcome = Went::Judged(Standing { seconds, ..standing });
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
    fn try_on_all_rows(&mut self, judge: &Judge<'_>, end: Instant) -> Result<()> {
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
            let share = end.saturating_duration_since(now).mul_f64((PATIENCE / left).min(1.0));
            match judge.judge(&spec, now + share, self.run)? {
                Some(Verdict::Judged(standing)) => {
                    self.tried[place].outcome = Went::Judged(standing);
                    self.tried[place].rows = judge.data.rows().len();
                    self.report(place);
                }
                Some(Verdict::Refused(why)) => self.tried[place].outcome = Went::Refused(why),
                None => self.cut_short = true,
            }
            self.run.progress("all rows", turn as u64 + 1, Some(finalists.len() as u64));
        }
        Ok(())
    }

    /// Chooses among those who were judged on the most rows.
    fn choose(self, judge: &Judge<'_>) -> Result<Selected> {
        let most = self.ranked().iter().map(|&place| self.tried[place].rows).max().unwrap_or(0);
        let ranked = self.ranked();
        let (finals, sampled): (Vec<usize>, Vec<usize>) =
            ranked.iter().partition(|&&place| self.tried[place].rows == most);
        let standings: Vec<&Standing> =
            finals.iter().filter_map(|&place| self.tried[place].standing()).collect();
        let choice = Choice::of(&standings, self.selection.measure, judge.test_share)?;
        let groups = match &choice {
            Some(choice) => choice.groups(&standings, judge.test_share)?,
            None => Vec::new(),
        };
        let scoreless = (0..self.tried.len()).filter(|place| !ranked.contains(place));
        let order: Vec<usize> = finals.iter().chain(&sampled).copied().chain(scoreless).collect();
        let tried: Vec<Tried> = order.iter().map(|&place| self.tried[place].clone()).collect();
        let (best, chosen, p_values) =
            choice.map_or((0, 0, Vec::new()), |choice| (choice.best, choice.chosen, choice.p_values));
        let design = match sampled.is_empty() {
            true => judge.words.clone(),
            false => format!("{}; the others on a sample of {HEAT_ROWS} rows", judge.words),
        };
        Ok(Selected {
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
