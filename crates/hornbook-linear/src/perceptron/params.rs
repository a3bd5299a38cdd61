use hornbook_core::{Choice, Learner};

/// The perceptron: weights that change whenever a row is on the wrong side.
///
/// The oldest rule that learns a line between classes, and the root of neural networks. If some line parts the classes it
/// finds one, after a number of mistakes that is known beforehand; if none does it never settles, and `variant` says what to
/// keep. More than two classes have a sum each, and the largest wins (a linear machine). There are no probabilities: the
/// predicted class has the probability 1. For whole weights a row is met as often as it weighs.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "perceptron",
    family = "linear",
    python = "Perceptron",
    tasks(classification),
    categories,
    weights,
    batches,
    more_rows,
    on_request,
    minds_scale
)]
pub struct Perceptron {
    /// The learning rate: how much of a row on the wrong side is added to the weights.
    #[param(default = 1.0, range = ">0..")]
    pub eta0: f64,
    /// Most rounds over the rows.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// If given, the search ends when the share of rows on the wrong side has not fallen by more than this for some rounds.
    pub tol: Option<f64>,
    /// How many rounds without progress end the search, if `tol` is given.
    #[param(default = 5, range = "1..")]
    pub n_iter_no_change: u32,
    /// Whether each round meets the rows in a random order of its own; if not, they are met in the order of the table.
    #[param(default = true)]
    pub shuffle: bool,
    /// Whether there is a constant term; without one the hyperplane goes through the origin.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// What large weights cost.
    #[param(default = PerceptronPenalty::None)]
    pub penalty: PerceptronPenalty,
    /// The price of the weights, if there is a penalty.
    #[param(default = 1e-4, range = "0..")]
    pub alpha: f64,
    /// When the weights change.
    #[param(default = Mode::Stochastic, search = "every")]
    pub mode: Mode,
    /// Which of all weights on the way are kept.
    #[param(default = Variant::Plain, search = "every")]
    pub variant: Variant,
    /// How the two answers are written: an error of 0 and 1 is 1, and one of -1 and 1 is 2, so that steps are twice as long.
    #[param(default = TargetCoding::ZeroOne)]
    pub coding: TargetCoding,
    /// What a sum of exactly zero is.
    #[param(default = AtZero::Wrong)]
    pub at_zero: AtZero,
    /// Rows whose sum is on the right side by no more than this count as wrong while learning.
    #[param(default = 0.0, range = "0..")]
    pub margin: f64,
}

/// When weights change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Mode {
    /// After each row.
    Stochastic,
    /// After each round, by what all rows say together.
    Batch,
}

/// Which weights a perceptron keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Variant {
    /// The last.
    Plain,
    /// The mean of those after each row: steadier where no line parts the classes.
    Averaged,
    /// Those with the fewest rows on the wrong side (Gallant's pocket with a ratchet).
    Pocket,
}

/// What large weights of a perceptron cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum PerceptronPenalty {
    /// Nothing.
    None,
    /// Each step draws them towards zero by the share `eta0` times `alpha`.
    L2,
}

/// How the targets of two classes are written as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TargetCoding {
    /// 0 and 1.
    ZeroOne,
    /// -1 and 1.
    PlusMinus,
}

/// What a sum of exactly zero is, or sums that are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum AtZero {
    /// A mistake for every row; the first class in predictions.
    Wrong,
    /// The first class.
    First,
    /// The second class; of more than two classes, the first that is largest.
    Second,
}
