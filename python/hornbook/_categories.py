"""Columns of any values as categories, as the native module reads them."""

from __future__ import annotations

import numpy as np

from . import _labels

# The code of a missing value.
MISSING = np.uint32(0xFFFFFFFF)


def labels_of(values):
    """The names of values; of equal numbers it is the same, whatever their type."""
    if values.dtype.kind == "f":
        return [str(int(value)) if value.is_integer() else repr(float(value)) for value in values.tolist()]
    return _labels.names_of(values)


def is_missing(values):
    """Where values are missing: NaN or None."""
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype != object:
        return np.zeros(len(values), dtype=bool)
    return np.array([value is None or value != value for value in values.tolist()], dtype=bool)


def distinct(values):
    """The different values in order, without what is missing."""
    known = values[~is_missing(values)]
    if known.dtype != object:
        return np.unique(known)
    try:
        found = sorted(set(known.tolist()))
    except TypeError:
        kinds = sorted({type(value).__name__ for value in known.tolist()})
        raise TypeError(
            f"Encoders require their input argument must be uniformly strings or numbers. Got {kinds}"
        ) from None
    array = np.empty(len(found), dtype=object)
    array[:] = found
    return array


def codes_of(values, categories):
    """The place of each value among categories; of what is missing or none of them, that of missing values."""
    places = {value: place for place, value in enumerate(categories.tolist())}
    if values.dtype == object or categories.dtype == object:
        found = [places.get(value, MISSING) for value in values.tolist()]
        return np.array(found, dtype=np.uint32)
    order = np.argsort(categories, kind="stable")
    near = np.searchsorted(categories, values, sorter=order).clip(0, max(len(categories) - 1, 0))
    if not len(categories):
        return np.full(len(values), MISSING)
    found = order[near]
    return np.where(categories[found] == values, found, MISSING).astype(np.uint32)


def columns_of(X):
    """The columns of a frame or an array, each an array."""
    if hasattr(X, "iloc"):
        return [_values(X.iloc[:, place]) for place in range(X.shape[1])]
    if hasattr(X, "get_columns"):
        return [_values(column) for column in X.get_columns()]
    return [X[:, place] for place in range(X.shape[1])]


def _values(column):
    values = np.asarray(column.to_numpy())
    if values.dtype.kind in "iufb":
        return values
    values = values.astype(object)
    values[np.array([_is_nothing(value) for value in values.tolist()], dtype=bool)] = None
    return values


def _is_nothing(value):
    # pandas.NA is equal to nothing, and says so by itself.
    return value is None or type(value).__name__ == "NAType" or value != value


def strings_only(X):
    """Whether X is a frame whose columns are all of strings, which the native module takes as categories by itself."""
    if hasattr(X, "iloc"):
        return all(getattr(dtype, "name", "") in ("str", "string") for dtype in X.dtypes)
    if hasattr(X, "get_columns"):
        return all(str(dtype) in ("String", "Utf8") for dtype in X.dtypes)
    return False



def with_categories(X, places, coded):
    """A frame in which some columns are categories: codes with the names of their levels."""
    if hasattr(X, "iloc"):
        import pandas

        X = X.copy(deep=False)
        for place, (codes, levels) in zip(places, coded):
            signed = np.where(codes == MISSING, -1, codes.astype(np.int64))
            X.isetitem(place, pandas.Categorical.from_codes(signed, categories=levels))
        return X
    import polars

    made = []
    for place, (codes, levels) in zip(places, coded):
        labels = [None if code == MISSING else levels[code] for code in codes.tolist()]
        made.append(polars.Series(X.columns[place], labels, dtype=polars.Enum(levels)))
    return X.with_columns(made)
