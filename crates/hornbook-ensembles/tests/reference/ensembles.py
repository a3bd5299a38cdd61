"""Makes ensembles.json: what scikit-learn's ensembles give on made-up rows.

Run with scikit-learn 1.9: python ensembles.py > ensembles.json
"""

import json

import numpy as np
from sklearn.ensemble import AdaBoostClassifier, AdaBoostRegressor, BaggingClassifier, VotingClassifier, VotingRegressor
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

rng = np.random.default_rng(4)


def rows(n):
    """Two informative columns and one of noise; classes a, b and c, and a number."""
    # Trees of scikit-learn see single precision, which holds these numbers and their midpoints exactly.
    x = np.round(rng.normal(size=(n, 3)) * 1024) / 1024
    score = x[:, 0] + 0.7 * np.sin(2 * x[:, 1]) + 0.4 * rng.normal(size=n)
    return x, np.digitize(score, [-0.5, 0.6]), np.round(score + 0.3 * x[:, 1] ** 2, 4)


x, kind, y = rows(150)
new_x, new_kind, new_y = rows(400)
weights = np.round(rng.uniform(0.2, 3.0, size=len(x)), 3)
out = {
    "x": x.tolist(), "kind": kind.tolist(), "y": y.tolist(), "weights": weights.tolist(),
    "new_x": new_x.tolist(), "new_kind": new_kind.tolist(), "new_y": new_y.tolist(),
}


def stump(depth=1):
    return DecisionTreeClassifier(max_depth=depth, random_state=0)


def boosted(target, sample_weight=None, **parameters):
    model = AdaBoostClassifier(stump(), random_state=0, **parameters).fit(x, target, sample_weight)
    return {
        "votes": model.estimator_weights_[: len(model.estimators_)].tolist(),
        "errors": model.estimator_errors_[: len(model.estimators_)].tolist(),
        "probabilities": model.predict_proba(new_x[:50]).tolist(),
        "classes": model.predict(new_x).tolist(),
    }


two = (kind > 0).astype(int)
out["samme"] = boosted(kind, n_estimators=12)
out["samme_slow"] = boosted(kind, n_estimators=12, learning_rate=0.5)
out["samme_weighted"] = boosted(kind, weights, n_estimators=12)
out["samme_two"] = boosted(two, n_estimators=30)


def boosted_numbers(loss, rate):
    """AdaBoost.R2 as scikit-learn has it, with the weights given to the tree instead of drawing by them."""
    model = AdaBoostRegressor(loss=loss, learning_rate=rate)
    model.estimators_, votes, errors = [], [], []
    share = np.full(len(y), 1 / len(y))
    for _ in range(8):
        tree = DecisionTreeRegressor(max_depth=2, random_state=0).fit(x, y, share * len(y))
        error = np.abs(tree.predict(x) - y)
        error /= error.max()
        error = {"linear": error, "square": error**2, "exponential": 1 - np.exp(-error)}[loss]
        mean = (share * error).sum()
        if mean >= 0.5:
            break
        beta = mean / (1 - mean)
        model.estimators_.append(tree)
        votes.append(rate * np.log(1 / beta))
        errors.append(mean)
        share = share * beta ** ((1 - error) * rate)
        share /= share.sum()
    model.estimator_weights_ = np.array(votes)
    numbers = model._get_median_predict(new_x, len(votes))
    return {"votes": votes, "errors": errors, "numbers": numbers.tolist()}


out["r2"] = {loss: boosted_numbers(loss, 1.0) for loss in ("linear", "square", "exponential")}
out["r2_slow"] = boosted_numbers("linear", 0.3)

trees = [(f"t{depth}", stump(depth)) for depth in (1, 2, 3)]
soft = VotingClassifier(trees, voting="soft", weights=[1, 2, 0.5]).fit(x, kind)
out["soft"] = soft.predict_proba(new_x).tolist()
out["hard"] = VotingClassifier(trees, weights=[1, 2, 1.5]).fit(x, kind).predict(new_x).tolist()
numbers = [
    (f"t{depth}", DecisionTreeRegressor(max_depth=depth, min_samples_leaf=8, random_state=0)) for depth in (1, 2, 3)
]
out["mean"] = VotingRegressor(numbers, weights=[1, 2, 0.5]).fit(x, y).predict(new_x).tolist()

out["one_vs_rest"] = OneVsRestClassifier(stump(2)).fit(x, kind).predict_proba(new_x).tolist()
out["one_vs_one"] = OneVsOneClassifier(stump(2)).fit(x, kind).predict(new_x).tolist()

bagging = [
    BaggingClassifier(DecisionTreeClassifier(), 50, random_state=seed).fit(x, kind).score(new_x, new_kind)
    for seed in range(10)
]
out["bagging_accuracy"] = float(np.mean(bagging))

print(json.dumps(out))
