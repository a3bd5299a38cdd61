use hornbook_core::{Choice, Declared, Error, Learner, PerColumn, Result, Task, flatten_parameters};

/// Decision tree: recursive splits on single features, chosen by impurity decrease (Gini, entropy, variance).
///
/// Grown top-down: each node takes the split with the largest impurity decrease (the information gain, for
/// entropy; the gain ratio and other criteria can be chosen) and passes its rows on to its children until
/// they are pure, no split separates them, or a limit is reached. Handles numeric and categorical features,
/// missing values and sample weights natively, without encoding or imputation. Pruning afterwards
/// (cost-complexity, reduced-error and others) keeps it from overfitting. Use a single tree when the model
/// must be interpretable; a random forest or gradient boosting predicts better.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "decision-tree",
    aliases("tree", "dt"),
    sklearn = "DecisionTreeClassifier, DecisionTreeRegressor",
    r = "rpart::rpart, partykit::ctree",
    weka = "REPTree",
    family = "trees",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    out_of_core,
    python_mixins("tree.SingleTree"),
    work = "rows * columns * log(rows + 1)",
    study("max_depth=4", "min_samples_leaf=10")
)]
pub struct DecisionTree {
    /// Splitting criterion (impurity measure); none takes Gini for classification and variance for
    /// regression.
    pub criterion: Option<Criterion>,
    /// How thresholds on numeric features are found.
    #[param(default = Splits::Exact)]
    pub splits: Splits,
    #[group]
    depth: crate::parameters::DepthParameters,
    /// Maximum number of leaves; the tree is then grown best-first (leaf-wise), largest impurity decrease of
    /// the whole tree first. None is unlimited.
    #[param(range = "2..")]
    pub max_leaf_nodes: Option<u32>,
    #[group]
    node_size: crate::parameters::NodeSizeParameters,
    /// Minimum impurity decrease of a split, weighted by the node's fraction of all rows.
    #[param(default = 0.0, range = "0..")]
    pub min_impurity_decrease: f64,
    /// Minimum gain of a split: the impurity decrease within its own node, unweighted.
    #[param(default = 0.0, range = "0..")]
    pub min_gain: f64,
    /// Significance level of a chi-square test that a split must pass (pre-pruning): a split with a larger
    /// p-value is not made. None splits without a test.
    #[param(range = ">0..=1")]
    pub significance: Option<f64>,
    /// How categorical features are split.
    #[param(default = CategorySplits::Subset)]
    pub categories: CategorySplits,
    /// How numeric features are split.
    #[param(default = NumberSplits::Threshold)]
    pub numbers: NumberSplits,
    /// Maximum number of intervals that a numeric feature is split into at once.
    #[param(default = 4, range = "2..=16")]
    pub max_ranges: u32,
    /// How missing values are handled.
    #[param(default = Missing::Direction)]
    pub missing: Missing,
    #[group]
    surrogates: crate::parameters::SurrogateParameters,
    /// Maximum number of histogram bins for a numeric feature, for histogram splits.
    #[param(default = 255, range = "2..=255")]
    pub bins: u32,
    /// Cost of measuring a feature (cost-sensitive splitting), above 0; a feature without a number costs 1.
    pub costs: Option<PerColumn>,
    /// How feature costs are traded off against gains.
    #[param(default = CostRule::Ratio)]
    pub cost_rule: CostRule,
    /// Monotonic constraints: numeric features in which the prediction (of two classes: the probability of
    /// the second) may only increase (1) or only decrease (-1); 0 is unconstrained.
    pub monotonic_cst: Option<PerColumn>,
    /// Leaf model for regression: a constant, or a linear model (model tree, as M5).
    #[param(default = Leaves::Constant)]
    pub leaves: Leaves,
    /// Post-pruning method; none prunes only if `ccp_alpha` is above 0.
    pub pruning: Option<Pruning>,
    /// Complexity parameter of minimal cost-complexity pruning (rpart's `cp`): penalty per leaf, in units of
    /// impurity of the whole tree.
    #[param(default = 0.0, range = "0..")]
    pub ccp_alpha: f64,
    /// Penalty per leaf in pessimistic pruning, in errors.
    #[param(default = 0.5, range = "0..")]
    pub pruning_penalty: f64,
    /// Confidence level of the error bounds in error-bound pruning (C4.5): smaller values prune more.
    #[param(default = 0.25, range = ">0..1")]
    pub pruning_confidence: f64,
    /// Significance level of the tests in chi-square pruning.
    #[param(default = 0.05, range = ">0..=1")]
    pub pruning_level: f64,
    /// Fraction of the rows held out as validation set for reduced-error pruning.
    #[param(default = 0.25, range = ">0..1")]
    pub validation_fraction: f64,
}

/// Splitting criterion (impurity measure).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Criterion {
    /// Gini impurity: the probability that two rows drawn from a node differ in class.
    Gini,
    /// Entropy: the information gain, in bits.
    Entropy,
    /// Gain ratio: information gain over the split information, which corrects the bias toward features with
    /// many values.
    GainRatio,
    /// Variance (squared error) of the targets in a node.
    Variance,
    /// Chi-square test of the split: how improbable such different classes in its branches are by chance.
    ChiSquare,
    /// Minimum description length (MDL): the bits needed to code the classes, with those for their
    /// proportions in each branch. A split that does not save bits is not made.
    Mdl,
    /// Mean absolute error (MAE) around the median, which is what a leaf predicts; exact splits only.
    AbsoluteError,
    /// Poisson deviance, for counts: targets of 0 or more.
    Poisson,
}

impl Criterion {
    /// The task it is for.
    pub fn task(self) -> Task {
        match self {
            Criterion::Variance | Criterion::AbsoluteError | Criterion::Poisson => Task::Regression,
            _ => Task::Classification,
        }
    }
}

/// How thresholds on numeric features are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Splits {
    /// Exact: midpoints between any two neighboring values.
    Exact,
    /// Boundary points only (Fayyad and Irani): midpoints between neighboring values whose rows are not all of one
    /// class. Finds the splits of `exact` with less work, unless limits on leaves forbid them; classification only.
    Boundary,
    /// Between the bins of a histogram: faster, and the only way for out-of-core training.
    Histogram,
}

/// How categorical features are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CategorySplits {
    /// Binary split: two subsets of the levels.
    Subset,
    /// Multiway split: one branch per level, as ID3 and C4.5 do.
    Multiway,
}

/// How numeric features are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum NumberSplits {
    /// Binary split at one threshold.
    Threshold,
    /// Multiway split into several intervals at once, as many as are best.
    Ranges,
}

/// How missing values are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Missing {
    /// Default direction: they follow the branch that was best for them in training; where none was seen, the
    /// heavier one.
    Direction,
    /// Fractional instances (C4.5): they go down every branch, with weights split in proportion to the
    /// branches' known rows.
    Fractional,
    /// Imputed with the mode (most frequent level) or the median of the node's rows.
    NodeMode,
    /// Imputed in training with the mode or the median of the node's rows of the same class; in prediction,
    /// where the class is not known, of all the node's rows.
    ClassMode,
    /// Surrogate splits (CART): they follow the split on another feature that agrees best with this one;
    /// where all of those are missing too, they follow the heavier branch.
    Surrogate,
}

/// How feature costs are traded off against gains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CostRule {
    /// Gain divided by cost.
    Ratio,
    /// Squared gain divided by cost, which favors gain (Tan and Schlimmer).
    SquaredRatio,
}

/// Leaf model for regression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Leaves {
    /// One number: the mean, or the median for `absolute_error`.
    Constant,
    /// Linear regression on the numeric features: a model tree.
    Linear,
}

/// Post-pruning method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Pruning {
    /// Minimal cost-complexity pruning (Breiman and others): prunes while one leaf less is worth `ccp_alpha`.
    CostComplexity,
    /// Reduced-error pruning: prunes while the error on the validation set does not rise, most helpful
    /// subtree first.
    ReducedError,
    /// Pessimistic error pruning: where training errors plus `pruning_penalty` per leaf do not increase;
    /// classification.
    Pessimistic,
    /// Error-based pruning (C4.5): where the pessimistic upper confidence bounds of the leaves' errors do not
    /// increase; classification.
    ErrorBound,
    /// Bottom-up, where a chi-square test finds no significant difference between branches; classification.
    ChiSquare,
    /// Minimum description length (MDL): where coding tree and classes takes no more bits; classification.
    Mdl,
}

impl DecisionTree {
    /// The criterion for a task: the given one, if it suits, or the default.
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

    /// The pruning method, if any.
    pub(super) fn pruning_method(&self) -> Option<Pruning> {
        self.pruning.or((self.ccp_alpha > 0.0).then_some(Pruning::CostComplexity))
    }

    /// Refuses parameters that each are in range but do not go together, or do not suit the task.
    pub(super) fn check_combination(&self, task: Task) -> Result<()> {
        let absolute = self.criterion == Some(Criterion::AbsoluteError);
        if self.splits == Splits::Boundary {
            if task != Task::Classification {
                return Err(refused(
                    "splits",
                    "'boundary' for a target without classes",
                    "exact or histogram",
                ));
            }
            if self.numbers == NumberSplits::Ranges {
                let found = "'boundary' together with splits into ranges";
                return Err(refused("splits", found, "exact or histogram, or thresholds"));
            }
        }
        if self.splits == Splits::Histogram {
            if self.missing != Missing::Direction {
                let found = format!("'{}' together with histogram splits", self.missing.name());
                return Err(refused("missing", found, "direction, or exact splits"));
            }
            if absolute {
                let found = "'absolute_error' together with histogram splits, whose bins have no medians";
                return Err(refused("criterion", found, "another criterion, or exact splits"));
            }
        }
        if self.missing == Missing::Surrogate
            && (self.categories == CategorySplits::Multiway || self.numbers == NumberSplits::Ranges)
        {
            let found = "'surrogate' together with splits into more than two branches";
            return Err(refused("missing", found, "another method, or binary splits"));
        }
        if absolute && self.missing == Missing::Fractional {
            let found = "'fractional' together with the criterion 'absolute_error'";
            return Err(refused("missing", found, "another rule, or another criterion"));
        }
        if absolute && self.numbers == NumberSplits::Ranges {
            let found = "'ranges' together with the criterion 'absolute_error'";
            return Err(refused("numbers", found, "threshold, or another criterion"));
        }
        if self.ccp_alpha > 0.0 && self.pruning_method() != Some(Pruning::CostComplexity) {
            let found = format!("{} together with another pruning method", self.ccp_alpha);
            return Err(refused("ccp_alpha", found, "0, or pruning 'cost_complexity'"));
        }
        self.check_task(task)
    }

    fn check_task(&self, task: Task) -> Result<()> {
        if task == Task::Regression {
            if self.missing == Missing::ClassMode {
                let found = "'class_mode', which is for classification";
                return Err(refused("missing", found, "another rule"));
            }
            if self.significance.is_some() {
                let found = "set, and the chi-square test is for classification";
                return Err(refused("significance", found, "none, or min_gain instead"));
            }
            if let Some(
                pruning @ (Pruning::Pessimistic | Pruning::ErrorBound | Pruning::ChiSquare | Pruning::Mdl),
            ) = self.pruning
            {
                let found = format!("'{}', which is for classification", pruning.name());
                return Err(refused("pruning", found, "cost_complexity, reduced_error or none"));
            }
        } else if self.leaves == Leaves::Linear {
            let found = "'linear', which is for regression";
            return Err(refused("leaves", found, "constant"));
        }
        if self.leaves == Leaves::Linear && self.monotonic_cst.is_some() {
            let found = "'linear' together with monotonic_cst, which the coefficients might violate";
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
