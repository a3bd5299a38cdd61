"""Sending many rows through a hundred boosted trees."""

from report import quality_bar, time_bar

from . import gbdt
from ._classes import load
from ._collisions import area, make  # noqa: F401

TITLE = f"Predict the probabilities of rows of single-precision numbers with {gbdt.ROUNDS} boosted trees."
QUALITY = "ROC area"
SHAPES = {
    "full": {"rows": 100_000, "test_rows": 1_000_000},
    "some": {"rows": 100_000, "test_rows": 100_000},
    "small": {"rows": 10_000, "test_rows": 10_000},
}


def predictor(create):
    def peer(folder):
        x, y, test_x, test_y = load(folder)
        model = create().fit(x, y)
        return lambda: model.predict_proba(test_x), lambda found: area(test_y, found[:, 1])

    return peer


MAKERS = {name: create for name, create in gbdt.MAKERS.items() if name != "LightGBM (quantized)"}
PEERS = {name: predictor(create) for name, create in MAKERS.items()}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["XGBoost (31 leaves)", "XGBoost (depth 6)"], 1.0),
        quality_bar(results, "hornbook", "XGBoost (31 leaves)", 0.002),
    ]
