"""What boosting can do besides `fit`."""

import numpy as np
import pytest

from hornbook import GradientBoostingClassifier, GradientBoostingRegressor, load

rng = np.random.default_rng(0)
X = rng.normal(size=(400, 4))
y = np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=400)
FEW = {"max_iter": 30, "random_state": 0}


def test_rows_to_watch_end_the_rounds():
    noise = rng.normal(size=400)
    model = GradientBoostingRegressor(max_iter=300).fit(X[:300], noise[:300], X_val=X[300:], y_val=noise[300:])
    assert model.n_iter_ < 50
    usual = GradientBoostingRegressor(max_iter=300).fit(X[:300], noise[:300])
    loss = lambda model: np.mean((model.predict(X[300:]) - noise[300:]) ** 2)
    assert loss(model) < loss(usual)


def test_rows_to_watch_may_have_weights_and_names():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["kind"] = pd.Categorical(np.where(X[:, 0] > 0, "up", "down"))
    target = pd.Series(np.where(y > 0, "yes", "no"), name="answer")
    model = GradientBoostingClassifier(**FEW)
    model.fit(frame[:300], target[:300], X_val=frame[300:], y_val=target[300:], sample_weight_val=np.ones(100))
    assert list(model.feature_names_in_) == ["a", "b", "c", "d", "kind"]
    assert model.score(frame[300:], target[300:]) > 0.8


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"X_val": X}, "both X_val and y_val"),
        ({"sample_weight_val": np.ones(400)}, "no X_val and y_val"),
        ({"X_val": X[:, :2], "y_val": y}, "features"),
        ({"X_val": X[:5], "y_val": y}, "inconsistent numbers of samples"),
        ({"X_val": X, "y_val": np.full(400, np.nan)}, "missing or infinite"),
    ],
)
def test_rows_to_watch_that_cannot_be_used(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        GradientBoostingRegressor(**FEW).fit(X, y, **given)


def test_a_class_to_watch_that_training_does_not_know():
    labels = np.where(y > 0, "yes", "no")
    odd = labels.astype(object).copy()
    odd[0] = "perhaps"
    with pytest.raises(ValueError, match="'perhaps', which is none of the classes"):
        GradientBoostingClassifier(**FEW).fit(X, labels, X_val=X, y_val=odd)


def test_more_rounds_are_the_rounds_that_would_have_come():
    whole = GradientBoostingRegressor(max_iter=20, random_state=0).fit(X, y)
    half = GradientBoostingRegressor(max_iter=10, random_state=0).fit(X, y).fit_more(X, y)
    assert half.n_iter_ == 20
    np.testing.assert_allclose(half.predict(X), whole.predict(X), rtol=1e-9)
    with pytest.raises(ValueError):
        half.fit_more(X[:, :3], y)


def squared(y, score):
    return score - y, np.ones_like(y)


def test_a_loss_of_ones_own(tmp_path):
    weights = rng.integers(0, 3, 400).astype(float)
    own = GradientBoostingRegressor(**FEW)
    own.fit_loss(X, y, squared, start=np.average(y, weights=weights), sample_weight=weights)
    usual = GradientBoostingRegressor(**FEW).fit(X, y, weights)
    np.testing.assert_allclose(own.predict(X), usual.predict(X), rtol=1e-9)
    own.save(tmp_path / "own.hornbook")
    np.testing.assert_array_equal(load(tmp_path / "own.hornbook").predict(X), own.predict(X))


def test_what_a_loss_of_ones_own_raises_is_raised():
    class Odd(Exception):
        pass

    def raises(y, score):
        raise Odd("no")

    with pytest.raises(Odd):
        GradientBoostingRegressor(**FEW).fit_loss(X, y, raises)


@pytest.mark.parametrize(
    "answer",
    [
        lambda y, score: score - y,
        lambda y, score: (score - y, np.zeros_like(y)),
        lambda y, score: (score - y, np.ones(3)),
        lambda y, score: (np.full_like(y, np.nan), np.ones_like(y)),
        lambda y, score: None,
    ],
)
def test_losses_that_make_no_sense(answer):
    with pytest.raises(ValueError, match="two arrays of 400 numbers"):
        GradientBoostingRegressor(**FEW).fit_loss(X, y, answer)


def test_a_loss_must_be_a_function_and_cannot_stop_early():
    with pytest.raises(TypeError, match="expected a function"):
        GradientBoostingRegressor(**FEW).fit_loss(X, y, "squared")
    with pytest.raises(ValueError, match="early stopping"):
        GradientBoostingRegressor(early_stopping=True).fit_loss(X, y, squared)


def test_groups_are_put_in_order():
    groups = np.repeat(np.arange(40), 10)
    grades = np.digitize(y, [-0.5, 0.5]).astype(float)
    model = GradientBoostingRegressor(loss="lambdarank", **FEW).fit(X, grades, groups=groups)
    scores = model.predict(X)
    agree = [np.corrcoef(scores[groups == g], grades[groups == g])[0, 1] for g in range(40) if np.ptp(grades[groups == g])]
    assert np.mean(agree) > 0.8
    with pytest.raises(ValueError, match="groups"):
        GradientBoostingRegressor(loss="lambdarank").fit(X, grades)
