//! A density or a distribution function that somebody writes down.

use crate::function::ScalarFunction;
use crate::optimize::Objective;
use crate::probability::{expectation, integrate};
use hornbook_core::{AnswerValue, Choice, Error, FormulaText, Result, Run, Tool, WorkedSolution, in_digits};

/// What a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum FormulaMeaning {
    /// A probability density function, the derivative of the cumulative one.
    Density,
    /// A cumulative distribution function F(x) = P(X ≤ x).
    Cdf,
}

/// Continuous random variable from the formula of its density or its cumulative distribution function: interval probabilities, mean
/// and variance by integration.
///
/// `hornbook compute density-function '2*x' --low 0 --high 1 --between 0.5,1`. A density may exceed 1; its integral may not, and is
/// shown.
#[derive(Debug, Tool)]
#[tool(
    name = "density-function",
    chapter = "Distributions",
    aliases("pdf formula", "cdf formula", "moments by integration", "continuous random variable")
)]
pub struct DensityFunctionTool {
    /// Formula of x, like 2*x or 1 - exp(-x).
    formula: FormulaText,
    /// What the formula is.
    #[param(default = FormulaMeaning::Density)]
    meaning: FormulaMeaning,
    /// Least possible value; minus infinity by default.
    low: Option<f64>,
    /// Largest possible value; infinity by default.
    high: Option<f64>,
    /// Ends of an interval, whose probability is F(b) − F(a).
    between: Option<Vec<f64>>,
    /// Points at which to give the density and the cumulative distribution function.
    at: Option<Vec<f64>>,
}

impl Tool for DensityFunctionTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let function = ScalarFunction::parse_of(&self.formula.0, &["x"])?;
        let (low, high) = (self.low.unwrap_or(f64::NEG_INFINITY), self.high.unwrap_or(f64::INFINITY));
        if low >= high {
            return Err(Error::data(
                format!("the variable lies between {low} and {high}"),
                "give a low end below the high end",
            ));
        }
        let is_density = self.meaning == FormulaMeaning::Density;
        let density = |x: f64| if is_density { function.value(&[x]) } else { function.gradient(&[x])[0] };
        let total = integrate(density, low, high);
        if !(total > 0.0 && total.is_finite()) {
            return Err(Error::data(
                format!("the density integrates to {total} from {low} to {high}"),
                "give --low and --high so that its integral is finite and positive",
            ));
        }
        let probability = |a: f64, b: f64| {
            let (a, b) = (a.max(low), b.min(high));
            let mass = |a: f64, b: f64| {
                if is_density {
                    integrate(density, a, b) / total
                } else {
                    function.value(&[b]) - function.value(&[a])
                }
            };
            if b <= a { 0.0 } else { mass(a, b) }
        };
        let mean = expectation(density, low, high, |x| x) / total;
        let variance = expectation(density, low, high, |x| (x - mean).powi(2)) / total;
        let mut solution = WorkedSolution::by(
            "P(a < X ≤ b) = F(b) − F(a) = ∫ p(x) dx, E[X] = ∫ x p(x) dx, Var[X] = ∫ (x − μ)² p(x) dx",
        );
        solution.labeled("integral", "integral of the density", total);
        solution.result("mean", mean);
        solution.result("variance", variance);
        solution.labeled("deviation", "standard deviation", variance.sqrt());
        if let Some(ends) = &self.between {
            let &[a, b] = ends.as_slice() else {
                return Err(Error::data(
                    format!("'between' has {} numbers", ends.len()),
                    "give the two ends of an interval, like 0.5,1",
                ));
            };
            solution.labeled(
                "between",
                &format!("P({} < X ≤ {})", in_digits(a), in_digits(b)),
                probability(a, b),
            );
        }
        if let Some(points) = &self.at {
            let inside = |x: f64| x >= low && x <= high;
            let rows = points.iter().map(|&x| {
                let numbers = [x, if inside(x) { density(x) / total } else { 0.0 }, probability(low, x)];
                numbers.map(AnswerValue::from).to_vec()
            });
            solution.table("at", &["x", "density", "cdf"], rows.collect());
        }
        if is_density && (total - 1.0).abs() > 1e-6 {
            solution.say(format!(
                "the formula integrates to {}, not to 1: all results are of it divided by that",
                in_digits(total)
            ));
        }
        Ok(solution)
    }
}
