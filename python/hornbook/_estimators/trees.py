"""The estimators of the family `trees`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, OutlierDetector, Regressor
from .._boosting import Boosting, BoostingRegressor
from .._documentation import attribute, documented
from .._forest import Forest
from .._tree import SingleTree


class _OobScoreAttributes:
    oob_score_ = attribute("oob_score", "The accuracy, or R², on out-of-bag rows; needs `oob_score`. Of several targets the mean.")
    oob_score_interval_ = attribute("oob_score_interval", "The ends of its 95 % confidence interval; of several targets, a row for each.")
    feature_importances_deviation_ = attribute("feature_importances_deviation", "The standard deviation of the feature importances over the trees.")
    oob_importances_ = attribute("oob_importances", "Out-of-bag permutation importance, a row for each feature: the mean over the trees and the ends of its 95 % confidence interval; needs `oob_importances`.")


class _OobDecisionFunctionAttributes:
    oob_decision_function_ = attribute("oob_decision_function", "The class probabilities of each training row by the trees that have not seen it; NaN if all have. With several targets, a list of them.")


class _OobPredictionAttributes:
    oob_prediction_ = attribute("oob_prediction", "The number for each training row by the trees that have not seen it; NaN if all have. With several targets, a column for each.")


class _DecisionTree:
    """Decision tree: recursive splits on single features, chosen by impurity decrease (Gini, entropy, variance).

    Grown top-down: each node takes the split with the largest impurity decrease (the information gain, for
    entropy; the gain ratio and other criteria can be chosen) and passes its rows on to its children until
    they are pure, no split separates them, or a limit is reached. Handles numeric and categorical features,
    missing values and sample weights natively, without encoding or imputation. Pruning afterwards
    (cost-complexity, reduced-error and others) keeps it from overfitting. Use a single tree when the model
    must be interpretable; a random forest or gradient boosting predicts better.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: tree, dt.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"} or None, default=None
        Splitting criterion (impurity measure); none takes Gini for classification and variance for
        regression.

        - "gini": Gini impurity: the probability that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Gain ratio: information gain over the split information, which corrects the bias toward features with many values.
        - "variance": Variance (squared error) of the targets in a node.
        - "chi_square": Chi-square test of the split: how improbable such different classes in its branches are by chance.
        - "mdl": Minimum description length (MDL): the bits needed to code the classes, with those for their proportions in each branch. A split that does not save bits is not made.
        - "absolute_error": Mean absolute error (MAE) around the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: targets of 0 or more.
    splits : {"exact", "boundary", "histogram"}, default="exact"
        How thresholds on numeric features are found.

        - "exact": Exact: midpoints between any two neighboring values.
        - "boundary": Boundary points only (Fayyad and Irani): midpoints between neighboring values whose rows are not all of one class. Finds the splits of `exact` with less work, unless limits on leaves forbid them; classification only.
        - "histogram": Between the bins of a histogram: faster, and the only way for out-of-core training.
    max_depth : int or None, default=None
        Maximum depth: the longest path from the root to a leaf; none is unlimited.
        At least 1.
    max_leaf_nodes : int or None, default=None
        Maximum number of leaves; the tree is then grown best-first (leaf-wise), largest impurity decrease of
        the whole tree first. None is unlimited.
        At least 2.
    min_samples_split : float, default=0.0
        Minimum total sample weight of a node to split it; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Minimum total sample weight in a leaf.
        At least 0.
    min_impurity_decrease : float, default=0.0
        Minimum impurity decrease of a split, weighted by the node's fraction of all rows.
        At least 0.
    min_gain : float, default=0.0
        Minimum gain of a split: the impurity decrease within its own node, unweighted.
        At least 0.
    significance : float or None, default=None
        Significance level of a chi-square test that a split must pass (pre-pruning): a split with a larger
        p-value is not made. None splits without a test.
        Above 0 and at most 1.
    categories : {"subset", "multiway"}, default="subset"
        How categorical features are split.

        - "subset": Binary split: two subsets of the levels.
        - "multiway": Multiway split: one branch per level, as ID3 and C4.5 do.
    numbers : {"threshold", "ranges"}, default="threshold"
        How numeric features are split.

        - "threshold": Binary split at one threshold.
        - "ranges": Multiway split into several intervals at once, as many as are best.
    max_ranges : int, default=4
        Maximum number of intervals that a numeric feature is split into at once.
        At least 2 and at most 16.
    missing : {"direction", "fractional", "node_mode", "class_mode", "surrogate"}, default="direction"
        How missing values are handled.

        - "direction": Default direction: they follow the branch that was best for them in training; where none was seen, the heavier one.
        - "fractional": Fractional instances (C4.5): they go down every branch, with weights split in proportion to the branches' known rows.
        - "node_mode": Imputed with the mode (most frequent level) or the median of the node's rows.
        - "class_mode": Imputed in training with the mode or the median of the node's rows of the same class; in prediction, where the class is not known, of all the node's rows.
        - "surrogate": Surrogate splits (CART): they follow the split on another feature that agrees best with this one; where all of those are missing too, they follow the heavier branch.
    max_surrogates : int, default=5
        Maximum number of surrogate splits that a node keeps for rows whose value is missing.
        At least 0.
    bins : int, default=255
        Maximum number of histogram bins for a numeric feature, for histogram splits.
        At least 2 and at most 255.
    costs : dict[str, float] | list[float] or None, default=None
        Cost of measuring a feature (cost-sensitive splitting), above 0; a feature without a number costs 1.
    cost_rule : {"ratio", "squared_ratio"}, default="ratio"
        How feature costs are traded off against gains.

        - "ratio": Gain divided by cost.
        - "squared_ratio": Squared gain divided by cost, which favors gain (Tan and Schlimmer).
    monotonic_cst : dict[str, float] | list[float] or None, default=None
        Monotonic constraints: numeric features in which the prediction (of two classes: the probability of
        the second) may only increase (1) or only decrease (-1); 0 is unconstrained.
    leaves : {"constant", "linear"}, default="constant"
        Leaf model for regression: a constant, or a linear model (model tree, as M5).

        - "constant": One number: the mean, or the median for `absolute_error`.
        - "linear": Linear regression on the numeric features: a model tree.
    pruning : {"cost_complexity", "reduced_error", "pessimistic", "error_bound", "chi_square", "mdl"} or None, default=None
        Post-pruning method; none prunes only if `ccp_alpha` is above 0.

        - "cost_complexity": Minimal cost-complexity pruning (Breiman and others): prunes while one leaf less is worth `ccp_alpha`.
        - "reduced_error": Reduced-error pruning: prunes while the error on the validation set does not rise, most helpful subtree first.
        - "pessimistic": Pessimistic error pruning: where training errors plus `pruning_penalty` per leaf do not increase; classification.
        - "error_bound": Error-based pruning (C4.5): where the pessimistic upper confidence bounds of the leaves' errors do not increase; classification.
        - "chi_square": Bottom-up, where a chi-square test finds no significant difference between branches; classification.
        - "mdl": Minimum description length (MDL): where coding tree and classes takes no more bits; classification.
    ccp_alpha : float, default=0.0
        Complexity parameter of minimal cost-complexity pruning (rpart's `cp`): penalty per leaf, in units of
        impurity of the whole tree.
        At least 0.
    pruning_penalty : float, default=0.5
        Penalty per leaf in pessimistic pruning, in errors.
        At least 0.
    pruning_confidence : float, default=0.25
        Confidence level of the error bounds in error-bound pruning (C4.5): smaller values prune more.
        Above 0 and below 1.
    pruning_level : float, default=0.05
        Significance level of the tests in chi-square pruning.
        Above 0 and at most 1.
    validation_fraction : float, default=0.25
        Fraction of the rows held out as validation set for reduced-error pruning.
        Above 0 and below 1.
    """

    _learner = "decision-tree"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] | None = None,
        splits: Literal["exact", "boundary", "histogram"] = "exact",
        max_depth: int | None = None,
        max_leaf_nodes: int | None = None,
        min_samples_split: float = 0.0,
        min_samples_leaf: float = 0.0,
        min_impurity_decrease: float = 0.0,
        min_gain: float = 0.0,
        significance: float | None = None,
        categories: Literal["subset", "multiway"] = "subset",
        numbers: Literal["threshold", "ranges"] = "threshold",
        max_ranges: int = 4,
        missing: Literal["direction", "fractional", "node_mode", "class_mode", "surrogate"] = "direction",
        max_surrogates: int = 5,
        bins: int = 255,
        costs: dict[str, float] | list[float] | None = None,
        cost_rule: Literal["ratio", "squared_ratio"] = "ratio",
        monotonic_cst: dict[str, float] | list[float] | None = None,
        leaves: Literal["constant", "linear"] = "constant",
        pruning: Literal["cost_complexity", "reduced_error", "pessimistic", "error_bound", "chi_square", "mdl"] | None = None,
        ccp_alpha: float = 0.0,
        pruning_penalty: float = 0.5,
        pruning_confidence: float = 0.25,
        pruning_level: float = 0.05,
        validation_fraction: float = 0.25,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.max_depth = max_depth
        self.max_leaf_nodes = max_leaf_nodes
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.min_gain = min_gain
        self.significance = significance
        self.categories = categories
        self.numbers = numbers
        self.max_ranges = max_ranges
        self.missing = missing
        self.max_surrogates = max_surrogates
        self.bins = bins
        self.costs = costs
        self.cost_rule = cost_rule
        self.monotonic_cst = monotonic_cst
        self.leaves = leaves
        self.pruning = pruning
        self.ccp_alpha = ccp_alpha
        self.pruning_penalty = pruning_penalty
        self.pruning_confidence = pruning_confidence
        self.pruning_level = pruning_level
        self.validation_fraction = validation_fraction
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class DecisionTreeClassifier(_DecisionTree, SingleTree, Classifier):
    __module__ = "hornbook"


@documented
class DecisionTreeRegressor(_DecisionTree, SingleTree, Regressor):
    __module__ = "hornbook"


@documented
class Id3Classifier(SingleTree, Classifier):
    """ID3: decision tree with multiway splits on categorical features, chosen by information gain (entropy).

    Each node splits on the feature with the largest information gain about the class. A categorical feature
    is split on at most once on a path. A branch that no training row went down predicts the majority class of
    the node above. Numeric features are split at a threshold, which ID3 left open. There is no pruning, so
    the tree overfits noise: use C4.5 for noisy data.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: iterative dichotomiser 3.

    Parameters
    ----------
    max_depth : int or None, default=None
        Maximum depth: the longest path from the root to a leaf; none is unlimited.
        At least 1.
    significance : float or None, default=None
        Significance level of the chi-square test that a split must pass, as Quinlan proposed for noisy data;
        none splits without a test.
        Above 0 and at most 1.
    """

    __module__ = "hornbook"
    _learner = "id3"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        max_depth: int | None = None,
        significance: float | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_depth = max_depth
        self.significance = significance
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class C45Classifier(SingleTree, Classifier):
    """C4.5: decision tree grown by gain ratio, missing values as fractional instances, pruned by pessimistic
    error bounds.

    A node takes the split of the highest gain ratio among those whose information gain is at least the
    average; a split without gain is not made. Categorical features are split multiway, numeric ones at a
    threshold. At least two branches must hold `min_samples_leaf`. A threshold is penalized for being chosen
    among many: its gain is reduced by the bits that select it, divided by the number of rows; and each of its
    sides must hold a tenth of the average number of rows per class, up to 25 rows (release 8). A row whose
    value is missing goes down every branch as fractional instances (weights split over the branches).
    Pruning: subtrees are replaced by leaves where the upper confidence bounds of the leaves' errors
    (pessimistic estimates) do not increase; there is no subtree raising.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: c4.5, j48.

    Parameters
    ----------
    min_samples_leaf : float, default=2.0
        Minimum total sample weight that two branches of a split must hold.
        At least 0.
    prune : bool, default=True
        Prune the tree after growing it.
    confidence : float, default=0.25
        Confidence level of the pessimistic error bounds: smaller values prune more.
        Above 0 and below 1.
    max_depth : int or None, default=None
        Maximum depth: the longest path from the root to a leaf; none is unlimited.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "c45"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        min_samples_leaf: float = 2.0,
        prune: bool = True,
        confidence: float = 0.25,
        max_depth: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.min_samples_leaf = min_samples_leaf
        self.prune = prune
        self.confidence = confidence
        self.max_depth = max_depth
        self.random_state = random_state
        self.n_jobs = n_jobs


class _Cart:
    """CART: binary splits by Gini or variance, surrogate splits for missing values, minimal cost-complexity
    pruning by cross-validation.

    Grown by Gini impurity, or by variance for regression, until no split is left. Then, along the
    cost-complexity pruning path, the one-standard-error rule takes the smallest tree whose cross-validation
    error is within one standard error of the minimum. A row whose value is missing follows the surrogate
    split: the binary split on another feature that agrees best with the primary one.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: classification and regression trees, rpart.

    Parameters
    ----------
    max_depth : int or None, default=None
        Maximum depth: the longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Minimum total sample weight of a node to split it; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Minimum total sample weight in a leaf.
        At least 0.
    max_surrogates : int, default=5
        Maximum number of surrogate splits that a node keeps for rows whose value is missing.
        At least 0.
    ccp_alpha : float or None, default=None
        Complexity parameter (penalty per leaf, in units of impurity of the whole tree; rpart's `cp`); none
        chooses it by cross-validation.
        At least 0.
    folds : int, default=10
        Number of cross-validation folds that choose `ccp_alpha`.
        At least 2 and at most 20.
    """

    _learner = "cart"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        max_depth: int | None = None,
        min_samples_split: float = 0.0,
        min_samples_leaf: float = 0.0,
        max_surrogates: int = 5,
        ccp_alpha: float | None = None,
        folds: int = 10,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_surrogates = max_surrogates
        self.ccp_alpha = ccp_alpha
        self.folds = folds
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class CartClassifier(_Cart, SingleTree, Classifier):
    __module__ = "hornbook"


@documented
class CartRegressor(_Cart, SingleTree, Regressor):
    __module__ = "hornbook"


@documented
class HuntClassifier(SingleTree, Classifier):
    """Hunt's algorithm (CLS): the basic form of top-down decision tree induction, from which the others come.

    A node whose rows are all of one class is a leaf. A node without rows is a leaf of the default class. Any
    other node is split, with a child for each outcome of the split, and its children are grown recursively.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: cls, concept learning system.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"}, default="gini"
        Splitting criterion (impurity measure).

        - "gini": Gini impurity: the probability that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Gain ratio: information gain over the split information, which corrects the bias toward features with many values.
        - "variance": Variance (squared error) of the targets in a node.
        - "chi_square": Chi-square test of the split: how improbable such different classes in its branches are by chance.
        - "mdl": Minimum description length (MDL): the bits needed to code the classes, with those for their proportions in each branch. A split that does not save bits is not made.
        - "absolute_error": Mean absolute error (MAE) around the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: targets of 0 or more.
    default_class : str or None, default=None
        Default class, of a node without rows; none takes the most frequent class of all rows.
    ties : {"first", "random"}, default="first"
        How a tie between the most frequent classes is broken, where one of them becomes the default class.

        - "first": The first of them, in the order of the classes.
        - "random": One of them at random, by the seed.
    max_depth : int or None, default=None
        Maximum depth: the longest path from the root to a leaf; none is unlimited.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "hunt"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] = "gini",
        default_class: str | None = None,
        ties: Literal["first", "random"] = "first",
        max_depth: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.default_class = default_class
        self.ties = ties
        self.max_depth = max_depth
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BfsId3Classifier(SingleTree, Classifier):
    """BFS-ID3: breadth-first search for the smallest decision tree consistent with the training data.

    Trees of depth 1, 2 and so on are searched exhaustively: the first depth at which some tree classifies
    every training row correctly is taken, and at that depth the tree of fewest nodes; ties go to the split on
    the earlier feature. Categorical features are split multiway, numeric ones at a threshold. Time grows with
    the number of features to the power of the depth: this is a reference for small data, against which greedy
    trees can be evaluated. Where the search takes more than `max_steps`, or where identical rows differ in
    class so that no consistent tree exists, the model is ID3's greedy tree, says so in a warning, and counts
    as not converged.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: smallest tree.

    Parameters
    ----------
    max_depth : int or None, default=None
        Maximum depth that is searched; none searches as long as there are steps.
        At least 1.
    max_steps : int, default=20000000
        Search budget: maximum number of rows visited, over all trees.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "bfs-id3"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        max_depth: int | None = None,
        max_steps: int = 20000000,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_depth = max_depth
        self.max_steps = max_steps
        self.random_state = random_state
        self.n_jobs = n_jobs


class _RandomForest(_OobScoreAttributes):
    """Random forest: bagged decision trees (bootstrap samples) with a random feature subset at each split;
    averages or votes.

    Bagging decorrelated trees reduces variance: each tree gets its own bootstrap sample of the rows, and each
    of its nodes takes the best split on a random feature subset. Numeric features are binned into at most 255
    bins. A good first model for almost any table: few hyperparameters, hard to overfit, and the out-of-bag
    (OOB) score estimates its test performance without a test set. Feature importances are the mean decrease
    in impurity (MDI) and, out-of-bag, the permutation importance.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights, multi-output.

    Also called: rf, forest.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
        At least 1 and at most 100000.
    criterion : {"gini", "entropy", "variance"} or None, default=None
        Splitting criterion (impurity); none takes Gini for classification and variance for regression.

        - "gini": Gini impurity: the probability that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "variance": Variance (squared error) of the targets in a node.
    max_features : int, float or {"auto", "sqrt", "log2"} or None, default="auto"
        Number of features considered at each split (mtry); constant features do not count. None is all.

        - "auto": The square root of the number of features for classification, all for regression.
        - "sqrt": The square root of the number of features.
        - "log2": The binary logarithm of the number of features.
    max_depth : int or None, default=None
        Maximum depth of a tree; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Minimum total sample weight of a node to split it; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Minimum total sample weight in a leaf.
        At least 0.
    max_leaf_nodes : int or None, default=None
        Maximum number of leaves of a tree, which is then grown best-first; none is unlimited.
        At least 2.
    min_impurity_decrease : float, default=0.0
        Minimum impurity decrease of a split, weighted by the node's fraction of all rows.
        At least 0.
    bootstrap : bool, default=True
        Bootstrap: each tree gets rows drawn with replacement; otherwise it gets them all.
    max_samples : int | float or None, default=None
        Size of the bootstrap sample of a tree: a count, or a fraction of all; none draws as many as there are.
    bins : int, default=255
        Maximum number of histogram bins for a numeric feature.
        At least 2 and at most 255.
    oob_score : bool, default=False
        Compute the out-of-bag (OOB) score: each row is predicted by the trees that have not seen it.
    oob_importances : bool, default=False
        Compute the out-of-bag permutation importance of each feature (mean decrease in accuracy).
    quantiles : bool, default=False
        Quantile regression forest: leaves keep the targets of their rows, so that quantiles can be predicted.
    """

    _learner = "random-forest"
    _takes = frozenset({"categories", "missing", "weights", "targets"})

    def __init__(
        self,
        *,
        n_estimators: int = 100,
        criterion: Literal["gini", "entropy", "variance"] | None = None,
        max_features: int | float | Literal["auto", "sqrt", "log2"] | None = "auto",
        max_depth: int | None = None,
        min_samples_split: float = 0.0,
        min_samples_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        max_samples: int | float | None = None,
        bins: int = 255,
        oob_score: bool = False,
        oob_importances: bool = False,
        quantiles: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_features = max_features
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.max_samples = max_samples
        self.bins = bins
        self.oob_score = oob_score
        self.oob_importances = oob_importances
        self.quantiles = quantiles
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class RandomForestClassifier(_OobDecisionFunctionAttributes, _RandomForest, Forest, Classifier):
    __module__ = "hornbook"


@documented
class RandomForestRegressor(_OobPredictionAttributes, _RandomForest, Forest, Regressor):
    __module__ = "hornbook"


class _ExtraTrees(_OobScoreAttributes):
    """Extra-trees (extremely randomized trees): random thresholds for a random feature subset, best of those
    taken.

    As a random forest, but each node draws one random threshold, uniformly between the smallest and the
    largest value of its rows, for each feature of its feature subset and takes the best of those splits; of
    categories it draws a random subset of levels. Every tree gets all rows unless `bootstrap` is set (the
    out-of-bag score needs it). Thresholds are not tied to bins. Less variance and a little more bias than a
    random forest; good where features are noisy.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights, multi-output.

    Also called: extremely randomized trees, et.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
        At least 1 and at most 100000.
    criterion : {"gini", "entropy", "variance"} or None, default=None
        Splitting criterion (impurity); none takes Gini for classification and variance for regression.

        - "gini": Gini impurity: the probability that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "variance": Variance (squared error) of the targets in a node.
    max_features : int, float or {"auto", "sqrt", "log2"} or None, default="auto"
        Number of features considered at each split (mtry); constant features do not count. None is all.

        - "auto": The square root of the number of features for classification, all for regression.
        - "sqrt": The square root of the number of features.
        - "log2": The binary logarithm of the number of features.
    max_depth : int or None, default=None
        Maximum depth of a tree; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Minimum total sample weight of a node to split it; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Minimum total sample weight in a leaf.
        At least 0.
    max_leaf_nodes : int or None, default=None
        Maximum number of leaves of a tree, which is then grown best-first; none is unlimited.
        At least 2.
    min_impurity_decrease : float, default=0.0
        Minimum impurity decrease of a split, weighted by the node's fraction of all rows.
        At least 0.
    bootstrap : bool, default=False
        Bootstrap: each tree gets rows drawn with replacement; otherwise it gets them all.
    max_samples : int | float or None, default=None
        Size of the bootstrap sample of a tree: a count, or a fraction of all; none draws as many as there are.
    oob_score : bool, default=False
        Compute the out-of-bag (OOB) score: each row is predicted by the trees that have not seen it.
    oob_importances : bool, default=False
        Compute the out-of-bag permutation importance of each feature (mean decrease in accuracy).
    quantiles : bool, default=False
        Quantile regression forest: leaves keep the targets of their rows, so that quantiles can be predicted.
    """

    _learner = "extra-trees"
    _takes = frozenset({"categories", "missing", "weights", "targets"})

    def __init__(
        self,
        *,
        n_estimators: int = 100,
        criterion: Literal["gini", "entropy", "variance"] | None = None,
        max_features: int | float | Literal["auto", "sqrt", "log2"] | None = "auto",
        max_depth: int | None = None,
        min_samples_split: float = 0.0,
        min_samples_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = False,
        max_samples: int | float | None = None,
        oob_score: bool = False,
        oob_importances: bool = False,
        quantiles: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_features = max_features
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.max_samples = max_samples
        self.oob_score = oob_score
        self.oob_importances = oob_importances
        self.quantiles = quantiles
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ExtraTreesClassifier(_OobDecisionFunctionAttributes, _ExtraTrees, Forest, Classifier):
    __module__ = "hornbook"


@documented
class ExtraTreesRegressor(_OobPredictionAttributes, _ExtraTrees, Forest, Regressor):
    __module__ = "hornbook"


@documented
class IsolationForest(OutlierDetector):
    """Isolation forest: unsupervised anomaly (outlier) detection; anomalies have short average path lengths in
    random trees.

    Each tree is grown from a small subsample by random splits. The fewer splits isolate a row, the more
    anomalous it is: the anomaly score goes from 0 to 1, and a row above the threshold is an outlier. Anomaly
    detection this way needs no target, no feature scaling and little time, since each tree sees 256 rows
    only.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: iforest, anomaly detection.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
        At least 1 and at most 100000.
    max_samples : int, float or {"auto"}, default="auto"
        Subsample size: rows drawn for each tree, as a count or a fraction of all.

        - "auto": 256, or all if there are fewer.
    contamination : float or {"auto"}, default="auto"
        Expected fraction of outliers (contamination); sets the decision threshold. If it is not known
        (`auto`), rows with shorter than average path lengths (a score above 0.5) are outliers.
        Above 0 and at most 0.5.

        - "auto": Not known: rows with a score above the default threshold of the learner are outliers.
    max_features : int | float, default=1.0
        Features drawn for each tree: a count, or a fraction of all.
    bootstrap : bool, default=False
        Bootstrap: draw the rows of a tree with replacement.
    """

    __module__ = "hornbook"
    _learner = "isolation-forest"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_estimators: int = 100,
        max_samples: int | float | Literal["auto"] = "auto",
        contamination: float | Literal["auto"] = "auto",
        max_features: int | float = 1.0,
        bootstrap: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.contamination = contamination
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.random_state = random_state
        self.n_jobs = n_jobs


class _GradientBoosting:
    """Gradient-boosted decision trees (GBDT), histogram-based like XGBoost and LightGBM; classification,
    regression, ranking.

    Gradient boosting: each boosting iteration fits a tree to the gradient and Hessian of the loss function
    and adds it, scaled by the learning rate (shrinkage), to the prediction. Handles numeric and categorical
    features, missing values and sample weights natively, without encoding or imputation. Early stopping on a
    validation set, L2 regularization, row and column subsampling, monotonic constraints and interaction
    constraints are hyperparameters; a custom objective can be given in Rust and Python. Usually the most
    accurate learner for tables of more than a few hundred rows.

    Natively handles: numeric features, categorical features (no encoding needed), categories of many levels, missing values (no imputation needed), sample weights, early stopping on a validation set, warm start.

    Also called: gbm, gbdt, gbrt, gradient-boosted decision trees, xgboost, lightgbm, histogram gradient boosting.

    Parameters
    ----------
    loss : {"log_loss", "exponential", "squared_error", "absolute_error", "huber", "quantile", "poisson", "gamma", "tweedie", "lambdarank"} or None, default=None
        Loss function (training objective); none takes log loss for classification and squared error for
        regression.

        - "log_loss": Log loss (cross-entropy) of classes: minus the logarithm of the probability of the true class.
        - "exponential": Exponential loss of two classes, as in AdaBoost.
        - "squared_error": Squared error; predicts means.
        - "absolute_error": Absolute error; predicts medians.
        - "huber": Huber loss: squared error for small residuals, absolute error for large ones; robust to outliers.
        - "quantile": Pinball loss (quantile regression); predicts the given quantile.
        - "poisson": Poisson deviance, for counts; predicts means above zero.
        - "gamma": Gamma deviance, for positive amounts.
        - "tweedie": Tweedie deviance, for nonnegative amounts that are often zero.
        - "lambdarank": LambdaMART (learning to rank): pairwise loss weighted by the change in NDCG of a swap. Needs groups.
    learning_rate : float, default=0.1
        Learning rate (shrinkage, eta): factor on each tree's contribution.
        Above 0 and at most 1.
    max_iter : int, default=100
        Maximum number of boosting iterations (n_estimators, num_boost_round); each adds one tree, or one per
        class if there are more than two.
        At least 1.
    max_leaf_nodes : int, default=31
        Maximum number of leaves per tree.
        At least 2.
    max_depth : int or None, default=None
        Maximum depth of a tree; none is unlimited.
        At least 1.
    min_samples_leaf : float, default=20.0
        Minimum total sample weight in a leaf; a row weighs 1 unless it has a weight.
        At least 0.
    l2_regularization : float, default=0.0
        L2 regularization of the leaf values (XGBoost's `lambda`).
        At least 0.
    min_split_gain : float, default=0.0
        Minimum loss reduction to make a split (XGBoost's `gamma`, LightGBM's `min_gain_to_split`).
        At least 0.
    max_bins : int, default=255
        Maximum number of histogram bins for a numeric feature.
        At least 2 and at most 255.
    max_features : float, default=1.0
        Column subsampling: random fraction of the features considered at each split (XGBoost's
        `colsample_bynode`).
        Above 0 and at most 1.
    subsample : float, default=1.0
        Row subsampling: random fraction of the rows used in each iteration (stochastic gradient boosting).
        Above 0 and at most 1.
    monotonic_cst : dict[str, float] | list[float] or None, default=None
        Monotonic constraints: features in which the prediction may only increase (1) or only decrease (-1).
    interaction_cst : list[list[str | int]] or None, default=None
        Interaction constraints: sets of features that may interact; a path only splits on features that share
        a set. Features in no set stand alone.
    early_stopping : bool, default=False
        Early stopping: hold out `validation_fraction` of the rows as validation set and stop after
        `n_iter_no_change` iterations without improvement (patience).
    validation_fraction : float, default=0.1
        Fraction of the rows held out as validation set for early stopping.
        Above 0 and below 1.
    n_iter_no_change : int, default=10
        Patience of early stopping: iterations without improvement of the validation loss before it stops.
        At least 1.
    tol : float, default=1e-7
        Tolerance of early stopping: the smallest decrease of the loss that counts as improvement.
        At least 0.
    quantile : float, default=0.5
        Quantile that the loss 'quantile' predicts.
        Above 0 and below 1.
    huber_quantile : float, default=0.9
        Where the loss 'huber' changes from squared to absolute error, as a quantile of the absolute
        residuals.
        Above 0 and below 1.
    tweedie_power : float, default=1.5
        Variance power of the loss 'tweedie': between 1 (Poisson) and 2 (gamma).
        Above 1 and below 2.
    """

    _learner = "gradient-boosting"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        loss: Literal["log_loss", "exponential", "squared_error", "absolute_error", "huber", "quantile", "poisson", "gamma", "tweedie", "lambdarank"] | None = None,
        learning_rate: float = 0.1,
        max_iter: int = 100,
        max_leaf_nodes: int = 31,
        max_depth: int | None = None,
        min_samples_leaf: float = 20.0,
        l2_regularization: float = 0.0,
        min_split_gain: float = 0.0,
        max_bins: int = 255,
        max_features: float = 1.0,
        subsample: float = 1.0,
        monotonic_cst: dict[str, float] | list[float] | None = None,
        interaction_cst: list[list[str | int]] | None = None,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 10,
        tol: float = 1e-7,
        quantile: float = 0.5,
        huber_quantile: float = 0.9,
        tweedie_power: float = 1.5,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.loss = loss
        self.learning_rate = learning_rate
        self.max_iter = max_iter
        self.max_leaf_nodes = max_leaf_nodes
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.l2_regularization = l2_regularization
        self.min_split_gain = min_split_gain
        self.max_bins = max_bins
        self.max_features = max_features
        self.subsample = subsample
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.quantile = quantile
        self.huber_quantile = huber_quantile
        self.tweedie_power = tweedie_power
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class GradientBoostingClassifier(_GradientBoosting, Boosting, Classifier):
    __module__ = "hornbook"


@documented
class GradientBoostingRegressor(_GradientBoosting, BoostingRegressor, Regressor):
    __module__ = "hornbook"
