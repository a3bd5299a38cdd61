//! Rule lists: the rules of a tree, each pruned by itself.
//!
//! # The algorithm
//!
//! 1. Grow a tree that fits its rows closely.
//! 2. Take one rule a path from the root to a leaf.
//! 3. From each rule drop demands, the one that helps most first, as long as the estimated accuracy of the rule does not
//!    fall. A condition is a demand; a range with two ends is two.
//! 4. Sort the rules by estimated accuracy, the best first (between equals the one that more rows made); the first that
//!    fires answers. If none does, the answer is the most common class of the training rows that no rule matches, or of
//!    all rows if there is none.
//!
//! A tree that is pruned cuts a whole subtree or keeps it; here every path is scored by itself, so a split near the
//! root can go from one rule and stay in another.
//!
//! The accuracy of a rule is [estimated](Estimate) from the rows that it matches: pessimistically, as
//! $1 - U(e, N)$ with $e$ errors among $N$ training rows and $U$ the [upper end](crate::pruning::error_bound) of a
//! binomial interval, or as the fraction of rows kept from growing that it gets right. A demand stays if the rule would
//! otherwise match more rows of another class than of its own.
//!
//! # Cost
//!
//! The tree, and for each rule of $c$ conditions $O(c^2 n)$. There is nothing random in it but the rows that are kept
//! from growing.
//!
//! # When to use something else
//!
//! Where all rows are to be explained by one picture, a pruned tree; where predictions must be best, a forest.
//!
//! # References
//!
//! Quinlan, *C4.5* (1993), chapter 5; Mitchell, *Machine learning* (1997), section 3.7.1.2.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_trees::RuleList;
//!
//! let table = Table::builder()
//!     .number("x", (0..12).map(f64::from).collect())
//!     .category("c", &"aaabaabbbbbb".chars().map(|c| Some(c.to_string())).collect::<Vec<_>>())
//!     .build()?;
//! let model = RuleList::default().fit(&table.dataset().target("c")?)?;
//! assert!(model.explain().to_string().contains("if x > 5.5 then b (6 rows), estimated accuracy 0.7937"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fit;
mod params;
mod post_pruning;

pub use params::{RuleAccuracyEstimate, RuleList};
