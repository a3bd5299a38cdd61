//! Is a gradient the gradient of its function?

use super::{function, point};
use crate::function::ScalarFunction;
use crate::optimize::{Objective, check_gradient};
use hornbook_core::{AnswerValue, Error, FormulaText, NamedNumbers, Result, Run, Tool, WorkedSolution};

/// Gradient check: the derivatives of a formula, by your own formulas or by exact differentiation, against numerical differences.
#[derive(Debug, Tool)]
#[tool(
    name = "gradient-check",
    chapter = "Optimization",
    aliases("numerical differentiation", "numerical gradient", "finite differences")
)]
pub struct GradientCheckTool {
    /// Formula of the variables.
    formula: FormulaText,
    /// Point at which to check, by name or in the order of the names.
    at: NamedNumbers,
    /// Your derivatives, one for each variable in the order of the names; those by exact differentiation if left out.
    gradient: Option<Vec<FormulaText>>,
}

/// A function with a gradient that somebody else claims.
struct ClaimedGradient {
    function: ScalarFunction,
    gradient: Vec<ScalarFunction>,
}

impl Objective for ClaimedGradient {
    fn dimension(&self) -> usize {
        self.function.dimension()
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        for (derivative, claimed) in gradient.iter_mut().zip(&self.gradient) {
            *derivative = claimed.value(x);
        }
        self.function.value(x)
    }
}

impl Tool for GradientCheckTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let function = function(&self.formula.0)?;
        let variables = function.variables().to_vec();
        let x = point("gradient-check", &self.at, &variables)?;
        let mut solution =
            WorkedSolution::by("∂f/∂xᵢ ≈ (f(x + hεᵢ) − f(x − hεᵢ))/(2h), extrapolated to h = 0");
        let checks = match &self.gradient {
            Some(claimed) => {
                if claimed.len() != variables.len() {
                    return Err(Error::data(
                        format!("there are {} derivatives for {} variables", claimed.len(), variables.len()),
                        format!("give one each, in the order {}", variables.join(", ")),
                    ));
                }
                let gradient = claimed
                    .iter()
                    .map(|one| ScalarFunction::parse_of(&one.0, &variables))
                    .collect::<Result<Vec<_>>>()?;
                check_gradient(&ClaimedGradient { function: function.clone(), gradient }, &x)?
            }
            None => check_gradient(&function, &x)?,
        };
        solution.labeled("value", "f", function.value(&x));
        let exact = function.gradient(&x);
        let rows = variables.iter().zip(&checks).zip(&exact).map(|((name, check), exact)| {
            let numbers = [check.given, check.differences, *exact].map(AnswerValue::from);
            [AnswerValue::from(name.as_str())]
                .into_iter()
                .chain(numbers)
                .chain([AnswerValue::from(check.agrees())])
                .collect()
        });
        solution.table(
            "derivatives",
            &["variable", "given", "differences", "exact", "agrees"],
            rows.collect(),
        );
        solution.labeled("agrees", "all agree", checks.iter().all(|check| check.agrees()));
        Ok(solution)
    }
}
