"""Transformers: estimators that make other columns of the columns."""

from __future__ import annotations

import json
from inspect import signature

import numpy as np
from scipy import sparse
from sklearn.base import TransformerMixin
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import (
    _check_feature_names_in,
    check_array,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from . import _labels
from ._base import WithoutTarget, _is_frame_of_types, _sparse_parts
from ._hornbook import Table, fit_transform, has_inverse, inverse_transform, output_columns, transform


def _has_inverse(self):
    """Whether there is a way back; before `fit` it is not known."""
    return not hasattr(self, "model_") or has_inverse(self.model_)


class TransformerEstimator(TransformerMixin, WithoutTarget):
    """The base of all transformers."""

    _task = "transformation"
    # Whether rows to transform may have something odd about them that is to be said.
    _warns = True
    # Whether it learns from the target.
    _is_supervised = False

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self._is_supervised
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def transform(self, X):
        """Transform rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_columns)
            Numbers are an array, sparse if they are; other types are a frame of the kind that was given. `set_output` asks
            for frames.
        """
        check_is_fitted(self)
        return self._in_python(self._transformed(X), X)

    def fit_transform(self, X, y=None, sample_weight=None):
        """Fit the transformer to rows, and transform them as the next step of a pipeline sees them.

        Where a row must not be transformed by what was learned from its own target (target encoding), that is not what
        `transform` makes of the same rows: it is cross-fitted.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,), default=None
            The target, for transformers that learn from it.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_columns)
        """
        data = self._data(X, y, sample_weight)
        self.model_, made = fit_transform(self._native(), data, self._seed(), self._threads())
        return self._in_python(self._transformed(X) if made is None else made, X)

    @available_if(_has_inverse)
    def inverse_transform(self, X):
        """Go back from transformed rows to the inputs, as near as can be.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_columns)
            Transformed rows.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_features_in_)
        """
        check_is_fitted(self)
        made = inverse_transform(self.model_, _made_rows(X), self._threads())
        return TransformerEstimator._in_python(self, made, X)

    def get_feature_names_out(self, input_features=None):
        """Give the names of the columns that `transform` makes.

        Parameters
        ----------
        input_features : array-like of str, default=None
            The names of the inputs, for those that were fitted to an array.

        Returns
        -------
        ndarray of str
        """
        check_is_fitted(self)
        return np.array(self._names_out(_check_feature_names_in(self, input_features)), dtype=object)

    def _names_out(self, names):
        """The names of the columns that are made of inputs of these names."""
        fitted = _labels.input_names(self.model_)
        return [self._output_name(column, fitted, names) for column in self._columns_out()]

    def _data(self, X, y=None, sample_weight=None, groups=None, order=None, cost=None, fold=None):
        if not self._is_supervised:
            return super()._data(X, y, sample_weight, groups, order, cost, fold)
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        rows = self._rows(X, reset=True)
        check_consistent_length(X, y, groups, order, cost, fold)
        names, target = self._column_names(X), self._target_of(y)
        return self._data_of(X, rows, names, _labels.target_names(y, 1), [target], sample_weight, groups, order, cost, fold)

    def _target_of(self, y):
        """The target of a supervised transformer, as the native module has it: classes unless it is of numbers that differ a lot."""
        y = column_or_1d(validate_data(self, y=y))
        if type_of_target(y) == "continuous":
            return np.ascontiguousarray(y, dtype=np.float64)
        classes, codes = np.unique(y, return_inverse=True)
        return codes.astype(np.uint32), _labels.names_of(classes)

    def _transformed(self, X):
        """The transformed rows as the native module gives them."""
        return transform(self.model_, self._rows(X, reset=False), self._warns, self._threads())

    def _columns_out(self):
        """The columns that are made: their names, types and inputs."""
        check_is_fitted(self)
        return output_columns(self.model_)

    def _explained(self, section):
        """What the model says of each input in a section of its explanation."""
        check_is_fitted(self)
        of_input = json.loads(self.model_.explanation())[section]
        return [of_input[name] for name in _labels.input_names(self.model_)]

    @staticmethod
    def _output_name(column, fitted, names):
        """The name of a made column; one that goes by the name of its input takes the name that this has now."""
        name, _, inputs = column
        return names[inputs[0]] if len(inputs) == 1 and name == fitted[inputs[0]] else name

    def _in_python(self, made, X):
        """Transformed rows as Python's libraries have them."""
        if isinstance(made, Table):
            wanted = _get_output_config("transform", self)["dense"]
            return _frame(made, X, wanted)
        # What comes in single precision goes out in it.
        precision = np.float32 if getattr(X, "dtype", None) == np.float32 else np.float64
        if isinstance(made, tuple):
            starts, indices, values, columns = made
            small = np.int32 if len(values) <= np.iinfo(np.int32).max else np.int64
            parts = (values.astype(precision, copy=False), indices.view(np.int32), starts.astype(small, copy=False))
            kind = sparse.csr_matrix if sparse.isspmatrix(X) else sparse.csr_array
            return kind(parts, shape=(len(starts) - 1, columns))
        return made.astype(precision, copy=False)


class NumberTransformer(TransformerEstimator):
    """The base of transformers that take only numbers, by the names and parameters of scikit-learn. A subclass says which native
    learner it is, and what that calls its parameters."""

    _takes = frozenset({"missing", "weights"})
    # Parameters that the native transformer does not have, and those that it has always.
    _ignored = frozenset({"copy"})
    _fixed: dict[str, str] = {}
    # Whether it takes sparse rows.
    _sparse = True

    def _native_parameters(self):
        """Those that are fixed, and those that are not the usual ones."""
        usual = {name: p.default for name, p in signature(type(self).__init__).parameters.items()}
        changed = {n: v for n, v in self.get_params(deep=False).items() if n not in self._ignored and v != usual[n]}
        named = {self._native_names.get(name, name): value for name, value in changed.items()}
        return {**self._fixed, **{name: list(v) if isinstance(v, tuple) else v for name, v in named.items()}}

    @classmethod
    def _from_native(cls, parameters):
        names = {native: name for name, native in cls._native_names.items()}
        known = set(cls._get_param_names()) - cls._ignored
        found = {names.get(name, name): value for name, value in parameters.items() if value is not None}
        return {name: tuple(v) if isinstance(v, list) else v for name, v in found.items() if name in known}

    def _rows(self, X, *, reset):
        self._look_at(X)
        X = validate_data(
            self,
            X,
            reset=reset,
            accept_sparse="csr" if self._sparse else False,
            dtype=(np.float64, np.float32),
            ensure_all_finite="allow-nan" if self._takes_missing() else True,
        )
        return _sparse_parts(X) if sparse.issparse(X) else X

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.sparse and self._sparse
        return tags


def dense(made):
    """Transformed rows as an array, if they are sparse."""
    return made.toarray() if sparse.issparse(made) else made


def _made_rows(X):
    """Transformed rows in one of the forms that the native module reads."""
    if _is_frame_of_types(X):
        return X.reset_index(drop=True) if hasattr(X, "reset_index") else X
    X = check_array(X, accept_sparse="csr", dtype=(np.float64, np.float32), ensure_all_finite="allow-nan")
    return _sparse_parts(X) if sparse.issparse(X) else X


def _frame(table, X, wanted):
    """A table as a frame of the library that is wanted, or that X is of."""
    library = type(X).__module__.split(".")[0] if wanted == "default" else wanted
    if library == "polars":
        import polars

        return polars.DataFrame(table)
    if library in ("pandas", "pyarrow"):
        import pyarrow

        arrow = pyarrow.table(table)
        if library == "pyarrow":
            return arrow
        frame = arrow.to_pandas()
        return frame.set_axis(X.index) if hasattr(X, "index") and len(X) == len(frame) else frame
    return table
