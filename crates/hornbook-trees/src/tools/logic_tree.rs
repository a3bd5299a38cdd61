//! From logic to a tree.

use crate::rules::Formula;
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution};
use hornbook_learner::Model;

/// Decision tree of a propositional formula or a truth table: every Boolean function has one, though not always a small one.
///
/// `hornbook compute logic-tree 'a and (b or not c)'`. A truth table is the list of its results, for variables x1, x2, … that count up in
/// binary.
#[derive(Debug, Tool)]
#[tool(
    name = "logic-tree",
    chapter = "Decision trees",
    aliases("formula to tree", "truth table to tree", "boolean function as a tree")
)]
pub struct LogicTreeTool {
    /// Formula with not, and, xor, or, implies, iff.
    formula: Option<String>,
    /// Results of a truth table, 0 or 1, in place of a formula; 2, 4, 8, … of them.
    #[param(range = "0..=1")]
    truth_table: Option<Vec<f64>>,
}

/// A formula that is true where the truth table is: the disjunction of its rows.
fn of_truth_table(results: &[f64]) -> Result<String> {
    let count = results.len();
    if !count.is_power_of_two() || count < 2 {
        return Err(Error::data(format!("the truth table has {count} rows"), "give 2, 4, 8, … results"));
    }
    let variables = count.trailing_zeros() as usize;
    let row = |code: usize| {
        let literal = |i: usize| {
            format!("{}x{}", if code >> (variables - 1 - i) & 1 == 1 { "" } else { "not " }, i + 1)
        };
        format!("({})", (0..variables).map(literal).collect::<Vec<_>>().join(" and "))
    };
    let terms: Vec<String> = (0..count).filter(|&code| results[code] == 1.0).map(row).collect();
    Ok(match terms.len() {
        // A table that is always false still names its variables.
        0 => (1..=variables).map(|i| format!("(x{i} and not x{i})")).collect::<Vec<_>>().join(" or "),
        _ => terms.join(" or "),
    })
}

impl Tool for LogicTreeTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let text = match (&self.formula, &self.truth_table) {
            (Some(formula), None) => formula.clone(),
            (None, Some(results)) => of_truth_table(results)?,
            _ => return Err(Error::data("there is no function", "give --formula or --truth-table")),
        };
        let formula = Formula::parse(&text)?;
        let table = formula.truth_table()?;
        let tree = formula.tree()?;
        let leaves = tree.rules().len();
        let mut solution = WorkedSolution::new();
        solution.formula(tree.explain().to_string().trim_end());
        solution.result("variables", formula.variables().to_vec());
        solution.labeled("leaves", "leaves", leaves);
        solution.labeled("rows", "rows of the truth table", table.rows());
        let dnf = tree.dnf("true").map(|dnf| dnf.to_string()).unwrap_or_else(|_| "false".to_string());
        solution.labeled("dnf", "true ⇔", dnf);
        if leaves > 2 * formula.variables().len().max(1) {
            solution.say("the tree is not concise: it has more than two leaves for each variable, as parity and majority functions do");
        }
        Ok(solution)
    }
}
