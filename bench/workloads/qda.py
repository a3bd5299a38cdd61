"""Quadratic discriminant analysis of many rows."""

from . import _gaussians

TITLE = "Fit quadratic discriminants, with a covariance for each class."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 200_000, "columns": 50, "classes": 10, "test_rows": 20_000},
    "small": {"rows": 20_000, "columns": 50, "classes": 10, "test_rows": 20_000},
}
SOLVERS = ("svd", "eigen")
make = _gaussians.make


def hornbook():
    from hornbook import QuadraticDiscriminantAnalysis

    from ._threads import THREADS

    return QuadraticDiscriminantAnalysis(n_jobs=THREADS)


def scikit_learn(solver):
    def create():
        from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

        return QuadraticDiscriminantAnalysis(solver=solver)

    return create


PEERS = {
    "hornbook": _gaussians.fitted(hornbook),
    **{f"scikit-learn {solver}": _gaussians.fitted(scikit_learn(solver)) for solver in SOLVERS},
}


def bars(results, folder):
    return _gaussians.discriminant_bars(results, PEERS)
