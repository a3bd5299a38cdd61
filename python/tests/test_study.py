"""The study, from frames and files."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
import report_browser
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine

import hornbook
from hornbook._hornbook import report

IRIS = Path(__file__).parents[2] / "data" / "iris.csv"
FEW = ["naive-bayes", "decision-tree", "linear-discriminant"]


@pytest.fixture(scope="module")
def iris():
    return pd.read_csv(IRIS)


@pytest.fixture(scope="module")
def found(iris):
    return hornbook.study(iris, "species", learners=FEW, trials=8)


def test_a_study_answers_and_predicts(found, iris):
    assert 3 <= len(found.answer) <= 4
    assert "predicts 'species'" in str(found)
    assert found.score["low"] < found.score["value"] <= found.score["high"]
    rows = iris.drop(columns="species")
    assert (found.model.predict(rows) == iris["species"]).mean() > 0.9
    assert {row["outcome"] for row in found.learners} == {"evaluated"}
    assert set(FEW) <= {row["learner"].split("(")[0] for row in found.learners}
    # Fewer, if there is nothing left to try.
    assert 3 < found.record["method"]["trials"] <= 8
    assert "hornbook.Study of 'species'" in repr(found)


def test_the_model_predicts_the_frame_it_was_made_of(iris, tmp_path):
    frame = iris.assign(same=1.0, petal_twin=iris["petal_length"])
    found = hornbook.study(frame, "species", learners=FEW, trials=4)
    left_out = {column["name"] for column in found.record["data"]["columns"] if column["role"] == "left_out"}
    assert "same" in left_out
    found.save(tmp_path)
    plain = found.model.predict(frame.drop(columns=["species", *left_out]))
    for model in (found.model, hornbook.load(tmp_path / "model.hornbook")):
        for rows in (frame, frame[frame.columns[::-1]], pl.from_pandas(frame)):
            assert (model.predict(rows) == plain).all()
    with pytest.raises(ValueError, match="petal_width"):
        found.model.predict(frame.drop(columns="petal_width"))


def test_a_notebook_shows_the_report(found):
    shown = found._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "&lt;!doctype html&gt;" in shown.lower()
    # The page is made of the record and nothing else.
    assert report(json.dumps(found.record)) == found.report


def test_frames_of_all_kinds_give_the_same_study(found, iris):
    again = hornbook.study(pl.from_pandas(iris), "species", learners=FEW, trials=8)
    assert again.model.model_.to_bytes() == found.model.model_.to_bytes()
    from_file = hornbook.study(IRIS, "species", learners=FEW, trials=8)
    assert from_file.record["name"] == "iris"
    assert from_file.model.model_.to_bytes() == found.model.model_.to_bytes()


def test_what_is_saved_is_what_the_command_writes(found, iris, tmp_path):
    found.save(tmp_path / "here")
    model = hornbook.load(tmp_path / "here" / "model.hornbook")
    rows = iris.drop(columns="species")
    assert (model.predict(rows) == found.model.predict(rows)).all()
    assert json.loads((tmp_path / "here" / "study.json").read_text())["target"] == "species"
    hornbook.study(iris, "species", learners=FEW, trials=8, out=tmp_path / "there")
    written = [sorted(path.name for path in (tmp_path / folder).iterdir()) for folder in ("here", "there")]
    assert written[0] == written[1]
    assert ("simple-model.hornbook" in written[0]) == (found.simple_model is not None)
    assert {"model.hornbook", "report.html", "study.json"} <= set(written[0])
    with pytest.raises(ValueError, match="holds a study already"):
        hornbook.study(iris, "species", learners=FEW, out=tmp_path / "there")


def test_a_simple_model_and_other_test_rows(iris):
    shuffled = iris.sample(frac=1, random_state=0)
    train, test = shuffled[:100], shuffled[100:]
    found = hornbook.study(train, "species", learners=FEW, trials=5, prefer="simple", test=test)
    assert "rows of the test file" in str(found) and found.record["result"]["rows"] == 50
    assert found.record["model"]["members"] == []
    right = (found.model.predict(test.drop(columns="species")) == test["species"]).mean()
    accuracy = next(score for score in found.record["result"]["scores"] if score["measure"] == "accuracy")
    assert accuracy["value"] == pytest.approx(right)


def test_numbers_gaps_and_roles():
    data = load_diabetes(as_frame=True).frame
    data.loc[::7, "bmi"] = np.nan
    data["day"] = range(len(data))
    found = hornbook.study(data, "target", order="day", learners=["linear-regression", "decision-tree(max_depth=3)"])
    assert found.record["task"] == "regression"
    assert found.record["result"]["beats_baseline"]
    assert found.score["measure"] == "RMSE"


def test_bad_requests(iris):
    with pytest.raises(ValueError, match="did you mean 'species'"):
        hornbook.study(iris, "specie")
    with pytest.raises(ValueError, match="no names of columns"):
        hornbook.study(np.zeros((9, 2)), "y")
    with pytest.raises(ValueError, match="budget is 0 seconds"):
        hornbook.study(iris, "species", budget=0)
    with pytest.raises(ValueError, match="give one of score, simple, fast"):
        hornbook.study(iris, "species", prefer="best")
    with pytest.raises(ValueError, match="exclude each other"):
        hornbook.study(iris, "species", budget=5, trials=5)
    with pytest.raises(ValueError, match="needs the folder"):
        hornbook.study(iris, "species", resume=True)


@pytest.mark.skipif(report_browser.BROWSER is None, reason="there is no chromium")
@pytest.mark.parametrize(("width", "dark"), [(360, True), (1200, False)], ids=["phone", "desk"])
def test_reports_of_studies_in_a_browser(found, tmp_path, width, dark):
    page = tmp_path / "report.html"
    page.write_text(found.report, encoding="utf-8")
    report_browser.check(page, width, dark)


def test_mistakes_that_cost():
    rng = np.random.default_rng(3)
    x = rng.normal(size=400)
    frame = pd.DataFrame({"x": x, "ill": np.where(x + rng.normal(size=400) > 1, "yes", "no")})
    losses = {"yes": {"yes": 0, "no": 1}, "no": {"yes": 9, "no": 0}}
    careful = hornbook.study(frame, "ill", learners=["logistic-regression"], losses=losses, trials=2)
    assert careful.score["measure"] == "expected loss"
    as_frame = pd.DataFrame(losses).T
    same = hornbook.study(frame, "ill", learners=["logistic-regression"], losses=as_frame, trials=2)
    assert same.record["result"] == careful.record["result"]
    for wrong, sentence in [
        ({"yes": {"yes": 0}, "no": {"yes": 9, "no": 0}}, "the losses of 'no' are not for the classes"),
        ([[0, 1], [9, 0]], "neither a mapping"),
        ({"yes": {"yes": 0, "maybe": 1}, "no": {"yes": 9, "maybe": 0}}, "maybe"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            hornbook.study(frame, "ill", learners=["logistic-regression"], losses=wrong)


def test_wine_is_told_apart_by_the_whole_line_up():
    frame = load_wine(as_frame=True).frame
    frame["target"] = frame["target"].map("kind {}".format)
    found = hornbook.study(frame, "target")
    assert found.score["high"] > 0.97 and found.score["low"] > 0.85
    learners = pd.DataFrame(found.learners)
    assert {"linear", "bayes", "trees", "neighbors"} <= set(learners["family"])
    # Neighbors in millilitres and milligrams alike would be right in two of three.
    near = learners[learners["learner"].str.contains("k-neighbors")].iloc[0]
    assert "scale-columns" in near["learner"] and near["score"] > 0.93


def test_tumors_cost_what_they_cost():
    frame = load_breast_cancer(as_frame=True).frame
    frame["target"] = frame["target"].map({0: "malignant", 1: "benign"})
    learners = ["logistic-regression", "decision-tree"]
    found = hornbook.study(frame, "target", learners=learners, positive="malignant", trials=4)
    scored = [row["learner"] for row in found.learners if "voting" not in row["learner"]]
    assert "logistic-regression" in scored[0] and found.score["value"] > 0.95
    assert found.record["positive"] == "malignant"
