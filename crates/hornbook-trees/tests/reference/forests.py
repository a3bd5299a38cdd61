"""Out-of-bag scores of scikit-learn's forests, and the tables they are from.

Run from this folder: python forests.py. Needs scikit-learn and pandas.
"""

import json
import statistics
from pathlib import Path

from sklearn import datasets
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

TREES, SEEDS = 300, 5
DATA = Path(__file__).parent.parent / "data"


def table(name):
    load = getattr(datasets, f"load_{name}")
    frame = load(as_frame=True, **({"scaled": False} if name == "diabetes" else {})).frame
    frame.columns = [column.replace(" ", "_") for column in frame.columns]
    # Classes are words, so that nobody takes them for numbers.
    if name != "diabetes":
        frame["target"] = [f"c{int(code)}" for code in frame["target"]]
    frame = frame.map(lambda x: int(x) if isinstance(x, float) and x.is_integer() else x)
    # Iris is among the tables of the project.
    if name != "iris":
        frame.to_csv(DATA / f"{name}.csv", index=False)
    return frame.drop(columns="target"), frame["target"]


def score(learner, x, y):
    scores = [
        learner(TREES, bootstrap=True, oob_score=True, random_state=seed, n_jobs=2).fit(x, y).oob_score_
        for seed in range(SEEDS)
    ]
    return statistics.mean(scores)


scores = {}
for name in ["iris", "wine", "breast_cancer", "digits", "diabetes"]:
    x, y = table(name)
    learners = (
        (RandomForestRegressor, ExtraTreesRegressor)
        if name == "diabetes"
        else (RandomForestClassifier, ExtraTreesClassifier)
    )
    scores[name] = dict(zip(("random-forest", "extra-trees"), (score(learner, x, y) for learner in learners)))
Path(__file__).with_suffix(".json").write_text(json.dumps(scores, indent=2) + "\n")
