"""The kinds of linear models beyond least squares, held to scikit-learn's on real data, and what only they know."""

import json
import warnings

import hornbook
import numpy as np
import pandas as pd
import pytest
from hornbook import (
    BayesianRidge,
    BinomialRegression,
    DeltaRuleClassifier,
    DeltaRuleRegressor,
    GammaRegressor,
    GeneralizedLinearRegressor,
    HuberRegressor,
    LeastSquaresClassifier,
    LinearRanking,
    LinearRegression,
    Perceptron,
    PoissonRegressor,
    QuantileRegressor,
    TweedieRegressor,
)
from scipy import stats
from sklearn import linear_model
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.preprocessing import scale

X, Y = load_diabetes(return_X_y=True)
X = scale(X)
WEIGHTS = np.random.default_rng(0).uniform(0.5, 2, len(Y))
FLOWERS, KINDS = load_iris(return_X_y=True)


def details(model):
    """What the training reported."""
    return json.loads(model.model_.info())["summary"]["details"]


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("alpha", [0.0, 0.3])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (PoissonRegressor(), linear_model.PoissonRegressor()),
        (GammaRegressor(), linear_model.GammaRegressor()),
        (TweedieRegressor(power=0), linear_model.TweedieRegressor(power=0)),
        (TweedieRegressor(power=1.5), linear_model.TweedieRegressor(power=1.5)),
        (TweedieRegressor(power=3), linear_model.TweedieRegressor(power=3)),
        (GeneralizedLinearRegressor(family="gamma"), linear_model.GammaRegressor()),
    ],
    ids=["poisson", "gamma", "normal", "tweedie", "inverse gaussian", "generalized"],
)
def test_generalized_models_are_those_of_scikit_learn(ours, theirs, alpha, weights):
    ours.set_params(alpha=alpha, tol=0).fit(X, Y, sample_weight=weights)
    theirs.set_params(alpha=alpha, tol=1e-13, max_iter=100_000, solver="newton-cholesky")
    theirs.fit(X, Y, sample_weight=weights)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-6, abs=1e-7)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-8)
    assert ours.predict(X) == pytest.approx(theirs.predict(X), rel=1e-6)
    assert ours.score(X, Y, weights) == pytest.approx(theirs.score(X, Y, weights), rel=1e-8)
    assert ours.score(X, Y, weights) == pytest.approx(1 - ours.deviance_ / ours.null_deviance_, rel=1e-9)
    assert ours.n_iter_ >= 1 and ours.coef_names_ == [f"x{i}" for i in range(10)]


def test_offsets_are_columns_whose_weight_is_one():
    exposure = np.random.default_rng(1).uniform(1, 9, len(Y))
    counts = np.floor(Y * exposure / 50)
    rows = pd.DataFrame(X[:, :3], columns=["a", "b", "c"]).assign(log_exposure=np.log(exposure))
    model = PoissonRegressor().fit(rows, counts, offset="log_exposure")
    # Rates weighted by their exposure are the same model.
    rates = PoissonRegressor().fit(rows[["a", "b", "c"]], counts / exposure, sample_weight=exposure)
    assert model.coef_ == pytest.approx([*rates.coef_, 1.0], rel=1e-6)
    assert model.intercept_ == pytest.approx(rates.intercept_, rel=1e-6)
    assert model.predict(rows) == pytest.approx(rates.predict(rows[["a", "b", "c"]]) * exposure, rel=1e-6)
    assert [line.name for line in model.coefficient_table()] == ["(intercept)", "a", "b", "c"]
    by_position = PoissonRegressor().fit(rows.to_numpy(), counts, offset=-1)
    assert by_position.coef_ == pytest.approx(model.coef_, rel=1e-9)
    with pytest.raises(ValueError, match="'z' is no column of X"):
        PoissonRegressor().fit(rows, counts, offset="z")
    with pytest.raises(ValueError, match="4 is no column of X, which has 4"):
        PoissonRegressor().fit(rows, counts, offset=4)


@pytest.mark.parametrize("link", ["logit", "probit", "cloglog", "cauchit"])
def test_two_classes_by_a_link(link):
    high = np.where(Y > 140, "high", "a low")
    model = BinomialRegression(link=link).fit(X[:, :4], high)
    inverse = {
        "logit": stats.logistic.cdf,
        "probit": stats.norm.cdf,
        "cloglog": lambda s: 1 - np.exp(-np.exp(s)),
        "cauchit": stats.cauchy.cdf,
    }[link]
    sums = X[:, :4] @ model.coef_[0] + model.intercept_[0]
    assert model.decision_function(X[:, :4]) == pytest.approx(sums, rel=1e-9)
    assert model.predict_proba(X[:, :4])[:, 1] == pytest.approx(inverse(sums), rel=1e-9)
    assert list(model.classes_) == ["a low", "high"]
    assert all(line.p_value is not None for line in model.coefficient_table())
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        BinomialRegression(link=link).fit(FLOWERS, KINDS)


def test_logit_is_logistic_regression_without_a_price():
    high = Y > 140
    theirs = linear_model.LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(X, high)
    ours = BinomialRegression(link="logit").fit(X, high)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("errors", ["kernel", "nid", "iid"])
def test_quantiles_have_errors(errors):
    model = QuantileRegressor(quantile=0.6, errors=errors).fit(X[:, :3], Y)
    table = model.coefficient_table()
    assert all(line.standard_error > 0 and line.low < line.weight < line.high for line in table)
    priced = QuantileRegressor(alpha=0.1, errors=errors).fit(X[:, :3], Y)
    assert all(line.standard_error is None for line in priced.coefficient_table())


def test_what_generalized_models_know():
    counts = np.floor(Y / 20)
    model = PoissonRegressor().fit(X, counts)
    likelihood = stats.poisson.logpmf(counts, model.predict(X)).sum()
    assert model.aic_ == pytest.approx(2 * 11 - 2 * likelihood, rel=1e-10)
    assert model.deviance_ == pytest.approx(
        2 * (stats.poisson.logpmf(counts, np.maximum(counts, 1e-300)).sum() - likelihood), rel=1e-10
    )
    assert model.dispersion_ == 1.0
    gamma = GammaRegressor().fit(X, Y)
    mean = gamma.predict(X)
    assert gamma.dispersion_ == pytest.approx((((Y - mean) / mean) ** 2).sum() / (len(Y) - 11), rel=1e-9)
    assert all(line.p_value is not None for line in gamma.coefficient_table())
    priced = GammaRegressor(alpha=0.1).fit(X, Y)
    assert priced.aic_ is None and priced.dispersion_ is None
    assert priced.deviance_ > gamma.deviance_ and priced.null_deviance_ == pytest.approx(gamma.null_deviance_)
    with pytest.raises(ValueError, match="the targets of this family"):
        PoissonRegressor().fit(X, -Y)


@pytest.mark.parametrize(
    ("model", "is_positive"),
    [
        (PoissonRegressor(), True),
        (GammaRegressor(), True),
        (TweedieRegressor(), False),
        (TweedieRegressor(power=1.5), True),
        (GeneralizedLinearRegressor(), False),
        (GeneralizedLinearRegressor(family="poisson"), True),
        (GeneralizedLinearRegressor(family="inverse_gaussian", power=0), True),
        (GeneralizedLinearRegressor(family="normal", power=3), False),
        (GeneralizedLinearRegressor(family="tweedie", power=2.5), True),
        (GeneralizedLinearRegressor(family="tweedie", power=-1), False),
    ],
)
def test_families_say_which_targets_they_take(model, is_positive):
    assert model.__sklearn_tags__().target_tags.positive_only is is_positive


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("alpha", [0.0, 0.5])
def test_huber_is_that_of_scikit_learn(alpha, weights):
    wild = Y.copy()
    wild[::40] += 1000
    ours = HuberRegressor(alpha=alpha, tol=1e-18).fit(X, wild, sample_weight=weights)
    theirs = linear_model.HuberRegressor(alpha=alpha, tol=1e-9, max_iter=100_000).fit(X, wild, sample_weight=weights)
    counts = np.ones(len(Y)) if weights is None else weights

    def objective(model):
        far, corner = np.abs(wild - model.predict(X)), 1.35 * model.scale_
        losses = np.where(far < corner, far**2 / model.scale_, 2 * 1.35 * far - 1.35 * corner)
        return (counts * (model.scale_ + losses)).sum() + alpha * (model.coef_**2).sum()

    # Theirs ends when a step gains little. At ours, all slopes are zero.
    assert objective(theirs) * (1 - 1e-9) < objective(ours) < objective(theirs)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=5e-3)
    assert ours.scale_ == pytest.approx(theirs.scale_, rel=1e-4)
    pulls = counts * np.clip((wild - ours.predict(X)) / ours.scale_, -1.35, 1.35)
    assert pulls @ X == pytest.approx(alpha * ours.coef_, abs=1e-7)
    assert pulls.sum() == pytest.approx(0, abs=1e-7)
    assert (pulls**2 / counts).sum() == pytest.approx(counts.sum(), rel=1e-9)
    assert ours.outliers_.dtype == bool and ours.outliers_[::40].all()
    np.testing.assert_array_equal(ours.outliers_, theirs.outliers_)
    assert details(ours)["outliers"] == pytest.approx(counts[ours.outliers_].sum())


@pytest.mark.parametrize("quantile", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("alpha", [0.0, 0.2])
def test_quantiles_are_those_of_scikit_learn(quantile, alpha):
    ours = QuantileRegressor(quantile=quantile, alpha=alpha).fit(X, Y)
    theirs = linear_model.QuantileRegressor(quantile=quantile, alpha=alpha, solver="highs").fit(X, Y)

    def objective(model):
        off = Y - model.predict(X)
        return np.where(off > 0, quantile * off, (quantile - 1) * off).mean() + alpha * np.abs(model.coef_).sum()

    # Several weights may be best; none are better.
    assert objective(ours) == pytest.approx(objective(theirs), rel=1e-9)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-6, abs=1e-6)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-8)


@pytest.mark.parametrize("intercept", [True, False])
def test_bayesian_ridge_is_that_of_scikit_learn(intercept):
    ours = BayesianRidge(tol=1e-12, fit_intercept=intercept).fit(X, Y)
    theirs = linear_model.BayesianRidge(tol=1e-12, max_iter=10_000, compute_score=True, fit_intercept=intercept)
    theirs.fit(X, Y)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-7)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-9)
    assert ours.alpha_ == pytest.approx(theirs.alpha_, rel=1e-7)
    assert ours.lambda_ == pytest.approx(theirs.lambda_, rel=1e-7)
    assert ours.sigma_ == pytest.approx(theirs.sigma_, rel=1e-6, abs=1e-9)
    assert ours.scores_[-1] == pytest.approx(theirs.scores_[-1], rel=1e-9)
    (mean, deviation), (their_mean, their_deviation) = (m.predict(X, return_std=True) for m in (ours, theirs))
    assert mean == pytest.approx(their_mean, rel=1e-8)
    assert deviation == pytest.approx(their_deviation, rel=1e-6)
    np.testing.assert_array_equal(mean, ours.predict(X))
    ends = ours.predict_interval(X, level=0.8)
    far = stats.norm.ppf(0.9)
    assert ends == pytest.approx(np.column_stack([mean - far * deviation, mean + far * deviation]), rel=1e-9)
    assert 0.75 < ((ends[:, 0] < Y) & (Y < ends[:, 1])).mean() < 0.85 or not intercept
    assert ours.predict_interval(X).shape == (len(Y), 2)
    with pytest.raises(ValueError, match="level"):
        ours.predict_interval(X, level=1.5)


def test_the_evidence_of_known_precisions_is_the_density_of_the_targets():
    model = BayesianRidge(noise_precision=4e-4, prior_precision=1e-3, fit_intercept=False).fit(X, Y)
    density = stats.multivariate_normal(np.zeros(len(Y)), np.eye(len(Y)) / 4e-4 + X @ X.T / 1e-3)
    assert model.log_evidence_ == pytest.approx(density.logpdf(Y), rel=1e-10)
    assert (model.alpha_, model.lambda_) == (4e-4, 1e-3)


def test_the_perceptron_is_that_of_scikit_learn():
    # With rows in the order of the table, both make the same mistakes in the same order.
    for rows, labels in [(FLOWERS[:100], KINDS[:100]), (scale(load_breast_cancer().data), load_breast_cancer().target)]:
        ours = Perceptron(shuffle=False, max_iter=7)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ours.fit(rows, labels)
            theirs = linear_model.Perceptron(shuffle=False, max_iter=ours.n_iter_, tol=None).fit(rows, labels)
        assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-9, abs=1e-12)
        assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-9)
        assert ours.decision_function(rows) == pytest.approx(theirs.decision_function(rows), rel=1e-9, abs=1e-9)
        assert len(ours.training_curve_) == ours.n_iter_
        assert ours.training_curve_[-1] == pytest.approx(1 - ours.score(rows, labels))


def test_descent_ends_at_least_squares():
    rows, least = X[:, [2, 8]], LinearRegression().fit(X[:, [2, 8]], Y)
    model = DeltaRuleRegressor(mode="batch", eta0=0.5, tol=0).fit(rows, Y)
    assert model.coef_ == pytest.approx(least.coef_, rel=1e-9)
    assert model.intercept_ == pytest.approx(least.intercept_, rel=1e-9)
    assert len(model.loss_curve_) == model.n_iter_ > 20
    assert (np.diff(model.loss_curve_) <= 1e-9).all()
    assert model.loss_curve_[-1] == pytest.approx(((Y - least.predict(rows)) ** 2).mean() / 2, rel=1e-9)


def test_a_sigmoid_unit_has_probabilities_and_curves():
    rows, labels = scale(load_breast_cancer().data), load_breast_cancer().target
    unit = DeltaRuleClassifier(unit="sigmoid", loss="cross_entropy", mode="batch", eta0=0.5, max_iter=50, tol=1e-9)
    with pytest.warns(UserWarning, match="still falls"):
        unit.fit(rows, labels)
    assert unit.predict_proba(rows)[:, 1] == pytest.approx(1 / (1 + np.exp(-unit.decision_function(rows))))
    assert unit.training_curve_.shape == unit.loss_curve_.shape == (50,)
    assert unit.training_curve_[-1] == pytest.approx(1 - unit.score(rows, labels))
    assert unit.loss_curve_[-1] < unit.loss_curve_[0]


def test_discrimination_is_least_squares_on_indicators():
    wine, cultivars = load_wine(return_X_y=True)
    wine = scale(wine)
    model = LeastSquaresClassifier().fit(wine, cultivars)
    least = linear_model.LinearRegression().fit(wine, 2 * np.eye(3)[cultivars] - 1)
    assert model.coef_ == pytest.approx(least.coef_, rel=1e-8, abs=1e-10)
    assert model.decision_function(wine) == pytest.approx(least.predict(wine), rel=1e-8, abs=1e-9)
    theirs = linear_model.RidgeClassifier(alpha=2.0).fit(wine, cultivars)
    ours = LeastSquaresClassifier(alpha=2.0).fit(wine, cultivars)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-8, abs=1e-10)
    np.testing.assert_array_equal(ours.predict(wine), theirs.predict(wine))
    assert model.training_curve_ == pytest.approx([1 - model.score(wine, cultivars)])
    assert not hasattr(model, "n_iter_")


@pytest.mark.parametrize("planes", ["one_per_class", "pairwise"])
def test_reject_decisions_say_why_a_row_is_rejected(planes):
    names = np.array(["setosa", "versicolor", "virginica"])
    model = LeastSquaresClassifier(planes=planes).fit(FLOWERS, names[KINDS])
    decisions = model.reject_decisions(FLOWERS)
    for decision, sums, predicted in zip(decisions, model.decision_function(FLOWERS), model.predict(FLOWERS)):
        if planes == "one_per_class":
            claims = names[sums > 0].tolist()
        else:
            first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
            won = np.bincount(np.where(sums > 0, second, first), minlength=3)
            claims = names[won == 2].tolist()
        assert decision.claims == claims
        if len(claims) == 1:
            assert decision.label == claims[0] == predicted and decision.reason is None
        else:
            assert decision.label is None
            assert decision.reason == (
                f"{' and '.join(map(repr, claims))} claim the row" if claims else "no class claims the row"
            )
    assert sum(decision.label is None for decision in decisions) == (0 if planes == "pairwise" else sum(
        (sums > 0).sum() != 1 for sums in model.decision_function(FLOWERS)
    ))


def test_reject_decisions_of_two_classes():
    model = LeastSquaresClassifier().fit([[-1.0], [1.0]], [False, True])
    said = model.reject_decisions([[-3.0], [0.0], [3.0]])
    assert [decision.label for decision in said] == [False, None, True]
    assert said[1].reason == "no class claims the row"
    assert Perceptron().fit([[-1.0], [1.0]], [False, True]).reject_decisions([[2.0]])[0].label is True


def test_ranking_orders_the_rows_of_each_group():
    rng = np.random.default_rng(3)
    groups = np.repeat([f"query {i}" for i in range(30)], 8)
    rows = rng.normal(size=(240, 3))
    # What a query asks for shifts all its answers alike, and says nothing about their order.
    shift = np.repeat(rng.normal(scale=50, size=30), 8)
    grades = rows @ [1.0, -0.5, 0.0] + 0.1 * rng.normal(size=240) + shift
    model = LinearRanking().fit(rows, grades, groups=groups)
    assert model.coef_[1] / model.coef_[0] == pytest.approx(-0.5, abs=0.05)
    assert abs(model.coef_[2] / model.coef_[0]) < 0.05
    assert details(model)["groups"] == 30 and details(model)["pairs_in_order"] > 0.95
    assert (np.diff(model.loss_curve_) <= 0).all() and model.loss_curve_[-1] == details(model)["loss"]
    # One group of all rows: the weights are those of logistic regression on all differences.
    few = slice(0, 60)
    whole = LinearRanking(alpha=1e-3, tol=1e-10).fit(scale(rows[few]), grades[few])
    assert details(whole)["groups"] == 1
    first, second = np.nonzero(grades[few][:, None] > grades[few][None, :])
    gaps = scale(rows[few])[first] - scale(rows[few])[second]
    both, label = np.vstack([gaps, -gaps]), np.repeat([1, 0], len(gaps))
    theirs = linear_model.LogisticRegression(
        C=1 / (1e-3 * 2 * len(gaps)), fit_intercept=False, tol=1e-12, max_iter=10_000
    ).fit(both, label)
    assert whole.coef_ == pytest.approx(theirs.coef_[0], rel=1e-5, abs=1e-6)
    with pytest.raises(ValueError, match="no group has rows with different targets"):
        LinearRanking().fit(rows, grades, groups=np.arange(240))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        LinearRanking().fit(rows, grades, groups=groups[:-1])


def test_separability_gives_hyperplanes_or_averages():
    found = hornbook.separability(FLOWERS[:100], KINDS[:100])
    assert found.separable and found.certificate == [] and found.coef.shape == (1, 4)
    sums = FLOWERS[:100] @ found.coef[0] + found.intercept[0]
    np.testing.assert_array_equal(sums > 0, KINDS[:100] == 1)
    assert found.margin == pytest.approx(np.abs(sums).min() / np.linalg.norm(found.coef))
    assert str(found) == found.text and "a hyperplane separates '0'" in found.text
    wine, cultivars = load_wine(return_X_y=True)
    found = hornbook.separability(pd.DataFrame(wine, columns=load_wine().feature_names), cultivars)
    assert found.separable and found.coef.shape == (3, 13) and found.coef_names == load_wine().feature_names
    np.testing.assert_array_equal((wine @ found.coef.T + found.intercept).argmax(axis=1), cultivars)
    names = np.array(["setosa", "versicolor", "virginica"])[KINDS]
    found = hornbook.separability(FLOWERS[50:], names[50:])
    assert not found.separable and found.coef is None and found.margin is None
    own = [np.average(FLOWERS[50:][rows], axis=0, weights=shares) for rows, shares in parts(found)]
    assert own[0] == pytest.approx(own[1], abs=1e-9)
    for point in found.certificate:
        assert names[50:][point.row] == point.label != point.against
    assert sum(point.share for point in found.certificate) == pytest.approx(1)
    assert "the convex hulls intersect" in str(found)
    # A row of weight 0 is absent.
    bits, xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [0, 1, 1, 0]
    assert not hornbook.separability(bits, xor).separable
    assert hornbook.separability(bits, xor, sample_weight=[1, 1, 1, 0]).separable
    with pytest.raises(ValueError, match="only one class"):
        hornbook.separability(bits, [1, 1, 1, 1])


def parts(found):
    """The rows and shares of each of two classes."""
    for label in sorted({point.label for point in found.certificate}):
        chosen = [point for point in found.certificate if point.label == label]
        yield [point.row for point in chosen], [point.share for point in chosen]


@pytest.mark.parametrize("l1_ratio", [1.0, 0.4])
def test_paths_are_those_of_scikit_learn(l1_ratio):
    centered = Y - Y.mean()
    ours = hornbook.lasso_path(X, Y, l1_ratio=l1_ratio, alphas=20, eps=1e-2, tol=1e-10)
    alphas, coefs, gaps = linear_model.enet_path(
        X, centered, l1_ratio=l1_ratio, alphas=20, eps=1e-2, tol=1e-12, max_iter=100_000
    )
    assert ours.alphas == pytest.approx(alphas, rel=1e-9)
    assert ours.coefs.shape == coefs.shape == (10, 20) and ours.dual_gaps.shape == gaps.shape
    assert ours.coefs == pytest.approx(coefs, abs=1e-4)
    assert ours.intercepts == pytest.approx(np.full(20, Y.mean()), rel=1e-9)
    assert ours.coef_names == [f"x{i}" for i in range(10)]
    given = hornbook.lasso_path(X, Y, l1_ratio=l1_ratio, alphas=[0.5, 5.0], tol=1e-10)
    assert given.alphas.tolist() == [5.0, 0.5]
    single = hornbook.ElasticNet(alpha=0.5, l1_ratio=l1_ratio, tol=1e-10).fit(X, Y)
    assert given.coefs[:, 1] == pytest.approx(single.coef_, abs=1e-4)
    for wrong in ({"alphas": 0}, {"alphas": [-1.0]}, {"l1_ratio": 2.0}, {"eps": 0.0}, {"tol": 0.0}):
        with pytest.raises(ValueError):
            hornbook.lasso_path(X, Y, **wrong)


@pytest.mark.parametrize("cls", [PoissonRegressor, HuberRegressor, QuantileRegressor, BayesianRidge, LinearRanking])
def test_files_keep_what_models_know(cls, tmp_path):
    model = cls().fit(X, Y)
    model.save(tmp_path / "model.hornbook")
    again = hornbook.load(tmp_path / "model.hornbook")
    assert type(again) is cls and again.coefficient_table() == model.coefficient_table()
    for attribute in ("deviance_", "aic_", "scale_", "alpha_", "log_evidence_", "loss_curve_", "n_iter_"):
        if hasattr(model, attribute):
            np.testing.assert_array_equal(getattr(again, attribute), getattr(model, attribute))
    # Which rows were outliers is not in the file: they are not, either.
    assert not hasattr(again, "outliers_")
