//! What a learner is.
//!
//! A learner is a plain struct of parameters, declared with `#[derive(Learner)]`; [`Fit::learn`] turns it and a
//! [`Dataset`](hornbook_data::Dataset) into a [`Model`], a plain struct of what was learned. Beneath stand the
//! object-safe [`Learner`] and [`Model`], so that the command line, Python and pipelines can hold any of them,
//! and the [`Registry`], the list of all there are.
//!
//! Learners that can are written as rounds of *fold a mergeable statistic over the rows, then update*
//! ([`Query`]); the same code then runs on threads over memory and in batches over a file larger than memory.
//!
//! [`Baseline`] is the smallest complete learner, and the one to read first.

mod baseline;
mod calibrator;
mod contributions;
pub mod drawing;
mod explanation;
mod file_batches;
mod fit;
mod intervals;
mod model;
pub mod outliers;
mod prepared;
mod profile;
mod query;
mod registry;
mod units;
mod urn;
mod within;
pub mod words;

pub use baseline::{Baseline, BaselineModel};
pub use calibrator::{CalibrationMap, Calibrator, Curve};
pub use contributions::Contributions;
pub use explanation::{Explanation, Section};
pub use file_batches::FileBatches;
pub use fit::{Fit, Learner, check_data, checked};
pub use intervals::PredictionIntervals;
pub use model::{Model, ModelInfo, Prediction, Predictions, Stored, Summary, first_largest};
pub use prepared::{Prepared, Retrainer};
pub use profile::{ColumnDrift, ColumnProfile, DriftCounts, DriftReport, Profile, ValueProfile};
pub use query::{
    Batches, CHUNK_ROWS, Query, Step, TableBatches, learn_in_batches, learn_in_checked_batches,
    learn_in_memory,
};
pub use registry::{Entry, Registry};
pub use units::Units;
pub use urn::Urn;
pub use within::{header_within, model_within};
