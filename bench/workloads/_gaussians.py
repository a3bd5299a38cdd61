"""Rows of numbers in classes, each of which is a Gaussian with a mean and a covariance of its own."""

import numpy as np
from report import quality_bar, time_bar


def make(folder, seed, rows, columns, classes, test_rows):
    draw = np.random.default_rng(seed)
    y = draw.integers(classes, size=rows + test_rows).astype(np.int64)
    x = draw.normal(size=(len(y), columns))
    for at in range(classes):
        of_class = y == at
        turns = draw.normal(size=(columns, columns)) / (2 * np.sqrt(columns))
        mixing = turns + np.diag(draw.uniform(0.7, 1.4, size=columns))
        x[of_class] = x[of_class] @ mixing + draw.normal(scale=2.5 / np.sqrt(columns), size=columns)
    np.save(folder / "x.npy", x[:rows])
    np.save(folder / "y.npy", y[:rows])
    np.save(folder / "test_x.npy", x[rows:])
    np.save(folder / "test_y.npy", y[rows:])


def load(folder):
    """x, y, test x, test y; double precision."""
    return tuple(np.load(folder / f"{name}.npy") for name in ("x", "y", "test_x", "test_y"))


def accuracy(found, wanted):
    return float(np.mean(np.asarray(found) == wanted))


def fitted(create):
    """A peer with scikit-learn's interface; `create` imports and makes it. Only the fit is timed."""

    def peer(folder):
        x, y, test_x, test_y = load(folder)
        create().fit(x[:5000], y[:5000])  # imports are not timed
        return lambda: create().fit(x, y), lambda model: accuracy(model.predict(test_x), test_y)

    return peer


def discriminant_bars(results, peers):
    """The same model in little time. Solvers round differently, which may turn a test row or two."""
    solvers = [peer for peer in peers if peer != "hornbook"]
    return [
        time_bar(results, "hornbook", solvers, 0.6),
        *(quality_bar(results, "hornbook", peer, 0.0005) for peer in solvers),
    ]
