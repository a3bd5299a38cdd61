use hornbook_core::{Choice, Learner};

/// Perceptron: mistake-driven linear classifier; weights are updated on every misclassified row.
///
/// The oldest learning rule for linear classifiers, and the root of neural networks. If the classes are
/// linearly separable it converges to a separating hyperplane after a bounded number of mistakes (Novikoff's
/// theorem); if not, it never converges, and `variant` says which weights to keep (last, averaged or pocket).
/// Set `tol` for early stopping. More than two classes have a linear predictor each, and the largest wins (a
/// linear machine). There are no probabilities: the predicted class has probability 1. A row with integer
/// sample weight k is seen k times.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "perceptron",
    aliases("voted perceptron", "averaged perceptron", "pocket algorithm"),
    sklearn = "Perceptron",
    weka = "VotedPerceptron",
    family = "linear",
    python = "Perceptron",
    tasks(classification),
    categories,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::TRAINING_CURVE),
    python_mixins("linear.Discriminant")
)]
pub struct Perceptron {
    /// Learning rate: how much of a misclassified row is added to the weights.
    #[param(default = 1.0, range = ">0..")]
    pub eta0: f64,
    /// Maximum number of epochs (passes over the training data).
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// Early-stopping tolerance: if given, training stops when the fraction of misclassified rows has not
    /// fallen by more than this for `n_iter_no_change` epochs.
    pub tol: Option<f64>,
    /// Number of epochs without improvement before early stopping (patience), if `tol` is given.
    #[param(default = 5, range = "1..")]
    pub n_iter_no_change: u32,
    /// Whether to shuffle the rows in every epoch; if not, they are visited in the order of the table.
    #[param(default = true)]
    pub shuffle: bool,
    /// Whether to fit an intercept (bias term); without one the hyperplane goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Penalty (regularization): `none` or `l2` (weight decay).
    #[param(default = PerceptronPenalty::None)]
    pub penalty: PerceptronPenalty,
    /// Regularization strength of the penalty.
    #[param(default = 1e-4, range = "0..")]
    pub alpha: f64,
    /// When weights are updated: after each row (`stochastic`) or once per epoch (`batch`).
    #[param(default = UpdateMode::Stochastic, search = "every")]
    pub mode: UpdateMode,
    /// Which weights to keep: the last (`plain`), the average (`averaged`) or the best (`pocket`).
    #[param(default = PerceptronVariant::Plain, search = "every")]
    pub variant: PerceptronVariant,
    /// Target coding of two classes: with 0 and 1 an error is 1, with -1 and 1 it is 2, so that steps are
    /// twice as long.
    #[param(default = TargetCoding::ZeroOne)]
    pub coding: TargetCoding,
    /// How a linear predictor of exactly zero is classified.
    #[param(default = AtZero::Wrong)]
    pub at_zero: AtZero,
    /// Margin: correctly classified rows with a functional margin of at most this count as misclassified in
    /// training.
    #[param(default = 0.0, range = "0..")]
    pub margin: f64,
}

/// When weights are updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum UpdateMode {
    /// Stochastic (online): after each row, or each mini-batch.
    Stochastic,
    /// Full batch: once per epoch, from all rows.
    Batch,
}

/// Which weights a perceptron keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum PerceptronVariant {
    /// The weights of the last update.
    Plain,
    /// Averaged perceptron: the mean of the weights after each row; more stable if the classes are not
    /// linearly separable.
    Averaged,
    /// Pocket algorithm with ratchet (Gallant): the weights with the fewest misclassified rows.
    Pocket,
}

/// Penalty on the weights of a perceptron.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum PerceptronPenalty {
    /// No penalty.
    None,
    /// L2 penalty: each step shrinks the weights by the factor 1 − `eta0`·`alpha` (weight decay).
    L2,
}

/// Target coding of two classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TargetCoding {
    /// 0 and 1.
    ZeroOne,
    /// -1 and 1.
    PlusMinus,
}

/// How a linear predictor of exactly zero, or a tie, is classified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum AtZero {
    /// Misclassified in training; the first class in predictions.
    Wrong,
    /// The first class.
    First,
    /// The second class; with more than two classes, the first of the largest.
    Second,
}
