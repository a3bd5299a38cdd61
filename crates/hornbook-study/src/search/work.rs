//! How much work a fit is, by the formula that a learner declares.

use hornbook_core::{Declaration, Error, Parameters, Result, Value};
use hornbook_data::{Dataset, Target};
use hornbook_math::function::ScalarFunction;
use hornbook_math::optimize::Objective as _;

/// What a formula of work knows of the rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorkSize {
    /// How many rows.
    pub rows: f64,
    /// How many features.
    pub columns: f64,
    /// How many classes; 1 for numbers.
    pub classes: f64,
}

impl WorkSize {
    /// Of a dataset.
    pub fn of(data: &Dataset) -> WorkSize {
        WorkSize {
            rows: data.rows().len() as f64,
            columns: data.features().len() as f64,
            classes: match data.target_values() {
                Some((_, Target::Classes(classes))) => classes.levels.len().max(1) as f64,
                _ => 1.0,
            },
        }
    }
}

/// The work of a fit with these parameters and the defaults of the others, in additions of numbers; none if the learner declares no
/// formula.
pub fn declared_work(declaration: &Declaration, told: &Parameters, size: WorkSize) -> Result<Option<f64>> {
    let Some(formula) = declaration.work else { return Ok(None) };
    let formula = ScalarFunction::parse(formula)?;
    let value = |name: &String| match name.as_str() {
        "rows" => Ok(size.rows),
        "columns" => Ok(size.columns),
        "classes" => Ok(size.classes),
        other => {
            let parameter = declaration.parameter(other)?;
            let value = match told.get(other) {
                Some(Value::String(text)) => parameter.parse(declaration, text)?,
                Some(value) => value.clone(),
                None => (parameter.default)(),
            };
            value.as_f64().ok_or_else(|| {
                Error::internal(format!(
                    "the work of '{}' is a formula of '{other}', which is no number",
                    declaration.name
                ))
            })
        }
    };
    let point = formula.variables().iter().map(value).collect::<Result<Vec<f64>>>()?;
    let mut gradient = vec![0.0; point.len()];
    Ok(Some(formula.value_and_gradient(&point, &mut gradient)))
}
