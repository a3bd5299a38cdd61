//! A curve through measurements.

use super::{add_result, point};
use crate::function::ScalarFunction;
use crate::matrix::Matrix;
use crate::optimize::{Iteration, LevenbergMarquardt, Objective, Residuals};
use hornbook_core::{
    Error, FormulaText, NamedNumbers, Result, Run, Tool, WorkedSolution, in_digits, same_length,
};
use std::ops::ControlFlow;

/// Nonlinear least squares: the parameters of a formula of x that bring it nearest to measured points, by the Levenberg–Marquardt
/// method.
///
/// With Gaussian noise of constant variance this is the maximum-likelihood hypothesis; its log-likelihood is shown.
#[derive(Debug, Tool)]
#[tool(
    name = "curve-fit",
    chapter = "Optimization",
    aliases("levenberg-marquardt", "nonlinear least squares", "curve fitting")
)]
pub struct CurveFitTool {
    /// Formula of x and of the parameters, like a*exp(-b*x).
    formula: FormulaText,
    /// Where was measured.
    x: Vec<f64>,
    /// What was measured.
    y: Vec<f64>,
    /// Parameters to start from, by name or in the order of the names; 1 by default.
    #[param(default = NamedNumbers::default())]
    start: NamedNumbers,
}

struct CurveResiduals<'a> {
    function: &'a ScalarFunction,
    x: &'a [f64],
    y: &'a [f64],
}

impl CurveResiduals<'_> {
    /// The parameters with x behind them.
    fn inputs(parameters: &[f64], x: f64) -> Vec<f64> {
        parameters.iter().copied().chain([x]).collect()
    }
}

impl Residuals for CurveResiduals<'_> {
    fn dimension(&self) -> usize {
        self.function.dimension() - 1
    }

    fn count(&self) -> usize {
        self.x.len()
    }

    fn residuals(&self, parameters: &[f64], values: &mut [f64]) {
        for ((value, x), y) in values.iter_mut().zip(self.x).zip(self.y) {
            *value = self.function.value(&Self::inputs(parameters, *x)) - y;
        }
    }

    fn jacobian(&self, parameters: &[f64], derivatives: &mut Matrix) {
        for (row, x) in self.x.iter().enumerate() {
            let gradient = self.function.gradient(&Self::inputs(parameters, *x));
            derivatives.row_mut(row).copy_from_slice(&gradient[..parameters.len()]);
        }
    }
}

impl Tool for CurveFitTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        same_length(("x", self.x.len()), ("y", self.y.len()))?;
        let written = ScalarFunction::parse(&self.formula.0)?;
        let parameters: Vec<String> =
            written.variables().iter().filter(|name| *name != "x").cloned().collect();
        if parameters.is_empty() {
            return Err(Error::data(
                format!("the formula '{written}' has no parameter"),
                "write it with letters for what is sought, like a + b*x",
            ));
        }
        let function = written.of_variables(&[&parameters[..], &["x".to_string()]].concat())?;
        let start = match self.start.is_empty() {
            true => vec![1.0; parameters.len()],
            false => point("curve-fit", &self.start, &parameters)?,
        };
        let mut solution = WorkedSolution::by(&format!("min Σ (y − f(x))², f = {written}"));
        let problem = CurveResiduals { function: &function, x: &self.x, y: &self.y };
        let mut steps = Vec::new();
        let mut observer = |iteration: &Iteration<'_>| {
            steps.push(format!(
                "step {}: sum of squares {}, {}",
                iteration.step,
                in_digits(iteration.value),
                super::named(&parameters, iteration.x)
            ));
            if run.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = LevenbergMarquardt::default().minimize(&problem, &start, &mut observer)?;
        run.check()?;
        steps.into_iter().for_each(|step| solution.step(step));
        add_result(&mut solution, &parameters, &found, "sum of squares");
        let n = self.x.len() as f64;
        let variance = found.value / n;
        solution.labeled("variance", "variance of the noise (maximum likelihood)", variance);
        solution.labeled(
            "log_likelihood",
            "Gaussian log-likelihood",
            -0.5 * n * ((2.0 * std::f64::consts::PI * variance).ln() + 1.0),
        );
        Ok(solution)
    }
}
