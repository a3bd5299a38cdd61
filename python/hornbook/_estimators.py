"""The estimators.

Made from the declarations of the learners by `cargo run -p hornbook --example doors`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from ._base import Classifier, Regressor

__all__ = [
    "BaselineClassifier",
    "BaselineRegressor",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "Id3Classifier",
    "C45Classifier",
    "CartClassifier",
    "CartRegressor",
    "HuntClassifier",
    "BfsId3Classifier",
]


class BaselineClassifier(Classifier):
    """Predicts the same for every row: the most common class, or the mean.

    What a learner must beat before its score means anything. The class shares of the training rows are the
    probabilities; between classes that are equally common, the first in order wins. One pass over the rows, a
    count for each class or two sums: O(n) time, O(classes) memory, any number of threads gives the same model.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import BaselineClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> BaselineClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "baseline"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.random_state = random_state
        self.n_jobs = n_jobs


class BaselineRegressor(Regressor):
    """Predicts the same for every row: the most common class, or the mean.

    What a learner must beat before its score means anything. The class shares of the training rows are the
    probabilities; between classes that are equally common, the first in order wins. One pass over the rows, a
    count for each class or two sums: O(n) time, O(classes) memory, any number of threads gives the same model.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import BaselineRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> BaselineRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "baseline"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.random_state = random_state
        self.n_jobs = n_jobs


class DecisionTreeClassifier(Classifier):
    """A tree that asks one question of one column at each node.

    Grown from the root down: each node takes the question whose answers leave the least impurity, and passes its
    rows on to its children until they are pure, cannot be told apart, or a limit is reached. Takes numbers,
    categories, missing values and row weights as they are. Use a single tree when it must be read; a forest or
    boosting predicts better.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Information gain over the information of the split itself, which tames columns of many values.
        - "variance": Variance of the numbers in a node.
        - "chi_square": The chi-square test of the split: how improbable it is that its parts differ so much in class by chance.
        - "mdl": Description length: the bits that telling the classes takes, with those for their shares in each part. A split that does not save bits is not asked.
        - "absolute_error": Absolute distance from the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: numbers from 0 on.
    splits : {"exact", "histogram"}, default="exact"
        How thresholds of numbers are found.

        - "exact": Between any two neighbouring values.
        - "histogram": Between the bins of a histogram: faster, and the only way for files larger than memory.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    max_leaf_nodes : int or None, default=None
        Most leaves: the question that removes most impurity from the whole tree is asked first; none is unlimited.
        At least 2.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    min_gain : float, default=0.0
        Smallest gain of a split: the impurity it removes from its own node.
        At least 0.
    significance : float or None, default=None
        Level of the chi-square test that a split must pass: it is not asked if its classes would differ as much by
        chance with a higher probability. None asks without a test.
        Above 0 and at most 1.
    categories : {"subset", "multiway"}, default="subset"
        How categories are split.

        - "subset": In two sets of levels.
        - "multiway": In one branch for each level, as ID3 and C4.5 do.
    numbers : {"threshold", "ranges"}, default="threshold"
        How numbers are split.

        - "threshold": At one threshold.
        - "ranges": In several ranges at once, as many as are best.
    max_ranges : int, default=4
        Most ranges that the numbers of a column are split into at once.
        At least 2 and at most 16.
    missing : {"direction", "fractional", "node_mode", "class_mode", "surrogate"}, default="direction"
        What becomes of missing values.

        - "direction": They go down the branch that was best for them in training; where none was seen, down the heavier one.
        - "fractional": They go down every branch, in fractions as large as the branches' shares of the known rows.
        - "node_mode": They count as the most common level of the node's rows, or as the median of their numbers.
        - "class_mode": In training they count as the most common level, or the median, of the node's rows of the same class; in prediction, when the class is not known, as that of all the node's rows.
        - "surrogate": They follow a question about another column that divides the rows most alike; where all of those are missing too, they follow the heavier branch.
    max_surrogates : int, default=5
        Most surrogate questions that a node keeps for rows whose value is missing.
        At least 0.
    bins : int, default=255
        Most bins that the numbers of a column are put into, for histogram splits.
        At least 2 and at most 255.
    costs : dict[str, float] | list[float] or None, default=None
        What it costs to know a column, above 0; a column without a number costs 1.
    cost_rule : {"ratio", "squared_ratio"}, default="ratio"
        How costs weigh against gains.

        - "ratio": The gain over the cost.
        - "squared_ratio": The square of the gain over the cost, which weighs the gain more (Tan and Schlimmer).
    monotonic_cst : dict[str, float] | list[float] or None, default=None
        Columns of numbers in which the prediction (of two classes: the probability of the second) may only rise (1) or
        only fall (-1); 0 is free.
    leaves : {"constant", "linear"}, default="constant"
        What a leaf predicts with, for numbers.

        - "constant": One number.
        - "linear": A linear regression on the columns of numbers: a model tree.
    pruning : {"cost_complexity", "reduced_error", "pessimistic", "error_bound", "chi_square", "mdl"} or None, default=None
        How the grown tree is cut back; none prunes only if `ccp_alpha` is above 0.

        - "cost_complexity": As long as a leaf less is worth `ccp_alpha` (Breiman and others).
        - "reduced_error": As long as the rows kept from growing are predicted no worse, most helpful cut first.
        - "pessimistic": Where the training errors plus `pruning_penalty` a leaf are not more without the branches; for classes.
        - "error_bound": Where the upper bounds of the leaves' errors are not more without the branches (C4.5); for classes.
        - "chi_square": From the leaves up, where a chi-square test does not tell the branches apart; for classes.
        - "mdl": Where telling the tree and the classes of the rows takes no more bits without the branches; for classes.
    ccp_alpha : float, default=0.0
        What a leaf costs in cost-complexity pruning, in impurity of the whole tree.
        At least 0.
    pruning_penalty : float, default=0.5
        Errors that a leaf costs in pessimistic pruning.
        At least 0.
    pruning_confidence : float, default=0.25
        Confidence of the error bounds in error-bound pruning: the smaller, the more is cut.
        Above 0 and below 1.
    pruning_level : float, default=0.05
        Level of the tests in chi-square pruning.
        Above 0 and at most 1.
    validation_fraction : float, default=0.25
        Share of the rows kept from growing for reduced-error pruning.
        Above 0 and below 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> DecisionTreeClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "decision-tree"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] | None = None,
        splits: Literal["exact", "histogram"] = "exact",
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


class DecisionTreeRegressor(Regressor):
    """A tree that asks one question of one column at each node.

    Grown from the root down: each node takes the question whose answers leave the least impurity, and passes its
    rows on to its children until they are pure, cannot be told apart, or a limit is reached. Takes numbers,
    categories, missing values and row weights as they are. Use a single tree when it must be read; a forest or
    boosting predicts better.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Information gain over the information of the split itself, which tames columns of many values.
        - "variance": Variance of the numbers in a node.
        - "chi_square": The chi-square test of the split: how improbable it is that its parts differ so much in class by chance.
        - "mdl": Description length: the bits that telling the classes takes, with those for their shares in each part. A split that does not save bits is not asked.
        - "absolute_error": Absolute distance from the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: numbers from 0 on.
    splits : {"exact", "histogram"}, default="exact"
        How thresholds of numbers are found.

        - "exact": Between any two neighbouring values.
        - "histogram": Between the bins of a histogram: faster, and the only way for files larger than memory.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    max_leaf_nodes : int or None, default=None
        Most leaves: the question that removes most impurity from the whole tree is asked first; none is unlimited.
        At least 2.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    min_gain : float, default=0.0
        Smallest gain of a split: the impurity it removes from its own node.
        At least 0.
    significance : float or None, default=None
        Level of the chi-square test that a split must pass: it is not asked if its classes would differ as much by
        chance with a higher probability. None asks without a test.
        Above 0 and at most 1.
    categories : {"subset", "multiway"}, default="subset"
        How categories are split.

        - "subset": In two sets of levels.
        - "multiway": In one branch for each level, as ID3 and C4.5 do.
    numbers : {"threshold", "ranges"}, default="threshold"
        How numbers are split.

        - "threshold": At one threshold.
        - "ranges": In several ranges at once, as many as are best.
    max_ranges : int, default=4
        Most ranges that the numbers of a column are split into at once.
        At least 2 and at most 16.
    missing : {"direction", "fractional", "node_mode", "class_mode", "surrogate"}, default="direction"
        What becomes of missing values.

        - "direction": They go down the branch that was best for them in training; where none was seen, down the heavier one.
        - "fractional": They go down every branch, in fractions as large as the branches' shares of the known rows.
        - "node_mode": They count as the most common level of the node's rows, or as the median of their numbers.
        - "class_mode": In training they count as the most common level, or the median, of the node's rows of the same class; in prediction, when the class is not known, as that of all the node's rows.
        - "surrogate": They follow a question about another column that divides the rows most alike; where all of those are missing too, they follow the heavier branch.
    max_surrogates : int, default=5
        Most surrogate questions that a node keeps for rows whose value is missing.
        At least 0.
    bins : int, default=255
        Most bins that the numbers of a column are put into, for histogram splits.
        At least 2 and at most 255.
    costs : dict[str, float] | list[float] or None, default=None
        What it costs to know a column, above 0; a column without a number costs 1.
    cost_rule : {"ratio", "squared_ratio"}, default="ratio"
        How costs weigh against gains.

        - "ratio": The gain over the cost.
        - "squared_ratio": The square of the gain over the cost, which weighs the gain more (Tan and Schlimmer).
    monotonic_cst : dict[str, float] | list[float] or None, default=None
        Columns of numbers in which the prediction (of two classes: the probability of the second) may only rise (1) or
        only fall (-1); 0 is free.
    leaves : {"constant", "linear"}, default="constant"
        What a leaf predicts with, for numbers.

        - "constant": One number.
        - "linear": A linear regression on the columns of numbers: a model tree.
    pruning : {"cost_complexity", "reduced_error", "pessimistic", "error_bound", "chi_square", "mdl"} or None, default=None
        How the grown tree is cut back; none prunes only if `ccp_alpha` is above 0.

        - "cost_complexity": As long as a leaf less is worth `ccp_alpha` (Breiman and others).
        - "reduced_error": As long as the rows kept from growing are predicted no worse, most helpful cut first.
        - "pessimistic": Where the training errors plus `pruning_penalty` a leaf are not more without the branches; for classes.
        - "error_bound": Where the upper bounds of the leaves' errors are not more without the branches (C4.5); for classes.
        - "chi_square": From the leaves up, where a chi-square test does not tell the branches apart; for classes.
        - "mdl": Where telling the tree and the classes of the rows takes no more bits without the branches; for classes.
    ccp_alpha : float, default=0.0
        What a leaf costs in cost-complexity pruning, in impurity of the whole tree.
        At least 0.
    pruning_penalty : float, default=0.5
        Errors that a leaf costs in pessimistic pruning.
        At least 0.
    pruning_confidence : float, default=0.25
        Confidence of the error bounds in error-bound pruning: the smaller, the more is cut.
        Above 0 and below 1.
    pruning_level : float, default=0.05
        Level of the tests in chi-square pruning.
        Above 0 and at most 1.
    validation_fraction : float, default=0.25
        Share of the rows kept from growing for reduced-error pruning.
        Above 0 and below 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import DecisionTreeRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> DecisionTreeRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "decision-tree"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] | None = None,
        splits: Literal["exact", "histogram"] = "exact",
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


class Id3Classifier(Classifier):
    """ID3: a tree with a branch for each level of a category, grown by information gain.

    Each node asks about the column whose answer gains most bits about the class. A category is asked about at most once
    on a path. A branch that no row went down answers with the most common class of the node above. Numbers are asked at
    a threshold, which ID3 left open. Nothing is cut back, so the tree fits chance too: use C4.5 for noisy tables.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    significance : float or None, default=None
        Level of the chi-square test that a split must pass, as Quinlan proposed for noisy tables; none asks without a
        test.
        Above 0 and at most 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import Id3Classifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> Id3Classifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
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


class C45Classifier(Classifier):
    """C4.5: a tree grown by gain ratio, with missing values in fractions, cut back by error bounds.

    A node asks the question of the highest gain ratio among those that gain at least what the questions gain on average;
    one that gains nothing is not asked. Categories have a branch a level, numbers a threshold. At least two branches
    must hold `min_samples_leaf`. A row whose value is missing goes down every branch, in fractions. The grown tree is cut
    back where the upper bounds of its leaves' errors say so; subtrees are replaced, not raised.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    min_samples_leaf : float, default=2.0
        Smallest weight of rows that two branches of a split must hold.
        At least 0.
    prune : bool, default=True
        Whether the tree is cut back.
    confidence : float, default=0.25
        Confidence of the error bounds: the smaller, the more is cut.
        Above 0 and below 1.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import C45Classifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> C45Classifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
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


class CartClassifier(Classifier):
    """CART: a tree of two-way questions, with surrogates for missing values, cut back by cost complexity.

    Grown by Gini's impurity, or by variance for numbers, until nothing is left to ask. Then of all the trees that cost
    complexity makes of it, the smallest is taken whose error in cross-validation is within a standard error of the best.
    A row whose value is missing follows the question about another column that divides the rows most alike.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    max_surrogates : int, default=5
        Most surrogate questions that a node keeps for rows whose value is missing.
        At least 0.
    ccp_alpha : float or None, default=None
        What a leaf costs, in impurity of the whole tree; none lets cross-validation choose.
        At least 0.
    folds : int, default=10
        Parts of the cross-validation that chooses `ccp_alpha`.
        At least 2 and at most 20.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import CartClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> CartClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
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


class CartRegressor(Regressor):
    """CART: a tree of two-way questions, with surrogates for missing values, cut back by cost complexity.

    Grown by Gini's impurity, or by variance for numbers, until nothing is left to ask. Then of all the trees that cost
    complexity makes of it, the smallest is taken whose error in cross-validation is within a standard error of the best.
    A row whose value is missing follows the question about another column that divides the rows most alike.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    max_surrogates : int, default=5
        Most surrogate questions that a node keeps for rows whose value is missing.
        At least 0.
    ccp_alpha : float or None, default=None
        What a leaf costs, in impurity of the whole tree; none lets cross-validation choose.
        At least 0.
    folds : int, default=10
        Parts of the cross-validation that chooses `ccp_alpha`.
        At least 2 and at most 20.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import CartRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> CartRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
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


class HuntClassifier(Classifier):
    """Hunt's algorithm: the plain form of growing a tree, from which the others come.

    A node whose rows are all of one class is a leaf. A node without rows is a leaf of the default class. Any other asks
    a question, with a child for each possible answer, and its children are grown in the same way.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"}, default="gini"
        What a split must improve.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Information gain over the information of the split itself, which tames columns of many values.
        - "variance": Variance of the numbers in a node.
        - "chi_square": The chi-square test of the split: how improbable it is that its parts differ so much in class by chance.
        - "mdl": Description length: the bits that telling the classes takes, with those for their shares in each part. A split that does not save bits is not asked.
        - "absolute_error": Absolute distance from the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: numbers from 0 on.
    default_class : str or None, default=None
        The class of a node without rows; none takes the most common class of all rows.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import HuntClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> HuntClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "hunt"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] = "gini",
        default_class: str | None = None,
        max_depth: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.default_class = default_class
        self.max_depth = max_depth
        self.random_state = random_state
        self.n_jobs = n_jobs


class BfsId3Classifier(Classifier):
    """BFS-ID3: the smallest tree that makes no error on its rows.

    Trees of depth 1, 2 and so on are searched in full: the first depth at which some tree has every training row right
    is taken, and at that depth the tree of fewest nodes; between equals the one that asks about the earlier column.
    Categories have a branch a level, numbers a threshold. The work grows with the number of columns to the power of the
    depth: this is a reference for small tables, by which greedy trees can be judged. Where the search takes more than
    `max_steps`, or where alike rows differ in class so that no such tree exists, the model is ID3's greedy tree, says so
    in a warning, and counts as not converged.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    max_depth : int or None, default=None
        Longest path from the root to a leaf that is tried; none tries as long as there are steps.
        At least 1.
    max_steps : int, default=20000000
        Most rows that are looked at in the search, over all trees.
        At least 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    feature_importances_ : ndarray of shape (n_features_in_,)
        How much each feature contributed, if the model can say.
    n_features_in_ : int
        How many features there were in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if `X` had names.
    model_ : hornbook._hornbook.Model
        What was learned.

    Examples
    --------
    >>> from hornbook import BfsId3Classifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> BfsId3Classifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
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
