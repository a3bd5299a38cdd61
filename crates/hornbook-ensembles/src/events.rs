//! What the traces of ensembles say.

use hornbook_core::TraceEvent;

/// A step of the training of an ensemble.
#[derive(Debug, Clone, PartialEq, TraceEvent)]
#[non_exhaustive]
pub enum EnsembleEvent {
    /// A member was trained.
    #[event("base learner {place}: {learner} on {task}: {rows} rows of weight {weight}")]
    Member {
        /// Its position, from 1.
        place: usize,
        /// The learner.
        learner: String,
        /// What it was trained on, in words.
        task: String,
        /// How many different rows.
        rows: usize,
        /// Their weight.
        weight: f64,
    },
    /// An iteration of AdaBoost.
    #[event(
        "iteration {round}: weighted error {error:.6}, beta {beta:.6}, vote {vote:.6}; ensemble error {ensemble_error:.6}"
    )]
    // More would fill the screen; the JSON has them all.
    #[event(if weights.len() <= 20, "\n  sample weights {}", spaced(weights, 6))]
    Round {
        /// Which, from 1.
        round: usize,
        /// The fraction of the weight that the member gets wrong; for numbers, the mean loss.
        error: f64,
        /// $\beta = \epsilon / (1 - \epsilon)$.
        beta: f64,
        /// $\log(1/\beta)$, times the learning rate: the member's vote.
        vote: f64,
        /// The weights of the rows after the iteration, summing to 1.
        weights: Vec<f64>,
        /// The fraction of the weight that the ensemble gets wrong so far; for numbers, its mean absolute error.
        ensemble_error: f64,
    },
    /// A number that was measured on rows that the members did not see.
    #[event("{what}: {value:.6}")]
    Measured {
        /// What.
        what: String,
        /// How much.
        value: f64,
    },
    /// Two groups of classes were joined because they are confused most.
    #[event("{} merged with {} (confusion {confusion:.6})", one.join(", "), other.join(", "))]
    Joined {
        /// The classes of one.
        one: Vec<String>,
        /// The classes of the other.
        other: Vec<String>,
        /// How often they are taken for each other.
        confusion: f64,
    },
    /// An iteration of a mixture of experts.
    #[event(
        "initialization {start}, iteration {round}: log-likelihood {log_likelihood:.6}, penalty {penalty:.6}"
    )]
    #[event("; mixing proportions {}", spaced(shares, 4))]
    Expectation {
        /// Which start, from 1.
        start: usize,
        /// Which iteration of it, from 1.
        round: usize,
        /// Of all rows, by their weight.
        log_likelihood: f64,
        /// What the weights of the gates, and of experts for classes, cost. The log-likelihood less this never falls.
        penalty: f64,
        /// The mixing proportion (mean responsibility) of each expert.
        shares: Vec<f64>,
    },
}

fn spaced(numbers: &[f64], decimals: usize) -> String {
    numbers.iter().map(|x| format!("{x:.decimals$}")).collect::<Vec<_>>().join(" ")
}
