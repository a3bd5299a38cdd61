//! A function of one's own.
//!
//! Each number $x$ of the selected columns becomes $f(x)$: by a formula (`log10(x + 1)`, `max(x, 0)`, with `+ - * / ^` and exp, ln, log2,
//! log10, sqrt, abs, sin, cos, tan, tanh, atan, sigmoid, min, max, step), or in Rust by a function that the program has registered
//! under a name ([`register_function`]). Nothing is fitted. A formula is kept in the model file; of a registered function the file
//! keeps the name, and whoever reads the file registers it before.
//!
//! Where $f(x)$ is no finite number (the logarithm of 0), the result is missing; missing values stay missing. With a formula of the
//! inverse there is a way back. No random numbers are drawn.
//!
//! ```
//! use hornbook_data::{Feature, Table};
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::{Function, register_function};
//!
//! let table = Table::builder().number("x", vec![1.0, 100.0]).build()?;
//! let made_by = |function: Function| -> hornbook_core::Result<Vec<f64>> {
//!     let made = function.fit(&table.dataset())?.fitted().clone();
//!     let rows = hornbook_learner::Transformer::transform(&made, &table.dataset().row_features())?;
//!     let Feature::Number(values) = rows.features().column(0) else { panic!("levels") };
//!     Ok(values.to_vec())
//! };
//! assert_eq!(made_by(Function::default().formula("log10(x) + 1".to_string()))?, [1.0, 3.0]);
//!
//! register_function("doubled", |x| 2.0 * x);
//! assert_eq!(made_by(Function::default().registered("doubled".to_string()))?, [2.0, 200.0]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fitted;
mod registered;
#[cfg(test)]
mod tests;

pub use fitted::{Function, FunctionColumn};
pub use registered::register_function;

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// A function as a model.
pub type FunctionModel = TransformerModel<ColumnWise<FunctionColumn>>;
