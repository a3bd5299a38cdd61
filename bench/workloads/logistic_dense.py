"""Logistic regression of many rows of numbers."""

import numpy as np
from report import objective_bar, time_bar

from ._logistic import estimator, hornbook, intelex, scikit_learn, snapml

TITLE = "Fit a logistic regression of two classes with an L2 penalty."
QUALITY = "objective"
SHAPES = {"full": {"rows": 200_000, "columns": 50}, "small": {"rows": 20_000, "columns": 50}}


def make(folder, seed, rows, columns):
    draw = np.random.default_rng(seed)
    x = draw.normal(size=(rows, columns)) @ (draw.normal(size=(columns, columns)) / 7 + np.eye(columns))
    scores = x @ draw.normal(scale=0.5, size=columns) - 0.3
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", (draw.random(rows) < 1 / (1 + np.exp(-scores))).astype(np.int32))


def load(folder):
    return np.load(folder / "x.npy"), np.load(folder / "y.npy")


PEERS = {
    "hornbook": estimator(hornbook, load),
    "newton-cholesky": estimator(scikit_learn("newton-cholesky"), load),
    "lbfgs": estimator(scikit_learn("lbfgs"), load),
    "scikit-learn-intelex": estimator(intelex, load),
    # It takes numbers of single precision only.
    "snapml": estimator(snapml, load, lambda x: x.astype(np.float32)),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", [peer for peer in PEERS if peer != "hornbook"], 0.6),
        objective_bar(results, "hornbook", 1e-6),
    ]
