use hornbook_core::{Choice, ColumnSets, Declared, Error, Learner, PerColumn, Result, Task};

/// Trees grown one after the other, each on what those before it got wrong.
///
/// Every round fits a small tree to the slope of the loss and adds a part of it to the prediction. Takes numbers,
/// categories, missing values and row weights as they are. Usually the most accurate learner for tables of more than a
/// few hundred rows.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gradient-boosting",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    weights
)]
pub struct GradientBoosting {
    /// What is made small; none takes the log loss for classes and squared error for numbers.
    pub loss: Option<BoostingLoss>,
    /// How much of each tree is added.
    #[param(default = 0.1, range = ">0..=1", search = "0.01..0.3 log")]
    pub learning_rate: f64,
    /// Most rounds; each adds a tree, or one a class if there are more than two.
    #[param(default = 100, range = "1..", search = "20..500 log")]
    pub max_iter: u32,
    /// Most leaves of a tree.
    #[param(default = 31, range = "2..", search = "4..128 log")]
    pub max_leaf_nodes: u32,
    /// Longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..")]
    pub max_depth: Option<u32>,
    /// Smallest weight of rows that a leaf may hold; a row weighs 1 unless it has a weight.
    #[param(default = 20.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// Penalty on the squares of the leaves' values.
    #[param(default = 0.0, range = "0..", search = "0.01..100 log")]
    pub l2_regularization: f64,
    /// Smallest improvement of the loss that a split must bring.
    #[param(default = 0.0, range = "0..")]
    pub min_split_gain: f64,
    /// Most bins that the numbers of a column are put into.
    #[param(default = 255, range = "2..=255")]
    pub max_bins: u32,
    /// The share of the columns that each split looks at, drawn at random.
    #[param(default = 1.0, range = ">0..=1", search = "0.3..1")]
    pub max_features: f64,
    /// The share of the rows that each round learns from, drawn at random.
    #[param(default = 1.0, range = ">0..=1", search = "0.5..1")]
    pub subsample: f64,
    /// Columns whose growth may only raise (1) or only lower (-1) the prediction.
    pub monotonic_cst: Option<PerColumn>,
    /// Sets of columns; a path may only ask about columns that share a set. Columns in no set stand alone.
    pub interaction_cst: Option<ColumnSets>,
    /// Whether to stop once the loss on rows held out no longer falls.
    #[param(default = false)]
    pub early_stopping: bool,
    /// The share of the rows that early stopping holds out.
    #[param(default = 0.1, range = ">0..1")]
    pub validation_fraction: f64,
    /// How many rounds without a lower loss make early stopping stop.
    #[param(default = 10, range = "1..")]
    pub n_iter_no_change: u32,
    /// How much lower a loss must be to count as lower.
    #[param(default = 1e-7, range = "0..")]
    pub tol: f64,
    /// Which quantile the loss 'quantile' aims at.
    #[param(default = 0.5, range = ">0..1")]
    pub quantile: f64,
    /// From which residual on the loss 'huber' grows by the residual and not by its square, as a quantile of the
    /// residuals.
    #[param(default = 0.9, range = ">0..1")]
    pub huber_quantile: f64,
    /// The power of the variance for the loss 'tweedie': between 1 (Poisson) and 2 (gamma).
    #[param(default = 1.5, range = ">1..2")]
    pub tweedie_power: f64,
}

/// What boosting makes small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BoostingLoss {
    /// The log loss of classes: minus the logarithm of the probability given to the right one.
    LogLoss,
    /// The exponential loss of two classes, which is AdaBoost's.
    Exponential,
    /// Squared error; predicts means.
    SquaredError,
    /// Absolute error; predicts medians.
    AbsoluteError,
    /// Squared error for small residuals, absolute error for large ones.
    Huber,
    /// The pinball loss; predicts the quantile given.
    Quantile,
    /// Poisson deviance, for counts; predicts means above zero.
    Poisson,
    /// Gamma deviance, for amounts above zero.
    Gamma,
    /// Tweedie deviance, for amounts that are often zero.
    Tweedie,
    /// Pairwise loss within groups, weighted by what a swap does to the discounted gain: LambdaMART. Needs groups.
    Lambdarank,
}

impl GradientBoosting {
    /// The loss for a task: the one asked for, if it suits, or the usual one.
    pub(super) fn loss_for(&self, task: Task, classes: usize) -> Result<BoostingLoss> {
        use BoostingLoss::{Exponential, LogLoss, SquaredError};
        let usual = if task == Task::Classification { LogLoss } else { SquaredError };
        let loss = self.loss.unwrap_or(usual);
        let is_for_classes = matches!(loss, LogLoss | Exponential);
        if is_for_classes != (task == Task::Classification) {
            return Err(self.refuse(
                "loss",
                format!("'{}', which is not for {task}", loss.name()),
                match task {
                    Task::Classification => "log_loss, exponential or none",
                    _ => "a loss of numbers, such as squared_error, or none",
                },
            ));
        }
        if loss == Exponential && classes > 2 {
            let found = format!("'exponential', with a target of {classes} classes");
            return Err(self.refuse("loss", found, "log_loss, or a target of two classes"));
        }
        Ok(loss)
    }

    pub(super) fn refuse(&self, parameter: &str, found: String, expected: &str) -> Error {
        Error::Parameter {
            learner: Self::declaration().name.to_string(),
            parameter: parameter.to_string(),
            found,
            expected: expected.to_string(),
        }
    }
}
