"""What scikit-learn's trees say, for the tests of single trees and pruning.

Writes single_trees.json beside this file. Run with scikit-learn 1.9 and pandas.
"""

import json
import pathlib

import numpy as np
import pandas
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

here = pathlib.Path(__file__).parent
cars = pandas.read_csv(here / "../../../../data/mtcars.csv")


def tree_of(estimator):
    tree = estimator.tree_
    return {
        "left": tree.children_left.tolist(),
        "right": tree.children_right.tolist(),
        "impurity": tree.impurity.tolist(),
        "weight": tree.weighted_n_node_samples.tolist(),
    }


def steps_of(path):
    """Links of one strength are cut together: the last tree of each strength."""
    alphas, impurities = path.ccp_alphas, path.impurities
    kept = [i for i in range(len(alphas)) if i + 1 == len(alphas) or alphas[i + 1] - alphas[i] > 1e-9 * alphas[i] + 1e-12]
    return {"alphas": alphas[kept].tolist(), "impurities": impurities[kept].tolist()}


paths = {}
for name, load, learner in [
    ("iris", load_iris, DecisionTreeClassifier),
    ("breast cancer", load_breast_cancer, DecisionTreeClassifier),
    ("diabetes", load_diabetes, DecisionTreeRegressor),
]:
    data = load()
    fitted = learner(random_state=0).fit(data.data, data.target)
    path = learner(random_state=0).cost_complexity_pruning_path(data.data, data.target)
    middle = float(np.median(path.ccp_alphas))
    pruned = learner(random_state=0, ccp_alpha=middle).fit(data.data, data.target)
    paths[name] = {
        "tree": tree_of(fitted),
        "path": steps_of(path),
        "alpha": middle,
        "pruned_leaves": int(pruned.get_n_leaves()),
    }

features = ["disp", "hp", "drat", "wt", "qsec"]
x = cars[features].to_numpy()
fits = {}
for name, target, options in [
    ("absolute_error", "mpg", {"criterion": "absolute_error", "max_depth": 3, "min_samples_leaf": 3}),
    ("poisson", "carb", {"criterion": "poisson", "max_depth": 3, "min_samples_leaf": 3}),
    ("max_leaf_nodes", "mpg", {"max_leaf_nodes": 6}),
    ("monotonic", "mpg", {"max_depth": 3, "min_samples_leaf": 2, "monotonic_cst": [1, 0, 0, 0, -1]}),
]:
    model = DecisionTreeRegressor(random_state=0, **options).fit(x, cars[target])
    fits[name] = {
        "predictions": model.predict(x).tolist(),
        "impurities": sorted(model.tree_.impurity.tolist()),
    }

(here / "single_trees.json").write_text(json.dumps({"features": features, "paths": paths, "fits": fits}) + "\n")
