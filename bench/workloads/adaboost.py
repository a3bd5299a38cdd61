"""Boosting a hundred stumps."""

from report import quality_bar, time_bar

from . import _classes
from ._classes import load, make  # noqa: F401
from ._threads import THREADS
from .tree import estimator

TITLE = "Boost 100 stumps with AdaBoost."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 100_000, "columns": 20, "test_rows": 20_000},
    "small": {"rows": 10_000, "columns": 20, "test_rows": 10_000},
}


def hornbook():
    from hornbook import AdaBoostClassifier

    return AdaBoostClassifier(n_estimators=100, random_state=0, n_jobs=THREADS)


def scikit_learn():
    from sklearn.ensemble import AdaBoostClassifier

    return AdaBoostClassifier(n_estimators=100, random_state=0)


PEERS = {"hornbook": estimator(hornbook), "scikit-learn": estimator(scikit_learn)}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.03),
        quality_bar(results, "hornbook", "scikit-learn", _classes.noise(folder)),
    ]
