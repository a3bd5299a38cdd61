"""Different transformers for different columns, by scikit-learn's names."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import make_column_selector
from sklearn.pipeline import _name_estimators
from sklearn.utils import Bunch
from sklearn.utils._indexing import _get_column_indices
from sklearn.utils.metaestimators import _BaseComposition
from sklearn.utils.validation import check_is_fitted

from . import _categories, _labels
from ._base import Estimator
from ._documentation import completed
from ._hornbook import Table
from ._members import from_spec
from ._transformer import TransformerEstimator
from .preprocessing._encoders import CategoryEncoder

__all__ = ["ColumnTransformer", "make_column_selector", "make_column_transformer"]

_REST = "remainder"
_WORDS = {"passthrough": {"learner": "select-columns"}, "drop": {"learner": "drop-columns"}}


@completed
class ColumnTransformer(TransformerEstimator, _BaseComposition):
    """Different transformers for different columns; what they make stands side by side.

    As scikit-learn's, of Hornbook's own transformers, on the native transformer `columns`: a native pipeline with it is one model,
    in one file.

    Parameters
    ----------
    transformers : list of tuples
        Each a name, a transformer, `"passthrough"` or `"drop"`, and its columns: a name, a list of names or positions, a position,
        a slice, a mask, or a function of `X` that gives such, as `make_column_selector` makes.
    remainder : {"drop", "passthrough"} or estimator, default="drop"
        What becomes of columns that no transformer gets.
    sparse_threshold : float, default=0.3
        The array is sparse if one part is, and a smaller fraction of all numbers than this is not zero.
    verbose_feature_names_out : bool or str, default=True
        Put the name of the transformer before that of each column: `scale__age`. Text is a format with `transformer_name` and
        `feature_name`.

    Attributes
    ----------
    transformers_ : list of tuples
        The fitted transformers with their columns; that of the remainder is the last, if there is one.
    named_transformers_ : Bunch
        The fitted transformers by name.
    sparse_output_ : bool
        Whether the training rows became a sparse matrix.
    output_indices_ : dict
        The columns that each transformer makes, as a slice, by name.

    Examples
    --------
    >>> import pandas as pd
    >>> from hornbook.compose import ColumnTransformer
    >>> from hornbook.preprocessing import StandardScaler
    >>> frame = pd.DataFrame({"age": [20.0, 40.0], "fare": [1.0, 3.0], "id": [7.0, 8.0]})
    >>> columns = ColumnTransformer([("scale", StandardScaler(), ["age", "fare"])])
    >>> columns.fit_transform(frame).tolist()
    [[-1.0, -1.0], [1.0, 1.0]]
    """

    _learner = "columns"

    def __init__(
        self,
        transformers,
        *,
        remainder="drop",
        sparse_threshold=0.3,
        n_jobs=None,
        transformer_weights=None,
        verbose=False,
        verbose_feature_names_out=True,
    ):
        self.transformers = transformers
        self.remainder = remainder
        self.sparse_threshold = sparse_threshold
        self.n_jobs = n_jobs
        self.transformer_weights = transformer_weights
        self.verbose = verbose
        self.verbose_feature_names_out = verbose_feature_names_out

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        pairs = self._transformers if isinstance(self._transformers, list) else []
        own = [part.__sklearn_tags__() for _, part in pairs if isinstance(part, Estimator)]
        tags.input_tags.sparse = all(part.input_tags.sparse for part in own)
        tags.input_tags.allow_nan = all(part.input_tags.allow_nan for part in own)
        return tags

    @property
    def _takes(self):
        """Text only if a transformer takes it: to all others strings are categories."""
        pairs = self._transformers if isinstance(self._transformers, list) else []
        has_text = any("text" in part._takes for _, part in pairs if isinstance(part, Estimator))
        return frozenset({"categories", "missing", "weights"} | ({"text"} if has_text else set()))

    @property
    def _transformers(self):
        """The pairs of a name and a transformer, as scikit-learn's compositions want them."""
        try:
            return [(name, part) for name, part, _ in self.transformers]
        except (TypeError, ValueError):
            # What is wrong with them is said in fit.
            return self.transformers

    @_transformers.setter
    def _transformers(self, pairs):
        try:
            self.transformers = [(name, part, own) for (name, part), (_, _, own) in zip(pairs, self.transformers)]
        except (TypeError, ValueError):
            self.transformers = pairs

    def get_params(self, deep=True):
        """Get the parameters; deep, also those of the transformers, as `name__parameter`."""
        return self._get_params("_transformers", deep=deep)

    def set_params(self, **kwargs):
        """Set parameters; `name__parameter` sets one of a transformer."""
        self._set_params("_transformers", **kwargs)
        return self

    def set_output(self, *, transform=None):
        """Set the container of the output: `"default"`, `"pandas"` or `"polars"`."""
        return super().set_output(transform=transform)

    def fit_transform(self, X, y=None, sample_weight=None):
        """Fit all transformers, and transform the rows as the next step of a pipeline sees them.

        Parameters
        ----------
        X, y, sample_weight
            As for `fit`.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_columns)
        """
        made = super().fit_transform(X, y, sample_weight)
        self.sparse_output_ = sparse.issparse(made)
        return made

    def _names_out(self, names):
        all_names = []
        for name, part, columns in self.transformers_:
            own = names[np.array(columns, dtype=int)]
            if isinstance(part, Estimator) and columns:
                own = part.get_feature_names_out(None if hasattr(part, "feature_names_in_") else own)
            all_names += [self._output_name_of(name, made) for made in (own if part != "drop" else ())]
        if len(set(all_names)) < len(all_names):
            twice = sorted({name for name in all_names if all_names.count(name) > 1})
            raise ValueError(
                f"Output feature names: {twice[:5]} are not unique. Please set verbose_feature_names_out=True to add prefixes "
                "to feature names"
            )
        return all_names

    @property
    def named_transformers_(self):
        """The fitted transformers by name."""
        check_is_fitted(self)
        return Bunch(**{name: part for name, part, _ in self.transformers_})

    @property
    def output_indices_(self):
        """The columns that each transformer makes, as a slice, by name."""
        check_is_fitted(self)
        found, first = {}, 0
        for name, part, columns in self.transformers_:
            if isinstance(part, Estimator):
                width = len(part._columns_out()) if columns else 0
            else:
                width = len(columns) if part == "passthrough" else 0
            found[name] = slice(first, first + width) if width else slice(0, 0)
            first += width
        return found | ({} if _REST in found else {_REST: slice(0, 0)})

    def _output_name_of(self, name, made):
        prefix = self.verbose_feature_names_out
        if isinstance(prefix, str):
            return prefix.format(transformer_name=name, feature_name=made)
        return f"{name}__{made}" if prefix else made

    def _entries(self):
        rest = [] if isinstance(self.remainder, str) else [(_REST, self.remainder, None)]
        return [*self.transformers, *rest]

    def _checked_entries(self):
        if self.transformer_weights is not None:
            raise ValueError("transformer_weights is not supported: leave it out")
        self._validate_names([name for name, _, _ in self.transformers])
        if isinstance(self.remainder, str) and self.remainder not in _WORDS:
            raise ValueError(f"remainder is {self.remainder!r}; expected 'drop', 'passthrough' or a transformer")
        for name, part, _ in self._entries():
            if part in ("drop", "passthrough") if isinstance(part, str) else getattr(part, "_task", None) == "transformation":
                continue
            kind = repr(part) if isinstance(part, str) else type(part).__name__
            raise TypeError(
                f"the transformer {name!r} of {type(self).__name__} is {kind}, which is no transformer of Hornbook; for others use "
                "scikit-learn's ColumnTransformer, which takes Hornbook's too"
            )
        return self._entries()

    def _native_parameters(self):
        entries = []
        for name, part, columns in self._checked_entries():
            names = ["@rest"] if name == _REST and columns is None else self._names_of(name, columns)
            spec = _WORDS[part] if isinstance(part, str) else part._spec()
            if names:
                entries.append({"columns": names, "transformer": spec})
        rest = self.remainder if isinstance(self.remainder, str) else "drop"
        return {"transformers": entries, "remainder": rest}

    def _names_of(self, name, columns):
        """The names of the columns of an entry; positions are those of the rows that were looked at."""
        if _is_all(columns):
            return ["@all"]
        if name in getattr(self, "_resolved", ()):
            return self._resolved[name]
        listed = [columns] if isinstance(columns, (str, Integral)) else columns
        if isinstance(listed, (list, tuple)) and all(isinstance(column, str) for column in listed):
            return list(listed)
        if isinstance(listed, (list, tuple)) and all(_is_position(column) for column in listed):
            return [f"x{column}" for column in listed]
        raise ValueError(f"the columns of {name!r} are not known before there are rows; give their names")

    def _look_at(self, X):
        """Finds the columns of each transformer among those of X."""
        self._resolved = {}
        rows = X if hasattr(X, "shape") else np.asarray(X)
        if len(rows.shape) != 2 or rows.shape[1] == 0:
            return  # Such rows are refused when they are read.
        names = _labels.column_names(rows)
        for name, part, columns in self.transformers:
            columns = columns(X) if callable(columns) else columns
            if isinstance(part, Estimator):
                part._look_at(X)
            if _is_all(columns):
                self._resolved[name] = names
            elif not _has_types(columns):
                self._resolved[name] = [names[place] for place in _get_column_indices(rows, columns)]

    def _rows(self, X, *, reset):
        if reset:
            self._look_at(X)
        return super()._rows(self._as_read(X, reset=reset), reset=reset)

    def _as_read(self, X, *, reset):
        """The rows with categories in the columns of encoders, which read any values as such."""
        if reset:
            self._readers = {name: clone(part) for name, part, _ in self.transformers if isinstance(part, CategoryEncoder)}
        readers = {name: reader for name, reader in getattr(self, "_readers", {}).items() if self._resolved.get(name)}
        if not readers or isinstance(X, Table):
            return X
        is_frame = hasattr(X, "iloc") or hasattr(X, "get_columns")
        rows = X if is_frame else np.asarray(X)
        names, columns, coded = _labels.column_names(rows), _categories.columns_of(rows), {}
        for name, reader in readers.items():
            places = [names.index(column) for column in self._resolved[name]]
            if not (is_frame and _categories.strings_only(rows[[rows.columns[place] for place in places]])):
                coded |= dict(zip(places, reader._coded([columns[place] for place in places], reset)))
        self._refuse_sharing(names, coded)
        if is_frame:
            return _categories.with_categories(rows, coded, coded.values())
        plain = [coded.get(place, values) for place, values in enumerate(columns)]
        numbers = [own if isinstance(own, tuple) else np.ascontiguousarray(own, dtype=np.float64) for own in plain]
        return Table.of_columns(names, numbers)

    def _refuse_sharing(self, names, coded):
        """A column cannot be read as categories by one part, and as numbers by another."""
        for name, part, _ in self.transformers:
            both = [names[place] for place in coded if names[place] in self._resolved.get(name, ())]
            if both and isinstance(part, Estimator) and name not in self._readers:
                raise ValueError(f"column '{both[0]}' is read as categories by an encoder, and given to {name!r}, too; copy it")

    def _in_python(self, made, X):
        made = super()._in_python(made, X)
        if sparse.issparse(made) and made.nnz >= self.sparse_threshold * made.shape[0] * made.shape[1]:
            return made.toarray()
        return made

    def _hold_part(self, model, has_read=False):
        self.__dict__.pop("_fitted_parts", None)
        super()._hold_part(model, has_read)

    @property
    def transformers_(self):
        """The fitted transformers with their columns."""
        check_is_fitted(self)
        model, parts = getattr(self, "_fitted_parts", (None, None))
        if model is None or not model.is_same(self.model_):
            parts = self._parts_of(self.model_)
            self._fitted_parts = self.model_, parts
        return parts

    def _parts_of(self, model):
        names = _labels.input_names(model)
        members = model.members()
        parts, taken = [], set()
        for name, part, columns in self._entries():
            if getattr(self, "_resolved", {}).get(name) == []:
                parts.append((name, part if isinstance(part, str) else clone(part), []))
                continue
            member = members.pop(0)
            own = [names.index(column) for column in _labels.input_names(member)]
            taken |= set(own)
            parts.append((name, self._fitted(name, part, member, [names[place] for place in own]), own))
        rest = [place for place in range(len(names)) if place not in taken]
        return parts + ([(_REST, self.remainder, rest)] if rest and isinstance(self.remainder, str) else [])

    def _fitted(self, name, part, member, names):
        if isinstance(part, str):
            return part
        reader = getattr(self, "_readers", {}).get(name)
        fitted = clone(part) if reader is None else reader
        fitted._hold_part(member, has_read=hasattr(reader, "categories_"))
        if hasattr(self, "feature_names_in_"):
            fitted._take_names(names)
        return fitted

    @classmethod
    def _of_parameters(cls, parameters, task):
        entries = [(from_spec(entry["transformer"], task), entry["columns"]) for entry in parameters["transformers"]]
        return make_column_transformer(*entries, remainder=parameters.get("remainder", "passthrough"))

    def fit(self, X, y=None, sample_weight=None):
        """Fit all transformers to their columns.

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
        self
        """
        self.fit_transform(X, y, sample_weight)
        return self


def _is_all(columns):
    return isinstance(columns, slice) and columns == slice(None)


def _is_position(column):
    return isinstance(column, Integral) and not isinstance(column, bool) and column >= 0


def _has_types(columns):
    """Whether columns are selected by the native words for types: `@number`."""
    listed = [columns] if isinstance(columns, str) else columns
    return isinstance(listed, (list, tuple)) and any(isinstance(column, str) and column.startswith("@") for column in listed)


def make_column_transformer(
    *transformers, remainder="drop", sparse_threshold=0.3, n_jobs=None, verbose=False, verbose_feature_names_out=True
):
    """Make a `ColumnTransformer` whose transformers are named after their classes, in lower case.

    Parameters
    ----------
    *transformers : tuples
        Pairs of a transformer and its columns.
    remainder, sparse_threshold, n_jobs, verbose, verbose_feature_names_out
        As those of `ColumnTransformer`.

    Returns
    -------
    ColumnTransformer

    Examples
    --------
    >>> from hornbook.compose import make_column_transformer
    >>> from hornbook.preprocessing import StandardScaler
    >>> make_column_transformer((StandardScaler(), ["age"])).transformers[0][0]
    'standardscaler'
    """
    parts, columns = zip(*transformers)
    names = [name for name, _ in _name_estimators(parts)]
    return ColumnTransformer(
        list(zip(names, parts, columns)),
        remainder=remainder,
        sparse_threshold=sparse_threshold,
        n_jobs=n_jobs,
        verbose=verbose,
        verbose_feature_names_out=verbose_feature_names_out,
    )
