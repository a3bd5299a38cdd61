use hornbook_core::Learner;

/// Polynomial regression: least squares on the powers of the columns and their products.
///
/// For numbers that depend on others by a smooth curve or a curved surface. A degree of 2 or 3 is usually enough: high ones
/// follow chance, and run away beyond the ends of the rows. Of several columns all products up to the degree are taken.
/// The table of weights is for plain powers, with standard errors and tests. Categories are compared with their first level,
/// and have no powers.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "polynomial-regression",
    family = "linear",
    python = "PolynomialRegression",
    tasks(regression),
    categories,
    weights,
    on_request
)]
pub struct PolynomialRegression {
    /// The highest degree of a power, or of a product of powers.
    #[param(default = 2, range = "1..=100", search = "1..6")]
    pub degree: u32,
    /// Whether only products of different columns are taken, and no powers.
    #[param(default = false)]
    pub interaction_only: bool,
    /// Whether there is a constant term; without one the curve goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
}
