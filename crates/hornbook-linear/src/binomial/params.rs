use crate::model::ClassLink;
use hornbook_core::{Choice, Learner, flatten_parameters};

/// Binomial regression: generalized linear model (GLM) for two classes with a logit, probit, complementary
/// log-log or cauchit link (R's `glm(family = binomial)`).
///
/// Probit is for classes that a latent normal variable decides, such as doses and tolerances; the
/// complementary log-log link for events at a rate during a known exposure time, of which only is known
/// whether there was one (give the logarithm of the time as the offset); cauchit for labels that are
/// sometimes wrong however clear the features are. No regularization by default (`alpha = 0`), so that
/// standard errors, p-values and confidence intervals are reported; categorical features use dummy coding
/// then, with the first level as the reference category. For more than two classes, and for L1 penalties, use
/// logistic-regression.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "binomial-regression",
    aliases("probit", "complementary log-log", "binomial glm"),
    r = "glm(family = binomial)",
    family = "linear",
    python = "BinomialRegression",
    tasks(classification),
    categories,
    sample_weights,
    out_of_core,
    offset,
    explicit_only,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.Binomial"),
    binary_only
)]
pub struct BinomialRegression {
    /// Link function g: g(probability of the second class) = linear predictor.
    #[param(default = ClassLinkChoice::Probit, search = "every")]
    pub link: ClassLinkChoice,
    #[group]
    newton: crate::glm::PenalizedNewtonParameters,
}

/// Link function of the probability of the second (positive) class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ClassLinkChoice {
    /// Logit: the log odds.
    Logit,
    /// Probit: the quantile function of the normal distribution.
    Probit,
    /// Complementary log-log: log(−log(1 − p)).
    Cloglog,
    /// Cauchit: the quantile function of the Cauchy distribution.
    Cauchit,
}

impl ClassLinkChoice {
    pub(super) fn link(self) -> ClassLink {
        match self {
            ClassLinkChoice::Logit => ClassLink::Logit,
            ClassLinkChoice::Probit => ClassLink::Probit,
            ClassLinkChoice::Cloglog => ClassLink::Cloglog,
            ClassLinkChoice::Cauchit => ClassLink::Cauchit,
        }
    }
}
