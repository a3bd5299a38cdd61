use crate::perceptron::{Mode, TargetCoding};
use hornbook_core::{Choice, Learner};

/// The delta rule: gradient descent on the squared errors of one unit (LMS, Widrow–Hoff, ADALINE).
///
/// Where the perceptron counts mistakes, this rule looks at how far a sum is from its target, so that it settles even where
/// no line parts the classes. For numbers it ends at least squares, step by step, which shows how descent works; the closed
/// solution of `linear-regression` is faster. A sigmoid unit gives probabilities. Columns of different scales need small
/// rates: standardise them first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "delta-rule",
    family = "linear",
    tasks(classification, regression),
    categories,
    weights,
    batches,
    more_rows,
    on_request,
    minds_scale
)]
pub struct DeltaRule {
    /// The learning rate.
    #[param(default = 0.01, range = ">0..", search = "1e-4..1 log")]
    pub eta0: f64,
    /// How the rate goes from round to round.
    #[param(default = RateRule::Constant)]
    pub learning_rate: RateRule,
    /// How fast a decaying rate falls: in round t from 0 it is `eta0 / (1 + decay t)`.
    #[param(default = 0.1, range = "0..")]
    pub decay: f64,
    /// How much of the last step goes on.
    #[param(default = 0.0, range = "0..1")]
    pub momentum: f64,
    /// When the weights change.
    #[param(default = Mode::Stochastic, search = "every")]
    pub mode: Mode,
    /// Rows a stochastic step looks at.
    #[param(default = 1, range = "1..")]
    pub batch_size: u32,
    /// What the errors of rows are put together by in batches.
    #[param(default = Reduction::Mean)]
    pub reduction: Reduction,
    /// What the unit makes of its sum.
    #[param(default = Unit::Linear)]
    pub unit: Unit,
    /// What is made small.
    #[param(default = UnitLoss::Squared)]
    pub loss: UnitLoss,
    /// How classes are written as targets of a linear unit; a sigmoid always takes 0 and 1.
    #[param(default = TargetCoding::PlusMinus)]
    pub coding: TargetCoding,
    /// Most rounds over the rows.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// The search ends when a round lowers the loss by no more than this share of it (or of 1, if that is more); 0 goes on.
    #[param(default = 1e-7, range = "0..")]
    pub tol: f64,
    /// Whether each round meets the rows in a random order of its own; if not, they are met in the order of the table.
    #[param(default = true)]
    pub shuffle: bool,
    /// Whether there is a constant term.
    #[param(default = true)]
    pub fit_intercept: bool,
}

/// How a learning rate goes from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum RateRule {
    /// It stays.
    Constant,
    /// It falls.
    Decaying,
    /// Each step halves it until the loss falls enough; only in batches, and without momentum.
    LineSearch,
}

/// How the errors of rows are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Reduction {
    /// Their mean, so that rates do not depend on the number of rows.
    Mean,
    /// Their sum, as most books write the rule.
    Sum,
}

/// What a unit makes of its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Unit {
    /// The sum itself.
    Linear,
    /// A number between 0 and 1, $1/(1 + e^{-z})$; for classes only.
    Sigmoid,
}

/// What a unit makes small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum UnitLoss {
    /// Half the squared error.
    Squared,
    /// The negative log likelihood; for sigmoid units only.
    CrossEntropy,
}
