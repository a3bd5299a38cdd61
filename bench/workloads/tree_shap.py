"""Shapley values of boosted trees."""

from report import Bar, time_bar

from ._classes import load
from ._collisions import make  # noqa: F401
from ._threads import THREADS

TREES = 500
TITLE = f"Divide the predictions of {TREES} boosted trees among the columns, by Shapley values of the training paths."
QUALITY = "largest difference from the score"
SHAPES = {
    "full": {"rows": 20_000, "test_rows": 1000},
    "small": {"rows": 2000, "test_rows": 100},
}


def hornbook(folder):
    from hornbook import GradientBoostingClassifier

    x, y, test_x, _ = load(folder)
    model = GradientBoostingClassifier(max_iter=TREES, random_state=0, n_jobs=THREADS).fit(x, y)

    def difference(found):
        import numpy as np

        values, base = found
        p = model.predict_proba(test_x)[:, 1]
        return float(np.abs(values.sum(axis=1) + base - np.log(p / (1 - p))).max())

    return lambda: model.shap_values(test_x), difference


def shap(folder):
    import shap
    from lightgbm import LGBMClassifier

    x, y, test_x, _ = load(folder)
    model = LGBMClassifier(n_estimators=TREES, n_jobs=THREADS, verbose=-1).fit(x, y)
    # The package's own code; LightGBM's values would otherwise be used.
    explainer = shap.TreeExplainer(model, feature_perturbation="tree_path_dependent")

    def difference(found):
        import numpy as np

        score = model.predict_proba(test_x, raw_score=True)
        base = np.ravel(explainer.expected_value)[-1]
        return float(np.abs(np.asarray(found).sum(axis=1) + base - score).max())

    return lambda: explainer.shap_values(test_x, approximate=False, check_additivity=True), difference


PEERS = {"hornbook": hornbook, "shap": shap}


def bars(results, folder):
    claim = "hornbook: the values add up to the score to 1e-10"
    met = "hornbook" in results and results["hornbook"].quality <= 1e-10
    found = f"{results['hornbook'].quality:.1e}" if "hornbook" in results else "not measured"
    return [time_bar(results, "hornbook", ["shap"], 0.5), Bar(claim, found, met)]
