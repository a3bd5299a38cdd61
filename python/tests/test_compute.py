"""`hornbook.compute` against scipy, numpy and the textbook."""

import inspect
import math

import numpy as np
import pandas as pd
import pytest
from hornbook import BaggingClassifier, DecisionTreeClassifier, compute
from scipy import optimize, stats

DATA = "data"


@pytest.fixture
def tennis():
    from pathlib import Path

    return pd.read_csv(Path(__file__).parents[2] / "data" / "play_tennis.csv")


def test_entropy_and_its_kin(tennis):
    assert compute.entropy(counts=[9, 5]).entropy == pytest.approx(stats.entropy([9, 5], base=2), abs=1e-12)
    found = compute.cross_entropy(p=np.array([0.5, 0.5]), q=[0.25, 0.75])
    assert found.relative_entropy == pytest.approx(stats.entropy([0.5, 0.5], [0.25, 0.75], base=2), abs=1e-12)
    wind = compute.information_gain(attribute=tennis["Wind"], labels=tennis["Play"])
    assert wind.gain == pytest.approx(0.04812703040826938, abs=1e-12)
    joint = compute.mutual_information(joint=pd.crosstab(tennis["Wind"], tennis["Play"]))
    assert joint.mutual_information == pytest.approx(wind.gain, abs=1e-12)
    assert compute.cross_entropy(p=[1, 1], q=[1, 0]).relative_entropy == math.inf


@pytest.mark.parametrize(
    ("family", "parameters", "theirs", "at"),
    [
        ("normal", [1, 2], stats.norm(1, 2), 0.3),
        ("student", {"degrees": 5, "location": 1, "scale": 2}, stats.t(5, 1, 2), 0.3),
        ("gamma", [3, 2], stats.gamma(3, scale=0.5), 1.1),
        ("beta", [2, 5], stats.beta(2, 5), 0.4),
        ("chi_square", [3], stats.chi2(3), 2.5),
        ("fisher", [3, 8], stats.f(3, 8), 1.7),
        ("exponential", [2], stats.expon(scale=0.5), 0.7),
        ("log_normal", [0.5, 0.7], stats.lognorm(0.7, scale=math.exp(0.5)), 1.4),
        ("weibull", [1.5, 2], stats.weibull_min(1.5, scale=2), 1.2),
        ("cauchy", [1, 2], stats.cauchy(1, 2), 0.1),
        ("uniform", [1, 4], stats.uniform(1, 3), 2.0),
    ],
)
def test_continuous_distributions(family, parameters, theirs, at):
    found = compute.distribution(family=family, parameters=parameters, at=[at], quantiles=[0.1, 0.9])
    assert found.at[0]["density"] == pytest.approx(theirs.pdf(at), rel=1e-9)
    assert found.at[0]["cdf"] == pytest.approx(theirs.cdf(at), rel=1e-9)
    assert [one["quantile"] for one in found.quantiles] == pytest.approx(theirs.ppf([0.1, 0.9]), rel=1e-8)


@pytest.mark.parametrize(
    ("family", "parameters", "theirs"),
    [("binomial", [40, 0.3], stats.binom(40, 0.3)), ("poisson", [4.2], stats.poisson(4.2)), ("bernoulli", [0.3], stats.bernoulli(0.3))],
)
def test_discrete_distributions(family, parameters, theirs):
    found = compute.distribution(family=family, parameters=parameters, at=[1])
    assert found.at[0]["probability"] == pytest.approx(theirs.pmf(1), rel=1e-9)
    assert (found.mean, found.variance) == pytest.approx((theirs.mean(), theirs.var()), rel=1e-9)


def test_several_numbers():
    point = np.array([[0.2, 0.3, 0.5]])
    found = compute.multivariate_distribution(family="dirichlet", vector=[2, 3, 5], at=point)
    assert found.at[0]["density"] == pytest.approx(stats.dirichlet([2, 3, 5]).pdf(point[0]), rel=1e-9)
    scale = np.array([[1.0, 0.5], [0.5, 2.0]])
    wishart = compute.multivariate_distribution(family="wishart", matrix=scale, number=4, at=[3, 1, 1, 4])
    assert wishart.at[0]["density"] == pytest.approx(stats.wishart(4, scale).pdf([[3, 1], [1, 4]]), rel=1e-9)
    drawn = compute.multivariate_distribution(family="normal", vector=[0, 0], matrix=scale, samples=4, random_state=3)
    same = compute.multivariate_distribution(family="normal", vector=[0, 0], matrix=scale, samples=4, random_state=3)
    assert drawn.samples == same.samples


def test_algebra_as_numpy():
    matrix = np.array([[4.0, 1, 2], [1, 3, 0], [2, 0, 5]])
    assert compute.decompose(matrix)["values"] == pytest.approx(np.linalg.eigvalsh(matrix)[::-1])
    assert compute.decompose(matrix, method="svd")["values"] == pytest.approx(np.linalg.svd(matrix)[1])
    assert np.allclose(compute.matrix(matrix).inverse, np.linalg.inv(matrix))
    assert compute.solve(matrix, [1, 2, 3]).x == pytest.approx(np.linalg.solve(matrix, [1, 2, 3]))
    assert compute.norm(vector=[3, -4, 1], p=3).norm_p == pytest.approx(np.linalg.norm([3, -4, 1], 3))


def test_optimizers_as_scipy():
    found = compute.minimize("(1 - x)^2 + 100*(y - x^2)^2", start={"x": -1.2, "y": 1}, method="bfgs")
    theirs = optimize.minimize(optimize.rosen, [-1.2, 1], jac=optimize.rosen_der, method="BFGS")
    assert found.x == pytest.approx(theirs.x, abs=1e-4)
    assert found.point["x"] == found.x[0]
    x, y = np.arange(5.0), np.array([1.0, 1.9, 4.2, 7.8, 16.3])
    fitted = compute.curve_fit("a*exp(b*x)", x, y)
    expected, _ = optimize.curve_fit(lambda x, a, b: a * np.exp(b * x), x, y)
    assert [fitted.point["a"], fitted.point["b"]] == pytest.approx(expected, rel=1e-5)


def test_intervals_and_tests_as_scipy():
    exact = stats.binomtest(12, 40).proportion_ci(method="exact")
    assert compute.proportion_interval(12, 40).exact == pytest.approx([exact.low, exact.high], rel=1e-9)
    wilson = stats.binomtest(12, 40).proportion_ci(method="wilson")
    assert compute.proportion_interval(12, 40).wilson == pytest.approx([wilson.low, wilson.high], rel=1e-9)
    first, second = [0.9, 0.8, 0.85, 0.9], [0.8, 0.75, 0.8, 0.85]
    found, theirs = compute.t_test(first, second=second), stats.ttest_rel(first, second)
    assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)
    one, expected = compute.t_test(first, expected=0.8, alternative="greater"), stats.ttest_1samp(first, 0.8, alternative="greater")
    assert one.p_value == pytest.approx(expected.pvalue, rel=1e-9)


def test_tables_learners_and_models(tennis):
    assert compute.feature_ranking(tennis, "Play").columns[0]["column"] == "Outlook"
    assert compute.contingency(tennis, ["Humidity", "Play"]).marginals["Play"]["Yes"] == pytest.approx(9 / 14)
    estimate = compute.estimate("bernoulli-beta", table=tennis, columns=["Play"])
    assert estimate.columns == ["Play"] and str(estimate).startswith("bernoulli-beta of 'Play', from 14 rows")
    assert len(compute.conjugate_families().families) >= 10
    with pytest.warns(UserWarning, match="of 15 rows, 14 are counted"):
        compute.contingency({name: [*tennis[name], None] for name in tennis}, ["Humidity", "Play"])
    tree = DecisionTreeClassifier().fit(tennis.drop(columns="Play"), tennis["Play"])
    assert compute.tree_rules(model=tree).unused == compute.tree_rules(table=tennis, target="Play").unused
    simple = DecisionTreeClassifier(max_depth=1)
    found = compute.stability({name: tennis[name] for name in tennis}, "Play", learner=simple, rounds=2, random_state=1)
    assert "change" in found


def test_hypotheses_by_name():
    rows = [{"loaded": 0.5, "fair": 0.125}, {"fair": 0.25, "loaded": 0.5}]
    found = compute.posterior(["fair", "loaded"], likelihoods=rows)
    assert found.posterior == pytest.approx([1 / 9, 8 / 9])
    assert compute.posterior([0.5, 0.5], likelihoods=[[0.125, 0.5], [0.25, 0.5]]).posterior == found.posterior


def test_members_of_an_ensemble(tennis):
    features, target = tennis.drop(columns="Play"), tennis["Play"]
    bagged = BaggingClassifier(n_estimators=3).fit(features, target)
    assert len(compute.ensemble_diversity(bagged, tennis).accuracies) == 3


def test_results_print_and_explain_themselves():
    found = compute.entropy(counts=[9, 5])
    assert str(found).startswith("H = −Σ") and repr(found) == str(found).rstrip()
    assert found.steps[0].startswith("H = −(") and found["unit"] == "bits"
    assert set(found) == {"entropy", "maximum", "gini", "classes", "unit"}
    with pytest.raises(AttributeError, match="there is no result 'entrpy'; there are entropy"):
        found.entrpy  # noqa: B018


def test_mistakes_get_a_sentence():
    with pytest.raises(ValueError, match="parameter 'counts' is -1") as caught:
        compute.entropy(counts=[-1, 2])
    assert caught.value.code == "invalid-parameter"
    with pytest.raises(ValueError, match="cannot be read"):
        compute.minimize("x +")
    with pytest.raises(ValueError, match="not symmetric"):
        compute.decompose([[1, 2], [3, 4]])
    with pytest.raises(TypeError):
        compute.entropy(counts=[1, 2], bsae=2)


def test_every_function_has_a_signature_and_a_docstring():
    for name in compute.__all__:
        thing = getattr(compute, name)
        assert thing.__doc__
        if inspect.isfunction(thing):
            for parameter in inspect.signature(thing).parameters:
                assert f"{parameter} : " in thing.__doc__, f"{name} explains {parameter}"


def test_missing_values_are_named():
    with pytest.raises(ValueError, match="confidence-interval: argument 'values' holds a missing value"):
        compute.confidence_interval(values=np.array([1.0, np.nan, 2.0]))


@pytest.mark.parametrize("pooled", [False, True])
def test_two_samples_are_compared_as_scipy_does(pooled):
    first, second = [6.1, 5.8, 6.4, 7.0, 6.6], np.array([5.2, 5.9, 5.1, 5.5])
    found, expected = compute.two_sample_t_test(first, second, pooled=pooled), stats.ttest_ind(first, second, equal_var=pooled)
    interval = expected.confidence_interval()
    np.testing.assert_allclose(
        [found.statistic, found.degrees, found.p_value, found.low, found.high],
        [expected.statistic, expected.df, expected.pvalue, interval.low, interval.high],
    )
