//! Training on each split and evaluating the rest.

use crate::bootstrap632::Bootstrap632Estimate;
use crate::checks::check_one_target;
use crate::evaluation::{Evaluation, Fold};
use crate::intervals::{Bootstrap, corrected_student, moments};
use crate::measure::Measure;
use crate::measures::ConfusionMatrix;
use crate::metric_set::{MetricSet, ResamplingUnits};
use crate::options::{EvaluationOptions, MetricOptions, evaluated_task};
use crate::policy::ClassImbalance;
use crate::resampling::{Split, SplitPlan};
use crate::score::{FoldSummary, Score};
use crate::stability::{TrainingClusters, stability_of_splits};
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::{Declared, Error, Observer, Parameters, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_learner::{Baseline, Learner, Model};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The seeds of bootstrap and folds must not meet those of the fold assignment.
pub(crate) const BOOTSTRAP: u64 = u64::MAX;
pub(crate) const BLOCKS: u64 = u64::MAX - 1;
/// The position of the model of all rows among the splits.
const ALL_ROWS: u64 = u64::MAX - 2;

pub(crate) fn evaluate(
    learner: &dyn Learner,
    data: &Dataset,
    plan: SplitPlan,
    scoring: &EvaluationOptions,
    run: &Run,
) -> Result<Evaluation> {
    let mut all = evaluate_each(&[learner], data, plan, scoring, run)?;
    let evaluation = all.pop().ok_or_else(|| Error::data("there is no learner to evaluate", "name one"))?;
    Ok(with_zero_density_note(evaluation))
}

/// Evaluates learners on the same splits, each beside the baseline.
pub(crate) fn evaluate_each(
    learners: &[&dyn Learner],
    data: &Dataset,
    plan: SplitPlan,
    scoring: &EvaluationOptions,
    run: &Run,
) -> Result<Vec<Evaluation>> {
    run.install(|| {
        let Some(first) = learners.first() else { return Ok(Vec::new()) };
        let measures = scoring.measures_of(*first, data)?;
        let baseline = Baseline::default();
        // What learns without a target has no baseline that anybody would agree on.
        let has_baseline = evaluated_task(*first, data)?.needs_target();
        let base = has_baseline.then_some(&baseline as &dyn Learner);
        let everyone: Vec<&dyn Learner> = learners.iter().copied().chain(base).collect();
        let mut tried: Vec<SplitResults> = fit_and_score(&everyone, data, &plan, scoring, run)?
            .into_iter()
            .map(|splits| {
                Ok(SplitResults::of(splits.into_iter().collect::<Result<_>>()?, plan.looks_at_training()))
            })
            .collect::<Result<_>>()?;
        let scorer = MetricScorer::of(data, &plan, &measures, scoring, run);
        let base = match has_baseline {
            true => tried.pop().map(|base| scorer.tried(base)).transpose()?,
            false => None,
        };
        learners
            .iter()
            .zip(tried)
            .map(|(learner, tried)| scorer.evaluation(*learner, scorer.tried(tried)?, base.as_ref()))
            .collect()
    })
}

/// Evaluates a model that is there already on rows it did not see.
pub(crate) fn evaluate_model(
    model: &dyn Model,
    data: &Dataset,
    design: String,
    seed: u64,
    scoring: &EvaluationOptions,
    run: &Run,
) -> Result<Evaluation> {
    run.install(|| {
        let measures = scoring.measures_of_model(model, data)?;
        let all: Vec<u32> = (0..data.rows().len() as u32).collect();
        let split = Split { repeat: 0, fold: 0, train: Vec::new(), test: all };
        let plan = SplitPlan { design, splits: vec![split], notes: Vec::new(), seed, out_of_bag: None };
        let scorer = MetricScorer::of(data, &plan, &measures, scoring, run);
        let test_predictions = scoring.predict_test_rows(model, data)?;
        let tried = SplitResults {
            splits: vec![test_predictions],
            all_rows: None,
            size: model.inspect().size(),
            warnings: Vec::new(),
            training: Vec::new(),
        };
        let tried = scorer.tried(tried)?;
        scorer
            .assembled(&model.info().learner, model.info().parameters.clone(), tried, None)
            .map(with_zero_density_note)
    })
}

/// An evaluation of one learner says which rows it holds for impossible; a comparison does so by the names in it.
fn with_zero_density_note(mut evaluation: Evaluation) -> Evaluation {
    let note = evaluation.test_predictions.zero_density_note(&evaluation.learner);
    evaluation.notes.extend(note);
    evaluation
}

/// The rows that count: a row of weight zero is absent, so it must not change how the others are assigned to folds.
pub(crate) fn rows_that_count(data: &Dataset) -> Result<Dataset> {
    let counting = data.with_nonzero_weight();
    if counting.rows().is_empty() && !data.rows().is_empty() {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    Ok(counting)
}

/// What a learner gave: the test rows of each split, and for the .632 bootstrap all rows by a model of all rows.
pub(crate) struct SplitResults {
    pub splits: Vec<TestPredictions>,
    all_rows: Option<TestPredictions>,
    /// The mean size of the models, if all can say.
    pub size: Option<f64>,
    pub warnings: Vec<String>,
    /// The clusters of the training rows of each split, if their stability is wanted; else empty.
    training: Vec<TrainingClusters>,
}

impl SplitResults {
    pub fn of(splits: Vec<SplitFit>, with_all_rows: bool) -> SplitResults {
        let sizes: Vec<f64> = splits.iter().filter_map(|fitted| fitted.size).collect();
        let all_say = !sizes.is_empty() && sizes.len() == splits.len();
        let size = all_say.then(|| sizes.iter().sum::<f64>() / sizes.len() as f64);
        let mut tried = SplitResults {
            splits: Vec::new(),
            all_rows: None,
            size,
            warnings: Vec::new(),
            training: Vec::new(),
        };
        for fitted in splits {
            tried.splits.push(fitted.test_predictions);
            tried.training.extend(fitted.training);
            for warning in fitted.warnings {
                if !tried.warnings.contains(&warning) {
                    tried.warnings.push(warning);
                }
            }
        }
        if with_all_rows {
            tried.all_rows = tried.splits.pop();
            tried.training.truncate(tried.splits.len());
        }
        tried
    }

    /// The metrics of each split.
    pub fn values(&self, measures: &[Measure], scoring: &EvaluationOptions) -> Result<Vec<Vec<f64>>> {
        let of_split = |test_predictions: &TestPredictions| -> Result<Vec<f64>> {
            Ok(MetricSet::new(test_predictions, measures, &scoring.metric_options(test_predictions)?)?
                .values())
        };
        let mut values: Vec<Vec<f64>> = self.splits.par_iter().map(of_split).collect::<Result<_>>()?;
        if let Some(place) = measures.iter().position(|measure| measure.is_of_design()) {
            let stability = stability_of_splits(&self.training)?;
            values.iter_mut().zip(stability).for_each(|(values, stability)| values[place] = stability);
        }
        Ok(values)
    }
}

/// What came of one learner on one split.
pub(crate) struct SplitFit {
    pub test_predictions: TestPredictions,
    /// The size of the model, if it can say.
    pub size: Option<f64>,
    pub warnings: Vec<String>,
    /// The clusters of the rows it was trained on, if their stability is wanted.
    training: Option<TrainingClusters>,
}

/// Trains every learner on every split, side by side, and for the .632 bootstrap on all rows at last. What a learner
/// made of each split stands in its list, in their order.
pub(crate) fn fit_and_score(
    learners: &[&dyn Learner],
    data: &Dataset,
    plan: &SplitPlan,
    scoring: &EvaluationOptions,
    run: &Run,
) -> Result<Vec<Vec<Result<SplitFit>>>> {
    check_one_target(data.additional_targets().len())?;
    if scoring.wants_stability() && plan.splits.len() < 2 {
        return Err(Error::data(
            "stability compares the clusterings of several splits, and the design has one",
            "use cross-validation, or several random splits",
        ));
    }
    let whole: Vec<u32> = (0..data.rows().len() as u32).collect();
    let mut jobs: Vec<(u64, &[u32], &[u32])> =
        plan.splits.iter().zip(0..).map(|(s, index)| (index, &s.train[..], &s.test[..])).collect();
    if plan.looks_at_training() {
        jobs.push((ALL_ROWS, &whole, &whole));
    }
    let (done, total) = (AtomicU64::new(0), Some((jobs.len() * learners.len()) as u64));
    run.progress("fold", 0, total);
    // Split by split, so that the learners of one split are at work together and share what is in the caches.
    let pairs: Vec<(usize, usize)> =
        (0..jobs.len()).flat_map(|job| (0..learners.len()).map(move |learner| (job, learner))).collect();
    let results: Vec<Result<SplitFit>> = pairs
        .par_iter()
        .map(|&(job, learner)| {
            run.check()?;
            let (index, train, test) = jobs[job];
            // The warnings of the folds become notes.
            let warnings = Arc::new(WarningCollector::default());
            let own = run.part(index).observer(warnings.clone());
            let training_rows = data.select(train.to_vec());
            let model = learners[learner].fit_with(&training_rows, &own)?;
            let training = match scoring.wants_stability() {
                true => Some(TrainingClusters::of(&*model, &training_rows)?),
                false => None,
            };
            let test_predictions = scoring.predict_test_rows(&*model, &data.select(test.to_vec()))?;
            run.progress("fold", done.fetch_add(1, Ordering::Relaxed) + 1, total);
            let warnings = std::mem::take(&mut *warnings.0.lock().unwrap_or_else(PoisonError::into_inner));
            Ok(SplitFit { test_predictions, size: model.inspect().size(), warnings, training })
        })
        .collect();
    run.check()?;
    let mut of_learners: Vec<Vec<Result<SplitFit>>> = learners.iter().map(|_| Vec::new()).collect();
    pairs.iter().zip(results).for_each(|(&(_, learner), result)| of_learners[learner].push(result));
    Ok(of_learners)
}

#[derive(Default)]
struct WarningCollector(Mutex<Vec<String>>);

impl Observer for WarningCollector {
    fn warn(&self, sentence: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sentence.to_string());
    }
}

/// Makes scores of what was tried.
struct MetricScorer<'a> {
    data: &'a Dataset,
    plan: &'a SplitPlan,
    measures: &'a [Measure],
    scoring: &'a EvaluationOptions,
    run: &'a Run,
}

/// What was tried, scored.
struct ScoredResults {
    test_predictions: TestPredictions,
    scores: Vec<Score>,
    /// The metrics of each split.
    splits: Vec<Vec<f64>>,
    rules: MetricOptions,
    warnings: Vec<String>,
}

impl<'a> MetricScorer<'a> {
    fn of(
        data: &'a Dataset,
        plan: &'a SplitPlan,
        measures: &'a [Measure],
        scoring: &'a EvaluationOptions,
        run: &'a Run,
    ) -> MetricScorer<'a> {
        MetricScorer { data, plan, measures, scoring, run }
    }

    fn tried(&self, tried: SplitResults) -> Result<ScoredResults> {
        let splits = tried.values(self.measures, self.scoring)?;
        let test_predictions = TestPredictions::joined(tried.splits)?;
        let rules = self.scoring.metric_options(&test_predictions)?;
        let panel = MetricSet::new(&test_predictions, self.measures, &rules)?;
        let seed = Seed(self.plan.seed);
        let groups = self.data.groups().map(|groups| &**groups);
        // A few bootstrap samples may leave a row out of none: it is still among the rows trained on.
        let everyone = tried.all_rows.as_ref().unwrap_or(&test_predictions);
        let units = ResamplingUnits::of(everyone, groups, seed.derive(BLOCKS));
        let bootstrap = Bootstrap { seed: seed.derive(BOOTSTRAP), ..self.scoring.bootstrap() };
        let method = self.scoring.method_for(&units)?;
        let mut scores = match (&tried.all_rows, self.plan.out_of_bag) {
            (Some(all_rows), Some(kind)) => {
                if let Some(closed) = method.filter(|method| !method.resamples()) {
                    return Err(Error::data(
                        format!("a {closed} interval does not know the rows that were trained on"),
                        "leave the method to the resampling design, or use the bootstrap",
                    ));
                }
                Bootstrap632Estimate::new(kind, &panel, all_rows, self.scoring, seed)?
                    .scores(&units, &bootstrap, self.run)?
            }
            _ => panel.scores(&units, method, &bootstrap, self.run)?,
        };
        for (m, score) in scores.iter_mut().enumerate() {
            if score.measure.is_of_design() {
                let of_splits: Vec<f64> =
                    splits.iter().map(|split| split[m]).filter(|x| !x.is_nan()).collect();
                score.value = of_splits.iter().sum::<f64>() / of_splits.len() as f64;
            }
            score.over_folds = self.over_folds(splits.iter().map(|split| split[m]).collect());
        }
        let warnings = [tried.warnings, panel.notes()].concat();
        Ok(ScoredResults { test_predictions, scores, splits, rules, warnings })
    }

    /// Mean and spread over the splits in which the metric is defined.
    fn over_folds(&self, values: Vec<f64>) -> Option<FoldSummary> {
        let values: Vec<f64> = values.into_iter().filter(|x| x.is_finite()).collect();
        // A row by itself has no spread to show, and bootstrap samples no folds.
        let single_rows = self.plan.splits.iter().all(|split| split.test.len() == 1);
        if values.len() < 2 || single_rows || self.plan.out_of_bag.is_some() {
            return None;
        }
        let (_, mean, variance) = moments(&values);
        let interval = corrected_student(&values, self.plan.test_share(), self.scoring.bootstrap().level);
        Some(FoldSummary { mean, deviation: variance.sqrt(), interval })
    }

    fn evaluation(
        &self,
        learner: &dyn Learner,
        scored: ScoredResults,
        base: Option<&ScoredResults>,
    ) -> Result<Evaluation> {
        let name = learner.declaration().name;
        let is_baseline = name == <Baseline as Declared>::declaration().name;
        let mut evaluation = self.assembled(name, learner.parameters(), scored, base)?;
        if !is_baseline {
            evaluation.notes.extend(doubt(&evaluation.scores, &evaluation.baseline));
        }
        Ok(evaluation)
    }

    fn assembled(
        &self,
        learner: &str,
        parameters: Parameters,
        scored: ScoredResults,
        base: Option<&ScoredResults>,
    ) -> Result<Evaluation> {
        let mut notes: Vec<String> = self.data.notes().to_vec();
        notes.extend(self.plan.notes.iter().cloned());
        notes.extend(scored.warnings);
        notes.extend(imbalance(&scored.test_predictions, self.measures));
        let base_of = |index: usize| base.map(|base| base.splits[index].as_slice());
        let fold = |(index, split): (usize, &Split)| {
            Fold::of(split, self.measures, &scored.splits[index], base_of(index))
        };
        let folds = self.plan.splits.iter().enumerate().map(fold).collect();
        let (confusion, positive) = match &scored.test_predictions.values {
            TargetsAndPredictions::Classes { levels, truth, predicted, .. } => {
                let matrix = ConfusionMatrix::new(
                    levels.len(),
                    truth,
                    predicted,
                    Some(&scored.test_predictions.weights),
                )?;
                let positive = scored.rules.positive.map(|class| levels[class].clone());
                (Some(matrix.named(levels.clone())?), positive)
            }
            _ => (None, None),
        };
        Ok(Evaluation {
            learner: learner.to_string(),
            parameters,
            design: self.plan.design.clone(),
            rows: self.data.rows().len(),
            scores: scored.scores,
            baseline: base.map_or_else(Vec::new, |base| base.scores.clone()),
            positive,
            confusion,
            folds,
            notes,
            test_predictions: scored.test_predictions,
        })
    }
}

/// A note if accuracy is the first metric and the classes are imbalanced: always predicting the majority class scores well.
fn imbalance(test_predictions: &TestPredictions, measures: &[Measure]) -> Option<String> {
    let TargetsAndPredictions::Classes { levels, truth, .. } = &test_predictions.values else { return None };
    if !matches!(measures.first(), Some(Measure::Accuracy | Measure::ErrorRate)) {
        return None;
    }
    let mut weights = vec![0.0; levels.len()];
    truth
        .iter()
        .zip(&test_predictions.weights)
        .for_each(|(&class, weight)| weights[class as usize] += weight);
    ClassImbalance::of(levels.iter().map(String::as_str).zip(weights)).map(|found| found.to_string())
}

/// A note if the first score does not clearly beat the baseline's.
fn doubt(scores: &[Score], baseline: &[Score]) -> Option<String> {
    let (score, base) = (scores.first()?, baseline.first()?);
    let interval = score.interval?;
    let beaten =
        if score.measure.higher_is_better() { base.value < interval.low } else { base.value > interval.high };
    (!beaten).then(|| {
        format!(
            "the confidence interval of the {} overlaps the baseline: not significantly better than a no-skill model",
            score.measure
        )
    })
}
