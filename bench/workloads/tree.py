"""Growing one tree until its leaves are pure."""

from report import quality_bar, time_bar

from . import _classes
from ._classes import accuracy, load, make  # noqa: F401
from ._threads import THREADS

TITLE = "Grow a decision tree of unlimited depth."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 100_000, "columns": 20, "test_rows": 20_000},
    "wide": {"rows": 20_000, "columns": 100, "test_rows": 20_000},
    "small": {"rows": 10_000, "columns": 20, "test_rows": 10_000},
    "large": {"rows": 1_000_000, "columns": 20, "test_rows": 50_000},
}


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        x, y, test_x, test_y = load(folder)
        create()  # imports are not timed
        return lambda: create().fit(x, y), lambda model: accuracy(model.predict(test_x), test_y)

    return peer


def hornbook(splits):
    def create():
        from hornbook import DecisionTreeClassifier

        return DecisionTreeClassifier(splits=splits, random_state=0, n_jobs=THREADS)

    return estimator(create)


def scikit_learn():
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(random_state=0)


def intelex():
    from sklearnex.ensemble import RandomForestClassifier

    return RandomForestClassifier(1, bootstrap=False, max_features=None, random_state=0, n_jobs=THREADS)


def snap_ml():
    from snapml import DecisionTreeClassifier

    return DecisionTreeClassifier(random_state=0, n_jobs=THREADS)


def xgboost():
    from xgboost import XGBClassifier

    # One boosting step with a full rate and no penalty is one tree.
    return XGBClassifier(
        n_estimators=1,
        max_depth=0,
        max_leaves=0,
        grow_policy="lossguide",
        learning_rate=1,
        min_child_weight=0,
        reg_lambda=0,
        tree_method="hist",
        n_jobs=THREADS,
    )


def mlpack(folder):
    import mlpack
    import numpy as np

    x, y, test_x, test_y = load(folder)
    x, test_x, y = x.astype(np.float64), test_x.astype(np.float64), y.astype(np.uint64)

    def work():
        # Without the copy mlpack may change the data under the next run.
        trained = mlpack.decision_tree_train(training=x, labels=y, minimum_leaf_size=1, copy_all_inputs=True)
        return trained["output_model"]

    def quality(model):
        return accuracy(mlpack.decision_tree_classify(input_model=model, test=test_x)["predictions"], test_y)

    return work, quality


def ydf(folder):
    import numpy as np
    import ydf

    ydf.verbose(0)
    x, y, test_x, test_y = load(folder)
    as_columns = lambda x: {f"x{i}": np.ascontiguousarray(x[:, i]) for i in range(x.shape[1])}
    rows, test_rows = {**as_columns(x), "y": y}, as_columns(test_x)
    learner = lambda: ydf.CartLearner(label="y", max_depth=-1, min_examples=1, validation_ratio=0.0, num_threads=THREADS)
    return lambda: learner().train(rows), lambda model: accuracy(model.predict(test_rows) > 0.5, test_y)


APPROXIMATE = {
    "Snap ML": estimator(snap_ml),
    "scikit-learn-intelex": estimator(intelex),
    "ydf": ydf,
    "xgboost": estimator(xgboost),
    "mlpack": mlpack,
}
PEERS = {
    "hornbook exact": hornbook("exact"),
    "hornbook histogram": hornbook("histogram"),
    "scikit-learn": estimator(scikit_learn),
    **APPROXIMATE,
}


def bars(results, folder):
    noise = _classes.noise(folder)
    fastest = min((p for p in APPROXIMATE if p in results), key=lambda p: results[p].wall, default="Snap ML")
    return [
        time_bar(results, "hornbook exact", ["scikit-learn"], 0.3),
        quality_bar(results, "hornbook exact", "scikit-learn", noise),
        time_bar(results, "hornbook histogram", list(APPROXIMATE), 1.0),
        quality_bar(results, "hornbook histogram", fastest, noise),
    ]
