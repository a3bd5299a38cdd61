"""Makes naive_bayes.json: what scikit-learn's five kinds of naive Bayes find on iris and on tables.json.

Run with scikit-learn 1.9 in this folder: python naive_bayes.py > naive_bayes.json
"""

import json
import pathlib

import numpy as np
import pandas as pd
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB

here = pathlib.Path(__file__).parent
tables = {
    name: (np.array(table["x"], float), np.array(table["y"]))
    for name, table in json.loads((here / "tables.json").read_text()).items()
}
iris = pd.read_csv(here.parents[3] / "data" / "iris.csv")
tables["iris"] = (iris.iloc[:, :4].to_numpy(), iris["species"].astype("category").cat.codes.to_numpy())
out = {}


def keep(name, model, x, y, weights=None, parts=()):
    model.fit(x, y, weights)
    out[name] = {
        "every_seventh": model.predict_log_proba(x[::7]).tolist(),
        "joint": model.predict_joint_log_proba(x[:3]).tolist(),
        "right": int((model.predict(x) == y).sum()),
    } | {part: np.asarray(getattr(model, part)).tolist() for part in parts}


for name, (x, y) in tables.items():
    count = len(y)
    middle = np.median(x, axis=0)
    w = 0.5 + np.arange(count) % 4
    keep(f"{name} gaussian", GaussianNB(), x, y, parts=["theta_", "var_", "epsilon_"])
    classes = len(np.unique(y))
    given = np.arange(1, classes + 1) / np.arange(1, classes + 1).sum()
    keep(f"{name} gaussian given", GaussianNB(priors=given, var_smoothing=1e-3), x, y)
    keep(f"{name} multinomial", MultinomialNB(), x, y, parts=["feature_log_prob_"])
    keep(f"{name} multinomial weighted", MultinomialNB(alpha=0.1, fit_prior=False), x, y, w)
    keep(f"{name} complement", ComplementNB(), x, y, parts=["feature_log_prob_"])
    keep(f"{name} complement norm", ComplementNB(alpha=0.3, norm=True), x, y, w)
    keep(f"{name} bernoulli", BernoulliNB(binarize=3.0), x, y, parts=["feature_log_prob_"])
    keep(f"{name} bernoulli weighted", BernoulliNB(alpha=0.2, binarize=1.0, class_prior=given), x, y, w)
    codes = np.floor(np.minimum(x, 20))
    keep(f"{name} categorical", CategoricalNB(), codes, y)
    keep(f"{name} categorical weighted", CategoricalNB(alpha=0.4, min_categories=25), codes, y, w)
print(json.dumps(out, separators=(",", ":")))
