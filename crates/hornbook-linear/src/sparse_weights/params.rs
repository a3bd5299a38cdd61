use hornbook_core::Learner;

/// Least squares with a price on the absolute values of the weights, which sets most of them to zero.
///
/// For many columns of which a few matter: the learner names those, and leaves the others out. The constant term has no
/// price. Prices make sense only among columns of one scale, so that columns of different units should be standardised
/// first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "lasso",
    family = "linear",
    python = "Lasso",
    tasks(regression),
    categories,
    weights,
    batches,
    on_request,
    minds_scale
)]
pub struct Lasso {
    /// The price of the sum of the absolute weights, beside half of the mean squared error.
    #[param(default = 1.0, range = ">0..", search = "1e-4..10 log")]
    pub alpha: f64,
    /// Whether there is a constant term; without one the line goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Most rounds over the columns.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// How far from the best the fit may certainly be at most, as a share of the target's mean square.
    #[param(default = 1e-4, range = ">0..")]
    pub tol: f64,
}

/// Least squares with a price on the absolute values of the weights and another on their squares.
///
/// Between the lasso and ridge regression: most weights are zero, but of columns that go together all are kept, with
/// weights alike. The constant term has no price. Columns of different units should be standardised first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "elastic-net",
    family = "linear",
    python = "ElasticNet",
    tasks(regression),
    categories,
    weights,
    batches,
    on_request,
    minds_scale
)]
pub struct ElasticNet {
    /// The price of the weights, beside half of the mean squared error.
    #[param(default = 1.0, range = ">0..", search = "1e-4..10 log")]
    pub alpha: f64,
    /// Which share of the price is on the absolute values; the rest is on half of the squares. 1 is the lasso, 0 ridge
    /// regression.
    #[param(default = 0.5, range = "0..=1", search = "0..1")]
    pub l1_ratio: f64,
    /// Whether there is a constant term; without one the line goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Most rounds over the columns.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// How far from the best the fit may certainly be at most, as a share of the target's mean square.
    #[param(default = 1e-4, range = ">0..")]
    pub tol: f64,
}

/// The lasso with the price that predicts best, found by cross-validation.
///
/// The rows are dealt to folds by their content and the seed. A whole path of prices is fitted without each fold in turn
/// and judged on it; the price with the smallest error is used for all rows. The summary has the curve.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "lasso-cv",
    family = "linear",
    python = "LassoCV",
    tasks(regression),
    categories,
    weights,
    minds_scale
)]
pub struct LassoCV {
    /// How many prices are tried, from the smallest that sets all weights to zero downwards.
    #[param(default = 100, range = "1..=10000")]
    pub n_alphas: u32,
    /// The smallest price as a share of the largest.
    #[param(default = 1e-3, range = ">0..1")]
    pub eps: f64,
    /// How many folds the rows are dealt to.
    #[param(default = 5, range = "2..")]
    pub folds: u32,
    /// Whether the largest price is taken whose error is within one standard error of the smallest: fewer columns, and
    /// errors that cannot be told apart.
    #[param(default = false)]
    pub one_standard_error: bool,
    /// Whether there is a constant term; without one the line goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Most rounds over the columns, at each price.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// How far from the best each fit may certainly be at most, as a share of the target's mean square.
    #[param(default = 1e-4, range = ">0..")]
    pub tol: f64,
}

/// The elastic net with the price that predicts best, found by cross-validation.
///
/// As `lasso-cv`, with a share of the price on the squares of the weights.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "elastic-net-cv",
    family = "linear",
    python = "ElasticNetCV",
    tasks(regression),
    categories,
    weights,
    minds_scale
)]
pub struct ElasticNetCV {
    /// Which share of the price is on the absolute values; the rest is on half of the squares.
    #[param(default = 0.5, range = ">0..=1", search = "0.05..1")]
    pub l1_ratio: f64,
    /// How many prices are tried, from the smallest that sets all weights to zero downwards.
    #[param(default = 100, range = "1..=10000")]
    pub n_alphas: u32,
    /// The smallest price as a share of the largest.
    #[param(default = 1e-3, range = ">0..1")]
    pub eps: f64,
    /// How many folds the rows are dealt to.
    #[param(default = 5, range = "2..")]
    pub folds: u32,
    /// Whether the largest price is taken whose error is within one standard error of the smallest: fewer columns, and
    /// errors that cannot be told apart.
    #[param(default = false)]
    pub one_standard_error: bool,
    /// Whether there is a constant term; without one the line goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Most rounds over the columns, at each price.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// How far from the best each fit may certainly be at most, as a share of the target's mean square.
    #[param(default = 1e-4, range = ">0..")]
    pub tol: f64,
}
