use super::fit::learn;
use super::variance::Variance;
use crate::model::{LinearModel, Link};
use crate::source::Source;
use hornbook_core::{Choice, Declared, Error, Learner, Result, Run};
use hornbook_learner::Fit;

/// Poisson regression: counts whose logarithmic mean is a weighted sum of the columns.
///
/// The first model to try for counts and rates: how many claims, calls, cells. Columns multiply the mean: a weight of 0.1
/// makes it about 10 % larger for each unit. The default price of weights is zero, unlike scikit-learn's, so that there are
/// standard errors, tests and intervals; categories are compared with their first level then. For counts over different
/// times or areas, give the logarithm of the time or area as the offset.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "poisson-regression",
    family = "linear",
    python = "PoissonRegressor",
    tasks(regression),
    categories,
    weights,
    batches,
    offset,
    minds_scale
)]
pub struct PoissonRegression {
    /// The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// The search ends once a step promises less than this share of the deviance of the mean alone.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// Gamma regression: positive numbers whose logarithmic mean is a weighted sum of the columns.
///
/// For amounts, times and sizes that are above zero, lean to the right, and vary in proportion to their mean. Columns
/// multiply the mean. The default price of weights is zero, unlike scikit-learn's, so that there are standard errors, tests
/// and intervals; categories are compared with their first level then.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gamma-regression",
    family = "linear",
    python = "GammaRegressor",
    tasks(regression),
    categories,
    weights,
    batches,
    offset,
    on_request,
    minds_scale
)]
pub struct GammaRegression {
    /// The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// The search ends once a step promises less than this share of the deviance of the mean alone.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// Tweedie regression: numbers whose variance is a power of their mean.
///
/// The power 0 is the normal distribution, 1 Poisson's, 2 gamma, 3 the inverse Gaussian; between 1 and 2 lie totals of a
/// random number of gamma amounts, many of which are zero: what insurers pay in a year. The default price of weights is
/// zero, unlike scikit-learn's, so that there are standard errors, tests and intervals; categories are compared with their
/// first level then.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "tweedie-regression",
    family = "linear",
    python = "TweedieRegressor",
    tasks(regression),
    categories,
    weights,
    batches,
    offset,
    on_request,
    minds_scale
)]
pub struct TweedieRegression {
    /// The power of the mean that the variance grows with: 0 or below, or 1 or above.
    #[param(default = 0.0)]
    pub power: f64,
    /// The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// What of the mean is a weighted sum.
    #[param(default = LinkChoice::Auto)]
    pub link: LinkChoice,
    /// The search ends once a step promises less than this share of the deviance of the mean alone.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// A generalised linear model: a function of the mean is a weighted sum, for any family and link.
///
/// The one engine of Poisson, gamma and Tweedie regression, for those who want another link: the family says how the
/// variance grows with the mean, the link which function of the mean the columns add up to. For two classes, use
/// logistic-regression.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "generalised-linear",
    family = "linear",
    python = "GeneralisedLinearRegressor",
    tasks(regression),
    categories,
    weights,
    batches,
    offset,
    on_request,
    minds_scale
)]
pub struct GeneralisedLinear {
    /// How the targets are distributed about their mean.
    #[param(default = Family::Normal)]
    pub family: Family,
    /// The power of the mean that the variance grows with, in the family 'tweedie': 0 or below, or 1 or above.
    #[param(default = 1.5)]
    pub power: f64,
    /// What of the mean is a weighted sum.
    #[param(default = LinkChoice::Auto)]
    pub link: LinkChoice,
    /// The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// The search ends once a step promises less than this share of the deviance of the mean alone.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// How targets are distributed about their mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Family {
    /// The variance is the same for all means.
    Normal,
    /// Counts: the variance is the mean.
    Poisson,
    /// The variance is in proportion to the square of the mean.
    Gamma,
    /// The variance is in proportion to the cube of the mean.
    InverseGaussian,
    /// The variance is in proportion to a power of the mean.
    Tweedie,
}

/// What of the mean is a weighted sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum LinkChoice {
    /// The mean itself, if it may be negative, and else its logarithm.
    Auto,
    /// The mean itself.
    Identity,
    /// Its logarithm.
    Log,
    /// One over the mean.
    Inverse,
    /// Its square root.
    Sqrt,
    /// One over its square.
    InverseSquare,
}

impl LinkChoice {
    fn of(self, variance: Variance) -> Link {
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

/// What all of these learners are to the engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub variance: Variance,
    pub link: Link,
    pub alpha: f64,
    pub fit_intercept: bool,
    pub tol: f64,
    pub max_iter: u32,
}

/// A learner that the engine can run.
pub(super) trait Planned: Declared {
    fn plan(&self) -> Plan;

    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel>
    where
        Self: Fit<Model = LinearModel>,
    {
        learn(self, source, run)
    }

    /// The same, or an error if there is no distribution of this power.
    fn checked_plan(&self) -> Result<Plan> {
        let plan = self.plan();
        match plan.variance.exists() {
            true => Ok(plan),
            false => Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: "power".to_string(),
                found: plan.variance.power.to_string(),
                expected: "0 or below, or 1 or above: there is no distribution between".to_string(),
            }),
        }
    }
}

/// The plan of a learner with the parameters that all have.
macro_rules! plan {
    ($learner:expr, $power:expr, $link:expr) => {{
        let variance = Variance { power: $power };
        Plan {
            variance,
            link: $link.of(variance),
            alpha: $learner.alpha,
            fit_intercept: $learner.fit_intercept,
            tol: $learner.tol,
            max_iter: $learner.max_iter,
        }
    }};
}

impl Planned for PoissonRegression {
    fn plan(&self) -> Plan {
        plan!(self, 1.0, LinkChoice::Log)
    }
}

impl Planned for GammaRegression {
    fn plan(&self) -> Plan {
        plan!(self, 2.0, LinkChoice::Log)
    }
}

impl Planned for TweedieRegression {
    fn plan(&self) -> Plan {
        plan!(self, self.power, self.link)
    }
}

impl Planned for GeneralisedLinear {
    fn plan(&self) -> Plan {
        let power = match self.family {
            Family::Normal => 0.0,
            Family::Poisson => 1.0,
            Family::Gamma => 2.0,
            Family::InverseGaussian => 3.0,
            Family::Tweedie => self.power,
        };
        plan!(self, power, self.link)
    }
}
