"""Categories as columns of zeros and ones."""

import numpy as np
from report import quality_bar, time_bar

LEVELS = 10

TITLE = "One-hot encode a column of categories: learn its levels, and transform the rows."
QUALITY = "ones"
SHAPES = {"full": {"rows": 1_000_000}, "small": {"rows": 100_000}}


def make(folder, seed, rows):
    draw = np.random.default_rng(seed)
    np.save(folder / "codes.npy", draw.integers(LEVELS, size=rows).astype(np.int8))


def estimator(create):
    """A peer with scikit-learn's interface; `create` imports and makes it."""

    def peer(folder):
        import pandas as pd

        codes = np.load(folder / "codes.npy")
        frame = pd.DataFrame({"color": np.array([f"color {level}" for level in range(LEVELS)])[codes]})
        create().fit(frame[:1000])  # imports are not timed
        return lambda: create().fit(frame).transform(frame), lambda made: float(made.sum() / len(frame))

    return peer


def hornbook():
    from hornbook.preprocessing import OneHotEncoder

    return OneHotEncoder()


def scikit_learn():
    from sklearn.preprocessing import OneHotEncoder

    return OneHotEncoder()


PEERS = {"hornbook": estimator(hornbook), "scikit-learn": estimator(scikit_learn)}


def bars(results, folder):
    return [
        time_bar(results, "hornbook", ["scikit-learn"], 0.3),
        quality_bar(results, "hornbook", "scikit-learn", 0.0),
    ]
