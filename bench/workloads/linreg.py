"""Least squares of many rows."""

from report import quality_bar, time_bar

from ._regression import estimator, make, normal_equations  # noqa: F401
from ._threads import THREADS

TITLE = "Fit a linear regression with an intercept."
QUALITY = "R²"
SHAPES = {
    "full": {"rows": 500_000, "columns": 50, "test_rows": 50_000},
    "small": {"rows": 50_000, "columns": 50, "test_rows": 10_000},
}


def hornbook():
    from hornbook import LinearRegression

    return LinearRegression(n_jobs=THREADS)


def scikit_learn():
    from sklearn.linear_model import LinearRegression

    return LinearRegression(n_jobs=THREADS)


def intelex():
    from sklearnex.linear_model import LinearRegression

    return LinearRegression()


PEERS = {
    "hornbook": estimator(hornbook),
    "scikit-learn": estimator(scikit_learn),
    "scikit-learn-intelex": estimator(intelex),
    "numpy": normal_equations(),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["numpy", "scikit-learn-intelex"], 1.0),
        time_bar(results, "hornbook", ["scikit-learn"], 0.12),
        quality_bar(results, "hornbook", "scikit-learn", 1e-9),
    ]
