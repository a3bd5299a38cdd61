//! From a table to numbers, once for all families.
//!
//! A learner that computes with vectors needs numbers in place of dates, booleans and categories, in comparable units and
//! without gaps. An [`Encoder`] is fitted on the training rows, in memory or in batches, and makes of any rows with the same
//! columns
//!
//! - a dense matrix of double or single precision ([`Encoder::dense`]), blocks of it one after the other
//!   ([`Encoder::for_blocks`]), or its columns ([`Encoder::columns`]),
//! - sparse rows ([`Encoder::sparse`]),
//! - products with coefficients, without the matrix ([`Encoder::add_products`]).
//!
//! An input becomes no column, one, or several, which stand side by side: [`Encoder::names`] has their names,
//! [`Encoder::to_inputs`] adds up what is known of columns (contributions, importances) to what is known of the inputs. What
//! options there are, [`EncoderOptions`] says.
//!
//! Fitting looks at the rows once, whatever is asked for: [`FeatureStatistics`] are sums that merge, of which scales
//! ([`NumberStatistics::scale`]) and imputation values ([`NumberStatistics::imputation_value`]) follow. Only quantiles (robust
//! scaling, medians) and most frequent numbers need all values of a column at once, and keep them, 16 bytes a row and column.
//! Rows of weight zero are absent, and a row of weight 2 is the row twice.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_encoding::{CategoricalEncoding, Encoder, EncoderOptions, Precision, Scaling};
//! use hornbook_learner::RowSource;
//!
//! let table = Table::builder()
//!     .number("height", vec![1.5, 1.7, 1.9])
//!     .category("color", &[Some("red"), Some("blue"), Some("red")])
//!     .build()?;
//! let data = table.dataset();
//! let options = EncoderOptions { scaling: Scaling::MIN_MAX, ..EncoderOptions::default() };
//! let encoder = Encoder::fit(options, RowSource::Memory(&data), &Default::default())?;
//! assert_eq!(encoder.names(), ["height", "color=blue", "color=red"]);
//! let encoded = encoder.dense(&data.features_in_place(), Precision::F64)?;
//! assert_eq!(encoded.into_values(), [0.0, 0.0, 1.0, 0.5, 1.0, 0.0, 1.0, 0.0, 1.0]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

pub mod basis;
mod column;
mod dense;
mod encoder;
mod file;
mod hashing;
mod options;
mod products;
mod scale;
mod sparse;
mod statistics;
#[cfg(test)]
mod tests;

pub use column::{EncodedColumn, EncodedSource};
pub use dense::{DenseRows, Precision};
pub use encoder::{Encoder, encoded_features};
pub use hashing::hashed_column;
pub use options::{CategoricalEncoding, EncoderOptions, Imputation, MissingValues, Scaling, UnknownLevels};
pub use products::add_row_products;
pub use scale::FeatureScale;
pub use statistics::{FeatureStatistics, InputStatistics, LevelStatistics, NumberStatistics};
