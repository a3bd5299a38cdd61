//! What a learner is.
//!
//! A learner is a plain struct of hyperparameters, declared with `#[derive(Learner)]`; [`Fit::fit`] turns it and a
//! [`Dataset`](hornbook_data::Dataset) into a [`Model`], a plain struct of what was learned. Beneath stand the
//! object-safe [`Learner`] and [`Model`], so that the command line, Python and pipelines can hold any of them,
//! and the [`Registry`], the list of all there are.
//!
//! Learners that can are written as iterations of *fold a mergeable statistic over the rows, then update*
//! ([`StatisticalQuery`]); the same code then runs on threads over memory and in batches over a file larger than memory.
//!
//! [`Baseline`] is the smallest complete learner, and the one to read first.

mod attributes;
mod baseline;
mod calibrator;
mod check;
mod column_transformer;
pub mod drawing;
mod explained_row;
mod explanation;
mod file_batches;
mod fit;
mod folds;
pub mod format;
mod intervals;
mod learner_columns;
mod model;
mod model_part;
mod model_title;
mod nested;
pub mod outliers;
mod outputs;
mod parameter_path;
mod pipeline;
mod precomputed;
mod profile;
mod registry;
mod row_blocks;
mod row_sampler;
mod select_columns;
mod shap_values;
mod statistical_query;
mod time_order;
mod training_input;
mod transformer;
mod unit_weight_sampler;

pub use attributes::{AttributeValue, attribute, attributes_of};
pub use baseline::{Baseline, BaselineModel};
pub use calibrator::{CalibrationMap, Calibrator, ClassCalibrator};
pub use check::{LARGEST_VALUE, LearnerAbilities, SMALLEST_TARGET, TOTAL_WEIGHTS, checked, is_sample_weight};
pub use column_transformer::{ColumnTransformer, ColumnTransformerModel, Remainder};
pub use explained_row::ExplainedRow;
pub use explanation::{Explanation, Section};
pub use file_batches::FileBatches;
pub use fit::{Fit, Learner};
pub use folds::{FoldRows, FoldScheme, InnerFolds, predefined_folds};
pub use format::CellText;
pub use intervals::PredictionIntervals;
pub use learner_columns::{strings_read_by, taken_columns};
pub use model::{Clusterer, Inspect, LoadModel, Model, ModelInfo, Predictor, Sampler, TrainingSummary};
pub use model_part::{read_model_part, take_model_part, write_model_part};
pub use nested::{load_nested_model, nested_header};
pub use outputs::{
    OutputRequest, PROBABILITY_TOLERANCE, Prediction, Predictions, TargetOutputs, first_largest,
    is_distribution,
};
pub use parameter_path::{ParameterPath, all_parameters, parameter_of, step_names};
pub use pipeline::{Pipeline, PipelineModel};
pub use precomputed::{PrecomputedFit, ReweightedTrainer};
pub use profile::{ColumnDrift, ColumnProfile, DriftCounts, DriftReport, Profile, ValueProfile};
pub use registry::{DEFAULT_LEARNER, Registry, RegistryEntry};
pub use row_sampler::RowSampler;
pub use select_columns::{ColumnSubset, DropColumns, SelectColumns};
pub use shap_values::ShapValues;
pub use statistical_query::{
    Batches, CHUNK_ROWS, CheckedBatches, PassOutcome, StatisticalQuery, TableBatches, run_query_in_batches,
    run_query_in_memory,
};
pub use time_order::{rows_by_time, time_blocks};
pub use training_input::{RowSource, TrainingInput};
pub use transformer::{
    ColumnBlock, ColumnOrigins, FittedPart, FittedTransformer, TransformedBatches, TransformedRows,
    Transformer, TransformerModel, load_earlier_pipeline, training_features, transformed_dataset,
    transformer_schema,
};
pub use unit_weight_sampler::UnitWeightSampler;

/// The learners of this crate, as the registry lists them.
pub fn registry_entries() -> Vec<RegistryEntry> {
    vec![
        RegistryEntry::of::<Baseline>(),
        RegistryEntry::of::<Pipeline>(),
        RegistryEntry::of::<ColumnTransformer>(),
        RegistryEntry::of::<SelectColumns>(),
        RegistryEntry::of::<DropColumns>(),
    ]
}
