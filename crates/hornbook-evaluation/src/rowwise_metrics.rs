//! Metrics that do not follow from sums: they look at the rows in order, or at each row with a parameter of their own.

use crate::intervals::{Interval, IntervalMethod, wilson};
use crate::measure::Measure;
use crate::measures::cluster_shape::{calinski_harabasz, davies_bouldin, silhouette};
use crate::measures::regression::{max_error, median_absolute_error, quantile_loss};
use crate::measures::{
    AucComponents, CalibrationBinning, CalibrationCurve, Contingency, EntropyMean, SortedScores,
    average_precision, spearman, top_k_accuracy,
};
use crate::options::MetricOptions;
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::Result;
use hornbook_math::distributions::normal_quantile;
use std::ops::Range;
use std::sync::Arc;

/// How many bins of probability the calibration error has.
const CALIBRATION_BINS: usize = 15;

/// Evaluated rows, with those of each split ranked by the probability of each class if a metric wants that.
#[derive(Clone)]
pub(crate) struct RowwiseMetrics<'a> {
    test_predictions: &'a TestPredictions,
    rankings: Arc<Vec<SplitScores>>,
    /// Whether rows of several splits had to be ranked together.
    pub ranked_together: bool,
}

/// The rows of one split, ranked for each class that is evaluated.
struct SplitScores {
    rows: Range<usize>,
    of_classes: Vec<SortedScores>,
}

impl<'a> RowwiseMetrics<'a> {
    pub fn new(
        test_predictions: &'a TestPredictions,
        measures: &[Measure],
        rules: &MetricOptions,
    ) -> Result<RowwiseMetrics<'a>> {
        let wanted = |m: &Measure| matches!(m, Measure::RocAuc | Measure::AveragePrecision);
        let rankings = if measures.iter().any(wanted) { rank(test_predictions, rules)? } else { Vec::new() };
        let ranked_together = rankings.len() == 1 && test_predictions.ends.len() > 1;
        Ok(RowwiseMetrics { test_predictions, rankings: Arc::new(rankings), ranked_together })
    }

    /// A metric of the rows if they have these weights; NaN where it is undefined.
    pub fn value(&self, measure: Measure, weights: &[f64]) -> f64 {
        match (&self.test_predictions.values, measure) {
            (_, Measure::RocAuc) => {
                self.mean_over_rankings(|ranked, rows| ranked.area_of_good(&weights[rows]))
            }
            (_, Measure::AveragePrecision) => self.mean_over_rankings(|ranked, rows| {
                ranked.reweighted(&weights[rows]).map_or(f64::NAN, |ranked| average_precision(&ranked))
            }),
            (TargetsAndPredictions::Classes { levels, truth, probabilities, .. }, Measure::TopK(k)) => {
                let k = (k as usize).min(levels.len());
                top_k_accuracy(levels.len(), truth, probabilities.values(), k, Some(weights))
                    .unwrap_or(f64::NAN)
            }
            (
                TargetsAndPredictions::Classes { truth, predicted, probabilities, .. },
                Measure::CalibrationError,
            ) => {
                let right: Vec<bool> = truth.iter().zip(predicted).map(|(t, p)| t == p).collect();
                let confidence: Vec<f64> =
                    predicted.iter().enumerate().map(|(row, &p)| probabilities.at(row, p as usize)).collect();
                CalibrationCurve::of(
                    &right,
                    &confidence,
                    Some(weights),
                    CalibrationBinning::Uniform(CALIBRATION_BINS),
                )
                .map_or(f64::NAN, |curve| curve.expected_error())
            }
            (TargetsAndPredictions::Numbers { truth, predicted }, Measure::MedianAbsoluteError) => {
                median_absolute_error(truth, predicted, Some(weights)).unwrap_or(f64::NAN)
            }
            (TargetsAndPredictions::Numbers { truth, predicted }, Measure::MaxError) => {
                max_error(truth, predicted, Some(weights)).unwrap_or(f64::NAN)
            }
            (TargetsAndPredictions::Numbers { truth, predicted }, Measure::Pinball(quantile)) => {
                quantile_loss(truth, predicted, Some(weights), quantile).unwrap_or(f64::NAN)
            }
            (TargetsAndPredictions::Numbers { truth, predicted }, Measure::Spearman) => {
                spearman(truth, predicted, Some(weights)).unwrap_or(f64::NAN)
            }
            (TargetsAndPredictions::Clusters { clusters, points, reference }, measure) => self
                .mean_over_splits(|rows| {
                    let split = SplitClusters {
                        clusters: &clusters[rows.clone()],
                        columns: points.columns(),
                        points: &points.values()[rows.start * points.columns()..rows.end * points.columns()],
                        reference: reference.as_ref().map(|labels| &labels[rows.clone()]),
                        weights: &weights[rows],
                    };
                    split.value(measure)
                }),
            _ => f64::NAN,
        }
    }

    /// The mean over the splits in which it is defined: clusters of different models are not the same.
    fn mean_over_splits(&self, value: impl Fn(Range<usize>) -> f64) -> f64 {
        let values: Vec<f64> = self.test_predictions.splits().map(value).filter(|x| !x.is_nan()).collect();
        values.iter().sum::<f64>() / values.len() as f64
    }

    /// The mean over classes, then over the splits in which it is defined.
    fn mean_over_rankings(&self, value: impl Fn(&SortedScores, Range<usize>) -> f64) -> f64 {
        let of_split = |split: &SplitScores| {
            let values = split.of_classes.iter().map(|ranked| value(ranked, split.rows.clone()));
            values.sum::<f64>() / split.of_classes.len() as f64
        };
        let (sum, n) = self
            .rankings
            .iter()
            .map(of_split)
            .filter(|x| !x.is_nan())
            .fold((0.0, 0.0), |(sum, n), x| (sum + x, n + 1.0));
        sum / n
    }

    /// DeLong's interval of the ROC AUC, for rows drawn one by one or in groups.
    ///
    /// Each row moves the area of its split by its component's distance from the mean of its class; the moves of a unit
    /// over all splits are added before they are squared, so repeated splits and groups are not taken for more rows.
    pub fn area_interval(&self, unit_of: &[u32], units: usize, level: f64) -> Option<Interval> {
        let area = self.value(Measure::RocAuc, &self.test_predictions.weights);
        if area == 0.0 || area == 1.0 {
            return self.perfect_area(area, level);
        }
        let mut moves = vec![0.0; units];
        let mut splits = 0.0;
        for split in self.rankings.iter() {
            let areas: Vec<AucComponents> = split.of_classes.iter().map(AucComponents::of).collect();
            if areas.iter().any(|class| class.area().is_nan()) {
                continue;
            }
            splits += 1.0;
            for class in &areas {
                for (row, influence) in split.rows.clone().zip(class.influences()) {
                    moves[unit_of[row] as usize] += influence / areas.len() as f64;
                }
            }
        }
        let error = moves.iter().map(|x| x * x).sum::<f64>().sqrt() / splits;
        // Symmetric on the logit scale, so that it stays between 0 and 1.
        let logit = (area / (1.0 - area)).ln();
        let reach = normal_quantile(0.5 + 0.5 * level) * error / (area * (1.0 - area));
        let back = |x: f64| 1.0 / (1.0 + (-x).exp());
        (reach > 0.0 && reach.is_finite()).then(|| Interval {
            low: back(logit - reach),
            high: back(logit + reach),
            level,
            method: IntervalMethod::DeLong,
        })
    }

    /// Rows without a single wrong pair show no spread. The rarer class bounds what they can say: as many rows, all
    /// right.
    fn perfect_area(&self, area: f64, level: f64) -> Option<Interval> {
        let rarer = |split: &SplitScores| {
            let totals = split.of_classes.iter().map(SortedScores::totals);
            totals.map(|(positive, negative)| positive.min(negative)).fold(f64::INFINITY, f64::min)
        };
        let rows: f64 = self.rankings.iter().map(rarer).filter(|n| n.is_finite()).sum();
        wilson(area * rows, rows, level)
    }
}

/// The clusters of one split.
struct SplitClusters<'a> {
    clusters: &'a [u32],
    columns: usize,
    points: &'a [f64],
    reference: Option<&'a [u32]>,
    weights: &'a [f64],
}

impl SplitClusters<'_> {
    /// A measure; NaN where it is undefined, as of one cluster or without reference labels.
    fn value(&self, measure: Measure) -> f64 {
        let weights = Some(self.weights);
        let agreement = || {
            let labels = self.reference?;
            Contingency::new(labels, self.clusters, weights).ok()
        };
        let of_agreement =
            |value: fn(&Contingency) -> f64| agreement().map_or(f64::NAN, |table| value(&table));
        let found = match measure {
            Measure::Silhouette => silhouette(self.columns, self.points, self.clusters, weights),
            Measure::CalinskiHarabasz => calinski_harabasz(self.columns, self.points, self.clusters, weights),
            Measure::DaviesBouldin => davies_bouldin(self.columns, self.points, self.clusters, weights),
            Measure::AdjustedRand => return of_agreement(Contingency::adjusted_rand),
            Measure::AdjustedMutualInformation => {
                return of_agreement(|table| {
                    table.adjusted_mutual_information(EntropyMean::Arithmetic).unwrap_or(f64::NAN)
                });
            }
            Measure::NormalizedMutualInformation => {
                return of_agreement(|table| table.normalized_mutual_information(EntropyMean::Arithmetic));
            }
            Measure::VMeasure => return of_agreement(|table| table.v_measure(1.0)),
            Measure::Purity => return of_agreement(Contingency::purity),
            _ => return f64::NAN,
        };
        found.unwrap_or(f64::NAN)
    }
}

/// Ranks the rows of each split. If no split holds all classes, as when one row is left out at a time, all rows are
/// ranked together.
fn rank(test_predictions: &TestPredictions, rules: &MetricOptions) -> Result<Vec<SplitScores>> {
    let TargetsAndPredictions::Classes { levels, truth, probabilities, .. } = &test_predictions.values else {
        return Ok(Vec::new());
    };
    let k = levels.len();
    let classes: Vec<usize> = rules.positive.map_or_else(|| (0..k).collect(), |positive| vec![positive]);
    let of_rows = |rows: Range<usize>| -> Result<SplitScores> {
        let of_class = |&class: &usize| {
            let scores: Vec<f64> = rows.clone().map(|row| probabilities.at(row, class)).collect();
            let weights = Some(&test_predictions.weights[rows.clone()]);
            SortedScores::of_class(class as u32, &truth[rows.clone()], &scores, weights)
        };
        Ok(SplitScores {
            rows: rows.clone(),
            of_classes: classes.iter().map(of_class).collect::<Result<_>>()?,
        })
    };
    let splits: Vec<SplitScores> =
        test_predictions.splits().filter(|rows| !rows.is_empty()).map(of_rows).collect::<Result<_>>()?;
    let complete = |split: &SplitScores| split.of_classes.iter().all(|ranked| !ranked.area().is_nan());
    if splits.len() > 1 && !splits.iter().any(complete) {
        return Ok(vec![of_rows(0..test_predictions.len())?]);
    }
    Ok(splits)
}
