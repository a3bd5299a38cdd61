use hornbook_core::Learner;

/// Least squares: the weighted sum of the columns that is nearest to the target.
///
/// The classic of statistics, and the first model to try for numbers. It says how much the target changes with each column
/// while the others stay, with standard errors, tests and intervals. Categories are compared with their first level.
/// Columns that depend on each other are allowed: what they say together is divided among them so that the weights are
/// smallest.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-regression",
    family = "linear",
    python = "LinearRegression",
    tasks(regression),
    categories,
    weights,
    batches,
    targets
)]
pub struct LinearRegression {
    /// Whether there is a constant term; without one the line goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
}

/// Least squares with a price on the squares of the weights, which keeps them small.
///
/// For many columns, or columns that go together: least squares would then follow chance. The constant term has no price.
/// Prices make sense only among columns of one scale, so that columns of different units should be standardised first
/// (`standardize`).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "ridge",
    family = "linear",
    python = "Ridge",
    tasks(regression),
    categories,
    weights,
    batches,
    targets,
    minds_scale
)]
pub struct Ridge {
    /// The price of the sum of the squares of the weights, beside the sum of the squares of the errors.
    #[param(default = 1.0, range = "0..", search = "1e-3..1e3 log")]
    pub alpha: f64,
    /// Whether there is a constant term; without one the line goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Whether columns are measured in their standard deviations while prices are weighed; the weights that are learned
    /// are for the columns as they are.
    #[param(default = false)]
    pub standardize: bool,
}
