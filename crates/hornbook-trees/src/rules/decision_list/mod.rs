//! Decision lists: one test after the other, each with its answer.
//!
//! # The model
//!
//! A list of tests, each a conjunction of at most $k$ literals, with a class: a row gets the class of the first test
//! that it passes, or the default. With $k$ literals a test the language is called $k$-DL. A literal says that a column
//! has one level (`Patrons = Some`), or that a number is at most a threshold or above it.
//!
//! # The algorithm
//!
//! Find a test that matches some of the rows that are left, all of one class; add it to the list, take those rows away,
//! and go on until none is left. Which of several is taken is up to the [`TestSelection`], or to a score of one's own
//! ([`DecisionList::fit_by`]): usually small tests are preferred, then those that match most weight, then the earlier
//! column, level or threshold. If no test is uniform, the list fails: see [`OnFailure`].
//!
//! [`conjunctions`] lists the tests of $k$-DL over Boolean attributes; the summary of a model has the number of literals of
//! its table (`literals`), and of sets of at most $k$ of them (`candidate_tests`).
//!
//! Any order of choosing finds a list that makes no error, if there is one: taking rows away cannot make a uniform test
//! less so. Thresholds lie halfway between neighboring values whose rows are not all of one class; if a column has more
//! than `max_thresholds` of them, that many are kept, evenly along their order. A missing value passes no literal.
//!
//! # Cost
//!
//! For $L$ literals and $n$ rows, up to $O(L^k n/64)$ a test, of which most is never looked at: a test is given up at
//! the first row of a second class. Memory: $L n / 8$ bytes; above 512 MB the learner refuses. There is nothing random
//! in it.
//!
//! # When to use something else
//!
//! Where the classes are noisy, a list overfits, one row a test: use a [`RuleList`](super::RuleList) or
//! a pruned tree.
//!
//! # References
//!
//! Rivest, *Learning decision lists* (1987); Russell and Norvig, *Artificial intelligence*, section 18.5.1.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_trees::DecisionList;
//!
//! let table = Table::builder()
//!     .category("patrons", &[Some("some"), Some("full"), Some("full"), Some("none")])
//!     .category("friday", &[Some("no"), Some("yes"), Some("no"), Some("yes")])
//!     .category("wait", &[Some("yes"), Some("yes"), Some("no"), Some("no")])
//!     .build()?;
//! let model = DecisionList::default().fit(&table.dataset().target("wait")?)?;
//! assert_eq!(model.rules().len(), 4);
//! assert!(model.explain().to_string().contains("if patrons = none then no (1 row)"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fit;
mod language;
mod literals;
mod params;
mod search;

pub use language::{BooleanLiteral, conjunction_count, conjunctions};
pub use params::{DecisionList, OnFailure, TestSelection};
pub use search::UniformTest;
