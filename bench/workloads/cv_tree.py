"""Cross-validating a tree with five metrics."""

import numpy as np
from report import quality_bar, time_bar

from ._classes import load, make  # noqa: F401
from ._threads import THREADS

TITLE = "Ten-fold cross-validation of a decision tree: accuracy, precision, recall, F1 and ROC area."
QUALITY = "mean of the metrics"
SHAPES = {
    "full": {"rows": 100_000, "columns": 20, "test_rows": 1},
    "small": {"rows": 5_000, "columns": 20, "test_rows": 1},
}
SCORING = ["accuracy", "precision", "recall", "f1", "roc_auc"]


def splits(x, y):
    from sklearn.model_selection import StratifiedKFold

    return list(StratifiedKFold(10, shuffle=True, random_state=0).split(x, y))


def mean(found):
    return float(np.mean([found[f"test_{name}"] for name in SCORING]))


def hornbook(folder):
    from hornbook import DecisionTreeClassifier
    from hornbook.model_selection import cross_validate

    x, y, *_ = load(folder)
    given = {"scoring": SCORING, "cv": splits(x, y), "n_jobs": THREADS}
    return lambda: cross_validate(DecisionTreeClassifier(random_state=0), x, y, **given), mean


def scikit_learn(folder):
    from sklearn.model_selection import cross_validate
    from sklearn.tree import DecisionTreeClassifier

    x, y, *_ = load(folder)
    given = {"scoring": SCORING, "cv": splits(x, y), "n_jobs": THREADS}
    return lambda: cross_validate(DecisionTreeClassifier(random_state=0), x, y, **given), mean


PEERS = {"hornbook": hornbook, "scikit-learn": scikit_learn}


def bars(results, folder):
    # Every row is tested once: the standard error of an accuracy near 0.8.
    noise = float(np.sqrt(0.8 * 0.2 / len(np.load(folder / "y.npy", mmap_mode="r"))))
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.3),
        quality_bar(results, "hornbook", "scikit-learn", noise),
    ]
