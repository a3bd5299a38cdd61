"""Logistic regression of bags of words."""

import numpy as np
from report import objective_bar, time_bar
from scipy import sparse

from ._logistic import estimator, hornbook, intelex, scikit_learn, snapml

TITLE = "Fit a logistic regression of two classes to sparse rows, with an L2 penalty."
QUALITY = "objective"
SHAPES = {
    "full": {"rows": 100_000, "columns": 10_000, "words": 60},
    "small": {"rows": 10_000, "columns": 10_000, "words": 60},
}


def make(folder, seed, rows, columns, words):
    """Rows of length 1; a few words are in many rows, most in few, and a third of them matter."""
    draw = np.random.default_rng(seed)
    popularity = np.cumsum(np.arange(1, columns + 1) ** -0.8)
    chosen = np.searchsorted(popularity / popularity[-1], draw.random(rows * words))
    values = np.abs(draw.normal(1, 0.3, rows * words))
    positions = (np.repeat(np.arange(rows), words), np.minimum(chosen, columns - 1))
    x = sparse.csr_matrix((values, positions), shape=(rows, columns))
    x.sum_duplicates()
    x = sparse.csr_matrix(sparse.diags(1 / np.sqrt(np.ravel(x.multiply(x).sum(axis=1)))) @ x)
    scores = x @ (draw.normal(scale=6, size=columns) * (draw.random(columns) < 0.3))
    odds = np.exp(np.median(scores) - scores)
    sparse.save_npz(folder / "x.npz", x, compressed=False)
    np.save(folder / "y.npy", (draw.random(rows) < 1 / (1 + odds)).astype(np.int32))


def load(folder):
    return sparse.csr_matrix(sparse.load_npz(folder / "x.npz")), np.load(folder / "y.npy")


PEERS = {
    "hornbook": estimator(hornbook, load),
    "snapml": estimator(snapml, load),
    "lbfgs": estimator(scikit_learn("lbfgs"), load),
    "saga": estimator(scikit_learn("saga"), load),
    "liblinear": estimator(scikit_learn("liblinear"), load),
    "scikit-learn-intelex": estimator(intelex, load),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", [peer for peer in PEERS if peer != "hornbook"], 1.0),
        objective_bar(results, "hornbook", 1e-6),
    ]
