"""Names in a model file for what has none there: the columns of an array, and labels that are not text."""

from __future__ import annotations

import json
import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.validation import _get_feature_names


def array_names(width: int) -> list[str]:
    """The names of the columns of an array, as scikit-learn has them."""
    return [f"x{i}" for i in range(width)]


def column_names(X) -> list[str]:
    """The names of the columns of rows; those of an array if they have none."""
    names = getattr(X, "column_names", None) if _get_feature_names(X) is None else _get_feature_names(X)
    return array_names(X.shape[1]) if names is None else [str(name) for name in names]


def input_names(model) -> list[str]:
    """The names of the inputs of a model."""
    return [given["name"] for given in json.loads(model.info())["schema"]["inputs"]]


def target_name(y) -> str:
    """The name of a target: its own, if it has one."""
    name = getattr(y, "name", None)
    return name if isinstance(name, str) else "y"


def target_names(y, count: int) -> list[str]:
    """The names of so many targets: those of a frame's columns, if they are text."""
    columns = list(getattr(y, "columns", ()))
    if len(columns) == count and all(isinstance(name, str) for name in columns):
        return columns
    return [target_name(y)] if count == 1 else [f"y{i}" for i in range(count)]


def target_columns(y) -> list[np.ndarray]:
    """The columns of one or several targets. One column that stands as a matrix is taken as a vector, with a warning."""
    if sparse.issparse(y):
        y = y.toarray()
    if y.ndim == 1:
        return [y]
    if y.shape[1] == 1:
        sentence = "A column-vector y was passed when a 1d array was expected; it is taken as y.ravel()."
        warnings.warn(sentence, DataConversionWarning, stacklevel=4)
    return [np.ascontiguousarray(y[:, at]) for at in range(y.shape[1])]


def names_of(labels: np.ndarray) -> list[str]:
    """The names of labels of any type."""
    if labels.dtype == bool:
        return [str(label).lower() for label in labels]
    return [str(label) for label in labels]


def from_names(names: list[str]) -> np.ndarray:
    """The labels of these names: integers, floats or booleans if all read like that, else text."""
    if set(names) <= {"false", "true"}:
        return np.array([name == "true" for name in names])
    for kind in (int, float):
        try:
            return np.array([kind(name) for name in names])
        except ValueError:
            continue
    return np.array(names)
