"""What scikit-learn's neighbors predict: rows 0, 2, 4, ... are learned from, rows 1, 3, 5, ... are predicted.

Run from this folder: python neighbors.py > neighbors.json. Needs scikit-learn and pandas. Rows at whose last place several
training rows are equally near are left out (null), since scikit-learn does not say which of them it takes.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import (
    KNeighborsClassifier,
    KNeighborsRegressor,
    LocalOutlierFactor,
    RadiusNeighborsClassifier,
    RadiusNeighborsRegressor,
)
from sklearn.preprocessing import MinMaxScaler, StandardScaler

CRATES = Path(__file__).parents[3]
TREES = CRATES / "hornbook-trees" / "tests" / "data"
TABLES = {
    "iris": (CRATES.parent / "data" / "iris.csv", "species"),
    "wine": (TREES / "wine.csv", "target"),
    "digits": (TREES / "digits.csv", "target"),
    "diabetes": (TREES / "diabetes.csv", "target"),
}
CASES = [
    {"n_neighbors": 5},
    {"n_neighbors": 7, "weights": "distance"},
    {"n_neighbors": 5, "metric": "manhattan"},
    {"n_neighbors": 4, "metric": "chebyshev", "weights": "distance"},
    {"n_neighbors": 6, "metric": "minkowski", "p": 3.0},
    {"n_neighbors": 5, "metric": "cosine"},
    {"n_neighbors": 3, "metric": "mahalanobis", "weights": "distance"},
    {"n_neighbors": 5, "scale": "standard"},
    {"n_neighbors": 9, "scale": "min_max", "weights": "distance"},
]
# No two rows are exactly so far apart.
RADII = {"iris": 1.03, "wine": 60.01, "digits": 24.03, "diabetes": 40.01}


def scaled(scale, train, test):
    if scale is None:
        return train, test
    scaler = {"standard": StandardScaler, "min_max": MinMaxScaler}[scale]().fit(train)
    return scaler.transform(train), scaler.transform(test)


def answers(model, test, is_numbers):
    return (model.predict(test)[:, None] if is_numbers else model.predict_proba(test)).tolist()


def nearest(case, train, y, test, is_numbers):
    case = dict(case)
    train, test = scaled(case.pop("scale", None), train, test)
    metric = case.get("metric", "minkowski")
    extra = {}
    if metric == "mahalanobis":
        try:
            extra["VI"] = np.linalg.inv(np.linalg.cholesky(np.cov(train.T)) @ np.linalg.cholesky(np.cov(train.T)).T)
        except np.linalg.LinAlgError:
            return None
    kind = KNeighborsRegressor if is_numbers else KNeighborsClassifier
    model = kind(algorithm="brute", metric_params=extra or None, **case).fit(train, y)
    power = {"p": case.get("p", 2.0)} if metric == "minkowski" else {}
    distances = np.sort(pairwise_distances(test, train, metric=metric, **power, **extra), axis=1)
    k = case["n_neighbors"]
    tied = distances[:, k] - distances[:, k - 1] <= 1e-9 * distances[:, k]
    found = answers(model, test, is_numbers)
    return [None if tie else one for tie, one in zip(tied, found)]


def within(name, train, y, test, is_numbers):
    kind = RadiusNeighborsRegressor if is_numbers else RadiusNeighborsClassifier
    model = kind(radius=RADII[name], weights="distance").fit(train, y)
    has = [len(found) > 0 for found in model.radius_neighbors(test, return_distance=False)]
    found = iter(answers(model, test[has], is_numbers))
    return [next(found) if one else None for one in has]


def factors(train, test):
    """Local outlier factors, of rows without ties at the last neighbor."""
    distances = np.sort(pairwise_distances(train), axis=1)
    assert (distances[:, 21] - distances[:, 20] > 1e-9).all()
    model = LocalOutlierFactor(n_neighbors=20, novelty=True).fit(train)
    new = np.sort(pairwise_distances(test, train), axis=1)
    tied = new[:, 20] - new[:, 19] <= 1e-9
    scores = -model.score_samples(test)
    return {
        "training": (-model.negative_outlier_factor_).tolist(),
        "new": [None if tie else score for tie, score in zip(tied, scores.tolist())],
    }


def main():
    out = {}
    for name, (path, target) in TABLES.items():
        table = pd.read_csv(path)
        x, y = table.drop(columns=target).to_numpy(float), table[target].to_numpy()
        is_numbers = name == "diabetes"
        train, test, y = x[::2], x[1::2], y[::2]
        out[name] = {
            "cases": [
                {"case": case, "answers": nearest(case, train, y, test, is_numbers)} for case in CASES
            ],
            "radius": {"radius": RADII[name], "answers": within(name, train, y, test, is_numbers)},
        }
        if name in ("wine", "diabetes"):
            out[name]["factors"] = factors(train, test)
    print(json.dumps(out, separators=(",", ":")))


main()
