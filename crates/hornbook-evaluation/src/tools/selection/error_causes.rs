//! Why what is learned is not the truth.

use crate::decisions::LossMatrix;
use crate::model_selection::{ErrorCauses, ErrorCausesOptions};
use crate::tools::index_rows;
use hornbook_core::{Result, Rng, Run, Tool, ToolReport};
use hornbook_data::Matrix;

/// Causes of error: noise, unrealizability, variance and search, whose sum is the expected loss of what a learner finds.
///
/// The world is finite: the joint probabilities of cases and classes are known, and every hypothesis says a class for each case. A
/// learner that looks at all hypotheses has no error of search; one that looks at some of them (a local search) has.
#[derive(Debug, Tool)]
#[tool(
    name = "error-causes",
    chapter = "Model selection",
    aliases("unrealizability", "noise and variance", "why the hypothesis differs from the truth"),
    random
)]
pub struct ErrorCausesTool {
    /// Joint probabilities P(x, y): a row for each case, a column for each class.
    #[param(range = "0..")]
    joint: Matrix,
    /// Hypotheses, a row each: the class (from 0) that it says for each case.
    hypotheses: Matrix,
    /// Losses, a row for each class that is said and a column for each that is true; 1 for every mistake by default.
    losses: Option<Matrix>,
    /// Rows of each training set.
    #[param(default = 20, range = "1..=1000000")]
    rows: usize,
    /// Number of training sets.
    #[param(default = 1000, range = "2..=1000000")]
    draws: usize,
    /// How many hypotheses the learner looks at, drawn at random; all by default.
    #[param(range = "1..")]
    looks: Option<usize>,
}

impl ToolReport for ErrorCauses {}

impl Tool for ErrorCausesTool {
    type Report = ErrorCauses;

    fn compute(&self, run: &Run) -> Result<ErrorCauses> {
        let classes: Vec<String> = (0..self.joint.columns()).map(|class| class.to_string()).collect();
        let losses = match &self.losses {
            Some(losses) => {
                let actions: Vec<String> = (0..losses.rows()).map(|action| action.to_string()).collect();
                LossMatrix::new(&actions, &classes, losses.values().to_vec())?
            }
            None => LossMatrix::zero_one(&classes)?,
        };
        let hypotheses = index_rows("hypotheses", &self.hypotheses, losses.actions().len())?;
        let options = ErrorCausesOptions { rows: self.rows, draws: self.draws, seed: run.root_seed().0 };
        let search = |empirical: &[f64], rng: &mut Rng| {
            let least = |places: &mut dyn Iterator<Item = usize>| {
                places.min_by(|&a, &b| empirical[a].total_cmp(&empirical[b]).then(a.cmp(&b))).unwrap_or(0)
            };
            match self.looks {
                Some(looks) => {
                    let looked: Vec<usize> =
                        (0..looks).map(|_| (rng.unit() * empirical.len() as f64) as usize).collect();
                    least(&mut looked.into_iter())
                }
                None => least(&mut (0..empirical.len())),
            }
        };
        ErrorCauses::of(&losses, &self.joint, &hypotheses, &options, search, run)
    }
}
