"""Makes logistic.json: what statsmodels and scikit-learn find on the tables in data/.

Run with statsmodels 0.15 and scikit-learn 1.9 in this folder: python logistic.py > logistic.json

statsmodels' GLM and MNLogit stand for R's glm and nnet::multinom, whose estimates, errors and deviances they share.
scikit-learn's objective is polished by a long run of a solver that suits it, until the weights have 9 digits or more.
"""

import json
import pathlib
import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm
from sklearn.linear_model import LogisticRegression

warnings.filterwarnings("ignore")
data = pathlib.Path(__file__).parents[4] / "data"
cars, iris = pd.read_csv(data / "mtcars.csv"), pd.read_csv(data / "iris.csv")
measures = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
out = {}


def glm(x, y, weights=None):
    found = sm.GLM(y, x, family=sm.families.Binomial(), freq_weights=weights).fit(tol=1e-14, maxiter=100)
    table = np.column_stack([found.params, found.bse, found.tvalues, found.pvalues, found.conf_int()])
    return {
        "table": table.tolist(), "null_deviance": found.null_deviance, "deviance": found.deviance,
        "degrees": float(found.df_resid), "aic": found.aic,
    }


# Whether a car is manual by horse power and weight, as in many textbooks of R; and without a constant.
columns = cars[["hp", "wt"]].to_numpy(float)
out["cars"] = glm(sm.add_constant(columns), cars["am"])
out["cars_origin"] = glm(columns, cars["am"])
# Rows that count several times; the weights are 1, 2, 3, 1, 2, 3, ...
out["cars_weighted"] = glm(sm.add_constant(columns), cars["am"], 1.0 + np.arange(len(cars)) % 3)
# Two kinds of iris that no line parts.
two = iris[iris["species"] != "setosa"]
out["iris"] = glm(sm.add_constant(two[measures].to_numpy()), (two["species"] == "virginica").astype(int))
# A category: the number of gears, compared with 3.
gears = np.column_stack([cars["mpg"], cars["gear"] == 4, cars["gear"] == 5]).astype(float)
out["gears"] = glm(sm.add_constant(gears), cars["vs"])

# Three numbers of gears by two columns without a penalty. statsmodels compares with the first class; here weights and
# errors are those of the differences from the mean over the classes.
x = sm.add_constant(cars[["mpg", "hp"]].to_numpy(float))
found = sm.MNLogit(cars["gear"].map({3: 0, 4: 1, 5: 2}), x).fit(method="newton", maxiter=200, tol=1e-14, disp=0)
from_mean = np.array([[-1, -1], [2, -1], [-1, 2]]) / 3
wide = np.kron(from_mean, np.eye(3))
covariance = wide @ found.cov_params().to_numpy() @ wide.T
out["multinomial"] = {
    "weights": (from_mean @ found.params.to_numpy().T).tolist(),
    "errors": np.sqrt(np.diag(covariance)).reshape(3, 3).tolist(), "deviance": -2 * found.llf,
}


def sklearn(x, y, weights=None, solver="newton-cholesky", **settings):
    most = 1_000_000 if solver == "saga" else 10_000
    found = LogisticRegression(solver=solver, tol=1e-13, max_iter=most, random_state=0, **settings).fit(x, y, weights)
    # The constants of more than two classes may all be moved alike.
    constants = found.intercept_ - (found.intercept_.mean() if len(found.intercept_) > 1 else 0)
    return {"weights": found.coef_.tolist(), "intercepts": constants.tolist()}


x, y = cars[["mpg", "cyl", "disp", "hp", "drat", "wt", "qsec"]].to_numpy(float), cars["vs"]
scaled = (x - x.mean(0)) / x.std(0)
w = 0.5 + np.arange(len(cars)) % 4
out["l2"] = sklearn(x, y)
out["l2_cheap"] = sklearn(x, y, C=100.0)
out["l2_weighted"] = sklearn(x, y, w, C=0.3)
out["l2_origin"] = sklearn(scaled, y, fit_intercept=False)
out["l1"] = sklearn(scaled, y, solver="saga", l1_ratio=1.0, C=0.5)
out["elasticnet"] = sklearn(scaled, y, w, solver="saga", l1_ratio=0.3, C=0.4)
x, y = iris[measures].to_numpy(), iris["species"]
out["softmax"] = sklearn(x, y)
out["softmax_weighted"] = sklearn(x, y, 0.5 + np.arange(150) % 4, C=10.0)
out["softmax_l1"] = sklearn(x, y, solver="saga", l1_ratio=1.0, C=0.5)
out["softmax_elasticnet"] = sklearn(x, y, solver="saga", l1_ratio=0.5, C=1.0)
print(json.dumps(out, indent=1))
