use crate::perceptron::{TargetCoding, UpdateMode};
use hornbook_core::{Choice, Learner};

/// Delta rule (LMS, Widrow–Hoff, ADALINE): gradient descent on the loss of a single linear or sigmoid unit;
/// stochastic gradient descent (SGD) by default.
///
/// Where the perceptron counts mistakes, this rule follows the gradient of the squared error, so that it
/// converges even if the classes are not linearly separable. For regression it converges to least squares,
/// step by step, which shows how gradient descent works; the closed form of `linear-regression` is faster. A
/// sigmoid activation gives probabilities. Features of different scales need a small learning rate:
/// standardize them first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "delta-rule",
    aliases("sgd", "stochastic gradient descent", "adaline", "widrow-hoff", "lms"),
    sklearn = "SGDClassifier, SGDRegressor",
    weka = "SGD",
    family = "linear",
    tasks(classification, regression),
    categories,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    scale_sensitive,
    attributes(
        crate::model::attributes::COEFFICIENTS,
        crate::model::attributes::LOSS_CURVE,
        crate::model::attributes::CLASS_TRAINING_CURVE
    ),
    python_mixins(classification("linear.Discriminant"), regression("linear.Linear")),
    poor_score(regression)
)]
pub struct DeltaRule {
    /// The learning rate.
    #[param(default = 0.01, range = ">0..", search = "1e-4..1 log")]
    pub eta0: f64,
    /// Learning rate schedule over the epochs.
    #[param(default = LearningRateSchedule::Constant)]
    pub learning_rate: LearningRateSchedule,
    /// Decay of the learning rate: in epoch t from 0 it is `eta0 / (1 + decay t)`.
    #[param(default = 0.1, range = "0..")]
    pub decay: f64,
    /// Momentum coefficient: the fraction of the last step that is added to the next.
    #[param(default = 0.0, range = "0..1")]
    pub momentum: f64,
    /// When weights are updated: `stochastic` after each row or mini-batch, `batch` once per epoch
    /// (full-batch gradient descent).
    #[param(default = UpdateMode::Stochastic, search = "every")]
    pub mode: UpdateMode,
    /// Mini-batch size of stochastic gradient descent.
    #[param(default = 1, range = "1..")]
    pub batch_size: u32,
    /// Reduction of the loss over a batch: mean or sum.
    #[param(default = Reduction::Mean)]
    pub reduction: Reduction,
    /// Activation function of the unit.
    #[param(default = Activation::Linear)]
    pub unit: Activation,
    /// Loss function (training objective).
    #[param(default = DeltaRuleLoss::Squared)]
    pub loss: DeltaRuleLoss,
    /// Target coding of two classes for a linear unit; a sigmoid always takes 0 and 1.
    #[param(default = TargetCoding::PlusMinus)]
    pub coding: TargetCoding,
    /// Maximum number of epochs (passes over the training data).
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// Convergence tolerance: stop when an epoch lowers the loss by no more than this fraction of it (or of
    /// 1, if that is more); 0 runs all epochs.
    #[param(default = 1e-7, range = "0..")]
    pub tol: f64,
    /// Whether to shuffle the rows in every epoch; if not, they are visited in the order of the table.
    #[param(default = true)]
    pub shuffle: bool,
    /// Whether to fit an intercept (bias term).
    #[param(default = true)]
    pub fit_intercept: bool,
}

/// Learning rate schedule over the epochs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum LearningRateSchedule {
    /// Constant learning rate.
    Constant,
    /// Inverse-time decay: `eta0 / (1 + decay t)`.
    Decaying,
    /// Backtracking line search: each step halves the rate until the loss falls enough; full-batch only, and
    /// without momentum.
    LineSearch,
}

/// Reduction of the loss over the rows of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Reduction {
    /// Mean, so that learning rates do not depend on the number of rows.
    Mean,
    /// Sum, as most books write the rule.
    Sum,
}

/// Activation function of the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Activation {
    /// Linear (identity): the linear predictor itself.
    Linear,
    /// Sigmoid (logistic function), $1/(1 + e^{-z})$; for classification only.
    Sigmoid,
}

/// Loss function of the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum DeltaRuleLoss {
    /// Squared error, halved.
    Squared,
    /// Cross-entropy (log loss, negative log-likelihood); for sigmoid units only.
    CrossEntropy,
}
