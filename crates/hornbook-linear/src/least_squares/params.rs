use hornbook_core::Learner;

/// Linear regression by ordinary least squares (OLS), with standard errors, t-tests and confidence intervals.
///
/// The first model to try for a numeric target. Each coefficient says how much the target changes with one
/// feature while the others are held fixed; the table has standard errors, t-statistics, p-values, 95 %
/// confidence intervals and variance inflation factors, as R's `lm` prints them. Categorical features use
/// dummy coding (treatment coding); the first level is the reference category. Collinear features (perfect
/// multicollinearity, a rank-deficient design) are allowed: the minimum-norm solution is returned, and
/// coefficients that are not estimable are named.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-regression",
    aliases("ols", "ordinary least squares", "least squares", "lm"),
    sklearn = "LinearRegression",
    r = "lm",
    weka = "LinearRegression",
    family = "linear",
    python = "LinearRegression",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    multi_output,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear"),
    work = "rows * columns^2 + columns^3"
)]
pub struct LinearRegression {
    /// Whether to fit an intercept (bias term); without one the fit goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
}

/// Ridge regression: least squares with an L2 penalty on the coefficients (L2 regularization), which shrinks
/// them toward zero.
///
/// For many or correlated features (multicollinearity), where ordinary least squares overfits. The intercept
/// is not penalized. The penalty assumes features on one scale, so standardize features of different units
/// first (`standardize`).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "ridge",
    aliases("l2 regression", "tikhonov regularization", "ridge regression"),
    sklearn = "Ridge",
    r = "MASS::lm.ridge, glmnet::glmnet(alpha = 0)",
    weka = "LinearRegression -R",
    family = "linear",
    python = "Ridge",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    multi_output,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear"),
    work = "rows * columns^2 + columns^3",
    study("alpha=10", "alpha=100", "alpha=0.1")
)]
pub struct Ridge {
    /// Regularization strength: the objective is RSS + alpha·‖w‖₂². Larger values regularize more; 0 is
    /// ordinary least squares.
    #[param(default = 1.0, range = "0..", search = "1e-3..1e3 log")]
    pub alpha: f64,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Whether to standardize features for the penalty; coefficients are reported on the original scale (as
    /// glmnet does).
    #[param(default = false)]
    pub standardize: bool,
}
