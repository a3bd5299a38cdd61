"""Arguments that scikit-learn's conventions leave open, as the native module takes them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from numbers import Integral

import numpy as np
from sklearn.utils import check_random_state


def seed(random_state):
    """The random seed; another one each time if none is given."""
    if isinstance(random_state, Integral) and random_state >= 0:
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def seed_or_zero(random_state):
    """As `seed`, but always the same one if none is given: scores are to be compared."""
    return 0 if random_state is None else seed(random_state)


def choice(estimator, name, options, advice=""):
    """A parameter of an estimator that is one of some words."""
    value = getattr(estimator, name)
    if not isinstance(value, str) or value not in options:
        *most, last = map(repr, options)
        raise ValueError(f"{name} is {value!r}; expected {' or '.join(filter(None, [', '.join(most), last]))}{advice}")
    return value


def threads(n_jobs):
    """How many threads scikit-learn's `n_jobs` means; None for all cores."""
    if n_jobs is None or n_jobs == -1:
        return None
    if not isinstance(n_jobs, Integral) or n_jobs == 0:
        raise ValueError(f"n_jobs is {n_jobs!r}; expected an integer other than 0, or None")
    if n_jobs > 0:
        return int(n_jobs)
    return max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


def group_codes(groups):
    """Groups of any type as codes, if there are any."""
    if groups is None:
        return None
    groups = np.asarray(groups)
    if groups.dtype.kind == "f" and np.isnan(groups).any() or groups.dtype == object and None in groups.tolist():
        raise ValueError("the group of some rows is missing; fill it in, or leave those rows out")
    return np.unique(groups, return_inverse=True)[1].astype(np.uint32)


def label_codes(labels):
    """Labels of any type as codes, and their names."""
    labels = np.asarray(labels)
    if labels.dtype.kind == "f" and np.isnan(labels).any() or labels.dtype == object and None in labels.tolist():
        raise ValueError("the reference label of some rows is missing; fill it in, or leave those rows out")
    names, codes = np.unique(labels, return_inverse=True)
    return codes.astype(np.uint32), [str(name) for name in names.tolist()]


def fold_codes(fold):
    """Predefined folds of any type as codes, if there are any; a missing fold, or -1, is never tested."""
    if fold is None:
        return None
    fold = np.asarray(fold)
    if fold.dtype == object:
        never = np.array([value is None or value != value or value == -1 for value in fold.tolist()], dtype=bool)
    else:
        never = fold == -1 if fold.dtype.kind in "if" else np.zeros(len(fold), dtype=bool)
        never |= np.isnan(fold) if fold.dtype.kind == "f" else False
    codes = np.full(len(fold), np.iinfo(np.uint32).max, dtype=np.uint32)
    codes[~never] = np.unique(fold[~never], return_inverse=True)[1]
    return codes


def amounts(values):
    """A number a row, if there are any."""
    return None if values is None else np.ascontiguousarray(values, dtype=np.float64)


def moments(order):
    """When each row was, as numbers, if it is known."""
    if order is None:
        return None
    order = np.asarray(order)
    if order.dtype.kind in "Mm":
        return np.where(np.isnat(order), np.nan, order.astype(np.int64).astype(np.float64))
    return np.ascontiguousarray(order, dtype=np.float64)


def count(value, name, least=1):
    """An integer that is large enough."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} is {value!r}; expected an integer at least {least}")
    return int(value)


def tree_and_depth(tree, max_depth):
    """Which tree to draw and how deep; None for the only one, and for all of it."""
    tree = None if tree is None else count(tree, "tree", 0)
    return tree, None if max_depth is None else count(max_depth, "max_depth", 0)


def losses_by_action(losses):
    """What each action costs, from a mapping or a frame with a row for each action; None if it is neither."""
    if hasattr(losses, "to_dict"):
        losses = losses.to_dict(orient="index")
    return losses if isinstance(losses, Mapping) else None


def losses_of_classes(by_action, labels):
    """What each action costs for each class, action by action."""
    for action, row in by_action.items():
        if not isinstance(row, Mapping) or set(row) != set(labels):
            raise ValueError(f"the losses of {action!r} are not for the classes {labels}; give one for each")
    return [float(row[label]) for row in by_action.values() for label in labels]
