//! Linear models: regression and classification by weighted sums of the columns.
//!
//! | learner | what it is |
//! |---|---|
//! | [`LinearRegression`] | least squares, with the table that statisticians expect |
//! | [`Ridge`] | least squares with a price on the size of the weights |
//! | [`Lasso`], [`ElasticNet`] | least squares with prices that set weights to zero |
//! | [`LassoCV`], [`ElasticNetCV`] | the same, with the price that predicts best |
//! | [`LogisticRegression`] | log odds of classes, with or without a price, and their table |
//! | [`PoissonRegression`], [`GammaRegression`], [`TweedieRegression`] | means of counts and amounts, with their table |
//! | [`GeneralisedLinear`] | the same for any family and link |
//! | [`BayesianRidge`] | least squares with a prior on the weights, and how sure they are |
//! | [`HuberRegression`] | least squares that rows far off do not bend |
//! | [`QuantileRegression`] | the median, or another quantile, of the target |
//!
//! A [`Design`] turns the inputs into columns of numbers, and a [`LinearModel`] holds what was learned.

mod bayesian;
mod blocks;
mod design;
mod frame;
mod generalised;
mod least_squares;
mod logistic;
mod model;
mod newton;
mod robust;
mod sparse_weights;
mod survey;
mod system;
#[cfg(test)]
mod testing;

pub use bayesian::{BayesianEvent, BayesianRidge};
pub use design::{Coding, Design, DesignColumn};
pub use generalised::{
    Family, GammaRegression, GeneralisedEvent, GeneralisedLinear, LinkChoice, PoissonRegression,
    TweedieRegression,
};
pub use least_squares::{LinearRegression, Ridge};
pub use logistic::{LogisticEvent, LogisticRegression, WeightPenalty};
pub use model::{
    ClassFit, Coefficient, Facts, Fitted, FittedTarget, LinearModel, Link, MeanFit, Posterior, Response,
    RobustFit, RobustLoss,
};
pub use robust::{HuberRegression, QuantileRegression, RobustEvent};
pub use sparse_weights::{
    ElasticNet, ElasticNetCV, Lasso, LassoCV, LassoPath, LassoPathOptions, PricedWeights, SparseEvent,
    constrained_lasso, constrained_lq, lasso_path, lq_regression,
};
