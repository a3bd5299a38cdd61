#!/usr/bin/env python3
"""Are our trees as accurate as those of others, on real data?

    bench/parity.py                                 scikit-learn's data sets
    bench/parity.py --weka weka.jar --arff FOLDER   the data sets that come with Weka too, beside its J48

Every learner is cross-validated in ten folds, the Python ones in the same; J48 makes its own. A peer is as accurate as we
are if its accuracy (R² for numbers) lies within the 95 % interval of ours. Debian's package weka has the jar in
/usr/share/java and the data in /usr/share/doc/weka/examples. Needs the interpreter of bench/run.
"""

import argparse
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
from scipy import stats
from sklearn import datasets
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor, RandomForestClassifier
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import hornbook

FOLDS = 10
# Data sets of Weka's examples whose last column is a class, with rows enough for ten folds.
ARFF = "breast-cancer contact-lenses credit-g diabetes glass ionosphere iris labor segment-challenge soybean vote".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weka", help="the jar of Weka")
    parser.add_argument("--arff", type=Path, help="the folder with its data sets")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print("| data | rows | ours | found | 95 % interval | peer | found | |\n|---|---|---|---|---|---|---|---|")
    missed = 0
    for name, x, y in scikit_learn_sets():
        for ours, peers in numeric_pairs(y):
            found = cross_validated(ours, x, y)
            for peer in peers:
                missed += line(name, ours, found, type(peer).__module__.split(".")[0], cross_validated(peer, x, y))
    for name in ARFF if options.arff else ():
        path = options.arff / f"{name}.arff"
        x, y = read_arff(path)
        if options.weka:
            ours = hornbook.C45Classifier()
            missed += line(name, ours, cross_validated(ours, x, y), "Weka J48", j48(options.weka, path))
        ours = hornbook.GradientBoostingClassifier(random_state=0)
        missed += line(name, ours, cross_validated(ours, x, y), "lightgbm", cross_validated(lightgbm(True), x, y))
    sys.exit(1 if missed else 0)


def scikit_learn_sets():
    for load in (datasets.load_iris, datasets.load_wine, datasets.load_breast_cancer, datasets.load_digits):
        x, y = load(return_X_y=True)
        yield load.__name__.removeprefix("load_"), x, y
    yield "diabetes (numbers)", *datasets.load_diabetes(return_X_y=True)
    yield "like California's houses (numbers)", *houses()


def houses():
    """House prices of districts that depend on location, income and age, as those of California do."""
    draw = np.random.default_rng(0)
    rows = 5000
    income = draw.gamma(4, 1, rows)
    north, east = draw.uniform(32, 42, rows), draw.uniform(-124, -114, rows)
    age, people = draw.integers(1, 53, rows), draw.gamma(3, 1, rows)
    coast = np.exp(-np.abs(east + 120 - 0.7 * (37 - north)))
    price = 0.45 * income + 1.5 * coast * (1 + 0.1 * income) - 0.05 * people + 0.004 * age
    x = np.column_stack([income, age, people, draw.normal(5, 1, rows), draw.normal(1, 0.2, rows), north, east])
    return x, np.minimum(price + draw.normal(0, 0.4, rows), 5)


def lightgbm(classes):
    from lightgbm import LGBMClassifier, LGBMRegressor

    return (LGBMClassifier if classes else LGBMRegressor)(random_state=0, n_jobs=1, verbose=-1)


def numeric_pairs(y):
    """Our learners, each with the peers that do the same."""
    seed = {"random_state": 0}
    if y.dtype.kind == "f":
        return [
            (hornbook.DecisionTreeRegressor(**seed), [DecisionTreeRegressor(**seed)]),
            (hornbook.RandomForestRegressor(**seed), [RandomForestRegressor(**seed)]),
            (hornbook.GradientBoostingRegressor(**seed), [HistGradientBoostingRegressor(**seed), lightgbm(False)]),
        ]
    return [
        (hornbook.DecisionTreeClassifier(**seed), [DecisionTreeClassifier(**seed)]),
        (hornbook.RandomForestClassifier(**seed), [RandomForestClassifier(**seed)]),
        (hornbook.GradientBoostingClassifier(**seed), [HistGradientBoostingClassifier(**seed), lightgbm(True)]),
    ]


def cross_validated(model, x, y):
    """Truth and prediction of every row, by models that have not seen it."""
    y = np.asarray(y)
    folds = (KFold if y.dtype.kind == "f" else StratifiedKFold)(FOLDS, shuffle=True, random_state=0)
    take = lambda rows: x.iloc[rows] if hasattr(x, "iloc") else x[rows]
    found = np.empty(len(y), dtype=y.dtype)
    for train, test in folds.split(np.zeros(len(y)), y):
        found[test] = clone(model).fit(take(train), y[train]).predict(take(test))
    return y, found


def score(truth, found):
    """The accuracy with Wilson's interval, or R² with that of Fisher's transformation of the correlation."""
    if truth.dtype.kind == "f":
        value = 1 - np.sum((truth - found) ** 2) / np.sum((truth - truth.mean()) ** 2)
        half = 1.96 / np.sqrt(len(truth) - 3)
        ends = np.tanh(np.arctanh(np.sqrt(max(value, 0))) + np.array([-half, half]))
        return value, *np.sign(ends) * ends**2
    right = int(np.sum(truth == found))
    interval = stats.binomtest(right, len(truth)).proportion_ci(method="wilson")
    return right / len(truth), interval.low, interval.high


def line(name, ours, found, peer_name, peer):
    value, low, high = score(*found)
    other = peer if isinstance(peer, float) else score(*peer)[0]
    # More than the interval above us, a peer is better; below, we are.
    met = other <= high
    outcome = "met" if met else "**missed**"
    our_name = type(ours).__name__
    cells = [name, len(found[0]), our_name, f"{value:.3f}", f"{low:.3f} to {high:.3f}", peer_name, f"{other:.3f}", outcome]
    print("|", " | ".join(map(str, cells)), "|", flush=True)
    return not met


def read_arff(path):
    import pyarrow

    frame = pyarrow.table(hornbook.read_table(path)).to_pandas()
    for column in frame.columns:
        if frame[column].dtype == bool or frame[column].dtype == object:
            frame[column] = frame[column].astype("category")
    return frame.iloc[:, :-1], frame.iloc[:, -1].astype(str)


def j48(jar, path):
    """The accuracy of J48 over ten times ten folds."""
    found = []
    for seed in range(1, 11):
        command = ["java", "-cp", jar, "weka.classifiers.trees.J48", "-t", path, "-x", FOLDS, "-s", seed, "-v", "-o"]
        text = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout
        found.append(float(re.findall(r"Correctly Classified Instances\s+\d+\s+([\d.]+)", text)[-1]) / 100)
    return float(np.mean(found))


if __name__ == "__main__":
    main()
