//! Columns that are made of the rows before: what lags and rolling windows share.
//!
//! | item | what it is |
//! |---|---|
//! | [`SequenceColumns`] | which columns are the order, the group and the values of a sequence |
//! | [`RowSequences`] | the rows in their sequences, and the last training rows, from which later rows continue |
//! | `SequenceParameters`, `fit_trailing_columns` | what their learners share |
//! | [`TrailingColumns`] | the fitted transformer: a column for each value and each [`TrailingValue`] |

mod learner;
mod sequences;
mod trailing_columns;

pub(crate) use learner::{SequenceParameters, fit_trailing_columns};
pub use sequences::{RowSequences, SequenceColumns};
pub use trailing_columns::{TrailingColumns, TrailingValue};
