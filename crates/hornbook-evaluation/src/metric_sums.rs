//! Sums over rows from which most metrics follow, so that rows, folds and resampled groups are evaluated by the same
//! code and a resample costs one pass over the sums of its units.

use crate::measure::Measure;
use crate::measures::{ClassCounts, ClassMeasure, matthews, mean};
use crate::options::MetricOptions;
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};

/// Where the sums of classes stand: the weight, three losses, then three numbers a class.
const LOG_LOSS: usize = 1;
const BRIER: usize = 2;
const LOSS: usize = 3;
const CLASSES: usize = 4;

/// Where the sums of numbers stand. Truth and prediction are measured from an origin near the truth's mean, so that
/// squares of large numbers do not drown what is left after subtraction.
const ABSOLUTE: usize = 1;
const SQUARED: usize = 2;
const ERROR: usize = 3;
const TRUTH: usize = 4;
const TRUTH_SQUARED: usize = 5;
const PREDICTED: usize = 6;
const PREDICTED_SQUARED: usize = 7;
const PRODUCT: usize = 8;
const RELATIVE: usize = 9;
const POISSON: usize = 10;
const GAMMA: usize = 11;
const NUMBERS: usize = 12;

/// Where the sum of row scores stands, behind the weight.
const ROW_SCORE: usize = 1;
const ROW_SCORES: usize = 2;

/// The smallest probability the logarithm is taken of: the distance from 1 to the next number.
const LEAST: f64 = f64::EPSILON;

/// How many sums the rows of a judgment have.
pub(crate) fn width(test_predictions: &TestPredictions) -> usize {
    match &test_predictions.values {
        TargetsAndPredictions::Classes { levels, .. } => CLASSES + 3 * levels.len(),
        TargetsAndPredictions::Numbers { .. } => NUMBERS,
        TargetsAndPredictions::RowScores { .. } | TargetsAndPredictions::Clusters { .. } => ROW_SCORES,
    }
}

/// Whether a metric follows from the sums.
pub(crate) fn suffice(measure: Measure) -> bool {
    use Measure::*;
    !matches!(
        measure,
        RocAuc
            | AveragePrecision
            | TopK(_)
            | CalibrationError
            | MedianAbsoluteError
            | MaxError
            | Pinball(_)
            | Spearman
            | Silhouette
            | CalinskiHarabasz
            | DaviesBouldin
            | Stability
            | AdjustedRand
            | AdjustedMutualInformation
            | NormalizedMutualInformation
            | VMeasure
            | Purity
    )
}

/// Adds rows to sums.
pub(crate) struct MetricSums<'a> {
    test_predictions: &'a TestPredictions,
    origin: f64,
}

impl<'a> MetricSums<'a> {
    pub fn new(test_predictions: &'a TestPredictions) -> MetricSums<'a> {
        let origin = match &test_predictions.values {
            TargetsAndPredictions::Numbers { truth, .. } if !truth.is_empty() => {
                truth.iter().sum::<f64>() / truth.len() as f64
            }
            _ => 0.0,
        };
        MetricSums { test_predictions, origin }
    }

    /// Adds one evaluated row with its weight.
    pub fn add(&self, row: usize, sums: &mut [f64]) {
        let w = self.test_predictions.weights[row];
        sums[0] += w;
        match &self.test_predictions.values {
            TargetsAndPredictions::Classes { levels, truth, predicted, probabilities } => {
                let (truth, predicted, k) = (truth[row] as usize, predicted[row] as usize, levels.len());
                let p = probabilities.row(row);
                sums[LOG_LOSS] -= w * p[truth].clamp(LEAST, 1.0).ln();
                let distance: f64 = p.iter().map(|p| p * p).sum::<f64>() - 2.0 * p[truth] + 1.0;
                sums[BRIER] += w * 0.5 * distance;
                let mistake = if truth == predicted { 0.0 } else { 1.0 };
                sums[LOSS] += w * self.test_predictions.losses.get(row).copied().unwrap_or(mistake);
                sums[CLASSES + truth] += w;
                sums[CLASSES + k + predicted] += w;
                if truth == predicted {
                    sums[CLASSES + 2 * k + truth] += w;
                }
            }
            TargetsAndPredictions::Numbers { truth, predicted } => {
                let (y, f) = (truth[row], predicted[row]);
                let (error, centered, guess) = (f - y, y - self.origin, f - self.origin);
                sums[ABSOLUTE] += w * error.abs();
                sums[SQUARED] += w * error * error;
                sums[ERROR] += w * error;
                sums[TRUTH] += w * centered;
                sums[TRUTH_SQUARED] += w * centered * centered;
                sums[PREDICTED] += w * guess;
                sums[PREDICTED_SQUARED] += w * guess * guess;
                sums[PRODUCT] += w * centered * guess;
                sums[RELATIVE] += w * error.abs() / y.abs().max(f64::EPSILON);
                sums[POISSON] += w * poisson_deviance(y, f);
                sums[GAMMA] += w * gamma_deviance(y, f);
            }
            TargetsAndPredictions::RowScores { least, values, .. } => {
                sums[ROW_SCORE] += w * values[row].max(*least);
            }
            // Measures of clusters look at the rows.
            TargetsAndPredictions::Clusters { .. } => {}
        }
    }

    /// The sums of some rows.
    pub fn of(&self, rows: impl Iterator<Item = usize>) -> Vec<f64> {
        let mut sums = vec![0.0; width(self.test_predictions)];
        rows.for_each(|row| self.add(row, &mut sums));
        sums
    }
}

/// NaN where the deviance is undefined: for counts below 0, and where nothing was expected.
fn poisson_deviance(y: f64, f: f64) -> f64 {
    if y < 0.0 || f <= 0.0 {
        return f64::NAN;
    }
    let log = if y == 0.0 { 0.0 } else { y * (y / f).ln() };
    2.0 * (log - y + f)
}

fn gamma_deviance(y: f64, f: f64) -> f64 {
    if y <= 0.0 || f <= 0.0 { f64::NAN } else { 2.0 * ((f / y).ln() + y / f - 1.0) }
}

/// A metric of the rows in the sums; NaN where it is undefined.
pub(crate) fn value(measure: Measure, sums: &[f64], rules: &MetricOptions) -> f64 {
    let mean_of = |at: usize| sums[at] / sums[0];
    match measure {
        Measure::LogLoss => mean_of(LOG_LOSS),
        Measure::Brier => mean_of(BRIER),
        Measure::ExpectedLoss => mean_of(LOSS),
        Measure::Rmse => mean_of(SQUARED).sqrt(),
        Measure::Mse => mean_of(SQUARED),
        Measure::Mae => mean_of(ABSOLUTE),
        Measure::Mape => mean_of(RELATIVE),
        Measure::PoissonDeviance => mean_of(POISSON),
        Measure::GammaDeviance => mean_of(GAMMA),
        Measure::LogLikelihood => mean_of(ROW_SCORE),
        Measure::ReconstructionError => mean_of(ROW_SCORE).sqrt(),
        Measure::RSquared => 1.0 - sums[SQUARED] / spread(sums, TRUTH, TRUTH, TRUTH_SQUARED),
        Measure::ExplainedVariance => {
            1.0 - spread(sums, ERROR, ERROR, SQUARED) / spread(sums, TRUTH, TRUTH, TRUTH_SQUARED)
        }
        Measure::Pearson => {
            let squares = spread(sums, TRUTH, TRUTH, TRUTH_SQUARED)
                * spread(sums, PREDICTED, PREDICTED, PREDICTED_SQUARED);
            (spread(sums, TRUTH, PREDICTED, PRODUCT) / squares.sqrt()).clamp(-1.0, 1.0)
        }
        _ => of_classes(measure, sums, rules),
    }
}

/// Σxy − ΣxΣy/w: the spread of values around their mean. What rounding leaves of no spread at all is none, which makes
/// whatever is divided by it undefined.
fn spread(sums: &[f64], x: usize, y: usize, xy: usize) -> f64 {
    let spread = sums[xy] - sums[x] * sums[y] / sums[0];
    if x == y && x != ERROR && spread <= 1e-12 * sums[xy] { f64::NAN } else { spread }
}

/// Every class against the rest.
fn class_counts(sums: &[f64]) -> Vec<ClassCounts> {
    let k = (sums.len() - CLASSES) / 3;
    let (truth, rest) = sums[CLASSES..].split_at(k);
    let (predicted, right) = rest.split_at(k);
    let of_class = |class: usize| ClassCounts {
        true_positives: right[class],
        false_positives: predicted[class] - right[class],
        false_negatives: truth[class] - right[class],
        // Rounding must not leave a trace of rows that are not there.
        true_negatives: (sums[0] - truth[class] - predicted[class] + right[class]).max(0.0),
    };
    (0..k).map(of_class).collect()
}

fn of_classes(measure: Measure, sums: &[f64], rules: &MetricOptions) -> f64 {
    let (weight, counts) = (sums[0], class_counts(sums));
    let right: f64 = counts.iter().map(|c| c.true_positives).sum();
    let mean_of = |measure: ClassMeasure| mean(counts.iter().map(|c| (c.measure(measure), 1.0)));
    // Of the positive class, or the mean over the classes where it is defined.
    let of = |measure: ClassMeasure| {
        rules.positive.map_or_else(|| mean_of(measure), |positive| counts[positive].measure(measure))
    };
    match measure {
        Measure::Accuracy => right / weight,
        Measure::ErrorRate => 1.0 - right / weight,
        Measure::BalancedAccuracy => mean_of(ClassMeasure::Recall),
        Measure::Precision => of(ClassMeasure::Precision),
        Measure::Recall => of(ClassMeasure::Recall),
        Measure::Specificity => of(ClassMeasure::Specificity),
        Measure::F(beta) => of(ClassMeasure::FBeta(beta)),
        Measure::MacroF1 => mean_of(ClassMeasure::FBeta(1.0)),
        Measure::Mcc => matthews(&counts),
        Measure::Kappa => {
            let chance: f64 = counts.iter().map(|c| c.support() * c.predicted()).sum();
            (right * weight - chance) / (weight * weight - chance)
        }
        _ => f64::NAN,
    }
}
