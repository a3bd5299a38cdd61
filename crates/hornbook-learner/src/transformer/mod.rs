//! Transformers: models that make other columns of the columns (scale, impute, encode, project).
//!
//! A transformer is a learner of [`Task::Transformation`](hornbook_core::Task::Transformation). What it fits is a
//! [`FittedTransformer`], its model a [`TransformerModel`], and whoever holds any model asks it for the capability
//! [`Transformer`]. [`Pipeline`](crate::Pipeline) puts transformers before another learner, and
//! [`ColumnTransformer`](crate::ColumnTransformer) applies different ones to different columns.

mod column_origins;
mod dataset;
mod earlier_file;
mod model;
mod transformed_rows;

pub use column_origins::ColumnOrigins;
pub(crate) use dataset::{BatchesToTransform, dataset_of, seen_by_transformer};
pub use dataset::{TransformedBatches, training_features, transformed_dataset};
pub use earlier_file::{FittedPart, load_earlier_pipeline};
pub use model::{FittedTransformer, TransformerModel, transformer_schema};
pub(crate) use transformed_rows::column_of;
pub use transformed_rows::{ColumnBlock, TransformedRows};

use crate::explanation::Section;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Input};

/// The capability of models that make other columns of the columns.
pub trait Transformer: Send + Sync {
    /// The columns that are made, with their types.
    fn outputs(&self) -> Vec<Input>;

    /// The rows with the columns that are made.
    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>>;

    /// The inputs that made columns came from, as near as can be.
    fn inverse_transform<'a>(&self, _rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Err(Error::mismatch("this transformer has no inverse", "keep the columns that it was given"))
    }

    /// For each column that is made, the inputs that it is made of.
    fn origins(&self) -> ColumnOrigins;

    /// Whether what is made of a row follows from that row alone, so that rows may be transformed some at a time. Lags follow
    /// from the rows before.
    fn is_row_wise(&self) -> bool {
        true
    }

    /// What is done to one row, if that is worth a word.
    fn row_section(&self, _row: &Features<'_>) -> Option<Section> {
        None
    }
}
