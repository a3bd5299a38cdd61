use hornbook_core::{Choice, Declared, Error, Learner, Result, Task};

/// A tree that asks one question of one column at each node.
///
/// Grown from the root down: each node takes the question whose answers leave the least impurity, and passes its
/// rows on to its children until they are pure, cannot be told apart, or a limit is reached. Takes numbers,
/// categories, missing values and row weights as they are. Use a single tree when it must be read; a forest or
/// boosting predicts better.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "decision-tree",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    batches
)]
pub struct DecisionTree {
    /// What a split must improve; none takes Gini for classes and variance for numbers.
    pub criterion: Option<Criterion>,
    /// How thresholds of numbers are found.
    #[param(default = Splits::Exact)]
    pub splits: Splits,
    /// Longest path from the root to a leaf; none is unlimited.
    #[param(range = "1..", search = "1..20")]
    pub max_depth: Option<u32>,
    /// Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Smallest weight of rows that a leaf may hold.
    #[param(default = 0.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
    #[param(default = 0.0, range = "0..")]
    pub min_impurity_decrease: f64,
    /// How categories are split.
    #[param(default = CategorySplits::Subset)]
    pub categories: CategorySplits,
    /// What becomes of missing values.
    #[param(default = Missing::Direction)]
    pub missing: Missing,
    /// Most bins that the numbers of a column are put into, for histogram splits.
    #[param(default = 255, range = "2..=255")]
    pub bins: u32,
}

/// What a split must improve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Criterion {
    /// Gini's impurity: the chance that two rows drawn from a node differ in class.
    Gini,
    /// Entropy: the information gain, in bits.
    Entropy,
    /// Information gain over the information of the split itself, which tames columns of many values.
    GainRatio,
    /// Variance of the numbers in a node.
    Variance,
}

/// How thresholds of numbers are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Splits {
    /// Between any two neighbouring values.
    Exact,
    /// Between the bins of a histogram: faster, and the only way for files larger than memory.
    Histogram,
}

/// How categories are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CategorySplits {
    /// In two sets of levels.
    Subset,
    /// In one branch for each level, as ID3 and C4.5 do.
    Multiway,
}

/// What becomes of missing values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Missing {
    /// They go down the branch that was best for them in training; where none was seen, down the heavier one.
    Direction,
    /// They go down every branch, in fractions as large as the branches' shares of the known rows.
    Fractional,
}

impl DecisionTree {
    /// The criterion for a task: the one asked for, if it suits, or the usual one.
    pub(super) fn criterion_for(&self, task: Task) -> Result<Criterion> {
        let suits = |criterion: Criterion| (criterion == Criterion::Variance) == (task == Task::Regression);
        match (self.criterion, task) {
            (Some(criterion), _) if suits(criterion) => Ok(criterion),
            (Some(criterion), _) => Err(Error::Parameter {
                learner: DecisionTree::declaration().name.to_string(),
                parameter: "criterion".to_string(),
                found: format!("'{}', which is not for {task}", criterion.name()),
                expected: match task {
                    Task::Classification => "gini, entropy, gain_ratio or none".to_string(),
                    Task::Regression => "variance or none".to_string(),
                },
            }),
            (None, Task::Classification) => Ok(Criterion::Gini),
            (None, Task::Regression) => Ok(Criterion::Variance),
        }
    }

    /// Refuses parameters that each are in range but do not go together.
    pub(super) fn check_together(&self) -> Result<()> {
        if self.splits == Splits::Histogram && self.missing == Missing::Fractional {
            return Err(Error::Parameter {
                learner: DecisionTree::declaration().name.to_string(),
                parameter: "missing".to_string(),
                found: "'fractional' together with histogram splits".to_string(),
                expected: "direction, or exact splits".to_string(),
            });
        }
        Ok(())
    }
}
