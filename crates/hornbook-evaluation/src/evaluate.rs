//! Training on each split and judging the rest.

use crate::checks::check_one_target;
use crate::evaluation::{Evaluation, Fold};
use crate::intervals::{Bootstrap, corrected_student, moments};
use crate::judged::{Answers, Judged};
use crate::judging::{Judging, Rules};
use crate::measure::Measure;
use crate::measures::ConfusionMatrix;
use crate::optimism::Optimism;
use crate::panel::{Panel, Units};
use crate::resampling::{Plan, Split};
use crate::score::{OverFolds, Score};
use hornbook_core::{Declaration, Declared, Error, Observer, Parameters, Result, Run, Seed};
use hornbook_data::Dataset;
use hornbook_learner::{Baseline, Learner, Model};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The seeds of bootstrap and folds must not meet those the rows were dealt with.
pub(crate) const BOOTSTRAP: u64 = u64::MAX;
pub(crate) const BLOCKS: u64 = u64::MAX - 1;
/// The place of the model of all rows among the splits.
const ALL_ROWS: u64 = u64::MAX - 2;

pub(crate) fn evaluate(
    learner: &dyn Learner,
    data: &Dataset,
    plan: Plan,
    judging: &Judging,
    run: &Run,
) -> Result<Evaluation> {
    let mut all = evaluate_each(&[learner], data, plan, judging, run)?;
    all.pop().ok_or_else(|| Error::data("there is no learner to evaluate", "name one"))
}

/// Evaluates learners on the same splits, each beside the baseline.
pub(crate) fn evaluate_each(
    learners: &[&dyn Learner],
    data: &Dataset,
    plan: Plan,
    judging: &Judging,
    run: &Run,
) -> Result<Vec<Evaluation>> {
    run.install(|| {
        let measures = judging.measures_for(data.task()?)?;
        let baseline = Baseline::default();
        let everyone: Vec<&dyn Learner> =
            learners.iter().copied().chain([&baseline as &dyn Learner]).collect();
        let mut tried: Vec<Tried> = fit_and_judge(&everyone, data, &plan, judging, run)?
            .into_iter()
            .map(|splits| Ok(Tried::of(splits.into_iter().collect::<Result<_>>()?, plan.looks_at_training())))
            .collect::<Result<_>>()?;
        let Some(base) = tried.pop() else { return Ok(Vec::new()) };
        let judge = Judge::of(data, &plan, &measures, judging, run);
        let base = judge.tried(base)?;
        learners
            .iter()
            .zip(tried)
            .map(|(learner, tried)| judge.evaluation(*learner, judge.tried(tried)?, &base))
            .collect()
    })
}

/// Judges a model that is there already on rows it did not see.
pub(crate) fn judge_model(
    model: &dyn Model,
    data: &Dataset,
    design: String,
    seed: u64,
    judging: &Judging,
    run: &Run,
) -> Result<Evaluation> {
    run.install(|| {
        let measures = judging.measures_for(data.task()?)?;
        let all: Vec<u32> = (0..data.rows().len() as u32).collect();
        let split = Split { repeat: 0, fold: 0, train: Vec::new(), test: all };
        let plan = Plan { design, splits: vec![split], notes: Vec::new(), seed, out_of_bag: None };
        let judge = Judge::of(data, &plan, &measures, judging, run);
        let judged = judging.judge(model, data)?;
        let tried = Tried { splits: vec![judged], all_rows: None, size: model.size(), warnings: Vec::new() };
        let tried = judge.tried(tried)?;
        judge.assembled(&model.info().learner, model.info().parameters.clone(), tried, None)
    })
}

/// An error if a learner learns without a target: whatever judges it can ask first, before it looks at the data.
pub fn check_scorable(learner: &Declaration) -> Result<()> {
    if learner.needs_target() {
        return Ok(());
    }
    Err(Error::data(
        format!(
            "the learner '{}' learns without a target, so there is nothing to score its predictions against",
            learner.name
        ),
        "fit it, and look at what it says of the rows",
    ))
}

/// The rows that count: a row of weight zero is absent, so it must not sway how the others are dealt.
pub(crate) fn rows_that_count(data: &Dataset) -> Result<Dataset> {
    let counting = data.counting_rows();
    if counting.rows().is_empty() && !data.rows().is_empty() {
        return Err(Error::data(
            "every row has the weight zero",
            "give at least one row a weight above zero",
        ));
    }
    Ok(counting)
}

/// What a learner gave: the test rows of each split, and for the .632 bootstrap all rows by a model of all rows.
pub(crate) struct Tried {
    pub splits: Vec<Judged>,
    all_rows: Option<Judged>,
    /// The mean size of the models, if all can say.
    pub size: Option<f64>,
    pub warnings: Vec<String>,
}

impl Tried {
    pub fn of(splits: Vec<Fitted>, with_all_rows: bool) -> Tried {
        let sizes: Vec<f64> = splits.iter().filter_map(|fitted| fitted.size).collect();
        let all_say = !sizes.is_empty() && sizes.len() == splits.len();
        let size = all_say.then(|| sizes.iter().sum::<f64>() / sizes.len() as f64);
        let mut tried = Tried { splits: Vec::new(), all_rows: None, size, warnings: Vec::new() };
        for fitted in splits {
            tried.splits.push(fitted.judged);
            for warning in fitted.warnings {
                if !tried.warnings.contains(&warning) {
                    tried.warnings.push(warning);
                }
            }
        }
        if with_all_rows {
            tried.all_rows = tried.splits.pop();
        }
        tried
    }

    /// The measures of each split.
    pub fn values(&self, measures: &[Measure], judging: &Judging) -> Result<Vec<Vec<f64>>> {
        let of_split = |judged: &Judged| -> Result<Vec<f64>> {
            Ok(Panel::new(judged, measures, &judging.rules(judged)?)?.values())
        };
        self.splits.par_iter().map(of_split).collect()
    }
}

/// What came of one learner on one split.
pub(crate) struct Fitted {
    pub judged: Judged,
    /// The size of the model, if it can say.
    pub size: Option<f64>,
    pub warnings: Vec<String>,
}

/// Trains every learner on every split, side by side, and for the .632 bootstrap on all rows at last. What a learner
/// made of each split stands in its list, in their order.
pub(crate) fn fit_and_judge(
    learners: &[&dyn Learner],
    data: &Dataset,
    plan: &Plan,
    judging: &Judging,
    run: &Run,
) -> Result<Vec<Vec<Result<Fitted>>>> {
    learners.iter().try_for_each(|learner| check_scorable(learner.declaration()))?;
    check_one_target(data.more_targets().len())?;
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
    let results: Vec<Result<Fitted>> = pairs
        .par_iter()
        .map(|&(job, learner)| {
            run.check()?;
            let (index, train, test) = jobs[job];
            // The warnings of the folds become notes.
            let warnings = Arc::new(Warnings::default());
            let own = run.part(index).observer(warnings.clone());
            let model = learners[learner].train(&data.select(train.to_vec()), &own)?;
            let judged = judging.judge(&*model, &data.select(test.to_vec()))?;
            run.progress("fold", done.fetch_add(1, Ordering::Relaxed) + 1, total);
            let warnings = std::mem::take(&mut *warnings.0.lock().unwrap_or_else(PoisonError::into_inner));
            Ok(Fitted { judged, size: model.size(), warnings })
        })
        .collect();
    run.check()?;
    let mut of_learners: Vec<Vec<Result<Fitted>>> = learners.iter().map(|_| Vec::new()).collect();
    pairs.iter().zip(results).for_each(|(&(_, learner), result)| of_learners[learner].push(result));
    Ok(of_learners)
}

#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl Observer for Warnings {
    fn warn(&self, sentence: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sentence.to_string());
    }
}

/// Makes scores of what was tried.
struct Judge<'a> {
    data: &'a Dataset,
    plan: &'a Plan,
    measures: &'a [Measure],
    judging: &'a Judging,
    run: &'a Run,
}

/// What was tried, scored.
struct Scored {
    judged: Judged,
    scores: Vec<Score>,
    /// The measures of each split.
    splits: Vec<Vec<f64>>,
    rules: Rules,
    warnings: Vec<String>,
}

impl<'a> Judge<'a> {
    fn of(
        data: &'a Dataset,
        plan: &'a Plan,
        measures: &'a [Measure],
        judging: &'a Judging,
        run: &'a Run,
    ) -> Judge<'a> {
        Judge { data, plan, measures, judging, run }
    }

    fn tried(&self, tried: Tried) -> Result<Scored> {
        let splits = tried.values(self.measures, self.judging)?;
        let judged = Judged::joined(tried.splits)?;
        let rules = self.judging.rules(&judged)?;
        let panel = Panel::new(&judged, self.measures, &rules)?;
        let seed = Seed(self.plan.seed);
        let groups = self.data.groups().map(|groups| &**groups);
        // A few bootstrap samples may leave a row out of none: it is still among the rows trained on.
        let everyone = tried.all_rows.as_ref().unwrap_or(&judged);
        let units = Units::of(everyone, groups, seed.derive(BLOCKS));
        let bootstrap = Bootstrap { seed: seed.derive(BOOTSTRAP), ..self.judging.bootstrap() };
        let method = self.judging.method_for(&units)?;
        let mut scores = match (&tried.all_rows, self.plan.out_of_bag) {
            (Some(all_rows), Some(kind)) => {
                if let Some(closed) = method.filter(|method| !method.resamples()) {
                    return Err(Error::data(
                        format!("a {closed} interval does not know the rows that were trained on"),
                        "leave the method to the design, or take a bootstrap",
                    ));
                }
                Optimism::new(kind, &panel, all_rows, self.judging, seed)?
                    .scores(&units, &bootstrap, self.run)?
            }
            _ => panel.scores(&units, method, &bootstrap, self.run)?,
        };
        for (m, score) in scores.iter_mut().enumerate() {
            score.over_folds = self.over_folds(splits.iter().map(|split| split[m]).collect());
        }
        let warnings = [tried.warnings, panel.notes()].concat();
        Ok(Scored { judged, scores, splits, rules, warnings })
    }

    /// Mean and spread over the splits in which the measure is defined.
    fn over_folds(&self, values: Vec<f64>) -> Option<OverFolds> {
        let values: Vec<f64> = values.into_iter().filter(|x| x.is_finite()).collect();
        // A row by itself has no spread to show, and bootstrap samples no folds.
        let single_rows = self.plan.splits.iter().all(|split| split.test.len() == 1);
        if values.len() < 2 || single_rows || self.plan.out_of_bag.is_some() {
            return None;
        }
        let (_, mean, variance) = moments(&values);
        let interval = corrected_student(&values, self.plan.test_share(), self.judging.bootstrap().level);
        Some(OverFolds { mean, deviation: variance.sqrt(), interval })
    }

    fn evaluation(&self, learner: &dyn Learner, scored: Scored, base: &Scored) -> Result<Evaluation> {
        let name = learner.declaration().name;
        let is_baseline = name == <Baseline as Declared>::declaration().name;
        let mut evaluation = self.assembled(name, learner.parameters(), scored, Some(base))?;
        if !is_baseline {
            evaluation.notes.extend(doubt(&evaluation.scores, &evaluation.baseline));
        }
        Ok(evaluation)
    }

    fn assembled(
        &self,
        learner: &str,
        parameters: Parameters,
        scored: Scored,
        base: Option<&Scored>,
    ) -> Result<Evaluation> {
        let mut notes: Vec<String> = self.data.notes().to_vec();
        notes.extend(self.plan.notes.iter().cloned());
        notes.extend(scored.warnings);
        notes.extend(imbalance(&scored.judged, self.measures));
        let base_of = |index: usize| base.map(|base| base.splits[index].as_slice());
        let fold = |(index, split): (usize, &Split)| {
            Fold::of(split, self.measures, &scored.splits[index], base_of(index))
        };
        let folds = self.plan.splits.iter().enumerate().map(fold).collect();
        let (confusion, positive) = match &scored.judged.answers {
            Answers::Classes { levels, truth, predicted, .. } => {
                let matrix =
                    ConfusionMatrix::new(levels.len(), truth, predicted, Some(&scored.judged.weights))?;
                let positive = scored.rules.positive.map(|class| levels[class].clone());
                (Some(matrix.named(levels.clone())?), positive)
            }
            Answers::Numbers { .. } => (None, None),
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
            judged: scored.judged,
        })
    }
}

/// A class with a smaller share of the rows than this makes the accuracy misleading.
const RARE: f64 = 0.1;

/// A note if accuracy is the first measure of classes of which one is rare: guessing the common one looks good by it.
fn imbalance(judged: &Judged, measures: &[Measure]) -> Option<String> {
    let Answers::Classes { levels, truth, .. } = &judged.answers else { return None };
    if !matches!(measures.first(), Some(Measure::Accuracy | Measure::ErrorRate)) {
        return None;
    }
    let mut weights = vec![0.0; levels.len()];
    truth.iter().zip(&judged.weights).for_each(|(&class, weight)| weights[class as usize] += weight);
    let total: f64 = weights.iter().sum();
    let occurring = (0..levels.len()).filter(|&class| weights[class] > 0.0);
    let rarest = occurring.min_by(|&a, &b| weights[a].total_cmp(&weights[b]))?;
    let share = weights[rarest] / total;
    // With many classes, each of them has a small share: only one far below the others is rare.
    (share < RARE && share < 0.5 / levels.len() as f64).then(|| {
        format!(
            "class '{}' has {:.1} % of the rows, so the accuracy says little about it; look at precision, recall, F1 or \
             the ROC area",
            levels[rarest],
            100.0 * share
        )
    })
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
