use super::early_stopping::EarlyStopping;
use super::fold_mean::FoldMean;
use super::one_standard_error::{ScoredModel, best, simplest_within_one_se};
use super::space::SearchSpace;
use super::strategy::Strategy;
use super::tpe;
use super::tuning_result::{Trial, TuningResult};
use crate::evaluate::{SplitFit, SplitResults, fit_and_score, rows_that_count};
use crate::measure::Measure;
use crate::options::EvaluationOptions;
use crate::resampling::{AutoCrossValidation, Resampling, ShuffleSplit, SplitPlan};
use hornbook_core::{Error, ObserverAction, Parameters, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_learner::Learner;
use std::sync::Arc;

/// Hyperparameter tuning: grid, random, successive-halving or TPE search with cross-validation.
///
/// Every combination is evaluated on the same splits of the rows it is given, so the rows that evaluate the final model must
/// not be among them: keep a [`LockedTest`](crate::LockedTest), or evaluate a [`AutoTuned`](super::AutoTuned) learner.
#[derive(Debug, Clone)]
pub struct Tuner {
    space: SearchSpace,
    strategy: Strategy,
    design: Arc<dyn Resampling>,
    scoring: EvaluationOptions,
    rule: SelectionRule,
    patience: Option<usize>,
    seed: u64,
}

/// Which of the trials is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelectionRule {
    /// The one with the best mean.
    Best,
    /// The smallest model whose mean is not worse than the best by more than one standard error of the best: where the
    /// data cannot tell models apart, the simplest is the wisest.
    OneStandardError,
}

/// A note for when [`simplest_within_one_se`] cannot say.
pub(super) const WHY_NOT_THE_SIMPLEST: &str = "the one-standard-error rule needs several splits and a learner whose \
     models say their size: the best was chosen";
/// The smallest sample that successive halving begins with.
const FEWEST_ROWS: usize = 100;
/// The position of the rows of a rung among the seeds, beyond that of any trial.
const ROWS: u64 = 1 << 40;

impl Tuner {
    /// A search in a space, by 5-fold cross-validation and the usual metric of the task.
    pub fn new(space: SearchSpace, strategy: Strategy) -> Tuner {
        Tuner {
            space,
            strategy,
            design: Arc::new(AutoCrossValidation::new(5)),
            scoring: EvaluationOptions::default(),
            rule: SelectionRule::Best,
            patience: None,
            seed: 0,
        }
    }

    /// How combinations are evaluated; 5-fold cross-validation by default.
    #[must_use]
    pub fn design(self, design: impl Resampling + 'static) -> Tuner {
        self.shared_design(Arc::new(design))
    }

    /// As [`design`](Tuner::design), for a design that is shared already.
    #[must_use]
    pub fn shared_design(self, design: Arc<dyn Resampling>) -> Tuner {
        Tuner { design, ..self }
    }

    /// By what they are evaluated: the first metric decides.
    #[must_use]
    pub fn scoring(self, scoring: EvaluationOptions) -> Tuner {
        Tuner { scoring, ..self }
    }

    /// Which trial is chosen; the best by default.
    #[must_use]
    pub fn rule(self, rule: SelectionRule) -> Tuner {
        Tuner { rule, ..self }
    }

    /// Stops when so many trials in a row bring nothing better; never by default.
    #[must_use]
    pub fn patience(self, trials: usize) -> Tuner {
        Tuner { patience: Some(trials), ..self }
    }

    /// Where the random numbers come from; 0 by default.
    #[must_use]
    pub fn seed(self, seed: u64) -> Tuner {
        Tuner { seed, ..self }
    }

    /// Searches, with the defaults of [`Run`].
    pub fn tune(&self, learner: &dyn Learner, data: &Dataset) -> Result<TuningResult> {
        self.tune_with(learner, data, &Run::default().seed(self.seed))
    }

    /// Searches. An observer that answers [`ObserverAction::Finish`] ends the search with what there is.
    pub fn tune_with(&self, learner: &dyn Learner, data: &Dataset, run: &Run) -> Result<TuningResult> {
        self.space.check(learner)?;
        self.strategy.check(&self.space)?;
        let data = rows_that_count(data)?;
        let measures = self.scoring.measures_of(learner, &data)?;
        let plan = self.design.plan(&data)?;
        let design = format!("{}, {}", self.strategy.describe(), plan.design);
        let mut notes = plan.notes.clone();
        let mut work = TuningRun { tuner: self, learner, measures: &measures[..1], run, trials: Vec::new() };
        run.install(|| match self.strategy {
            Strategy::Halving { trials, factor } => work.halve(&data, plan, trials, factor),
            _ => work.search(&data, &plan),
        })?;
        let (measure, trials) = (measures[0], work.trials);
        let (best, chosen) = self.choose(measure, &trials, &mut notes)?;
        Ok(TuningResult {
            learner: learner.declaration().name.to_string(),
            design,
            measure,
            trials,
            best,
            chosen,
            notes,
        })
    }

    /// The best trial and the chosen one, among those on the most rows.
    fn choose(&self, measure: Measure, trials: &[Trial], notes: &mut Vec<String>) -> Result<(usize, usize)> {
        let most = trials.iter().map(|trial| trial.rows).max().unwrap_or(0);
        let finalists: Vec<usize> = (0..trials.len()).filter(|&t| trials[t].rows == most).collect();
        let candidates: Vec<ScoredModel> = finalists.iter().map(|&t| trials[t].candidate()).collect();
        let higher = measure.higher_is_better();
        let Some(best) = best(&candidates, higher).map(|place| finalists[place]) else {
            let why = trials.iter().find_map(|trial| trial.refused.clone());
            return Err(Error::data(
                format!("none of the {} combinations could be evaluated", trials.len()),
                why.unwrap_or_else(|| {
                    format!("the metric '{measure}' is undefined on every split; choose another")
                }),
            ));
        };
        let refused = trials.iter().filter(|trial| trial.refused.is_some()).count();
        if let Some(reason) = trials.iter().find_map(|trial| trial.refused.as_ref()) {
            notes.push(format!("the learner refused {refused} of {} combinations: {reason}", trials.len()));
        }
        if trials.len() > 1 {
            notes.push(format!(
                "the best of {} trials is optimistically biased (selection bias); report the score on a held-out test set, or of \
                 nested cross-validation",
                trials.len()
            ));
        }
        if self.rule == SelectionRule::Best {
            return Ok((best, best));
        }
        match simplest_within_one_se(&candidates, higher) {
            Some(place) => Ok((best, finalists[place])),
            None => {
                notes.push(WHY_NOT_THE_SIMPLEST.to_string());
                Ok((best, best))
            }
        }
    }
}

/// A search under way.
struct TuningRun<'a> {
    tuner: &'a Tuner,
    learner: &'a dyn Learner,
    measures: &'a [Measure],
    run: &'a Run,
    trials: Vec<Trial>,
}

impl TuningRun<'_> {
    fn seed(&self) -> Seed {
        Seed(self.tuner.seed)
    }

    /// Grid, random and Parzen search on all rows.
    fn search(&mut self, data: &Dataset, plan: &SplitPlan) -> Result<()> {
        let space = &self.tuner.space;
        let grid = match self.tuner.strategy {
            Strategy::Grid { points } => space.grid(points),
            _ => Vec::new(),
        };
        let count = match self.tuner.strategy {
            Strategy::Grid { .. } => grid.len(),
            Strategy::Random { trials } | Strategy::Halving { trials, .. } | Strategy::Tpe { trials } => {
                trials
            }
        };
        let mut stopping = self
            .tuner
            .patience
            .map(|patience| EarlyStopping::new(patience, 0.0, self.measures[0].higher_is_better()));
        // What does not depend on the trials before it is tried side by side.
        let side_by_side = if stopping.is_some() { 1 } else { self.run.thread_count() };
        let mut done = 0;
        while done < count {
            self.run.check()?;
            let informed = matches!(self.tuner.strategy, Strategy::Tpe { .. }) && done >= tpe::STARTUP;
            let next = if informed { 1 } else { side_by_side.min(count - done) };
            let candidates: Vec<Parameters> = (done..done + next)
                .map(|trial| {
                    let mut rng = self.seed().derive(trial as u64).rng();
                    match grid.get(trial) {
                        Some(parameters) => parameters.clone(),
                        None if informed => tpe::propose(space, &self.best_first(), &mut rng),
                        None => space.draw(&mut rng),
                    }
                })
                .collect();
            let tried = self.try_all(candidates, data, plan)?;
            done += next;
            let action = self.run.progress("trial", done as u64, Some(count as u64));
            let mut over = false;
            if let Some(stopping) = &mut stopping {
                // Every trial is told to it, also those after the one that ends the search.
                tried.iter().for_each(|trial| over |= stopping.is_over(trial.mean));
            }
            self.trials.extend(tried);
            if over || action == ObserverAction::Finish {
                break;
            }
        }
        Ok(())
    }

    fn best_first(&self) -> Vec<&Parameters> {
        let mut order: Vec<&Trial> = self.trials.iter().collect();
        order.sort_by(|a, b| b.order(self.measures[0]).total_cmp(&a.order(self.measures[0])));
        order.into_iter().map(|trial| &trial.parameters).collect()
    }

    /// Successive halving: all combinations on few rows, the better part on more.
    fn halve(&mut self, data: &Dataset, plan: SplitPlan, trials: usize, factor: usize) -> Result<()> {
        let space = &self.tuner.space;
        let mut candidates: Vec<Parameters> =
            (0..trials).map(|trial| space.draw(&mut self.seed().derive(trial as u64).rng())).collect();
        let all = data.rows().len();
        let rungs = rungs(all, trials, factor);
        for (rung, &rows) in rungs.iter().enumerate() {
            self.run.check()?;
            let tried = if rows == all {
                self.try_all(candidates.clone(), data, &plan)?
            } else {
                let sample = self.sample(data, rows, rung)?;
                let plan = self.tuner.design.plan(&sample)?;
                self.try_all(candidates.clone(), &sample, &plan)?
            };
            self.run.progress("rung", rung as u64 + 1, Some(rungs.len() as u64));
            let mut order: Vec<usize> = (0..tried.len()).collect();
            order.sort_by(|&a, &b| {
                tried[b].order(self.measures[0]).total_cmp(&tried[a].order(self.measures[0]))
            });
            order.truncate(tried.len().div_ceil(factor));
            candidates = order.into_iter().map(|t| tried[t].parameters.clone()).collect();
            self.trials.extend(tried);
        }
        Ok(())
    }

    /// So many rows, of each class alike and of whole groups.
    fn sample(&self, data: &Dataset, rows: usize, rung: usize) -> Result<Dataset> {
        let share = rows as f64 / data.rows().len() as f64;
        let draw = ShuffleSplit::new(share, 1).seed(self.seed().derive(ROWS + rung as u64).0);
        let test = draw.splits(data)?.pop().map(|split| split.test).unwrap_or_default();
        Ok(data.select(test))
    }

    /// Evaluates combinations on the same splits, side by side. One that the learner refuses is no reason to stop.
    fn try_all(&self, candidates: Vec<Parameters>, data: &Dataset, plan: &SplitPlan) -> Result<Vec<Trial>> {
        let known = |parameters: &Parameters| {
            self.trials
                .iter()
                .find(|trial| trial.rows == data.rows().len() && trial.parameters == *parameters)
        };
        let learners: Vec<Option<Result<Box<dyn Learner>>>> = candidates
            .iter()
            .map(|parameters| known(parameters).is_none().then(|| self.learner.with_parameters(parameters)))
            .collect();
        let made: Vec<&dyn Learner> = learners
            .iter()
            .filter_map(|made| made.as_ref()?.as_ref().ok().map(|learner| &**learner))
            .collect();
        let mut fitted = fit_and_score(&made, data, plan, &self.tuner.scoring, self.run)?.into_iter();
        candidates
            .into_iter()
            .zip(&learners)
            .map(|(parameters, learner)| {
                let rows = data.rows().len();
                match (learner, known(&parameters)) {
                    (None, Some(trial)) => Ok(trial.clone()),
                    (Some(Err(error)), _) => Ok(Trial::refused(parameters, rows, error)),
                    _ => match fitted.next() {
                        Some(splits) => self.trial(parameters, rows, splits),
                        None => Err(Error::internal("a trial was lost")),
                    },
                }
            })
            .collect()
    }

    fn trial(&self, parameters: Parameters, rows: usize, splits: Vec<Result<SplitFit>>) -> Result<Trial> {
        let splits = match splits.into_iter().collect::<Result<Vec<SplitFit>>>() {
            Ok(splits) => splits,
            Err(Error::Canceled) => return Err(Error::Canceled),
            Err(error) => return Ok(Trial::refused(parameters, rows, &error)),
        };
        let tried = SplitResults::of(splits, false);
        let folds = tried.values(self.measures, &self.tuner.scoring)?.concat();
        let FoldMean { mean, standard_error } = FoldMean::of(&folds);
        Ok(Trial { parameters, rows, mean, standard_error, folds, size: tried.size, refused: None })
    }
}

impl Trial {
    fn refused(parameters: Parameters, rows: usize, error: &Error) -> Trial {
        Trial {
            parameters,
            rows,
            mean: f64::NAN,
            standard_error: f64::NAN,
            folds: Vec::new(),
            size: None,
            refused: Some(error.to_string()),
        }
    }
}

/// How many rows each rung has: as many rungs as halving the candidates takes, the last with all rows, none with too
/// few to evaluate by.
fn rungs(all: usize, trials: usize, factor: usize) -> Vec<usize> {
    let mut rungs = vec![all];
    let mut left = trials;
    while left > factor {
        left = left.div_ceil(factor);
        let rows = rungs[rungs.len() - 1] / factor;
        if rows < FEWEST_ROWS {
            break;
        }
        rungs.push(rows);
    }
    rungs.reverse();
    rungs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_end_with_all_rows() {
        assert_eq!(rungs(9000, 27, 3), [1000, 3000, 9000]);
        assert_eq!(rungs(300, 81, 3), [100, 300]);
        assert_eq!(rungs(50, 81, 3), [50]);
        assert_eq!(rungs(1000, 2, 2), [1000]);
    }
}
