"""What a notebook shows of estimators."""

import numpy as np
import pytest
from hornbook import DecisionTreeClassifier, KNeighborsClassifier, LinearRegression, RandomForestClassifier
from sklearn.datasets import load_diabetes, load_iris


@pytest.mark.parametrize("estimator", [DecisionTreeClassifier(max_depth=2), KNeighborsClassifier(), RandomForestClassifier()])
def test_a_fitted_model_says_what_it_learned(estimator):
    before = estimator._repr_mimebundle_()["text/html"]
    assert "What it learned" not in before
    X, y = load_iris(return_X_y=True)
    after = estimator.fit(X, y)._repr_mimebundle_()["text/html"]
    assert after.count("What it learned") == 1 and "Trained on 150 rows" in after
    assert after.count("<details") == after.count("</details>")
    assert estimator._repr_html_().count("What it learned") == 1
    # The one tree of a tree is drawn.
    assert ("<svg" in after.split("What it learned")[1]) == isinstance(estimator, DecisionTreeClassifier)


def test_names_cannot_break_the_page():
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    X = X.rename(columns={"bmi": "<script>alert(1)</script>"})
    page = LinearRegression().fit(X, y)._repr_html_()
    shown = page.split("What it learned")[1]
    assert "<script>" not in shown and "&lt;script&gt;" in shown


def test_long_explanations_are_cut():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 80))
    shown = LinearRegression().fit(X, X @ np.arange(80))._repr_html_().split("What it learned")[1]
    assert "more lines: explain() has them all" in shown
