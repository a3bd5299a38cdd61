//! Functions of a few variables, written as formulas: `(x - 1)^2 + exp(-y)`.
//!
//! [`ScalarFunction`] reads one and computes its value, gradient and Hessian (by forward differentiation, exact but for
//! rounding), so that every optimizer and check of [`optimize`](crate::optimize) takes it.

mod jet;
mod parse;

use crate::matrix::Matrix;
use crate::optimize::Objective;
use hornbook_core::{Error, Result};
use jet::Jet;
use std::fmt;

/// A function of named variables.
///
/// ```
/// use hornbook_math::function::ScalarFunction;
/// use hornbook_math::optimize::Objective;
///
/// let f = ScalarFunction::parse("(x - 1)^2 + 3*y")?;
/// assert_eq!(f.variables(), ["x", "y"]);
/// assert_eq!(f.value(&[3.0, 2.0]), 10.0);
/// assert_eq!(f.gradient(&[3.0, 2.0]), [4.0, 3.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ScalarFunction {
    text: String,
    root: Term,
    variables: Vec<String>,
}

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
enum Term {
    Number(f64),
    Variable(usize),
    Call(Call, Vec<Term>),
}

/// What is done to terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Negate,
    Exp,
    Ln,
    Log2,
    Log10,
    Sqrt,
    Abs,
    Sin,
    Cos,
    Tan,
    Tanh,
    Atan,
    Sigmoid,
    Min,
    Max,
    Step,
}

impl ScalarFunction {
    /// Reads a formula. Variables are ordered by name (`x2` before `x10`), all words that are no function or constant.
    pub fn parse(text: &str) -> Result<ScalarFunction> {
        parse::function(text, None)
    }

    /// Reads a formula of these variables, in this order; another name is an error.
    pub fn parse_of<S: AsRef<str>>(text: &str, variables: &[S]) -> Result<ScalarFunction> {
        parse::function(text, Some(variables.iter().map(|name| name.as_ref().to_string()).collect()))
    }

    /// The names of the variables, in the order of the numbers given to it.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The same function of more variables, in this order; an error if one of its own is not among them.
    pub fn of_variables<S: AsRef<str>>(&self, variables: &[S]) -> Result<ScalarFunction> {
        ScalarFunction::parse_of(&self.text, variables)
    }

    /// The gradient at a point.
    pub fn gradient(&self, x: &[f64]) -> Vec<f64> {
        self.jet(x).gradient
    }

    fn jet(&self, x: &[f64]) -> Jet {
        jet::of(&self.root, x)
    }
}

impl fmt::Display for ScalarFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Objective for ScalarFunction {
    fn dimension(&self) -> usize {
        self.variables.len()
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let jet = self.jet(x);
        gradient.copy_from_slice(&jet.gradient);
        jet.value
    }

    fn value(&self, x: &[f64]) -> f64 {
        value(&self.root, x)
    }

    fn hessian(&self, x: &[f64]) -> Option<Matrix> {
        Some(self.jet(x).hessian)
    }
}

/// The value alone, which needs no room for derivatives.
fn value(term: &Term, x: &[f64]) -> f64 {
    match term {
        Term::Number(number) => *number,
        Term::Variable(at) => x[*at],
        Term::Call(call, terms) => {
            let a = value(&terms[0], x);
            let b = terms.get(1).map_or(0.0, |term| value(term, x));
            call.value(a, b)
        }
    }
}

impl Call {
    fn value(self, a: f64, b: f64) -> f64 {
        match self {
            Call::Add => a + b,
            Call::Subtract => a - b,
            Call::Multiply => a * b,
            Call::Divide => a / b,
            Call::Power => a.powf(b),
            Call::Negate => -a,
            Call::Exp => a.exp(),
            Call::Ln => a.ln(),
            Call::Log2 => a.log2(),
            Call::Log10 => a.log10(),
            Call::Sqrt => a.sqrt(),
            Call::Abs => a.abs(),
            Call::Sin => a.sin(),
            Call::Cos => a.cos(),
            Call::Tan => a.tan(),
            Call::Tanh => a.tanh(),
            Call::Atan => a.atan(),
            Call::Sigmoid => 1.0 / (1.0 + (-a).exp()),
            Call::Min => a.min(b),
            Call::Max => a.max(b),
            Call::Step => f64::from(a >= 0.0),
        }
    }
}

/// An error about a formula.
fn wrong(text: &str, problem: impl fmt::Display) -> Error {
    Error::data(
        format!("the formula '{text}' cannot be read: {problem}"),
        "write it like (x - 1)^2 + 3*exp(-y), with + - * / ^ and exp, ln, log2, log10, sqrt, abs, sin, cos, tan, tanh, atan, \
         sigmoid, min, max, step",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimize::check_gradient;

    fn at(text: &str, x: &[f64]) -> f64 {
        ScalarFunction::parse(text).unwrap().value(x)
    }

    #[test]
    fn formulas_are_read_as_they_are_written() {
        assert_eq!(at("1 + 2*3", &[]), 7.0);
        assert_eq!(at("2^3^2", &[]), 512.0);
        assert_eq!(at("-2^2", &[]), -4.0);
        assert_eq!(at("(1+2)*-3", &[]), -9.0);
        assert_eq!(at("6/3/2", &[]), 1.0);
        assert_eq!(at("2**3 + 1e-1", &[]), 8.1);
        assert_eq!(at("max(x, y) - min(x, y)", &[2.0, 5.0]), 3.0);
        assert_eq!(at("x10 - x2", &[2.0, 10.0]), 8.0);
        assert!((at("ln(e) + cos(pi)", &[])).abs() < 1e-15);
        assert_eq!(at("|x - 3|", &[1.0]), 2.0);
        assert_eq!(at("2x + 3(x + 1)", &[1.0]), 8.0);
    }

    #[test]
    fn what_is_no_formula_is_refused_by_a_sentence() {
        for text in ["", "1 +", "(x", "x)", "f(x)", "max(x)", "sin", "x $ y", "|x", "1..2"] {
            let error = ScalarFunction::parse(text).unwrap_err().to_string();
            assert!(error.contains("cannot be read"), "{text}: {error}");
        }
        assert!(ScalarFunction::parse(&format!("{}x{}", "(".repeat(2000), ")".repeat(2000))).is_err());
        let error = ScalarFunction::parse_of("x + z", &["x", "y"]).unwrap_err().to_string();
        assert!(error.contains("'z'"), "{error}");
    }

    #[test]
    fn derivatives_are_those_of_differences() {
        for text in [
            "x^3*y - 2/x + y^x",
            "exp(-x*y) + ln(x + y) - sqrt(x)",
            "sin(x)*cos(y) + tan(x*y) - tanh(y) + atan(x)",
            "sigmoid(x - y)^2 + log2(x)*log10(y) + abs(x - y) + max(x, y)^2",
        ] {
            let f = ScalarFunction::parse(text).unwrap();
            let point = [0.7, 1.3];
            assert!(check_gradient(&f, &point).unwrap().iter().all(|check| check.agrees()), "{text}");
            let hessian = f.hessian(&point).unwrap();
            for variable in 0..2 {
                let step = 1e-5;
                let (mut above, mut below) = (point, point);
                above[variable] += step;
                below[variable] -= step;
                let (above, below) = (f.gradient(&above), f.gradient(&below));
                for other in 0..2 {
                    let difference = (above[other] - below[other]) / (2.0 * step);
                    assert!((hessian.at(variable, other) - difference).abs() < 1e-6, "{text}");
                }
            }
        }
    }
}
