//! Tables and datasets, and the files they come from.
//!
//! A [`Table`] is named, typed columns on Arrow buffers. A [`Dataset`] is a view of a table with roles: what to
//! predict, from what, with which weights. A [`Schema`] remembers the columns a model was trained on and finds
//! them again, by name, in the rows to predict.

mod arrow;
mod batch;
mod column;
mod dataset;
mod features;
mod fingerprint;
mod gather;
mod objects;
mod pieces;
mod read;
mod roles;
mod row_roles;
mod schema;
mod shared_matrix;
mod sparse_rows;
mod table;
mod table_file;
mod taken_columns;
mod tool_arguments;
mod write;

pub use arrow::{column_from_arrow, column_to_arrow, table_from_batches, table_to_batch};
pub use batch::BatchFile;
pub use column::{
    Booleans, Categories, Column, ColumnKind, Levels, MISSING_CODE, MISSING_DATE, Numbers, SparseNumbers,
};
pub use dataset::{ClassLabels, Dataset, RowSelection, Target};
pub use features::{Feature, Features};
pub use hornbook_math::matrix::{Matrix, MatrixView, Scalars, SparseMatrix, SparseView};
pub use objects::{Graph, GraphView, Graphs, ImageShape, Images, NumberLists, Objects, Pixels, SymbolLists};
pub use read::{Format, ReadOptions};
pub use read::{READ_MEMORY, READ_MEMORY_VARIABLE};
pub use roles::ColumnRoles;
pub use row_roles::RowRoles;
pub use schema::{Input, InputKind, Schema, TargetSchema};
pub use shared_matrix::{MatrixColumn, SharedMatrix, SharedScalars};
pub use sparse_rows::{SparseColumn, SparseRows};
pub use table::{Table, TableBuilder};
pub use table_file::{STANDARD_INPUT, TableFile};
pub use taken_columns::TakenColumns;
pub use tool_arguments::{TableArgument, argument_from_text};

/// Arrow's immutable, shareable buffer of numbers, which columns are made of.
pub use arrow_buffer::ScalarBuffer;
