"""Scoring one million predictions of two classes by every metric there is."""

import numpy as np
from report import quality_bar, time_bar

TITLE = "All metrics of a classification: labels, predictions and probabilities in memory."
QUALITY = "sum of the metrics"
SHAPES = {
    "full": {"rows": 1_000_000, "decimals": None},
    "tied": {"rows": 1_000_000, "decimals": 2},
    "small": {"rows": 10_000, "decimals": None},
}


def make(folder, seed, rows, decimals):
    rng = np.random.default_rng(seed)
    truth = rng.random(rows) < 0.3
    logit = rng.normal(size=rows) + 1.5 * truth - 1.2
    p = 1 / (1 + np.exp(-logit))
    np.save(folder / "truth.npy", truth.astype(np.int64))
    np.save(folder / "p.npy", p if decimals is None else p.round(decimals))


def load(folder):
    truth, p = (np.load(folder / f"{name}.npy") for name in ("truth", "p"))
    return truth, (p > 0.5).astype(np.int64), p


def one_by_one(m, truth, predicted, p):
    """The metrics by scikit-learn's names, of any package that has them."""
    return {
        "accuracy": m.accuracy_score(truth, predicted),
        "balanced_accuracy": m.balanced_accuracy_score(truth, predicted),
        "precision": m.precision_score(truth, predicted),
        "recall": m.recall_score(truth, predicted),
        "f1": m.f1_score(truth, predicted),
        "specificity": m.recall_score(truth, predicted, pos_label=0),
        "matthews_corrcoef": m.matthews_corrcoef(truth, predicted),
        "cohen_kappa": m.cohen_kappa_score(truth, predicted),
        "log_loss": m.log_loss(truth, p),
        "brier": m.brier_score_loss(truth, p),
        "roc_auc": m.roc_auc_score(truth, p),
        "average_precision": m.average_precision_score(truth, p),
        "confusion_matrix": m.confusion_matrix(truth, predicted),
        "report": m.classification_report(truth, predicted, output_dict=True),
    }


def total(found):
    """The same for all peers if they compute the same."""
    return sum(value for value in found.values() if isinstance(value, float))


def hornbook_one_by_one(folder):
    from hornbook import metrics

    given = load(folder)
    return lambda: one_by_one(metrics, *given), total


def hornbook_at_once(folder):
    from hornbook.metrics import classification_measures

    given = load(folder)
    return lambda: classification_measures(*given), total


def scikit_learn(folder):
    from sklearn import metrics

    given = load(folder)
    return lambda: one_by_one(metrics, *given), total


PEERS = {
    "hornbook one by one": hornbook_one_by_one,
    "hornbook at once": hornbook_at_once,
    "scikit-learn": scikit_learn,
}


def bars(results, folder):
    ours = ("hornbook one by one", "hornbook at once")
    times = [time_bar(results, peer, ["scikit-learn"], 0.3) for peer in ours]
    return times + [quality_bar(results, peer, "scikit-learn", 1e-9) for peer in ours]
