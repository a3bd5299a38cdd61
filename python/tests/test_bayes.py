"""Bayesian classifiers and densities beside scikit-learn's."""

import hornbook
import numpy as np
import pandas as pd
import pytest
from sklearn import discriminant_analysis, naive_bayes, neighbors
from sklearn.datasets import load_digits, load_iris, load_wine

COUNTS = ["MultinomialNB", "ComplementNB", "BernoulliNB"]


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_gaussian_naive_bayes_is_scikit_learns():
    X, y = load_wine(return_X_y=True)
    ours, theirs = hornbook.GaussianNB().fit(X, y), naive_bayes.GaussianNB().fit(X, y)
    for attribute in ("theta_", "var_", "epsilon_", "class_prior_", "class_count_"):
        close(getattr(ours, attribute), getattr(theirs, attribute))
    close(ours.predict_proba(X), theirs.predict_proba(X))
    close(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X))


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_scikit_learns(name):
    X, y = load_digits(return_X_y=True)
    ours, theirs = getattr(hornbook, name)().fit(X, y), getattr(naive_bayes, name)().fit(X, y)
    close(ours.feature_count_, theirs.feature_count_)
    close(ours.feature_log_prob_, theirs.feature_log_prob_)
    close(ours.predict_proba(X), theirs.predict_proba(X))


def test_categories_are_scikit_learns():
    X, y = load_digits(return_X_y=True)
    X = np.round(X / 4)
    ours, theirs = hornbook.CategoricalNB().fit(X, y), naive_bayes.CategoricalNB().fit(X, y)
    assert ours.n_categories_.tolist() == theirs.n_categories_.tolist()
    for found, expected in zip(ours.feature_log_prob_, theirs.feature_log_prob_, strict=True):
        close(found, expected)
    for found, expected in zip(ours.category_count_, theirs.category_count_, strict=True):
        close(found, expected)
    close(ours.predict_proba(X), theirs.predict_proba(X))


@pytest.mark.parametrize("name", ["GaussianNB", *COUNTS, "LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"])
def test_parts_are_the_whole(name):
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    X, y = X[order], y[order]
    whole, parts = getattr(hornbook, name)().fit(X, y), getattr(hornbook, name)()
    with pytest.raises(ValueError, match="classes must be passed"):
        parts.partial_fit(X[:10], y[:10])
    # A covariance of each class needs more rows than columns from the start.
    parts.partial_fit(X[:60], y[:60], classes=[0, 1, 2])
    for rows in (slice(60, 61), slice(61, 150)):
        parts.partial_fit(X[rows], y[rows])
    close(parts.predict_proba(X), whole.predict_proba(X))
    with pytest.raises(ValueError, match="none of the classes"):
        parts.partial_fit(X[:1], [7])


@pytest.mark.parametrize("name", ["AveragedOneDependenceClassifier", "JointBayesClassifier"])
def test_parts_keep_the_bins_of_the_first(name):
    X, y = load_iris(return_X_y=True)
    frame = pd.DataFrame(np.round(X).astype(int).astype(str), columns=list("abcd")).astype("category")
    whole, parts = getattr(hornbook, name)().fit(frame, y), getattr(hornbook, name)()
    parts.partial_fit(frame[:70], y[:70], classes=[0, 1, 2]).partial_fit(frame[70:], y[70:])
    close(parts.predict_proba(frame), whole.predict_proba(frame))
    numbers = getattr(hornbook, name)().partial_fit(X[::2], y[::2], classes=[0, 1, 2]).partial_fit(X[1::2], y[1::2])
    assert numbers.score(X, y) > 0.9


def test_histograms_take_more_rows():
    X = np.random.default_rng(2).normal(size=(500, 1))
    edges = np.linspace(-5, 5, 21).tolist()
    whole = hornbook.Histogram(edges=edges).fit(X)
    parts = hornbook.Histogram(edges=edges).partial_fit(X[:100]).partial_fit(X[100:])
    np.testing.assert_array_equal(parts.score_samples(X), whole.score_samples(X))
    with pytest.raises(ValueError, match="features"):
        parts.partial_fit(np.c_[X, X])


def test_discriminants_are_scikit_learns():
    X, y = load_wine(return_X_y=True)
    ours = hornbook.LinearDiscriminantAnalysis().fit(X, y)
    theirs = discriminant_analysis.LinearDiscriminantAnalysis().fit(X, y)
    for attribute in ("coef_", "intercept_", "means_", "priors_", "explained_variance_ratio_", "xbar_"):
        np.testing.assert_allclose(getattr(ours, attribute), getattr(theirs, attribute), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(np.abs(ours.transform(X)), np.abs(theirs.transform(X)), rtol=1e-7, atol=1e-7)
    ours = hornbook.QuadraticDiscriminantAnalysis().fit(X, y)
    theirs = discriminant_analysis.QuadraticDiscriminantAnalysis().fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-8, atol=1e-8)
    with pytest.raises(AttributeError, match="no linear boundaries"):
        _ = ours.coef_


@pytest.mark.parametrize("kernel", ["gaussian", "tophat", "epanechnikov", "exponential", "linear"])
def test_windows_are_scikit_learns(kernel):
    X, _ = load_iris(return_X_y=True)
    X = X[:, :2]
    ours = hornbook.KernelDensity(bandwidth=0.351, kernel=kernel).fit(X)
    theirs = neighbors.KernelDensity(bandwidth=0.351, kernel=kernel).fit(X)
    close(ours.score_samples(X), theirs.score_samples(X))
    assert abs(ours.score(X) - theirs.score(X)) < 1e-6
    drawn = ours.sample(500, random_state=0)
    assert drawn.shape == (500, 2)
    np.testing.assert_allclose(drawn.mean(axis=0), X.mean(axis=0), atol=0.2)
    assert ours.bandwidth_ == 0.351


def test_histograms():
    X = np.random.default_rng(1).normal(size=(2000, 1))
    histogram = hornbook.Histogram().fit(X)
    assert np.exp(histogram.score_samples([[0.0]]))[0] == pytest.approx(0.4, abs=0.08)
    assert histogram.sample(10, random_state=0).shape == (10, 1)
    with pytest.raises(AttributeError, match="no attribute 'bandwidth_'"):
        _ = histogram.bandwidth_
