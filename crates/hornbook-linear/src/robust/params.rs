use hornbook_core::{Choice, Learner};

/// Huber regression: robust regression for outliers in the target; squared loss near the fit, absolute loss beyond
/// `epsilon` (Huber loss).
///
/// For targets with a few extreme values. The Huber threshold is in units of the residual scale, which is
/// estimated together with the coefficients. No regularization by default (`alpha = 0`), unlike scikit-learn,
/// so that standard errors, p-values and confidence intervals are reported; categorical features use dummy
/// coding then, with the first level as the reference category. Not robust to high-leverage points (outliers
/// in the features).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "huber-regression",
    aliases("huber", "robust regression", "m-estimator"),
    sklearn = "HuberRegressor",
    r = "MASS::rlm",
    family = "linear",
    python = "HuberRegressor",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::SCALE),
    python_mixins("linear.Huber"),
    work = "20 * (rows * columns^2 + columns^3)"
)]
pub struct HuberRegression {
    /// Huber threshold in units of the residual scale; 1.35 gives 95 % efficiency for normal errors.
    #[param(default = 1.35, range = ">1..")]
    pub epsilon: f64,
    /// L2 regularization strength: the objective is the sum of the losses + alpha·‖w‖₂². With a penalty,
    /// standard errors, p-values and confidence intervals are not reported.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e2 log")]
    pub alpha: f64,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Convergence tolerance: stop when the predicted decrease is below this fraction of the loss of the
    /// intercept-only model.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Maximum number of iterations.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// Quantile regression: a conditional quantile of the target, such as the median, by minimizing the pinball
/// loss.
///
/// The median is robust to outliers in the target; two quantiles, such as 0.05 and 0.95, give a prediction
/// interval without assumptions about the noise. No regularization by default (`alpha = 0`), unlike
/// scikit-learn: standard errors, p-values and confidence intervals are reported, and categorical features
/// use dummy coding with the first level as the reference category. `alpha` adds an L1 penalty. The optimum
/// is exact (interior point, then a vertex). All rows are held in memory.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "quantile-regression",
    aliases("median regression", "least absolute deviations", "lad", "pinball loss"),
    sklearn = "QuantileRegressor",
    r = "quantreg::rq",
    family = "linear",
    python = "QuantileRegressor",
    tasks(regression),
    categories,
    sample_weights,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear")
)]
pub struct QuantileRegression {
    /// Quantile level: the fraction of targets below the prediction; 0.5 is the median.
    #[param(default = 0.5, range = ">0..1")]
    pub quantile: f64,
    /// L1 regularization strength: the objective is the mean pinball loss + alpha·‖w‖₁, which sets
    /// coefficients to zero. With a penalty, standard errors are not reported.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// How standard errors are estimated, if there is no penalty.
    #[param(default = QuantileErrors::Kernel)]
    pub errors: QuantileErrors,
    /// Maximum number of iterations.
    #[param(default = 200, range = "1..")]
    pub max_iter: u32,
}

/// How standard errors of quantile coefficients are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum QuantileErrors {
    /// Kernel sandwich estimator (Powell): the density of the target at the fit may depend on the features.
    Kernel,
    /// Non-iid sandwich estimator (Hendricks and Koenker), from two more fits of quantiles nearby. Takes
    /// three times as long.
    Nid,
    /// Independent, identically distributed errors: one density for all rows.
    Iid,
}
