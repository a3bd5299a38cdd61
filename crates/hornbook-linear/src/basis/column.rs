//! Functions of one column.

use super::knots::{KnotSet, ends};
use hornbook_core::format::significant;
use hornbook_encoding::basis::{b_splines, knots_with_ends};
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// The functions that a column becomes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ColumnBasis {
    /// The column itself.
    Same,
    /// $e^{-(x - u)^2 / 2 s^2}$ for each center $u$, with the width $s$.
    Bumps { centers: Vec<f64>, width: f64 },
    /// $1 / (1 + e^{-(x - u) / s})$ for each center.
    Steps { centers: Vec<f64>, width: f64 },
    /// B-splines, of which the first so many are taken; beyond the knots they stay what they are at the last.
    Spline { degree: u32, knots: Vec<f64>, count: u32 },
    /// Cubic splines that are straight lines beyond the knots.
    Natural { knots: Vec<f64> },
    /// Sines and cosines, from the period to the shortest wave.
    Waves { harmonics: u32, period: f64 },
    /// The natural logarithm, which below the smallest value of the training rows stays what it is there.
    Log { low: f64 },
    /// 1 where the value is above a threshold, and else 0, for each threshold.
    Indicators { thresholds: Vec<f64> },
}

/// The mean distance between centers, which lets neighbors overlap.
fn distance(centers: &[f64]) -> f64 {
    match centers {
        [first, .., last] => (last - first) / (centers.len() - 1) as f64,
        _ => 1.0,
    }
}

impl ColumnBasis {
    pub fn bumps(places: &KnotSet, width: Option<f64>, values: &[f64], weights: &[f64]) -> ColumnBasis {
        let centers = places.of(values, weights);
        ColumnBasis::Bumps { width: width.unwrap_or_else(|| distance(&centers)), centers }
    }

    pub fn steps(places: &KnotSet, width: Option<f64>, values: &[f64], weights: &[f64]) -> ColumnBasis {
        let centers = places.of(values, weights);
        ColumnBasis::Steps { width: width.unwrap_or_else(|| distance(&centers)), centers }
    }

    /// A column with fewer than two knots is constant, and stays as it is.
    pub fn spline(
        degree: u32,
        places: &KnotSet,
        include_bias: bool,
        values: &[f64],
        weights: &[f64],
    ) -> ColumnBasis {
        let base = places.of(values, weights);
        let Some(knots) = knots_with_ends(degree, &base) else { return ColumnBasis::Same };
        let all = base.len() as u32 + degree - 1;
        ColumnBasis::Spline { degree, knots, count: if include_bias { all } else { all - 1 } }
    }

    pub fn natural(places: &KnotSet, values: &[f64], weights: &[f64]) -> ColumnBasis {
        let knots = places.of(values, weights);
        if knots.len() < 2 { ColumnBasis::Same } else { ColumnBasis::Natural { knots } }
    }

    pub fn waves(harmonics: u32, period: Option<f64>, values: &[f64]) -> ColumnBasis {
        let (low, high) = ends(values);
        match period.unwrap_or(high - low) {
            period if period > 0.0 => ColumnBasis::Waves { harmonics, period },
            _ => ColumnBasis::Same,
        }
    }

    /// A column with values that are not above zero has no logarithm, and stays as it is.
    pub fn log(values: &[f64]) -> ColumnBasis {
        let (low, _) = ends(values);
        if low > 0.0 { ColumnBasis::Log { low } } else { ColumnBasis::Same }
    }

    /// A column without a threshold between its values stays as it is.
    pub fn indicators(places: &KnotSet, values: &[f64], weights: &[f64]) -> ColumnBasis {
        let mut thresholds = places.of(values, weights);
        // No row is above the largest value, and all but the smallest are above that.
        if !matches!(places, KnotSet::At(_)) {
            let (low, high) = ends(values);
            thresholds.retain(|&threshold| low < threshold && threshold < high);
        }
        if thresholds.is_empty() { ColumnBasis::Same } else { ColumnBasis::Indicators { thresholds } }
    }

    /// How many functions there are.
    pub fn width(&self) -> usize {
        match self {
            ColumnBasis::Same | ColumnBasis::Log { .. } => 1,
            ColumnBasis::Bumps { centers, .. } | ColumnBasis::Steps { centers, .. } => centers.len(),
            ColumnBasis::Spline { count, .. } => *count as usize,
            ColumnBasis::Natural { knots } => knots.len() - 1,
            ColumnBasis::Waves { harmonics, .. } => 2 * *harmonics as usize,
            ColumnBasis::Indicators { thresholds } => thresholds.len(),
        }
    }

    /// Whether the functions can be computed; what comes from a file may be anything.
    pub fn is_sound(&self) -> bool {
        let ascend =
            |x: &[f64]| x.iter().all(|x| x.is_finite()) && x.windows(2).all(|pair| pair[0] < pair[1]);
        match self {
            ColumnBasis::Same => true,
            ColumnBasis::Bumps { centers, width } | ColumnBasis::Steps { centers, width } => {
                ascend(centers) && *width > 0.0
            }
            ColumnBasis::Spline { degree, knots, count } => {
                let degree = *degree as usize;
                // Two knots at least beside those beyond the ends.
                ascend(knots)
                    && knots.len() >= degree.saturating_mul(2).saturating_add(2)
                    && (*count as usize) < knots.len() - degree
            }
            ColumnBasis::Natural { knots } => ascend(knots) && knots.len() >= 2,
            ColumnBasis::Waves { harmonics, period } => *period > 0.0 && *harmonics <= super::MOST_HARMONICS,
            ColumnBasis::Log { low } => *low > 0.0 && low.is_finite(),
            ColumnBasis::Indicators { thresholds } => !thresholds.is_empty() && ascend(thresholds),
        }
    }

    /// The names of the functions.
    pub fn names(&self, column: &str) -> Vec<String> {
        let at = |what: &str, centers: &[f64]| -> Vec<String> {
            centers.iter().map(|&center| format!("{what}({column}; {})", significant(center))).collect()
        };
        match self {
            ColumnBasis::Same => vec![column.to_string()],
            ColumnBasis::Bumps { centers, .. } => at("bump", centers),
            ColumnBasis::Steps { centers, .. } => at("step", centers),
            ColumnBasis::Spline { count, .. } => {
                (1..=*count).map(|k| format!("spline({column}; {k})")).collect()
            }
            ColumnBasis::Natural { knots } => {
                (1..knots.len()).map(|k| format!("natural({column}; {k})")).collect()
            }
            ColumnBasis::Waves { harmonics, .. } => (1..=*harmonics)
                .flat_map(|k| [format!("sin({column}; {k})"), format!("cos({column}; {k})")])
                .collect(),
            ColumnBasis::Log { .. } => vec![format!("log({column})")],
            ColumnBasis::Indicators { thresholds } => {
                thresholds.iter().map(|&threshold| format!("{column} > {}", significant(threshold))).collect()
            }
        }
    }

    /// The value of each function.
    pub fn values(&self, x: f64) -> Vec<f64> {
        match self {
            ColumnBasis::Same => vec![x],
            ColumnBasis::Bumps { centers, width } => {
                centers.iter().map(|u| (-0.5 * ((x - u) / width).powi(2)).exp()).collect()
            }
            ColumnBasis::Steps { centers, width } => {
                centers.iter().map(|u| 1.0 / (1.0 + (-(x - u) / width).exp())).collect()
            }
            ColumnBasis::Spline { degree, knots, count } => {
                let (first, last) = (*degree as usize, knots.len() - *degree as usize - 1);
                let mut all = b_splines(*degree as usize, knots, x.clamp(knots[first], knots[last]));
                all.truncate(*count as usize);
                all
            }
            ColumnBasis::Natural { knots } => natural_splines(knots, x),
            ColumnBasis::Waves { harmonics, period } => (1..=*harmonics)
                .flat_map(|k| {
                    let angle = TAU * f64::from(k) * (x / period);
                    [angle.sin(), angle.cos()]
                })
                .collect(),
            ColumnBasis::Log { low } => vec![x.max(*low).ln()],
            ColumnBasis::Indicators { thresholds } => {
                thresholds.iter().map(|&threshold| f64::from(u8::from(x > threshold))).collect()
            }
        }
    }
}

/// The natural cubic splines of some knots but for the constant: the first is a straight line.
fn natural_splines(knots: &[f64], x: f64) -> Vec<f64> {
    let (low, high) = (knots[0], knots[knots.len() - 1]);
    let unit = |x: f64| (x - low) / (high - low);
    let at = unit(x);
    let cube = |x: f64| x.max(0.0).powi(3);
    let bent = |knot: f64| (cube(at - unit(knot)) - cube(at - 1.0)) / (1.0 - unit(knot));
    let mut all = vec![at];
    if let [bends @ .., last_but_one, _] = knots {
        let last = bent(*last_but_one);
        all.extend(bends.iter().map(|&knot| bent(knot) - last));
    }
    all
}
