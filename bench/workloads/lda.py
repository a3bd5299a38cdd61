"""Linear discriminant analysis of many rows."""

from . import _gaussians

TITLE = "Fit linear discriminants, with one covariance that all classes share."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 200_000, "columns": 50, "classes": 10, "test_rows": 20_000},
    "small": {"rows": 20_000, "columns": 50, "classes": 10, "test_rows": 20_000},
}
SOLVERS = ("svd", "lsqr", "eigen")
make = _gaussians.make


def hornbook():
    from hornbook import LinearDiscriminantAnalysis

    from ._threads import THREADS

    return LinearDiscriminantAnalysis(n_jobs=THREADS)


def scikit_learn(solver):
    def create():
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

        return LinearDiscriminantAnalysis(solver=solver)

    return create


PEERS = {
    "hornbook": _gaussians.fitted(hornbook),
    **{f"scikit-learn {solver}": _gaussians.fitted(scikit_learn(solver)) for solver in SOLVERS},
}


def bars(results, folder):
    return _gaussians.discriminant_bars(results, PEERS)
