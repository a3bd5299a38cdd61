//! Fitted calibration of class probabilities: Platt scaling, beta, isotonic regression, temperature scaling.

use crate::explanation::Section;
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_math::loss::sigmoid;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A fitted calibration map of class probabilities: plain data that a model carries and its file keeps.
///
/// Two classes have one curve, for the probability of the second class. More classes have a curve each, and the
/// results are divided by their sum. A temperature serves any number of classes. Logarithms are taken of
/// probabilities that are kept off 0 and 1 by 2⁻⁵².
///
/// ```
/// use hornbook_learner::{CalibrationMap, Calibrator, ClassCalibrator};
/// let halved = Calibrator::new(2, CalibrationMap::Curves(vec![ClassCalibrator::Platt { slope: 0.5, intercept: 0.0 }]), true)?;
/// let mut row = [0.1, 0.9];
/// halved.apply_row(&mut row)?;
/// assert!((row[1] - 0.75).abs() < 1e-12); // odds of 9 become odds of 3
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedCalibrator")]
pub struct Calibrator {
    classes: usize,
    map: CalibrationMap,
    converged: bool,
}

/// How probabilities are changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CalibrationMap {
    /// One curve for two classes, one for each of more.
    Curves(Vec<ClassCalibrator>),
    /// Temperature scaling: log probabilities divided by this number, above 0, and normalized again.
    Temperature(f64),
}

/// A map of one probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassCalibrator {
    /// Platt scaling: $\sigma(\text{slope} \cdot \ln\frac{p}{1-p} + \text{intercept})$.
    Platt {
        /// What the log odds are multiplied by.
        slope: f64,
        /// What is added to them.
        intercept: f64,
    },
    /// Beta calibration: $\sigma(a \ln p - b \ln(1-p) + c)$ with $a, b \ge 0$.
    Beta {
        /// What $\ln p$ is multiplied by.
        a: f64,
        /// What $-\ln(1-p)$ is multiplied by.
        b: f64,
        /// What is added.
        c: f64,
    },
    /// Isotonic regression: straight lines between knots, constant outside of them.
    Isotonic {
        /// Probabilities, ascending.
        knots: Vec<f64>,
        /// What they become; never descending.
        values: Vec<f64>,
    },
}

/// A calibrator as a file has it, before it is checked.
#[derive(Deserialize)]
struct UncheckedCalibrator {
    classes: usize,
    map: CalibrationMap,
    converged: bool,
}

impl TryFrom<UncheckedCalibrator> for Calibrator {
    type Error = Error;

    fn try_from(file: UncheckedCalibrator) -> Result<Calibrator> {
        Calibrator::new(file.classes, file.map, file.converged)
    }
}

/// Rows that one task maps; fewer are not worth a thread.
const ROWS_A_TASK: usize = 4096;

impl Calibrator {
    /// A map for this number of classes; `converged` says whether the search for its numbers came to an end.
    pub fn new(classes: usize, map: CalibrationMap, converged: bool) -> Result<Calibrator> {
        let wrong = |problem: String| Err(Error::data(problem, "fit the calibration again"));
        if classes < 2 {
            return wrong(format!("a calibration of {classes} classes has nothing to map"));
        }
        match &map {
            CalibrationMap::Temperature(temperature) => {
                if !(*temperature > 0.0 && temperature.is_finite()) {
                    return wrong(format!("the temperature {temperature} is not a number above 0"));
                }
            }
            CalibrationMap::Curves(curves) => {
                let wanted = if classes == 2 { 1 } else { classes };
                if curves.len() != wanted {
                    let found = curves.len();
                    return wrong(format!("{found} calibration curves do not fit {classes} classes"));
                }
                curves.iter().try_for_each(ClassCalibrator::check)?;
            }
        }
        Ok(Calibrator { classes, map, converged })
    }

    /// How many classes it maps.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// What it does.
    pub fn map(&self) -> &CalibrationMap {
        &self.map
    }

    /// Whether the search for its numbers came to an end.
    pub fn converged(&self) -> bool {
        self.converged
    }

    /// The name of the method in every interface.
    pub fn method(&self) -> &'static str {
        match &self.map {
            CalibrationMap::Temperature(_) => "temperature",
            CalibrationMap::Curves(curves) => match curves.first() {
                Some(ClassCalibrator::Beta { .. }) => "beta",
                Some(ClassCalibrator::Isotonic { .. }) => "isotonic",
                _ => "platt",
            },
        }
    }

    /// $\ln p$ and $\ln(1-p)$ of a probability kept off 0 and 1 by 2⁻⁵², as every map takes them.
    pub fn logarithms(p: f64) -> (f64, f64) {
        let p = p.clamp(f64::EPSILON, 1.0 - f64::EPSILON);
        (p.ln(), (-p).ln_1p())
    }

    /// Maps the probabilities of one row in place.
    pub fn apply_row(&self, probabilities: &mut [f64]) -> Result<()> {
        self.check_width(probabilities.len())?;
        self.map_row(probabilities);
        Ok(())
    }

    /// Maps a matrix of probabilities in place, a column a class.
    pub fn apply(&self, probabilities: &mut Matrix) -> Result<()> {
        self.check_width(probabilities.columns())?;
        let classes = self.classes;
        probabilities
            .values_mut()
            .par_chunks_mut(classes * ROWS_A_TASK)
            .for_each(|rows| rows.chunks_mut(classes).for_each(|row| self.map_row(row)));
        Ok(())
    }

    /// An error if it was fitted for another number of classes.
    pub(crate) fn check_width(&self, classes: usize) -> Result<()> {
        if classes == self.classes {
            return Ok(());
        }
        Err(Error::mismatch(
            format!("the calibration is for {} classes, and there are {classes}", self.classes),
            "fit the calibration with the probabilities of this model",
        ))
    }

    fn map_row(&self, row: &mut [f64]) {
        match &self.map {
            CalibrationMap::Temperature(temperature) => {
                row.iter_mut().for_each(|p| *p = Calibrator::logarithms(*p).0 / temperature);
                // The largest becomes 1, so that no exponential overflows.
                let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                row.iter_mut().for_each(|p| *p = (*p - largest).exp());
                normalize(row);
            }
            CalibrationMap::Curves(curves) => {
                if let ([curve], [first, second]) = (curves.as_slice(), &mut *row) {
                    *second = curve.at(*second);
                    *first = 1.0 - *second;
                    return;
                }
                row.iter_mut().zip(curves).for_each(|(p, curve)| *p = curve.at(*p));
                normalize(row);
            }
        }
    }

    /// What it does, as part of a model's explanation.
    pub(crate) fn section(&self, classes: &[String]) -> Section {
        let text = match &self.map {
            CalibrationMap::Temperature(t) => {
                format!("temperature scaling: log probabilities divided by the temperature {t:.6}")
            }
            CalibrationMap::Curves(curves) => {
                // Two classes have one curve, that of the second.
                let first = classes.len().saturating_sub(curves.len());
                let lines = classes.iter().skip(first).zip(curves);
                lines
                    .map(|(class, curve)| format!("{class}: {}", curve.in_words()))
                    .collect::<Vec<_>>()
                    .join("\n")
            }
        };
        let text = if self.converged { text } else { format!("{text}\nthe search for it did not converge") };
        Section { heading: CALIBRATION, text, json: json!({"method": self.method(), "map": self.map}) }
    }

    /// How it changed the probabilities of one row, as part of that row's explanation.
    pub(crate) fn row_section(&self, classes: &[String], raw: &[f64]) -> Result<Section> {
        let mut calibrated = raw.to_vec();
        self.apply_row(&mut calibrated)?;
        let line = |((class, before), after): ((&String, &f64), &f64)| {
            format!("{class}: probability {before:.4}, calibrated {after:.4}")
        };
        let lines: Vec<String> = classes.iter().zip(raw).zip(&calibrated).map(line).collect();
        let json = json!({"method": self.method(), "raw": raw, "calibrated": calibrated});
        Ok(Section { heading: CALIBRATION, text: lines.join("\n"), json })
    }
}

const CALIBRATION: &str = "calibration";

impl ClassCalibrator {
    /// The probability that `p` becomes.
    pub fn at(&self, p: f64) -> f64 {
        match self {
            ClassCalibrator::Platt { slope, intercept } => {
                let (log, log_rest) = Calibrator::logarithms(p);
                sigmoid(slope * (log - log_rest) + intercept)
            }
            ClassCalibrator::Beta { a, b, c } => {
                let (log, log_rest) = Calibrator::logarithms(p);
                sigmoid(a * log - b * log_rest + c)
            }
            ClassCalibrator::Isotonic { knots, values } => interpolate(knots, values, p),
        }
    }

    fn check(&self) -> Result<()> {
        let sound = match self {
            ClassCalibrator::Platt { slope, intercept } => slope.is_finite() && intercept.is_finite(),
            ClassCalibrator::Beta { a, b, c } => {
                [a, b, c].iter().all(|x| x.is_finite()) && *a >= 0.0 && *b >= 0.0
            }
            ClassCalibrator::Isotonic { knots, values } => {
                let shares = |list: &[f64]| list.iter().all(|x| (0.0..=1.0).contains(x));
                !knots.is_empty()
                    && knots.len() == values.len()
                    && shares(knots)
                    && shares(values)
                    && knots.windows(2).all(|pair| pair[0] < pair[1])
                    && values.windows(2).all(|pair| pair[0] <= pair[1])
            }
        };
        if sound {
            return Ok(());
        }
        Err(Error::data("a calibration curve has impossible numbers", "fit the calibration again"))
    }

    fn in_words(&self) -> String {
        match self {
            ClassCalibrator::Platt { slope, intercept } => {
                format!("log odds × {slope:.6} + {intercept:.6} (Platt scaling)")
            }
            ClassCalibrator::Beta { a, b, c } => {
                format!("log odds = {a:.6} ln p − {b:.6} ln(1 − p) + {c:.6} (beta)")
            }
            ClassCalibrator::Isotonic { knots, .. } => {
                format!("isotonic regression with {} knots", knots.len())
            }
        }
    }
}

/// The line through the knots at `x`; NaN stays NaN.
fn interpolate(knots: &[f64], values: &[f64], x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let above = knots.partition_point(|&knot| knot < x);
    match (above.checked_sub(1), knots.get(above)) {
        (None, _) => values[0],
        // At a knot there is nothing to round.
        (_, Some(&knot)) if knot == x => values[above],
        (Some(below), None) => values[below],
        (Some(below), Some(&knot)) => {
            let share = (x - knots[below]) / (knot - knots[below]);
            values[below] + share * (values[above] - values[below])
        }
    }
}

/// Divides by the sum; a row of zeros becomes even.
fn normalize(row: &mut [f64]) {
    let total: f64 = row.iter().sum();
    let even = 1.0 / row.len() as f64;
    row.iter_mut().for_each(|p| *p = if total == 0.0 { even } else { *p / total });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curves(classes: usize, curves: Vec<ClassCalibrator>) -> Result<Calibrator> {
        Calibrator::new(classes, CalibrationMap::Curves(curves), true)
    }

    fn steps(knots: &[f64], values: &[f64]) -> ClassCalibrator {
        ClassCalibrator::Isotonic { knots: knots.to_vec(), values: values.to_vec() }
    }

    #[test]
    fn curves_at_their_ends() {
        let steps = steps(&[0.2, 0.4, 0.6], &[0.1, 0.1, 0.9]);
        let at = |p: f64| steps.at(p);
        assert_eq!([at(0.0), at(0.2), at(0.3), at(0.5), at(0.6), at(1.0)], [0.1, 0.1, 0.1, 0.5, 0.9, 0.9]);
        assert!(at(f64::NAN).is_nan());
        let same = ClassCalibrator::Beta { a: 1.0, b: 1.0, c: 0.0 };
        assert!((same.at(0.3) - 0.3).abs() < 1e-15);
        assert!(same.at(0.0) < 1e-15 && same.at(1.0) > 1.0 - 1e-15);
    }

    #[test]
    fn a_knot_gives_its_value_to_the_bit() {
        // 2/12 + (5/12 − 2/12) rounds to another number than 5/12: rows of one block would no longer be tied.
        let (low, high) = (2.0 / 12.0, 5.0 / 12.0);
        assert_ne!(low + (high - low), high);
        assert_eq!(steps(&[0.3, 0.6, 0.8], &[low, high, high]).at(0.6), high);
    }

    #[test]
    fn many_classes_sum_to_one() {
        let three =
            curves(3, vec![steps(&[0.5], &[0.0]), steps(&[0.5], &[0.2]), steps(&[0.5], &[0.6])]).unwrap();
        let mut row = [0.2, 0.3, 0.5];
        three.apply_row(&mut row).unwrap();
        assert!((row[1] - 0.25).abs() < 1e-15 && (row[2] - 0.75).abs() < 1e-15);
        let zeros = curves(3, vec![steps(&[0.5], &[0.0]); 3]).unwrap();
        zeros.apply_row(&mut row).unwrap();
        assert_eq!(row, [1.0 / 3.0; 3]);
        let cool = Calibrator::new(3, CalibrationMap::Temperature(0.5), true).unwrap();
        let mut matrix = Matrix::new(1, 3, vec![0.5, 0.3, 0.2]).unwrap();
        cool.apply(&mut matrix).unwrap();
        // Squares of the probabilities, normalized.
        assert!((matrix.at(0, 0) - 0.25 / 0.38).abs() < 1e-15);
        assert!(cool.apply_row(&mut [0.5, 0.5]).unwrap_err().to_string().contains("is for 3 classes"));
    }

    #[test]
    fn hostile_numbers_are_refused() {
        let platt = |slope| ClassCalibrator::Platt { slope, intercept: 0.0 };
        assert!(curves(2, vec![platt(1.0)]).is_ok());
        for bad in [
            curves(1, vec![platt(1.0)]),
            curves(2, vec![platt(1.0), platt(1.0)]),
            curves(3, vec![platt(1.0)]),
            curves(2, vec![platt(f64::NAN)]),
            curves(2, vec![ClassCalibrator::Beta { a: -1.0, b: 1.0, c: 0.0 }]),
            curves(2, vec![steps(&[], &[])]),
            curves(2, vec![steps(&[0.1, 0.2], &[0.5])]),
            curves(2, vec![steps(&[0.2, 0.1], &[0.5, 0.6])]),
            curves(2, vec![steps(&[0.1, 0.2], &[0.6, 0.5])]),
            curves(2, vec![steps(&[0.1, 2.0], &[0.5, 0.6])]),
            Calibrator::new(2, CalibrationMap::Temperature(0.0), true),
            Calibrator::new(2, CalibrationMap::Temperature(f64::INFINITY), true),
        ] {
            assert!(bad.is_err(), "{bad:?}");
        }
    }

    #[test]
    fn json_keeps_every_bit_and_is_checked() {
        let exact = steps(&[0.1 + 0.2, 0.7], &[1.0 / 3.0, 0.923_456_789_012_345_6]);
        let calibrator = curves(2, vec![exact]).unwrap();
        let text = serde_json::to_string(&calibrator).unwrap();
        assert_eq!(serde_json::from_str::<Calibrator>(&text).unwrap(), calibrator);
        let unsorted = r#"{"classes":2,"map":{"curves":[{"isotonic":{"knots":[0.9,0.1],"values":[0,1]}}]},"converged":true}"#;
        assert!(serde_json::from_str::<Calibrator>(unsorted).unwrap_err().to_string().contains("impossible"));
        let missing = r#"{"classes":2,"map":{"temperature":null},"converged":true}"#;
        assert!(serde_json::from_str::<Calibrator>(missing).is_err());
    }
}
