"""Finding outliers: growing an isolation forest and scoring every row it was grown from."""

from report import quality_bar, time_bar

from ._threads import THREADS

TREES = 100

TITLE = f"Grow {TREES} isolation trees of 256 rows each, and score all rows."
QUALITY = "ROC area of the outliers"
SHAPES = {
    "full": {"rows": 100_000, "columns": 10},
    "small": {"rows": 10_000, "columns": 10},
}


def make(folder, seed, rows, columns):
    import numpy as np

    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, columns)).astype(np.float32)
    is_outlier = rng.random(rows) < 0.02
    x[is_outlier] = rng.uniform(-4, 4, size=(is_outlier.sum(), columns))
    np.save(folder / "x.npy", x)
    np.save(folder / "is_outlier.npy", is_outlier)


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        import numpy as np
        from sklearn.metrics import roc_auc_score

        x, is_outlier = np.load(folder / "x.npy"), np.load(folder / "is_outlier.npy")
        create().fit(x[:300]).score_samples(x[:300])  # imports are not timed
        work = lambda: create().fit(x).score_samples(x)  # noqa: E731
        return work, lambda scores: float(roc_auc_score(is_outlier, -scores))

    return peer


def hornbook():
    from hornbook import IsolationForest

    return IsolationForest(n_estimators=TREES, random_state=0, n_jobs=THREADS)


def scikit_learn():
    from sklearn.ensemble import IsolationForest

    return IsolationForest(n_estimators=TREES, random_state=0, n_jobs=THREADS)


PEERS = {"hornbook": estimator(hornbook), "scikit-learn": estimator(scikit_learn)}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.5),
        quality_bar(results, "hornbook", "scikit-learn", 0.01),
    ]
