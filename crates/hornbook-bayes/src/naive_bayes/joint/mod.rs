//! The class by counting whole rows.
//!
//! # The model
//!
//! No assumption at all: $P(c \mid x)$ is the fraction of the class among the training rows that are the
//! same in all columns,
//!
//! $$P(c \mid x) = \frac{n(x, c) + m P(c)}{n(x) + m}$$
//!
//! drawn to the prior by $m$ imagined rows. A combination that was never seen gets the prior. There are as many combinations
//! as the numbers of values multiplied, so few columns and many rows are needed; it is what naive Bayes is compared with.
//! Numbers are put into bins. A row with missing values is compared with all training rows that agree in the others.
//!
//! # Cost
//!
//! O(n · d · log n) to count, memory for each combination seen; O(d · log n) a row to predict, and all combinations where
//! values are missing. Files larger than memory are read twice, for the bins of numbers and for the counts, with the same
//! result to the last bit; more rows later count in the bins of the first.

mod file;
mod fit;
mod model;
mod params;

#[cfg(test)]
mod tests;

pub use model::JointBayesModel;
pub use params::JointBayes;
