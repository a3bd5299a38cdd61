use hornbook_core::{
    Choice, CountOrFraction, Declared, Error, Learner, ParameterKind, ParameterValue, Result, Task, Value,
    flatten_parameters, parameter_group,
};
use serde_json::json;

/// What is computed beside the trees: out-of-bag estimates, and what quantiles need.
#[parameter_group]
struct ForestExtraParameters {
    /// Compute the out-of-bag (OOB) score: each row is predicted by the trees that have not seen it.
    #[param(default = false)]
    pub oob_score: bool,
    /// Compute the out-of-bag permutation importance of each feature (mean decrease in accuracy).
    #[param(default = false)]
    pub oob_importances: bool,
    /// Quantile regression forest: leaves keep the targets of their rows, so that quantiles can be predicted.
    #[param(default = false)]
    pub quantiles: bool,
}

/// How far the trees grow.
#[parameter_group]
struct ForestGrowthParameters {
    /// Splitting criterion (impurity); none takes Gini for classification and variance for regression.
    pub criterion: Option<ForestCriterion>,
    /// Number of features considered at each split (mtry); constant features do not count. None is all.
    #[param(default = Some(MaxFeatures::Auto))]
    pub max_features: Option<MaxFeatures>,
    /// Maximum depth of a tree; none is unlimited.
    #[param(range = "1..", search = "2..20")]
    pub max_depth: Option<u32>,
    /// Minimum total sample weight of a node to split it; a row weighs 1 unless it has a weight.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Minimum total sample weight in a leaf.
    #[param(default = 0.0, range = "0..", search = "1..50 log")]
    pub min_samples_leaf: f64,
    /// Maximum number of leaves of a tree, which is then grown best-first; none is unlimited.
    #[param(range = "2..")]
    pub max_leaf_nodes: Option<u32>,
    /// Minimum impurity decrease of a split, weighted by the node's fraction of all rows.
    #[param(default = 0.0, range = "0..")]
    pub min_impurity_decrease: f64,
}

/// Random forest: bagged decision trees (bootstrap samples) with a random feature subset at each split;
/// averages or votes.
///
/// Bagging decorrelated trees reduces variance: each tree gets its own bootstrap sample of the rows, and each
/// of its nodes takes the best split on a random feature subset. Numeric features are binned into at most 255
/// bins. A good first model for almost any table: few hyperparameters, hard to overfit, and the out-of-bag
/// (OOB) score estimates its test performance without a test set. Feature importances are the mean decrease
/// in impurity (MDI) and, out-of-bag, the permutation importance.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "random-forest",
    aliases("rf", "forest"),
    sklearn = "RandomForestClassifier, RandomForestRegressor",
    r = "randomForest::randomForest, ranger::ranger",
    weka = "RandomForest",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    multi_output,
    attributes(super::attributes::FOREST),
    python_mixins("forest.Forest"),
    work = "n_estimators * rows * sqrt(columns) * log(rows + 1)",
    study("max_features=0.75", "max_features=0.75, min_samples_leaf=2", "n_estimators=300")
)]
pub struct RandomForest {
    #[group]
    count: crate::parameters::TreeCountParameters,
    #[group]
    growth: ForestGrowthParameters,
    /// Bootstrap: each tree gets rows drawn with replacement; otherwise it gets them all.
    #[param(default = true)]
    pub bootstrap: bool,
    /// Size of the bootstrap sample of a tree: a count, or a fraction of all; none draws as many as there are.
    pub max_samples: Option<CountOrFraction>,
    /// Maximum number of histogram bins for a numeric feature.
    #[param(default = 255, range = "2..=255")]
    pub bins: u32,
    #[group]
    extra: ForestExtraParameters,
}

/// Extra-trees (extremely randomized trees): random thresholds for a random feature subset, best of those
/// taken.
///
/// As a random forest, but each node draws one random threshold, uniformly between the smallest and the
/// largest value of its rows, for each feature of its feature subset and takes the best of those splits; of
/// categories it draws a random subset of levels. Every tree gets all rows unless `bootstrap` is set (the
/// out-of-bag score needs it). Thresholds are not tied to bins. Less variance and a little more bias than a
/// random forest; good where features are noisy.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "extra-trees",
    aliases("extremely randomized trees", "et"),
    sklearn = "ExtraTreesClassifier, ExtraTreesRegressor",
    r = "ranger::ranger(splitrule = \"extratrees\")",
    weka = "ExtraTree",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    multi_output,
    attributes(super::attributes::FOREST),
    python_mixins("forest.Forest"),
    work = "n_estimators * rows * sqrt(columns) * log(rows + 1)",
    study("max_features=0.75", "max_features=1, min_samples_leaf=4", "n_estimators=300")
)]
pub struct ExtraTrees {
    #[group]
    count: crate::parameters::TreeCountParameters,
    #[group]
    growth: ForestGrowthParameters,
    /// Bootstrap: each tree gets rows drawn with replacement; otherwise it gets them all.
    #[param(default = false)]
    pub bootstrap: bool,
    /// Size of the bootstrap sample of a tree: a count, or a fraction of all; none draws as many as there are.
    pub max_samples: Option<CountOrFraction>,
    #[group]
    extra: ForestExtraParameters,
}

/// Splitting criterion (impurity measure).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ForestCriterion {
    /// Gini impurity: the probability that two rows drawn from a node differ in class.
    Gini,
    /// Entropy: the information gain, in bits.
    Entropy,
    /// Variance (squared error) of the targets in a node.
    Variance,
}

/// Number of features considered at each split (mtry).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaxFeatures {
    /// The square root of the number of features for classification, all for regression.
    Auto,
    /// The square root of the number of features.
    Sqrt,
    /// The binary logarithm of the number of features.
    Log2,
    /// A count, or a fraction.
    CountOrFraction(CountOrFraction),
}

impl MaxFeatures {
    /// How many of so many columns.
    pub(super) fn of(self, columns: usize, task: Task) -> usize {
        let some = match (self, task) {
            (MaxFeatures::Sqrt, _) | (MaxFeatures::Auto, Task::Classification) => columns.isqrt(),
            (MaxFeatures::Log2, _) => columns.checked_ilog2().unwrap_or(0) as usize,
            (MaxFeatures::Auto, _) => columns,
            (MaxFeatures::CountOrFraction(amount), _) => amount.of(columns),
        };
        some.max(1)
    }
}

impl ParameterValue for MaxFeatures {
    const KIND: ParameterKind = ParameterKind::CountOrFraction(&[
        ("auto", "The square root of the number of features for classification, all for regression."),
        ("sqrt", "The square root of the number of features."),
        ("log2", "The binary logarithm of the number of features."),
    ]);

    fn to_value(&self) -> Value {
        match self {
            MaxFeatures::Auto => json!("auto"),
            MaxFeatures::Sqrt => json!("sqrt"),
            MaxFeatures::Log2 => json!("log2"),
            MaxFeatures::CountOrFraction(amount) => amount.to_value(),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(MaxFeatures::Auto),
            Some("sqrt") => Some(MaxFeatures::Sqrt),
            Some("log2") => Some(MaxFeatures::Log2),
            _ => CountOrFraction::from_value(value).map(MaxFeatures::CountOrFraction),
        }
    }
}

/// The hyperparameters of both learners.
#[derive(Debug, Clone, Copy)]
pub(super) struct ForestSettings {
    pub learner: &'static str,
    pub trees: usize,
    pub criterion: Option<ForestCriterion>,
    pub max_features: Option<MaxFeatures>,
    pub max_depth: Option<u32>,
    pub min_samples_split: f64,
    pub min_samples_leaf: f64,
    pub max_leaf_nodes: Option<u32>,
    pub min_impurity_decrease: f64,
    pub bootstrap: bool,
    pub max_samples: Option<CountOrFraction>,
    /// None for random thresholds.
    pub bins: Option<usize>,
    pub oob_score: bool,
    pub oob_importances: bool,
    pub quantiles: bool,
}

/// The parameters that both learners have by the same names.
macro_rules! settings {
    ($learner:expr, $bins:expr) => {
        ForestSettings {
            learner: Self::declaration().name,
            trees: $learner.n_estimators as usize,
            criterion: $learner.criterion,
            max_features: $learner.max_features,
            max_depth: $learner.max_depth,
            min_samples_split: $learner.min_samples_split,
            min_samples_leaf: $learner.min_samples_leaf,
            max_leaf_nodes: $learner.max_leaf_nodes,
            min_impurity_decrease: $learner.min_impurity_decrease,
            bootstrap: $learner.bootstrap,
            max_samples: $learner.max_samples,
            bins: $bins,
            oob_score: $learner.oob_score,
            oob_importances: $learner.oob_importances,
            quantiles: $learner.quantiles,
        }
    };
}

impl RandomForest {
    pub(super) fn settings(&self) -> ForestSettings {
        settings!(self, Some(self.bins as usize))
    }
}

impl ExtraTrees {
    pub(super) fn settings(&self) -> ForestSettings {
        settings!(self, None)
    }
}

impl ForestSettings {
    /// The criterion for a task: the given one, if it suits, or the default.
    pub fn criterion_for(&self, task: Task) -> Result<ForestCriterion> {
        let suits = |criterion| (criterion == ForestCriterion::Variance) == (task == Task::Regression);
        match (self.criterion, task) {
            (Some(criterion), _) if suits(criterion) => Ok(criterion),
            (Some(criterion), _) => Err(self.refuse(
                "criterion",
                format!("'{}', which is not for {task}", criterion.name()),
                match task {
                    Task::Classification => "gini, entropy or none",
                    _ => "variance or none",
                },
            )),
            (None, Task::Classification) => Ok(ForestCriterion::Gini),
            (None, _) => Ok(ForestCriterion::Variance),
        }
    }

    /// Refuses parameters that each are in range but do not go together.
    pub fn check_combination(&self, task: Task, targets: usize) -> Result<()> {
        let alone = |parameter: &str, needs: &'static str| {
            Err(self.refuse(parameter, "set without bootstrap".to_string(), needs))
        };
        match self {
            ForestSettings { bootstrap: false, oob_score: true, .. } => {
                alone("oob_score", "false, or bootstrap, which leaves rows out")
            }
            ForestSettings { bootstrap: false, oob_importances: true, .. } => {
                alone("oob_importances", "false, or bootstrap, which leaves rows out")
            }
            ForestSettings { bootstrap: false, max_samples: Some(_), .. } => {
                alone("max_samples", "none, or bootstrap, which draws rows")
            }
            ForestSettings { quantiles: true, .. } if targets > 1 => Err(self.refuse(
                "quantiles",
                format!("true for {targets} targets, and leaves keep the values of one"),
                "false, or one target",
            )),
            ForestSettings { quantiles: true, .. } if task == Task::Classification => Err(self.refuse(
                "quantiles",
                "true for classification, which has none".to_string(),
                "false, or a numeric target",
            )),
            _ => Ok(()),
        }
    }

    fn refuse(&self, parameter: &str, found: String, expected: &str) -> Error {
        Error::Parameter {
            learner: self.learner.to_string(),
            parameter: parameter.to_string(),
            found,
            expected: expected.to_string(),
        }
    }
}
