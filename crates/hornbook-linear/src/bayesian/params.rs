use hornbook_core::Learner;

/// Bayesian ridge regression: Bayesian linear regression with a normal prior on the coefficients, whose
/// precision is estimated by empirical Bayes.
///
/// Ridge whose regularization strength is estimated by maximizing the marginal likelihood (evidence;
/// empirical Bayes): no hyperparameter to tune. It gives the posterior of the coefficients and the predictive
/// distribution, with standard deviations. With known precisions of the noise and of the prior
/// (`noise_precision`, `prior_precision`), it is Bayesian linear regression in closed form. The prior is the
/// same for all coefficients, so standardize features of different units first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bayesian-ridge",
    aliases("bayesian linear regression", "evidence approximation"),
    sklearn = "BayesianRidge",
    r = "arm::bayesglm",
    family = "linear",
    python = "BayesianRidge",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::POSTERIOR),
    python_mixins("linear.Bayesian"),
    work = "rows * columns^2 + columns^3"
)]
pub struct BayesianRidge {
    /// Shape of the gamma prior on the noise precision.
    #[param(default = 1e-6, range = "0..")]
    pub alpha_1: f64,
    /// Rate of the gamma prior on the noise precision.
    #[param(default = 1e-6, range = "0..")]
    pub alpha_2: f64,
    /// Shape of the gamma prior on the precision of the coefficients.
    #[param(default = 1e-6, range = "0..")]
    pub lambda_1: f64,
    /// Rate of the gamma prior on the precision of the coefficients.
    #[param(default = 1e-6, range = "0..")]
    pub lambda_2: f64,
    /// Noise precision (one over the noise variance), if known. None estimates it.
    #[param(range = ">0..")]
    pub noise_precision: Option<f64>,
    /// Prior precision of each coefficient (one over its prior variance), if known. None estimates it.
    #[param(range = ">0..")]
    pub prior_precision: Option<f64>,
    /// Whether to fit an intercept (bias term), which has a flat prior.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Convergence tolerance: stop when an iteration changes neither precision by more than this fraction.
    #[param(default = 1e-8, range = "0..")]
    pub tol: f64,
    /// Maximum number of iterations.
    #[param(default = 300, range = "1..")]
    pub max_iter: u32,
}
