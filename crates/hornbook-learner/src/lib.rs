//! What a learner is.
//!
//! A learner is a plain struct of hyperparameters, declared with `#[derive(Learner)]`; [`Fit::learn`] turns it and a
//! [`Dataset`](hornbook_data::Dataset) into a [`Model`], a plain struct of what was learned. Beneath stand the
//! object-safe [`Learner`] and [`Model`], so that the command line, Python and pipelines can hold any of them,
//! and the [`Registry`], the list of all there are.
//!
//! Learners that can are written as iterations of *fold a mergeable statistic over the rows, then update*
//! ([`StatisticalQuery`]); the same code then runs on threads over memory and in batches over a file larger than memory.
//!
//! [`Baseline`] is the smallest complete learner, and the one to read first.

mod baseline;
mod calibrator;
pub mod drawing;
mod explanation;
mod file_batches;
mod fit;
pub mod format;
mod intervals;
mod model;
mod nested;
pub mod outliers;
mod precomputed;
mod profile;
mod registry;
mod row_sampler;
mod shap_values;
mod statistical_query;
mod unit_weight_sampler;

pub use baseline::{Baseline, BaselineModel};
pub use calibrator::{CalibrationMap, Calibrator, ClassCalibrator};
pub use explanation::{Explanation, Section};
pub use file_batches::FileBatches;
pub use fit::{
    Fit, LARGEST_VALUE, Learner, SMALLEST_TARGET, TOTAL_WEIGHTS, check_data, checked, is_sample_weight,
};
pub use intervals::PredictionIntervals;
pub use model::{
    LoadModel, Model, ModelInfo, PROBABILITY_TOLERANCE, Prediction, Predictions, TrainingSummary,
    first_largest, is_distribution,
};
pub use nested::{load_nested_model, nested_header};
pub use precomputed::{PrecomputedFit, ReweightedTrainer};
pub use profile::{ColumnDrift, ColumnProfile, DriftCounts, DriftReport, Profile, ValueProfile};
pub use registry::{Registry, RegistryEntry};
pub use row_sampler::RowSampler;
pub use shap_values::ShapValues;
pub use statistical_query::{
    Batches, CHUNK_ROWS, PassOutcome, StatisticalQuery, TableBatches, learn_in_batches,
    learn_in_checked_batches, learn_in_memory,
};
pub use unit_weight_sampler::UnitWeightSampler;
