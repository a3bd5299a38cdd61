//! Bootstrap bias corrected cross-validation (BBC-CV; Tsamardinos and others, 2018): the score of the whole procedure that chose a
//! model, without training anything again.
//!
//! The score of whatever is best in cross-validation is too good, because it was chosen by it. Here the choice is made again on rows that
//! are drawn with replacement, and the one that is chosen there is scored on the rows that were not drawn. The mean is the estimate, and
//! the quantiles are the confidence interval. It may be wider than that of a fixed model: which model is chosen varies, too.

use crate::calibration::RowCalibration;
use crate::preference::ModelChooser;
use crate::record::ScoreRecord;
use crate::search::{EvaluatedRows, RowTargets, mixed};
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_evaluation::{EvaluationOptions, Measure};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use rayon::prelude::*;

/// Resamples: as many as this much work allows, within limits.
const MOST_RESAMPLES: usize = 300;
const LEAST_RESAMPLES: usize = 100;
const WORK: f64 = 2e8;
/// Additions of a selection, more or less.
const ROUNDS: f64 = 12.0;
/// The level of the interval.
const LEVEL: f64 = 0.95;
/// With fewer rows of a class there is no interval.
const FEW_OF_A_CLASS: usize = 5;
/// What the interval is made by.
const METHOD: &str = "bootstrap bias corrected cross-validation";

/// The rows that are drawn together: each row by itself, whole groups, or runs of neighbors in time.
pub(crate) struct ResampledUnits(pub Vec<Vec<usize>>);

impl ResampledUnits {
    /// Rows of equal keys are one unit.
    pub fn of_keys(keys: impl IntoIterator<Item = u64>) -> ResampledUnits {
        let mut places: std::collections::BTreeMap<u64, Vec<usize>> = std::collections::BTreeMap::new();
        for (place, key) in keys.into_iter().enumerate() {
            places.entry(key).or_default().push(place);
        }
        ResampledUnits(places.into_values().collect())
    }

    /// Runs of neighbors of an order: rows that follow each other are alike.
    pub fn of_order(mut order: Vec<(f64, usize)>) -> ResampledUnits {
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let length = (order.len() as f64).cbrt().ceil() as usize;
        let run = |run: &[(f64, usize)]| run.iter().map(|&(_, place)| place).collect();
        ResampledUnits(order.chunks(length.max(1)).map(run).collect())
    }
}

/// How many resamples there are of so many rows and trials.
pub(crate) fn resamples(rows: usize, trials: usize) -> usize {
    let work = rows as f64 * trials as f64 * ROUNDS;
    ((WORK / work) as usize).clamp(LEAST_RESAMPLES, MOST_RESAMPLES)
}

/// A score of the procedure, corrected for the bias of selection.
pub(crate) struct CorrectedScore {
    pub record: ScoreRecord,
    /// The end of the 95 % interval on the side of worse values, where a perfect score has no width, too.
    pub limit: f64,
}

/// The bias-corrected scores of the procedure that chooses among trials and calibrates what it chose.
pub(crate) fn corrected_scores(
    chooser: &ModelChooser<'_>,
    calibration: RowCalibration,
    units: &ResampledUnits,
    scoring: &EvaluationOptions,
    run: &Run,
) -> Result<Vec<CorrectedScore>> {
    let rows = chooser.rows();
    let resamples = resamples(rows.len(), chooser.trials().len());
    let resample = |index: usize| -> Result<Option<Vec<(Measure, f64)>>> {
        run.check()?;
        let mut counts = vec![0; units.0.len()];
        Seed(run.root_seed().0).derive(index as u64).rng().draw_with_replacement(&mut counts);
        let mut drawn = vec![0.0; rows.len()];
        let mut left_out = Vec::new();
        for (unit, &count) in units.0.iter().zip(&counts) {
            for &place in unit {
                drawn[place] = f64::from(count) * rows.weights[place];
                if count == 0 {
                    left_out.push(place);
                }
            }
        }
        if left_out.is_empty() {
            return Ok(None);
        }
        left_out.sort_unstable();
        let weights = chooser.choose(&drawn);
        let predictions = calibration.calibrated(rows, mixed(chooser.trials(), &weights), &drawn)?;
        scoring.values(&rows.predictions_at(&left_out, &predictions)?).map(Some)
    };
    let all: Vec<Vec<(Measure, f64)>> =
        (0..resamples).into_par_iter().map(resample).filter_map(Result::transpose).collect::<Result<_>>()?;
    let Some(first) = all.first() else {
        return Err(Error::data(
            "there are too few rows to draw some and leave others out",
            "give more rows",
        ));
    };
    let has_interval = match &rows.targets {
        RowTargets::Numbers(_) => true,
        RowTargets::Classes { levels, codes } => (0..levels.len() as u32)
            .all(|class| codes.iter().filter(|&&code| code == class).count() >= FEW_OF_A_CLASS),
    };
    let score = |(place, &(measure, _)): (usize, &(Measure, f64))| {
        let values: Vec<f64> =
            all.iter().map(|values| values[place].1).filter(|value| value.is_finite()).collect();
        (!values.is_empty()).then(|| corrected_score(measure, &values, rows, has_interval))
    };
    Ok(first.iter().enumerate().filter_map(score).collect())
}

fn corrected_score(
    measure: Measure,
    values: &[f64],
    rows: &EvaluatedRows,
    has_interval: bool,
) -> CorrectedScore {
    let value = values.iter().sum::<f64>() / values.len() as f64;
    let distribution = EmpiricalDistribution::unweighted(values.iter().copied());
    let quantile = |q: f64| distribution.quantile(q, QuantileMethod::Linear);
    let (low, high) = (quantile((1.0 - LEVEL) / 2.0), quantile((1.0 + LEVEL) / 2.0));
    let interval = match perfect_interval(measure, low, high, rows) {
        Some(interval) => Some(interval),
        None if low == high => None,
        None => Some((low, high)),
    };
    CorrectedScore {
        record: ScoreRecord::with_interval(measure, value, interval.filter(|_| has_interval), LEVEL, METHOD),
        limit: if measure.higher_is_better() { low } else { high },
    }
}

/// The interval of a score that is perfect in every resample, which does not say that it always is: Clopper and Pearson's of as many
/// successes as there are rows, or rows of the rarest class for areas.
fn perfect_interval(measure: Measure, low: f64, high: f64, rows: &EvaluatedRows) -> Option<(f64, f64)> {
    if low != high {
        return None;
    }
    let RowTargets::Classes { levels, codes } = &rows.targets else { return None };
    let rarest = || {
        let count = |class: u32| codes.iter().filter(|&&code| code == class).count();
        (0..levels.len() as u32).map(count).min().unwrap_or_default()
    };
    let bound = |count: usize| ((1.0 - LEVEL) / 2.0).powf(1.0 / count.max(1) as f64);
    match measure {
        Measure::Accuracy if low == 1.0 => Some((bound(rows.len()), 1.0)),
        Measure::ErrorRate if low == 0.0 => Some((0.0, 1.0 - bound(rows.len()))),
        Measure::RocAuc | Measure::BalancedAccuracy | Measure::MacroF1 if low == 1.0 => {
            Some((bound(rarest()), 1.0))
        }
        _ => None,
    }
}
