"""Predictions of scikit-learn's histogram boosting on small tables, for `boosting/tests.rs`.

Every column has fewer distinct values than bins, so both programs try the same thresholds. Run from the project's root:
`python crates/hornbook-trees/tests/reference/boosting.py > crates/hornbook-trees/tests/reference/boosting.json`.
Made with scikit-learn 1.9.1.
"""

import json

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

iris = pd.read_csv("data/iris.csv")
numbers = ["sepal_width", "petal_length", "petal_width"]
cars = pd.read_csv("data/mtcars.csv")
car_columns = ["disp", "hp", "drat", "wt", "qsec"]
weights = 1.0 + (np.arange(len(iris)) % 3)


def regress(x, y, weight=None, **parameters):
    model = HistGradientBoostingRegressor(early_stopping=False, max_iter=20, **parameters)
    return model.fit(x, y, sample_weight=weight).predict(x).tolist()


def classify(x, y, **parameters):
    model = HistGradientBoostingClassifier(early_stopping=False, max_iter=20, **parameters)
    return model.fit(x, y).predict_proba(x)[:, 1].tolist()


x, y = iris[numbers], iris["sepal_length"]
print(
    json.dumps(
        {
            "squared": regress(x, y, max_leaf_nodes=8, min_samples_leaf=5),
            "ridge": regress(x, y, max_leaf_nodes=8, min_samples_leaf=5, l2_regularization=3.0, max_depth=3),
            "weighted": regress(x, y, weights, max_leaf_nodes=4, min_samples_leaf=1),
            "poisson": regress(
                cars[car_columns], cars["carb"], loss="poisson", max_leaf_nodes=4, min_samples_leaf=4
            ),
            "gamma": regress(cars[car_columns], cars["mpg"], loss="gamma", max_leaf_nodes=4, min_samples_leaf=4),
            "binary": classify(x, iris["species"] == "versicolor", max_leaf_nodes=6, min_samples_leaf=5),
        }
    )
)
