"""How well scikit-learn's isolation forest ranks outliers, and the tables that it is asked about.

Run from this folder: python isolation.py. Needs scikit-learn and pandas; forests.py writes breast_cancer.csv.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.ensemble import IsolationForest
from sklearn.metrics import roc_auc_score

SEEDS = 100
DATA = Path(__file__).parent.parent / "data"


def two_clumps(rng):
    """Rows around one point, and two dense clumps of outliers away from it, as the Mulcross generator makes them."""
    inliers = rng.normal(size=(1800, 4))
    clumps = [rng.normal(center, 0.3, size=(100, 4)) for center in (2.0, -2.2)]
    return np.vstack([inliers, *clumps]), np.repeat([0, 1], [1800, 200])


def ring(rng):
    """Rows on a ring; the outliers are in its middle and anywhere around it."""
    angle, radius = rng.uniform(0, 2 * np.pi, 950), rng.normal(2, 0.15, 950)
    inliers = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    outliers = [rng.normal(0, 0.3, size=(20, 2)), rng.uniform(-4, 4, size=(30, 2))]
    return np.vstack([inliers, *outliers]), np.repeat([0, 1], [950, 50])


def write(name, x, is_outlier):
    frame = pd.DataFrame(x.round(3), columns=[f"x{i}" for i in range(x.shape[1])])
    frame["target"] = np.where(is_outlier, "c0", "c1")
    frame.to_csv(DATA / f"{name}.csv", index=False)


def area(name):
    frame = pd.read_csv(DATA / f"{name}.csv")
    x, is_outlier = frame.drop(columns="target").to_numpy(), frame["target"] == "c0"
    areas = [
        roc_auc_score(is_outlier, -IsolationForest(random_state=seed).fit(x).score_samples(x)) for seed in range(SEEDS)
    ]
    return {"mean": float(np.mean(areas)), "deviation": float(np.std(areas, ddof=1))}


write("two_clumps", *two_clumps(np.random.default_rng(1)))
write("ring", *ring(np.random.default_rng(2)))
found = {name: area(name) for name in ("two_clumps", "ring", "breast_cancer")}
Path(__file__).with_suffix(".json").write_text(json.dumps(found, indent=2) + "\n")
