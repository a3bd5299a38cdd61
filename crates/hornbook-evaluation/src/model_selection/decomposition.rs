//! Bias-variance decomposition of a learner: trained on many samples, evaluated on the same rows.

use super::bias_variance::{SquaredLossDecomposition, ZeroOneLossDecomposition};
use crate::evaluate::{fit_and_score, rows_that_count};
use crate::options::EvaluationOptions;
use crate::resampling::{CrossValidation, HoldOut, Resampling, Split, SplitPlan, wrong};
use crate::test_predictions::TargetsAndPredictions;
use hornbook_core::format::{quantities, three_decimals};
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::{Dataset, Matrix};
use hornbook_learner::Learner;
use serde::Serialize;
use std::fmt;

/// The seed of the samples must not meet that of the hold-out.
const SAMPLES: u64 = 1;

/// How training sets are drawn from the rows that are not held out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrainingSamples {
    /// With replacement, each as large as the rows they are drawn from. They overlap, so the variance comes out too
    /// small.
    Bootstrap,
    /// Parts that share no row: independent, but small.
    Disjoint,
}

/// How bias and variance are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BiasVarianceOptions {
    /// How many training sets; 200 by default.
    pub rounds: usize,
    /// How they are drawn; with replacement by default.
    pub samples: TrainingSamples,
    /// The fraction of the rows that evaluate; 0.3 by default.
    pub test_share: f64,
    /// The variance of the targets around what could be known, for numbers; 0 by default, which counts it as bias.
    pub noise: f64,
    /// Where the random numbers come from.
    pub seed: u64,
}

impl Default for BiasVarianceOptions {
    fn default() -> BiasVarianceOptions {
        let samples = TrainingSamples::Bootstrap;
        BiasVarianceOptions { rounds: 200, samples, test_share: 0.3, noise: 0.0, seed: 0 }
    }
}

/// The parts of the loss of a learner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum LossDecomposition {
    /// Of numbers.
    Squared(SquaredLossDecomposition),
    /// Of classes.
    ZeroOne(ZeroOneLossDecomposition),
}

/// What part of a learner's loss is bias and what part variance.
///
/// What a learner finds differs from the truth for four reasons: its models cannot express it or the search does not
/// reach it (bias), another training set would have given another model (variance), and the targets are noisy.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::model_selection::{BiasVariance, BiasVarianceOptions, LossDecomposition};
/// use hornbook_learner::Baseline;
/// let table = Table::builder().number("y", (0..50).map(f64::from).collect::<Vec<_>>()).build()?;
/// let options = BiasVarianceOptions { rounds: 50, ..Default::default() };
/// let found = BiasVariance::of(&Baseline::default(), &table.dataset().target("y")?, &options, &Run::default())?;
/// let LossDecomposition::Squared(parts) = found.parts else { unreachable!("numbers have squared losses") };
/// // A mean hardly depends on the sample, and misses nearly everything.
/// assert!(parts.variance < 0.1 * parts.squared_bias);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BiasVariance {
    /// The learner's name.
    pub learner: String,
    /// How training sets were drawn, in words.
    pub design: String,
    /// The parts of the loss.
    pub parts: LossDecomposition,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

impl BiasVariance {
    /// Trains a learner on many samples of the rows and evaluates all models on the same held-out rows. Weights of test rows
    /// do not count.
    pub fn of(
        learner: &dyn Learner,
        data: &Dataset,
        options: &BiasVarianceOptions,
        run: &Run,
    ) -> Result<BiasVariance> {
        if options.rounds < 2 {
            return Err(wrong("bias and variance", "rounds", options.rounds, "an integer at least 2"));
        }
        let data = rows_that_count(data)?;
        let held_out = HoldOut::new(options.test_share).seed(options.seed).plan(&data)?;
        let plan = options.plan(&data, held_out)?;
        let fitted =
            run.install(|| fit_and_score(&[learner], &data, &plan, &EvaluationOptions::default(), run))?;
        let answers: Vec<TargetsAndPredictions> = fitted
            .into_iter()
            .flatten()
            .map(|fitted| Ok(fitted?.test_predictions.values))
            .collect::<Result<_>>()?;
        let name = learner.declaration().name.to_string();
        Ok(BiasVariance {
            learner: name,
            design: plan.design,
            parts: parts(answers, options.noise)?,
            notes: plan.notes,
        })
    }
}

impl BiasVarianceOptions {
    /// A split a training set, all with the same test rows.
    fn plan(&self, data: &Dataset, held_out: SplitPlan) -> Result<SplitPlan> {
        let Some(Split { train: pool, test, .. }) = held_out.splits.into_iter().next() else {
            return Err(Error::data("no rows were held out", "give more rows"));
        };
        let seed = Seed(self.seed).derive(SAMPLES);
        let (samples, words): (Vec<Vec<u32>>, &str) = match self.samples {
            TrainingSamples::Bootstrap => {
                let draw = |round: usize| {
                    let mut rng = seed.derive(round as u64).rng();
                    let mut rows: Vec<u32> = pool.iter().map(|_| pool[rng.below(pool.len())]).collect();
                    rows.sort_unstable();
                    rows
                };
                ((0..self.rounds).map(draw).collect(), "bootstrap samples")
            }
            TrainingSamples::Disjoint => {
                let parts =
                    CrossValidation::new(self.rounds).seed(seed.0).splits(&data.select(pool.clone()))?;
                let rows = |part: Split| part.test.into_iter().map(|place| pool[place as usize]).collect();
                (parts.into_iter().map(rows).collect(), "disjoint samples")
            }
        };
        let split = |(repeat, train)| Split { repeat, fold: 0, train, test: test.clone() };
        let splits = samples.into_iter().enumerate().map(split).collect();
        let design = format!("{} {words} of {} rows, {}", self.rounds, pool.len(), held_out.design);
        Ok(SplitPlan { design, splits, notes: held_out.notes, seed: self.seed, out_of_bag: None })
    }
}

/// The parts of the losses of several models on the same rows.
fn parts(answers: Vec<TargetsAndPredictions>, noise: f64) -> Result<LossDecomposition> {
    let (mut codes, mut numbers) = (Vec::new(), Vec::new());
    let (mut classes, mut true_codes, mut true_numbers) = (0, Vec::new(), Vec::new());
    for answer in answers {
        match answer {
            TargetsAndPredictions::Classes { levels, truth, predicted, .. } => {
                (classes, true_codes) = (levels.len(), truth);
                codes.push(predicted);
            }
            TargetsAndPredictions::Numbers { truth, predicted } => {
                true_numbers = truth;
                numbers.push(predicted);
            }
            TargetsAndPredictions::RowScores { .. } | TargetsAndPredictions::Clusters { .. } => {
                return Err(Error::mismatch(
                    "bias and variance are those of predictions of a target",
                    "name a learner that predicts one",
                ));
            }
        }
    }
    if classes > 0 {
        return Ok(LossDecomposition::ZeroOne(ZeroOneLossDecomposition::of(&true_codes, &codes, classes)?));
    }
    let predictions = Matrix::new(numbers.len(), true_numbers.len(), numbers.concat())?;
    Ok(LossDecomposition::Squared(SquaredLossDecomposition::of(&true_numbers, &predictions, noise)?))
}

impl fmt::Display for BiasVariance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: bias-variance decomposition, {}\n", self.learner, self.design)?;
        match &self.parts {
            LossDecomposition::Squared(SquaredLossDecomposition { loss, noise, squared_bias, variance }) => {
                let shown = quantities(&[*loss, *noise, *squared_bias, *variance]);
                let noise = if *noise > 0.0 { format!("noise {} + ", shown[1]) } else { String::new() };
                writeln!(f, "squared loss {} = {noise}bias² {} + variance {}", shown[0], shown[2], shown[3])?;
            }
            LossDecomposition::ZeroOne(parts) => {
                let [loss, bias, harm, help] =
                    [parts.loss, parts.bias, parts.harm, parts.help].map(three_decimals);
                writeln!(
                    f,
                    "error rate {loss} = bias {bias} + variance that harms {harm} - variance that helps {help}"
                )?;
                let [bias, variance] = [parts.squared_bias, parts.squared_variance].map(three_decimals);
                writeln!(f, "error rate {loss} = bias² {bias} + variance {variance} (Kohavi and Wolpert)")?;
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}
