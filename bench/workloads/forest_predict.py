"""Sending many rows through a hundred trees."""

from report import quality_bar, time_bar

from . import forest
from ._classes import accuracy, load, make  # noqa: F401

TITLE = f"Predict the classes of rows of single-precision numbers with {forest.TREES} trees of unlimited depth."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 100_000, "columns": 20, "test_rows": 1_000_000},
    "some": {"rows": 100_000, "columns": 20, "test_rows": 20_000},
    "small": {"rows": 10_000, "columns": 20, "test_rows": 50_000},
}


def predictor(create):
    def peer(folder):
        x, y, test_x, test_y = load(folder)
        model = create().fit(x, y)
        return lambda: model.predict(test_x), lambda found: accuracy(found, test_y)

    return peer


PEERS = {
    "hornbook": predictor(forest.hornbook),
    "scikit-learn": predictor(forest.scikit_learn),
    "scikit-learn-intelex": predictor(forest.intelex),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.5),
        time_bar(results, "hornbook", ["scikit-learn-intelex"], 1.0),
        quality_bar(results, "hornbook", "scikit-learn", 0.002),
    ]
