use hornbook_core::{Choice, Learner};
use serde::{Deserialize, Serialize};

/// Spline features: numeric features become B-splines, on which a linear model fits smooth curves.
///
/// A transformer for a pipeline, like scikit-learn's SplineTransformer: knots are fitted on the training data only (no data
/// leakage). Dates, categorical, boolean and text features are passed through, and missing values stay missing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "spline-features",
    aliases("b-splines", "spline transformer", "SplineTransformer"),
    sklearn = "SplineTransformer",
    r = "splines::bs, recipes::step_spline_b",
    family = "preprocessing",
    tasks(transformation),
    removes(scale),
    applied = "expanded to splines",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct SplineFeatures {
    /// Number of knots, with both ends.
    #[param(default = 5, range = "2..=10000", search = "3..20")]
    pub n_knots: u32,
    /// Degree of the polynomials between knots.
    #[param(default = 3, range = "0..=20", search = "1..4")]
    pub degree: u32,
    /// Where the knots are.
    #[param(default = SplineKnots::Uniform, search = "every")]
    pub knots: SplineKnots,
    /// What becomes of numbers beyond those of training.
    #[param(default = SplineExtrapolation::Constant)]
    pub extrapolation: SplineExtrapolation,
    /// Whether all splines are columns, which add up to 1; else the last is left out.
    #[param(default = true)]
    pub include_bias: bool,
}

/// Where the knots are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum SplineKnots {
    /// At equal distances from the smallest to the largest number.
    Uniform,
    /// At quantiles: with as many rows between any two.
    Quantile,
}

/// What becomes of numbers beyond those of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum SplineExtrapolation {
    /// The splines stay what they are at the end.
    Constant,
    /// The splines go on as straight lines.
    Linear,
    /// The polynomials of the last interval go on.
    Continue,
    /// The splines repeat themselves: the first and the last knot are the same.
    Periodic,
    /// Such numbers are refused with a sentence.
    Error,
}
