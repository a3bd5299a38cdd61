//! Linear models for regression and classification: an intercept plus features times coefficients.
//!
//! | learner | what it is |
//! |---|---|
//! | [`LinearRegression`] | ordinary least squares (OLS), with the table of R's `lm` |
//! | [`PolynomialRegression`] | least squares on polynomial and interaction terms |
//! | [`BasisExpansion`] | basis functions of the columns, before any learner in a pipeline: polynomial, RBF, splines, Fourier |
//! | [`Ridge`] | least squares with an L2 penalty on the coefficients |
//! | [`Lasso`], [`ElasticNet`] | least squares with an L1, or a mixed L1 and L2, penalty: sparse coefficients |
//! | [`LassoCV`], [`ElasticNetCV`] | the same, with `alpha` chosen by cross-validation |
//! | [`LogisticRegression`] | binary and multinomial logistic regression, regularized or with its table |
//! | [`BinomialRegression`] | binomial GLM with other link functions: probit, complementary log-log, cauchit |
//! | [`PoissonRegression`], [`GammaRegression`], [`TweedieRegression`] | generalized linear models (GLM) of counts and amounts, with their table |
//! | [`GeneralizedLinear`] | a GLM of any family and link function |
//! | [`BayesianRidge`] | Bayesian linear regression: posterior and predictive distribution |
//! | [`Perceptron`] | mistake-driven linear classifier |
//! | [`DeltaRule`] | gradient descent on one unit: LMS, ADALINE, the sigmoid unit |
//! | [`LeastSquaresClassifier`] | classification by least squares, with a reject option |
//! | [`LinearRanking`] | learning to rank: RankNet, ListNet, RankSVM |
//! | [`HuberRegression`] | robust regression with the Huber loss |
//! | [`QuantileRegression`] | conditional quantiles by the pinball loss |
//!
//! An [`Encoder`](hornbook_encoding::Encoder) turns the inputs into columns of numbers, and a [`LinearModel`] holds what was learned.

mod basis;
mod bayesian;
mod binomial;
mod blocks;
mod column_stats;
mod delta_rule;
mod design;
mod diagnostics;
mod elastic_net;
mod geometry;
mod glm;
mod least_squares;
mod least_squares_classifier;
mod linear_machine;
mod logistic;
mod loss_surface;
mod model;
mod perceptron;
mod polynomial;
mod predictor_pass;
mod ranking;
mod robust;
mod row_blocks;
mod separability;
mod source;
mod sparse;
mod standardized_parameters;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod textbook;
mod tools;
mod training_rows;
mod warm_start;

pub use basis::{
    Basis, BasisExpansion, BasisFunction, BasisKind, BasisModel, FittedBasis, KnotPlacement, KnotSet,
    Monomial, monomials,
};
pub use bayesian::{BayesianEvent, BayesianRidge};
pub use binomial::{BinomialRegression, ClassLinkChoice};
pub use delta_rule::{
    Activation, DeltaRule, DeltaRuleEvent, DeltaRuleLoss, LearningRateSchedule, LossGradient, Reduction,
};
pub use diagnostics::{BreuschPagan, Diagnostics, GlmResiduals, diagnostics};
pub use elastic_net::{
    CoordinateDescentEvent, ElasticNet, ElasticNetCV, Lasso, LassoCV, LassoPath, LassoPathOptions,
    PenalizedCoefficients, constrained_lasso, constrained_lq, lasso_path, lq_regression,
};
pub use geometry::{Hyperplane, Side};
pub use glm::{
    Family, GammaRegression, GeneralizedLinear, GlmEvent, LinkChoice, PoissonRegression, TweedieRegression,
};
pub use least_squares::{LinearRegression, Ridge};
pub use least_squares_classifier::{HyperplaneScheme, LeastSquaresClassifier, LeastSquaresClassifierEvent};
pub use logistic::{LogisticEvent, LogisticRegression, WeightPenalty};
pub use loss_surface::LossSurface;
pub use model::{
    ClassLink, Coefficient, CoefficientPosterior, FitStatistics, FittedTarget, GlmFit, LeastSquaresFit,
    LikelihoodFit, LinearModel, LinearRejectReason, Link, MarginFit, RejectDecision, ResponseType, RobustFit,
    RobustLoss,
};
pub use perceptron::{
    AtZero, Perceptron, PerceptronEvent, PerceptronPenalty, PerceptronVariant, TargetCoding, UpdateMode,
};
pub use polynomial::{PolynomialEvent, PolynomialModel, PolynomialRegression};
pub use ranking::{LinearRanking, RankingEvent, RankingLoss};
pub use robust::{HuberRegression, QuantileErrors, QuantileRegression, RobustEvent};
pub use separability::{HullIntersection, HullWeight, Separability, SeparatingHyperplanes, separability};
pub use tools::tool_entries;

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::{FittedPart, RegistryEntry, load_earlier_pipeline};
    vec![
        RegistryEntry::of::<LinearRegression>(),
        RegistryEntry::of::<PolynomialRegression>(),
        RegistryEntry::of::<BasisExpansion>().with_earlier_files(|info, bytes| {
            load_earlier_pipeline::<FittedBasis>(FittedPart::Bytes, info, bytes)
        }),
        RegistryEntry::of::<Ridge>(),
        RegistryEntry::of::<Lasso>(),
        RegistryEntry::of::<ElasticNet>(),
        RegistryEntry::of::<LassoCV>(),
        RegistryEntry::of::<ElasticNetCV>(),
        RegistryEntry::of::<LogisticRegression>(),
        RegistryEntry::of::<BinomialRegression>(),
        RegistryEntry::of::<PoissonRegression>(),
        RegistryEntry::of::<GammaRegression>(),
        RegistryEntry::of::<TweedieRegression>(),
        RegistryEntry::of::<GeneralizedLinear>(),
        RegistryEntry::of::<BayesianRidge>(),
        RegistryEntry::of::<HuberRegression>(),
        RegistryEntry::of::<QuantileRegression>(),
        RegistryEntry::of::<Perceptron>(),
        RegistryEntry::of::<DeltaRule>(),
        RegistryEntry::of::<LeastSquaresClassifier>(),
        RegistryEntry::of::<LinearRanking>(),
    ]
}
