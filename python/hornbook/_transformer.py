"""Transformers: estimators that make other columns of the columns."""

from __future__ import annotations

import json

import numpy as np
from scipy import sparse
from sklearn.base import TransformerMixin
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _check_feature_names_in, check_array, check_is_fitted, validate_data

from ._base import WithoutTarget, _is_frame_of_types, _sparse_parts
from ._hornbook import Table, fit_transform, has_inverse, inverse_transform, output_columns, transform


def _has_inverse(self):
    """Whether there is a way back; before `fit` it is not known."""
    return not hasattr(self, "model_") or has_inverse(self.model_)


class TransformerEstimator(TransformerMixin, WithoutTarget):
    """The base of all transformers."""

    _task = "transformation"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def fit(self, X, y=None, sample_weight=None):
        """Fit the transformer to rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows. Strings, categories and booleans of a frame (pandas, polars, pyarrow, or anything with
            Arrow's stream interface) are taken as categories.
        y : None
            Not looked at; pipelines pass it along.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row: weight 2 is the row twice, weight 0 is the row absent.

        Returns
        -------
        self
        """
        return super().fit(X, y, sample_weight)

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
        rows = self._rows(X, reset=False)
        return self._in_python(transform(self.model_, rows, False, self._threads()), X)

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
        self.model_, made = fit_transform(self._native(), data, self._seed(), False, self._threads())
        if made is None:
            rows = self._rows(X, reset=False)
            made = transform(self.model_, rows, False, self._threads())
        return self._in_python(made, X)

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
        return self._in_python(made, X)

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
        names = _check_feature_names_in(self, input_features)
        fitted = [given["name"] for given in json.loads(self.model_.info())["schema"]["inputs"]]
        return np.array([self._output_name(column, fitted, names) for column in self._columns_out()], dtype=object)

    def _columns_out(self):
        """The columns that are made: their names, types and inputs."""
        return output_columns(self.model_)

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
    learner has which parameters (`_native_parameters`), and the way back (`_from_native`)."""

    _takes = frozenset({"missing", "weights"})

    def _rows(self, X, *, reset):
        self._look_at(X)
        X = validate_data(
            self,
            X,
            reset=reset,
            accept_sparse="csr" if self._takes_sparse() else False,
            dtype=(np.float64, np.float32),
            ensure_all_finite="allow-nan" if self._takes_missing() else True,
        )
        return _sparse_parts(X) if sparse.issparse(X) else X

    def _takes_sparse(self):
        return True


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
