"""Whether hyperplanes part classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from . import _arguments as arguments
from . import _hornbook as native
from ._estimators import LeastSquaresClassifier


class HullPoint(NamedTuple):
    """A row with its weight in a convex combination that coincides with one of rows of other classes."""

    row: int
    label: Any
    against: Any
    share: float


@dataclass(frozen=True, eq=False)
class Separability:
    """Whether hyperplanes part classes, with the proof. In text, it is the answer in words."""

    separable: bool
    """Whether they do."""
    classes: np.ndarray
    """The classes."""
    coef_names: list[str]
    """The columns: numbers by their name, levels of categories as `column=level`."""
    coef: np.ndarray | None
    """The weights, if they do: one row for two classes, above zero for the second, else a row for each class, of which the
    largest sum wins."""
    intercept: np.ndarray | None
    """The intercepts, if they do."""
    margin: float | None
    """How far the nearest row is from the boundary of its class, if they do. Other weights may leave it farther away."""
    certificate: list[HullPoint]
    """If they do not: rows of which weighted averages coincide, those of each `label` with those of rows `against` it."""
    text: str
    """The answer in words."""

    def __str__(self):
        return self.text


def separability(X, y, sample_weight=None, *, n_jobs=None):
    """Tell whether hyperplanes part the classes, with a proof of either answer.

    Yes comes with hyperplanes, and no with rows of different classes whose averages coincide, which nothing linear can
    part.

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n_samples, n_features)
        The rows. Categories have a column for each level.
    y : array-like of shape (n_samples,)
        Their classes, two or more.
    sample_weight : array-like of shape (n_samples,), default=None
        Rows of weight 0 are absent, and other weights do not matter.
    n_jobs : int, default=None
        How many threads to use; None and -1 stand for all cores.

    Returns
    -------
    Separability
        `separable`, the hyperplanes (`coef`, `intercept`, `margin`) or the `certificate`, and the answer in words.

    Examples
    --------
    >>> from hornbook import separability
    >>> bits = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> separability(bits, ["no", "no", "no", "yes"]).separable
    True
    >>> [(point.row, point.label, point.share) for point in separability(bits, ["no", "yes", "yes", "no"]).certificate]
    [(0, 'no', 0.25), (3, 'no', 0.25), (1, 'yes', 0.25), (2, 'yes', 0.25)]
    """
    reader = LeastSquaresClassifier(n_jobs=n_jobs)
    data = reader._data(X, y, sample_weight)
    text, names, machine, points = native.separability(data, arguments.threads(n_jobs))
    labels = reader.classes_.tolist()
    codes, intercept, coef, margin = machine or (None, None, None, None)
    return Separability(
        separable=machine is not None,
        classes=reader.classes_ if codes is None else reader.classes_[codes],
        coef_names=names,
        coef=coef,
        intercept=intercept,
        margin=margin,
        certificate=[HullPoint(row, labels[own], labels[against], share) for row, own, against, share in points],
        text=text,
    )
