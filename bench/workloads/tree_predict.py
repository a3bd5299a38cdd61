"""Sending many rows through one tree."""

from report import quality_bar, time_bar

from . import _classes
from ._classes import accuracy, load, make  # noqa: F401
from ._threads import THREADS

DEPTH = 12

TITLE = f"Predict the classes of rows of single-precision numbers with a tree of depth {DEPTH}."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 100_000, "columns": 20, "test_rows": 1_000_000},
    "small": {"rows": 10_000, "columns": 20, "test_rows": 50_000},
}


def predictor(create):
    def peer(folder):
        x, y, test_x, test_y = load(folder)
        model = create().fit(x, y)
        return lambda: model.predict(test_x), lambda found: accuracy(found, test_y)

    return peer


def hornbook():
    from hornbook import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=DEPTH, random_state=0, n_jobs=THREADS)


def scikit_learn():
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=DEPTH, random_state=0)


PEERS = {"hornbook": predictor(hornbook), "scikit-learn": predictor(scikit_learn)}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 1.0),
        quality_bar(results, "hornbook", "scikit-learn", _classes.noise(folder)),
    ]
