"""How rows are divided into training and test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral

import numpy as np
from sklearn.utils.validation import _num_samples, check_consistent_length

from .. import _arguments as arguments
from .. import _labels
from .._hornbook import Data
from .._hornbook import Resampling as NativeResampling

__all__ = [
    "Bootstrap632",
    "CrossValidation",
    "HoldOut",
    "LeaveOneOut",
    "LeavePOut",
    "Subsampling",
    "TimeOrdered",
]


class Design:
    """The base of all designs. They are splitters for scikit-learn too."""

    def split(self, X, y=None, groups=None):
        """Give the training and test rows, split by split.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows; only their number counts.
        y : array-like of shape (n_samples,), default=None
            The target. Integers, text and booleans are taken as classes and stratified; other numbers
            are not classes.
        groups : array-like of shape (n_samples,), default=None
            The group of each row. Groups stay whole.

        Yields
        ------
        train, test : ndarray of int
        """
        check_consistent_length(X, y, groups)
        rows = np.zeros((_num_samples(X), 1))
        target = rows[:, 0]
        if y is not None and np.asarray(y).dtype.kind != "f":
            classes, codes = np.unique(y, return_inverse=True)
            target = codes.astype(np.uint32), _labels.names_of(classes)
        data = Data(rows, ["row"], ["y"], [target], groups=arguments.group_codes(groups), threads=1)
        yield from self._native().splits(data)

    def get_n_splits(self, X=None, y=None, groups=None):
        """How many splits there are; some designs must see the rows to say."""
        return sum(1 for _ in self.split(X, y, groups))


@dataclass(frozen=True)
class CrossValidation(Design):
    """(Repeated, stratified, grouped) k-fold cross-validation.

    Parameters
    ----------
    n_splits : int, default=5
        How many folds.
    n_repeats : int, default=1
        How often the cross-validation is repeated with new folds.
    stratified : bool, default=True
        Whether the folds are stratified by class.
    random_state : int or RandomState, default=None
        Where the random numbers come from; None is 0, so that scores can be compared.

    Examples
    --------
    >>> from hornbook.model_selection import CrossValidation
    >>> [test.tolist() for train, test in CrossValidation(2).split(range(4), [0, 0, 1, 1])]
    [[0, 2], [1, 3]]
    """

    n_splits: int = 5
    n_repeats: int = 1
    stratified: bool = True
    random_state: int | None = None

    def _native(self):
        return NativeResampling.cross_validation(
            arguments.count(self.n_splits, "n_splits", 2),
            arguments.count(self.n_repeats, "n_repeats"),
            bool(self.stratified),
            arguments.seed_or_zero(self.random_state),
        )


@dataclass(frozen=True)
class HoldOut(Design):
    """Part of the rows is kept for the test: the last ones if the rows have an order.

    Parameters
    ----------
    test_size : float, default=0.25
        Test fraction.
    random_state : int or RandomState, default=None
        Where the random numbers come from; None is 0.
    """

    test_size: float = 0.25
    random_state: int | None = None

    def _native(self):
        return NativeResampling.hold_out(self.test_size, arguments.seed_or_zero(self.random_state))


@dataclass(frozen=True)
class LeaveOneOut(Design):
    """Leave-one-out cross-validation; with groups, leave-one-group-out."""

    def _native(self):
        return NativeResampling.leave_out(1)


@dataclass(frozen=True)
class LeavePOut(Design):
    """Leave-p-out cross-validation; with groups, of sets of groups.

    Parameters
    ----------
    p : int
        How many are left out.
    """

    p: int

    def _native(self):
        return NativeResampling.leave_out(arguments.count(self.p, "p"))


@dataclass(frozen=True)
class Subsampling(Design):
    """A hold-out drawn anew many times.

    Parameters
    ----------
    n_splits : int, default=10
        How many times.
    test_size : float, default=0.25
        Test fraction.
    random_state : int or RandomState, default=None
        Where the random numbers come from; None is 0.
    """

    n_splits: int = 10
    test_size: float = 0.25
    random_state: int | None = None

    def _native(self):
        times = arguments.count(self.n_splits, "n_splits")
        return NativeResampling.subsampling(self.test_size, times, arguments.seed_or_zero(self.random_state))


@dataclass(frozen=True)
class Bootstrap632(Design):
    """Bootstrap: trains on rows drawn with replacement and tests on the out-of-bag rows.

    Parameters
    ----------
    n_splits : int, default=50
        How many samples.
    kind : {"632+", "632", "alone"}, default="632+"
        What `evaluate` makes of the rows left out: ".632" and ".632+" put them together with the rows trained on;
        "alone" does not.
    random_state : int or RandomState, default=None
        Where the random numbers come from; None is 0.
    """

    n_splits: int = 50
    kind: str = "632+"
    random_state: int | None = None

    def _native(self):
        times = arguments.count(self.n_splits, "n_splits")
        return NativeResampling.bootstrap(times, str(self.kind), arguments.seed_or_zero(self.random_state))


@dataclass(frozen=True)
class TimeOrdered(Design):
    """The rows are cut into blocks by time, and each block is predicted from those before it.

    Parameters
    ----------
    n_splits : int, default=5
        Number of test blocks.
    gap : int, default=0
        How many rows before each block are not trained on, for targets that are known late.
    max_train_size : int, default=None
        Trains on the last rows only, so many at most.
    """

    n_splits: int = 5
    gap: int = 0
    max_train_size: int | None = None

    def _native(self):
        window = self.max_train_size
        return NativeResampling.time_ordered(
            arguments.count(self.n_splits, "n_splits"),
            arguments.count(self.gap, "gap", 0),
            None if window is None else arguments.count(window, "max_train_size"),
        )


def design_for_any(cv, random_state=None):
    """The design of a `cv` that suits any table."""
    if isinstance(cv, Design):
        return cv._native()
    if isinstance(cv, Integral) and not isinstance(cv, bool):
        return NativeResampling.by_roles(arguments.count(cv, "cv", 2), arguments.seed_or_zero(random_state))
    raise TypeError(
        f"cv is of type {type(cv).__name__}; where it must suit more than one table, give a number of folds or one of "
        "Hornbook's designs"
    )


def design_for(cv, X, y, groups, random_state=None):
    """The design of any `cv` for these rows: a number, one of ours, a splitter of scikit-learn, or its splits."""
    if isinstance(cv, (Design, Integral)):
        return design_for_any(cv, random_state)
    # A text can be split too.
    splits = cv.split(X, y, groups) if hasattr(cv, "split") and not isinstance(cv, (str, bytes)) else cv
    if isinstance(splits, (str, bytes)) or not isinstance(splits, Iterable):
        raise TypeError(
            f"cv is of type {type(cv).__name__}; give a number of folds, a design, a splitter or pairs of train and "
            "test rows"
        )
    return NativeResampling.given([_pair(split) for split in splits])


def _pair(split):
    try:
        train, test = split
    except (TypeError, ValueError):
        raise ValueError("a split of cv is no pair of train and test rows; give such pairs") from None
    return _row_numbers(train), _row_numbers(test)


def _row_numbers(rows):
    rows = np.asarray(rows)
    if rows.dtype == bool:
        rows = np.flatnonzero(rows)
    if rows.ndim != 1 or len(rows) and rows.dtype.kind not in "iu":
        raise ValueError("the rows of a split of cv are no list of integers; count them from 0")
    return np.ascontiguousarray(rows, dtype=np.int64)
