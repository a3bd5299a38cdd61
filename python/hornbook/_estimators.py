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
    criterion : {"gini", "entropy", "gain_ratio", "variance"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Information gain over the information of the split itself, which tames columns of many values.
        - "variance": Variance of the numbers in a node.
    splits : {"exact", "histogram"}, default="exact"
        How thresholds of numbers are found.

        - "exact": Between any two neighbouring values.
        - "histogram": Between the bins of a histogram: faster, and the only way for files larger than memory.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    categories : {"subset", "multiway"}, default="subset"
        How categories are split.

        - "subset": In two sets of levels.
        - "multiway": In one branch for each level, as ID3 and C4.5 do.
    missing : {"direction", "fractional"}, default="direction"
        What becomes of missing values.

        - "direction": They go down the branch that was best for them in training; where none was seen, down the heavier one.
        - "fractional": They go down every branch, in fractions as large as the branches' shares of the known rows.
    bins : int, default=255
        Most bins that the numbers of a column are put into, for histogram splits.
        At least 2 and at most 255.
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
        criterion: Literal["gini", "entropy", "gain_ratio", "variance"] | None = None,
        splits: Literal["exact", "histogram"] = "exact",
        max_depth: int | None = None,
        min_samples_split: float = 0.0,
        min_samples_leaf: float = 0.0,
        min_impurity_decrease: float = 0.0,
        categories: Literal["subset", "multiway"] = "subset",
        missing: Literal["direction", "fractional"] = "direction",
        bins: int = 255,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.categories = categories
        self.missing = missing
        self.bins = bins
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
    criterion : {"gini", "entropy", "gain_ratio", "variance"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Information gain over the information of the split itself, which tames columns of many values.
        - "variance": Variance of the numbers in a node.
    splits : {"exact", "histogram"}, default="exact"
        How thresholds of numbers are found.

        - "exact": Between any two neighbouring values.
        - "histogram": Between the bins of a histogram: faster, and the only way for files larger than memory.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    categories : {"subset", "multiway"}, default="subset"
        How categories are split.

        - "subset": In two sets of levels.
        - "multiway": In one branch for each level, as ID3 and C4.5 do.
    missing : {"direction", "fractional"}, default="direction"
        What becomes of missing values.

        - "direction": They go down the branch that was best for them in training; where none was seen, down the heavier one.
        - "fractional": They go down every branch, in fractions as large as the branches' shares of the known rows.
    bins : int, default=255
        Most bins that the numbers of a column are put into, for histogram splits.
        At least 2 and at most 255.
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
        criterion: Literal["gini", "entropy", "gain_ratio", "variance"] | None = None,
        splits: Literal["exact", "histogram"] = "exact",
        max_depth: int | None = None,
        min_samples_split: float = 0.0,
        min_samples_leaf: float = 0.0,
        min_impurity_decrease: float = 0.0,
        categories: Literal["subset", "multiway"] = "subset",
        missing: Literal["direction", "fractional"] = "direction",
        bins: int = 255,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.categories = categories
        self.missing = missing
        self.bins = bins
        self.random_state = random_state
        self.n_jobs = n_jobs
