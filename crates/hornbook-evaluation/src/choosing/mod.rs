//! Choosing among learners and their parameters.
//!
//! A [`Tuner`] tries parameters of a learner on splits of the training rows. A [`Tuned`] learner is a learner like any
//! other that tunes itself on whatever rows it is trained on: evaluating it is nested cross-validation.

mod early_stopping;
mod parzen;
mod space;
mod strategy;
mod tuned;
mod tuner;
mod tuning;

pub use early_stopping::EarlyStopping;
pub use space::{Dimension, SearchSpace, Values};
pub use strategy::Strategy;
pub use tuned::Tuned;
pub use tuner::{Rule, Tuner};
pub use tuning::{Trial, Tuning};

pub(crate) use space::shown;
