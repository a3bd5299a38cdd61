"""The lasso of many rows."""

import numpy as np
from report import objective_bar, time_bar

from ._regression import load, make  # noqa: F401
from ._threads import THREADS

ALPHA = 0.05

TITLE = f"Fit a lasso with alpha = {ALPHA:g}."
QUALITY = "objective"
SHAPES = {
    "full": {"rows": 500_000, "columns": 50, "test_rows": 1000},
    "small": {"rows": 50_000, "columns": 50, "test_rows": 1000},
}


def estimator(create):
    def peer(folder):
        x, y, _, _ = load(folder)
        create().fit(x[:1000], y[:1000])  # imports are not timed

        def objective(model):
            errors = y - x @ model.coef_ - model.intercept_
            return float(0.5 * np.mean(errors**2) + ALPHA * np.abs(model.coef_).sum())

        return lambda: create().fit(x, y), objective

    return peer


def hornbook():
    from hornbook import Lasso

    return Lasso(alpha=ALPHA, n_jobs=THREADS)


def scikit_learn(**settings):
    def create():
        from sklearn.linear_model import Lasso

        return Lasso(alpha=ALPHA, **settings)

    return create


def celer():
    from celer import Lasso

    return Lasso(alpha=ALPHA)


def skglm():
    from skglm import Lasso

    return Lasso(alpha=ALPHA)


PEERS = {
    "hornbook": estimator(hornbook),
    "scikit-learn": estimator(scikit_learn()),
    "precompute": estimator(scikit_learn(precompute=True)),
    "celer": estimator(celer),
    "skglm": estimator(skglm),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", [peer for peer in PEERS if peer != "hornbook"], 0.5),
        objective_bar(results, "hornbook", 1e-6),
    ]
