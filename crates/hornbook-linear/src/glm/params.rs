use super::fit::learn;
use crate::model::{LinearModel, Link};
use hornbook_core::{Choice, Declared, Error, Learner, Result, Run, flatten_parameters, parameter_group};
use hornbook_learner::{Fit, RowSource};
use hornbook_math::loss::VarianceFunction;

/// The penalty on the coefficients, and how long the search for them goes on.
#[parameter_group]
pub(crate) struct PenalizedNewtonParameters {
    /// L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
    /// standard errors, p-values and confidence intervals are not reported.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Maximum number of iterations (Newton steps).
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// Poisson regression: generalized linear model (GLM) with log link for count data and rates.
///
/// The first model to try for counts: how many claims, calls, cells. Effects are multiplicative:
/// exp(coefficient) is a rate ratio, so a coefficient of 0.1 is about +10 % per unit. Overdispersion is
/// tested for. No regularization by default (`alpha = 0`), unlike scikit-learn, so that standard errors,
/// p-values and confidence intervals are reported; categorical features use dummy coding then, with the first
/// level as the reference category. For rates (counts over different times or areas), give the logarithm of
/// the exposure as the offset.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "poisson-regression",
    aliases("poisson glm", "count regression"),
    sklearn = "PoissonRegressor",
    r = "glm(family = poisson)",
    family = "linear",
    python = "PoissonRegressor",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    offset,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::DEVIANCE),
    python_mixins("linear.Generalized"),
    positive_target,
    work = "10 * (rows * columns^2 + columns^3)"
)]
pub struct PoissonRegression {
    #[group]
    newton: PenalizedNewtonParameters,
}

/// Gamma regression: generalized linear model (GLM) with log link for positive, right-skewed targets.
///
/// For amounts, durations and sizes above zero whose standard deviation is proportional to the mean. Effects
/// are multiplicative: exp(coefficient) is a ratio of means. No regularization by default (`alpha = 0`),
/// unlike scikit-learn, so that standard errors, p-values and confidence intervals are reported; categorical
/// features use dummy coding then, with the first level as the reference category.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gamma-regression",
    aliases("gamma glm"),
    sklearn = "GammaRegressor",
    r = "glm(family = Gamma)",
    family = "linear",
    python = "GammaRegressor",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    offset,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::DEVIANCE),
    python_mixins("linear.Generalized"),
    positive_target
)]
pub struct GammaRegression {
    #[group]
    newton: PenalizedNewtonParameters,
}

/// Tweedie regression: generalized linear model (GLM) whose variance is a power of the mean.
///
/// Power 0 is the normal distribution, 1 Poisson, 2 gamma, 3 inverse Gaussian; between 1 and 2 it is the
/// compound Poisson–gamma distribution, with many exact zeros: what insurers pay in a year. No regularization
/// by default (`alpha = 0`), unlike scikit-learn, so that standard errors, p-values and confidence intervals
/// are reported; categorical features use dummy coding then, with the first level as the reference category.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "tweedie-regression",
    aliases("tweedie glm", "compound poisson"),
    sklearn = "TweedieRegressor",
    r = "glm(family = statmod::tweedie)",
    family = "linear",
    python = "TweedieRegressor",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    offset,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::DEVIANCE),
    python_mixins("linear.Generalized")
)]
pub struct TweedieRegression {
    /// Variance power: the variance is proportional to mean^power. 0 or below, or 1 or above.
    #[param(default = 0.0)]
    pub power: f64,
    /// L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
    /// standard errors, p-values and confidence intervals are not reported.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Link function g: g(mean) = linear predictor.
    #[param(default = LinkChoice::Auto)]
    pub link: LinkChoice,
    /// Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Maximum number of iterations (Newton steps).
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// Generalized linear model (GLM) of any family and link function (R's `glm`).
///
/// The engine of Poisson, gamma and Tweedie regression, for other links: the family says how the variance
/// grows with the mean (variance function), the link function g relates the mean to the linear predictor,
/// g(mean) = intercept + features times coefficients, plus an offset if given. Reports deviance, dispersion
/// (a test of overdispersion for Poisson) and AIC. No regularization by default (`alpha = 0`), unlike
/// scikit-learn, so that standard errors, p-values and confidence intervals are reported; categorical
/// features use dummy coding then, with the first level as the reference category. For two classes, use
/// logistic-regression or binomial-regression.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "generalized-linear",
    aliases("glm", "generalized linear model", "generalised-linear"),
    sklearn = "TweedieRegressor",
    r = "glm",
    family = "linear",
    python = "GeneralizedLinearRegressor",
    tasks(regression),
    categories,
    sample_weights,
    out_of_core,
    offset,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::DEVIANCE),
    python_mixins("linear.Generalized")
)]
pub struct GeneralizedLinear {
    /// Distribution family of the target, which sets the variance function.
    #[param(default = Family::Normal)]
    pub family: Family,
    /// Variance power of the family 'tweedie': the variance is proportional to mean^power. 0 or below, or 1
    /// or above.
    #[param(default = 1.5)]
    pub power: f64,
    /// Link function g: g(mean) = linear predictor.
    #[param(default = LinkChoice::Auto)]
    pub link: LinkChoice,
    #[group]
    newton: PenalizedNewtonParameters,
}

/// Distribution family of the target, which sets the variance function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Family {
    /// Normal (Gaussian): constant variance.
    Normal,
    /// Poisson, for counts: the variance is the mean.
    Poisson,
    /// Gamma: the variance is proportional to mean².
    Gamma,
    /// Inverse Gaussian: the variance is proportional to mean³.
    InverseGaussian,
    /// Tweedie: the variance is proportional to mean^power.
    Tweedie,
}

/// Link function g: g(mean) = linear predictor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum LinkChoice {
    /// Identity if the mean may be negative, else log.
    Auto,
    /// Identity link: the mean.
    Identity,
    /// Log link: the logarithm of the mean.
    Log,
    /// Inverse link: 1/mean.
    Inverse,
    /// Square-root link: √mean.
    Sqrt,
    /// Inverse-square link: 1/mean².
    InverseSquare,
}

impl LinkChoice {
    fn of(self, variance: VarianceFunction) -> Link {
        match self {
            LinkChoice::Auto if variance.power <= 0.0 => Link::Identity,
            LinkChoice::Auto | LinkChoice::Log => Link::Log,
            LinkChoice::Identity => Link::Identity,
            LinkChoice::Inverse => Link::Inverse,
            LinkChoice::Sqrt => Link::Sqrt,
            LinkChoice::InverseSquare => Link::InverseSquare,
        }
    }
}

/// Hyperparameters of the engine, which all of these learners share.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlmConfig {
    pub variance: VarianceFunction,
    pub link: Link,
    pub alpha: f64,
    pub fit_intercept: bool,
    pub tol: f64,
    pub max_iter: u32,
}

/// A learner that the engine can run.
pub(super) trait GlmLearner: Declared {
    fn config(&self) -> GlmConfig;

    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel>
    where
        Self: Fit<Model = LinearModel>,
    {
        learn(self, source, run)
    }

    /// The same, or an error if there is no distribution of this power.
    fn checked_config(&self) -> Result<GlmConfig> {
        let config = self.config();
        match config.variance.exists() {
            true => Ok(config),
            false => Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: "power".to_string(),
                found: config.variance.power.to_string(),
                expected: "0 or below, or 1 or above: there is no distribution between".to_string(),
            }),
        }
    }
}

/// The configuration of a learner from the hyperparameters that all have.
macro_rules! config {
    ($learner:expr, $power:expr, $link:expr) => {{
        let variance = VarianceFunction { power: $power };
        GlmConfig {
            variance,
            link: $link.of(variance),
            alpha: $learner.alpha,
            fit_intercept: $learner.fit_intercept,
            tol: $learner.tol,
            max_iter: $learner.max_iter,
        }
    }};
}

impl GlmLearner for PoissonRegression {
    fn config(&self) -> GlmConfig {
        config!(self, 1.0, LinkChoice::Log)
    }
}

impl GlmLearner for GammaRegression {
    fn config(&self) -> GlmConfig {
        config!(self, 2.0, LinkChoice::Log)
    }
}

impl GlmLearner for TweedieRegression {
    fn config(&self) -> GlmConfig {
        config!(self, self.power, self.link)
    }
}

impl GlmLearner for GeneralizedLinear {
    fn config(&self) -> GlmConfig {
        let power = match self.family {
            Family::Normal => 0.0,
            Family::Poisson => 1.0,
            Family::Gamma => 2.0,
            Family::InverseGaussian => 3.0,
            Family::Tweedie => self.power,
        };
        config!(self, power, self.link)
    }
}
