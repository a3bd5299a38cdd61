"""The estimators.

Made from the declarations of the learners by `cargo run -p hornbook --example doors`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from ._base import Classifier, Estimator, Regressor

__all__ = [
    "BaselineClassifier",
    "BaselineRegressor",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "BaggingClassifier",
    "BaggingRegressor",
    "AdaBoostClassifier",
    "AdaBoostRegressor",
    "VotingClassifier",
    "VotingRegressor",
    "StackingClassifier",
    "StackingRegressor",
    "CascadeClassifier",
    "OneVsRestClassifier",
    "OneVsOneClassifier",
    "OutputCodeClassifier",
    "ClassHierarchyClassifier",
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


class BaggingClassifier(Classifier):
    """The same learner on many random samples of the rows, or of the columns, with the mean of their answers.

    With replacement it is bagging, without it pasting; with fewer columns a member, random subspaces; with both, random
    patches. It helps learners that change much when the rows change a little, such as deep trees; it can harm stable
    ones, such as nearest neighbours. Members are trained side by side; the time is that of the members.

    Rows are drawn by their place in the cumulative weight, in an order that depends on their content: weight 2 is the
    row twice, and the order of the rows does not matter. So many rows are drawn as the weights sum to: weights should be
    such that 1 is a row.


    Breiman, *Bagging predictors* (1996); Ho, *The random subspace method* (1998).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner; none takes a decision tree.
    n_estimators : int, default=10
        How many members.
        At least 1.
    max_samples : float, default=1.0
        The share of the rows, by weight, that each member gets.
        Above 0 and at most 1.
    max_features : float, default=1.0
        The share of the columns that each member gets; at least one.
        Above 0 and at most 1.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement.
    bootstrap_features : bool, default=False
        Whether columns are drawn with replacement; one that comes up again is there once.
    oob_score : bool, default=False
        Whether to judge the ensemble on the rows that its members did not see.
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
    >>> from hornbook import BaggingClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> BaggingClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "bagging"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        n_estimators: int = 10,
        max_samples: float = 1.0,
        max_features: float = 1.0,
        bootstrap: bool = True,
        bootstrap_features: bool = False,
        oob_score: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.bootstrap_features = bootstrap_features
        self.oob_score = oob_score
        self.random_state = random_state
        self.n_jobs = n_jobs


class BaggingRegressor(Regressor):
    """The same learner on many random samples of the rows, or of the columns, with the mean of their answers.

    With replacement it is bagging, without it pasting; with fewer columns a member, random subspaces; with both, random
    patches. It helps learners that change much when the rows change a little, such as deep trees; it can harm stable
    ones, such as nearest neighbours. Members are trained side by side; the time is that of the members.

    Rows are drawn by their place in the cumulative weight, in an order that depends on their content: weight 2 is the
    row twice, and the order of the rows does not matter. So many rows are drawn as the weights sum to: weights should be
    such that 1 is a row.


    Breiman, *Bagging predictors* (1996); Ho, *The random subspace method* (1998).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner; none takes a decision tree.
    n_estimators : int, default=10
        How many members.
        At least 1.
    max_samples : float, default=1.0
        The share of the rows, by weight, that each member gets.
        Above 0 and at most 1.
    max_features : float, default=1.0
        The share of the columns that each member gets; at least one.
        Above 0 and at most 1.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement.
    bootstrap_features : bool, default=False
        Whether columns are drawn with replacement; one that comes up again is there once.
    oob_score : bool, default=False
        Whether to judge the ensemble on the rows that its members did not see.
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
    >>> from hornbook import BaggingRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> BaggingRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "bagging"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        n_estimators: int = 10,
        max_samples: float = 1.0,
        max_features: float = 1.0,
        bootstrap: bool = True,
        bootstrap_features: bool = False,
        oob_score: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.bootstrap_features = bootstrap_features
        self.oob_score = oob_score
        self.random_state = random_state
        self.n_jobs = n_jobs


class AdaBoostClassifier(Classifier):
    r"""Members one after the other, each on rows weighted by what those before it got wrong.

    With the weights $p$ summing to 1, the member of a round errs with
    $\epsilon = \sum_i p_i \,\[\hat y_i \ne y_i\]$. Its vote is $\log(1/\beta)$ with
    $\beta = \epsilon / (1 - \epsilon)$; SAMME adds $\log(K - 1)$, so that for $K$ classes a member need only beat a guess.
    Then the weights of the rows that it got right shrink by $\beta$. A member that is no better than a guess
    ($\epsilon \ge 1/2$, for SAMME $1 - 1/K$) ends the boosting and is dropped, unless it is the first. One without error
    has an infinite vote: it decides alone, and ends the boosting.

    For numbers it is AdaBoost.R2: the losses, in parts of the largest one, take the place of right and wrong, and the
    answer is the weighted median.

    The weights are given to the learner, or with `resampling` a sample of the rows is drawn by them. A learner that can
    prepare its rows does so once: stumps with histogram splits, the default, put numbers into bins once. Rounds follow
    each other, so threads share the work within a round. Noise in the target gets ever more weight: for noisy rows
    prefer bagging.

    Freund and Schapire, *A decision-theoretic generalization of on-line learning* (1997); Drucker, *Improving regressors
    using boosting techniques* (1997); Zhu and others, *Multi-class AdaBoost* (2009).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner; none takes a decision tree with histogram splits: a stump for classes, of depth 3 for numbers.
    n_estimators : int, default=50
        The most rounds.
        At least 1.
    learning_rate : float, default=1.0
        What votes, and changes of weights, are multiplied with.
        Above 0.
    algorithm : {"m1", "samme"}, default="samme"
        How votes are counted, for classes.

        - "m1": A member must err on less than half of the weight.
        - "samme": A member must only be better than a guess between all classes; the same as M1 for two.
    resampling : bool, default=False
        Whether to draw a sample by the weights instead of giving them to the learner.
    loss : {"linear", "square", "exponential"}, default="linear"
        The loss, for numbers.

        - "linear": The error itself.
        - "square": Its square.
        - "exponential": $1 - e^{-x}$ of the error $x$.
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
    >>> from hornbook import AdaBoostClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> AdaBoostClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "ada-boost"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        algorithm: Literal["m1", "samme"] = "samme",
        resampling: bool = False,
        loss: Literal["linear", "square", "exponential"] = "linear",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.algorithm = algorithm
        self.resampling = resampling
        self.loss = loss
        self.random_state = random_state
        self.n_jobs = n_jobs


class AdaBoostRegressor(Regressor):
    r"""Members one after the other, each on rows weighted by what those before it got wrong.

    With the weights $p$ summing to 1, the member of a round errs with
    $\epsilon = \sum_i p_i \,\[\hat y_i \ne y_i\]$. Its vote is $\log(1/\beta)$ with
    $\beta = \epsilon / (1 - \epsilon)$; SAMME adds $\log(K - 1)$, so that for $K$ classes a member need only beat a guess.
    Then the weights of the rows that it got right shrink by $\beta$. A member that is no better than a guess
    ($\epsilon \ge 1/2$, for SAMME $1 - 1/K$) ends the boosting and is dropped, unless it is the first. One without error
    has an infinite vote: it decides alone, and ends the boosting.

    For numbers it is AdaBoost.R2: the losses, in parts of the largest one, take the place of right and wrong, and the
    answer is the weighted median.

    The weights are given to the learner, or with `resampling` a sample of the rows is drawn by them. A learner that can
    prepare its rows does so once: stumps with histogram splits, the default, put numbers into bins once. Rounds follow
    each other, so threads share the work within a round. Noise in the target gets ever more weight: for noisy rows
    prefer bagging.

    Freund and Schapire, *A decision-theoretic generalization of on-line learning* (1997); Drucker, *Improving regressors
    using boosting techniques* (1997); Zhu and others, *Multi-class AdaBoost* (2009).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner; none takes a decision tree with histogram splits: a stump for classes, of depth 3 for numbers.
    n_estimators : int, default=50
        The most rounds.
        At least 1.
    learning_rate : float, default=1.0
        What votes, and changes of weights, are multiplied with.
        Above 0.
    algorithm : {"m1", "samme"}, default="samme"
        How votes are counted, for classes.

        - "m1": A member must err on less than half of the weight.
        - "samme": A member must only be better than a guess between all classes; the same as M1 for two.
    resampling : bool, default=False
        Whether to draw a sample by the weights instead of giving them to the learner.
    loss : {"linear", "square", "exponential"}, default="linear"
        The loss, for numbers.

        - "linear": The error itself.
        - "square": Its square.
        - "exponential": $1 - e^{-x}$ of the error $x$.
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
    >>> from hornbook import AdaBoostRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> AdaBoostRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "ada-boost"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        algorithm: Literal["m1", "samme"] = "samme",
        resampling: bool = False,
        loss: Literal["linear", "square", "exponential"] = "linear",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.algorithm = algorithm
        self.resampling = resampling
        self.loss = loss
        self.random_state = random_state
        self.n_jobs = n_jobs


class VotingClassifier(Classifier):
    """Different learners on the same rows, with the majority or the mean of their answers.

    For numbers the answer is always the weighted mean. The weights are given, or learned from how well each member does
    on held-out rows: its accuracy, or the inverse of its mean squared error. It helps if the members are better than
    chance and err on different rows.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        The learners; none takes decision trees of depth 2, 4 and 8.
    voting : {"hard", "soft"}, default="hard"
        What is counted, for classes.

        - "hard": The class that each member predicts.
        - "soft": The probabilities that each member gives.
    weights : list[float] or None, default=None
        The weight of each learner; none gives each the same.
    learn_weights : bool, default=False
        Whether to learn the weights from a fifth of the rows, held out; then every member learns from all rows.
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
    >>> from hornbook import VotingClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> VotingClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "voting"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        voting: Literal["hard", "soft"] = "hard",
        weights: list[float] | None = None,
        learn_weights: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.voting = voting
        self.weights = weights
        self.learn_weights = learn_weights
        self.random_state = random_state
        self.n_jobs = n_jobs


class VotingRegressor(Regressor):
    """Different learners on the same rows, with the majority or the mean of their answers.

    For numbers the answer is always the weighted mean. The weights are given, or learned from how well each member does
    on held-out rows: its accuracy, or the inverse of its mean squared error. It helps if the members are better than
    chance and err on different rows.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        The learners; none takes decision trees of depth 2, 4 and 8.
    voting : {"hard", "soft"}, default="hard"
        What is counted, for classes.

        - "hard": The class that each member predicts.
        - "soft": The probabilities that each member gives.
    weights : list[float] or None, default=None
        The weight of each learner; none gives each the same.
    learn_weights : bool, default=False
        Whether to learn the weights from a fifth of the rows, held out; then every member learns from all rows.
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
    >>> from hornbook import VotingRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> VotingRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "voting"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        voting: Literal["hard", "soft"] = "hard",
        weights: list[float] | None = None,
        learn_weights: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.voting = voting
        self.weights = weights
        self.learn_weights = learn_weights
        self.random_state = random_state
        self.n_jobs = n_jobs


class StackingClassifier(Classifier):
    """A learner that decides from what other learners predict.

    What the learners below predict for a row, as the one above sees it in training, comes from models that did not see
    the row: the rows are dealt to folds, and each fold is predicted by models of the others. Rows that are equal go to
    the same fold, as do those of one group. At last the learners below are trained again on all rows. For classes the
    one above sees their probabilities (of the second class, if there are two), for numbers their numbers.

    Folds should be few. When each row is left out alone, a learner that predicts little more than a mean betrays the row
    by what is missing from the mean.

    Time: as many fits of each learner below as there are folds, and one more. Wolpert, *Stacked generalization* (1992).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        The learners below; none takes decision trees of depth 2, 4 and 8.
    final_estimator : Estimator | str or None, default=None
        The learner above; none takes a decision tree of depth 3.
    folds : int, default=5
        How many folds the rows are dealt to.
        At least 2.
    leave_one_out : bool, default=False
        Whether each row is a fold of its own.
    passthrough : bool, default=False
        Whether the learner above sees the inputs too.
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
    >>> from hornbook import StackingClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> StackingClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "stacking"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"final_estimator"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        final_estimator: Estimator | str | None = None,
        folds: int = 5,
        leave_one_out: bool = False,
        passthrough: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.final_estimator = final_estimator
        self.folds = folds
        self.leave_one_out = leave_one_out
        self.passthrough = passthrough
        self.random_state = random_state
        self.n_jobs = n_jobs


class StackingRegressor(Regressor):
    """A learner that decides from what other learners predict.

    What the learners below predict for a row, as the one above sees it in training, comes from models that did not see
    the row: the rows are dealt to folds, and each fold is predicted by models of the others. Rows that are equal go to
    the same fold, as do those of one group. At last the learners below are trained again on all rows. For classes the
    one above sees their probabilities (of the second class, if there are two), for numbers their numbers.

    Folds should be few. When each row is left out alone, a learner that predicts little more than a mean betrays the row
    by what is missing from the mean.

    Time: as many fits of each learner below as there are folds, and one more. Wolpert, *Stacked generalization* (1992).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        The learners below; none takes decision trees of depth 2, 4 and 8.
    final_estimator : Estimator | str or None, default=None
        The learner above; none takes a decision tree of depth 3.
    folds : int, default=5
        How many folds the rows are dealt to.
        At least 2.
    leave_one_out : bool, default=False
        Whether each row is a fold of its own.
    passthrough : bool, default=False
        Whether the learner above sees the inputs too.
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
    >>> from hornbook import StackingRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> StackingRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "stacking"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"final_estimator"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        final_estimator: Estimator | str | None = None,
        folds: int = 5,
        leave_one_out: bool = False,
        passthrough: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.final_estimator = final_estimator
        self.folds = folds
        self.leave_one_out = leave_one_out
        self.passthrough = passthrough
        self.random_state = random_state
        self.n_jobs = n_jobs


class CascadeClassifier(Classifier):
    """Stages of learners: each hands the rows that it is not sure of over to the next.

    The first stages should be cheap, the last ones good. A stage answers for a row if it gives one class at least the
    probability `confidence`; the last stage answers for all that are left. A stage may look at some columns only, so
    that those that cost much are asked for where they are needed. Every stage learns from all rows. How many of them
    each stage answers is in the summary.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        The learners, from the cheapest to the best; none takes decision trees of depth 2, 4 and 8.
    confidence : float, default=0.9
        The probability that a stage must give to a class to answer.
        At least 0 and at most 1.
    columns : list[list[str | int]] or None, default=None
        The columns of the first stages, a set a stage; stages without a set look at all columns.
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
    >>> from hornbook import CascadeClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> CascadeClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "cascade"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        confidence: float = 0.9,
        columns: list[list[str | int]] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.confidence = confidence
        self.columns = columns
        self.random_state = random_state
        self.n_jobs = n_jobs


class OneVsRestClassifier(Classifier):
    """A two-class learner for each class: this class, or any other.

    Soft, the class with the highest probability of its own member is predicted, and the probabilities are made to sum
    to 1. Hard, a member that says yes votes for its class, and one that says no votes for every other class; ties go to
    the first class. Of two classes one member says all. K fits on all rows.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner for two classes; none takes a decision tree.
    decoding : {"soft", "hard"}, default="soft"
        What is compared.

        - "soft": Their probabilities.
        - "hard": Yes or no.
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
    >>> from hornbook import OneVsRestClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> OneVsRestClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "one-vs-rest"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        decoding: Literal["soft", "hard"] = "soft",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.decoding = decoding
        self.random_state = random_state
        self.n_jobs = n_jobs


class OneVsOneClassifier(Classifier):
    """A two-class learner for each pair of classes, on the rows of those two.

    Each member votes for one of its classes, and the class with most votes is predicted; between equals, the sum of the
    members' probabilities decides. $K(K-1)/2$ fits, each on the rows of two classes: often faster than one against the
    rest if a learner takes more than linear time.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner for two classes; none takes a decision tree.
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
    >>> from hornbook import OneVsOneClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> OneVsOneClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "one-vs-one"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.random_state = random_state
        self.n_jobs = n_jobs


class OutputCodeClassifier(Classifier):
    r"""A codeword for each class, and a two-class learner for each bit: errors of a few members are corrected.

    A row gets the class whose codeword is nearest to what the members say. Two codewords that differ in $d$ bits allow
    $\lfloor (d-1)/2 \rfloor$ members to be wrong. Members whose targets differ err on different rows, which is what
    makes an ensemble better than its members. The share of the bits that agree with a codeword is the probability of its
    class, made to sum to 1. As many fits as there are bits.

    Dietterich and Bakiri, *Solving multiclass learning problems via error-correcting output codes* (1995).

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner for two classes; none takes a decision tree.
    code : {"random", "exhaustive", "one_vs_all"}, default="random"
        Which codewords.

        - "random": Random bits: of many draws, that whose nearest codewords are farthest apart.
        - "exhaustive": A bit for every way to divide the classes in two: $2^{K-1} - 1$ bits, for at most 11 classes.
        - "one_vs_all": A bit a class, which says whether it is that class.
    code_size : float, default=1.5
        How many bits a class there are in random codewords.
        Above 0.
    decoding : {"soft", "hard"}, default="soft"
        What is compared with the codewords.

        - "soft": Their probabilities.
        - "hard": Yes or no.
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
    >>> from hornbook import OutputCodeClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> OutputCodeClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "output-code"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        code: Literal["random", "exhaustive", "one_vs_all"] = "random",
        code_size: float = 1.5,
        decoding: Literal["soft", "hard"] = "soft",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.code = code
        self.code_size = code_size
        self.decoding = decoding
        self.random_state = random_state
        self.n_jobs = n_jobs


class ClassHierarchyClassifier(Classifier):
    """A tree of learners over groups of classes: each fork tells its groups apart, down to single classes.

    The groups are given, as in `(cat, dog), (car, bus, train)`, or found: the classes that a first model confuses most,
    in cross-validation, are joined step by step, so that easy differences are told first and hard ones by members that
    see nothing else. The probability of a class is the product of the probabilities along its path. $K - 1$ fits at
    most, each on the rows of its classes, and as many as there are folds to find the groups.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner at each fork; none takes a decision tree.
    hierarchy : str or None, default=None
        The groups, like (cat, dog), (car, bus), or as nested lists in JSON; none finds them from confusions.
    folds : int, default=5
        How many folds the confusions are counted in.
        At least 2.
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
    >>> from hornbook import ClassHierarchyClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> ClassHierarchyClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "class-hierarchy"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        hierarchy: str | None = None,
        folds: int = 5,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.hierarchy = hierarchy
        self.folds = folds
        self.random_state = random_state
        self.n_jobs = n_jobs
