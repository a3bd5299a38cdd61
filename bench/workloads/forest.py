"""Growing a hundred trees until their leaves are pure."""

from report import quality_bar, time_bar

from ._classes import accuracy, load, make  # noqa: F401
from ._threads import THREADS

TREES = 100

TITLE = f"Grow {TREES} trees of unlimited depth, each from a bootstrap sample and random columns."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 100_000, "columns": 20, "test_rows": 20_000},
    "small": {"rows": 10_000, "columns": 20, "test_rows": 10_000},
}


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        x, y, test_x, test_y = load(folder)
        create().fit(x[:100], y[:100])  # imports are not timed
        return lambda: create().fit(x, y), lambda model: accuracy(model.predict(test_x), test_y)

    return peer


def hornbook():
    from hornbook import RandomForestClassifier

    return RandomForestClassifier(n_estimators=TREES, random_state=0, n_jobs=THREADS)


def scikit_learn():
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(TREES, random_state=0, n_jobs=THREADS)


def intelex():
    from sklearnex.ensemble import RandomForestClassifier

    return RandomForestClassifier(TREES, random_state=0, n_jobs=THREADS)


def snap_ml():
    from snapml import RandomForestClassifier

    return RandomForestClassifier(
        n_estimators=TREES, max_features="sqrt", use_histograms=True, random_state=0, n_jobs=THREADS
    )


PEERS = {
    "hornbook": estimator(hornbook),
    "scikit-learn": estimator(scikit_learn),
    "scikit-learn-intelex": estimator(intelex),
    "Snap ML": estimator(snap_ml),
}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.15),
        time_bar(results, "hornbook", ["scikit-learn-intelex", "Snap ML"], 0.9),
        quality_bar(results, "hornbook", "scikit-learn", 0.002),
    ]
