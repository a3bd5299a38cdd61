"""The bootstrap interval of a ROC area."""

import math

import numpy as np
from report import quality_bar, time_bar

from ._threads import THREADS

TITLE = "Bootstrap interval of the ROC area of predictions in memory, from 10 000 resamples."
QUALITY = "width of the interval"
SHAPES = {
    "full": {"rows": 10_000, "resamples": 10_000},
    "small": {"rows": 1_000, "resamples": 500},
}


def make(folder, seed, rows, resamples):
    rng = np.random.default_rng(seed)
    truth = rng.random(rows) < 0.3
    logit = rng.normal(size=rows) + 1.5 * truth - 1.2
    np.save(folder / "truth.npy", truth.astype(np.int64))
    np.save(folder / "p.npy", 1 / (1 + np.exp(-logit)))
    np.save(folder / "resamples.npy", resamples)


def load(folder):
    truth, p, resamples = (np.load(folder / f"{name}.npy") for name in ("truth", "p", "resamples"))
    return truth, p, int(resamples)


def width(interval):
    return float(interval[1] - interval[0])


def hornbook(folder):
    from hornbook.metrics import score_with_interval

    truth, p, resamples = load(folder)
    given = {"method": "bootstrap", "n_resamples": resamples, "n_jobs": THREADS}
    return lambda: score_with_interval("roc_auc", truth, y_prob=p, **given).interval, width


def loop(folder):
    from sklearn.metrics import roc_auc_score

    truth, p, resamples = load(folder)

    def work():
        rng = np.random.default_rng(0)
        rows = (rng.integers(len(truth), size=len(truth)) for _ in range(resamples))
        return np.quantile([roc_auc_score(truth[row], p[row]) for row in rows], [0.025, 0.975])

    return work, width


def numpy_loop(folder):
    truth, p, resamples = load(folder)
    positive, ranks = truth == 1, np.arange(1, len(truth) + 1)

    def area(row):
        """From the sum of the ranks. Equal scores come from one row drawn twice, so their order does not matter."""
        sorted_positive = positive[row][np.argsort(p[row])]
        count = np.count_nonzero(sorted_positive)
        return (ranks[sorted_positive].sum() - count * (count + 1) / 2) / (count * (len(row) - count))

    def work():
        rng = np.random.default_rng(0)
        rows = (rng.integers(len(truth), size=len(truth)) for _ in range(resamples))
        return np.quantile([area(row) for row in rows], [0.025, 0.975])

    return work, width


PEERS = {"hornbook": hornbook, "loop over numpy": numpy_loop, "loop over scikit-learn": loop}


def bars(results, folder):
    peer = "loop over numpy"
    # An end is known to 2.7 standard deviations of the draws, divided by the root of their number; two widths have four
    # ends. Both draw at random and neither may be narrower, so one standard error would be missed by chance every third
    # time: three are allowed.
    error = 2 * 2.7 * results[peer].quality / 3.92 / math.sqrt(load(folder)[2]) if peer in results else 0.0
    return [
        time_bar(results, "hornbook", [peer, "loop over scikit-learn"], 0.1),
        quality_bar(results, "hornbook", peer, 3 * error),
        quality_bar(results, peer, "hornbook", 3 * error),
    ]
