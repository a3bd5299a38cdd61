use hornbook_core::{Choice, Learner};

/// Huber's regression: least squares near the line, distances far from it, so that rows far off do not bend it.
///
/// For targets with a few wild values. The corner between near and far is a number of scales (`epsilon`), and the scale of
/// the residuals is learned with the weights. The default price of weights is zero, unlike scikit-learn's, so that there are
/// standard errors, tests and intervals; categories are compared with their first level then. Rows with wild inputs still
/// pull the line: the loss is about targets.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "huber-regression",
    family = "linear",
    python = "HuberRegressor",
    tasks(regression),
    categories,
    weights,
    batches,
    minds_scale
)]
pub struct HuberRegression {
    /// How many scales from the line the corner is. 1.35 costs 5 % of the precision of least squares if no row is wild.
    #[param(default = 1.35, range = ">1..")]
    pub epsilon: f64,
    /// The price of the squares of the weights, beside the sum of the losses. Any price takes the tests away.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e2 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// The search ends once a step promises less than this share of the loss of the mean alone.
    #[param(default = 1e-12, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 100, range = "1..")]
    pub max_iter: u32,
}

/// Quantile regression: the median of the target, or another quantile, as a weighted sum of the columns.
///
/// Half of the rows lie below the median's line, 90 % below that of the quantile 0.9: two such lines are an interval that
/// needs no assumption about the noise. The default price of weights is zero, unlike scikit-learn's; categories are compared
/// with their first level then. Without a price there are standard errors, tests and intervals. The optimum is exact. All rows
/// are held in memory.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "quantile-regression",
    family = "linear",
    python = "QuantileRegressor",
    tasks(regression),
    categories,
    weights,
    on_request,
    minds_scale
)]
pub struct QuantileRegression {
    /// The share of the rows that should lie below.
    #[param(default = 0.5, range = ">0..1")]
    pub quantile: f64,
    /// The price of the sizes of the weights, beside the mean loss. It sets weights to zero.
    #[param(default = 0.0, range = "0..", search = "1e-4..1e1 log")]
    pub alpha: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// How the standard errors are found, where weights have no price.
    #[param(default = QuantileErrors::Kernel)]
    pub errors: QuantileErrors,
    /// Most steps.
    #[param(default = 200, range = "1..")]
    pub max_iter: u32,
}

/// How the standard errors of the weights of a quantile are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum QuantileErrors {
    /// The density of the target at the line may change with the columns; rows near the line tell it (Powell).
    Kernel,
    /// It may change; two more fits, of quantiles nearby, tell it (Hendricks and Koenker). Takes three times as long.
    Nid,
    /// It is the same for all rows.
    Iid,
}
