//! Binning (discretization).
//!
//! A number becomes the interval it lies in: of equal width, of as many rows each (quantiles), around the centers of k-means in one
//! dimension, or, with a target of classes, where the minimum description length principle puts cuts (Fayyad and Irani): a cut is
//! made where it lowers the entropy of the classes most, and stays if $\text{gain} > (\log_2(N - 1) + \Delta) / N$ with
//! $\Delta = \log_2(3^k - 2) - (k H - k_1 H_1 - k_2 H_2)$. A linear model on bins fits steps.
//!
//! Equal width takes one pass; the others keep and sort the numbers of a column. Values beyond those of training belong to the
//! first and the last bin, and missing values stay missing. No random numbers are drawn.
//!
//! Trees cut numbers themselves and gain nothing from bins.
//!
//! References: Fayyad and Irani, *Multi-interval discretization of continuous-valued attributes for classification learning* (1993);
//! Dougherty, Kohavi and Sahami, *Supervised and unsupervised discretization of continuous features* (1995).
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_preprocessing::Binning;
//!
//! let table = Table::builder().number("x", vec![0.0, 1.0, 2.0, 10.0]).build()?;
//! let model = Binning::default().n_bins(2).fit(&table.dataset())?;
//! assert!(model.explain().to_string().contains("x: 2 bins, cut at 1.5"));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bins;
mod fit;
mod k_means;
mod mdl;
mod params;
#[cfg(test)]
mod tests;

pub use bins::FittedBins;
pub use params::{BinEncoding, Binning, BinningStrategy, CutQuantiles};

use crate::column_wise::ColumnWise;
use hornbook_learner::TransformerModel;

/// Fitted bins.
pub type BinningModel = TransformerModel<ColumnWise<FittedBins>>;
