//! Model selection: hyperparameter tuning, learning and validation curves, information criteria, bias-variance.
//!
//! A [`Tuner`] tunes the hyperparameters of a learner on splits of the training rows. A [`AutoTuned`] learner is a learner
//! like any other that tunes itself on whatever rows it is trained on: evaluating it is nested cross-validation.
//!
//! | the question | what answers it |
//! |---|---|
//! | would more rows help? | [`LearningCurve`] |
//! | how complex should the model be? | [`ValidationCurve`] |
//! | how long should it train? | [`TrainingCurve`], [`EarlyStopping`] |
//! | does it fit too little or too much? | [`diagnose`], [`overfits`] |
//! | why is it wrong? | [`BiasVariance`]; where all probabilities are known, [`ErrorCauses`] |
//! | which model, without rows to spare? | [`InformationCriteria`], [`DescriptionLength`] |
//! | which of several that do alike? | [`simplest_within_one_se`], [`least_cost`] |
//! | which of two learners, where the rows can be simulated? | [`ExpectedDifference`] |

mod auto_tuned;
mod bias_variance;
mod criteria;
mod decomposition;
mod description_length;
mod diagnosis;
mod early_stopping;
mod early_stopping_observer;
mod error_causes;
mod expected_difference;
mod fold_mean;
mod forecast;
mod learning_curve;
mod one_standard_error;
mod power_law;
mod space;
mod strategy;
mod tpe;
mod train_test_scores;
mod training_curve;
mod training_sets;
mod tuner;
mod tuning_result;
mod validation_curve;

pub use auto_tuned::AutoTuned;
pub use bias_variance::{SquaredLossDecomposition, ZeroOneLossDecomposition};
pub use criteria::{InformationCriteria, log_likelihood};
pub use decomposition::{BiasVariance, BiasVarianceOptions, LossDecomposition, TrainingSamples};
pub use description_length::{DescriptionLength, code_length, shortest};
pub use diagnosis::{FitDiagnosis, FitKind, TrainTestErrors, diagnose, overfits};
pub use early_stopping::EarlyStopping;
pub use early_stopping_observer::EarlyStoppingObserver;
pub use error_causes::{ErrorCauses, ErrorCausesOptions};
pub use expected_difference::{ExpectedDifference, ExpectedDifferenceOptions};
pub use fold_mean::FoldMean;
pub use forecast::LearningCurveForecast;
pub use learning_curve::{LearningCurve, LearningCurveOptions, LearningPoint};
pub use one_standard_error::{ScoredModel, best, least_cost, regularized_cost, simplest_within_one_se};
pub use power_law::PowerLaw;
pub use space::{Dimension, ParameterDomain, SearchSpace};
pub use strategy::Strategy;
pub use training_curve::{TrainingCurve, TrainingCurvePoint};
pub use training_sets::{TestRows, TrainingSizes};
pub use tuner::{SelectionRule, Tuner};
pub use tuning_result::{Trial, TuningResult};
pub use validation_curve::{ValidationCurve, ValidationPoint};

pub(crate) use space::shown;
