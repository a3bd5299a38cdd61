"""The estimators.

Made from the declarations of the learners by `cargo run -p hornbook --example doors`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from ._base import Classifier, DensityEstimator, Estimator, Incremental, OutlierDetector, Regressor
from ._bayes import (
    Bayes,
    CategoryBayes,
    CountBayes,
    Drawn,
    EventBayes,
    GaussianBayes,
    GaussianClasses,
    LinearDiscriminantClasses,
)
from ._boosting import Boosting, BoostingRegressor
from ._forest import Forest
from ._linear import Bayesian, Binomial, Discriminant, Generalised, Huber, Linear, LinearClassifier, LossCurve, Ranking
from ._neighbors import Distances, LocalFactors, Neighbors
from ._tree import SingleTree

__all__ = [
    "BaselineClassifier",
    "BaselineRegressor",
    "LinearRegression",
    "PolynomialRegression",
    "BasisExpansionClassifier",
    "BasisExpansionRegressor",
    "Ridge",
    "Lasso",
    "ElasticNet",
    "LassoCV",
    "ElasticNetCV",
    "LogisticRegression",
    "BinomialRegression",
    "PoissonRegressor",
    "GammaRegressor",
    "TweedieRegressor",
    "GeneralisedLinearRegressor",
    "BayesianRidge",
    "HuberRegressor",
    "QuantileRegressor",
    "Perceptron",
    "DeltaRuleClassifier",
    "DeltaRuleRegressor",
    "LinearDiscrimination",
    "LinearRanking",
    "NaiveBayesClassifier",
    "GaussianNB",
    "MultinomialNB",
    "ComplementNB",
    "BernoulliNB",
    "CategoricalNB",
    "TreeAugmentedNaiveBayesClassifier",
    "AveragedOneDependenceClassifier",
    "JointBayesClassifier",
    "GaussianDiscriminantClassifier",
    "LinearDiscriminantAnalysis",
    "QuadraticDiscriminantAnalysis",
    "DensityClassifier",
    "BagOfWordsClassifier",
    "BagOfWordsRegressor",
    "FillMissingClassifier",
    "FillMissingRegressor",
    "ScaleColumnsClassifier",
    "ScaleColumnsRegressor",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "RadiusNeighborsClassifier",
    "RadiusNeighborsRegressor",
    "Histogram",
    "KernelDensity",
    "KNeighborsDensity",
    "KNeighborsOutliers",
    "LocalOutlierFactor",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "Id3Classifier",
    "C45Classifier",
    "CartClassifier",
    "CartRegressor",
    "HuntClassifier",
    "BfsId3Classifier",
    "RuleListClassifier",
    "DecisionListClassifier",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "IsolationForest",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
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
    "MixtureOfExpertsClassifier",
    "MixtureOfExpertsRegressor",
]


class BaselineClassifier(Classifier):
    """Predicts the same for every row: the most common class, or the mean.

    What a learner must beat before its score means anything. The class shares of the training rows are the
    probabilities; between classes that are equally common, the first in order wins. One pass over the rows, a
    count for each class or two sums: O(n) time, O(classes) memory, any number of threads gives the same model.

    Takes as they are: numbers, categories, text, missing values, row weights.

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
    _takes = frozenset({"categories", "missing", "weights", "text"})

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

    Takes as they are: numbers, categories, text, missing values, row weights.

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
    _takes = frozenset({"categories", "missing", "weights", "text"})

    def __init__(
        self,
        *,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.random_state = random_state
        self.n_jobs = n_jobs


class LinearRegression(Linear, Regressor):
    """Least squares: the weighted sum of the columns that is nearest to the target.

    The classic of statistics, and the first model to try for numbers. It says how much the target changes with each column
    while the others stay, with standard errors, tests and intervals. Categories are compared with their first level.
    Columns that depend on each other are allowed: what they say together is divided among them so that the weights are
    smallest.

    Takes as they are: numbers, categories, row weights, several targets.

    Parameters
    ----------
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the line goes through the origin.
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
    >>> from hornbook import LinearRegression
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> LinearRegression(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "linear-regression"
    _takes = frozenset({"categories", "weights", "targets"})

    def __init__(
        self,
        *,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


class PolynomialRegression(Regressor):
    """Polynomial regression: least squares on the powers of the columns and their products.

    For numbers that depend on others by a smooth curve or a curved surface. A degree of 2 or 3 is usually enough: high ones
    follow chance, and run away beyond the ends of the rows. Of several columns all products up to the degree are taken.
    The table of weights is for plain powers, with standard errors and tests. Categories are compared with their first level,
    and have no powers.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    degree : int, default=2
        The highest degree of a power, or of a product of powers.
        At least 1 and at most 100.
    interaction_only : bool, default=False
        Whether only products of different columns are taken, and no powers.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the curve goes through the origin.
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
    >>> from hornbook import PolynomialRegression
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> PolynomialRegression(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "polynomial-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        degree: int = 2,
        interaction_only: bool = False,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.degree = degree
        self.interaction_only = interaction_only
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


class BasisExpansionClassifier(Classifier):
    """Any learner on functions of the columns: powers and products, bumps, steps, splines or waves.

    A linear model of such functions follows curves, and stays as easy to read and as quick as a linear model. Knots and
    centres are placed by the rows. Columns that are not numbers go to the learner as they are.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    basis : {"polynomial", "gaussian", "sigmoid", "spline", "natural_spline", "fourier"}, default="spline"
        Which functions of the columns there are.

        - "polynomial": Powers and products.
        - "gaussian": Bumps around centres.
        - "sigmoid": Steps at centres.
        - "spline": B-splines, constant beyond the ends.
        - "natural_spline": Cubic splines that are straight lines beyond the ends.
        - "fourier": Sines and cosines.
    degree : int or None, default=None
        The degree of powers or splines, or how many waves; none takes 2 for powers, and 3 else.
        At least 1 and at most 100.
    interaction_only : bool, default=False
        Whether products of different columns are taken only, and no powers.
    n_knots : int, default=5
        How many knots of splines, with both ends, or centres of bumps and steps.
        At least 2 and at most 10000.
    knots : {"uniform", "quantile"}, default="uniform"
        How knots and centres are placed.

        - "uniform": At equal distances.
        - "quantile": With equal shares of the rows between them.
    width : float or None, default=None
        How wide bumps and steps are, or the length of the longest wave; none follows from the column.
        Above 0.
    estimator : Estimator | str or None, default=None
        The learner; none takes linear regression for numbers, and logistic regression for classes.
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
    >>> from hornbook import BasisExpansionClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> BasisExpansionClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "basis-expansion"
    _takes = frozenset({"categories", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        basis: Literal["polynomial", "gaussian", "sigmoid", "spline", "natural_spline", "fourier"] = "spline",
        degree: int | None = None,
        interaction_only: bool = False,
        n_knots: int = 5,
        knots: Literal["uniform", "quantile"] = "uniform",
        width: float | None = None,
        estimator: Estimator | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.basis = basis
        self.degree = degree
        self.interaction_only = interaction_only
        self.n_knots = n_knots
        self.knots = knots
        self.width = width
        self.estimator = estimator
        self.random_state = random_state
        self.n_jobs = n_jobs


class BasisExpansionRegressor(Regressor):
    """Any learner on functions of the columns: powers and products, bumps, steps, splines or waves.

    A linear model of such functions follows curves, and stays as easy to read and as quick as a linear model. Knots and
    centres are placed by the rows. Columns that are not numbers go to the learner as they are.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    basis : {"polynomial", "gaussian", "sigmoid", "spline", "natural_spline", "fourier"}, default="spline"
        Which functions of the columns there are.

        - "polynomial": Powers and products.
        - "gaussian": Bumps around centres.
        - "sigmoid": Steps at centres.
        - "spline": B-splines, constant beyond the ends.
        - "natural_spline": Cubic splines that are straight lines beyond the ends.
        - "fourier": Sines and cosines.
    degree : int or None, default=None
        The degree of powers or splines, or how many waves; none takes 2 for powers, and 3 else.
        At least 1 and at most 100.
    interaction_only : bool, default=False
        Whether products of different columns are taken only, and no powers.
    n_knots : int, default=5
        How many knots of splines, with both ends, or centres of bumps and steps.
        At least 2 and at most 10000.
    knots : {"uniform", "quantile"}, default="uniform"
        How knots and centres are placed.

        - "uniform": At equal distances.
        - "quantile": With equal shares of the rows between them.
    width : float or None, default=None
        How wide bumps and steps are, or the length of the longest wave; none follows from the column.
        Above 0.
    estimator : Estimator | str or None, default=None
        The learner; none takes linear regression for numbers, and logistic regression for classes.
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
    >>> from hornbook import BasisExpansionRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> BasisExpansionRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "basis-expansion"
    _takes = frozenset({"categories", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        basis: Literal["polynomial", "gaussian", "sigmoid", "spline", "natural_spline", "fourier"] = "spline",
        degree: int | None = None,
        interaction_only: bool = False,
        n_knots: int = 5,
        knots: Literal["uniform", "quantile"] = "uniform",
        width: float | None = None,
        estimator: Estimator | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.basis = basis
        self.degree = degree
        self.interaction_only = interaction_only
        self.n_knots = n_knots
        self.knots = knots
        self.width = width
        self.estimator = estimator
        self.random_state = random_state
        self.n_jobs = n_jobs


class Ridge(Linear, Regressor):
    """Least squares with a price on the squares of the weights, which keeps them small.

    For many columns, or columns that go together: least squares would then follow chance. The constant term has no price.
    Prices make sense only among columns of one scale, so that columns of different units should be standardised first
    (`standardize`).

    Takes as they are: numbers, categories, row weights, several targets.

    Parameters
    ----------
    alpha : float, default=1.0
        The price of the sum of the squares of the weights, beside the sum of the squares of the errors.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the line goes through the origin.
    standardize : bool, default=False
        Whether columns are measured in their standard deviations while prices are weighed; the weights that are learned
        are for the columns as they are.
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
    >>> from hornbook import Ridge
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> Ridge(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "ridge"
    _takes = frozenset({"categories", "weights", "targets"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.random_state = random_state
        self.n_jobs = n_jobs


class Lasso(Linear, Regressor):
    """Least squares with a price on the absolute values of the weights, which sets most of them to zero.

    For many columns of which a few matter: the learner names those, and leaves the others out. The constant term has no
    price. Prices make sense only among columns of one scale, so that columns of different units should be standardised
    first.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    alpha : float, default=1.0
        The price of the sum of the absolute weights, beside half of the mean squared error.
        Above 0.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the line goes through the origin.
    max_iter : int, default=1000
        Most rounds over the columns.
        At least 1.
    tol : float, default=0.0001
        How far from the best the fit may certainly be at most, as a share of the target's mean square.
        Above 0.
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
    >>> from hornbook import Lasso
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> Lasso(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "lasso"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class ElasticNet(Linear, Regressor):
    """Least squares with a price on the absolute values of the weights and another on their squares.

    Between the lasso and ridge regression: most weights are zero, but of columns that go together all are kept, with
    weights alike. The constant term has no price. Columns of different units should be standardised first.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    alpha : float, default=1.0
        The price of the weights, beside half of the mean squared error.
        Above 0.
    l1_ratio : float, default=0.5
        Which share of the price is on the absolute values; the rest is on half of the squares. 1 is the lasso, 0 ridge
        regression.
        At least 0 and at most 1.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the line goes through the origin.
    max_iter : int, default=1000
        Most rounds over the columns.
        At least 1.
    tol : float, default=0.0001
        How far from the best the fit may certainly be at most, as a share of the target's mean square.
        Above 0.
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
    >>> from hornbook import ElasticNet
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ElasticNet(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "elastic-net"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        l1_ratio: float = 0.5,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class LassoCV(Linear, Regressor):
    """The lasso with the price that predicts best, found by cross-validation.

    The rows are dealt to folds by their content and the seed. A whole path of prices is fitted without each fold in turn
    and judged on it; the price with the smallest error is used for all rows. The summary has the curve.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    n_alphas : int, default=100
        How many prices are tried, from the smallest that sets all weights to zero downwards.
        At least 1 and at most 10000.
    eps : float, default=0.001
        The smallest price as a share of the largest.
        Above 0 and below 1.
    folds : int, default=5
        How many folds the rows are dealt to.
        At least 2.
    one_standard_error : bool, default=False
        Whether the largest price is taken whose error is within one standard error of the smallest: fewer columns, and
        errors that cannot be told apart.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the line goes through the origin.
    max_iter : int, default=1000
        Most rounds over the columns, at each price.
        At least 1.
    tol : float, default=0.0001
        How far from the best each fit may certainly be at most, as a share of the target's mean square.
        Above 0.
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
    >>> from hornbook import LassoCV
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> LassoCV(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "lasso-cv"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        n_alphas: int = 100,
        eps: float = 0.001,
        folds: int = 5,
        one_standard_error: bool = False,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_alphas = n_alphas
        self.eps = eps
        self.folds = folds
        self.one_standard_error = one_standard_error
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class ElasticNetCV(Linear, Regressor):
    """The elastic net with the price that predicts best, found by cross-validation.

    As `lasso-cv`, with a share of the price on the squares of the weights.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    l1_ratio : float, default=0.5
        Which share of the price is on the absolute values; the rest is on half of the squares.
        Above 0 and at most 1.
    n_alphas : int, default=100
        How many prices are tried, from the smallest that sets all weights to zero downwards.
        At least 1 and at most 10000.
    eps : float, default=0.001
        The smallest price as a share of the largest.
        Above 0 and below 1.
    folds : int, default=5
        How many folds the rows are dealt to.
        At least 2.
    one_standard_error : bool, default=False
        Whether the largest price is taken whose error is within one standard error of the smallest: fewer columns, and
        errors that cannot be told apart.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the line goes through the origin.
    max_iter : int, default=1000
        Most rounds over the columns, at each price.
        At least 1.
    tol : float, default=0.0001
        How far from the best each fit may certainly be at most, as a share of the target's mean square.
        Above 0.
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
    >>> from hornbook import ElasticNetCV
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ElasticNetCV(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "elastic-net-cv"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        l1_ratio: float = 0.5,
        n_alphas: int = 100,
        eps: float = 0.001,
        folds: int = 5,
        one_standard_error: bool = False,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.l1_ratio = l1_ratio
        self.n_alphas = n_alphas
        self.eps = eps
        self.folds = folds
        self.one_standard_error = one_standard_error
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class LogisticRegression(LinearClassifier, Classifier):
    """Logistic regression: log odds that are a weighted sum of the columns.

    The first model to try for classes: it gives probabilities, and says how the odds change with each column while the
    others stay. Two classes have one sum; more have one each (softmax). Prices on the weights keep them small (`l2`) or make
    many of them zero (`l1`); prices make sense only among columns of one scale. Without a price there are standard errors,
    tests and intervals, and categories are compared with their first level.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    penalty : {"none", "l2", "l1", "elasticnet"}, default="l2"
        What large weights cost.

        - "none": Nothing.
        - "l2": Half the sum of their squares.
        - "l1": The sum of their sizes, which makes many of them zero.
        - "elasticnet": A mixture of both.
    C : float, default=1.0
        How little weights cost: the sum of the losses counts so many times as much as the price of the weights.
        Above 0.
    l1_ratio : float, default=0.5
        The share of `l1` in the price 'elasticnet'.
        At least 0 and at most 1.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    tol : float, default=1e-6
        How small the slope of the mean loss must be, for columns in units of their deviations.
        At least 0.
    max_iter : int, default=1000
        Most steps.
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
    >>> from hornbook import LogisticRegression
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> LogisticRegression(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "logistic-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        penalty: Literal["none", "l2", "l1", "elasticnet"] = "l2",
        C: float = 1.0,
        l1_ratio: float = 0.5,
        fit_intercept: bool = True,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class BinomialRegression(Binomial, Classifier):
    """Binomial regression: a function of the probability of the second of two classes is a weighted sum of the columns.

    What statisticians know as `glm` with the family 'binomial': the link says which function it is. Probit is for classes that
    a hidden normal number decides, such as doses and tolerances; the complementary log-log for events that happen at a rate in
    the time a row was watched, of which only is known whether there was one (the logarithm of the time is the offset then);
    cauchit for classes that are sometimes wrong however clear the columns are. The default price of weights is zero, so that
    there are standard errors, tests and intervals; categories are compared with their first level then. For more than two
    classes, and for other prices, use logistic-regression.

    Takes as they are: numbers, categories, row weights, an offset.

    Parameters
    ----------
    link : {"logit", "probit", "cloglog", "cauchit"}, default="probit"
        What of the probability is a weighted sum.

        - "logit": The log odds.
        - "probit": The quantile of the normal distribution.
        - "cloglog": The logarithm of the negative logarithm of the probability of the first class.
        - "cauchit": The quantile of Cauchy's distribution.
    alpha : float, default=0.0
        The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    tol : float, default=1e-12
        The search ends once a step promises less than this share of the deviance of the shares of the classes.
        At least 0.
    max_iter : int, default=100
        Most steps.
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
    >>> from hornbook import BinomialRegression
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> BinomialRegression(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "binomial-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        link: Literal["logit", "probit", "cloglog", "cauchit"] = "probit",
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.link = link
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class PoissonRegressor(Generalised, Regressor):
    """Poisson regression: counts whose logarithmic mean is a weighted sum of the columns.

    The first model to try for counts and rates: how many claims, calls, cells. Columns multiply the mean: a weight of 0.1
    makes it about 10 % larger for each unit. The default price of weights is zero, unlike scikit-learn's, so that there are
    standard errors, tests and intervals; categories are compared with their first level then. For counts over different
    times or areas, give the logarithm of the time or area as the offset.

    Takes as they are: numbers, categories, row weights, an offset.

    Parameters
    ----------
    alpha : float, default=0.0
        The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    tol : float, default=1e-12
        The search ends once a step promises less than this share of the deviance of the mean alone.
        At least 0.
    max_iter : int, default=100
        Most steps.
        At least 1.
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
    >>> from hornbook import PoissonRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> PoissonRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "poisson-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class GammaRegressor(Generalised, Regressor):
    """Gamma regression: positive numbers whose logarithmic mean is a weighted sum of the columns.

    For amounts, times and sizes that are above zero, lean to the right, and vary in proportion to their mean. Columns
    multiply the mean. The default price of weights is zero, unlike scikit-learn's, so that there are standard errors, tests
    and intervals; categories are compared with their first level then.

    Takes as they are: numbers, categories, row weights, an offset.

    Parameters
    ----------
    alpha : float, default=0.0
        The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    tol : float, default=1e-12
        The search ends once a step promises less than this share of the deviance of the mean alone.
        At least 0.
    max_iter : int, default=100
        Most steps.
        At least 1.
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
    >>> from hornbook import GammaRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> GammaRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "gamma-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class TweedieRegressor(Generalised, Regressor):
    """Tweedie regression: numbers whose variance is a power of their mean.

    The power 0 is the normal distribution, 1 Poisson's, 2 gamma, 3 the inverse Gaussian; between 1 and 2 lie totals of a
    random number of gamma amounts, many of which are zero: what insurers pay in a year. The default price of weights is
    zero, unlike scikit-learn's, so that there are standard errors, tests and intervals; categories are compared with their
    first level then.

    Takes as they are: numbers, categories, row weights, an offset.

    Parameters
    ----------
    power : float, default=0.0
        The power of the mean that the variance grows with: 0 or below, or 1 or above.
    alpha : float, default=0.0
        The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    link : {"auto", "identity", "log", "inverse", "sqrt", "inverse_square"}, default="auto"
        What of the mean is a weighted sum.

        - "auto": The mean itself, if it may be negative, and else its logarithm.
        - "identity": The mean itself.
        - "log": Its logarithm.
        - "inverse": One over the mean.
        - "sqrt": Its square root.
        - "inverse_square": One over its square.
    tol : float, default=1e-12
        The search ends once a step promises less than this share of the deviance of the mean alone.
        At least 0.
    max_iter : int, default=100
        Most steps.
        At least 1.
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
    >>> from hornbook import TweedieRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> TweedieRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "tweedie-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        power: float = 0.0,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        link: Literal["auto", "identity", "log", "inverse", "sqrt", "inverse_square"] = "auto",
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.power = power
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.link = link
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class GeneralisedLinearRegressor(Generalised, Regressor):
    """A generalised linear model: a function of the mean is a weighted sum, for any family and link.

    The one engine of Poisson, gamma and Tweedie regression, for those who want another link: the family says how the
    variance grows with the mean, the link which function of the mean the columns add up to. For two classes, use
    logistic-regression.

    Takes as they are: numbers, categories, row weights, an offset.

    Parameters
    ----------
    family : {"normal", "poisson", "gamma", "inverse_gaussian", "tweedie"}, default="normal"
        How the targets are distributed about their mean.

        - "normal": The variance is the same for all means.
        - "poisson": Counts: the variance is the mean.
        - "gamma": The variance is in proportion to the square of the mean.
        - "inverse_gaussian": The variance is in proportion to the cube of the mean.
        - "tweedie": The variance is in proportion to a power of the mean.
    power : float, default=1.5
        The power of the mean that the variance grows with, in the family 'tweedie': 0 or below, or 1 or above.
    link : {"auto", "identity", "log", "inverse", "sqrt", "inverse_square"}, default="auto"
        What of the mean is a weighted sum.

        - "auto": The mean itself, if it may be negative, and else its logarithm.
        - "identity": The mean itself.
        - "log": Its logarithm.
        - "inverse": One over the mean.
        - "sqrt": Its square root.
        - "inverse_square": One over its square.
    alpha : float, default=0.0
        The price of the squares of the weights, halved, beside half of the mean deviance. Any price takes the tests away.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    tol : float, default=1e-12
        The search ends once a step promises less than this share of the deviance of the mean alone.
        At least 0.
    max_iter : int, default=100
        Most steps.
        At least 1.
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
    >>> from hornbook import GeneralisedLinearRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> GeneralisedLinearRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "generalised-linear"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        family: Literal["normal", "poisson", "gamma", "inverse_gaussian", "tweedie"] = "normal",
        power: float = 1.5,
        link: Literal["auto", "identity", "log", "inverse", "sqrt", "inverse_square"] = "auto",
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.family = family
        self.power = power
        self.link = link
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class BayesianRidge(Bayesian, Regressor):
    """Bayesian ridge regression: least squares with a normal prior on the weights, whose precision the rows themselves choose.

    Ridge without a price to tune: the price is the one under which the targets are most likely. It also says how sure the
    weights and the predictions are. With known precisions of the noise and of the prior (`noise_precision`,
    `prior_precision`), it is Bayesian linear regression in closed form. The prior is the same for all columns, so that
    columns of different units should be standardised first.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    alpha_1 : float, default=1e-6
        The shape of the gamma prior of the precision of the noise.
        At least 0.
    alpha_2 : float, default=1e-6
        The rate of the gamma prior of the precision of the noise.
        At least 0.
    lambda_1 : float, default=1e-6
        The shape of the gamma prior of the precision of the weights.
        At least 0.
    lambda_2 : float, default=1e-6
        The rate of the gamma prior of the precision of the weights.
        At least 0.
    noise_precision : float or None, default=None
        The precision of the noise, one over its variance, if it is known. None learns it.
        Above 0.
    prior_precision : float or None, default=None
        The precision of the prior of each weight, one over its variance, if it is known. None learns it.
        Above 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which has no prior: it makes the residuals zero on average.
    tol : float, default=1e-8
        The precisions are settled once a round changes neither by more than this share.
        At least 0.
    max_iter : int, default=300
        Most rounds.
        At least 1.
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
    >>> from hornbook import BayesianRidge
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> BayesianRidge(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "bayesian-ridge"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha_1: float = 1e-6,
        alpha_2: float = 1e-6,
        lambda_1: float = 1e-6,
        lambda_2: float = 1e-6,
        noise_precision: float | None = None,
        prior_precision: float | None = None,
        fit_intercept: bool = True,
        tol: float = 1e-8,
        max_iter: int = 300,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha_1 = alpha_1
        self.alpha_2 = alpha_2
        self.lambda_1 = lambda_1
        self.lambda_2 = lambda_2
        self.noise_precision = noise_precision
        self.prior_precision = prior_precision
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class HuberRegressor(Huber, Regressor):
    """Huber's regression: least squares near the line, distances far from it, so that rows far off do not bend it.

    For targets with a few wild values. The corner between near and far is a number of scales (`epsilon`), and the scale of
    the residuals is learned with the weights. The default price of weights is zero, unlike scikit-learn's, so that there are
    standard errors, tests and intervals; categories are compared with their first level then. Rows with wild inputs still
    pull the line: the loss is about targets.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    epsilon : float, default=1.35
        How many scales from the line the corner is. 1.35 costs 5 % of the precision of least squares if no row is wild.
        Above 1.
    alpha : float, default=0.0
        The price of the squares of the weights, beside the sum of the losses. Any price takes the tests away.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    tol : float, default=1e-12
        The search ends once a step promises less than this share of the loss of the mean alone.
        At least 0.
    max_iter : int, default=100
        Most steps.
        At least 1.
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
    >>> from hornbook import HuberRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> HuberRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "huber-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        epsilon: float = 1.35,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class QuantileRegressor(Linear, Regressor):
    """Quantile regression: the median of the target, or another quantile, as a weighted sum of the columns.

    Half of the rows lie below the median's line, 90 % below that of the quantile 0.9: two such lines are an interval that
    needs no assumption about the noise. The default price of weights is zero, unlike scikit-learn's; categories are compared
    with their first level then. Without a price there are standard errors, tests and intervals. The optimum is exact. All rows
    are held in memory.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    quantile : float, default=0.5
        The share of the rows that should lie below.
        Above 0 and below 1.
    alpha : float, default=0.0
        The price of the sizes of the weights, beside the mean loss. It sets weights to zero.
        At least 0.
    fit_intercept : bool, default=True
        Whether there is a constant term, which costs nothing.
    errors : {"kernel", "nid", "iid"}, default="kernel"
        How the standard errors are found, where weights have no price.

        - "kernel": The density of the target at the line may change with the columns; rows near the line tell it (Powell).
        - "nid": It may change; two more fits, of quantiles nearby, tell it (Hendricks and Koenker). Takes three times as long.
        - "iid": It is the same for all rows.
    max_iter : int, default=200
        Most steps.
        At least 1.
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
    >>> from hornbook import QuantileRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> QuantileRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "quantile-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        quantile: float = 0.5,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        errors: Literal["kernel", "nid", "iid"] = "kernel",
        max_iter: int = 200,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.quantile = quantile
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.errors = errors
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


class Perceptron(Incremental, Discriminant, Classifier):
    """The perceptron: weights that change whenever a row is on the wrong side.

    The oldest rule that learns a line between classes, and the root of neural networks. If some line parts the classes it
    finds one, after a number of mistakes that is known beforehand; if none does it never settles, and `variant` says what to
    keep. More than two classes have a sum each, and the largest wins (a linear machine). There are no probabilities: the
    predicted class has the probability 1. For whole weights a row is met as often as it weighs.

    Takes as they are: numbers, categories, row weights, more rows later.

    Parameters
    ----------
    eta0 : float, default=1.0
        The learning rate: how much of a row on the wrong side is added to the weights.
        Above 0.
    max_iter : int, default=1000
        Most rounds over the rows.
        At least 1.
    tol : float or None, default=None
        If given, the search ends when the share of rows on the wrong side has not fallen by more than this for some rounds.
    n_iter_no_change : int, default=5
        How many rounds without progress end the search, if `tol` is given.
        At least 1.
    shuffle : bool, default=True
        Whether each round meets the rows in a random order of its own; if not, they are met in the order of the table.
    fit_intercept : bool, default=True
        Whether there is a constant term; without one the hyperplane goes through the origin.
    penalty : {"none", "l2"}, default="none"
        What large weights cost.

        - "none": Nothing.
        - "l2": Each step draws them towards zero by the share `eta0` times `alpha`.
    alpha : float, default=0.0001
        The price of the weights, if there is a penalty.
        At least 0.
    mode : {"stochastic", "batch"}, default="stochastic"
        When the weights change.

        - "stochastic": After each row.
        - "batch": After each round, by what all rows say together.
    variant : {"plain", "averaged", "pocket"}, default="plain"
        Which of all weights on the way are kept.

        - "plain": The last.
        - "averaged": The mean of those after each row: steadier where no line parts the classes.
        - "pocket": Those with the fewest rows on the wrong side (Gallant's pocket with a ratchet).
    coding : {"zero_one", "plus_minus"}, default="zero_one"
        How the two answers are written: an error of 0 and 1 is 1, and one of -1 and 1 is 2, so that steps are twice as long.

        - "zero_one": 0 and 1.
        - "plus_minus": -1 and 1.
    at_zero : {"wrong", "first", "second"}, default="wrong"
        What a sum of exactly zero is.

        - "wrong": A mistake for every row; the first class in predictions.
        - "first": The first class.
        - "second": The second class; of more than two classes, the first that is largest.
    margin : float, default=0.0
        Rows whose sum is on the right side by no more than this count as wrong while learning.
        At least 0.
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
    >>> from hornbook import Perceptron
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> Perceptron(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "perceptron"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        eta0: float = 1.0,
        max_iter: int = 1000,
        tol: float | None = None,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        fit_intercept: bool = True,
        penalty: Literal["none", "l2"] = "none",
        alpha: float = 0.0001,
        mode: Literal["stochastic", "batch"] = "stochastic",
        variant: Literal["plain", "averaged", "pocket"] = "plain",
        coding: Literal["zero_one", "plus_minus"] = "zero_one",
        at_zero: Literal["wrong", "first", "second"] = "wrong",
        margin: float = 0.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.eta0 = eta0
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.penalty = penalty
        self.alpha = alpha
        self.mode = mode
        self.variant = variant
        self.coding = coding
        self.at_zero = at_zero
        self.margin = margin
        self.random_state = random_state
        self.n_jobs = n_jobs


class DeltaRuleClassifier(Incremental, LossCurve, Discriminant, Classifier):
    """The delta rule: gradient descent on the squared errors of one unit (LMS, Widrow–Hoff, ADALINE).

    Where the perceptron counts mistakes, this rule looks at how far a sum is from its target, so that it settles even where
    no line parts the classes. For numbers it ends at least squares, step by step, which shows how descent works; the closed
    solution of `linear-regression` is faster. A sigmoid unit gives probabilities. Columns of different scales need small
    rates: standardise them first.

    Takes as they are: numbers, categories, row weights, more rows later.

    Parameters
    ----------
    eta0 : float, default=0.01
        The learning rate.
        Above 0.
    learning_rate : {"constant", "decaying", "line_search"}, default="constant"
        How the rate goes from round to round.

        - "constant": It stays.
        - "decaying": It falls.
        - "line_search": Each step halves it until the loss falls enough; only in batches, and without momentum.
    decay : float, default=0.1
        How fast a decaying rate falls: in round t from 0 it is `eta0 / (1 + decay t)`.
        At least 0.
    momentum : float, default=0.0
        How much of the last step goes on.
        At least 0 and below 1.
    mode : {"stochastic", "batch"}, default="stochastic"
        When the weights change.

        - "stochastic": After each row.
        - "batch": After each round, by what all rows say together.
    batch_size : int, default=1
        Rows a stochastic step looks at.
        At least 1.
    reduction : {"mean", "sum"}, default="mean"
        What the errors of rows are put together by in batches.

        - "mean": Their mean, so that rates do not depend on the number of rows.
        - "sum": Their sum, as most books write the rule.
    unit : {"linear", "sigmoid"}, default="linear"
        What the unit makes of its sum.

        - "linear": The sum itself.
        - "sigmoid": A number between 0 and 1, $1/(1 + e^{-z})$; for classes only.
    loss : {"squared", "cross_entropy"}, default="squared"
        What is made small.

        - "squared": Half the squared error.
        - "cross_entropy": The negative log likelihood; for sigmoid units only.
    coding : {"zero_one", "plus_minus"}, default="plus_minus"
        How classes are written as targets of a linear unit; a sigmoid always takes 0 and 1.

        - "zero_one": 0 and 1.
        - "plus_minus": -1 and 1.
    max_iter : int, default=1000
        Most rounds over the rows.
        At least 1.
    tol : float, default=1e-7
        The search ends when a round lowers the loss by no more than this share of it (or of 1, if that is more); 0 goes on.
        At least 0.
    shuffle : bool, default=True
        Whether each round meets the rows in a random order of its own; if not, they are met in the order of the table.
    fit_intercept : bool, default=True
        Whether there is a constant term.
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
    >>> from hornbook import DeltaRuleClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> DeltaRuleClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "delta-rule"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        eta0: float = 0.01,
        learning_rate: Literal["constant", "decaying", "line_search"] = "constant",
        decay: float = 0.1,
        momentum: float = 0.0,
        mode: Literal["stochastic", "batch"] = "stochastic",
        batch_size: int = 1,
        reduction: Literal["mean", "sum"] = "mean",
        unit: Literal["linear", "sigmoid"] = "linear",
        loss: Literal["squared", "cross_entropy"] = "squared",
        coding: Literal["zero_one", "plus_minus"] = "plus_minus",
        max_iter: int = 1000,
        tol: float = 1e-7,
        shuffle: bool = True,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.eta0 = eta0
        self.learning_rate = learning_rate
        self.decay = decay
        self.momentum = momentum
        self.mode = mode
        self.batch_size = batch_size
        self.reduction = reduction
        self.unit = unit
        self.loss = loss
        self.coding = coding
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


class DeltaRuleRegressor(Incremental, LossCurve, Linear, Regressor):
    """The delta rule: gradient descent on the squared errors of one unit (LMS, Widrow–Hoff, ADALINE).

    Where the perceptron counts mistakes, this rule looks at how far a sum is from its target, so that it settles even where
    no line parts the classes. For numbers it ends at least squares, step by step, which shows how descent works; the closed
    solution of `linear-regression` is faster. A sigmoid unit gives probabilities. Columns of different scales need small
    rates: standardise them first.

    Takes as they are: numbers, categories, row weights, more rows later.

    Parameters
    ----------
    eta0 : float, default=0.01
        The learning rate.
        Above 0.
    learning_rate : {"constant", "decaying", "line_search"}, default="constant"
        How the rate goes from round to round.

        - "constant": It stays.
        - "decaying": It falls.
        - "line_search": Each step halves it until the loss falls enough; only in batches, and without momentum.
    decay : float, default=0.1
        How fast a decaying rate falls: in round t from 0 it is `eta0 / (1 + decay t)`.
        At least 0.
    momentum : float, default=0.0
        How much of the last step goes on.
        At least 0 and below 1.
    mode : {"stochastic", "batch"}, default="stochastic"
        When the weights change.

        - "stochastic": After each row.
        - "batch": After each round, by what all rows say together.
    batch_size : int, default=1
        Rows a stochastic step looks at.
        At least 1.
    reduction : {"mean", "sum"}, default="mean"
        What the errors of rows are put together by in batches.

        - "mean": Their mean, so that rates do not depend on the number of rows.
        - "sum": Their sum, as most books write the rule.
    unit : {"linear", "sigmoid"}, default="linear"
        What the unit makes of its sum.

        - "linear": The sum itself.
        - "sigmoid": A number between 0 and 1, $1/(1 + e^{-z})$; for classes only.
    loss : {"squared", "cross_entropy"}, default="squared"
        What is made small.

        - "squared": Half the squared error.
        - "cross_entropy": The negative log likelihood; for sigmoid units only.
    coding : {"zero_one", "plus_minus"}, default="plus_minus"
        How classes are written as targets of a linear unit; a sigmoid always takes 0 and 1.

        - "zero_one": 0 and 1.
        - "plus_minus": -1 and 1.
    max_iter : int, default=1000
        Most rounds over the rows.
        At least 1.
    tol : float, default=1e-7
        The search ends when a round lowers the loss by no more than this share of it (or of 1, if that is more); 0 goes on.
        At least 0.
    shuffle : bool, default=True
        Whether each round meets the rows in a random order of its own; if not, they are met in the order of the table.
    fit_intercept : bool, default=True
        Whether there is a constant term.
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
    >>> from hornbook import DeltaRuleRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> DeltaRuleRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "delta-rule"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        eta0: float = 0.01,
        learning_rate: Literal["constant", "decaying", "line_search"] = "constant",
        decay: float = 0.1,
        momentum: float = 0.0,
        mode: Literal["stochastic", "batch"] = "stochastic",
        batch_size: int = 1,
        reduction: Literal["mean", "sum"] = "mean",
        unit: Literal["linear", "sigmoid"] = "linear",
        loss: Literal["squared", "cross_entropy"] = "squared",
        coding: Literal["zero_one", "plus_minus"] = "plus_minus",
        max_iter: int = 1000,
        tol: float = 1e-7,
        shuffle: bool = True,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.eta0 = eta0
        self.learning_rate = learning_rate
        self.decay = decay
        self.momentum = momentum
        self.mode = mode
        self.batch_size = batch_size
        self.reduction = reduction
        self.unit = unit
        self.loss = loss
        self.coding = coding
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


class LinearDiscrimination(Discriminant, Classifier):
    """Linear discrimination by regression: hyperplanes between classes by least squares.

    Each class (or each pair of classes) gets a target of 1 for its rows and -1 for the others, and least squares finds the
    weights at once, without a rate or a start. A row that no hyperplane claims, or several, may be rejected:
    `LinearModel::verdicts` says which and why, and predictions take the class that is nearest. There are no probabilities: the
    predicted class has the probability 1.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    planes : {"one_per_class", "pairwise"}, default="one_per_class"
        Which hyperplanes there are.

        - "one_per_class": One for each class, against all others; the largest sum wins.
        - "pairwise": One for each pair of classes, on the rows of those two; the class that wins most pairs wins.
    alpha : float, default=0.0
        The price of the sum of the squares of the weights, beside the sum of the squares of the errors.
        At least 0.
    fit_intercept : bool, default=True
        Whether there are constant terms; without them the hyperplanes go through the origin.
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
    >>> from hornbook import LinearDiscrimination
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> LinearDiscrimination(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "linear-discrimination"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        planes: Literal["one_per_class", "pairwise"] = "one_per_class",
        alpha: float = 0.0,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.planes = planes
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


class LinearRanking(Ranking, Regressor):
    """Learning to rank: scores that put the rows of each group in the order of the target.

    The rows have groups, such as the answers to one question, and only the order within a group counts. The score is a weighted
    sum of the columns; its predictions are to be compared with each other, not with the target. Categories have a weight for
    each level but the first.

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    loss : {"pairwise", "listwise", "hinge"}, default="pairwise"
        What is made small.

        - "pairwise": The negative log likelihood of the order of each pair of rows in a group (RankNet).
        - "listwise": The cross-entropy between who comes first by the target and by the score, in each group (ListNet).
        - "hinge": What the gap between the scores of each pair of rows in a group lacks of the margin (the ranking machine).
    margin : float, default=1.0
        The gap between two scores from which on their order costs nothing, of the loss 'hinge'.
        Above 0.
    alpha : float, default=0.0001
        The price of half the squares of the weights, for columns in units of their deviations, beside the mean loss. The loss
        'hinge' needs one above zero.
        At least 0.
    max_iter : int, default=1000
        Most steps.
        At least 1.
    tol : float, default=1e-6
        How small the slope of the mean loss must be, for columns in units of their deviations; of the loss 'hinge', how far it
        may be from the smallest there is.
        At least 0.
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
    >>> from hornbook import LinearRanking
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> LinearRanking(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "linear-ranking"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        loss: Literal["pairwise", "listwise", "hinge"] = "pairwise",
        margin: float = 1.0,
        alpha: float = 0.0001,
        max_iter: int = 1000,
        tol: float = 1e-6,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.loss = loss
        self.margin = margin
        self.alpha = alpha
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class NaiveBayesClassifier(Incremental, Bayes, Classifier):
    """Naive Bayes: the class that makes the values of a row most likely, column by column.

    Columns are taken as independent within a class, so that each needs a small table or two numbers a class, and a fit is
    one pass over the rows. Each column has a likelihood of its own: categories have tables of frequencies, and numbers are
    normal within a class unless `numbers` or a list of columns says otherwise. Missing values are left out of the product.
    Classes are often right where their probabilities are too sure of themselves: calibrate them if they matter.

    Takes as they are: numbers, categories, missing values, row weights, more rows later.

    Parameters
    ----------
    numbers : {"gaussian", "kernel", "categorical", "bernoulli", "multinomial", "complement"}, default="gaussian"
        How columns of numbers are distributed within a class.

        - "gaussian": A normal distribution.
        - "kernel": A sum of normal kernels, one at each training value.
        - "categorical": A table of probabilities; numbers are codes 0, 1, 2, ….
        - "bernoulli": True above a number, with a probability.
        - "multinomial": Counts of events, of which each column is one kind.
        - "complement": Counts of events, judged by how rare the kinds are in all other classes together.
    gaussian_columns : list[list[str | int]] or None, default=None
        Columns of numbers that are normal within a class.
    kernel_columns : list[list[str | int]] or None, default=None
        Columns of numbers whose density is a sum of kernels.
    categorical_columns : list[list[str | int]] or None, default=None
        Columns of numbers that are codes of categories: 0, 1, 2, ….
    bernoulli_columns : list[list[str | int]] or None, default=None
        Columns of numbers that are true above `binarize`.
    multinomial_columns : list[list[str | int]] or None, default=None
        Columns that count events of one kind each, such as words of a text.
    complement_columns : list[list[str | int]] or None, default=None
        Columns that count events and are judged by the events of all other classes.
    fit_prior : bool, default=True
        Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    priors : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes.
    alpha : float, default=1.0
        Rows (or events) of each value that are imagined in every class: 1 is Laplace's estimate, 0 plain frequencies.
        At least 0.
    m : float or None, default=None
        The weight of the prior estimate in rows (the m-estimate); none uses `alpha`.
        At least 0.
    prior_estimate : {"uniform", "share"}, default="uniform"
        The prior estimate of the m-estimate.

        - "uniform": All values of a column are equally likely.
        - "share": The share of the value among all rows, whatever their class.
    var_smoothing : float, default=1e-9
        The share of the largest variance of all normal columns that is added to each variance.
        At least 0.
    shared_variance : bool, default=False
        Whether a normal column has one variance for all classes, which makes the model linear in it.
    sample_variance : bool, default=False
        Whether variances are divided by the weight less 1 instead of the weight.
    bandwidth : float or None, default=None
        The width of the kernels; none takes Silverman's rule for each column and class.
        Above 0.
    binarize : float or None, default=0.0
        Above which number a column of truths is true; none expects 0 and 1.
    min_categories : int or None, default=None
        How many categories a column of codes has at least; none takes those that were seen.
        At least 1 and at most 1000000.
    norm : bool, default=False
        Whether the weights of complement columns are divided by their sum.
    noise : dict[str, float] | list[float] or None, default=None
        The noise in the columns of rows to predict: for categories and truths the probability that another value is seen,
        for numbers the variance of what is added. Training rows are taken as clean.
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
    >>> from hornbook import NaiveBayesClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> NaiveBayesClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "naive-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        numbers: Literal["gaussian", "kernel", "categorical", "bernoulli", "multinomial", "complement"] = "gaussian",
        gaussian_columns: list[list[str | int]] | None = None,
        kernel_columns: list[list[str | int]] | None = None,
        categorical_columns: list[list[str | int]] | None = None,
        bernoulli_columns: list[list[str | int]] | None = None,
        multinomial_columns: list[list[str | int]] | None = None,
        complement_columns: list[list[str | int]] | None = None,
        fit_prior: bool = True,
        priors: list[float] | None = None,
        alpha: float = 1.0,
        m: float | None = None,
        prior_estimate: Literal["uniform", "share"] = "uniform",
        var_smoothing: float = 1e-9,
        shared_variance: bool = False,
        sample_variance: bool = False,
        bandwidth: float | None = None,
        binarize: float | None = 0.0,
        min_categories: int | None = None,
        norm: bool = False,
        noise: dict[str, float] | list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.numbers = numbers
        self.gaussian_columns = gaussian_columns
        self.kernel_columns = kernel_columns
        self.categorical_columns = categorical_columns
        self.bernoulli_columns = bernoulli_columns
        self.multinomial_columns = multinomial_columns
        self.complement_columns = complement_columns
        self.fit_prior = fit_prior
        self.priors = priors
        self.alpha = alpha
        self.m = m
        self.prior_estimate = prior_estimate
        self.var_smoothing = var_smoothing
        self.shared_variance = shared_variance
        self.sample_variance = sample_variance
        self.bandwidth = bandwidth
        self.binarize = binarize
        self.min_categories = min_categories
        self.norm = norm
        self.noise = noise
        self.random_state = random_state
        self.n_jobs = n_jobs


class GaussianNB(Incremental, GaussianBayes, Classifier):
    """Naive Bayes for numbers that are normal within a class.

    A mean and a variance for each column and class. Missing values are left out of the product.

    Takes as they are: numbers, missing values, row weights, more rows later.

    Parameters
    ----------
    priors : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes; none takes their shares.
    var_smoothing : float, default=1e-9
        The share of the largest variance of all columns that is added to each variance.
        At least 0.
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
    >>> from hornbook import GaussianNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> GaussianNB(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "gaussian-naive-bayes"
    _takes = frozenset({"missing", "weights"})

    def __init__(
        self,
        *,
        priors: list[float] | None = None,
        var_smoothing: float = 1e-9,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing
        self.random_state = random_state
        self.n_jobs = n_jobs


class MultinomialNB(Incremental, EventBayes, Classifier):
    """Naive Bayes for counts of events, such as words in texts.

    Each class has a probability for each column, and the counts of a row are drawn from it.

    Takes as they are: numbers, missing values, row weights, more rows later.

    Parameters
    ----------
    alpha : float, default=1.0
        Events of each kind that are imagined in every class; 0 leaves counts as they are.
        At least 0.
    fit_prior : bool, default=True
        Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    class_prior : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes.
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
    >>> from hornbook import MultinomialNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> MultinomialNB(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "multinomial-naive-bayes"
    _takes = frozenset({"missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_prior: bool = True,
        class_prior: list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.random_state = random_state
        self.n_jobs = n_jobs


class ComplementNB(Incremental, EventBayes, Classifier):
    """Naive Bayes for counts of events that judges a class by the events of all other classes.

    Steadier than the multinomial kind where some classes have few rows. All classes are equally likely beforehand.

    Takes as they are: numbers, missing values, row weights, more rows later.

    Parameters
    ----------
    alpha : float, default=1.0
        Events of each kind that are imagined in every class; 0 leaves counts as they are.
        At least 0.
    norm : bool, default=False
        Whether the weights of each class are divided by their sum.
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
    >>> from hornbook import ComplementNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> ComplementNB(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "complement-naive-bayes"
    _takes = frozenset({"missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        norm: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.norm = norm
        self.random_state = random_state
        self.n_jobs = n_jobs


class BernoulliNB(Incremental, CountBayes, Classifier):
    """Naive Bayes for truths: numbers above a threshold.

    Unlike the multinomial kind it also counts what is not there.

    Takes as they are: numbers, missing values, row weights, more rows later.

    Parameters
    ----------
    alpha : float, default=1.0
        Rows with each truth value that are imagined in every class; 0 leaves counts as they are.
        At least 0.
    binarize : float or None, default=0.0
        Above which number a value is true; none expects 0 and 1.
    fit_prior : bool, default=True
        Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    class_prior : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes.
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
    >>> from hornbook import BernoulliNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> BernoulliNB(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "bernoulli-naive-bayes"
    _takes = frozenset({"missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.random_state = random_state
        self.n_jobs = n_jobs


class CategoricalNB(Incremental, CategoryBayes, Classifier):
    """Naive Bayes for categories: columns of categories, or of numbers that are codes 0, 1, 2, ….

    A table of probabilities for each column and class. Codes that were never seen say nothing.

    Takes as they are: numbers, categories, missing values, row weights, more rows later.

    Parameters
    ----------
    alpha : float, default=1.0
        Rows of each category that are imagined in every class; 0 leaves counts as they are.
        At least 0.
    fit_prior : bool, default=True
        Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    class_prior : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes.
    min_categories : int or None, default=None
        How many categories a column has at least; none takes those that were seen.
        At least 1 and at most 1000000.
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
    >>> from hornbook import CategoricalNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> CategoricalNB(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "categorical-naive-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_prior: bool = True,
        class_prior: list[float] | None = None,
        min_categories: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories
        self.random_state = random_state
        self.n_jobs = n_jobs


class TreeAugmentedNaiveBayesClassifier(Classifier):
    """Naive Bayes in which each column may depend on one other: the tree that tells most about the columns.

    A column depends on the class and on its parent in a tree, which is the one with the most information between neighbours
    within classes (Chow and Liu). Numbers are put into bins.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    alpha : float, default=1.0
        Rows of each value that are imagined in every cell of a table.
        Above 0.
    bins : int, default=10
        Most bins of a column of numbers, each of about the same weight.
        At least 2 and at most 1000.
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
    >>> from hornbook import TreeAugmentedNaiveBayesClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> TreeAugmentedNaiveBayesClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "tree-augmented-naive-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        bins: int = 10,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.bins = bins
        self.random_state = random_state
        self.n_jobs = n_jobs


class AveragedOneDependenceClassifier(Incremental, Classifier):
    """The average of models in each of which all columns depend on the class and on one of them.

    Needs no choice of a tree, and is hard to beat among models that only count (AODE). Numbers are put into bins.

    Takes as they are: numbers, categories, missing values, row weights, more rows later.

    Parameters
    ----------
    alpha : float, default=1.0
        Rows of each value that are imagined in every cell of a table.
        Above 0.
    bins : int, default=10
        Most bins of a column of numbers, each of about the same weight.
        At least 2 and at most 1000.
    min_samples : float, default=1.0
        The least weight of rows with a value for the others to depend on it.
        At least 0.
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
    >>> from hornbook import AveragedOneDependenceClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> AveragedOneDependenceClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "averaged-one-dependence"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        bins: int = 10,
        min_samples: float = 1.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.bins = bins
        self.min_samples = min_samples
        self.random_state = random_state
        self.n_jobs = n_jobs


class JointBayesClassifier(Incremental, Classifier):
    """The most likely class among training rows that are the same in all columns.

    Takes nothing as independent, so it needs very many rows and few values: for comparison with naive Bayes, and for small
    tables of causes. Numbers are put into bins.

    Takes as they are: numbers, categories, missing values, row weights, more rows later.

    Parameters
    ----------
    m : float, default=1.0
        The weight of the prior in rows, for each combination of values.
        At least 0.
    bins : int, default=5
        Most bins of a column of numbers, each of about the same weight.
        At least 2 and at most 1000.
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
    >>> from hornbook import JointBayesClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> JointBayesClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "joint-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        m: float = 1.0,
        bins: int = 5,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.m = m
        self.bins = bins
        self.random_state = random_state
        self.n_jobs = n_jobs


class GaussianDiscriminantClassifier(Incremental, GaussianClasses, Classifier):
    """Classes as normal distributions: the class whose density times prior is largest.

    Which covariances the classes have decides the form of the boundaries: shared ones make planes, one for each class makes
    quadrics. Numbers only. Rows to predict may have missing values, which are summed over.

    Takes as they are: numbers, row weights, more rows later.

    Parameters
    ----------
    covariance : {"spherical", "diagonal", "shared", "full", "regularised"}, default="shared"
        Which covariances the classes have.

        - "spherical": One variance for all columns and classes: the nearest mean wins, but for the priors.
        - "diagonal": A variance for each column, the same in all classes.
        - "shared": One covariance for all classes.
        - "full": A covariance for each class.
        - "regularised": A covariance for each class, drawn towards the shared one (`pooling`) and to a sphere (`gamma`).
    priors : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes; none takes their shares.
    pooling : float, default=0.5
        How far regularised covariances of the classes go towards the shared one (Friedman's λ): 0 are their own, 1 is the
        shared one.
        At least 0 and at most 1.
    gamma : float, default=0.0
        How far regularised covariances go towards a sphere of the same total variance (Friedman's γ).
        At least 0 and at most 1.
    unbiased : bool, default=False
        Whether squares are divided by the degrees of freedom instead of the weight.
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
    >>> from hornbook import GaussianDiscriminantClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> GaussianDiscriminantClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "gaussian-discriminant"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        covariance: Literal["spherical", "diagonal", "shared", "full", "regularised"] = "shared",
        priors: list[float] | None = None,
        pooling: float = 0.5,
        gamma: float = 0.0,
        unbiased: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.covariance = covariance
        self.priors = priors
        self.pooling = pooling
        self.gamma = gamma
        self.unbiased = unbiased
        self.random_state = random_state
        self.n_jobs = n_jobs


class LinearDiscriminantAnalysis(Incremental, LinearDiscriminantClasses, Classifier):
    """Linear discriminant analysis: classes as normal distributions with one covariance.

    Boundaries are planes. The directions that tell the classes apart best can be had from the model.

    Takes as they are: numbers, row weights, more rows later.

    Parameters
    ----------
    solver : {"svd", "lsqr", "eigen"}, default="svd"
        Which answer is given where scikit-learn's solvers differ.

        - "svd": The covariance of all rows within their classes, without directions in which it is nothing.
        - "lsqr": The covariances of the classes weighted by their priors; where it is singular, the shortest weights.
        - "eigen": The same, to which a little is added where it is singular.
    shrinkage : float or {"auto"} or None, default=None
        How far the covariance goes towards a sphere of the same total variance: a share, or by Ledoit's and Wolf's formula
        for each class. Not with the solver 'svd'.
        At least 0 and at most 1.

        - "auto": By the formula of Ledoit and Wolf, for each class.
    priors : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes; none takes their shares.
    tol : float, default=0.0001
        With the solver 'svd': directions whose deviation within classes is no more than this, for columns in units of their
        own deviation, are left out.
        At least 0.
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
    >>> from hornbook import LinearDiscriminantAnalysis
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> LinearDiscriminantAnalysis(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "linear-discriminant"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        solver: Literal["svd", "lsqr", "eigen"] = "svd",
        shrinkage: float | Literal["auto"] | None = None,
        priors: list[float] | None = None,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class QuadraticDiscriminantAnalysis(Incremental, GaussianClasses, Classifier):
    """Quadratic discriminant analysis: classes as normal distributions with a covariance each.

    Boundaries are quadrics. Needs more rows in each class than there are columns, or `reg_param`.

    Takes as they are: numbers, row weights, more rows later.

    Parameters
    ----------
    priors : list[float] or None, default=None
        The probability of each class beforehand, in the order of the classes; none takes their shares.
    reg_param : float, default=0.0
        How far each covariance goes towards the identity.
        At least 0 and at most 1.
    tol : float, default=0.0001
        A covariance with a variance of no more than this in some direction counts as singular.
        At least 0.
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
    >>> from hornbook import QuadraticDiscriminantAnalysis
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> QuadraticDiscriminantAnalysis(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "quadratic-discriminant"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        priors: list[float] | None = None,
        reg_param: float = 0.0,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.priors = priors
        self.reg_param = reg_param
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class DensityClassifier(Classifier):
    """A density for each class, and Bayes' rule: the class in which a row is most expected.

    Follows borders of any shape, and says how dense each class is. Any learner of densities can be within.

    Takes as they are: numbers, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner of the densities; none takes kernel-density.
    priors : list[float] or None, default=None
        The prior probability of each class, in order; none takes their shares of the rows.
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
    >>> from hornbook import DensityClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> DensityClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "density-classifier"
    _takes = frozenset({"weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        priors: list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.priors = priors
        self.random_state = random_state
        self.n_jobs = n_jobs


class BagOfWordsClassifier(Classifier):
    """Any learner on the words of text columns, each of which becomes a column of counts.

    Give a table with a text column and a target; the learner is naive Bayes if none is named. Other columns go to the learner
    as they are, beside the counts. Words that training has not seen are left out when predicting.

    Takes as they are: numbers, categories, text, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the counts; none takes naive Bayes for classes, and ridge regression for numbers.
    analyzer : {"word", "char", "char_wb"}, default="word"
        What documents are cut into.

        - "word": Words of two letters, digits or underscores or more.
        - "char": Neighbouring characters, spaces among them.
        - "char_wb": Neighbouring characters of one word, with a space before and behind it.
    ngram_min : int, default=1
        The fewest pieces of a gram.
        At least 1 and at most 20.
    ngram_max : int, default=1
        The most pieces of a gram: 2 takes pairs of neighbours, too.
        At least 1 and at most 20.
    lowercase : bool, default=True
        Whether capitals are made small.
    stop_words : str or None, default=None
        Words to leave out, with spaces or commas between.
    min_df : int | float, default=1
        Words in fewer documents are left out: a number of documents, or a share of all with a point.
    max_df : int | float, default=1.0
        Words in more documents are left out: a number of documents, or a share of all with a point.
    max_features : int or None, default=None
        At most so many words, the most frequent; none takes all.
        At least 1.
    weighting : {"counts", "binary", "tf_idf"}, default="counts"
        What a number stands for.

        - "counts": How often the word stands in the document.
        - "binary": 1 if it stands there at all.
        - "tf_idf": Counts times how rare the word is among documents, and rows brought to one length.
    sublinear_tf : bool, default=False
        Whether the logarithm of a count is taken, plus one.
    hash_columns : int or None, default=None
        So many columns by a hash of the word, in the place of a vocabulary; none keeps a vocabulary.
        At least 1 and at most 268435456.
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
    >>> from hornbook import BagOfWordsClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> BagOfWordsClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "bag-of-words"
    _takes = frozenset({"categories", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        analyzer: Literal["word", "char", "char_wb"] = "word",
        ngram_min: int = 1,
        ngram_max: int = 1,
        lowercase: bool = True,
        stop_words: str | None = None,
        min_df: int | float = 1,
        max_df: int | float = 1.0,
        max_features: int | None = None,
        weighting: Literal["counts", "binary", "tf_idf"] = "counts",
        sublinear_tf: bool = False,
        hash_columns: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.analyzer = analyzer
        self.ngram_min = ngram_min
        self.ngram_max = ngram_max
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.weighting = weighting
        self.sublinear_tf = sublinear_tf
        self.hash_columns = hash_columns
        self.random_state = random_state
        self.n_jobs = n_jobs


class BagOfWordsRegressor(Regressor):
    """Any learner on the words of text columns, each of which becomes a column of counts.

    Give a table with a text column and a target; the learner is naive Bayes if none is named. Other columns go to the learner
    as they are, beside the counts. Words that training has not seen are left out when predicting.

    Takes as they are: numbers, categories, text, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the counts; none takes naive Bayes for classes, and ridge regression for numbers.
    analyzer : {"word", "char", "char_wb"}, default="word"
        What documents are cut into.

        - "word": Words of two letters, digits or underscores or more.
        - "char": Neighbouring characters, spaces among them.
        - "char_wb": Neighbouring characters of one word, with a space before and behind it.
    ngram_min : int, default=1
        The fewest pieces of a gram.
        At least 1 and at most 20.
    ngram_max : int, default=1
        The most pieces of a gram: 2 takes pairs of neighbours, too.
        At least 1 and at most 20.
    lowercase : bool, default=True
        Whether capitals are made small.
    stop_words : str or None, default=None
        Words to leave out, with spaces or commas between.
    min_df : int | float, default=1
        Words in fewer documents are left out: a number of documents, or a share of all with a point.
    max_df : int | float, default=1.0
        Words in more documents are left out: a number of documents, or a share of all with a point.
    max_features : int or None, default=None
        At most so many words, the most frequent; none takes all.
        At least 1.
    weighting : {"counts", "binary", "tf_idf"}, default="counts"
        What a number stands for.

        - "counts": How often the word stands in the document.
        - "binary": 1 if it stands there at all.
        - "tf_idf": Counts times how rare the word is among documents, and rows brought to one length.
    sublinear_tf : bool, default=False
        Whether the logarithm of a count is taken, plus one.
    hash_columns : int or None, default=None
        So many columns by a hash of the word, in the place of a vocabulary; none keeps a vocabulary.
        At least 1 and at most 268435456.
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
    >>> from hornbook import BagOfWordsRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> BagOfWordsRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "bag-of-words"
    _takes = frozenset({"categories", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        analyzer: Literal["word", "char", "char_wb"] = "word",
        ngram_min: int = 1,
        ngram_max: int = 1,
        lowercase: bool = True,
        stop_words: str | None = None,
        min_df: int | float = 1,
        max_df: int | float = 1.0,
        max_features: int | None = None,
        weighting: Literal["counts", "binary", "tf_idf"] = "counts",
        sublinear_tf: bool = False,
        hash_columns: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.analyzer = analyzer
        self.ngram_min = ngram_min
        self.ngram_max = ngram_max
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.weighting = weighting
        self.sublinear_tf = sublinear_tf
        self.hash_columns = hash_columns
        self.random_state = random_state
        self.n_jobs = n_jobs


class FillMissingClassifier(Classifier):
    """Any learner on rows with missing values, which are filled in before it learns and before it predicts.

    What gaps are filled with is settled on the training rows. Numbers get the median and a column that says where they were
    missing, categories a level for missing values. Text columns go to the learner as they are. A column without a gap in
    training that has one later gets the median, or the most frequent level.

    Takes as they are: numbers, categories, text, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the filled rows; none takes linear regression for numbers, and logistic regression for classes.
    numbers : {"median", "mean", "constant"}, default="median"
        What missing numbers are filled with.

        - "median": The number in the middle of the training rows.
        - "mean": The mean of the training rows.
        - "constant": A constant.
    fill_value : float, default=0.0
        The constant for numbers, if that is what they are filled with.
    categories : {"own_level", "most_frequent"}, default="own_level"
        What missing categories and truth values are filled with.

        - "own_level": A level for missing values.
        - "most_frequent": The level that most training rows have, the first of those.
    add_indicator : bool, default=True
        Whether each column of numbers with a gap in training gets a column beside it that is 1 where it was missing.
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
    >>> from hornbook import FillMissingClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> FillMissingClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "fill-missing"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        numbers: Literal["median", "mean", "constant"] = "median",
        fill_value: float = 0.0,
        categories: Literal["own_level", "most_frequent"] = "own_level",
        add_indicator: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.numbers = numbers
        self.fill_value = fill_value
        self.categories = categories
        self.add_indicator = add_indicator
        self.random_state = random_state
        self.n_jobs = n_jobs


class FillMissingRegressor(Regressor):
    """Any learner on rows with missing values, which are filled in before it learns and before it predicts.

    What gaps are filled with is settled on the training rows. Numbers get the median and a column that says where they were
    missing, categories a level for missing values. Text columns go to the learner as they are. A column without a gap in
    training that has one later gets the median, or the most frequent level.

    Takes as they are: numbers, categories, text, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the filled rows; none takes linear regression for numbers, and logistic regression for classes.
    numbers : {"median", "mean", "constant"}, default="median"
        What missing numbers are filled with.

        - "median": The number in the middle of the training rows.
        - "mean": The mean of the training rows.
        - "constant": A constant.
    fill_value : float, default=0.0
        The constant for numbers, if that is what they are filled with.
    categories : {"own_level", "most_frequent"}, default="own_level"
        What missing categories and truth values are filled with.

        - "own_level": A level for missing values.
        - "most_frequent": The level that most training rows have, the first of those.
    add_indicator : bool, default=True
        Whether each column of numbers with a gap in training gets a column beside it that is 1 where it was missing.
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
    >>> from hornbook import FillMissingRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> FillMissingRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "fill-missing"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        numbers: Literal["median", "mean", "constant"] = "median",
        fill_value: float = 0.0,
        categories: Literal["own_level", "most_frequent"] = "own_level",
        add_indicator: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.numbers = numbers
        self.fill_value = fill_value
        self.categories = categories
        self.add_indicator = add_indicator
        self.random_state = random_state
        self.n_jobs = n_jobs


class ScaleColumnsClassifier(Classifier):
    """Any learner on columns of numbers that are centred and divided by their spread before it learns and before it predicts.

    Centre and spread are settled on the training rows. Categories, truth values and texts go to the learner as they are, and
    so do missing values.

    Takes as they are: numbers, categories, text, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the scaled rows; none takes ridge regression for numbers, and logistic regression for classes.
    rule : {"standard", "min_max", "robust"}, default="standard"
        What is taken off a column of numbers, and what it is divided by.

        - "standard": The mean, and the standard deviation.
        - "min_max": The smallest number, and the way to the largest.
        - "robust": The median, and the way from the first quartile to the third.
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
    >>> from hornbook import ScaleColumnsClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> ScaleColumnsClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "scale-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        rule: Literal["standard", "min_max", "robust"] = "standard",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.rule = rule
        self.random_state = random_state
        self.n_jobs = n_jobs


class ScaleColumnsRegressor(Regressor):
    """Any learner on columns of numbers that are centred and divided by their spread before it learns and before it predicts.

    Centre and spread are settled on the training rows. Categories, truth values and texts go to the learner as they are, and
    so do missing values.

    Takes as they are: numbers, categories, text, missing values, row weights.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        The learner on the scaled rows; none takes ridge regression for numbers, and logistic regression for classes.
    rule : {"standard", "min_max", "robust"}, default="standard"
        What is taken off a column of numbers, and what it is divided by.

        - "standard": The mean, and the standard deviation.
        - "min_max": The smallest number, and the way to the largest.
        - "robust": The median, and the way from the first quartile to the third.
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
    >>> from hornbook import ScaleColumnsRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ScaleColumnsRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "scale-columns"
    _takes = frozenset({"categories", "missing", "weights", "text"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        rule: Literal["standard", "min_max", "robust"] = "standard",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.rule = rule
        self.random_state = random_state
        self.n_jobs = n_jobs


class KNeighborsClassifier(Neighbors, Classifier):
    """Predicts from the rows that are most like the one asked about.

    The nearest rows vote on the class, or their numbers are averaged. There is nothing to fit: the training rows are the model.
    What counts is the distance, and so the units of the columns: see `scale`.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many rows vote.
        At least 1.
    weights : {"uniform", "distance", "squared_distance"}, default="uniform"
        What the vote of a neighbour counts.

        - "uniform": One.
        - "distance": One over its distance. Where neighbours are at distance zero, only those vote, and with one each.
        - "squared_distance": One over the square of its distance. Where neighbours are at distance zero, only those vote, and with one each.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    prototypes : {"none", "condensed", "edited"}, default="none"
        Which rows are kept, for classes.

        - "none": All.
        - "condensed": As few as give every row its class by the nearest of them (Hart); each counts once.
        - "edited": All that their `n_neighbors` neighbours agree with (Wilson).
    m : int, default=16
        How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
        At least 1.
    ef_search : int, default=64
        How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
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
    >>> from hornbook import KNeighborsClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> KNeighborsClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "k-neighbors"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        weights: Literal["uniform", "distance", "squared_distance"] = "uniform",
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        p: float = 2.0,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        prototypes: Literal["none", "condensed", "edited"] = "none",
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.feature_range = feature_range
        self.prototypes = prototypes
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


class KNeighborsRegressor(Neighbors, Regressor):
    """Predicts from the rows that are most like the one asked about.

    The nearest rows vote on the class, or their numbers are averaged. There is nothing to fit: the training rows are the model.
    What counts is the distance, and so the units of the columns: see `scale`.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many rows vote.
        At least 1.
    weights : {"uniform", "distance", "squared_distance"}, default="uniform"
        What the vote of a neighbour counts.

        - "uniform": One.
        - "distance": One over its distance. Where neighbours are at distance zero, only those vote, and with one each.
        - "squared_distance": One over the square of its distance. Where neighbours are at distance zero, only those vote, and with one each.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    prototypes : {"none", "condensed", "edited"}, default="none"
        Which rows are kept, for classes.

        - "none": All.
        - "condensed": As few as give every row its class by the nearest of them (Hart); each counts once.
        - "edited": All that their `n_neighbors` neighbours agree with (Wilson).
    m : int, default=16
        How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
        At least 1.
    ef_search : int, default=64
        How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
        At least 1.
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
    >>> from hornbook import KNeighborsRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> KNeighborsRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "k-neighbors"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        weights: Literal["uniform", "distance", "squared_distance"] = "uniform",
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        p: float = 2.0,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        prototypes: Literal["none", "condensed", "edited"] = "none",
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.feature_range = feature_range
        self.prototypes = prototypes
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


class RadiusNeighborsClassifier(Neighbors, Classifier):
    """Predicts from all rows within a radius of the one asked about.

    They vote on the class, or their numbers are averaged. Where no row is within the radius, `outlier_label` says what
    to predict.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    radius : float, default=1.0
        How far neighbours may be.
        At least 0.
    weights : {"uniform", "distance", "squared_distance"}, default="uniform"
        What the vote of a neighbour counts.

        - "uniform": One.
        - "distance": One over its distance. Where neighbours are at distance zero, only those vote, and with one each.
        - "squared_distance": One over the square of its distance. Where neighbours are at distance zero, only those vote, and with one each.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same. A graph (`hnsw`) is of no use within a radius.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    outlier_label : {"most_frequent"} or None, default="most_frequent"
        What is predicted for a row without neighbours; an error if unset.

        - "most_frequent": The class that most training rows have; for numbers, their mean.
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
    >>> from hornbook import RadiusNeighborsClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> RadiusNeighborsClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "radius-neighbors"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        radius: float = 1.0,
        weights: Literal["uniform", "distance", "squared_distance"] = "uniform",
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        p: float = 2.0,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        outlier_label: Literal["most_frequent"] | None = "most_frequent",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.radius = radius
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.feature_range = feature_range
        self.outlier_label = outlier_label
        self.random_state = random_state
        self.n_jobs = n_jobs


class RadiusNeighborsRegressor(Neighbors, Regressor):
    """Predicts from all rows within a radius of the one asked about.

    They vote on the class, or their numbers are averaged. Where no row is within the radius, `outlier_label` says what
    to predict.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    radius : float, default=1.0
        How far neighbours may be.
        At least 0.
    weights : {"uniform", "distance", "squared_distance"}, default="uniform"
        What the vote of a neighbour counts.

        - "uniform": One.
        - "distance": One over its distance. Where neighbours are at distance zero, only those vote, and with one each.
        - "squared_distance": One over the square of its distance. Where neighbours are at distance zero, only those vote, and with one each.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same. A graph (`hnsw`) is of no use within a radius.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    outlier_label : {"most_frequent"} or None, default="most_frequent"
        What is predicted for a row without neighbours; an error if unset.

        - "most_frequent": The class that most training rows have; for numbers, their mean.
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
    >>> from hornbook import RadiusNeighborsRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RadiusNeighborsRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "radius-neighbors"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        radius: float = 1.0,
        weights: Literal["uniform", "distance", "squared_distance"] = "uniform",
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        p: float = 2.0,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        outlier_label: Literal["most_frequent"] | None = "most_frequent",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.radius = radius
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.scale = scale
        self.feature_range = feature_range
        self.outlier_label = outlier_label
        self.random_state = random_state
        self.n_jobs = n_jobs


class Histogram(Incremental, Drawn, DensityEstimator):
    """How densely rows lie, in bins of equal width.

    The oldest density there is: quick to learn, small, and easy to read. Several columns make a grid, of which only the cells
    with rows in them are kept. The predictions are logarithms of densities, minus infinity in bins without rows unless
    `alpha` puts some there.

    Takes as they are: numbers, row weights, more rows later.

    Parameters
    ----------
    bins : float or {"sturges", "scott", "freedman-diaconis"}, default="freedman-diaconis"
        How many bins a column has: a number, or a rule.
        At least 1 and at most 100000.

        - "sturges": The binary logarithm of the number of rows, and one more.
        - "scott": As wide as 3.49 deviations times n^(-1/3).
        - "freedman-diaconis": As wide as twice the distance of the quartiles times n^(-1/3).
    edges : list[float] or None, default=None
        The edges of the bins of every column, in order, instead; rows beyond them count in no bin.
    alpha : float, default=0.0
        The weight that is added to every cell of the grid, also to those without rows.
        At least 0.
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
    >>> from hornbook import Histogram
    >>> X = [[0.1], [0.2], [0.3], [0.2], [0.1], [0.9]]
    >>> near, far = Histogram().fit(X).score_samples([[0.2], [0.7]])
    >>> bool(near > far)
    True
    """

    __module__ = "hornbook"
    _learner = "histogram"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        bins: float | Literal["sturges", "scott", "freedman-diaconis"] = "freedman-diaconis",
        edges: list[float] | None = None,
        alpha: float = 0.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.bins = bins
        self.edges = edges
        self.alpha = alpha
        self.random_state = random_state
        self.n_jobs = n_jobs


class KernelDensity(Drawn, DensityEstimator):
    r"""How densely rows lie, without a formula: a small window around every row, and their mean.

    Parzen windows, also called kernel density estimation. The bandwidth says how wide the windows are: narrow ones show
    every row, wide ones blur what there is. It follows from a rule, or from how well each row is expected by the others.
    The predictions are logarithms of densities.

    Takes as they are: numbers, row weights.

    Parameters
    ----------
    bandwidth : float or {"scott", "silverman", "cross-validation"}, default="scott"
        How wide the windows are: the same in all columns, or by a rule in each.
        Above 0.

        - "scott": The deviation of each column times n^(-1/(d+4)), for d columns.
        - "silverman": The deviation of each column times (n (d+2) / 4)^(-1/(d+4)).
        - "cross-validation": Scott's rule times the factor that makes each row most likely by all others.
    kernel : {"gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"}, default="gaussian"
        The shape of the windows.

        - "gaussian": $e^{-u^2/2}$: reaches everywhere.
        - "tophat": 1 up to one bandwidth: Parzen's window.
        - "epanechnikov": $1 - u^2$ up to one bandwidth.
        - "exponential": $e^{-u}$: reaches everywhere.
        - "linear": $1 - u$ up to one bandwidth.
        - "cosine": $\cos(\pi u / 2)$ up to one bandwidth.
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
    >>> from hornbook import KernelDensity
    >>> X = [[0.1], [0.2], [0.3], [0.2], [0.1], [0.9]]
    >>> near, far = KernelDensity().fit(X).score_samples([[0.2], [0.7]])
    >>> bool(near > far)
    True
    """

    __module__ = "hornbook"
    _learner = "kernel-density"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        bandwidth: float | Literal["scott", "silverman", "cross-validation"] = "scott",
        kernel: Literal["gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"] = "gaussian",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.bandwidth = bandwidth
        self.kernel = kernel
        self.random_state = random_state
        self.n_jobs = n_jobs


class KNeighborsDensity(Distances, DensityEstimator):
    """Estimates how densely rows lie from the distance to the nearest of them.

    The logarithm of the density at a place, from the ball that holds `n_neighbors` rows. Needs no target. Only numbers.

    Takes as they are: numbers, row weights.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many rows the ball holds.
        At least 1.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other: `euclidean`, `manhattan`, `minkowski`, `chebyshev` or `mahalanobis`.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    m : int, default=16
        How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
        At least 1.
    ef_search : int, default=64
        How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
        At least 1.
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
    >>> from hornbook import KNeighborsDensity
    >>> X = [[0.1], [0.2], [0.3], [0.2], [0.1], [0.9]]
    >>> near, far = KNeighborsDensity().fit(X).score_samples([[0.2], [0.7]])
    >>> bool(near > far)
    True
    """

    __module__ = "hornbook"
    _learner = "k-neighbors-density"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        p: float = 2.0,
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.scale = scale
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


class KNeighborsOutliers(Distances, OutlierDetector):
    """Finds rows whose nearest neighbours are far.

    The score compares the mean distance to the neighbours with that of a typical row. Needs no target. What counts is the
    distance, and so the units of the columns: see `scale`.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many neighbours are looked at.
        At least 1.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    contamination : float or {"auto"}, default="auto"
        Which share of the rows are outliers; if that is not known, those whose neighbours are three times as far as usual.
        Above 0 and at most 0.5.

        - "auto": Not known: rows with a score above the usual threshold of the learner are outliers.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    m : int, default=16
        How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
        At least 1.
    ef_search : int, default=64
        How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
        At least 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    offset_ : float
        From which score on rows are inliers; see `score_samples` and `decision_function`.
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
    >>> from hornbook import KNeighborsOutliers
    >>> X = [[0.1 * (i % 7)] for i in range(30)] + [[9.0]]
    >>> KNeighborsOutliers(random_state=0).fit(X).predict([[0.2], [9.0]]).tolist()
    [1, -1]
    """

    __module__ = "hornbook"
    _learner = "k-neighbors-outliers"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        p: float = 2.0,
        contamination: float | Literal["auto"] = "auto",
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.contamination = contamination
        self.scale = scale
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


class LocalOutlierFactor(LocalFactors, OutlierDetector):
    """Finds rows around which others lie less densely than around their neighbours.

    The local outlier factor is about 1 for a row in a crowd, however dense the crowd is, and larger for one beside it. Needs no
    target. What counts is the distance, and so the units of the columns: see `scale`.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_neighbors : int, default=20
        How many neighbours are looked at.
        At least 1.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree", "hnsw"}, default="auto"
        How neighbours are searched for; the answer is the same, but `hnsw` finds only nearly the nearest.

        - "auto": A kd-tree where rows vary in few dimensions, else brute force.
        - "brute": Looks at all rows.
        - "kd_tree": A tree of boxes, for metrics that go by columns.
        - "ball_tree": A tree of balls, for metrics with the triangle inequality.
        - "hnsw": A graph that finds nearly the nearest, for Euclid's, Mahalanobis' and the cosine distance; never chosen by itself.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
        At least 1.
    metric : {"euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"}, default="minkowski"
        How far rows are from each other.

        - "euclidean": The straight line.
        - "manhattan": The sum of the differences.
        - "minkowski": The root of the sum of the differences to the power `p`.
        - "chebyshev": The largest difference.
        - "mahalanobis": Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
        - "cosine": One minus the cosine of the angle between the rows.
        - "hamming": The share of columns that differ.
        - "gower": The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
        - "haversine": The angle between places on a sphere; the two columns are latitude and longitude in radians.
    p : float, default=2.0
        The power of Minkowski's distance.
        At least 1.
    contamination : float or {"auto"}, default="auto"
        Which share of the rows are outliers; if that is not known, those with a factor above 1.5.
        Above 0 and at most 0.5.

        - "auto": Not known: rows with a score above the usual threshold of the learner are outliers.
    novelty : bool, default=False
        Whether rows to predict are all new. If not, one that is the same as a training row is taken for it, and is not its own
        neighbour.
    scale : {"none", "standard", "min_max"}, default="none"
        What is done to columns of numbers first.

        - "none": Nothing.
        - "standard": Each is centred and divided by its standard deviation.
        - "min_max": Each is mapped to a range, from 0 to 1 if no other is said.
    feature_range : list[float] or None, default=None
        The two ends of the range that `min_max` maps columns to; 0 and 1 if unset.
    m : int, default=16
        How many links a row of a graph has, with `hnsw`: more find more of the nearest, and take more memory.
        At least 2 and at most 1024.
    ef_construction : int, default=200
        How many candidates the links are chosen from, with `hnsw`: more make a better graph, and take longer to build it.
        At least 1.
    ef_search : int, default=64
        How many rows a search keeps in sight, with `hnsw`: more find more of the nearest, and take longer.
        At least 1.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    offset_ : float
        From which score on rows are inliers; see `score_samples` and `decision_function`.
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
    >>> from hornbook import LocalOutlierFactor
    >>> X = [[0.1 * (i % 7)] for i in range(30)] + [[9.0]]
    >>> LocalOutlierFactor(random_state=0).fit(X).predict([[0.2], [9.0]]).tolist()
    [1, -1]
    """

    __module__ = "hornbook"
    _learner = "local-outlier-factor"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        n_neighbors: int = 20,
        algorithm: Literal["auto", "brute", "kd_tree", "ball_tree", "hnsw"] = "auto",
        leaf_size: int = 30,
        metric: Literal["euclidean", "manhattan", "minkowski", "chebyshev", "mahalanobis", "cosine", "hamming", "gower", "haversine"] = "minkowski",
        p: float = 2.0,
        contamination: float | Literal["auto"] = "auto",
        novelty: bool = False,
        scale: Literal["none", "standard", "min_max"] = "none",
        feature_range: list[float] | None = None,
        m: int = 16,
        ef_construction: int = 200,
        ef_search: int = 64,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.contamination = contamination
        self.novelty = novelty
        self.scale = scale
        self.feature_range = feature_range
        self.m = m
        self.ef_construction = ef_construction
        self.ef_search = ef_search
        self.random_state = random_state
        self.n_jobs = n_jobs


class DecisionTreeClassifier(SingleTree, Classifier):
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


class DecisionTreeRegressor(SingleTree, Regressor):
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


class Id3Classifier(SingleTree, Classifier):
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


class C45Classifier(SingleTree, Classifier):
    """C4.5: a tree grown by gain ratio, with missing values in fractions, cut back by error bounds.

    A node asks the question of the highest gain ratio among those that gain at least what the questions gain on average;
    one that gains nothing is not asked. Categories have a branch a level, numbers a threshold. At least two branches
    must hold `min_samples_leaf`. A threshold pays for being chosen among many: its gain is less by the bits that tell which it
    is, divided among the rows; and each of its sides must hold a tenth of an even share of the classes, up to 25 rows
    (release 8). A row whose value is missing goes down every branch, in fractions. The grown tree is cut
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


class CartClassifier(SingleTree, Classifier):
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


class CartRegressor(SingleTree, Regressor):
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


class HuntClassifier(SingleTree, Classifier):
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


class BfsId3Classifier(SingleTree, Classifier):
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


class RuleListClassifier(Classifier):
    """The rules of a tree, each without the conditions it does better without, the most accurate first.

    A tree is grown without limits, every path becomes a rule, and each rule drops conditions as long as its estimated
    accuracy does not fall. The rules are easier to read than the tree, and a question near the root can go from one rule
    and stay in another.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"}, default="entropy"
        What a split of the tree must improve.

        - "gini": Gini's impurity: the chance that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Information gain over the information of the split itself, which tames columns of many values.
        - "variance": Variance of the numbers in a node.
        - "chi_square": The chi-square test of the split: how improbable it is that its parts differ so much in class by chance.
        - "mdl": Description length: the bits that telling the classes takes, with those for their shares in each part. A split that does not save bits is not asked.
        - "absolute_error": Absolute distance from the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: numbers from 0 on.
    categories : {"subset", "multiway"}, default="multiway"
        How categories are split.

        - "subset": In two sets of levels.
        - "multiway": In one branch for each level, as ID3 and C4.5 do.
    max_depth : int or None, default=None
        Longest path of the tree; none is unlimited.
        At least 1.
    min_samples_leaf : float, default=0.0
        Smallest weight of rows that a leaf of the tree may hold.
        At least 0.
    estimate : {"pessimistic", "validation"}, default="pessimistic"
        How the accuracy of a rule is estimated.

        - "pessimistic": From the training rows, less what chance may have added.
        - "validation": From rows kept from growing; where a rule matches none of them, pessimistically.
    confidence : float, default=0.25
        Confidence of the pessimistic estimate: the smaller, the more is dropped.
        Above 0 and below 1.
    validation_fraction : float, default=0.25
        Share of the rows kept from growing, for the estimate by validation.
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
    >>> from hornbook import RuleListClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> RuleListClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "rule-list"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] = "entropy",
        categories: Literal["subset", "multiway"] = "multiway",
        max_depth: int | None = None,
        min_samples_leaf: float = 0.0,
        estimate: Literal["pessimistic", "validation"] = "pessimistic",
        confidence: float = 0.25,
        validation_fraction: float = 0.25,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.categories = categories
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.estimate = estimate
        self.confidence = confidence
        self.validation_fraction = validation_fraction
        self.random_state = random_state
        self.n_jobs = n_jobs


class DecisionListClassifier(Classifier):
    """One test after the other, each with its class: the first test that a row passes answers.

    Each test is a conjunction of few literals that matches some of the rows left over by those before it, all of one
    class; so the list makes no error on its training rows. Short lists are easy to read and to check by hand. Where the
    classes are noisy, the list learns the noise by heart: use a rule list instead.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    max_literals : int, default=2
        Most literals of a test: the k of k-DL.
        At least 1 and at most 8.
    max_thresholds : int, default=32
        Most thresholds that are tried in a column of numbers.
        At least 1.
    on_failure : {"fail", "majority"}, default="majority"
        What is done with rows that no test tells apart.

        - "fail": Nothing: learning fails with an error that says how many they are.
        - "majority": Their most common class becomes the default, with a warning that says how many they are.
    default_class : str or None, default=None
        The class of rows that pass no test; none takes the most common class of all rows.
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
    >>> from hornbook import DecisionListClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> DecisionListClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "decision-list"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        max_literals: int = 2,
        max_thresholds: int = 32,
        on_failure: Literal["fail", "majority"] = "majority",
        default_class: str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_literals = max_literals
        self.max_thresholds = max_thresholds
        self.on_failure = on_failure
        self.default_class = default_class
        self.random_state = random_state
        self.n_jobs = n_jobs


class RandomForestClassifier(Forest, Classifier):
    """Many trees, each grown from rows drawn with replacement and from random columns at each node; they vote.

    Trees that differ make different mistakes, and their mean makes fewer. Each tree gets its own draw of the rows; each
    of its nodes looks at a few columns drawn at random and takes the best question about them. Numbers are put into at
    most 255 bins. A good first model for almost any table: little to set, hard to overfit, and it judges itself on the
    rows that each tree has not seen.

    Takes as they are: numbers, categories, missing values, row weights, several targets.

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


class RandomForestRegressor(Forest, Regressor):
    """Many trees, each grown from rows drawn with replacement and from random columns at each node; they vote.

    Trees that differ make different mistakes, and their mean makes fewer. Each tree gets its own draw of the rows; each
    of its nodes looks at a few columns drawn at random and takes the best question about them. Numbers are put into at
    most 255 bins. A good first model for almost any table: little to set, hard to overfit, and it judges itself on the
    rows that each tree has not seen.

    Takes as they are: numbers, categories, missing values, row weights, several targets.

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


class ExtraTreesClassifier(Forest, Classifier):
    """Many trees whose questions are drawn at random; they vote.

    As a random forest, but each node draws one threshold at random, evenly between the lowest and the highest value of
    its rows, for each of its columns, and takes the best of those; of categories it draws a set of levels. Every tree
    gets all rows, unless told otherwise. Thresholds are not tied to bins. Smoother than a random forest, and good where
    columns are noisy.

    Takes as they are: numbers, categories, missing values, row weights, several targets.

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


class ExtraTreesRegressor(Forest, Regressor):
    """Many trees whose questions are drawn at random; they vote.

    As a random forest, but each node draws one threshold at random, evenly between the lowest and the highest value of
    its rows, for each of its columns, and takes the best of those; of categories it draws a set of levels. Every tree
    gets all rows, unless told otherwise. Thresholds are not tied to bins. Smoother than a random forest, and good where
    columns are noisy.

    Takes as they are: numbers, categories, missing values, row weights, several targets.

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


class IsolationForest(OutlierDetector):
    """Finds rows that are unlike the others, without being told of any: they are soon alone when questions are random.

    Many trees of random questions, each grown from a few rows. The fewer questions it takes to set a row apart from the
    others, the more unusual it is: its score goes from 0 to 1, and above a threshold the row is an outlier. Needs no target,
    no scaling and little time, since each tree looks at 256 rows only.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    n_estimators : int, default=100
        How many trees.
        At least 1 and at most 100000.
    max_samples : int, float or {"auto"}, default="auto"
        How many rows are drawn for a tree: a count, or a share of all.

        - "auto": 256, or all if there are fewer.
    contamination : float or {"auto"}, default="auto"
        Which share of the rows are outliers; if that is not known, those that take fewer questions than the average (a score
        above 0.5).
        Above 0 and at most 0.5.

        - "auto": Not known: rows with a score above the usual threshold of the learner are outliers.
    max_features : int | float, default=1.0
        How many columns are drawn for a tree: a count, or a share of all.
    bootstrap : bool, default=False
        Whether the rows of a tree are drawn with replacement.
    random_state : int or RandomState or None, default=None
        Where the random numbers come from. With an int every fit gives the same model; with None each
        fit draws from numpy's global generator.
    n_jobs : int or None, default=None
        How many threads to use; None and -1 stand for all cores. The model is the same for any number.

    Attributes
    ----------
    offset_ : float
        From which score on rows are inliers; see `score_samples` and `decision_function`.
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
    >>> from hornbook import IsolationForest
    >>> X = [[0.1 * (i % 7)] for i in range(30)] + [[9.0]]
    >>> IsolationForest(random_state=0).fit(X).predict([[0.2], [9.0]]).tolist()
    [1, -1]
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


class GradientBoostingClassifier(Boosting, Classifier):
    """Trees grown one after the other, each on what those before it got wrong.

    Every round fits a small tree to the slope of the loss and adds a part of it to the prediction. Takes numbers,
    categories, missing values and row weights as they are. Usually the most accurate learner for tables of more than a
    few hundred rows.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    loss : {"log_loss", "exponential", "squared_error", "absolute_error", "huber", "quantile", "poisson", "gamma", "tweedie", "lambdarank"} or None, default=None
        What is made small; none takes the log loss for classes and squared error for numbers.

        - "log_loss": The log loss of classes: minus the logarithm of the probability given to the right one.
        - "exponential": The exponential loss of two classes, which is AdaBoost's.
        - "squared_error": Squared error; predicts means.
        - "absolute_error": Absolute error; predicts medians.
        - "huber": Squared error for small residuals, absolute error for large ones.
        - "quantile": The pinball loss; predicts the quantile given.
        - "poisson": Poisson deviance, for counts; predicts means above zero.
        - "gamma": Gamma deviance, for amounts above zero.
        - "tweedie": Tweedie deviance, for amounts that are often zero.
        - "lambdarank": Pairwise loss within groups, weighted by what a swap does to the discounted gain: LambdaMART. Needs groups.
    learning_rate : float, default=0.1
        How much of each tree is added.
        Above 0 and at most 1.
    max_iter : int, default=100
        Most rounds; each adds a tree, or one a class if there are more than two.
        At least 1.
    max_leaf_nodes : int, default=31
        Most leaves of a tree.
        At least 2.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_leaf : float, default=20.0
        Smallest weight of rows that a leaf may hold; a row weighs 1 unless it has a weight.
        At least 0.
    l2_regularization : float, default=0.0
        Penalty on the squares of the leaves' values.
        At least 0.
    min_split_gain : float, default=0.0
        Smallest improvement of the loss that a split must bring.
        At least 0.
    max_bins : int, default=255
        Most bins that the numbers of a column are put into.
        At least 2 and at most 255.
    max_features : float, default=1.0
        The share of the columns that each split looks at, drawn at random.
        Above 0 and at most 1.
    subsample : float, default=1.0
        The share of the rows that each round learns from, drawn at random.
        Above 0 and at most 1.
    monotonic_cst : dict[str, float] | list[float] or None, default=None
        Columns whose growth may only raise (1) or only lower (-1) the prediction.
    interaction_cst : list[list[str | int]] or None, default=None
        Sets of columns; a path may only ask about columns that share a set. Columns in no set stand alone.
    early_stopping : bool, default=False
        Whether to stop once the loss on rows held out no longer falls.
    validation_fraction : float, default=0.1
        The share of the rows that early stopping holds out.
        Above 0 and below 1.
    n_iter_no_change : int, default=10
        How many rounds without a lower loss make early stopping stop.
        At least 1.
    tol : float, default=1e-7
        How much lower a loss must be to count as lower.
        At least 0.
    quantile : float, default=0.5
        Which quantile the loss 'quantile' aims at.
        Above 0 and below 1.
    huber_quantile : float, default=0.9
        From which residual on the loss 'huber' grows by the residual and not by its square, as a quantile of the
        residuals.
        Above 0 and below 1.
    tweedie_power : float, default=1.5
        The power of the variance for the loss 'tweedie': between 1 (Poisson) and 2 (gamma).
        Above 1 and below 2.
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
    >>> from hornbook import GradientBoostingClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> GradientBoostingClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
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


class GradientBoostingRegressor(BoostingRegressor, Regressor):
    """Trees grown one after the other, each on what those before it got wrong.

    Every round fits a small tree to the slope of the loss and adds a part of it to the prediction. Takes numbers,
    categories, missing values and row weights as they are. Usually the most accurate learner for tables of more than a
    few hundred rows.

    Takes as they are: numbers, categories, missing values, row weights.

    Parameters
    ----------
    loss : {"log_loss", "exponential", "squared_error", "absolute_error", "huber", "quantile", "poisson", "gamma", "tweedie", "lambdarank"} or None, default=None
        What is made small; none takes the log loss for classes and squared error for numbers.

        - "log_loss": The log loss of classes: minus the logarithm of the probability given to the right one.
        - "exponential": The exponential loss of two classes, which is AdaBoost's.
        - "squared_error": Squared error; predicts means.
        - "absolute_error": Absolute error; predicts medians.
        - "huber": Squared error for small residuals, absolute error for large ones.
        - "quantile": The pinball loss; predicts the quantile given.
        - "poisson": Poisson deviance, for counts; predicts means above zero.
        - "gamma": Gamma deviance, for amounts above zero.
        - "tweedie": Tweedie deviance, for amounts that are often zero.
        - "lambdarank": Pairwise loss within groups, weighted by what a swap does to the discounted gain: LambdaMART. Needs groups.
    learning_rate : float, default=0.1
        How much of each tree is added.
        Above 0 and at most 1.
    max_iter : int, default=100
        Most rounds; each adds a tree, or one a class if there are more than two.
        At least 1.
    max_leaf_nodes : int, default=31
        Most leaves of a tree.
        At least 2.
    max_depth : int or None, default=None
        Longest path from the root to a leaf; none is unlimited.
        At least 1.
    min_samples_leaf : float, default=20.0
        Smallest weight of rows that a leaf may hold; a row weighs 1 unless it has a weight.
        At least 0.
    l2_regularization : float, default=0.0
        Penalty on the squares of the leaves' values.
        At least 0.
    min_split_gain : float, default=0.0
        Smallest improvement of the loss that a split must bring.
        At least 0.
    max_bins : int, default=255
        Most bins that the numbers of a column are put into.
        At least 2 and at most 255.
    max_features : float, default=1.0
        The share of the columns that each split looks at, drawn at random.
        Above 0 and at most 1.
    subsample : float, default=1.0
        The share of the rows that each round learns from, drawn at random.
        Above 0 and at most 1.
    monotonic_cst : dict[str, float] | list[float] or None, default=None
        Columns whose growth may only raise (1) or only lower (-1) the prediction.
    interaction_cst : list[list[str | int]] or None, default=None
        Sets of columns; a path may only ask about columns that share a set. Columns in no set stand alone.
    early_stopping : bool, default=False
        Whether to stop once the loss on rows held out no longer falls.
    validation_fraction : float, default=0.1
        The share of the rows that early stopping holds out.
        Above 0 and below 1.
    n_iter_no_change : int, default=10
        How many rounds without a lower loss make early stopping stop.
        At least 1.
    tol : float, default=1e-7
        How much lower a loss must be to count as lower.
        At least 0.
    quantile : float, default=0.5
        Which quantile the loss 'quantile' aims at.
        Above 0 and below 1.
    huber_quantile : float, default=0.9
        From which residual on the loss 'huber' grows by the residual and not by its square, as a quantile of the
        residuals.
        Above 0 and below 1.
    tweedie_power : float, default=1.5
        The power of the variance for the loss 'tweedie': between 1 (Poisson) and 2 (gamma).
        Above 1 and below 2.
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
    >>> from hornbook import GradientBoostingRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> GradientBoostingRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
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


class MixtureOfExpertsClassifier(Classifier):
    r"""Linear models, each for a part of the inputs, and a gate that says how much each of them counts for a row.

    The gate is a softmax regression: expert $k$ counts $g_k(x) = e^{v_k \cdot x} / \sum_j e^{v_j \cdot x}$. The experts
    are least squares with a Gaussian noise of their own for numbers, $p_k(y \mid x) = N(y; w_k \cdot x, \sigma_k^2)$, and
    logistic regressions for classes. The prediction is $\sum_k g_k(x)\, w_k \cdot x$, or the mixture of the experts'
    probabilities. With a `depth` above 1 the gates form a tree: a gate divides the rows among the gates beneath it, and
    the last ones among the experts, so that there are `experts` to the power of `depth` of these (a hierarchical mixture).

    They are trained together by expectation and maximisation (EM), which raises
    $\sum_i \log \sum_k g_k(x_i)\, p_k(y_i \mid x_i)$ less the price of the weights in every round. The first step asks how
    much of each row is the doing of each expert, $h_{ik} \propto g_k(x_i)\, p_k(y_i \mid x_i)$. The second fits every expert to
    the rows weighted by its share, and the gates to the shares as if they were classes. Where the experts' regions
    separate, the weights of a gate would grow without end, so that they have a small price, `alpha`; the same holds for
    experts that predict classes. Prices make sense only among columns of one scale. The noise of an expert is at least a
    thousandth of the deviation of the target, since an expert that goes exactly through a few rows would be infinitely
    likely.

    EM finds the nearest top, not the highest. So `n_init` starts are made, each with the rows dealt to centres that are drawn
    from them; after ten rounds the best one goes on. A round costs a fit of each expert to all rows, and of each gate to the
    rows as often as it has branches. An expert that loses all its rows keeps its weights and counts for nothing. Rows are
    drawn by weight, in an order that depends on their content, so that a weight of 2 is the row twice and neither the order of
    the rows nor the number of threads matters.

    Use it where a few linear rules hold in different regions and should be read. The price also keeps a gate soft: where the
    target jumps from one rule to the next, take a smaller `alpha`, or a `decision-tree` with linear leaves, whose borders are
    sharp. For bare accuracy boosted trees are better.

    Jacobs, Jordan, Nowlan and Hinton, *Adaptive mixtures of local experts* (1991); Jordan and Jacobs, *Hierarchical
    mixtures of experts and the EM algorithm* (1994).

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    experts : int, default=2
        Among how many a gate divides the rows.
        At least 1.
    depth : int, default=1
        How many gates there are on the way to an expert.
        At least 1.
    alpha : float, default=0.01
        The price of half the squares of the weights, of gates and of experts for classes, beside the log-likelihood.
        Above 0.
    n_init : int, default=8
        How many starts are made.
        At least 1.
    max_iter : int, default=200
        Most rounds of a start.
        At least 1.
    tol : float, default=0.00001
        How much a round must add to the mean log-likelihood of a row.
        At least 0.
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
    >>> from hornbook import MixtureOfExpertsClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> MixtureOfExpertsClassifier(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "mixture-of-experts"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        experts: int = 2,
        depth: int = 1,
        alpha: float = 0.01,
        n_init: int = 8,
        max_iter: int = 200,
        tol: float = 0.00001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.experts = experts
        self.depth = depth
        self.alpha = alpha
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


class MixtureOfExpertsRegressor(Regressor):
    r"""Linear models, each for a part of the inputs, and a gate that says how much each of them counts for a row.

    The gate is a softmax regression: expert $k$ counts $g_k(x) = e^{v_k \cdot x} / \sum_j e^{v_j \cdot x}$. The experts
    are least squares with a Gaussian noise of their own for numbers, $p_k(y \mid x) = N(y; w_k \cdot x, \sigma_k^2)$, and
    logistic regressions for classes. The prediction is $\sum_k g_k(x)\, w_k \cdot x$, or the mixture of the experts'
    probabilities. With a `depth` above 1 the gates form a tree: a gate divides the rows among the gates beneath it, and
    the last ones among the experts, so that there are `experts` to the power of `depth` of these (a hierarchical mixture).

    They are trained together by expectation and maximisation (EM), which raises
    $\sum_i \log \sum_k g_k(x_i)\, p_k(y_i \mid x_i)$ less the price of the weights in every round. The first step asks how
    much of each row is the doing of each expert, $h_{ik} \propto g_k(x_i)\, p_k(y_i \mid x_i)$. The second fits every expert to
    the rows weighted by its share, and the gates to the shares as if they were classes. Where the experts' regions
    separate, the weights of a gate would grow without end, so that they have a small price, `alpha`; the same holds for
    experts that predict classes. Prices make sense only among columns of one scale. The noise of an expert is at least a
    thousandth of the deviation of the target, since an expert that goes exactly through a few rows would be infinitely
    likely.

    EM finds the nearest top, not the highest. So `n_init` starts are made, each with the rows dealt to centres that are drawn
    from them; after ten rounds the best one goes on. A round costs a fit of each expert to all rows, and of each gate to the
    rows as often as it has branches. An expert that loses all its rows keeps its weights and counts for nothing. Rows are
    drawn by weight, in an order that depends on their content, so that a weight of 2 is the row twice and neither the order of
    the rows nor the number of threads matters.

    Use it where a few linear rules hold in different regions and should be read. The price also keeps a gate soft: where the
    target jumps from one rule to the next, take a smaller `alpha`, or a `decision-tree` with linear leaves, whose borders are
    sharp. For bare accuracy boosted trees are better.

    Jacobs, Jordan, Nowlan and Hinton, *Adaptive mixtures of local experts* (1991); Jordan and Jacobs, *Hierarchical
    mixtures of experts and the EM algorithm* (1994).

    Takes as they are: numbers, categories, row weights.

    Parameters
    ----------
    experts : int, default=2
        Among how many a gate divides the rows.
        At least 1.
    depth : int, default=1
        How many gates there are on the way to an expert.
        At least 1.
    alpha : float, default=0.01
        The price of half the squares of the weights, of gates and of experts for classes, beside the log-likelihood.
        Above 0.
    n_init : int, default=8
        How many starts are made.
        At least 1.
    max_iter : int, default=200
        Most rounds of a start.
        At least 1.
    tol : float, default=0.00001
        How much a round must add to the mean log-likelihood of a row.
        At least 0.
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
    >>> from hornbook import MixtureOfExpertsRegressor
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> MixtureOfExpertsRegressor(random_state=0).fit(X, y).predict(X).shape == y.shape
    True
    """

    __module__ = "hornbook"
    _learner = "mixture-of-experts"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        experts: int = 2,
        depth: int = 1,
        alpha: float = 0.01,
        n_init: int = 8,
        max_iter: int = 200,
        tol: float = 0.00001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.experts = experts
        self.depth = depth
        self.alpha = alpha
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs
