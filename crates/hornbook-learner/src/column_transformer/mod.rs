//! Different transformers for different columns.
//!
//! Numbers want to be scaled, categories encoded, text counted: [`ColumnTransformer`] gives each transformer its columns, by
//! name or by type, and puts what they make side by side, in the order in which the transformers are named; columns that nobody
//! selects come last, as they are, or are dropped (`remainder`). It is a transformer itself, to stand in a
//! [`Pipeline`](crate::Pipeline): `pipeline(columns(@number=scale-columns, @category=one-hot), ridge)`. Made columns of the same
//! name get that of their transformer before them.
//!
//! Cost: that of the parts. Sparse parts stay sparse beside numbers.

mod fit;
mod model;
mod params;

pub use model::ColumnTransformerModel;
pub use params::{ColumnTransformer, Remainder};
