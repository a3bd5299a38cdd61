//! The $k$ nearest neighbors vote.
//!
//! # The model
//!
//! The training rows themselves. To predict a row, its $k$ nearest training rows are found; the class that most of them have
//! is predicted, or the mean of their numbers:
//!
//! $$\hat y(x) = \arg\max_c \sum_{i \in N_k(x)} v_i\, [y_i = c], \qquad
//!   \hat y(x) = \frac{\sum_{i \in N_k(x)} v_i\, y_i}{\sum_{i \in N_k(x)} v_i}$$
//!
//! Votes $v_i$ are 1, or one over the distance (`weights = "distance"`). With the latter, neighbors at distance zero are the
//! same row as the one asked about: if there are any, only they vote, with one each.
//!
//! # Ties
//!
//! Rows at the same distance come in the order of the table, so that the first of them are neighbors if not all can be. The
//! order of the rows therefore matters where distances are equal, as they often are between integers or categories: the
//! same rows in another order may have other neighbors, and other predictions. Nowhere else does it matter. Of classes with
//! equally many votes the first in the order of the classes is predicted. A fraction of the votes is the probability of a class.
//!
//! # Weights, and more neighbors than rows
//!
//! A row of weight 2 is the row twice: it fills two of the $k$ positions. The last neighbor counts only with what is left of
//! them. If there are fewer than $k$ rows, or all of them weigh less than $k$ together, all of them vote, with a warning.
//!
//! # Distances
//!
//! See [`metric`](crate::metric) for the distances and [`index`](crate::index) for the searches, which all find the same rows;
//! only [`hnsw`](crate::hnsw), which is never chosen by itself, may miss some of them (`m`, `ef_construction`, `ef_search`).
//! Columns should be in comparable units: see `scale`, and heed the warning that one column makes nearly all of the distance.
//! Categories have a column for each level, 1 in rows of that level and else 0, so that two levels are $\sqrt 2$ apart for
//! Euclid's distance and 2 for Manhattan's; `hamming` and `gower` only ask whether they are the same. Numbers that are missing
//! are refused but for `gower`. A level that training never saw is 0 in all columns.
//!
//! # Prototypes
//!
//! Most rows inside a class are never decisive. With `prototypes = "condensed"` only rows near the borders are kept, with
//! `"edited"` rows that their neighbors contradict are left out; see [`editing`](crate::prototype_selection).
//!
//! # Cost
//!
//! Nothing to learn but an index. A prediction takes O(n d) by brute force, and in few columns O(d log n) by a tree. The model
//! holds all rows.
//!
//! # When to use something else
//!
//! With many columns that do not matter all rows are nearly equally far. Trees and linear models tell which columns matter,
//! and their predictions cost the same however many rows there were.
//!
//! # References
//!
//! Cover and Hart, *Nearest neighbor pattern classification* (1967); Dudani, *The distance-weighted k-nearest-neighbor rule*
//! (1976).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_neighbors::KNeighbors;
//!
//! let table = Table::builder()
//!     .number("x", vec![0.0, 1.0, 0.0, 3.0, 4.0])
//!     .number("y", vec![0.0, 0.0, 2.0, 3.0, 3.0])
//!     .category("class", &[Some("a"), Some("a"), Some("b"), Some("b"), Some("b")])
//!     .build()?;
//! let model = KNeighbors::default().n_neighbors(3).fit(&table.dataset().target("class")?)?;
//! let query = Table::builder().number("x", vec![1.0]).number("y", vec![1.0]).build()?;
//! assert_eq!(model.predict(&query)?.values.label(0), "a");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod choose;
mod fit;
mod params;

#[cfg(test)]
mod tests;

pub use choose::{KCurve, choose_k};
pub use params::{KNeighbors, Prototypes};
