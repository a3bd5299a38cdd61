// scikit-learn's name of the inverse price is `C`.
#![allow(non_snake_case)]

use hornbook_core::{Choice, Learner};

/// Logistic regression: log odds that are a weighted sum of the columns.
///
/// The first model to try for classes: it gives probabilities, and says how the odds change with each column while the
/// others stay. Two classes have one sum; more have one each (softmax). Prices on the weights keep them small (`l2`) or make
/// many of them zero (`l1`); prices make sense only among columns of one scale. Without a price there are standard errors,
/// tests and intervals, and categories are compared with their first level.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "logistic-regression",
    family = "linear",
    python = "LogisticRegression",
    tasks(classification),
    categories,
    weights,
    batches,
    minds_scale
)]
pub struct LogisticRegression {
    /// What large weights cost.
    #[param(default = WeightPenalty::L2)]
    pub penalty: WeightPenalty,
    /// How little weights cost: the sum of the losses counts so many times as much as the price of the weights.
    #[param(default = 1.0, range = ">0..", search = "1e-3..1e3 log")]
    pub C: f64,
    /// The share of `l1` in the price 'elasticnet'.
    #[param(default = 0.5, range = "0..=1")]
    pub l1_ratio: f64,
    /// Whether there is a constant term, which costs nothing.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// How small the slope of the mean loss must be, for columns in units of their deviations.
    #[param(default = 1e-6, range = "0..")]
    pub tol: f64,
    /// Most steps.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
}

/// What large weights cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum WeightPenalty {
    /// Nothing.
    None,
    /// Half the sum of their squares.
    L2,
    /// The sum of their sizes, which makes many of them zero.
    L1,
    /// A mixture of both.
    Elasticnet,
}

impl LogisticRegression {
    /// The share of the price that is on sizes and on squares, beside the sum of the losses.
    pub(super) fn prices(&self) -> Prices {
        let (sizes, squares) = match self.penalty {
            WeightPenalty::None => (0.0, 0.0),
            WeightPenalty::L2 => (0.0, 1.0),
            WeightPenalty::L1 => (1.0, 0.0),
            WeightPenalty::Elasticnet => (self.l1_ratio, 1.0 - self.l1_ratio),
        };
        // An infinite price would make no number of a weight of zero.
        let price = |share: f64| (share / self.C).min(f64::MAX);
        Prices { sizes: price(sizes), squares: price(squares) }
    }
}

/// What weights cost beside the sum of the losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prices {
    pub sizes: f64,
    pub squares: f64,
}

impl Prices {
    pub fn is_free(self) -> bool {
        self.sizes == 0.0 && self.squares == 0.0
    }
}
