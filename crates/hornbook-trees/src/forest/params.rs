use hornbook_core::{Amount, Choice, Declared, Error, Kind, Learner, ParameterValue, Result, Task, Value};
use serde_json::json;

/// Many trees, each grown from rows drawn with replacement and from random columns at each node; they vote.
///
/// Trees that differ make different mistakes, and their mean makes fewer. Each tree gets its own draw of the rows; each
/// of its nodes looks at a few columns drawn at random and takes the best question about them. Numbers are put into at
/// most 255 bins. A good first model for almost any table: little to set, hard to overfit, and it judges itself on the
/// rows that each tree has not seen.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "random-forest",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    targets
)]
pub struct RandomForest {
    /// How many trees.
    #[param(default = 100, range = "1..=100000")]
    pub n_estimators: u32,
    /// What a split must improve; none takes Gini for classes and variance for numbers.
    pub criterion: Option<ForestCriterion>,
    /// How many columns that vary a node looks at; none is all.
    #[param(default = Some(MaxFeatures::Auto))]
    pub max_features: Option<MaxFeatures>,
    /// Longest path from the root of a tree to a leaf; none is unlimited.
    #[param(range = "1..", search = "2..20")]
    pub max_depth: Option<u32>,
    /// Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Smallest weight of rows that a leaf may hold.
    #[param(default = 0.0, range = "0..", search = "1..50 log")]
    pub min_samples_leaf: f64,
    /// Most leaves of a tree, which is then grown by the best question first; none is unlimited.
    #[param(range = "2..")]
    pub max_leaf_nodes: Option<u32>,
    /// Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
    #[param(default = 0.0, range = "0..")]
    pub min_impurity_decrease: f64,
    /// Whether each tree gets rows drawn with replacement; otherwise it gets them all.
    #[param(default = true)]
    pub bootstrap: bool,
    /// How many rows are drawn for a tree: a count, or a share of all; none draws as many as there are.
    pub max_samples: Option<Amount>,
    /// Most bins that the numbers of a column are put into.
    #[param(default = 255, range = "2..=255")]
    pub bins: u32,
    /// Whether to predict each row by the trees that have not seen it, and to say how well that goes.
    #[param(default = false)]
    pub oob_score: bool,
    /// Whether to measure what shuffling each column costs the trees on the rows they have not seen.
    #[param(default = false)]
    pub oob_importances: bool,
    /// Whether the leaves keep the numbers of their rows, so that quantiles can be predicted.
    #[param(default = false)]
    pub quantiles: bool,
}

/// Many trees whose questions are drawn at random; they vote.
///
/// As a random forest, but each node draws one threshold at random, evenly between the lowest and the highest value of
/// its rows, for each of its columns, and takes the best of those; of categories it draws a set of levels. Every tree
/// gets all rows, unless told otherwise. Thresholds are not tied to bins. Smoother than a random forest, and good where
/// columns are noisy.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "extra-trees",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    targets
)]
pub struct ExtraTrees {
    /// How many trees.
    #[param(default = 100, range = "1..=100000")]
    pub n_estimators: u32,
    /// What a split must improve; none takes Gini for classes and variance for numbers.
    pub criterion: Option<ForestCriterion>,
    /// How many columns that vary a node looks at; none is all.
    #[param(default = Some(MaxFeatures::Auto))]
    pub max_features: Option<MaxFeatures>,
    /// Longest path from the root of a tree to a leaf; none is unlimited.
    #[param(range = "1..", search = "2..20")]
    pub max_depth: Option<u32>,
    /// Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Smallest weight of rows that a leaf may hold.
    #[param(default = 0.0, range = "0..", search = "1..50 log")]
    pub min_samples_leaf: f64,
    /// Most leaves of a tree, which is then grown by the best question first; none is unlimited.
    #[param(range = "2..")]
    pub max_leaf_nodes: Option<u32>,
    /// Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
    #[param(default = 0.0, range = "0..")]
    pub min_impurity_decrease: f64,
    /// Whether each tree gets rows drawn with replacement; otherwise it gets them all.
    #[param(default = false)]
    pub bootstrap: bool,
    /// How many rows are drawn for a tree: a count, or a share of all; none draws as many as there are.
    pub max_samples: Option<Amount>,
    /// Whether to predict each row by the trees that have not seen it, and to say how well that goes.
    #[param(default = false)]
    pub oob_score: bool,
    /// Whether to measure what shuffling each column costs the trees on the rows they have not seen.
    #[param(default = false)]
    pub oob_importances: bool,
    /// Whether the leaves keep the numbers of their rows, so that quantiles can be predicted.
    #[param(default = false)]
    pub quantiles: bool,
}

/// What a split must improve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ForestCriterion {
    /// Gini's impurity: the chance that two rows drawn from a node differ in class.
    Gini,
    /// Entropy: the information gain, in bits.
    Entropy,
    /// Variance of the numbers in a node.
    Variance,
}

/// How many columns a node looks at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaxFeatures {
    /// The square root of their number for classes, all for numbers.
    Auto,
    /// The square root of their number.
    Sqrt,
    /// The binary logarithm of their number.
    Log2,
    /// So many, or such a share.
    Amount(Amount),
}

impl MaxFeatures {
    /// How many of so many columns.
    pub(super) fn of(self, columns: usize, task: Task) -> usize {
        let some = match (self, task) {
            (MaxFeatures::Sqrt, _) | (MaxFeatures::Auto, Task::Classification) => columns.isqrt(),
            (MaxFeatures::Log2, _) => columns.checked_ilog2().unwrap_or(0) as usize,
            (MaxFeatures::Auto, _) => columns,
            (MaxFeatures::Amount(amount), _) => amount.of(columns),
        };
        some.max(1)
    }
}

impl ParameterValue for MaxFeatures {
    const KIND: Kind = Kind::Amount(&[
        ("auto", "The square root of their number for classes, all for numbers."),
        ("sqrt", "The square root of their number."),
        ("log2", "The binary logarithm of their number."),
    ]);

    fn to_value(&self) -> Value {
        match self {
            MaxFeatures::Auto => json!("auto"),
            MaxFeatures::Sqrt => json!("sqrt"),
            MaxFeatures::Log2 => json!("log2"),
            MaxFeatures::Amount(amount) => amount.to_value(),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(MaxFeatures::Auto),
            Some("sqrt") => Some(MaxFeatures::Sqrt),
            Some("log2") => Some(MaxFeatures::Log2),
            _ => Amount::from_value(value).map(MaxFeatures::Amount),
        }
    }
}

/// The parameters of both learners: what the engine is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
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
    pub max_samples: Option<Amount>,
    /// None for thresholds at random.
    pub bins: Option<usize>,
    pub oob_score: bool,
    pub oob_importances: bool,
    pub quantiles: bool,
}

/// The parameters that both learners have by the same names.
macro_rules! settings {
    ($learner:expr, $bins:expr) => {
        Settings {
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
    pub(super) fn settings(&self) -> Settings {
        settings!(self, Some(self.bins as usize))
    }
}

impl ExtraTrees {
    pub(super) fn settings(&self) -> Settings {
        settings!(self, None)
    }
}

impl Settings {
    /// The criterion for a task: the one asked for, if it suits, or the usual one.
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
    pub fn check_together(&self, task: Task, targets: usize) -> Result<()> {
        let alone = |parameter: &str, needs: &'static str| {
            Err(self.refuse(parameter, "set without bootstrap".to_string(), needs))
        };
        match self {
            Settings { bootstrap: false, oob_score: true, .. } => {
                alone("oob_score", "false, or bootstrap, which leaves rows out")
            }
            Settings { bootstrap: false, oob_importances: true, .. } => {
                alone("oob_importances", "false, or bootstrap, which leaves rows out")
            }
            Settings { bootstrap: false, max_samples: Some(_), .. } => {
                alone("max_samples", "none, or bootstrap, which draws rows")
            }
            Settings { quantiles: true, .. } if targets > 1 => Err(self.refuse(
                "quantiles",
                format!("true for {targets} targets, and leaves keep the numbers of one"),
                "false, or one target",
            )),
            Settings { quantiles: true, .. } if task == Task::Classification => Err(self.refuse(
                "quantiles",
                "true for a target of classes, which have none".to_string(),
                "false, or a target of numbers",
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
