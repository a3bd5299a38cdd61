//! The whole machine-learning textbook as one fast toolkit.

pub mod doors;

pub use hornbook_core::{
    CancelToken, Declaration, Declared, Error, ErrorKind, Observer, Parameters, Progress, Result, Run, Seed,
    Task, TraceEvent, Value, Verdict,
};
pub use hornbook_data as data;
pub use hornbook_data::{Dataset, Table};
pub use hornbook_evaluation as evaluation;
pub use hornbook_learner::{
    Baseline, Batches, CalibrationMap, Calibrator, Curve, Entry, Explanation, FileBatches, Fit, Learner,
    Model, ModelInfo, Prediction, Predictions, Registry,
};
pub use hornbook_math as math;
pub use hornbook_model_file as model_file;
pub use hornbook_trees as trees;
pub use hornbook_trees::{BfsId3, C45, Cart, DecisionTree, Hunt, Id3};

/// Every learner there is.
pub fn registry() -> Registry {
    Registry::new(vec![
        Entry::of::<Baseline>(),
        Entry::of::<DecisionTree>(),
        Entry::of::<Id3>(),
        Entry::of::<C45>(),
        Entry::of::<Cart>(),
        Entry::of::<Hunt>(),
        Entry::of::<BfsId3>(),
    ])
}
