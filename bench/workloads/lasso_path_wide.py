"""The lasso path (regularization path), of many more columns than rows."""

import numpy as np
from report import objective_bar, time_bar

from ._threads import THREADS

TITLE = "Compute the lasso path at 50 alphas, from the smallest that sets every coefficient to zero to a hundredth of it."
QUALITY = "sum of objectives"
SHAPES = {"full": {"rows": 1000, "columns": 10_000}, "small": {"rows": 500, "columns": 3000}}


def make(folder, seed, rows, columns):
    """Each column goes together with the one before; fifty of them matter."""
    draw = np.random.default_rng(seed)
    x = draw.normal(size=(rows, columns))
    for column in range(1, columns):
        x[:, column] = 0.5 * x[:, column - 1] + np.sqrt(0.75) * x[:, column]
    weights = np.zeros(columns)
    weights[draw.permutation(columns)[:50]] = draw.normal(size=50)
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", x @ weights + draw.normal(size=rows))


def path_of(follow):
    """A peer that gets columns and a target about their means, column by column in memory, and the alphas."""

    def peer(folder):
        x, y = np.load(folder / "x.npy"), np.load(folder / "y.npy")
        x, y = np.asfortranarray(x - x.mean(axis=0)), y - y.mean()
        alphas = np.abs(x.T @ y).max() / len(y) * np.logspace(0, -2, 50)
        follow(x[:, :50], y, alphas[:2])  # imports are not timed

        def objectives(weights):
            errors = ((y[:, None] - x @ weights) ** 2).mean(axis=0)
            return float((0.5 * errors + alphas * np.abs(weights).sum(axis=0)).sum())

        return lambda: follow(x, y, alphas), objectives

    return peer


def hornbook(x, y, alphas):
    from hornbook import lasso_path

    # Fine enough to reach the objective of every peer.
    return lasso_path(x, y, alphas=alphas, fit_intercept=False, tol=1e-6, n_jobs=THREADS).coefs


def scikit_learn(x, y, alphas):
    from sklearn.linear_model import lasso_path

    return lasso_path(x, y, alphas=alphas, tol=1e-4)[1]


def celer(x, y, alphas):
    from celer import celer_path

    return celer_path(x, y, "lasso", alphas=alphas, tol=1e-4)[1]


PEERS = {"hornbook": path_of(hornbook), "celer": path_of(celer), "scikit-learn": path_of(scikit_learn)}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["celer", "scikit-learn"], 0.8),
        objective_bar(results, "hornbook", 1e-6),
    ]
