"""Gaussian naive Bayes of many rows: learning, and predicting them all."""

from report import quality_bar, time_bar

from . import _gaussians

TITLE = "Fit Gaussian naive Bayes, and predict the class of every row."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 1_000_000, "columns": 20, "classes": 5, "test_rows": 0},
    "small": {"rows": 50_000, "columns": 20, "classes": 5, "test_rows": 0},
}
make = _gaussians.make


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        x, y, _, _ = _gaussians.load(folder)
        create().fit(x[:1000], y[:1000]).predict(x[:1000])  # imports are not timed
        return lambda: create().fit(x, y).predict(x), lambda found: _gaussians.accuracy(found, y)

    return peer


def hornbook():
    from hornbook import GaussianNB

    from ._threads import THREADS

    return GaussianNB(n_jobs=THREADS)


def scikit_learn():
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB()


def mlpack(folder):
    from mlpack import nbc

    x, y, _, _ = _gaussians.load(folder)
    learn = lambda x, y: nbc(training=x, labels=y, test=x)["predictions"]  # noqa: E731
    learn(x[:1000], y[:1000])
    return lambda: learn(x, y), lambda found: _gaussians.accuracy(found, y)


# oneDAL had a naive Bayes of counts only, and its Python packages have none any more.
PEERS = {"hornbook": estimator(hornbook), "scikit-learn": estimator(scikit_learn), "mlpack": mlpack}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.3),
        time_bar(results, "hornbook", ["scikit-learn", "mlpack"], 1.0),
        quality_bar(results, "hornbook", "scikit-learn", 0.0001),
    ]
