"""Encoding of categories as numbers, by scikit-learn's names."""

from __future__ import annotations

import json

import numpy as np
from scipy import sparse
from sklearn.base import OneToOneFeatureMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_array, column_or_1d, validate_data

from .. import _categories, _labels
from .._arguments import choice
from .._documentation import completed
from .._hornbook import Table, inverse_transform
from .._transformer import TransformerEstimator, _made_rows, dense


class CategoryEncoder(TransformerEstimator):
    """What all encoders share: every column is of categories, whatever its values."""

    _family_attributes = """categories_ : list of ndarray
    The categories of each feature; what is missing stands last."""
    _takes = frozenset({"categories", "missing", "weights"})
    _warns = False

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = True
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _rows(self, X, *, reset):
        if hasattr(X, "iloc") or hasattr(X, "get_columns"):
            validate_data(self, X, reset=reset, skip_check_array=True)
        else:
            X = check_array(_with_objects(X), dtype=None, ensure_all_finite=False, estimator=self)
            validate_data(self, X, reset=reset, skip_check_array=True)
        if not len(X):
            raise ValueError(f"Found array with 0 sample(s) (shape={X.shape}) while a minimum of 1 is required.")
        if not reset and not hasattr(self, "categories_"):
            return X
        if _categories.strings_only(X) and self._reads_strings(reset):
            return X.reset_index(drop=True) if hasattr(X, "reset_index") else X
        return Table.of_columns(self._column_names(X), self._coded(_categories.columns_of(X), reset))

    def _as_read(self, X, *, reset):
        return self._rows(X, reset=reset)

    def _coded(self, columns, reset):
        """Columns of values as codes with the names of their levels."""
        if reset:
            self._learn_categories(columns)
        else:
            self._check_known(columns)
        return [(_categories.codes_of(v, own), _categories.labels_of(own)) for v, own in zip(columns, self._levels())]

    def _reads_strings(self, reset):
        """Whether the native module finds the levels of strings by itself. It does not tell unknown from missing ones."""
        if isinstance(self.categories, str) and self.categories == "auto" and self._levels_are_sorted():
            if reset:
                self.__dict__.pop("categories_", None)
                return True
            return self._refuses() is False or not any(None in found.tolist() for found in self.categories_)
        return False

    def _levels_are_sorted(self):
        return True

    def _refuses(self):
        """Whether categories that `fit` did not see are refused."""
        return getattr(self, "handle_unknown", "ignore") == "error"

    def _learn_categories(self, columns):
        found = [_categories.distinct(values) for values in columns]
        if not isinstance(self.categories, str):
            found = self._given_categories(columns, found)
        missing = [_categories.is_missing(values) for values in columns]
        self.categories_ = [_with_missing(own, values[gone]) for own, values, gone in zip(found, columns, missing)]

    def _given_categories(self, columns, found):
        if len(self.categories) != len(columns):
            raise ValueError("Shape mismatch: if categories is an array, it has to be of shape (n_features,).")
        given = []
        for place, (own, seen) in enumerate(zip(self.categories, found)):
            own = np.asarray(own, dtype=seen.dtype if seen.dtype != object else object)
            unknown = [value for value in seen.tolist() if value not in own.tolist()]
            if unknown and self._refuses():
                raise ValueError(f"Found unknown categories {unknown} in column {place} during fit")
            absent = [value for value in own.tolist() if value not in seen.tolist()]
            if absent:
                raise ValueError(
                    f"the categories {absent} of column {place} are in no row of fit, and get no column; leave them out"
                )
            given.append(own)
        return given

    def _check_known(self, columns):
        if not self._refuses():
            return
        for place, (values, known) in enumerate(zip(columns, self.categories_)):
            new = [value for value in _categories.distinct(values).tolist() if value not in known.tolist()]
            if _categories.is_missing(values).any() and not _categories.is_missing(known).any():
                new.append(None if values.dtype == object else np.nan)
            if new:
                raise ValueError(f"Found unknown categories {new} in column {place} during transform")

    def _levels(self):
        """The categories of each column without what is missing, in the order of the native levels."""
        return [own[~_categories.is_missing(own)] for own in self.categories_]

    def fit(self, X, y=None):
        """Fit the encoder to rows.

        Parameters
        ----------
        X : array or data frame of shape (n_samples, n_features)
            The rows; every different value is a category.
        y : array-like of shape (n_samples,), default=None
            The target, for encoders that learn from it.

        Returns
        -------
        self
        """
        super().fit(X, y)
        self._adopt_levels()
        return self

    def fit_transform(self, X, y=None):
        """Fit the encoder to rows, and encode them.

        Parameters
        ----------
        X, y
            As for `fit`.

        Returns
        -------
        ndarray or sparse matrix of shape (n_samples, n_columns)
        """
        return self.fit(X, y).transform(X)

    def _adopt_levels(self):
        """The categories that the native module found by itself."""
        if hasattr(self, "categories_"):
            return
        self.categories_ = []
        for given in json.loads(self.model_.info())["schema"]["inputs"]:
            if "levels" not in given and given["kind"] != "truth":
                raise ValueError(
                    f"column '{given['name']}' is no category when it comes to {type(self).__name__} in a native pipeline; make it "
                    "one before the pipeline, or use scikit-learn's Pipeline"
                )
            levels = given.get("levels", ["false", "true"])
            missing = [None] * self._saw_missing(given["name"])
            self.categories_.append(np.array([*levels, *missing], dtype=object))

    def _saw_missing(self, name):
        return False

    def _hold_part(self, model, has_read=False):
        super()._hold_part(model, has_read)
        if not has_read:
            self.__dict__.pop("categories_", None)
        self._adopt_levels()

    def _take_schema(self, schema):
        super()._take_schema(schema)
        self.__dict__.pop("categories_", None)


class InvertibleEncoder(CategoryEncoder):
    """What encoders share whose numbers tell the categories."""

    # How encoded rows are checked.
    _encoded_rows: dict[str, str] = {}

    def inverse_transform(self, X):
        """Give the categories of encoded rows.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_columns)
            Encoded rows.

        Returns
        -------
        ndarray of shape (n_samples, n_features_in_)
        """
        width = len(self._columns_out())
        X = check_array(X, **self._encoded_rows)
        if X.shape[1] != width:
            raise ValueError(f"Shape of the passed X data is not correct. Expected {width} columns, got {X.shape[1]}.")
        table = inverse_transform(self.model_, _made_rows(X), self._threads())
        columns = []
        for place, known in enumerate(self.categories_):
            value_of, gone = _values_of(known)
            columns.append([value_of.get(label, gone) for label in table.labels(place)])
        kinds = [known.dtype for known in self.categories_]
        plain = all(kind != object for kind in kinds) and not any(None in column for column in columns)
        return np.array(columns, dtype=np.result_type(*kinds) if plain else object).T


def _values_of(categories):
    """The values of categories by their labels, and what stands for a missing value."""
    is_missing = _categories.is_missing(categories)
    levels, gone = categories[~is_missing], categories[is_missing]
    return dict(zip(_categories.labels_of(levels), levels.tolist())), gone[0] if len(gone) else None


def _with_objects(X):
    """Lists of strings as objects, as arrays of strings of a fixed length are wanted by nobody."""
    array = X if isinstance(X, np.ndarray) or sparse.issparse(X) else np.asarray(X)
    if not sparse.issparse(array) and array.dtype.kind in "US" and not isinstance(X, np.ndarray):
        return np.asarray(X, dtype=object)
    return array


def _with_missing(categories, gone):
    """Categories with what stands for a missing value at the end, if any is missing."""
    if not len(gone):
        return categories
    kind = categories.dtype if categories.dtype.kind == "f" else object
    return np.append(categories.astype(kind), np.array([gone[0]], dtype=kind))


@completed
class OneHotEncoder(InvertibleEncoder):
    """One-hot encoding: a column of 0 and 1 for each category of a feature.

    As scikit-learn's, on the native transformer `one-hot`. In a native pipeline behind other steps, only features that are
    categories there can be encoded.

    Parameters
    ----------
    categories : "auto" or list of array-like, default="auto"
        The categories of each feature; all must be in the rows of `fit`. By default those of `fit`, in order.
    drop : {"first", "if_binary"}, array-like of shape (n_features,) or None, default=None
        The category of each feature that gets no column.
    sparse_output : bool, default=True
        Make a sparse matrix.
    dtype : number type, default=np.float64
        The type of the numbers that are made.
    handle_unknown : {"error", "ignore", "infrequent_if_exist", "warn"}, default="error"
        What becomes of categories that `fit` did not see: refused, or zero in all columns, or infrequent.
    min_frequency : int or float or None, default=None
        Categories of fewer rows, or of a smaller fraction of them, share a column.
    max_categories : int or None, default=None
        The most columns of a feature, with that of its infrequent categories.
    feature_name_combiner : "concat" or callable, default="concat"
        How the name of a column is made of the feature and the category.

    Attributes
    ----------
    drop_idx_ : ndarray of shape (n_features_in_,) or None
        The place of the category without a column.
    infrequent_categories_ : list of ndarray or None
        The categories that share a column.

    Examples
    --------
    >>> from hornbook.preprocessing import OneHotEncoder
    >>> encoder = OneHotEncoder(sparse_output=False)
    >>> encoder.fit_transform([["red"], ["blue"], ["red"]]).tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
    >>> encoder.get_feature_names_out().tolist()
    ['x0_blue', 'x0_red']
    """

    _learner = "one-hot"
    _encoded_rows = {"accept_sparse": "csr"}

    def __init__(
        self,
        *,
        categories="auto",
        drop=None,
        sparse_output=True,
        dtype=np.float64,
        handle_unknown="error",
        min_frequency=None,
        max_categories=None,
        feature_name_combiner="concat",
    ):
        self.categories = categories
        self.drop = drop
        self.sparse_output = sparse_output
        self.dtype = dtype
        self.handle_unknown = handle_unknown
        self.min_frequency = min_frequency
        self.max_categories = max_categories
        self.feature_name_combiner = feature_name_combiner

    def _levels_are_sorted(self):
        return self.drop is None or isinstance(self.drop, str)

    def _levels(self):
        levels = super()._levels()
        if self._levels_are_sorted():
            return levels
        # The category without a column is the first for the native module.
        return [_moved_first(own, dropped) for own, dropped in zip(levels, self._dropped())]

    def _dropped(self):
        if len(self.drop) != len(self.categories_):
            raise ValueError(f"`drop` should have length equal to the number of features ({len(self.categories_)}), got {len(self.drop)}")
        return list(self.drop)

    def _native_parameters(self):
        handle_unknown = choice(self, "handle_unknown", ["error", "ignore", "infrequent_if_exist", "warn"])
        drop = "none" if self.drop is None else self.drop if isinstance(self.drop, str) else "first"
        # Unknown ones are refused here, where they are told from missing ones, but for strings of frames.
        unknown = {"warn": "infrequent_if_exist"}.get(handle_unknown, handle_unknown)
        return {
            "drop": drop,
            "handle_unknown": unknown,
            "min_frequency": self.min_frequency,
            "max_categories": self.max_categories,
        }

    @classmethod
    def _from_native(cls, parameters):
        known = ("drop", "handle_unknown", "min_frequency", "max_categories")
        found = {"handle_unknown": "ignore"} | {name: parameters[name] for name in known if name in parameters}
        return found | ({"drop": None} if found.get("drop") == "none" else {})

    def _saw_missing(self, name):
        made = json.loads(self.model_.explanation())["one-hot_encoding"][name]
        return f"{name} is missing" in [*made["columns"], made["dropped"]]

    def _in_python(self, made, X):
        made = super()._in_python(made, X)
        return (sparse.csr_matrix(made) if self.sparse_output else dense(made)).astype(self.dtype, copy=False)

    def _of_columns(self):
        """For each input what each of its columns stands for: a category, or none of them for the infrequent ones; and the same of what
        has no column."""
        explained, found = self._explained("one-hot_encoding"), []
        for name, known, made in zip(_labels.input_names(self.model_), self.categories_, explained):
            value_of, gone = _values_of(known)
            value_of = {f"{name}={label}": value for label, value in value_of.items()}
            value_of |= {f"{name} is missing": gone} if _categories.is_missing(known).any() else {}
            columns = [value_of.get(column, _INFREQUENT) for column in made["columns"]]
            found.append((columns, value_of.get(made["dropped"], _INFREQUENT) if made["dropped"] else _NONE))
        return found

    @property
    def drop_idx_(self):
        """The place of the category without a column."""
        if self.drop is None:
            return None
        places = []
        for known, (_, dropped) in zip(self.categories_, self._of_columns()):
            places.append(None if dropped in (_NONE, _INFREQUENT) else _place(known, dropped))
        return np.array(places, dtype=object)

    @property
    def infrequent_categories_(self):
        """The categories that share a column."""
        found = []
        for known, (columns, dropped) in zip(self.categories_, self._of_columns()):
            own = [value for value in columns if value is not _INFREQUENT]
            rest = [value for value in known.tolist() if not _is_in(value, [*own, dropped])]
            found.append(np.array(rest, dtype=known.dtype) if rest else None)
        return found

    def _names_out(self, names):
        join = self.feature_name_combiner if callable(self.feature_name_combiner) else lambda name, value: f"{name}_{value}"
        said = lambda value: "infrequent_sklearn" if value is _INFREQUENT else value
        return [join(name, said(value)) for name, (columns, _) in zip(names, self._of_columns()) for value in columns]


_INFREQUENT, _NONE = object(), object()


def _moved_first(levels, value):
    place = _place(levels, value)
    if place is None:
        raise ValueError(f"The following categories were supposed to be dropped, but were not found in the training data: {value!r}")
    return np.concatenate([levels[place : place + 1], np.delete(levels, place)])


def _place(values, value):
    return next((place for place, own in enumerate(values.tolist()) if own == value or own != own and value != value), None)


def _is_in(value, values):
    return any(own is value or own == value or own != own and value != value for own in values)


@completed
class OrdinalEncoder(OneToOneFeatureMixin, InvertibleEncoder):
    """Ordinal encoding: a number for each category of a feature.

    As scikit-learn's, on the native transformer `ordinal`; None is a missing value, as NaN is. In a native pipeline behind other
    steps, only features that are categories there can be encoded.

    Parameters
    ----------
    categories : "auto" or list of array-like, default="auto"
        The categories of each feature, in order; all must be in the rows of `fit`. By default those of `fit`, sorted.
    dtype : number type, default=np.float64
        The type of the numbers that are made.
    handle_unknown : {"error", "use_encoded_value"}, default="error"
        What becomes of categories that `fit` did not see: refused, or `unknown_value`.
    unknown_value : int or nan, default=None
        The number of such categories.
    encoded_missing_value : int or nan, default=nan
        The number of missing values.
    min_frequency : int or float or None, default=None
        Categories of fewer rows, or of a smaller fraction of them, share a number, the last.
    max_categories : int or None, default=None
        The most numbers of a feature, with that of its infrequent categories.

    Attributes
    ----------
    infrequent_categories_ : list of ndarray or None
        The categories that share a number, with `min_frequency` or `max_categories`.

    Examples
    --------
    >>> from hornbook.preprocessing import OrdinalEncoder
    >>> OrdinalEncoder().fit_transform([["red"], ["blue"], ["red"]]).tolist()
    [[1.0], [0.0], [1.0]]
    """

    _learner = "ordinal"
    _encoded_rows = {"ensure_all_finite": "allow-nan"}

    def __init__(
        self,
        *,
        categories="auto",
        dtype=np.float64,
        handle_unknown="error",
        unknown_value=None,
        encoded_missing_value=np.nan,
        min_frequency=None,
        max_categories=None,
    ):
        self.categories = categories
        self.dtype = dtype
        self.handle_unknown = handle_unknown
        self.unknown_value = unknown_value
        self.encoded_missing_value = encoded_missing_value
        self.min_frequency = min_frequency
        self.max_categories = max_categories

    def _reads_strings(self, reset):
        # The native module does not say whether it saw missing values.
        return False

    def _native_parameters(self):
        choice(self, "handle_unknown", ["error", "use_encoded_value"])
        if self.handle_unknown == "error" and self.unknown_value is not None:
            raise TypeError(f"unknown_value should only be set when handle_unknown is 'use_encoded_value', got {self.unknown_value}.")
        if self.handle_unknown != "error" and self.unknown_value is None:
            raise TypeError("unknown_value should be an integer or np.nan when handle_unknown is 'use_encoded_value', got None.")
        number = lambda value: None if value is None or value != value else float(value)
        return {
            "handle_unknown": self.handle_unknown,
            "unknown_value": number(self.unknown_value),
            "encoded_missing_value": number(self.encoded_missing_value),
            "min_frequency": self.min_frequency,
            "max_categories": self.max_categories,
        }

    @classmethod
    def _from_native(cls, parameters):
        found = {name: value for name, value in parameters.items() if value is not None}
        found.setdefault("handle_unknown", "use_encoded_value")
        if found["handle_unknown"] == "use_encoded_value":
            found.setdefault("unknown_value", np.nan)
        return found

    def _in_python(self, made, X):
        return super()._in_python(made, X).astype(self.dtype, copy=False)

    @property
    def infrequent_categories_(self):
        """The categories that share a number."""
        if self.min_frequency is None and self.max_categories is None:
            raise AttributeError("no categories are infrequent without min_frequency and max_categories")
        found = []
        for own, made in zip(self._levels(), self._explained("ordinal_encoding")):
            is_infrequent = ~np.isin(_categories.labels_of(own), made["levels"])
            found.append(own[is_infrequent] if is_infrequent.any() else None)
        return found


@completed
class TargetEncoder(CategoryEncoder):
    """Target encoding: the mean of the target in each category of a feature, drawn towards the mean of all.

    As scikit-learn's, on the native transformer `target-encoding`. `fit_transform`, and pipelines when they are fitted, encode each row by
    the means of other rows (cross-fitting), so that no target leaks into its own row.

    Parameters
    ----------
    categories : "auto" or list of array-like, default="auto"
        The categories of each feature; all must be in the rows of `fit`. By default those of `fit`.
    target_type : {"auto", "continuous", "binary", "multiclass"}, default="auto"
        What kind of target there is.
    smooth : "auto" or float, default="auto"
        As if so many rows more had the mean of all; `"auto"` is an empirical Bayes estimate.
    cv : int, default=5
        The number of folds of the cross-fitting.
    shuffle : bool, default=True
        Folds are always drawn at random.
    random_state : int or RandomState or None, default=None
        Random seed of the folds.

    Attributes
    ----------
    encodings_ : list of ndarray
        The numbers of the categories, for each feature and class.
    target_type_ : str
        What kind of target there was.
    target_mean_ : float, or ndarray of shape (n_classes,)
        The mean of the target.
    classes_ : ndarray of shape (n_classes,) or None
        The classes, if the target has any.

    Examples
    --------
    >>> from hornbook.preprocessing import TargetEncoder
    >>> X, y = [["a"], ["a"], ["b"], ["b"]], [1.5, 2.5, 10.25, 10.25]
    >>> TargetEncoder(smooth=0.0).fit(X, y).transform([["a"], ["b"]]).ravel().tolist()
    [2.0, 10.25]
    """

    _learner = "target-encoding"
    _is_supervised = True

    def __init__(self, categories="auto", target_type="auto", smooth="auto", cv=5, shuffle=True, random_state=None):
        self.categories = categories
        self.target_type = target_type
        self.smooth = smooth
        self.cv = cv
        self.shuffle = shuffle
        self.random_state = random_state

    def _reads_strings(self, reset):
        return False

    def _native_parameters(self):
        return {"smooth": self.smooth, "folds": self.cv}

    @classmethod
    def _from_native(cls, parameters):
        names = {"smooth": "smooth", "folds": "cv"}
        return {names[name]: value for name, value in parameters.items() if name in names}

    def fit_transform(self, X, y=None):
        """Fit the encoder, and encode each row by the means of other rows (cross-fitting).

        Parameters
        ----------
        X : array or data frame of shape (n_samples, n_features)
            The rows; every different value is a category.
        y : array-like of shape (n_samples,)
            The target.

        Returns
        -------
        ndarray of shape (n_samples, n_columns)
        """
        return TransformerEstimator.fit_transform(self, X, y)

    def _target_of(self, y):
        """The target as the native module has it."""
        y = column_or_1d(y, warn=True)
        kind = type_of_target(y, input_name="y") if self.target_type == "auto" else self.target_type
        if kind not in ("binary", "multiclass", "continuous"):
            raise ValueError(
                f"Unknown label type: Target type was inferred to be {kind!r}. Only ('binary', 'multiclass', 'continuous') are "
                "supported."
            )
        self.target_type_ = kind
        if kind == "continuous":
            self.classes_ = None
            numbers = np.ascontiguousarray(y, dtype=np.float64)
            self.target_mean_ = float(numbers.mean())
            return numbers
        self.classes_, codes = np.unique(y, return_inverse=True)
        shares = np.bincount(codes) / len(codes)
        self.target_mean_ = float(codes.mean()) if kind == "binary" else shares
        return codes.astype(np.uint32), _labels.names_of(self.classes_)

    @property
    def encodings_(self):
        """The numbers of the categories, for each feature and class."""
        found = []
        for means_of, known, levels in zip(self._explained("target_encoding"), self.categories_, self._levels()):
            labels = _categories.labels_of(levels) + ["missing"] * (len(known) - len(levels))
            found += list(np.array([means_of[label] for label in labels]).reshape(len(labels), -1).T)
        return found

    def _names_out(self, names):
        if self.target_type_ != "multiclass":
            return names
        return [f"{name}_{label}" for name in names for label in self.classes_]
