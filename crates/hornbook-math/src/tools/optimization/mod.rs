//! Minimizing functions, and curves through points.

mod curve_fit;
mod gradient_check;
mod interpolate;
mod minimize;

use crate::function::ScalarFunction;
use crate::optimize::OptimizeResult;
use hornbook_core::{Error, NamedNumbers, Result, ToolEntry, WorkedSolution, in_digits};

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<minimize::MinimizeTool>(),
        ToolEntry::of::<curve_fit::CurveFitTool>(),
        ToolEntry::of::<gradient_check::GradientCheckTool>(),
        ToolEntry::of::<interpolate::InterpolateTool>(),
    ]
}

/// The numbers of these variables; without any, all are 0.
fn point(tool: &str, given: &NamedNumbers, variables: &[String]) -> Result<Vec<f64>> {
    let known: Vec<(&str, Option<f64>)> = variables.iter().map(|name| (name.as_str(), Some(0.0))).collect();
    given.resolve(tool, "start", &known)
}

/// A point by the names of its variables.
fn named(variables: &[String], x: &[f64]) -> String {
    variables
        .iter()
        .zip(x)
        .map(|(name, x)| format!("{name} = {}", in_digits(*x)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// What a search found.
fn add_result(solution: &mut WorkedSolution, variables: &[String], found: &OptimizeResult, value: &str) {
    solution.labeled("point", "minimum at", named(variables, &found.x));
    let point = variables.iter().cloned().zip(found.x.iter().map(|x| hornbook_core::Value::from(*x)));
    solution.value("point", hornbook_core::Value::Object(point.collect()));
    solution.value("x", found.x.clone().into());
    solution.labeled("value", value, found.value);
    solution.labeled("gradient_norm", "largest component of the gradient", found.gradient_norm);
    solution.labeled("iterations", "steps", found.steps);
    solution.result("converged", found.converged);
    solution.labeled("stop_reason", "ended because", found.stop_reason.to_string());
}

/// A function that has variables.
fn function(formula: &str) -> Result<ScalarFunction> {
    let function = ScalarFunction::parse(formula)?;
    match function.variables() {
        [] => Err(Error::data(format!("the formula '{formula}' has no variable"), "write it with x, y, …")),
        _ => Ok(function),
    }
}
