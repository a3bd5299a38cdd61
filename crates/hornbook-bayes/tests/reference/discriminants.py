"""Makes discriminants.json: what scikit-learn's discriminant analyses find on iris and on tables.json.

Run with scikit-learn 1.9 in this folder: python discriminants.py > discriminants.json
"""

import json
import pathlib

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

here = pathlib.Path(__file__).parent
tables = {
    name: (np.array(table["x"], float), np.array(table["y"]))
    for name, table in json.loads((here / "tables.json").read_text()).items()
}
iris = pd.read_csv(here.parents[3] / "data" / "iris.csv")
tables["iris"] = (iris.iloc[:, :4].to_numpy(), iris["species"].astype("category").cat.codes.to_numpy())
out = {}


def keep(name, model, x, y, parts=()):
    model.fit(x, y)
    out[name] = {
        "every_seventh": model.predict_log_proba(x[::7]).tolist(), "right": int((model.predict(x) == y).sum()),
    } | {part: np.asarray(getattr(model, part)).tolist() for part in parts}
    if "scalings_" in parts:
        out[name]["lengths"] = np.linalg.norm(model.transform(x[:5]), axis=1).tolist()


for name, (x, y) in tables.items():
    classes = len(np.unique(y))
    given = np.arange(1, classes + 1) / np.arange(1, classes + 1).sum()
    weights = ["coef_", "intercept_"]
    keep(f"{name} svd", LinearDiscriminantAnalysis(), x, y, weights + ["explained_variance_ratio_", "scalings_"])
    keep(f"{name} svd given", LinearDiscriminantAnalysis(priors=given), x, y, weights)
    if name != "digits":
        keep(f"{name} lsqr", LinearDiscriminantAnalysis(solver="lsqr"), x, y, weights)
        keep(f"{name} eigen given", LinearDiscriminantAnalysis(solver="eigen", priors=given), x, y, weights)
        keep(f"{name} qda", QuadraticDiscriminantAnalysis(tol=1e-16), x, y)
        keep(f"{name} qda reg", QuadraticDiscriminantAnalysis(reg_param=0.2, priors=given), x, y)
    keep(f"{name} shrunk", LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.3), x, y, weights)
    # The solver 'lsqr' loses nine digits on columns of such different sizes; long doubles agree with this one.
    keep(f"{name} ledoit", LinearDiscriminantAnalysis(solver="eigen", shrinkage="auto"), x, y, weights)
print(json.dumps(out, separators=(",", ":")))
