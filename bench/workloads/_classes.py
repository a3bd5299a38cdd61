"""Rows of numbers in two classes that no single column tells apart."""

import numpy as np


def make(folder, seed, rows, columns, test_rows):
    from sklearn.datasets import make_classification

    x, y = make_classification(
        rows + test_rows,
        columns,
        n_informative=columns // 2,
        n_redundant=columns // 4,
        n_clusters_per_class=4,
        flip_y=0.05,
        class_sep=0.8,
        random_state=seed,
    )
    np.save(folder / "x.npy", x[:rows].astype(np.float32))
    np.save(folder / "y.npy", y[:rows])
    np.save(folder / "test_x.npy", x[rows:].astype(np.float32))
    np.save(folder / "test_y.npy", y[rows:])


def load(folder):
    """x, y, test x, test y; single precision, as most peers compute in."""
    return tuple(np.load(folder / f"{name}.npy") for name in ("x", "y", "test_x", "test_y"))


def accuracy(found, wanted):
    return float(np.mean(np.asarray(found) == wanted))


def noise(folder):
    """The standard error of an accuracy near 0.8 on the test rows."""
    return float(np.sqrt(0.8 * 0.2 / len(np.load(folder / "test_y.npy", mmap_mode="r"))))
