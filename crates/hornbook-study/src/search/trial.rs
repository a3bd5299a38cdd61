//! One setting of a learner, evaluated fold by fold.

use super::deadline::with_deadline;
use super::evaluated_rows::EvaluatedRows;
use super::portfolio::StudyCandidate;
use super::splits::StudySplits;
use super::study_loss::{StudyLoss, mean_and_error, paired_z};
use crate::checkpoint::{Checkpoint, StageRecord, TrialRecord};
use hornbook_core::{Error, LearnerSpec, Parameters, Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::{Split, TestPredictions};
use hornbook_learner::{Model, Registry, TrainingInput};
use rayon::prelude::*;
use std::time::Instant;

/// A setting is dropped after the first fold if it is worse than the best by more standard errors than this, and the first setting of a
/// learner only by more than that: no learner is ruled out by one unlucky fold.
const DROPPED: f64 = 2.33;
pub(super) const HOPELESS: f64 = 6.0;
/// The stages of an iterative learner after which its loss is looked at, as multiples of the first.
const FIRST_STAGES: u32 = 20;
const STAGE_GROWTH: f64 = 1.4;
const MOST_STAGES: u32 = 3000;
/// So many looks without a lower loss end the training.
const PATIENCE: usize = 3;
/// Models of the folds are trained on fewer rows than the model that is kept: it gets more stages.
const STAGES_OF_ALL_ROWS: f64 = 1.1;

/// What a setting predicts for rows that its models have not seen.
#[derive(Debug, Clone)]
pub(crate) struct OutOfFold {
    /// For each evaluated row the probabilities of the classes, or a number.
    pub predictions: Vec<f64>,
    pub losses: Vec<f64>,
    pub loss: f64,
    pub error: f64,
}

impl OutOfFold {
    pub fn new(predictions: Vec<f64>, rows: &EvaluatedRows, loss: &StudyLoss) -> OutOfFold {
        let losses = loss.all(rows, &predictions);
        let (mean, error) = mean_and_error(&losses, &rows.weights);
        OutOfFold { predictions, losses, loss: mean, error }
    }
}

/// A setting of a learner that was evaluated on all splits.
pub(crate) struct StudyTrial {
    /// Which candidate it is a setting of.
    pub candidate: usize,
    pub setting: Parameters,
    /// The learner to be trained on all rows.
    pub spec: LearnerSpec,
    /// The learner that was trained on the folds.
    pub fold_spec: LearnerSpec,
    pub out_of_fold: OutOfFold,
    /// The models of the folds, kept for those that are in the ensemble.
    pub models: Vec<Box<dyn Model>>,
    /// The mean size of the models, if they can say.
    pub size: Option<f64>,
    pub seconds: f64,
    /// How many rows the models of the folds were trained on.
    pub training_rows: usize,
    /// What all trials have in common that were evaluated in the same way.
    pub rung: usize,
}

/// What came of a setting.
pub(crate) enum TrialOutcome {
    /// One trial, or for an iterative learner one for each of the best numbers of stages.
    Evaluated(Vec<StudyTrial>),
    /// It was significantly worse than the best after the first fold.
    Eliminated {
        loss: f64,
        rows: usize,
    },
    /// The learner does not take these rows.
    Refused(String),
    OutOfTime,
}

/// Evaluates settings on the same splits of the same rows.
#[derive(Clone, Copy)]
pub(crate) struct TrialEvaluator<'a> {
    pub data: &'a Dataset,
    pub splits: &'a StudySplits,
    pub rows: &'a EvaluatedRows,
    pub loss: &'a StudyLoss,
    pub registry: &'static Registry,
    pub checkpoint: &'a Checkpoint,
    /// What the rows and their splits go by in the checkpoint.
    pub key: &'a str,
}

/// The predictions of a fold, its model and the seconds they took.
struct FoldFit {
    model: Box<dyn Model>,
    predictions: Vec<f64>,
}

/// The best trial so far, and whether a learner has any.
pub(crate) struct Rivals<'a> {
    pub best: Option<&'a OutOfFold>,
    pub is_first_of_learner: bool,
}

impl TrialEvaluator<'_> {
    /// Evaluates a setting by the end of its time.
    pub fn evaluate(
        &self,
        (place, candidate): (usize, &StudyCandidate),
        setting: &Parameters,
        rung: usize,
        rivals: &Rivals<'_>,
        end: Instant,
        run: &Run,
    ) -> Result<TrialOutcome> {
        let spec = candidate.spec(setting);
        let name = format!("{spec}, rung {rung}");
        let recorded = match self.checkpoint.find(self.key, &name) {
            Some(record) => Some((record, Vec::new())),
            None => {
                let begun = Instant::now();
                let done = with_deadline(end, run, |run| match candidate.stages(self.registry) {
                    Some(stages) => self.in_stages(candidate, setting, stages, rung, run),
                    None => self.fold_by_fold(&spec, rung, rivals, run),
                });
                // Stages that were cut off by Ctrl-C must not be kept as if time had been up.
                run.check()?;
                let done = match done {
                    Ok(done) => done,
                    Err(Error::Canceled) => return Err(Error::Canceled),
                    Err(error) => Some((TrialRecord::Refused(error.to_string()), Vec::new())),
                };
                done.map(|(mut record, models)| {
                    if let TrialRecord::Evaluated { seconds, .. } = &mut record {
                        *seconds = begun.elapsed().as_secs_f64();
                    }
                    self.checkpoint.keep(self.key, &name, &record);
                    (record, models)
                })
            }
        };
        let Some((record, models)) = recorded else { return Ok(TrialOutcome::OutOfTime) };
        Ok(match record {
            TrialRecord::Refused(why) => TrialOutcome::Refused(why),
            TrialRecord::Eliminated { loss, rows } => TrialOutcome::Eliminated { loss, rows },
            TrialRecord::Evaluated { stages, size, seconds } => {
                let mut models = Some(models);
                let trial = |stage: StageRecord| {
                    let (fold_setting, setting_of_all) = self.settings_of_stage(candidate, setting, &stage);
                    StudyTrial {
                        candidate: place,
                        setting: setting.clone(),
                        spec: candidate.spec(&setting_of_all),
                        fold_spec: candidate.spec(&fold_setting),
                        // Only the first, which is the best, has its models.
                        models: models.take().unwrap_or_default(),
                        out_of_fold: OutOfFold::new(stage.predictions, self.rows, self.loss),
                        size,
                        seconds,
                        training_rows: self.splits.training_rows(rung),
                        rung,
                    }
                };
                TrialOutcome::Evaluated(stages.into_iter().map(trial).collect())
            }
        })
    }

    /// The settings of the models of the folds, and of the model of all rows.
    fn settings_of_stage(
        &self,
        candidate: &StudyCandidate,
        setting: &Parameters,
        stage: &StageRecord,
    ) -> (Parameters, Parameters) {
        let (mut of_folds, mut of_all) = (setting.clone(), setting.clone());
        if let (Some(count), Some(name)) = (stage.stages, candidate.declaration.stages) {
            let more = (f64::from(count) * STAGES_OF_ALL_ROWS).round() as u32;
            of_folds.insert(name.to_string(), count.into());
            of_all.insert(name.to_string(), more.into());
        }
        (of_folds, of_all)
    }

    /// The first fold, and the others if it is not much worse than the best there.
    fn fold_by_fold(
        &self,
        spec: &LearnerSpec,
        rung: usize,
        rivals: &Rivals<'_>,
        run: &Run,
    ) -> Result<(TrialRecord, Vec<Box<dyn Model>>)> {
        let splits = self.splits.of_rung(self.data, rung)?;
        let first = self.fit_fold(spec, &splits[0], 0, None, run)?;
        if let Some(best) = rivals.best {
            let here = self.rows.split(0);
            let losses = self.losses_at(here.start, &first.predictions);
            let weights = &self.rows.weights[here.clone()];
            let limit = if rivals.is_first_of_learner { HOPELESS } else { DROPPED };
            if paired_z(&losses, &best.losses[here.clone()], weights) > limit && splits.len() > 1 {
                let (loss, _) = mean_and_error(&losses, weights);
                return Ok((TrialRecord::Eliminated { loss, rows: here.len() }, Vec::new()));
            }
        }
        let others: Vec<Result<FoldFit>> = (1..splits.len())
            .into_par_iter()
            .map(|fold| self.fit_fold(spec, &splits[fold], fold, None, run))
            .collect();
        let mut folds = vec![first];
        for fold in others {
            folds.push(fold?);
        }
        let predictions: Vec<f64> = folds.iter().flat_map(|fold| fold.predictions.iter().copied()).collect();
        let models: Vec<Box<dyn Model>> = folds.into_iter().map(|fold| fold.model).collect();
        let stages = vec![StageRecord { stages: None, predictions }];
        Ok((TrialRecord::Evaluated { stages, size: mean_size(&models), seconds: 0.0 }, models))
    }

    fn losses_at(&self, start: usize, predictions: &[f64]) -> Vec<f64> {
        let width = self.rows.width();
        let part = EvaluatedRows {
            rows: Vec::new(),
            weights: Vec::new(),
            ends: Vec::new(),
            costs: self.rows.costs.get(start..).unwrap_or_default().to_vec(),
            targets: self.rows.targets.part(start..start + predictions.len() / width),
        };
        self.loss.all(&part, predictions)
    }

    /// All folds side by side, a few stages after the other, until the loss of all of them together rises. Looking at each fold by
    /// itself would choose the best number for its own test rows, which makes scores too good.
    fn in_stages(
        &self,
        candidate: &StudyCandidate,
        setting: &Parameters,
        stages: &str,
        rung: usize,
        run: &Run,
    ) -> Result<(TrialRecord, Vec<Box<dyn Model>>)> {
        let splits = self.splits.of_rung(self.data, rung)?;
        let mut models: Vec<Option<Box<dyn Model>>> = splits.iter().map(|_| None).collect();
        let mut seen: Vec<(f64, StageRecord)> = Vec::new();
        let mut best_models: Vec<Box<dyn Model>> = Vec::new();
        let (mut done, mut next) = (0u32, FIRST_STAGES);
        let (mut best, mut since) = (f64::INFINITY, 0);
        while done < MOST_STAGES && since < PATIENCE {
            let mut more = setting.clone();
            more.insert(stages.to_string(), (next - done).into());
            let spec = candidate.spec(&more);
            let fits: Result<Vec<FoldFit>> = models
                .par_iter()
                .enumerate()
                .map(|(fold, earlier)| self.fit_fold(&spec, &splits[fold], fold, earlier.as_deref(), run))
                .collect();
            let fits = match fits {
                // What was trained in time counts.
                Err(Error::Canceled) if !seen.is_empty() => break,
                fits => fits?,
            };
            let mut predictions = Vec::with_capacity(self.rows.len() * self.rows.width());
            let earlier = std::mem::take(&mut models);
            for fit in fits {
                predictions.extend(fit.predictions);
                models.push(Some(fit.model));
            }
            done = next;
            next = ((f64::from(next) * STAGE_GROWTH).ceil() as u32).min(MOST_STAGES);
            let loss = OutOfFold::new(predictions.clone(), self.rows, self.loss).loss;
            if loss < best {
                (best, since) = (loss, 0);
            } else {
                since += 1;
                if since == 1 {
                    best_models = earlier.into_iter().flatten().collect();
                }
            }
            seen.push((loss, StageRecord { stages: Some(done), predictions }));
        }
        if since == 0 {
            best_models = models.into_iter().flatten().collect();
        }
        let size = mean_size(&best_models);
        Ok((TrialRecord::Evaluated { stages: best_stages(seen), size, seconds: 0.0 }, best_models))
    }

    fn fit_fold(
        &self,
        spec: &LearnerSpec,
        split: &Split,
        fold: usize,
        earlier: Option<&dyn Model>,
        run: &Run,
    ) -> Result<FoldFit> {
        let model = fit_on(self.registry, spec, self.data, split, fold, earlier, run)?;
        run.check()?;
        let test = self.data.select(split.test.clone());
        let predictions = self.rows.flattened(TestPredictions::of(&*model, &test)?)?;
        match predictions.iter().all(|value| value.is_finite()) {
            true => Ok(FoldFit { model, predictions }),
            false => Err(Error::data(
                "some of its predictions are not finite",
                "look for values that are far too large",
            )),
        }
    }

    /// The models of the folds of a trial: those that were kept, or trained again.
    pub fn models(&self, trial: &mut StudyTrial, run: &Run) -> Result<()> {
        if !trial.models.is_empty() {
            return Ok(());
        }
        let splits = self.splits.of_rung(self.data, trial.rung)?;
        let models: Vec<Result<Box<dyn Model>>> = (0..splits.len())
            .into_par_iter()
            .map(|fold| fit_on(self.registry, &trial.fold_spec, self.data, &splits[fold], fold, None, run))
            .collect();
        trial.models = models.into_iter().collect::<Result<_>>()?;
        Ok(())
    }
}

fn fit_on(
    registry: &Registry,
    spec: &LearnerSpec,
    data: &Dataset,
    split: &Split,
    fold: usize,
    earlier: Option<&dyn Model>,
    run: &Run,
) -> Result<Box<dyn Model>> {
    let learner = registry.learner(spec)?;
    let train = data.select(split.train.clone());
    let input = TrainingInput::from(&train);
    let input = earlier.map_or(input, |earlier| input.with_warm_start(earlier));
    learner.fit_boxed(&input, &run.part(fold as u64))
}

/// The best number of stages first, then its neighbors: which of them is best on other rows is not certain.
fn best_stages(seen: Vec<(f64, StageRecord)>) -> Vec<StageRecord> {
    let best = (0..seen.len()).min_by(|&a, &b| seen[a].0.total_cmp(&seen[b].0)).unwrap_or_default();
    let places: Vec<usize> =
        [Some(best), best.checked_sub(1), Some(best + 1)].into_iter().flatten().collect();
    let mut seen: Vec<Option<StageRecord>> = seen.into_iter().map(|(_, stage)| Some(stage)).collect();
    places.into_iter().filter_map(|place| seen.get_mut(place)?.take()).collect()
}

fn mean_size(models: &[Box<dyn Model>]) -> Option<f64> {
    let sizes: Option<Vec<f64>> = models.iter().map(|model| model.inspect().size()).collect();
    sizes.filter(|sizes| !sizes.is_empty()).map(|sizes| sizes.iter().sum::<f64>() / sizes.len() as f64)
}
