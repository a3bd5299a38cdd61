use hornbook_core::{Choice, Learner};

/// Feature scaling: standardization (z-score), min-max or robust (median and interquartile
/// range) scaling.
///
/// A transformer for a pipeline, like scikit-learn's StandardScaler, MinMaxScaler and RobustScaler: center and scale are
/// fitted on the training data only, inside each fold (no data leakage). Categorical, boolean and text
/// features and missing values are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "scale-columns",
    aliases("scaler", "standardize", "feature scaling", "normalize"),
    sklearn = "StandardScaler, MinMaxScaler, RobustScaler",
    r = "scale",
    weka = "Standardize, Normalize",
    family = "preprocessing",
    tasks(transformation),
    removes(scale),
    applied = "scaled",
    missing,
    categories,
    text,
    sample_weights,
    explicit_only
)]
pub struct ScaleColumns {
    /// Scaling method: what is subtracted from a numeric feature, and what it is divided by.
    #[param(default = ScalingMethod::Standard, search = "every", aliases("rule"))]
    pub method: ScalingMethod,
}

/// Scaling method: what is subtracted from a numeric feature, and what it is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ScalingMethod {
    /// Standardization (z-score): the mean, and the standard deviation.
    Standard,
    /// Min-max scaling to [0, 1]: the minimum, and the range.
    MinMax,
    /// Robust scaling: the median, and the interquartile range (IQR).
    Robust,
}
