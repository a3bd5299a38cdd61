"""Rows like measurements of particle collisions: what was measured, and masses computed from it, in two classes."""

import numpy as np


def make(folder, seed, rows, test_rows):
    draw = np.random.default_rng(seed)
    count = rows + test_rows
    momentum = draw.exponential(1, (count, 6)) + 0.25
    slope = draw.normal(0, 1, (count, 5))
    angle = draw.uniform(-np.pi, np.pi, (count, 6))
    tag = draw.integers(0, 3, (count, 4)).astype(float)
    pairs = ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 5), (2, 5))
    mass = np.stack(
        [
            np.sqrt(
                np.abs(
                    2
                    * momentum[:, i]
                    * momentum[:, j]
                    * (np.cosh(slope[:, i % 5] - slope[:, j % 5]) - np.cos(angle[:, i] - angle[:, j]))
                )
            )
            for i, j in pairs
        ],
        1,
    )
    score = (
        1.3 * np.tanh(mass[:, 0] - 1.2)
        - 0.9 * (np.abs(mass[:, 1] - 1) < 0.4)
        + 0.8 * np.sin(2 * mass[:, 2])
        - 0.7 * np.log1p(mass[:, 3])
        + 0.5 * tag[:, 0] * (mass[:, 4] > 1)
        + 0.4 * slope[:, 0] * slope[:, 1]
        + 0.4 * np.cos(angle[:, 0] - angle[:, 3]) * momentum[:, 5]
    )
    y = (draw.random(count) < 1 / (1 + np.exp(-1.2 * (score - score.mean())))).astype(np.int64)
    x = np.hstack([momentum, slope, angle, tag, mass]).astype(np.float32)
    np.save(folder / "x.npy", x[:rows])
    np.save(folder / "y.npy", y[:rows])
    np.save(folder / "test_x.npy", x[rows:])
    np.save(folder / "test_y.npy", y[rows:])


def area(truth, scores):
    """The area under the ROC curve."""
    from scipy.stats import rankdata

    ranks, positive = rankdata(scores), truth == 1
    count = positive.sum()
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(truth) - count)))
