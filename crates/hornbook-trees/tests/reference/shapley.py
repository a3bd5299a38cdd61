"""What the shap package says of a tree of scikit-learn, for the test of Shapley values of single trees.

Writes shapley.json beside this file. Run with scikit-learn 1.9, pandas and shap 0.51.
"""

import json
import pathlib

import numpy as np
import pandas
import shap
from sklearn.tree import DecisionTreeRegressor

here = pathlib.Path(__file__).parent
cars = pandas.read_csv(here / "../../../../data/mtcars.csv")
x = cars[["disp", "hp", "drat", "wt", "qsec"]].to_numpy()
tree = DecisionTreeRegressor(max_depth=4, min_samples_leaf=2, random_state=0).fit(x, cars["mpg"])


def values_of(explainer):
    return {
        "base": float(np.ravel(explainer.expected_value)[0]),
        "values": explainer.shap_values(x, check_additivity=False).tolist(),
    }


found = {
    "predictions": tree.predict(x).tolist(),
    "path dependent": values_of(shap.TreeExplainer(tree, feature_perturbation="tree_path_dependent")),
    "interventional": values_of(shap.TreeExplainer(tree, x[:8], feature_perturbation="interventional")),
}
(here / "shapley.json").write_text(json.dumps(found, indent=1) + "\n")
