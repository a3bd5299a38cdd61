use hornbook_core::Learner;

/// Bayesian ridge regression: least squares with a normal prior on the weights, whose precision the rows themselves choose.
///
/// Ridge without a price to tune: the price is the one under which the targets are most likely. It also says how sure the
/// weights and the predictions are. With known precisions of the noise and of the prior (`noise_precision`,
/// `prior_precision`), it is Bayesian linear regression in closed form. The prior is the same for all columns, so that
/// columns of different units should be standardised first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bayesian-ridge",
    family = "linear",
    python = "BayesianRidge",
    tasks(regression),
    categories,
    weights,
    batches,
    minds_scale
)]
pub struct BayesianRidge {
    /// The shape of the gamma prior of the precision of the noise.
    #[param(default = 1e-6, range = "0..")]
    pub alpha_1: f64,
    /// The rate of the gamma prior of the precision of the noise.
    #[param(default = 1e-6, range = "0..")]
    pub alpha_2: f64,
    /// The shape of the gamma prior of the precision of the weights.
    #[param(default = 1e-6, range = "0..")]
    pub lambda_1: f64,
    /// The rate of the gamma prior of the precision of the weights.
    #[param(default = 1e-6, range = "0..")]
    pub lambda_2: f64,
    /// The precision of the noise, one over its variance, if it is known. None learns it.
    #[param(range = ">0..")]
    pub noise_precision: Option<f64>,
    /// The precision of the prior of each weight, one over its variance, if it is known. None learns it.
    #[param(range = ">0..")]
    pub prior_precision: Option<f64>,
    /// Whether there is a constant term, which has no prior: it makes the residuals zero on average.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// The precisions are settled once a round changes neither by more than this share.
    #[param(default = 1e-8, range = "0..")]
    pub tol: f64,
    /// Most rounds.
    #[param(default = 300, range = "1..")]
    pub max_iter: u32,
}
