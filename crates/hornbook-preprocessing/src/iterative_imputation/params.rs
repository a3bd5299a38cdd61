use hornbook_core::{Learner, LearnerSpec};

/// Iterative imputation (chained equations, MICE): missing values are predicted from the other features by a learner.
///
/// A transformer for a pipeline, like scikit-learn's IterativeImputer and R's mice and missForest: the learner is trained on the
/// rows where a value is there and fills the rest, feature by feature, in rounds. It is fitted on the training data only (no data
/// leakage). Text features are passed through.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "iterative-imputation",
    aliases("mice", "chained equations", "missForest", "model-based imputation", "IterativeImputer"),
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
    #[param(default = LearnerSpec::new("decision-tree"))]
    pub estimator: LearnerSpec,
    /// Most rounds.
    #[param(default = 5, range = "1..=1000")]
    pub max_iter: u32,
    /// Rounds end when no filled number changes by more than this fraction of the largest known number of its feature.
    #[param(default = 0.001, range = "0..")]
    pub tol: f64,
}
