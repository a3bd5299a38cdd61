"""Scoring: scikit-learn's scorer names and Hornbook's metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from .. import _arguments as arguments
from .._hornbook import EvaluationOptions
from .._labels import names_of
from ..metrics._inputs import index_of

_OF_ESTIMATORS = {
    "classification": "accuracy",
    "regression": "r2",
    "density": "log-likelihood",
    "transformation": "reconstruction error",
    "outliers": "roc_auc",
    "clustering": "silhouette",
}


@dataclass(frozen=True)
class Scoring:
    """What is measured: the names that results have, the measures, and 1 or −1 for each as scikit-learn has it."""

    keys: list[str]
    measures: list[str]
    signs: np.ndarray


def scoring_of(scoring, task):
    """What a `scoring` of scikit-learn's means. Names that begin with `neg_` give the negative, as there."""
    if scoring is None:
        scoring = {"score": _OF_ESTIMATORS[task]}
    elif isinstance(scoring, str):
        scoring = {"score": scoring}
    elif isinstance(scoring, Iterable) and not isinstance(scoring, Mapping):
        scoring = {name: name for name in scoring}
    if not isinstance(scoring, Mapping) or not all(isinstance(name, str) for name in scoring.values()):
        raise TypeError(
            "scoring must be the name of a metric, a list of names, or a dict of names; functions in Python cannot "
            "score here, but in scikit-learn's function of the same name they can"
        )
    names = list(scoring.values())
    return Scoring(list(scoring), names, np.array([-1.0 if name.startswith("neg_") else 1.0 for name in names]))


def one_scoring_of(scoring, task):
    """As `scoring_of`, where a single metric decides."""
    found = scoring_of(scoring, task)
    if len(found.keys) != 1:
        raise ValueError(f"there are {len(found.keys)} measures in scoring, and one must decide; name one")
    return found


def evaluation_options(measures, positive, losses, level, classes):
    """How predictions are scored; `classes` are the labels of the target, None for numbers."""
    if isinstance(measures, str):
        measures = [measures]
    # Several targets have a list of them; the native module says that one is evaluated at a time.
    names = None if classes is None or isinstance(classes, list) else _Names(classes)
    return EvaluationOptions(
        None if measures is None else list(measures),
        None if positive is None else _of_classes(names, "positive").of(positive),
        None if losses is None else _of_classes(names, "losses").losses(losses),
        level,
    )


def _of_classes(names, argument):
    if names is None:
        raise ValueError(f"{argument} is for classes, and the target holds numbers; leave it out")
    return names


class _Names:
    """What labels go by in the native module."""

    def __init__(self, classes):
        self.classes, self.names = classes, names_of(classes)

    def of(self, label):
        index = index_of(label, self.classes)
        return self.names[index] if index < len(self.names) else str(label)

    def losses(self, losses):
        """Actions, classes and losses, from a square array or from what each action costs for each class."""
        by_action = arguments.losses_by_action(losses)
        if by_action is not None:
            of_actions = arguments.losses_of_classes(by_action, self.classes.tolist())
            return [self.of(action) for action in by_action], self.names, of_actions
        losses = np.asarray(losses, dtype=np.float64)
        if losses.shape != (len(self.names),) * 2:
            raise ValueError(
                f"losses has the shape {losses.shape}, and there are {len(self.names)} classes; give a row for each "
                "class said and a column for each true class"
            )
        return self.names, self.names, losses.ravel().tolist()
