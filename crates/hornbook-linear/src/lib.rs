//! Linear models: regression and classification by weighted sums of the columns.
//!
//! | learner | what it is |
//! |---|---|
//! | [`LinearRegression`] | least squares, with the table that statisticians expect |
//! | [`PolynomialRegression`] | the same on powers of the columns and their products |
//! | [`BasisExpansion`] | any learner on functions of the columns: bumps, splines, waves |
//! | [`Ridge`] | least squares with a price on the size of the weights |
//! | [`Lasso`], [`ElasticNet`] | least squares with prices that set weights to zero |
//! | [`LassoCV`], [`ElasticNetCV`] | the same, with the price that predicts best |
//! | [`LogisticRegression`] | log odds of classes, with or without a price, and their table |
//! | [`BinomialRegression`] | two classes by other links: probit, complementary log-log, cauchit |
//! | [`PoissonRegression`], [`GammaRegression`], [`TweedieRegression`] | means of counts and amounts, with their table |
//! | [`GeneralisedLinear`] | the same for any family and link |
//! | [`BayesianRidge`] | least squares with a prior on the weights, and how sure they are |
//! | [`Perceptron`] | weights that change whenever a row is on the wrong side |
//! | [`DeltaRule`] | descent on the errors of one unit: LMS, ADALINE, the sigmoid unit |
//! | [`LinearDiscrimination`] | hyperplanes between classes by least squares, with doubt |
//! | [`LinearRanking`] | scores that put the rows of each group in order |
//! | [`HuberRegression`] | least squares that rows far off do not bend |
//! | [`QuantileRegression`] | the median, or another quantile, of the target |
//!
//! A [`Design`] turns the inputs into columns of numbers, and a [`LinearModel`] holds what was learned.

mod basis;
mod bayesian;
mod binomial;
mod blocks;
mod delta_rule;
mod design;
mod diagnostics;
mod discrimination;
mod earlier;
mod frame;
mod generalised;
mod geometry;
mod least_squares;
mod linear_machine;
mod logistic;
mod loss_surface;
mod model;
mod newton;
mod perceptron;
mod polynomial;
mod ranking;
mod robust;
mod row_blocks;
mod separability;
mod source;
mod sparse;
mod sparse_weights;
mod survey;
mod system;
#[cfg(test)]
mod testing;
mod training_rows;

pub use basis::{
    Basis, BasisExpansion, BasisFunction, BasisKind, BasisModel, FittedBasis, Knots, Monomial, Places,
    monomials,
};
pub use bayesian::{BayesianEvent, BayesianRidge};
pub use binomial::{BinomialRegression, ClassLinkChoice};
pub use delta_rule::{DeltaRule, DeltaRuleEvent, RateRule, Reduction, Unit, UnitLoss};
pub use design::{Coding, Design, DesignColumn};
pub use diagnostics::{Diagnostics, GeneralisedResiduals, SpreadTest, diagnostics};
pub use discrimination::{DiscriminationEvent, LinearDiscrimination, Planes};
pub use generalised::{
    Family, GammaRegression, GeneralisedEvent, GeneralisedLinear, LinkChoice, PoissonRegression,
    TweedieRegression,
};
pub use geometry::{Hyperplane, Side};
pub use least_squares::{LinearRegression, Ridge};
pub use logistic::{LogisticEvent, LogisticRegression, WeightPenalty};
pub use loss_surface::LossSurface;
pub use model::{
    ClassFit, ClassLink, Coefficient, Doubt, Facts, Fitted, FittedTarget, LinearModel, Link, MeanFit,
    Posterior, Response, RobustFit, RobustLoss, ScoreFit, Verdict,
};
pub use perceptron::{AtZero, Mode, Perceptron, PerceptronEvent, PerceptronPenalty, TargetCoding, Variant};
pub use polynomial::{PolynomialEvent, PolynomialModel, PolynomialRegression};
pub use ranking::{LinearRanking, RankingEvent, RankingLoss};
pub use robust::{HuberRegression, QuantileErrors, QuantileRegression, RobustEvent};
pub use separability::{HullPoint, Separability, SeparatingMachine, TouchingHulls, separability};
pub use sparse_weights::{
    ElasticNet, ElasticNetCV, Lasso, LassoCV, LassoPath, LassoPathOptions, PricedWeights, SparseEvent,
    constrained_lasso, constrained_lq, lasso_path, lq_regression,
};
