"""Rows of numbers that go together a little, and a target that fifteen of the columns make up."""

import numpy as np


def make(folder, seed, rows, columns, test_rows):
    draw = np.random.default_rng(seed)
    count = rows + test_rows
    mixing = draw.normal(size=(columns, columns)) / 10 + np.eye(columns)
    x = draw.normal(size=(count, columns)) @ mixing + draw.normal(size=columns)
    weights = np.zeros(columns)
    weights[draw.permutation(columns)[:15]] = draw.normal(scale=3, size=15)
    y = x @ weights + 2 + draw.normal(scale=3, size=count)
    np.save(folder / "x.npy", x[:rows])
    np.save(folder / "y.npy", y[:rows])
    np.save(folder / "test_x.npy", x[rows:])
    np.save(folder / "test_y.npy", y[rows:])


def load(folder):
    """x, y, test x, test y; double precision."""
    return tuple(np.load(folder / f"{name}.npy") for name in ("x", "y", "test_x", "test_y"))


def r_squared(found, wanted):
    return float(1 - np.mean((found - wanted) ** 2) / np.var(wanted))


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        x, y, test_x, test_y = load(folder)
        create().fit(x[:1000], y[:1000])  # imports are not timed
        return lambda: create().fit(x, y), lambda model: r_squared(model.predict(test_x), test_y)

    return peer


def normal_equations(alpha=0.0):
    """What somebody in a hurry writes with numpy."""

    def peer(folder):
        x, y, test_x, test_y = load(folder)

        def fit():
            means = x.mean(axis=0)
            gram = x.T @ x - len(x) * np.outer(means, means) + alpha * np.eye(x.shape[1])
            weights = np.linalg.solve(gram, x.T @ y - len(x) * means * y.mean())
            return weights, y.mean() - means @ weights

        return fit, lambda model: r_squared(test_x @ model[0] + model[1], test_y)

    return peer
