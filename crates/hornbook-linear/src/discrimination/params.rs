use hornbook_core::{Choice, Learner};

/// Linear discrimination by regression: hyperplanes between classes by least squares.
///
/// Each class (or each pair of classes) gets a target of 1 for its rows and -1 for the others, and least squares finds the
/// weights at once, without a rate or a start. A row that no hyperplane claims, or several, may be rejected:
/// `LinearModel::verdicts` says which and why, and predictions take the class that is nearest. There are no probabilities: the
/// predicted class has the probability 1.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-discrimination",
    family = "linear",
    python = "LinearDiscrimination",
    tasks(classification),
    categories,
    weights,
    on_request
)]
pub struct LinearDiscrimination {
    /// Which hyperplanes there are.
    #[param(default = Planes::OnePerClass, search = "every")]
    pub planes: Planes,
    /// The price of the sum of the squares of the weights, beside the sum of the squares of the errors.
    #[param(default = 0.0, range = "0..", search = "1e-3..1e3 log")]
    pub alpha: f64,
    /// Whether there are constant terms; without them the hyperplanes go through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
}

/// Which hyperplanes part classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Planes {
    /// One for each class, against all others; the largest sum wins.
    OnePerClass,
    /// One for each pair of classes, on the rows of those two; the class that wins most pairs wins.
    Pairwise,
}
