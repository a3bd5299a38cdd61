//! Learning to rank with linear scores.
//!
//! # The model
//!
//! The score $s(x) = w^\top x$ puts the rows of a group in order. Rows have groups (the role `group` of a dataset) and a target,
//! larger for rows that should come first; only its order within groups counts, or for lists its differences.
//!
//! - `pairwise` (RankNet): of two rows of a group with $t_i > t_j$, the first comes first with the
//!   probability $1/(1 + e^{-(s_i - s_j)})$, and the mean of the negative logarithms is minimized. It is
//!   logistic regression on differences;
//! - `listwise` (ListNet): a row comes first among its group with the probability $e^{s_i} / \sum_j
//!   e^{s_j}$; the cross-entropy to the same fractions of the targets is minimized, a mean over groups;
//! - `hinge` (RankSVM): of two rows of a group with $t_i > t_j$, $[m - (s_i - s_j)]_+$ is what the gap
//!   between their scores lacks of the margin $m$, and the mean is minimized. Pairs with a gap that is wide
//!   enough have no say.
//!
//! Half the squares of the coefficients have the penalty `alpha`, for standardized features. The intercept
//! is such that a row of means has the score zero.
//!
//! # The algorithm
//!
//! Limited-memory BFGS from zero; the loss is convex, so that the minimum is the best there is. Groups are
//! worked on side by side and added up in order.
//!
//! The hinge has kinks, at which no descent converges. It is never below any plane that touches it: each
//! iteration finds the lowest point above all planes that are known (a small quadratic program over their
//! fractions), and adds the planes that touch the loss there and at the lowest point between it and the
//! best coefficients so far. The planes also tell how far the loss is from the smallest, so that the search
//! ends with a proof. Without a penalty of the coefficients many may be equally good, so that one is asked
//! for.
//!
//! # Sample weights
//!
//! A row of weight 2 is the row twice: a pair has the product of the weights of its rows, and a row of a list counts as often
//! as it weighs.
//!
//! # Cost
//!
//! O(n p) time a step for lists; `pairwise` also takes the sum of the squares of the sizes of the groups.
//! The hinge only counts the pairs that lack something of the margin, which sorted scores and sums of
//! prefixes give without a look at each: O(n (p + log n)) time an iteration and O(n + r p) memory after r
//! iterations, however large groups are. The smaller the penalty, the more iterations.
//!
//! # When to use something else
//!
//! Where the order does not follow a linear score: gradient boosting with the loss `lambdarank`.
//!
//! # References
//!
//! Burges and others, *Learning to rank using gradient descent* (2005); Cao and others, *Learning to rank: from pairwise
//! approach to listwise approach* (2007); Joachims, *Training linear SVMs in linear time* (2006); Franc and Sonnenburg,
//! *Optimized cutting plane algorithm for large-scale risk minimization* (2009).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_linear::LinearRanking;
//!
//! let table = Table::builder()
//!     .number("age", vec![1.0, 2.0, 3.0, 11.0, 12.0, 13.0])
//!     .number("stars", vec![3.0, 2.0, 1.0, 5.0, 4.0, 3.0])
//!     .build()?;
//! let data = table.dataset().target("stars")?.with_groups(vec![0, 0, 0, 1, 1, 1])?;
//! let model = LinearRanking::default().fit(&data)?;
//! // Younger comes first in each group, though older has more stars.
//! assert!(model.weights().at(0, 0) < 0.0);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod cutting_planes;
mod events;
mod fit;
mod hinge;
mod objective;
mod pair_counts;
mod params;
mod search;

#[cfg(test)]
mod tests;

pub use events::RankingEvent;
pub use params::{LinearRanking, RankingLoss};
