//! Linear separability of the classes: a separating hyperplane, or a certificate that none exists.
//!
//! # What is decided
//!
//! Two classes are linearly separable if some $w$ and $b$ have $y_i (w^\top x_i + b) > 0$ for all rows, where $y_i = \pm 1$ is
//! the class; more classes, if a linear machine (a sum for each class) gives every row its own class the strictly largest sum.
//! Either there are such weights, or some average of rows of one class is also an average of rows of others: the convex hulls
//! touch. Both can be checked by anybody, and [`separability`] gives one or the other.
//!
//! # The algorithm
//!
//! A linear program: the largest $t$ with $y_i (w^\top x_i + b) \ge t$ and no weight larger than 1, for columns less their middle
//! and in units of half their range. Its dual looks for the averages of both sides that are nearest to each other, by the sum
//! of the distances in all columns; so one program finds the weights and the averages. It has a row for each weight, and is
//! solved for a few rows of the table first; those that its hyperplane leaves on the wrong side or too near are added, until
//! there are none, or until the averages of the few coincide already.
//!
//! # Exactness
//!
//! A gap below $10^{-9}$ in units of the columns' ranges counts as none. The weights of an answer yes are checked on every
//! row.
//!
//! # Cost
//!
//! A program has $K (p + 1)$ rows ($p + 2$ for two classes), and only a few of the table's rows matter: seconds for thousands
//! of rows and some dozens of columns.
//!
//! # References
//!
//! Mangasarian, *Linear and nonlinear separation of patterns by linear programming* (1965); Duda, Hart and Stork, *Pattern
//! classification* (2001), 5.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_linear::{Separability, separability};
//!
//! let bits = Table::builder()
//!     .number("a", vec![0.0, 0.0, 1.0, 1.0])
//!     .number("b", vec![0.0, 1.0, 0.0, 1.0])
//!     .category("and", &[Some("no"), Some("no"), Some("no"), Some("yes")])
//!     .category("xor", &[Some("no"), Some("yes"), Some("yes"), Some("no")])
//!     .build()?;
//! let and = separability(&bits.dataset().target("and")?.without(&["xor"])?)?;
//! assert!(and.is_separable());
//! let Separability::Touching(xor) = separability(&bits.dataset().target("xor")?.without(&["and"])?)? else { panic!() };
//! assert!(xor.explain().contains("the convex hulls intersect"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod answer;
mod program;

#[cfg(test)]
mod tests;

pub use answer::{HullIntersection, HullWeight, Separability, SeparatingHyperplanes};

use crate::design::design_of;
use crate::training_rows::{RowClasses, RowOrder, TrainingRows};
use hornbook_core::{Capabilities, Declaration, Error, Result, Task};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::LearnerAbilities;

/// Tells whether hyperplanes separate the classes of a dataset: with the hyperplanes, or with averages of
/// rows that coincide.
///
/// Rows of weight zero are absent, and other weights do not matter. Categories have a column a level.
pub fn separability(data: &Dataset) -> Result<Separability> {
    check(data)?;
    let schema = Schema::of(data)?;
    let design = design_of(&schema.inputs, CategoricalEncoding::OneHot);
    let rows = TrainingRows::of(data, &design, RowOrder::Content)?;
    // Refuses numbers that are too large.
    rows.column_stats(data, &design)?;
    let labels = RowClasses::of(data, &rows)?;
    if labels.classes.len() < 2 {
        return Err(Error::data(
            "there is only one class, and nothing to separate it from",
            "give rows of at least two classes",
        ));
    }
    let found = program::solve(&rows, &labels)?;
    answer::of(found, data, &schema, design, &rows, &labels)
}

/// What learners for classes are checked for.
static QUESTION: Declaration = Declaration {
    name: "separability",
    type_name: "Separability",
    family: "linear",
    tasks: &[Task::Classification],
    // Missing values are refused in words that suit separability.
    capabilities: Capabilities {
        missing: true,
        categories: true,
        sample_weights: true,
        ..Capabilities::NONE
    },
    explicit_only: true,
    doc: "Linear separability of the classes: a separating hyperplane, or a certificate that none exists.",
    ..Declaration::EMPTY
};

fn check(data: &Dataset) -> Result<()> {
    LearnerAbilities::declared(&QUESTION).check_data(data)?;
    for (index, &position) in data.features().iter().enumerate() {
        let feature = data.feature(index);
        if let Some(row) = data.rows().iter().find(|&row| feature.is_missing(row as usize)) {
            return Err(Error::data(
                format!(
                    "column '{}' is missing (NaN) in row {}, and linear separability depends on every value",
                    data.table().names()[position],
                    row + 1
                ),
                "impute it, or leave the row or the column out",
            ));
        }
    }
    Ok(())
}
