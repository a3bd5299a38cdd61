"""Transformers of numbers, by scikit-learn's names."""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement
from numbers import Integral

import numpy as np
from scipy import sparse
from scipy.interpolate import BSpline
from sklearn.base import OneToOneFeatureMixin, clone
from sklearn.utils import resample
from sklearn.utils.validation import _num_samples, check_array, check_is_fitted

from .._arguments import choice
from .._documentation import completed
from .._transformer import NumberTransformer, dense


class Stateless(OneToOneFeatureMixin, NumberTransformer):
    """The base of transformers that learn nothing of the rows but how many columns they have: they need no `fit`."""

    _takes = frozenset({"weights"})

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        return tags

    def transform(self, X, copy=None):
        """Transform rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        copy : bool or None, default=None
            Not looked at: rows are never changed in place.

        Returns
        -------
        ndarray or sparse matrix of shape (n_samples, n_features)
        """
        return super().transform(X) if hasattr(self, "model_") else clone(self).fit(X).transform(X)


@completed
class Normalizer(Stateless):
    """Divide each row by its norm.

    As scikit-learn's, on the native transformer `normalize`. Rows of zeros stay as they are.

    Parameters
    ----------
    norm : {"l2", "l1", "max"}, default="l2"
        The norm: the root of the sum of squares, the sum of absolute values, or the largest of them.

    Examples
    --------
    >>> from hornbook.preprocessing import Normalizer
    >>> Normalizer().transform([[3.0, 4.0]]).tolist()
    [[0.6, 0.8]]
    """

    _learner = "normalize"

    def __init__(self, norm="l2", *, copy=True):
        self.norm = norm
        self.copy = copy


@completed
class Binarizer(Stateless):
    """Make numbers above a threshold 1, and all others 0.

    As scikit-learn's, on the native transformer `binarize`.

    Parameters
    ----------
    threshold : float, default=0.0
        Numbers above it become 1. For sparse rows it is at least 0.

    Examples
    --------
    >>> from hornbook.preprocessing import Binarizer
    >>> Binarizer(threshold=1.0).transform([[0.5, 1.0, 2.0]]).tolist()
    [[0.0, 0.0, 1.0]]
    """

    _learner = "binarize"

    def __init__(self, *, threshold=0.0, copy=True):
        self.threshold = threshold
        self.copy = copy

    def _look_at(self, X):
        if sparse.issparse(X) and self.threshold < 0:
            raise ValueError("Cannot binarize a sparse matrix with threshold < 0")


class FeatureExpansion(NumberTransformer):
    """The base of transformers that make many columns of few, in an array that lies in memory as is asked for."""

    _takes = frozenset({"weights"})

    def _in_python(self, made, X):
        made = super()._in_python(made, X)
        return np.asfortranarray(made) if self.order == "F" and isinstance(made, np.ndarray) else made


@completed
class PolynomialFeatures(FeatureExpansion):
    """Polynomial features: all products of features up to a degree.

    As scikit-learn's, on the native transformer `polynomial-features`.

    Parameters
    ----------
    degree : int or tuple (min_degree, max_degree), default=2
        The highest degree of a product, or the lowest and the highest.
    interaction_only : bool, default=False
        Only products of different features, no powers.
    include_bias : bool, default=True
        Add a column of ones.

    Attributes
    ----------
    powers_ : ndarray of shape (n_output_features_, n_features_in_)
        The power of each input in each product.
    n_output_features_ : int
        How many products there are.

    Examples
    --------
    >>> from hornbook.preprocessing import PolynomialFeatures
    >>> PolynomialFeatures().fit_transform([[2.0, 3.0]]).tolist()
    [[1.0, 2.0, 3.0, 4.0, 6.0, 9.0]]
    """

    _learner = "polynomial-features"

    def __init__(self, degree=2, *, interaction_only=False, include_bias=True, order="C"):
        self.degree = degree
        self.interaction_only = interaction_only
        self.include_bias = include_bias
        self.order = order

    def _degrees(self):
        """The lowest and the highest degree."""
        if isinstance(self.degree, Integral):
            return 0, int(self.degree)
        low, high = self.degree
        return int(low), int(high)

    def _native_parameters(self):
        low, high = self._degrees()
        return {
            "degree": high,
            "min_degree": low,
            "interaction_only": self.interaction_only,
            "include_bias": self.include_bias,
        }

    @classmethod
    def _from_native(cls, parameters):
        found = super()._from_native(parameters)
        low, high = parameters.get("min_degree", 0), parameters.get("degree", 2)
        return found | {"degree": (low, high) if low else high}

    @property
    def powers_(self):
        """The power of each input in each product."""
        check_is_fitted(self)
        choose = combinations if self.interaction_only else combinations_with_replacement
        low, high = self._degrees()
        degrees = [0] * self.include_bias + list(range(max(1, low), high + 1))
        products = chain.from_iterable(choose(range(self.n_features_in_), degree) for degree in degrees)
        return np.array([np.bincount(product, minlength=self.n_features_in_) for product in products])

    @property
    def n_output_features_(self):
        """How many products there are."""
        return len(self._columns_out())

    def _names_out(self, names):
        factor = lambda place, power: f"{names[place]}^{power}" if power > 1 else names[place]
        products = [" ".join(factor(place, row[place]) for place in np.flatnonzero(row)) for row in self.powers_]
        return [product or "1" for product in products]


@completed
class SplineTransformer(FeatureExpansion):
    """Spline features: B-splines of each feature.

    As scikit-learn's, on the native transformer `spline-features`.

    Parameters
    ----------
    n_knots : int, default=5
        The number of knots, with both ends.
    degree : int, default=3
        The degree of the polynomials between knots.
    knots : {"uniform", "quantile"}, default="uniform"
        Where the knots are: at equal distances, or at quantiles; equal quantiles are one knot.
    extrapolation : {"error", "constant", "linear", "continue", "periodic"}, default="constant"
        What becomes of numbers beyond those of `fit`.
    include_bias : bool, default=True
        Keep all splines, which add up to 1; the last of each feature is left out otherwise.
    handle_missing : {"error"}, default="error"
        Missing values are refused.
    sparse_output : bool, default=False
        Make a sparse matrix.

    Attributes
    ----------
    bsplines_ : list of scipy.interpolate.BSpline
        The splines of each feature.
    n_features_out_ : int
        How many columns there are.

    Examples
    --------
    >>> from hornbook.preprocessing import SplineTransformer
    >>> SplineTransformer(n_knots=2, degree=1).fit_transform([[0.0], [0.5], [1.0]]).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """

    _learner = "spline-features"
    _sparse = False
    _ignored = frozenset({"order", "handle_missing", "sparse_output"})

    def __init__(
        self,
        n_knots=5,
        degree=3,
        *,
        knots="uniform",
        extrapolation="constant",
        include_bias=True,
        order="C",
        handle_missing="error",
        sparse_output=False,
    ):
        self.n_knots = n_knots
        self.degree = degree
        self.knots = knots
        self.extrapolation = extrapolation
        self.include_bias = include_bias
        self.order = order
        self.handle_missing = handle_missing
        self.sparse_output = sparse_output

    def _native_parameters(self):
        choice(self, "knots", ["uniform", "quantile"])
        choice(self, "handle_missing", ["error"], ": impute missing values before")
        return super()._native_parameters()

    def _in_python(self, made, X):
        made = super()._in_python(made, X)
        return sparse.csr_array(made) if self.sparse_output else made

    @property
    def n_features_out_(self):
        """How many columns there are."""
        return len(self._columns_out())

    @property
    def bsplines_(self):
        """The splines of each feature."""
        periodic = self.extrapolation == "periodic"
        found = []
        for spline in self._explained("spline_features"):
            knots = _extended(np.array(spline["knots"]), self.degree, periodic)
            count = len(knots) - self.degree - 1
            coefficients = np.eye(count - self.degree if periodic else count)
            if periodic:
                coefficients = np.concatenate([coefficients, coefficients[: self.degree]])
            outside = self.extrapolation in ("periodic", "continue")
            found.append(BSpline(knots, coefficients, self.degree, extrapolate="periodic" if periodic else outside))
        return found

    def _names_out(self, names):
        of_input = np.bincount([inputs[0] for _, _, inputs in self._columns_out()], minlength=len(names))
        return [f"{name}_sp_{spline}" for name, count in zip(names, of_input) for spline in range(count)]


def _extended(knots, degree, periodic):
    """The knots with those beyond both ends that splines of a degree need."""
    if len(knots) > degree + 1 and periodic:
        period = knots[-1] - knots[0]
        return np.r_[knots[-(degree + 1) : -1] - period, knots, knots[1 : degree + 1] + period]
    low, high = knots[1] - knots[0], knots[-1] - knots[-2]
    before = np.linspace(knots[0] - degree * low, knots[0] - low, degree)
    return np.r_[before, knots, np.linspace(knots[-1] + high, knots[-1] + degree * high, degree)]


@completed
class PowerTransformer(OneToOneFeatureMixin, NumberTransformer):
    """Power transforms: make features more like a normal distribution.

    As scikit-learn's, on the native transformer `power`.

    Parameters
    ----------
    method : {"yeo-johnson", "box-cox"}, default="yeo-johnson"
        The family of transforms; Box-Cox is for numbers above zero.
    standardize : bool, default=True
        Standardize the transformed features to mean 0 and variance 1.

    Attributes
    ----------
    lambdas_ : ndarray of shape (n_features_in_,)
        The power of each feature, by maximum likelihood.

    Examples
    --------
    >>> from hornbook.preprocessing import PowerTransformer
    >>> PowerTransformer().fit_transform([[1.0], [2.0], [40.0]]).round(1).ravel().tolist()
    [-1.0, -0.4, 1.4]
    """

    _learner = "power"
    _sparse = False

    def __init__(self, method="yeo-johnson", *, standardize=True, copy=True):
        self.method = method
        self.standardize = standardize
        self.copy = copy

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = self.method == "box-cox"
        return tags

    @classmethod
    def _from_native(cls, parameters):
        found = super()._from_native(parameters)
        return {name: v.replace("_", "-") if name == "method" else v for name, v in found.items()}

    @property
    def lambdas_(self):
        """The power of each feature."""
        return np.array([column["lambda"] for column in self._explained("power_transform")])


@completed
class QuantileTransformer(OneToOneFeatureMixin, NumberTransformer):
    """Quantile transform: give features a uniform or a normal distribution, by their ranks.

    As scikit-learn's, on the native transformer `quantile-transform`, which looks at all rows.

    Parameters
    ----------
    n_quantiles : int, default=1000
        The number of quantiles, at most as many as there are rows.
    output_distribution : {"uniform", "normal"}, default="uniform"
        The distribution that features get.
    ignore_implicit_zeros : bool, default=False
        Not supported: the zeros of sparse rows count.
    subsample : int or None, default=10000
        Not looked at: quantiles are those of all rows.
    random_state : int or RandomState or None, default=None
        Not looked at: nothing is random.

    Attributes
    ----------
    n_quantiles_ : int
        How many quantiles there are.
    quantiles_ : ndarray of shape (n_quantiles_, n_features_in_)
        The quantiles of each feature.
    references_ : ndarray of shape (n_quantiles_,)
        Which quantiles these are, from 0 to 1.

    Examples
    --------
    >>> from hornbook.preprocessing import QuantileTransformer
    >>> QuantileTransformer(n_quantiles=3).fit_transform([[1.0], [5.0], [100.0]]).ravel().tolist()
    [0.0, 0.5, 1.0]
    """

    _learner = "quantile-transform"
    _ignored = frozenset({"copy", "subsample", "random_state", "ignore_implicit_zeros"})

    def __init__(
        self,
        *,
        n_quantiles=1000,
        output_distribution="uniform",
        ignore_implicit_zeros=False,
        subsample=10_000,
        random_state=None,
        copy=True,
    ):
        self.n_quantiles = n_quantiles
        self.output_distribution = output_distribution
        self.ignore_implicit_zeros = ignore_implicit_zeros
        self.subsample = subsample
        self.random_state = random_state
        self.copy = copy

    def _native_parameters(self):
        if self.ignore_implicit_zeros:
            raise ValueError("ignore_implicit_zeros is not supported: leave it out")
        return super()._native_parameters()

    @property
    def quantiles_(self):
        """The quantiles of each feature."""
        return np.array([column["quantiles"] for column in self._explained("quantile_transform")], dtype=np.float64).T

    @property
    def n_quantiles_(self):
        """How many quantiles there are."""
        return len(self.quantiles_)

    @property
    def references_(self):
        """Which quantiles these are."""
        return np.linspace(0, 1, self.n_quantiles_)


@completed
class KBinsDiscretizer(NumberTransformer):
    """Binning: put numbers into bins.

    As scikit-learn's, on the native transformer `binning`. `hornbook.Binning` finds cuts by classes, too (minimum description
    length).

    Parameters
    ----------
    n_bins : int or array-like of shape (n_features,), default=5
        The number of bins of each feature; equal cuts are one.
    encode : {"onehot", "onehot-dense", "ordinal"}, default="onehot"
        A column of 0 and 1 for each bin, sparse or dense, or the number of the bin.
    strategy : {"quantile", "uniform", "kmeans"}, default="quantile"
        Bins of as many rows each, of equal width, or around the centers of k-means.
    quantile_method : str, default="averaged_inverted_cdf"
        Which number a quantile is where no value, or more than one, has the wanted fraction of the rows below it: a method of
        `numpy.quantile`.
    dtype : {np.float32, np.float64} or None, default=None
        The type of the numbers that are made; None for that of the rows.
    subsample : int or None, default=200000
        Of more rows than this, so many are drawn with replacement, and cuts are found among them; None looks at all rows, as a
        native pipeline does.
    random_state : int or RandomState or None, default=None
        Random seed of the drawing.

    Attributes
    ----------
    bin_edges_ : ndarray of ndarray of shape (n_features_in_,)
        The edges of the bins of each feature.
    n_bins_ : ndarray of shape (n_features_in_,)
        How many bins each feature has.

    Examples
    --------
    >>> from hornbook.preprocessing import KBinsDiscretizer
    >>> KBinsDiscretizer(2, encode="ordinal", strategy="uniform").fit_transform([[0.0], [1.0], [10.0]]).ravel().tolist()
    [0.0, 0.0, 1.0]
    """

    _learner = "binning"
    _sparse = False
    _takes = frozenset({"weights"})

    def __init__(
        self,
        n_bins=5,
        *,
        encode="onehot",
        strategy="quantile",
        quantile_method="averaged_inverted_cdf",
        dtype=None,
        subsample=200_000,
        random_state=None,
    ):
        self.n_bins = n_bins
        self.encode = encode
        self.strategy = strategy
        self.quantile_method = quantile_method
        self.dtype = dtype
        self.subsample = subsample
        self.random_state = random_state

    def fit(self, X, y=None, sample_weight=None):
        """Find the cuts of each feature.

        Parameters
        ----------
        X : array or data frame of shape (n_samples, n_features)
            The rows.
        y : None
            Not looked at; pipelines pass it along.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row; with the strategy `"quantile"`, for `"inverted_cdf"` and `"averaged_inverted_cdf"` only.

        Returns
        -------
        self
        """
        if self.subsample is not None and _num_samples(X) > self.subsample:
            weights = {} if sample_weight is None else {"sample_weight": sample_weight}
            drawn = resample(X, replace=True, n_samples=self.subsample, random_state=self.random_state, **weights)
            return super().fit(drawn, y)
        if sample_weight is not None and self.strategy == "quantile" and not self.quantile_method.endswith("inverted_cdf"):
            raise ValueError(
                f"quantile_method is {self.quantile_method!r}; with sample weights it is 'inverted_cdf' or 'averaged_inverted_cdf'"
            )
        return super().fit(X, y, sample_weight)

    def fit_transform(self, X, y=None, sample_weight=None):
        """Find the cuts of each feature, and put the rows into bins.

        Parameters
        ----------
        X, y, sample_weight
            As for `fit`.

        Returns
        -------
        ndarray or sparse matrix of shape (n_samples, n_columns)
        """
        return self.fit(X, y, sample_weight).transform(X)

    def _native_parameters(self):
        encode = choice(self, "encode", ["onehot", "onehot-dense", "ordinal"]).removesuffix("-dense")
        own = {"strategy": self.strategy, "encode": encode, "quantile_method": self.quantile_method}
        if isinstance(self.n_bins, Integral):
            return own | {"n_bins": int(self.n_bins)}
        return own | {"column_bins": self._bins_of_features()}

    def _bins_of_features(self):
        counts = check_array(self.n_bins, dtype=None, ensure_2d=False, input_name="n_bins")
        if counts.ndim != 1 or len(counts) != getattr(self, "n_features_in_", len(counts)):
            raise ValueError("n_bins must be a scalar or array of shape (n_features,).")
        return [float(count) for count in counts]

    @classmethod
    def _from_native(cls, parameters):
        found = {"quantile_method": "linear"} | super()._from_native(parameters)
        if isinstance(parameters.get("column_bins"), list):
            found["n_bins"] = [int(count) for count in parameters["column_bins"]]
        return found

    def _in_python(self, made, X):
        made = super()._in_python(made, X)
        made = sparse.csr_array(made) if self.encode == "onehot" else dense(made)
        return made if self.dtype is None else made.astype(self.dtype)

    @property
    def bin_edges_(self):
        """The edges of the bins of each feature."""
        # A feature that does not vary is one bin.
        edges = [np.array(column["edges"] or [-np.inf, np.inf]) for column in self._explained("binning")]
        found = np.empty(len(edges), dtype=object)
        found[:] = edges
        return found

    @property
    def n_bins_(self):
        """How many bins each feature has."""
        return np.array([len(edges) - 1 for edges in self.bin_edges_])

    def _names_out(self, names):
        if self.encode == "ordinal":
            return names
        return [f"{name}_{float(at)}" for name, count in zip(names, self.n_bins_) for at in range(count)]
