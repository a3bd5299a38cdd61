use hornbook_core::{Learner, flatten_parameters, parameter_group};

/// How one fit is searched for.
#[parameter_group]
struct CoordinateDescentParameters {
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Maximum number of iterations (coordinate-descent sweeps over the features).
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// Convergence tolerance on the duality gap (a bound on the distance from the optimum), relative to the
    /// mean square of the target.
    #[param(default = 1e-4, range = ">0..")]
    pub tol: f64,
}

/// How a fit is chosen along a regularization path.
#[parameter_group]
struct RegularizationPathParameters {
    /// Number of alphas on the regularization path, from alpha_max (all coefficients zero) downward.
    #[param(default = 100, range = "1..=10000")]
    pub n_alphas: u32,
    /// Length of the regularization path: alpha_min / alpha_max.
    #[param(default = 1e-3, range = ">0..1")]
    pub eps: f64,
    /// Number of cross-validation folds (k).
    #[param(default = 5, range = "2..")]
    pub folds: u32,
    /// One-standard-error rule: take the largest alpha whose cross-validation error is within one standard
    /// error of the minimum (glmnet's lambda.1se), for a sparser model whose error is not significantly
    /// larger.
    #[param(default = false)]
    pub one_standard_error: bool,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Maximum number of iterations (coordinate-descent sweeps) per alpha.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// Convergence tolerance on the duality gap of each fit, relative to the mean square of the target.
    #[param(default = 1e-4, range = ">0..")]
    pub tol: f64,
}

/// Lasso: least squares with an L1 penalty (L1 regularization), which sets most coefficients to exactly zero
/// and so selects features.
///
/// For many features of which a few matter: a sparse model with built-in feature selection, fitted by
/// coordinate descent to a certified duality gap. The intercept is not penalized. The penalty assumes
/// features on one scale, so standardize features of different units first. Choose `alpha` by
/// cross-validation with `lasso-cv`.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "lasso",
    aliases("l1 regression", "basis pursuit"),
    sklearn = "Lasso",
    r = "glmnet::glmnet(alpha = 1)",
    family = "linear",
    python = "Lasso",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear")
)]
pub struct Lasso {
    /// Regularization strength: the objective is RSS/(2n) + alpha·‖w‖₁, as in scikit-learn and glmnet. Larger
    /// values give sparser models.
    #[param(default = 1.0, range = ">0..", search = "1e-4..10 log")]
    pub alpha: f64,
    #[group]
    descent: CoordinateDescentParameters,
}

/// Elastic net: least squares with a mixed L1 and L2 penalty (L1 and L2 regularization); correlated features
/// are kept or dropped together.
///
/// Between the lasso and ridge regression: most coefficients are exactly zero (feature selection), but
/// correlated features are all kept, with similar coefficients. Fitted by coordinate descent. The intercept
/// is not penalized. Standardize features of different units first. Choose `alpha` by cross-validation with
/// `elastic-net-cv`.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "elastic-net",
    aliases("enet", "elasticnet"),
    sklearn = "ElasticNet",
    r = "glmnet::glmnet",
    weka = "ElasticNet",
    family = "linear",
    python = "ElasticNet",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear")
)]
pub struct ElasticNet {
    /// Regularization strength: the objective is RSS/(2n) + alpha·(l1_ratio·‖w‖₁ + (1 − l1_ratio)/2·‖w‖₂²),
    /// as in scikit-learn and glmnet.
    #[param(default = 1.0, range = ">0..", search = "1e-4..10 log")]
    pub alpha: f64,
    /// Elastic-net mixing parameter: 1 is the lasso (pure L1 penalty), 0 is ridge regression (pure L2
    /// penalty).
    #[param(default = 0.5, range = "0..=1", search = "0..1")]
    pub l1_ratio: f64,
    #[group]
    descent: CoordinateDescentParameters,
}

/// Lasso with the regularization strength `alpha` chosen by cross-validation along the regularization path
/// (LassoCV, R's cv.glmnet).
///
/// Rows are assigned to folds by their content and the random seed. For each fold, the whole regularization
/// path is fitted on the other folds and evaluated on this one; the alpha with the smallest mean squared
/// error (or, by the one-standard-error rule, a larger one) is refitted on all rows. The summary has the
/// cross-validation curve. The intercept is not penalized.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "lasso-cv",
    aliases("lassocv"),
    sklearn = "LassoCV",
    r = "glmnet::cv.glmnet(alpha = 1)",
    family = "linear",
    python = "LassoCV",
    tasks(regression),
    categories,
    sample_weights,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear"),
    work = "folds * (rows * columns^2 + n_alphas * columns^2)"
)]
pub struct LassoCV {
    #[group]
    path: RegularizationPathParameters,
}

/// Elastic net with the regularization strength `alpha` chosen by cross-validation along the regularization
/// path (ElasticNetCV, R's cv.glmnet).
///
/// As `lasso-cv`, with a mixed L1 and L2 penalty (`l1_ratio`).
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "elastic-net-cv",
    aliases("elasticnetcv"),
    sklearn = "ElasticNetCV",
    r = "glmnet::cv.glmnet",
    family = "linear",
    python = "ElasticNetCV",
    tasks(regression),
    categories,
    sample_weights,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Linear"),
    work = "folds * (rows * columns^2 + n_alphas * columns^2)"
)]
pub struct ElasticNetCV {
    /// Elastic-net mixing parameter: 1 is the lasso (pure L1 penalty); toward 0 it approaches ridge
    /// regression (L2 penalty).
    #[param(default = 0.5, range = ">0..=1", search = "0.05..1")]
    pub l1_ratio: f64,
    #[group]
    path: RegularizationPathParameters,
}
