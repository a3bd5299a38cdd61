"""Names in a model file for what has none there: the columns of an array, and labels that are not text."""

from __future__ import annotations

import numpy as np


def array_names(width: int) -> list[str]:
    """The names of the columns of an array, as scikit-learn has them."""
    return [f"x{i}" for i in range(width)]


def names_of(labels: np.ndarray) -> list[str]:
    """The names of labels of any type."""
    if labels.dtype == bool:
        return [str(label).lower() for label in labels]
    return [str(label) for label in labels]


def from_names(names: list[str]) -> np.ndarray:
    """The labels of these names: whole numbers, numbers or truth values if all read like that, else text."""
    if set(names) <= {"false", "true"}:
        return np.array([name == "true" for name in names])
    for kind in (int, float):
        try:
            return np.array([kind(name) for name in names])
        except ValueError:
            continue
    return np.array(names)
