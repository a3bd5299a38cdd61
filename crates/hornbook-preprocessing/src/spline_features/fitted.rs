//! The splines of a column.

use super::SplineFeaturesModel;
use super::params::{SplineExtrapolation, SplineFeatures, SplineKnots};
use crate::column_wise::{ColumnWise, FittedColumn, numbers};
use hornbook_core::format::{counted, significant};
use hornbook_core::{Error, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_encoding::basis::{b_splines, knots_with_ends};
use hornbook_encoding::{FeatureStatistics, NumberStatistics};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use hornbook_math::quantiles::QuantileMethod;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Largest degree.
const MOST_DEGREE: u32 = 20;

/// The splines of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SplineColumn {
    degree: u32,
    /// The knots from the first to the last, ascending.
    knots: Vec<f64>,
    extrapolation: SplineExtrapolation,
    /// Whether the last spline is a column, too.
    has_last: bool,
}

impl Fit for SplineFeatures {
    type Model = SplineFeaturesModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<SplineFeaturesModel> {
        if self.extrapolation == SplineExtrapolation::Periodic && self.degree >= self.n_knots {
            return Err(Error::data(
                format!("periodic splines of degree {} have {} knots", self.degree, self.n_knots),
                "give more knots than the degree",
            ));
        }
        let inputs = Input::of_dataset(input.rows().prototype());
        let keep_values = self.knots == SplineKnots::Quantile;
        let known = FeatureStatistics::gather(&inputs, keep_values, input.rows(), run)?;
        let mut columns = Vec::with_capacity(inputs.len());
        for (input, known) in inputs.iter().zip(&known.inputs) {
            columns.push(match known.numbers() {
                Some(numbers) if input.kind == InputKind::Number => self.column(input, numbers)?,
                _ => None,
            });
        }
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl SplineFeatures {
    /// None of a column that does not vary.
    fn column(&self, input: &Input, known: &NumberStatistics) -> Result<Option<SplineColumn>> {
        if known.is_constant() {
            return Ok(None);
        }
        let last = self.n_knots - 1;
        let share = |knot: u32| f64::from(knot) / f64::from(last);
        let mut knots: Vec<f64> = match self.knots {
            SplineKnots::Uniform => {
                let step = (known.high() - known.low()) / f64::from(last);
                let knot =
                    |at: u32| if at == last { known.high() } else { known.low() + f64::from(at) * step };
                (0..=last).map(knot).collect()
            }
            SplineKnots::Quantile => {
                let distribution = known.distribution();
                let knot = |at: u32| distribution.quantile(share(at), QuantileMethod::Linear);
                (0..=last).map(knot).collect()
            }
        };
        knots.dedup();
        let (degree, extrapolation) = (self.degree, self.extrapolation);
        let column = SplineColumn { degree, knots, extrapolation, has_last: self.include_bias };
        match column.is_sound() {
            true => Ok(Some(column)),
            false => Err(Error::data(
                format!("the numbers of column '{}' leave no room for {} knots", input.name, self.n_knots),
                "take fewer knots, give the column in other units, or leave it out",
            )),
        }
    }
}

impl SplineColumn {
    fn is_sound(&self) -> bool {
        let ascend = |knots: &[f64]| {
            knots.iter().all(|knot| knot.is_finite()) && knots.windows(2).all(|pair| pair[0] < pair[1])
        };
        let is_periodic = self.extrapolation == SplineExtrapolation::Periodic;
        self.knots.len() >= 2
            && self.degree <= MOST_DEGREE
            && ascend(&self.knots)
            && !(is_periodic && self.degree as usize >= self.knots.len())
            && ascend(&self.all_knots())
    }

    /// The knots with those beyond the ends.
    fn all_knots(&self) -> Vec<f64> {
        let degree = self.degree as usize;
        match (self.extrapolation, self.knots.as_slice()) {
            (SplineExtrapolation::Periodic, knots @ [low, .., high]) => {
                let period = high - low;
                let last = knots.len() - 1;
                let below = knots[last - degree..last].iter().map(|knot| knot - period);
                let above = knots[1..=degree].iter().map(|knot| knot + period);
                below.chain(knots.iter().copied()).chain(above).collect()
            }
            (_, knots) => knots_with_ends(self.degree, knots).unwrap_or_default(),
        }
    }

    /// How many splines there are, with the last.
    fn splines(&self) -> usize {
        match self.extrapolation {
            SplineExtrapolation::Periodic => self.knots.len() - 1,
            _ => self.knots.len() + self.degree as usize - 1,
        }
    }

    fn width(&self) -> usize {
        self.splines() - usize::from(!self.has_last)
    }

    /// The splines at a number; none if it is refused.
    fn values(&self, all_knots: &[f64], x: f64) -> Option<Vec<f64>> {
        let (low, high) = (self.knots[0], self.knots[self.knots.len() - 1]);
        let degree = self.degree as usize;
        let nearest = x.clamp(low, high);
        Some(match self.extrapolation {
            SplineExtrapolation::Error if nearest != x => return None,
            SplineExtrapolation::Constant | SplineExtrapolation::Error => {
                b_splines(degree, all_knots, nearest)
            }
            SplineExtrapolation::Continue => b_splines(degree, all_knots, x),
            SplineExtrapolation::Linear => {
                let mut at_end = b_splines(degree, all_knots, nearest);
                if nearest != x {
                    let slopes = slopes(degree, all_knots, nearest);
                    at_end.iter_mut().zip(slopes).for_each(|(value, slope)| *value += slope * (x - nearest));
                }
                at_end
            }
            SplineExtrapolation::Periodic => {
                let within = low + (x - low).rem_euclid(high - low);
                let mut around = vec![0.0; self.splines()];
                for (at, value) in b_splines(degree, all_knots, within.min(high)).into_iter().enumerate() {
                    around[at % self.splines()] += value;
                }
                around
            }
        })
    }
}

/// The derivatives of all B-splines of a degree.
fn slopes(degree: usize, knots: &[f64], x: f64) -> Vec<f64> {
    let count = knots.len() - degree - 1;
    if degree == 0 {
        return vec![0.0; count];
    }
    // The splines of one degree less on the same knots, but for the first and the last knot.
    let lower = b_splines(degree - 1, &knots[1..knots.len() - 1], x);
    let term = |at: usize| lower[at] / (knots[at + 1 + degree] - knots[at + 1]);
    let slope = |at: usize| {
        let rising = at.checked_sub(1).map_or(0.0, term);
        let falling = if at < lower.len() { term(at) } else { 0.0 };
        degree as f64 * (rising - falling)
    };
    (0..count).map(slope).collect()
}

impl FittedColumn for SplineColumn {
    const HEADING: &'static str = "spline features";
    const NOTHING: &'static str = "no numeric features that vary";

    fn fits(&self, input: &Input) -> bool {
        input.kind == InputKind::Number && self.is_sound()
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        let name = |at: usize| format!("spline({}; {})", input.name, at + 1);
        (0..self.width()).map(|at| Input { name: name(at), kind: InputKind::Number }).collect()
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let numbers = numbers(input, column)?;
        let all_knots = self.all_knots();
        let mut columns = vec![vec![f64::NAN; numbers.len()]; self.width()];
        for (row, &x) in numbers.iter().enumerate().filter(|(_, x)| !x.is_nan()) {
            let values = self.values(&all_knots, x).ok_or_else(|| {
                Error::data(
                    format!(
                        "column '{}' is {} in row {}, beyond all of training",
                        input.name,
                        significant(x),
                        row + 1
                    ),
                    "choose another extrapolation, such as extrapolation=constant",
                )
            })?;
            columns.iter_mut().zip(values).for_each(|(column, value)| column[row] = value);
        }
        Ok(columns.into_iter().map(|column| Feature::Number(column.into())).collect())
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let knots: Vec<String> = self.knots.iter().map(|knot| significant(*knot)).collect();
        let splines = counted(self.width() as u64, "spline");
        (
            format!("{splines} of degree {}, knots {}", self.degree, knots.join(", ")),
            json!({"degree": self.degree, "knots": self.knots}),
        )
    }
}
