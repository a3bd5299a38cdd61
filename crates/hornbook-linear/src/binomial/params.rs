use crate::model::ClassLink;
use hornbook_core::{Choice, Learner};

/// Binomial regression: a function of the probability of the second of two classes is a weighted sum of the columns.
///
/// What statisticians know as `glm` with the family 'binomial': the link says which function it is. Probit is for classes that
/// a hidden normal number decides, such as doses and tolerances; the complementary log-log for events that happen at a rate in
/// the time a row was watched, of which only is known whether there was one (the logarithm of the time is the offset then);
/// cauchit for classes that are sometimes wrong however clear the columns are. The default price of weights is zero, so that
/// there are standard errors, tests and intervals; categories are compared with their first level then. For more than two
/// classes, and for other prices, use logistic-regression.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "binomial-regression",
    family = "linear",
    python = "BinomialRegression",
    tasks(classification),
    categories,
    weights,
    batches,
    offset,
    on_request
)]
pub struct BinomialRegression {
    /// What of the probability is a weighted sum.
    #[param(default = ClassLinkChoice::Probit, search = "every")]
    pub link: ClassLinkChoice,
    /// The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// The search ends once a step promises less than this share of the deviance of the shares of the classes.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// What of the probability of the second class is a weighted sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ClassLinkChoice {
    /// The log odds.
    Logit,
    /// The quantile of the normal distribution.
    Probit,
    /// The logarithm of the negative logarithm of the probability of the first class.
    Cloglog,
    /// The quantile of Cauchy's distribution.
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
