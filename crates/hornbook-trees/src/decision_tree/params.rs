use hornbook_core::{Choice, Declared, Error, Learner, PerColumn, Result, Task};

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
    /// Most leaves: the question that removes most impurity from the whole tree is asked first; none is unlimited.
    #[param(range = "2..")]
    pub max_leaf_nodes: Option<u32>,
    /// Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
    #[param(default = 0.0, range = "0..")]
    pub min_samples_split: f64,
    /// Smallest weight of rows that a leaf may hold.
    #[param(default = 0.0, range = "0..", search = "1..100 log")]
    pub min_samples_leaf: f64,
    /// Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
    #[param(default = 0.0, range = "0..")]
    pub min_impurity_decrease: f64,
    /// Smallest gain of a split: the impurity it removes from its own node.
    #[param(default = 0.0, range = "0..")]
    pub min_gain: f64,
    /// Level of the chi-square test that a split must pass: it is not asked if its classes would differ as much by
    /// chance with a higher probability. None asks without a test.
    #[param(range = ">0..=1")]
    pub significance: Option<f64>,
    /// How categories are split.
    #[param(default = CategorySplits::Subset)]
    pub categories: CategorySplits,
    /// How numbers are split.
    #[param(default = NumberSplits::Threshold)]
    pub numbers: NumberSplits,
    /// Most ranges that the numbers of a column are split into at once.
    #[param(default = 4, range = "2..=16")]
    pub max_ranges: u32,
    /// What becomes of missing values.
    #[param(default = Missing::Direction)]
    pub missing: Missing,
    /// Most surrogate questions that a node keeps for rows whose value is missing.
    #[param(default = 5, range = "0..")]
    pub max_surrogates: u32,
    /// Most bins that the numbers of a column are put into, for histogram splits.
    #[param(default = 255, range = "2..=255")]
    pub bins: u32,
    /// What it costs to know a column, above 0; a column without a number costs 1.
    pub costs: Option<PerColumn>,
    /// How costs weigh against gains.
    #[param(default = CostRule::Ratio)]
    pub cost_rule: CostRule,
    /// Columns of numbers in which the prediction (of two classes: the probability of the second) may only rise (1) or
    /// only fall (-1); 0 is free.
    pub monotonic_cst: Option<PerColumn>,
    /// What a leaf predicts with, for numbers.
    #[param(default = Leaves::Constant)]
    pub leaves: Leaves,
    /// How the grown tree is cut back; none prunes only if `ccp_alpha` is above 0.
    pub pruning: Option<Pruning>,
    /// What a leaf costs in cost-complexity pruning, in impurity of the whole tree.
    #[param(default = 0.0, range = "0..")]
    pub ccp_alpha: f64,
    /// Errors that a leaf costs in pessimistic pruning.
    #[param(default = 0.5, range = "0..")]
    pub pruning_penalty: f64,
    /// Confidence of the error bounds in error-bound pruning: the smaller, the more is cut.
    #[param(default = 0.25, range = ">0..1")]
    pub pruning_confidence: f64,
    /// Level of the tests in chi-square pruning.
    #[param(default = 0.05, range = ">0..=1")]
    pub pruning_level: f64,
    /// Share of the rows kept from growing for reduced-error pruning.
    #[param(default = 0.25, range = ">0..1")]
    pub validation_fraction: f64,
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
    /// The chi-square test of the split: how improbable it is that its parts differ so much in class by chance.
    ChiSquare,
    /// Description length: the bits that telling the classes takes, with those for their shares in each part. A split
    /// that does not save bits is not asked.
    Mdl,
    /// Absolute distance from the median, which is what a leaf predicts; exact splits only.
    AbsoluteError,
    /// Poisson deviance, for counts: numbers from 0 on.
    Poisson,
}

impl Criterion {
    /// The kind of target it judges.
    pub fn task(self) -> Task {
        match self {
            Criterion::Variance | Criterion::AbsoluteError | Criterion::Poisson => Task::Regression,
            _ => Task::Classification,
        }
    }
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

/// How numbers are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NumberSplits {
    /// At one threshold.
    Threshold,
    /// In several ranges at once, as many as are best.
    Ranges,
}

/// What becomes of missing values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Missing {
    /// They go down the branch that was best for them in training; where none was seen, down the heavier one.
    Direction,
    /// They go down every branch, in fractions as large as the branches' shares of the known rows.
    Fractional,
    /// They count as the most common level of the node's rows, or as the median of their numbers.
    NodeMode,
    /// In training they count as the most common level, or the median, of the node's rows of the same class; in
    /// prediction, when the class is not known, as that of all the node's rows.
    ClassMode,
    /// They follow a question about another column that divides the rows most alike; where all of those are missing
    /// too, they follow the heavier branch.
    Surrogate,
}

/// How costs weigh against gains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CostRule {
    /// The gain over the cost.
    Ratio,
    /// The square of the gain over the cost, which weighs the gain more (Tan and Schlimmer).
    SquaredRatio,
}

/// What a leaf predicts with, for numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Leaves {
    /// One number.
    Constant,
    /// A linear regression on the columns of numbers: a model tree.
    Linear,
}

/// How a grown tree is cut back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Pruning {
    /// As long as a leaf less is worth `ccp_alpha` (Breiman and others).
    CostComplexity,
    /// As long as the rows kept from growing are predicted no worse, most helpful cut first.
    ReducedError,
    /// Where the training errors plus `pruning_penalty` a leaf are not more without the branches; for classes.
    Pessimistic,
    /// Where the upper bounds of the leaves' errors are not more without the branches (C4.5); for classes.
    ErrorBound,
    /// From the leaves up, where a chi-square test does not tell the branches apart; for classes.
    ChiSquare,
    /// Where telling the tree and the classes of the rows takes no more bits without the branches; for classes.
    Mdl,
}

impl DecisionTree {
    /// The criterion for a task: the one asked for, if it suits, or the usual one.
    pub(super) fn criterion_for(&self, task: Task) -> Result<Criterion> {
        match (self.criterion, task) {
            (Some(criterion), _) if criterion.task() == task => Ok(criterion),
            (Some(criterion), _) => Err(refused(
                "criterion",
                format!("'{}', which is not for {task}", criterion.name()),
                match task {
                    Task::Classification => "gini, entropy, gain_ratio, chi_square, mdl or none",
                    _ => "variance, absolute_error, poisson or none",
                },
            )),
            (None, Task::Classification) => Ok(Criterion::Gini),
            (None, _) => Ok(Criterion::Variance),
        }
    }

    /// How the tree is to be cut back, if at all.
    pub(super) fn way_of_pruning(&self) -> Option<Pruning> {
        self.pruning.or((self.ccp_alpha > 0.0).then_some(Pruning::CostComplexity))
    }

    /// Refuses parameters that each are in range but do not go together, or do not suit the task.
    pub(super) fn check_together(&self, task: Task) -> Result<()> {
        let absolute = self.criterion == Some(Criterion::AbsoluteError);
        if self.splits == Splits::Histogram {
            if self.missing != Missing::Direction {
                let found = format!("'{}' together with histogram splits", self.missing.name());
                return Err(refused("missing", found, "direction, or exact splits"));
            }
            if absolute {
                let found = "'absolute_error' together with histogram splits, whose bins do not tell medians";
                return Err(refused("criterion", found, "another criterion, or exact splits"));
            }
        }
        if self.missing == Missing::Surrogate
            && (self.categories == CategorySplits::Multiway || self.numbers == NumberSplits::Ranges)
        {
            let found = "'surrogate' together with splits into more than two branches";
            return Err(refused("missing", found, "another rule, or splits in two"));
        }
        if absolute && self.missing == Missing::Fractional {
            let found = "'fractional' together with the criterion 'absolute_error'";
            return Err(refused("missing", found, "another rule, or another criterion"));
        }
        if absolute && self.numbers == NumberSplits::Ranges {
            let found = "'ranges' together with the criterion 'absolute_error'";
            return Err(refused("numbers", found, "threshold, or another criterion"));
        }
        if self.ccp_alpha > 0.0 && self.way_of_pruning() != Some(Pruning::CostComplexity) {
            let found = format!("{} together with another way of pruning", self.ccp_alpha);
            return Err(refused("ccp_alpha", found, "0, or pruning 'cost_complexity'"));
        }
        self.check_task(task)
    }

    fn check_task(&self, task: Task) -> Result<()> {
        if task == Task::Regression {
            if self.missing == Missing::ClassMode {
                let found = "'class_mode', and a target of numbers has no classes";
                return Err(refused("missing", found, "another rule"));
            }
            if self.significance.is_some() {
                let found = "a level, and the chi-square test is for classes";
                return Err(refused("significance", found, "none, or min_gain instead"));
            }
            if let Some(
                pruning @ (Pruning::Pessimistic | Pruning::ErrorBound | Pruning::ChiSquare | Pruning::Mdl),
            ) = self.pruning
            {
                let found = format!("'{}', which is for classes", pruning.name());
                return Err(refused("pruning", found, "cost_complexity, reduced_error or none"));
            }
        } else if self.leaves == Leaves::Linear {
            let found = "'linear', and a target of classes has no linear regression";
            return Err(refused("leaves", found, "constant"));
        }
        if self.leaves == Leaves::Linear && self.monotonic_cst.is_some() {
            let found = "'linear' together with monotonic_cst, which the slopes might break";
            return Err(refused("leaves", found, "constant, or no constraint"));
        }
        Ok(())
    }
}

/// The refusal of a parameter's value.
pub(super) fn refused(parameter: &str, found: impl Into<String>, expected: &str) -> Error {
    Error::Parameter {
        learner: DecisionTree::declaration().name.to_string(),
        parameter: parameter.to_string(),
        found: found.into(),
        expected: expected.to_string(),
    }
}
