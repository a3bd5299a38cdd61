"""A scaler and a logistic regression behind it."""

import numpy as np
from report import quality_bar, time_bar

from .logistic_dense import SHAPES, make

__all__ = ["SHAPES", "make"]

TITLE = "Standardize columns and fit a logistic regression to them, as one pipeline; then predict the rows."
QUALITY = "accuracy"


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        x, y = np.load(folder / "x.npy"), np.load(folder / "y.npy")
        create().fit(x[:1000], y[:1000])  # imports are not timed
        return lambda: create().fit(x, y).predict(x), lambda predicted: float(np.mean(predicted == y))

    return peer


def hornbook():
    from hornbook import LogisticRegression
    from hornbook.pipeline import Pipeline
    from hornbook.preprocessing import StandardScaler

    from ._threads import THREADS

    return Pipeline([("scale", StandardScaler()), ("classify", LogisticRegression(n_jobs=THREADS))])


def scikit_learn(solver):
    def create():
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import Pipeline
        from sklearn.preprocessing import StandardScaler

        return Pipeline([("scale", StandardScaler()), ("classify", LogisticRegression(solver=solver, max_iter=1000))])

    return create


PEERS = {
    "hornbook": estimator(hornbook),
    "newton-cholesky": estimator(scikit_learn("newton-cholesky")),
    "lbfgs": estimator(scikit_learn("lbfgs")),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["newton-cholesky", "lbfgs"], 0.5),
        quality_bar(results, "hornbook", "newton-cholesky", 0.0001),
    ]
