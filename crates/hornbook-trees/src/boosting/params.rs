use hornbook_core::{Choice, ColumnSets, Declared, Error, Learner, PerColumn, Result, Task};

/// Gradient-boosted decision trees (GBDT), histogram-based like XGBoost and LightGBM; classification,
/// regression, ranking.
///
/// Gradient boosting: each boosting iteration fits a tree to the gradient and Hessian of the loss function
/// and adds it, scaled by the learning rate (shrinkage), to the prediction. Handles numeric and categorical
/// features, missing values and sample weights natively, without encoding or imputation. Early stopping on a
/// validation set, L2 regularization, row and column subsampling, monotonic constraints and interaction
/// constraints are hyperparameters; a custom objective can be given in Rust and Python. Usually the most
/// accurate learner for tables of more than a few hundred rows.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gradient-boosting",
    aliases(
        "gbm",
        "gbdt",
        "gbrt",
        "gradient-boosted decision trees",
        "xgboost",
        "lightgbm",
        "histogram gradient boosting"
    ),
    sklearn = "HistGradientBoostingClassifier, HistGradientBoostingRegressor, GradientBoostingClassifier, GradientBoostingRegressor",
    r = "gbm::gbm, xgboost::xgboost, lightgbm::lightgbm",
    weka = "LogitBoost, AdditiveRegression",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    many_levels,
    sample_weights,
    early_stopping,
    warm_start,
    python_mixins(classification("boosting.Boosting"), regression("boosting.BoostingRegressor")),
    work = "max_iter * rows * columns * classes",
    stages = "max_iter",
    study(
        "learning_rate=0.05, max_features=0.7, subsample=0.8, l2_regularization=1",
        "learning_rate=0.03, max_leaf_nodes=16, min_samples_leaf=1, max_features=0.6, subsample=0.95, l2_regularization=1",
        "learning_rate=0.04, max_leaf_nodes=4, min_samples_leaf=10, max_features=0.7, subsample=0.8, l2_regularization=1",
        "learning_rate=0.03, max_leaf_nodes=39, min_samples_leaf=3, max_features=0.46, subsample=0.88, l2_regularization=0.4",
        "learning_rate=0.03, max_leaf_nodes=128, min_samples_leaf=3, max_features=0.9",
        "learning_rate=0.02, max_leaf_nodes=8, min_samples_leaf=15, max_features=0.43, subsample=0.72, l2_regularization=0.3"
    )
)]
pub struct GradientBoosting {
    /// Loss function (training objective); none takes log loss for classification and squared error for
    /// regression.
    pub loss: Option<BoostingLoss>,
    /// Learning rate (shrinkage, eta): factor on each tree's contribution.
    #[param(default = 0.1, range = ">0..=1", search = "0.01..0.3 log")]
    pub learning_rate: f64,
    /// Maximum number of boosting iterations (n_estimators, num_boost_round); each adds one tree, or one per
    /// class if there are more than two.
    #[param(default = 100, range = "1..", search = "20..500 log")]
    pub max_iter: u32,
    /// Maximum number of leaves per tree.
    #[param(default = 31, range = "2..", search = "4..128 log")]
    pub max_leaf_nodes: u32,
    /// Maximum depth of a tree; none is unlimited.
    #[param(range = "1..")]
    pub max_depth: Option<u32>,
    /// Minimum total sample weight in a leaf; a row weighs 1 unless it has a weight.
    #[param(default = 20.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// L2 regularization of the leaf values (XGBoost's `lambda`).
    #[param(default = 0.0, range = "0..", search = "0.01..100 log")]
    pub l2_regularization: f64,
    /// Minimum loss reduction to make a split (XGBoost's `gamma`, LightGBM's `min_gain_to_split`).
    #[param(default = 0.0, range = "0..")]
    pub min_split_gain: f64,
    /// Maximum number of histogram bins for a numeric feature.
    #[param(default = 255, range = "2..=255")]
    pub max_bins: u32,
    /// Column subsampling: random fraction of the features considered at each split (XGBoost's
    /// `colsample_bynode`).
    #[param(default = 1.0, range = ">0..=1", search = "0.3..1")]
    pub max_features: f64,
    /// Row subsampling: random fraction of the rows used in each iteration (stochastic gradient boosting).
    #[param(default = 1.0, range = ">0..=1", search = "0.5..1")]
    pub subsample: f64,
    /// Monotonic constraints: features in which the prediction may only increase (1) or only decrease (-1).
    pub monotonic_cst: Option<PerColumn>,
    /// Interaction constraints: sets of features that may interact; a path only splits on features that share
    /// a set. Features in no set stand alone.
    pub interaction_cst: Option<ColumnSets>,
    /// Early stopping: hold out `validation_fraction` of the rows as validation set and stop after
    /// `n_iter_no_change` iterations without improvement (patience).
    #[param(default = false)]
    pub early_stopping: bool,
    /// Fraction of the rows held out as validation set for early stopping.
    #[param(default = 0.1, range = ">0..1")]
    pub validation_fraction: f64,
    /// Patience of early stopping: iterations without improvement of the validation loss before it stops.
    #[param(default = 10, range = "1..")]
    pub n_iter_no_change: u32,
    /// Tolerance of early stopping: the smallest decrease of the loss that counts as improvement.
    #[param(default = 1e-7, range = "0..")]
    pub tol: f64,
    /// Quantile that the loss 'quantile' predicts.
    #[param(default = 0.5, range = ">0..1")]
    pub quantile: f64,
    /// Where the loss 'huber' changes from squared to absolute error, as a quantile of the absolute
    /// residuals.
    #[param(default = 0.9, range = ">0..1")]
    pub huber_quantile: f64,
    /// Variance power of the loss 'tweedie': between 1 (Poisson) and 2 (gamma).
    #[param(default = 1.5, range = ">1..2")]
    pub tweedie_power: f64,
}

/// Loss function (training objective) of boosting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BoostingLoss {
    /// Log loss (cross-entropy) of classes: minus the logarithm of the probability of the true class.
    LogLoss,
    /// Exponential loss of two classes, as in AdaBoost.
    Exponential,
    /// Squared error; predicts means.
    SquaredError,
    /// Absolute error; predicts medians.
    AbsoluteError,
    /// Huber loss: squared error for small residuals, absolute error for large ones; robust to outliers.
    Huber,
    /// Pinball loss (quantile regression); predicts the given quantile.
    Quantile,
    /// Poisson deviance, for counts; predicts means above zero.
    Poisson,
    /// Gamma deviance, for positive amounts.
    Gamma,
    /// Tweedie deviance, for nonnegative amounts that are often zero.
    Tweedie,
    /// LambdaMART (learning to rank): pairwise loss weighted by the change in NDCG of a swap. Needs groups.
    Lambdarank,
}

impl GradientBoosting {
    /// The loss for a task: the given one, if it suits, or the default.
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
                    _ => "a regression loss, such as squared_error, or none",
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
