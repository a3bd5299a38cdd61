//! The exponent and the unit of each column.

use super::PowerModel;
use super::likelihood::{best_lambda, box_cox, branch};
use crate::column_wise::{ColumnWise, FittedColumn, numbers};
use hornbook_core::format::significant;
use hornbook_core::{Choice, Error, Learner, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_encoding::{FeatureScale, FeatureStatistics, NumberStatistics, Scaling};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Power transform: Box-Cox or Yeo-Johnson, which bring skewed features near a normal distribution.
///
/// A transformer for a pipeline, like scikit-learn's PowerTransformer: the exponent of each feature is fitted by maximum
/// likelihood on the training data only (no data leakage). Dates, categorical, boolean and text features and missing values are
/// passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "power",
    aliases("power transform", "box-cox", "yeo-johnson", "PowerTransformer"),
    sklearn = "PowerTransformer",
    r = "car::powerTransform, MASS::boxcox, recipes::step_YeoJohnson",
    family = "preprocessing",
    tasks(transformation),
    applied = "power-transformed",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct Power {
    /// The family of transforms.
    #[param(default = PowerMethod::YeoJohnson, search = "every")]
    pub method: PowerMethod,
    /// Whether transformed features are standardized to mean 0 and variance 1.
    #[param(default = true)]
    pub standardize: bool,
}

/// The family of transforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum PowerMethod {
    /// Yeo-Johnson, for any numbers.
    #[choice(alias = "yeo-johnson")]
    YeoJohnson,
    /// Box-Cox, for numbers above zero.
    #[choice(alias = "box-cox")]
    BoxCox,
}

/// The transform of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PowerColumn {
    method: PowerMethod,
    lambda: f64,
    scale: FeatureScale,
}

impl Fit for Power {
    type Model = PowerModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<PowerModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let known = FeatureStatistics::gather(&inputs, true, input.rows(), run)?;
        let columns: Vec<Option<PowerColumn>> = (inputs.par_iter().zip(&known.inputs))
            .map(|(input, known)| match known.numbers() {
                Some(numbers) if input.kind == InputKind::Number => self.column(input, numbers).map(Some),
                _ => Ok(None),
            })
            .collect::<Result<_>>()?;
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl Power {
    fn column(&self, input: &Input, known: &NumberStatistics) -> Result<PowerColumn> {
        if self.method == PowerMethod::BoxCox && known.is_known() && known.low() <= 0.0 {
            return Err(Error::data(
                format!(
                    "Box-Cox needs numbers above zero, and {} is in column '{}'",
                    significant(known.low()),
                    input.name
                ),
                "choose method=yeo_johnson, or leave the column out",
            ));
        }
        let lambda = if known.is_constant() { 1.0 } else { best_lambda(self.method, known.values()) };
        let plain = PowerColumn { method: self.method, lambda, scale: FeatureScale::PLAIN };
        let (values, weights): (Vec<f64>, Vec<f64>) =
            known.values().iter().map(|(x, weight)| (plain.transformed(*x), *weight)).unzip();
        let scaling = if self.standardize { Scaling::STANDARD } else { Scaling::None };
        let made = NumberStatistics::of(&values, &weights, false);
        let column = PowerColumn { scale: made.scale(scaling), ..plain };
        match column.is_sound() {
            true => Ok(column),
            false => Err(Error::data(
                format!("the numbers of column '{}' are too far apart for a power transform", input.name),
                "give the column in other units, or leave it out",
            )),
        }
    }
}

impl PowerColumn {
    /// The exponent.
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    fn is_sound(&self) -> bool {
        self.lambda.is_finite() && self.scale.is_sound()
    }

    /// A number behind the transform, before it is standardized.
    fn transformed(&self, x: f64) -> f64 {
        match branch(self.method, x) {
            (log, false) => box_cox(log, self.lambda),
            (log, true) => -box_cox(log, 2.0 - self.lambda),
        }
    }

    /// The number that becomes this.
    fn original(&self, y: f64) -> f64 {
        // The logarithm that Box-Cox makes y of.
        let log = |y: f64, lambda: f64| if lambda == 0.0 { y } else { (lambda * y).ln_1p() / lambda };
        match self.method {
            PowerMethod::BoxCox => log(y, self.lambda).exp(),
            PowerMethod::YeoJohnson if y >= 0.0 => log(y, self.lambda).exp_m1(),
            PowerMethod::YeoJohnson => -log(-y, 2.0 - self.lambda).exp_m1(),
        }
    }
}

impl FittedColumn for PowerColumn {
    const HEADING: &'static str = "power transform";
    const NOTHING: &'static str = "no numeric features";

    fn fits(&self, input: &Input) -> bool {
        input.kind == InputKind::Number && self.is_sound()
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        vec![input.clone()]
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let numbers = numbers(input, column)?;
        if self.method == PowerMethod::BoxCox
            && let Some(row) = numbers.iter().position(|x| *x <= 0.0)
        {
            return Err(Error::data(
                format!(
                    "Box-Cox needs numbers above zero, and column '{}' is {} in row {}",
                    input.name,
                    numbers[row],
                    row + 1
                ),
                "correct the row, or fit with method=yeo_johnson",
            ));
        }
        Ok(vec![Feature::Number(numbers.iter().map(|&x| self.scale.apply(self.transformed(x))).collect())])
    }

    fn invert(&self, input: &Input, columns: &[Feature]) -> Result<Feature> {
        let Some(column) = columns.first() else { return Err(Error::internal("a power without a column")) };
        let original = |&y: &f64| self.original(self.scale.invert(y));
        Ok(Feature::Number(numbers(input, column)?.iter().map(original).collect()))
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let name = match self.method {
            PowerMethod::BoxCox => "Box-Cox",
            PowerMethod::YeoJohnson => "Yeo-Johnson",
        };
        (format!("{name}, lambda = {}", significant(self.lambda)), json!({"lambda": self.lambda}))
    }
}
