//! A tool: a computation on arguments, by one line in a list.

use hornbook::{Result, Run, Tool, ToolEntry, ToolRegistry};
use hornbook_core::{Tool as DeclareTool, WorkedSolution};

/// Sum of squares of some numbers.
#[derive(Debug, DeclareTool)]
#[tool(name = "sum-of-squares", chapter = "Linear algebra", aliases("squared length"))]
struct SumOfSquaresTool {
    /// The numbers.
    values: Vec<f64>,
}

impl Tool for SumOfSquaresTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("Σ xᵢ²");
        solution.result("sum", self.values.iter().map(|x| x * x).sum::<f64>());
        Ok(solution)
    }
}

#[test]
fn it_is_found_by_name_and_computed_from_text() {
    let tools = ToolRegistry::new(vec![ToolEntry::of::<SumOfSquaresTool>()]);
    let entry = tools.find("Squared Length").unwrap();
    let report = entry.compute_text(&[("values", "3,4")], &Run::default()).unwrap();
    assert_eq!(report.to_json()["sum"], 25.0);
    assert!(report.to_string().contains("Σ xᵢ²"), "{report}");
    assert!(entry.compute_text(&[], &Run::default()).is_err(), "the numbers must be given");
}
