//! Evaluation metrics as plain functions of true and predicted values.
//!
//! Classes are codes from 0, matrices are row-major. Weights are optional everywhere and exact: weight 2 is the
//! row twice, weight 0 the row absent. What cannot be measured is refused with a sentence: no rows, lengths that
//! differ, codes that do not exist, missing scores, weights that are negative or all zero. What is undefined, such
//! as the precision of a class that is never predicted, is NaN, unless the metric says otherwise.
//!
//! | what was predicted | look at |
//! |---|---|
//! | classes | [`ConfusionMatrix`], [`ClassificationReport`]; [`Multilabel`] for many labels a row |
//! | scores | [`SortedScores`] with [`RocCurve`], [`PrecisionRecallCurve`], [`gain_curve`]; [`AucComponents`] for intervals |
//! | probabilities | [`log_loss`], [`brier`], [`CalibrationCurve`] |
//! | classes and probabilities | [`ClassificationMeasures`], everything at once |
//! | numbers | [`regression`], [`mean_tweedie_deviance`], [`pearson`], [`spearman`], [`kendall`] |
//! | an order, query by query | [`Queries`] |
//! | clusters | [`Contingency`] against classes, [`cluster_shape`] against the rows |

pub mod cluster_shape;
pub mod regression;

mod calibration;
mod calibration_test;
mod class_counts;
mod clustering;
mod confusion;
mod correlation;
mod delong;
mod deviance;
mod gain;
mod multilabel;
mod pairs;
mod precision_recall;
mod probability;
mod ranking;
mod report;
mod roc;
mod rows;
mod sorted_scores;
mod top_k;

pub use calibration::{CalibrationBin, CalibrationBinning, CalibrationCurve, sharpness};
pub use calibration_test::CalibrationTest;
pub use class_counts::{Average, ClassCounts, ClassMeasure, average};
pub(crate) use class_counts::{matthews, mean};
pub use clustering::{Contingency, EntropyMean};
pub use confusion::{ConfusionMatrix, KappaWeights};
pub use correlation::{kendall, pearson, spearman};
pub use delong::{AucComparison, AucComponents};
pub use deviance::{d2_tweedie, mean_tweedie_deviance};
pub use gain::{GainPoint, gain_curve, kolmogorov_smirnov};
pub use multilabel::Multilabel;
pub use precision_recall::{PrecisionRecallCurve, average_precision};
pub use probability::{
    binary_brier, binary_hinge_loss, binary_log_loss, brier, d2_brier, d2_log_loss, hinge_loss, log_loss,
    zero_one_loss,
};
pub use ranking::{Queries, QueryMeasure};
pub use report::{ClassificationMeasures, ClassificationReport, ReportLine};
pub use roc::{RocCurve, one_vs_one_area, one_vs_rest_area, one_vs_rest_areas};
pub(crate) use rows::RowWeights;
pub use sorted_scores::{SortedScores, ThresholdPoint};
pub use top_k::top_k_accuracy;
