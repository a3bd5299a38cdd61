//! How many terms a basis expansion has.

use crate::basis::monomials;
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution};
use hornbook_math::special::binomial_coefficient;

/// Basis expansion: the product terms of a polynomial of some degree in some columns, how many there are, and what it costs to fit them
/// beside the linear fit.
///
/// There are C(d + k, k) − 1 terms of degree at most k in d columns; least squares takes n p² steps for p of them.
#[derive(Debug, Tool)]
#[tool(
    name = "basis-terms",
    chapter = "Linear models",
    aliases("number of product terms", "cost of a basis expansion", "polynomial terms")
)]
pub struct BasisTermsTool {
    /// Number of columns, d.
    #[param(range = "1..=10000")]
    columns: usize,
    /// Largest degree, k.
    #[param(default = 2, range = "1..=100")]
    degree: u32,
    /// Only products of different columns.
    #[param(default = false)]
    interaction_only: bool,
    /// Rows of the training set, n, for the cost.
    #[param(default = 1000, range = "1..")]
    rows: u64,
}

/// Terms that are listed by name.
const MOST_LISTED: f64 = 200.0;

impl Tool for BasisTermsTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let (d, k) = (self.columns as u64, u64::from(self.degree));
        let count = match self.interaction_only {
            true => (1..=k.min(d)).map(|i| binomial_coefficient(d, i)).sum::<f64>(),
            false => binomial_coefficient(d + k, k) - 1.0,
        };
        if !count.is_finite() {
            return Err(Error::data(
                format!("{d} columns have more terms of degree {k} than a number can hold"),
                "ask for a lower degree",
            ));
        }
        let mut solution = WorkedSolution::by(if self.interaction_only {
            "Σ C(d, i) terms, i = 1 … k"
        } else {
            "C(d + k, k) − 1 terms"
        });
        solution.labeled("terms", "terms", count);
        let rows = self.rows as f64;
        let cost = |p: f64| rows * (p + 1.0).powi(2);
        solution.labeled("linear_cost", "cost of the linear fit (n (d + 1)²)", cost(d as f64));
        solution.labeled("cost", "cost of the expansion (n (p + 1)²)", cost(count));
        solution.labeled("ratio", "times as expensive", cost(count) / cost(d as f64));
        let by_degree = (1..=k.min(10)).map(|degree| {
            let terms = if self.interaction_only {
                binomial_coefficient(d, degree)
            } else {
                binomial_coefficient(d + degree - 1, degree)
            };
            vec![AnswerValue::from(degree), AnswerValue::from(terms)]
        });
        solution.table("by_degree", &["degree", "terms"], by_degree.collect());
        if count <= MOST_LISTED {
            let names: Vec<String> = (1..=self.columns).map(|i| format!("x{i}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let terms = monomials(self.columns, self.degree, self.interaction_only)?;
            solution.labeled(
                "names",
                "they are",
                terms.iter().map(|term| term.name(&names)).collect::<Vec<String>>(),
            );
        }
        Ok(solution)
    }
}
