//! Numbers behind a function.

use super::FunctionModel;
use super::registered::{NumberFunction, registered_function};
use crate::column_wise::{ColumnWise, FittedColumn, numbers};
use hornbook_core::{ColumnSelector, Error, Learner, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use hornbook_math::function::ScalarFunction;
use hornbook_math::optimize::Objective;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// Function: each number of some columns becomes a function of it, given by a formula of x or registered by the program.
///
/// A transformer for a pipeline, like scikit-learn's FunctionTransformer. Other columns are passed through, missing values stay missing,
/// and so does what has no finite result.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "function",
    aliases("formula", "function transformer", "FunctionTransformer"),
    sklearn = "FunctionTransformer",
    r = "recipes::step_mutate",
    weka = "MathExpression",
    family = "preprocessing",
    tasks(transformation),
    applied = "transformed by a function",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct Function {
    /// The formula of x, like `ln(x + 1)`; none leaves numbers as they are.
    pub formula: Option<String>,
    /// The formula of the way back, like `exp(x) - 1`.
    pub inverse: Option<String>,
    /// The name of a function that the program has registered (Rust), in place of a formula.
    pub registered: Option<String>,
    /// Columns of numbers that are transformed; none stands for all numbers.
    pub columns: Option<ColumnSelector>,
}

/// The function of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FunctionColumn {
    function: FunctionSource,
    inverse: Option<String>,
}

/// Where a function comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum FunctionSource {
    Formula(String),
    Registered(String),
}

/// The variable of formulas.
const VARIABLE: &str = "x";

fn of_formula(formula: &str) -> Result<NumberFunction> {
    let function = ScalarFunction::parse_of(formula, &[VARIABLE])?;
    Ok(Arc::new(move |x| function.value(&[x])))
}

impl FunctionSource {
    fn function(&self) -> Result<NumberFunction> {
        match self {
            FunctionSource::Formula(formula) => of_formula(formula),
            FunctionSource::Registered(name) => registered_function(name),
        }
    }

    fn in_words(&self) -> &str {
        match self {
            FunctionSource::Formula(text) | FunctionSource::Registered(text) => text,
        }
    }
}

impl Function {
    fn function(&self) -> Result<FunctionColumn> {
        let function = match (&self.formula, &self.registered) {
            (Some(_), Some(name)) => {
                return Err(Error::data(
                    format!("there is a formula beside the registered function '{name}'"),
                    "give one of them",
                ));
            }
            (_, Some(name)) => FunctionSource::Registered(name.clone()),
            (Some(formula), None) => FunctionSource::Formula(formula.clone()),
            (None, None) => FunctionSource::Formula(VARIABLE.to_string()),
        };
        function.function()?;
        let unchanged = self.formula.is_none() && self.registered.is_none();
        let inverse = self.inverse.clone().or(unchanged.then(|| VARIABLE.to_string()));
        inverse.as_deref().map(of_formula).transpose()?;
        Ok(FunctionColumn { function, inverse })
    }

    /// Which inputs are transformed.
    fn selected(&self, inputs: &[Input]) -> Result<Vec<bool>> {
        let mut is_selected: Vec<bool> =
            inputs.iter().map(|input| self.columns.is_none() && input.kind == InputKind::Number).collect();
        if let Some(selector) = &self.columns {
            let columns: Vec<(&str, &str)> =
                inputs.iter().map(|input| (input.name.as_str(), input.kind.name())).collect();
            for place in selector.select(&columns, &[])? {
                is_selected[place] = true;
            }
        }
        let is_other =
            |(input, is_selected): &(&Input, &bool)| **is_selected && input.kind != InputKind::Number;
        match inputs.iter().zip(&is_selected).find(is_other) {
            Some((input, _)) => Err(Error::data(
                format!("column '{}' is {}, and a function is of numbers", input.name, input.kind.name()),
                "select columns of numbers",
            )),
            None => Ok(is_selected),
        }
    }
}

impl Fit for Function {
    type Model = FunctionModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<FunctionModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let function = self.function()?;
        let is_selected = self.selected(&inputs)?.into_iter();
        let columns = is_selected.map(|is_selected| is_selected.then(|| function.clone())).collect();
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

/// The function of each number; what is no finite number is missing.
fn applied(function: &NumberFunction, numbers: &[f64]) -> Feature {
    let value = |&x: &f64| {
        if x.is_nan() { x } else { Some(function(x)).filter(|y| y.is_finite()).unwrap_or(f64::NAN) }
    };
    Feature::Number(numbers.iter().map(value).collect())
}

impl FittedColumn for FunctionColumn {
    const HEADING: &'static str = "function";
    const NOTHING: &'static str = "no numeric features";

    fn fits(&self, input: &Input) -> bool {
        let is_formula = match &self.function {
            FunctionSource::Formula(formula) => of_formula(formula).is_ok(),
            // Whether it is registered is said where it is used.
            FunctionSource::Registered(_) => true,
        };
        let is_inverse = self.inverse.as_deref().is_none_or(|inverse| of_formula(inverse).is_ok());
        input.kind == InputKind::Number && is_formula && is_inverse
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        vec![input.clone()]
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        Ok(vec![applied(&self.function.function()?, numbers(input, column)?)])
    }

    fn invert(&self, input: &Input, columns: &[Feature]) -> Result<Feature> {
        let (Some(inverse), Some(column)) = (&self.inverse, columns.first()) else {
            return Err(Error::mismatch(
                format!(
                    "the function '{}' of column '{}' has no inverse",
                    self.function.in_words(),
                    input.name
                ),
                "give one with inverse=FORMULA, or keep the columns",
            ));
        };
        Ok(applied(&of_formula(inverse)?, numbers(input, column)?))
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let function = self.function.in_words();
        let words = match &self.inverse {
            Some(inverse) => format!("{function}, inverse {inverse}"),
            None => function.to_string(),
        };
        (words, json!({"function": function, "inverse": self.inverse}))
    }
}
