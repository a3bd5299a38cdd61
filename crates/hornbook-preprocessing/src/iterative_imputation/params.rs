use crate::fill_missing::NumericStrategy;
use hornbook_core::{Choice, Learner, LearnerSpec, PerColumn};

/// Iterative imputation (chained equations, MICE): missing values are predicted from the other features by a learner.
///
/// A transformer for a pipeline, like scikit-learn's IterativeImputer and R's mice and missForest: the learner is trained on the
/// rows where a value is there and fills the rest, feature by feature, in rounds. It is fitted on the training data only (no data
/// leakage). Text features are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "iterative-imputation",
    aliases(
        "mice",
        "chained equations",
        "multiple imputation",
        "missForest",
        "model-based imputation",
        "IterativeImputer"
    ),
    sklearn = "IterativeImputer",
    r = "mice::mice, missForest::missForest",
    weka = "EMImputation",
    family = "preprocessing",
    tasks(transformation),
    removes(missing),
    applied = "imputed",
    missing,
    categories,
    text,
    sample_weights,
    explicit_only
)]
pub struct IterativeImputation {
    /// The learner that predicts missing values; one that does classification fills categories, too.
    #[param(default = LearnerSpec::new(hornbook_learner::DEFAULT_LEARNER))]
    pub estimator: LearnerSpec,
    /// Multiple imputation: whether missing values are drawn by the seed from the predictive distribution of the estimator, not set to
    /// its mean; it must have one, such as bayesian-ridge. Every seed gives another imputation, after all rounds.
    #[param(default = false)]
    pub sample_posterior: bool,
    /// Most rounds; with none, missing values stay what they are first.
    #[param(default = 5, range = "0..=1000")]
    pub max_iter: u32,
    /// Rounds end when no filled number changes by more than this fraction of the largest known number of its feature.
    #[param(default = 0.001, range = "0..")]
    pub tol: f64,
    /// What missing numbers are first.
    #[param(default = NumericStrategy::Median)]
    pub initial_strategy: NumericStrategy,
    /// The constant of the initial strategy `constant`.
    #[param(default = 0.0)]
    pub fill_value: f64,
    /// Which features are imputed first.
    #[param(default = ImputationOrder::Ascending)]
    pub imputation_order: ImputationOrder,
    /// Whether features without missing values in training get no model: rows to transform that lack one keep what missing numbers are
    /// first.
    #[param(default = true)]
    pub skip_complete: bool,
    /// How many other features a feature is predicted from, drawn in each round with probabilities in proportion to their absolute
    /// correlations with it; none takes all.
    #[param(range = "1..")]
    pub n_nearest_features: Option<u32>,
    /// The smallest number that some features are imputed with.
    pub min_values: Option<PerColumn>,
    /// The largest number that some features are imputed with.
    pub max_values: Option<PerColumn>,
}

/// Which features are imputed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ImputationOrder {
    /// Those with the fewest missing values.
    Ascending,
    /// Those with the most missing values.
    Descending,
    /// From left to right.
    Roman,
    /// From right to left.
    Arabic,
    /// Any, drawn anew in each round.
    Random,
}
