use hornbook_core::{Choice, Error, Learner, Result};
use hornbook_encoding::Scaling;

/// Feature scaling: standardization (z-score), min-max, max-abs or robust (median and interquartile
/// range) scaling.
///
/// A transformer for a pipeline, like scikit-learn's StandardScaler, MinMaxScaler, MaxAbsScaler and RobustScaler: center and
/// scale are fitted on the training data only, inside each fold (no data leakage). Categorical, boolean and text
/// features and missing values are passed through. Sparse features are divided and not centered.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "scale-columns",
    aliases("scaler", "standardize", "feature scaling"),
    sklearn = "StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler",
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
    out_of_core,
    explicit_only
)]
pub struct ScaleColumns {
    /// Scaling method: what is subtracted from a numeric feature, and what it is divided by.
    #[param(default = ScalingMethod::Standard, search = "every", aliases("rule"))]
    pub method: ScalingMethod,
    /// Whether standardization subtracts the mean, and robust scaling the median.
    #[param(default = true, aliases("with_mean"))]
    pub with_centering: bool,
    /// Whether standardization divides by the standard deviation, and robust scaling by the quantile range.
    #[param(default = true, aliases("with_std"))]
    pub with_scaling: bool,
    /// The range that min-max scaling gives the training data: two numbers; none takes 0 and 1.
    pub feature_range: Option<Vec<f64>>,
    /// Whether min-max and max-abs scaling clip values beyond those of training to the range.
    #[param(default = false)]
    pub clip: bool,
    /// The quantiles of robust scaling in percent: two numbers; none takes the quartiles, 25 and 75.
    pub quantile_range: Option<Vec<f64>>,
    /// Whether robust scaling gives normally distributed features a variance of 1.
    #[param(default = false)]
    pub unit_variance: bool,
}

/// Scaling method: what is subtracted from a numeric feature, and what it is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ScalingMethod {
    /// Standardization (z-score): the mean, and the standard deviation.
    Standard,
    /// Min-max scaling to [0, 1]: the minimum, and the range.
    MinMax,
    /// Max-abs scaling to [-1, 1]: nothing, and the largest absolute value. Zeros stay zeros.
    MaxAbs,
    /// Robust scaling: the median, and the interquartile range (IQR).
    Robust,
}

impl ScaleColumns {
    /// The scaling that was chosen, or a sentence about ranges that are none.
    pub(super) fn scaling(&self) -> Result<Scaling> {
        let scaling = match self.method {
            ScalingMethod::Standard => {
                Scaling::Standard { with_mean: self.with_centering, with_std: self.with_scaling }
            }
            ScalingMethod::MinMax => Scaling::MinMax { feature_range: self.output_range()? },
            ScalingMethod::MaxAbs => Scaling::MaxAbs,
            ScalingMethod::Robust => {
                let (low, high) = pair("quantile_range", self.quantile_range.as_deref(), (25.0, 75.0))?;
                Scaling::Robust {
                    with_centering: self.with_centering,
                    with_scaling: self.with_scaling,
                    quantile_range: (low / 100.0, high / 100.0),
                    unit_variance: self.unit_variance,
                }
            }
        };
        scaling.check()?;
        Ok(scaling)
    }

    /// The range that min-max scaling gives the training data.
    pub(super) fn output_range(&self) -> Result<(f64, f64)> {
        pair("feature_range", self.feature_range.as_deref(), (0.0, 1.0))
    }
}

/// The two numbers of a range.
fn pair(name: &str, given: Option<&[f64]>, usual: (f64, f64)) -> Result<(f64, f64)> {
    match given {
        None => Ok(usual),
        Some(&[low, high]) => Ok((low, high)),
        Some(others) => Err(Error::data(
            format!("{name} is {} numbers", others.len()),
            format!("give two, like {name}=[{},{}]", usual.0, usual.1),
        )),
    }
}
