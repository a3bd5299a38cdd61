//! Posteriors over lists of hypotheses, and what to predict from them.
//!
//! # Hypotheses
//!
//! A [`HypothesisTable`] has the prior, likelihood and posterior of every hypothesis,
//!
//! $$P(h \mid D) = \frac{P(D \mid h)\, P(h)}{\sum_{h'} P(D \mid h')\, P(h')}$$
//!
//! [`brute_force`] fills it row by row. The most probable hypothesis (MAP) has the largest posterior, the most likely (ML)
//! the largest likelihood. A learner without noise keeps the hypotheses that are consistent with all rows
//! ([`HypothesisTable::keep`]). [`Consistency`] says which rows a hypothesis disagrees with, and [`Realizability`] whether
//! one of a list agrees with all. [`TwoPartCodes`] choose by the length of a description instead, which is the same in the
//! best codes.
//!
//! # Predictions
//!
//! The best prediction lets all hypotheses vote, each with its probability, and may be one that the most probable
//! hypothesis does not make ([`HypothesisVotes`], and [`BayesModelAverage`] for trained models). Gibbs' algorithm takes
//! one, drawn with its probability, and is wrong at most twice as often.
//!
//! # Tables
//!
//! [`DiagnosticTest`] is the calculator for tests of something rare. A [`ProbabilityTable`] has the joint probabilities of
//! several variables: sums, conditionals, products, independence. A [`CountTable`] has counts, and tests whether variables
//! are independent.
//!
//! # Cost
//!
//! O(|H|) a row for a table of |H| hypotheses; tables of variables have a cell for each combination of values, at most
//! 16,777,216.
//!
//! # References
//!
//! Mitchell, *Machine learning* (1997), chapter 6; Gigerenzer and Hoffrage, *How to improve Bayesian reasoning without
//! instruction: frequency formats* (1995).

mod brute_force;
mod cells;
mod consistency;
mod contingency_report;
mod count_table;
mod diagnostic_test;
mod hypothesis_table;
mod hypothesis_votes;
mod model_average;
mod probability_table;
mod two_part_code;

#[cfg(test)]
mod tests;

pub use brute_force::{BruteForce, Example, Hypothesis, brute_force};
pub use cells::Variable;
pub use consistency::{Consistency, Realizability};
pub use contingency_report::ContingencyReport;
pub use count_table::{CountTable, IndependenceTest};
pub use diagnostic_test::DiagnosticTest;
pub use hypothesis_table::HypothesisTable;
pub use hypothesis_votes::HypothesisVotes;
pub use model_average::BayesModelAverage;
pub use probability_table::{ProbabilityTable, total_probability};
pub use two_part_code::{TwoPartCode, TwoPartCodes};
