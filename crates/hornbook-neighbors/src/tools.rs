//! The functions of this crate as tools: `hornbook compute NAME`, and `hornbook.compute` in Python.

use crate::metric::{Metric, check_axioms};
use hornbook_core::{Choice, Error, FormulaText, Result, Run, Tool, ToolEntry, WorkedSolution};
use hornbook_data::Matrix;
use hornbook_math::function::ScalarFunction;
use hornbook_math::optimize::Objective;
use std::sync::Arc;

/// Every tool of this crate.
pub fn tool_entries() -> Vec<ToolEntry> {
    vec![ToolEntry::of::<DistanceTool>()]
}

/// A distance that is known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NamedDistance {
    /// L2 distance.
    Euclidean,
    /// L1 (city-block) distance.
    Manhattan,
    /// L∞ distance.
    Chebyshev,
    /// One minus the cosine of the angle.
    Cosine,
    /// The fraction of columns that differ.
    Hamming,
}

/// Distances between rows, and whether a distance of yours is a metric on them: non-negativity, identity, symmetry, triangle inequality.
///
/// A formula is of x1, x2, … (the one row) and y1, y2, … (the other), like (x1 - y1)^2. A counterexample disproves it; that none of these
/// rows is one proves nothing of others.
#[derive(Debug, Tool)]
#[tool(
    name = "metric-axioms",
    chapter = "Linear algebra",
    aliases("distance matrix", "metric", "triangle inequality", "custom distance")
)]
pub struct DistanceTool {
    /// Rows of numbers.
    rows: Matrix,
    /// A distance by name.
    #[param(default = NamedDistance::Euclidean)]
    distance: NamedDistance,
    /// A distance of your own, as a formula of x1, x2, … and y1, y2, ….
    formula: Option<FormulaText>,
}

impl DistanceTool {
    fn metric(&self) -> Result<Metric> {
        let Some(formula) = &self.formula else {
            return Ok(match self.distance {
                NamedDistance::Euclidean => Metric::Euclidean,
                NamedDistance::Manhattan => Metric::Manhattan,
                NamedDistance::Chebyshev => Metric::Chebyshev,
                NamedDistance::Cosine => Metric::Cosine,
                NamedDistance::Hamming => Metric::Hamming,
            });
        };
        let width = self.rows.columns();
        let variables: Vec<String> =
            ["x", "y"].iter().flat_map(|row| (1..=width).map(move |i| format!("{row}{i}"))).collect();
        let function = ScalarFunction::parse_of(&formula.0, &variables)?;
        Ok(Metric::custom(Arc::new(move |x: &[f64], y: &[f64]| function.value(&[x, y].concat()))))
    }
}

impl Tool for DistanceTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        /// Rows whose distances are all shown.
        const MOST_SHOWN: usize = 30;
        if self.rows.rows() < 2 {
            return Err(Error::data("there is only one row", "give at least two, like '0,0;3,4'"));
        }
        let metric = self.metric()?;
        let mut solution = WorkedSolution::by(
            "d(x, y) ≥ 0, d(x, y) = 0 ⇔ x = y, d(x, y) = d(y, x), d(x, z) ≤ d(x, y) + d(y, z)",
        );
        let count = self.rows.rows();
        if count <= MOST_SHOWN {
            let row = |i: usize| {
                (0..count)
                    .map(|j| metric.distance(self.rows.row(i), self.rows.row(j)))
                    .collect::<Result<Vec<f64>>>()
            };
            solution.labeled("distances", "distances", (0..count).map(row).collect::<Result<Vec<_>>>()?);
        }
        let found = check_axioms(&metric, &self.rows)?;
        solution.labeled("metric", "a metric on these rows", found.is_none());
        if let Some(violation) = found {
            solution.value("rows", violation.rows.iter().map(|row| row + 1).collect::<Vec<_>>().into());
            solution.value("violated", format!("{:?}", violation.axiom).to_lowercase().into());
            solution.say(violation.to_string());
        }
        Ok(solution)
    }
}
