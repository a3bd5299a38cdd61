use hornbook_core::{Choice, Learner};

/// Least-squares classification: linear discriminants by regression on class indicators, with a reject
/// option.
///
/// Each class (one-vs-rest) or pair of classes (one-vs-one) gets targets of 1 and -1, and least squares fits
/// the coefficients in closed form, without a learning rate or an initialization. Ambiguous rows, which no
/// hyperplane claims or several do, may be rejected: `LinearModel::reject_decisions` says which and why, and
/// predictions take the class with the largest score. There are no probabilities: the predicted class has
/// probability 1.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "least-squares-classifier",
    aliases("linear-discrimination", "linear machine", "least squares classification"),
    sklearn = "RidgeClassifier(alpha=0)",
    weka = "ClassificationViaRegression",
    family = "linear",
    python = "LeastSquaresClassifier",
    tasks(classification),
    categories,
    sample_weights,
    explicit_only,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::TRAINING_CURVE),
    python_mixins("linear.Discriminant")
)]
pub struct LeastSquaresClassifier {
    /// Multiclass scheme: one-vs-rest (`one_per_class`) or one-vs-one (`pairwise`).
    #[param(default = HyperplaneScheme::OnePerClass, search = "every")]
    pub planes: HyperplaneScheme,
    /// L2 regularization strength: the objective is RSS + alpha·‖w‖₂², as in ridge regression; 0 is ordinary
    /// least squares.
    #[param(default = 0.0, range = "0..", search = "1e-3..1e3 log")]
    pub alpha: f64,
    /// Whether to fit intercepts (bias terms), which are never penalized; without them the hyperplanes go
    /// through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
}

/// Multiclass scheme: which hyperplanes separate the classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum HyperplaneScheme {
    /// One-vs-rest: a hyperplane for each class against all others; the largest score wins.
    OnePerClass,
    /// One-vs-one: a hyperplane for each pair of classes, on the rows of those two; the class that wins most
    /// pairs wins.
    Pairwise,
}
