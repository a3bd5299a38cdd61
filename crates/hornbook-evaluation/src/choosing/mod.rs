//! Choosing among learners, their parameters and their models, and knowing how much data they need.
//!
//! A [`Tuner`] tries parameters of a learner on splits of the training rows. A [`Tuned`] learner is a learner like any
//! other that tunes itself on whatever rows it is trained on: evaluating it is nested cross-validation.
//!
//! | the question | what answers it |
//! |---|---|
//! | would more rows help? | [`LearningCurve`] |
//! | how complex should the model be? | [`ValidationCurve`] |
//! | how long should it train? | [`TrainingCurve`], [`EarlyStopping`] |
//! | does it fit too little or too much? | [`diagnose`], [`overfits`] |
//! | why is it wrong? | [`BiasVariance`] |
//! | which model, without rows to spare? | [`InformationCriteria`], [`DescriptionLength`] |
//! | which of several that do alike? | [`simplest`], [`least_cost`] |
//! | which of two learners, where the rows can be simulated? | [`ExpectedDifference`] |

mod bias_variance;
mod criteria;
mod decomposition;
mod description_length;
mod early_stopping;
mod estimate;
mod expected_difference;
mod learning_curve;
mod ockham;
mod outlook;
mod parzen;
mod power_law;
mod sides;
mod space;
mod strategy;
mod training_curve;
mod training_sets;
mod training_watch;
mod tuned;
mod tuner;
mod tuning;
mod validation_curve;
mod verdict;

pub use bias_variance::{SquaredParts, ZeroOneParts};
pub use criteria::{InformationCriteria, log_likelihood};
pub use decomposition::{BiasVariance, BiasVarianceOptions, LossParts, TrainingSamples};
pub use description_length::{DescriptionLength, code_length, shortest};
pub use early_stopping::EarlyStopping;
pub use estimate::Estimate;
pub use expected_difference::{ExpectedDifference, ExpectedDifferenceOptions};
pub use learning_curve::{LearningCurve, LearningCurveOptions, LearningPoint};
pub use ockham::{Candidate, best, least_cost, regularised_cost, simplest};
pub use outlook::Outlook;
pub use power_law::PowerLaw;
pub use space::{Dimension, SearchSpace, Values};
pub use strategy::Strategy;
pub use training_curve::{Record, TrainingCurve};
pub use training_sets::{TestRows, TrainingSizes};
pub use training_watch::TrainingWatch;
pub use tuned::Tuned;
pub use tuner::{Rule, Tuner};
pub use tuning::{Trial, Tuning};
pub use validation_curve::{ValidationCurve, ValidationPoint};
pub use verdict::{Diagnosis, Errors, Fitting, diagnose, overfits};

pub(crate) use space::shown;
