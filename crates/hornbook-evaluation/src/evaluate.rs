//! Training on each split and judging the rest.

use crate::bootstrap::Units;
use crate::evaluation::{Evaluation, Fold};
use crate::intervals::{effective_size, wilson};
use crate::measure::{Judged, Measure, Outcome, Tally};
use crate::measures::ConfusionMatrix;
use crate::resampling::{Plan, Split};
use crate::score::Score;
use hornbook_core::{Declared, Error, Observer, Result, Run, Seed};
use hornbook_data::{Dataset, Feature, Features, Levels, Target};
use hornbook_learner::{Baseline, Learner, Model, Predictions};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An evaluation to be done.
pub(crate) struct Job {
    /// The way of resampling, in words.
    pub design: String,
    pub plan: Plan,
    pub repeats: usize,
    pub seed: u64,
    pub level: f64,
}

/// The seeds of bootstrap and folds must not meet those the rows were dealt with.
const BOOTSTRAP: u64 = u64::MAX;
const BLOCKS: u64 = u64::MAX - 1;

/// What a split gave: the test rows as the learner and as the baseline judged them, and what was warned of.
struct Part {
    learner: Vec<Outcome>,
    baseline: Vec<Outcome>,
    warnings: Vec<String>,
}

pub(crate) fn evaluate<L: Learner + ?Sized>(
    learner: &L,
    data: &Dataset,
    job: Job,
    run: &Run,
) -> Result<Evaluation> {
    run.install(|| {
        let judge = Judge::of(data, job.repeats)?;
        let parts = train_and_judge(learner, &judge, &job.plan.splits, run)?;
        let mut notes: Vec<String> = data.notes().to_vec();
        notes.extend(job.plan.notes);
        for warning in parts.iter().flat_map(|part| &part.warnings) {
            if !notes.contains(warning) {
                notes.push(warning.clone());
            }
        }
        let folds = job.plan.splits.iter().zip(&parts).map(|(split, part)| judge.fold(split, part)).collect();
        let (ours, theirs): (Vec<Vec<Outcome>>, Vec<Vec<Outcome>>) =
            parts.into_iter().map(|part| (part.learner, part.baseline)).unzip();
        let (ours, theirs) = (ours.concat(), theirs.concat());
        let seed = Seed(job.seed);
        let scores = judge.scores(&ours, seed, job.level, run)?;
        let baseline = judge.scores(&theirs, seed, job.level, run)?;
        if learner.declaration().name != <Baseline as Declared>::declaration().name {
            notes.extend(doubt(&scores, &baseline));
        }
        Ok(Evaluation {
            learner: learner.declaration().name.to_string(),
            parameters: learner.parameters(),
            design: job.design,
            rows: data.rows().len(),
            scores,
            baseline,
            confusion: judge.classes.clone().map(|classes| confusion(classes, &ours)).transpose()?,
            folds,
            notes,
        })
    })
}

fn train_and_judge<L: Learner + ?Sized>(
    learner: &L,
    judge: &Judge<'_>,
    splits: &[Split],
    run: &Run,
) -> Result<Vec<Part>> {
    let done = AtomicU64::new(0);
    let total = Some(splits.len() as u64);
    run.progress("fold", 0, total);
    splits
        .par_iter()
        .enumerate()
        .map(|(index, split)| {
            run.check()?;
            let train = judge.data.select(split.train.clone());
            let test = judge.data.select(split.test.clone());
            // Folds run side by side: their progress and traces would mix. Their warnings become notes.
            let warnings = Arc::new(Warnings::default());
            let own = Run::default()
                .seed(run.root_seed().derive(index as u64).0)
                .cancelled_by(run.cancel_token())
                .observer(warnings.clone());
            let part = Part {
                learner: judge.outcomes(&*learner.train(&train, &own)?, &test)?,
                baseline: judge.outcomes(&*Baseline::default().train(&train, &own)?, &test)?,
                warnings: std::mem::take(&mut warnings.0.lock().unwrap_or_else(PoisonError::into_inner)),
            };
            run.progress("fold", done.fetch_add(1, Ordering::Relaxed) + 1, total);
            Ok(part)
        })
        .collect()
}

#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl Observer for Warnings {
    fn warn(&self, sentence: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sentence.to_string());
    }
}

/// Judges predictions for rows of one dataset.
struct Judge<'a> {
    data: &'a Dataset,
    measures: &'static [Measure],
    classes: Option<Levels>,
    /// The mean of a target of numbers, from which its values are measured.
    origin: f64,
    repeats: f64,
}

impl<'a> Judge<'a> {
    fn of(data: &'a Dataset, repeats: usize) -> Result<Judge<'a>> {
        let (classes, origin) = match data.require_target()?.1 {
            Target::Classes(c) => (Some(c.levels.clone()), 0.0),
            Target::Numbers(y) => {
                let sum: f64 = data.rows().iter().map(|row| y[row as usize]).sum();
                (None, sum / data.rows().len() as f64)
            }
        };
        Ok(Judge { data, measures: Measure::of(data.task()?), classes, origin, repeats: repeats as f64 })
    }

    fn class_count(&self) -> usize {
        self.classes.as_ref().map_or(0, |classes| classes.len())
    }

    /// The rows of a test view, judged. A row judged in every repetition has its weight divided among them.
    fn outcomes(&self, model: &dyn Model, test: &Dataset) -> Result<Vec<Outcome>> {
        let features = features_of(test);
        let predictions = model.predict_features(&features)?;
        let weight = |row: u32| self.data.weights().map_or(1.0, |w| w[row as usize]) / self.repeats;
        let rows = test.rows().iter().enumerate();
        match (test.require_target()?.1, predictions) {
            (Target::Classes(truth), Predictions::Classes(codes, levels)) if levels == truth.levels => {
                let probabilities = model.probabilities_of(&features)?;
                let judge = |i: usize, row: u32| {
                    Judged::class(truth.codes[row as usize], codes[i], probabilities.row(i))
                };
                Ok(rows.map(|(i, row)| Outcome { row, weight: weight(row), judged: judge(i, row) }).collect())
            }
            (Target::Numbers(truth), Predictions::Numbers(values)) => {
                let judge =
                    |i: usize, y: f64| Judged::Number { truth: y - self.origin, error: values[i] - y };
                Ok(rows
                    .map(|(i, row)| Outcome {
                        row,
                        weight: weight(row),
                        judged: judge(i, truth[row as usize]),
                    })
                    .collect())
            }
            _ => Err(Error::mismatch(
                "the model predicts something else than the target",
                "report this as a fault",
            )),
        }
    }

    fn fold(&self, split: &Split, part: &Part) -> Fold {
        let values = |outcomes: &[Outcome]| {
            let tally = Tally::of(self.class_count(), outcomes);
            self.measures.iter().map(|&measure| (measure, measure.value(&tally))).collect()
        };
        Fold {
            repeat: split.repeat,
            fold: split.fold,
            train_rows: split.train.len(),
            test_rows: split.test.len(),
            values: values(&part.learner),
            baseline: values(&part.baseline),
        }
    }

    /// A score a measure, over all judged rows together.
    fn scores(&self, outcomes: &[Outcome], seed: Seed, level: f64, run: &Run) -> Result<Vec<Score>> {
        let tally = Tally::of(self.class_count(), outcomes);
        let mut weight_of: BTreeMap<u32, f64> = BTreeMap::new();
        for outcome in outcomes {
            *weight_of.entry(outcome.row).or_default() += outcome.weight;
        }
        let groups = self.data.groups().map(|groups| &**groups);
        let units = Units::of(self.class_count(), outcomes, groups, seed.derive(BLOCKS));
        let intervals = units.intervals(self.measures, level, seed.derive(BOOTSTRAP), run)?;
        let score = |(&measure, drawn): (&Measure, _)| {
            let value = measure.value(&tally);
            let interval = match measure {
                // Rows of one group are not independent, which Wilson's interval supposes.
                Measure::Accuracy if groups.is_none() => {
                    let n = effective_size(weight_of.values().copied());
                    wilson((value * n).min(n), n, level)
                }
                _ => drawn,
            };
            Score { measure, value, interval: interval.filter(|_| value.is_finite()), rows: weight_of.len() }
        };
        Ok(self.measures.iter().zip(intervals).map(score).collect())
    }
}

fn confusion(classes: Levels, outcomes: &[Outcome]) -> Result<ConfusionMatrix> {
    let (mut truth, mut predicted, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for outcome in outcomes {
        if let Judged::Class { truth: right, predicted: given, .. } = outcome.judged {
            truth.push(right);
            predicted.push(given);
            weights.push(outcome.weight);
        }
    }
    ConfusionMatrix::new(classes.len(), &truth, &predicted, Some(&weights))?.named(classes)
}

/// The features of a view's rows, in the order the model knows: it was trained on a view of the same table.
fn features_of(view: &Dataset) -> Features<'static> {
    let rows = view.rows();
    let columns = (0..view.features().len())
        .map(|index| match view.feature(index) {
            Feature::Number(values) => Feature::Number(rows.iter().map(|row| values[row as usize]).collect()),
            Feature::Code(codes, levels) => {
                Feature::Code(rows.iter().map(|row| codes[row as usize]).collect(), levels)
            }
        })
        .collect();
    Features::Columns(columns, rows.len())
}

/// A note if the first score does not clearly beat the baseline's.
fn doubt(scores: &[Score], baseline: &[Score]) -> Option<String> {
    let (score, base) = (scores.first()?, baseline.first()?);
    let interval = score.interval?;
    let beaten =
        if score.measure.higher_is_better() { base.value < interval.low } else { base.value > interval.high };
    (!beaten).then(|| {
        format!(
            "the interval of the {} does not clear the baseline's: this may be no better than a guess",
            score.measure
        )
    })
}
