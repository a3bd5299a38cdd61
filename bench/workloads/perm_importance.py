"""How much shuffling each column costs a forest."""

from report import time_bar

from ._classes import load, make  # noqa: F401
from ._threads import THREADS

REPEATS = 5
TITLE = f"Permutation importance of a forest of 100 trees, {REPEATS} shuffles a column."
QUALITY = "largest importance"
SHAPES = {
    "full": {"rows": 10_000, "columns": 20, "test_rows": 10_000},
    "small": {"rows": 1000, "columns": 20, "test_rows": 1000},
}


def hornbook(folder):
    from hornbook import RandomForestClassifier
    from hornbook.inspection import permutation_importance

    x, y, test_x, test_y = load(folder)
    model = RandomForestClassifier(n_estimators=100, random_state=0, n_jobs=THREADS).fit(x, y)
    work = lambda: permutation_importance(model, test_x, test_y, n_repeats=REPEATS, random_state=0)
    return work, lambda found: float(found.importances_mean.max())


def scikit_learn(folder):
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.inspection import permutation_importance

    x, y, test_x, test_y = load(folder)
    model = RandomForestClassifier(100, random_state=0, n_jobs=THREADS).fit(x, y)
    work = lambda: permutation_importance(model, test_x, test_y, n_repeats=REPEATS, random_state=0)
    return work, lambda found: float(found.importances_mean.max())


PEERS = {"hornbook": hornbook, "scikit-learn": scikit_learn}


def bars(results, folder):
    return [time_bar(results, "hornbook", ["scikit-learn"], 0.3)]
