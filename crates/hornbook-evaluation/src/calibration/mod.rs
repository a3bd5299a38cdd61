//! Probability calibration: among the rows that get 0.8, eight of ten should be of the class.
//!
//! [`calibrate`] trains a learner and fits a map of its probabilities on rows that the models behind them did not
//! see; [`calibrate_on`] does it for a model there is, on rows that were held out. The result is a model like any
//! other: every prediction goes through the map, and its file keeps it.
//!
//! | method | the map | use it |
//! |---|---|---|
//! | [`Platt`](Calibration::Platt) | Platt scaling, a sigmoid of the log odds: 2 parameters a class | for few rows, overconfident or underconfident |
//! | [`Beta`](Calibration::Beta) | $\sigma(a \ln p - b \ln(1-p) + c)$: 3 numbers a class | when one class is distorted more |
//! | [`Isotonic`](Calibration::Isotonic) | isotonic regression, any non-decreasing map | for a thousand rows or more |
//! | [`Temperature`](Calibration::Temperature) | $p_k^{1/T}$, normalized: 1 number | for many classes; keeps every ranking |
//!
//! The first three map each class against the rest and divide by the sum if there are more than two. All are
//! maximum likelihood or least squares with exact weights, linear in the rows for each step of the search
//! (isotonic: after one sort), and the same on any number of threads.
//!
//! References: Platt (1999), Probabilistic outputs for support vector machines; Zadrozny and Elkan (2002),
//! Transforming classifier scores into accurate multiclass probability estimates; Kull, Silva Filho and Flach
//! (2017), Beta calibration; Guo, Pleiss, Sun and Weinberger (2017), On calibration of modern neural networks.
//!
//! ```
//! use hornbook_core::Run;
//! use hornbook_data::Table;
//! use hornbook_evaluation::calibration::{Calibration, calibrate};
//! use hornbook_learner::Baseline;
//! let kinds: Vec<Option<&str>> = (0..60).map(|i| Some(if i % 3 == 0 { "rare" } else { "common" })).collect();
//! let table = Table::builder().category("kind", &kinds).build()?;
//! let data = table.dataset().target("kind")?;
//! let model = calibrate(&Baseline::default(), &data, Calibration::Temperature, 5, &Run::default())?;
//! assert!((model.probabilities(&table)?.at(0, 1) - 1.0 / 3.0).abs() < 1e-9);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod beta;
mod calibrated;
mod isotonic;
mod model;
mod newton;
mod platt;
mod temperature;

pub use calibrated::Calibrated;
pub use model::{calibrate, calibrate_on};

use crate::checks::{check_codes, check_distributions, total_weight, weight_of};
use hornbook_core::{Choice, Error, Result};
use hornbook_data::Matrix;
use hornbook_learner::{CalibrationMap, Calibrator, ClassCalibrator};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The calibration method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Calibration {
    /// Platt scaling: a sigmoid of the log odds, per class.
    Platt,
    /// Isotonic regression (non-decreasing map), per class; needs many rows.
    Isotonic,
    /// Beta calibration: a family of curves that can be steeper at one end, per class.
    Beta,
    /// Temperature scaling: one parameter for all classes.
    Temperature,
}

impl Calibration {
    /// Fits a map from probabilities, a column a class, to what was true, as positions in `classes`. The
    /// probabilities must come from models that did not see the rows.
    pub fn fit(
        self,
        probabilities: &Matrix,
        truth: &[u32],
        classes: &[String],
        weights: Option<&[f64]>,
    ) -> Result<Calibrator> {
        let rows = CalibrationRows::new(probabilities, truth, classes, weights)?;
        let curve: fn(&[LabeledProbability]) -> Result<(ClassCalibrator, bool)> = match self {
            Calibration::Platt => platt::fit,
            Calibration::Isotonic => |rows| Ok((isotonic::fit(rows), true)),
            Calibration::Beta => beta::fit,
            Calibration::Temperature => {
                let (temperature, converged) = temperature::fit(&rows);
                return Calibrator::new(classes.len(), CalibrationMap::Temperature(temperature), converged);
            }
        };
        // Two classes need one curve, that of the second.
        let first = if classes.len() == 2 { 1 } else { 0 };
        let of_classes = (first..classes.len())
            .into_par_iter()
            .map(|class| curve(&rows.against_the_rest(class)))
            .collect::<Result<Vec<_>>>()?;
        let (curves, converged): (Vec<ClassCalibrator>, Vec<bool>) = of_classes.into_iter().unzip();
        let converged = converged.into_iter().all(|yes| yes);
        Calibrator::new(classes.len(), CalibrationMap::Curves(curves), converged)
    }
}

/// One row, as one class against the rest sees it.
struct LabeledProbability {
    probability: f64,
    positive: bool,
    weight: f64,
}

/// The rows to fit a map with, checked.
struct CalibrationRows<'a> {
    probabilities: &'a Matrix,
    truth: &'a [u32],
    weights: Option<&'a [f64]>,
}

impl<'a> CalibrationRows<'a> {
    fn new(
        probabilities: &'a Matrix,
        truth: &'a [u32],
        classes: &[String],
        weights: Option<&'a [f64]>,
    ) -> Result<CalibrationRows<'a>> {
        check_distributions(probabilities, classes.len())?;
        check_codes(truth, probabilities.rows(), classes.len(), "class")?;
        total_weight(weights, truth.len())?;
        let rows = CalibrationRows { probabilities, truth, weights };
        let present: BTreeSet<u32> = rows.weighted().map(|(row, _)| truth[row]).collect();
        match present.first() {
            Some(&only) if present.len() == 1 => Err(Error::data(
                format!("every row to calibrate with is of the class '{}'", classes[only as usize]),
                "give rows of at least two classes",
            )),
            _ => Ok(rows),
        }
    }

    /// The rows that weigh something, with their weight.
    fn weighted(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let weights = (0..self.truth.len()).map(|row| (row, weight_of(self.weights, row)));
        weights.filter(|&(_, weight)| weight > 0.0)
    }

    fn against_the_rest(&self, class: usize) -> Vec<LabeledProbability> {
        self.weighted()
            .map(|(row, weight)| LabeledProbability {
                // A zero with a sign is a zero.
                probability: self.probabilities.at(row, class) + 0.0,
                positive: self.truth[row] as usize == class,
                weight,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
