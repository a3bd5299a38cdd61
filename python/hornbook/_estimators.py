"""The estimators.

Made from the declarations of the learners by `cargo run -p hornbook --example doors`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from ._base import Classifier, Regressor
from ._forest import Forest

__all__ = [
    "BaselineClassifier",
    "BaselineRegressor",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
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


class RandomForestClassifier(Forest, Classifier):
    """Many trees, each grown from rows drawn with replacement and from random columns at each node; they vote.

    Trees that differ make different mistakes, and their mean makes fewer. Each tree gets its own draw of the rows; each
    of its nodes looks at a few columns drawn at random and takes the best question about them. Numbers are put into at
    most 255 bins. A good first model for almost any table: little to set, hard to overfit, and it judges itself on the
    rows that each tree has not seen.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_estimators : int, default=100
        How many trees.
        At least 1 and at most 100000.
    criterion : {"gini", "entropy", "variance"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "variance": Variance of the numbers in a node.
    max_features : int, float or {"auto", "sqrt", "log2"} or None, default="auto"
        How many columns that vary a node looks at; none is all.

        - "auto": The square root of their number for classes, all for numbers.
        - "sqrt": The square root of their number.
        - "log2": The binary logarithm of their number.
    max_depth : int or None, default=None
        Longest path from the root of a tree to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    max_leaf_nodes : int or None, default=None
        Most leaves of a tree, which is then grown by the best question first; none is unlimited.
        At least 2.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    bootstrap : bool, default=True
        Whether each tree gets rows drawn with replacement; otherwise it gets them all.
    max_samples : int | float or None, default=None
        How many rows are drawn for a tree: a count, or a share of all; none draws as many as there are.
    bins : int, default=255
        Most bins that the numbers of a column are put into.
        At least 2 and at most 255.
    oob_score : bool, default=False
        Whether to predict each row by the trees that have not seen it, and to say how well that goes.
    oob_importances : bool, default=False
        Whether to measure what shuffling each column costs the trees on the rows they have not seen.
    quantiles : bool, default=False
        Whether the leaves keep the numbers of their rows, so that quantiles can be predicted.
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
    >>> from hornbook import RandomForestClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> RandomForestClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "random-forest"
    _takes = frozenset({"categories", "missing", "weights"})

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


class RandomForestRegressor(Forest, Regressor):
    """Many trees, each grown from rows drawn with replacement and from random columns at each node; they vote.

    Trees that differ make different mistakes, and their mean makes fewer. Each tree gets its own draw of the rows; each
    of its nodes looks at a few columns drawn at random and takes the best question about them. Numbers are put into at
    most 255 bins. A good first model for almost any table: little to set, hard to overfit, and it judges itself on the
    rows that each tree has not seen.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_estimators : int, default=100
        How many trees.
        At least 1 and at most 100000.
    criterion : {"gini", "entropy", "variance"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "variance": Variance of the numbers in a node.
    max_features : int, float or {"auto", "sqrt", "log2"} or None, default="auto"
        How many columns that vary a node looks at; none is all.

        - "auto": The square root of their number for classes, all for numbers.
        - "sqrt": The square root of their number.
        - "log2": The binary logarithm of their number.
    max_depth : int or None, default=None
        Longest path from the root of a tree to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    max_leaf_nodes : int or None, default=None
        Most leaves of a tree, which is then grown by the best question first; none is unlimited.
        At least 2.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    bootstrap : bool, default=True
        Whether each tree gets rows drawn with replacement; otherwise it gets them all.
    max_samples : int | float or None, default=None
        How many rows are drawn for a tree: a count, or a share of all; none draws as many as there are.
    bins : int, default=255
        Most bins that the numbers of a column are put into.
        At least 2 and at most 255.
    oob_score : bool, default=False
        Whether to predict each row by the trees that have not seen it, and to say how well that goes.
    oob_importances : bool, default=False
        Whether to measure what shuffling each column costs the trees on the rows they have not seen.
    quantiles : bool, default=False
        Whether the leaves keep the numbers of their rows, so that quantiles can be predicted.
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
    >>> from hornbook import RandomForestRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RandomForestRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "random-forest"
    _takes = frozenset({"categories", "missing", "weights"})

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


class ExtraTreesClassifier(Forest, Classifier):
    """Many trees whose questions are drawn at random; they vote.

    As a random forest, but each node draws one threshold at random, evenly between the lowest and the highest value of
    its rows, for each of its columns, and takes the best of those; of categories it draws a set of levels. Every tree
    gets all rows, unless told otherwise. Thresholds are not tied to bins. Smoother than a random forest, and good where
    columns are noisy.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_estimators : int, default=100
        How many trees.
        At least 1 and at most 100000.
    criterion : {"gini", "entropy", "variance"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "variance": Variance of the numbers in a node.
    max_features : int, float or {"auto", "sqrt", "log2"} or None, default="auto"
        How many columns that vary a node looks at; none is all.

        - "auto": The square root of their number for classes, all for numbers.
        - "sqrt": The square root of their number.
        - "log2": The binary logarithm of their number.
    max_depth : int or None, default=None
        Longest path from the root of a tree to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    max_leaf_nodes : int or None, default=None
        Most leaves of a tree, which is then grown by the best question first; none is unlimited.
        At least 2.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    bootstrap : bool, default=False
        Whether each tree gets rows drawn with replacement; otherwise it gets them all.
    max_samples : int | float or None, default=None
        How many rows are drawn for a tree: a count, or a share of all; none draws as many as there are.
    oob_score : bool, default=False
        Whether to predict each row by the trees that have not seen it, and to say how well that goes.
    oob_importances : bool, default=False
        Whether to measure what shuffling each column costs the trees on the rows they have not seen.
    quantiles : bool, default=False
        Whether the leaves keep the numbers of their rows, so that quantiles can be predicted.
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
    >>> from hornbook import ExtraTreesClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> ExtraTreesClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "extra-trees"
    _takes = frozenset({"categories", "missing", "weights"})

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


class ExtraTreesRegressor(Forest, Regressor):
    """Many trees whose questions are drawn at random; they vote.

    As a random forest, but each node draws one threshold at random, evenly between the lowest and the highest value of
    its rows, for each of its columns, and takes the best of those; of categories it draws a set of levels. Every tree
    gets all rows, unless told otherwise. Thresholds are not tied to bins. Smoother than a random forest, and good where
    columns are noisy.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_estimators : int, default=100
        How many trees.
        At least 1 and at most 100000.
    criterion : {"gini", "entropy", "variance"} or None, default=None
        What a split must improve; none takes Gini for classes and variance for numbers.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "variance": Variance of the numbers in a node.
    max_features : int, float or {"auto", "sqrt", "log2"} or None, default="auto"
        How many columns that vary a node looks at; none is all.

        - "auto": The square root of their number for classes, all for numbers.
        - "sqrt": The square root of their number.
        - "log2": The binary logarithm of their number.
    max_depth : int or None, default=None
        Longest path from the root of a tree to a leaf; none is unlimited.
        At least 1.
    min_samples_split : float, default=0.0
        Smallest weight of rows that a node may split; a row weighs 1 unless it has a weight.
        At least 0.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf may hold.
        At least 0.
    max_leaf_nodes : int or None, default=None
        Most leaves of a tree, which is then grown by the best question first; none is unlimited.
        At least 2.
    min_impurity_decrease : float, default=0.0
        Smallest improvement a split must bring: the impurity it removes, times the node's share of all rows.
        At least 0.
    bootstrap : bool, default=False
        Whether each tree gets rows drawn with replacement; otherwise it gets them all.
    max_samples : int | float or None, default=None
        How many rows are drawn for a tree: a count, or a share of all; none draws as many as there are.
    oob_score : bool, default=False
        Whether to predict each row by the trees that have not seen it, and to say how well that goes.
    oob_importances : bool, default=False
        Whether to measure what shuffling each column costs the trees on the rows they have not seen.
    quantiles : bool, default=False
        Whether the leaves keep the numbers of their rows, so that quantiles can be predicted.
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
    >>> from hornbook import ExtraTreesRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ExtraTreesRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "extra-trees"
    _takes = frozenset({"categories", "missing", "weights"})

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
