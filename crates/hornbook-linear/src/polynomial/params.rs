use hornbook_core::Learner;

/// Polynomial regression: least squares on polynomial and interaction terms; extrapolates badly.
///
/// For a target that is a smooth nonlinear function of the features. A degree of 2 or 3 is usually enough:
/// high degrees overfit and diverge outside the range of the training data. With several features all
/// products up to the degree are taken (interaction terms). Fitted on an orthogonal basis; the table of
/// coefficients is for plain powers, with standard errors, t-tests and confidence intervals. Categorical
/// features use dummy coding with the first level as the reference category, and have no powers.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "polynomial-regression",
    aliases("polynomial"),
    sklearn = "PolynomialFeatures",
    r = "lm(y ~ poly(x, d))",
    family = "linear",
    python = "PolynomialRegression",
    tasks(regression),
    categories,
    sample_weights,
    explicit_only
)]
pub struct PolynomialRegression {
    /// Degree: the highest total power of a polynomial or interaction term.
    #[param(default = 2, range = "1..=100", search = "1..6")]
    pub degree: u32,
    /// Whether to take interaction terms only (products of different features, no powers).
    #[param(default = false)]
    pub interaction_only: bool,
    /// Whether to fit an intercept; without one the curve goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
}
