"""Boosting a hundred trees on a million rows."""

from report import Bar, quality_bar, time_bar

from ._classes import load
from ._collisions import area, make  # noqa: F401
from ._threads import THREADS

ROUNDS, LEAVES, RATE = 100, 31, 0.1

TITLE = f"Boost {ROUNDS} trees of {LEAVES} leaves on 28 columns of single-precision numbers."
QUALITY = "ROC area"
SHAPES = {
    "full": {"rows": 1_000_000, "test_rows": 100_000},
    "some": {"rows": 100_000, "test_rows": 50_000},
    "small": {"rows": 10_000, "test_rows": 10_000},
}


def estimator(create):
    def peer(folder):
        x, y, test_x, test_y = load(folder)
        create().fit(x[:1000], y[:1000])  # imports are not timed
        return lambda: create().fit(x, y), lambda model: area(test_y, model.predict_proba(test_x)[:, 1])

    return peer


def hornbook():
    from hornbook import GradientBoostingClassifier

    return GradientBoostingClassifier(
        max_iter=ROUNDS, max_leaf_nodes=LEAVES, learning_rate=RATE, random_state=0, n_jobs=THREADS
    )


def lightgbm(**more):
    def create():
        from lightgbm import LGBMClassifier

        return LGBMClassifier(
            n_estimators=ROUNDS, num_leaves=LEAVES, learning_rate=RATE, n_jobs=THREADS, verbose=-1, **more
        )

    return create


def xgboost(**shape):
    def create():
        from xgboost import XGBClassifier

        return XGBClassifier(
            n_estimators=ROUNDS, learning_rate=RATE, tree_method="hist", max_bin=255, n_jobs=THREADS, **shape
        )

    return create


def scikit_learn():
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(
        max_iter=ROUNDS, max_leaf_nodes=LEAVES, learning_rate=RATE, early_stopping=False, random_state=0
    )


QUANTIZED = {"use_quantized_grad": True, "num_grad_quant_bins": 4, "quant_train_renew_leaf": True}
MAKERS = {
    "hornbook": hornbook,
    "LightGBM": lightgbm(),
    "LightGBM (quantized)": lightgbm(**QUANTIZED),
    "XGBoost (31 leaves)": xgboost(max_depth=0, max_leaves=LEAVES, grow_policy="lossguide"),
    "XGBoost (depth 6)": xgboost(max_depth=6),
    "scikit-learn": scikit_learn,
}
PEERS = {name: estimator(create) for name, create in MAKERS.items()}


def bars(results, folder):
    others = [peer for peer in PEERS if peer != "hornbook"]
    return [
        time_bar(results, "hornbook", others, 0.9),
        *(quality_bar(results, "hornbook", peer, 0.0005) for peer in others),
        less_memory(results, "hornbook", ["LightGBM", "LightGBM (quantized)"]),
    ]


def less_memory(results, ours, peers):
    """Our work takes at most as much memory as the least greedy of the peers."""
    claim = f"{ours}: at most the memory of {' or '.join(peers)}"
    there = [results[peer].memory for peer in peers if peer in results]
    if ours not in results or not there:
        return Bar(claim, "not measured", False)
    found, least = results[ours].memory, min(there)
    return Bar(claim, f"{found / 1e6:.0f} MB against {least / 1e6:.0f} MB", found <= least)
