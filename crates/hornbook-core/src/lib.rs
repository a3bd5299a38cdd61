//! What everything else in Hornbook stands on: one [`Error`], one source of random numbers ([`Seed`]),
//! one context for long work ([`Run`]) and one way to declare what a learner can be told ([`Declaration`]).
//!
//! Nothing here knows about tables or models; those build on top.

mod amount;
mod column_parameters;
pub mod declaration;
mod error;
mod learner_spec;
mod run;
mod seed;
mod task;

pub use amount::Amount;
pub use column_parameters::{ColumnName, ColumnSets, PerColumn};
pub use declaration::{
    Abilities, Declaration, Declared, Kind, ParameterSpec, ParameterValue, Parameters, Range, Search,
};
pub use error::{Error, ErrorKind, Result, closest_name};
pub use hornbook_derive::{Choice, Learner};
pub use learner_spec::LearnerSpec;
pub use run::{CancelToken, Observer, Progress, Run, TraceEvent, Verdict};
pub use seed::{Rng, Seed};
pub use task::Task;

/// The dynamic value that parameters, traces and machine-readable output share.
pub use serde_json::Value;
