"""AutoML studies: from a table to a tested model and a report."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _arguments as arguments
from . import _hornbook
from ._base import Estimator
from ._load import class_of


class Study:
    """The result of an AutoML study; `hornbook.study` makes one.

    Attributes
    ----------
    answer : list of str
        The summary in a few sentences: test performance, model selection, caveats.
    record : dict
        Everything that was found: the content of `study.json`.
    model : estimator
        The model that is kept, trained on all rows and ready to predict.
    simple_model : estimator or None
        The simplest model that is not much worse; None if it is the one that is kept.
    report : str
        The report as one HTML page.
    """

    answer: list[str]
    record: dict[str, Any]
    model: Estimator
    simple_model: Estimator | None
    report: str

    def __init__(self, record: dict[str, Any], model: Estimator, simple_model: Estimator | None, report: str) -> None:
        self.answer = record["answer"]
        self.record = record
        self.model = model
        self.simple_model = simple_model
        self.report = report

    @property
    def score(self) -> dict[str, Any]:
        """The first score on rows that the model was not trained on, with its confidence interval."""
        return self.record["result"]["scores"][0]

    @property
    def learners(self) -> list[dict[str, Any]]:
        """The leaderboard: all candidate models with their scores, the best first; rows for a data frame."""
        rows = []
        for entry in self.record["leaderboard"]["entries"]:
            ((how, went),) = entry["outcome"].items()
            row = {"learner": entry["spec"], "family": entry["family"], "outcome": how}
            if how == "evaluated":
                row |= {"score": went["score"]["value"], "low": went["score"]["low"], "high": went["score"]["high"]}
                row |= {"p_value": went["p_value"], "tied": went["tied"], "rows": went["rows"]}
            else:
                row["why"] = went["why"]
            rows.append(row)
        return rows

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write `model.hornbook`, `report.html` and `study.json` (and `simple-model.hornbook`) into a folder, which is made if it is not there."""
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        self.model.save(path / "model.hornbook")
        if self.simple_model is not None:
            self.simple_model.save(path / "simple-model.hornbook")
        (path / "report.html").write_text(self.report, encoding="utf-8")
        (path / "study.json").write_text(json.dumps(self.record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def __str__(self) -> str:
        return "\n".join(self.answer)

    def __repr__(self) -> str:
        return f"<hornbook.Study of '{self.record['target']}': {self.record['model']['spec']}, {self.score['text']}>"

    def _repr_html_(self) -> str:
        page = html.escape(self.report, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:80vh;border:0" title="Report of a study"></iframe>'


def _losses(losses: Any) -> tuple[list[str], list[str], list[float]]:
    """Actions, classes, and what each action costs for each class."""
    by_action = arguments.losses_by_action(losses)
    first = next(iter(by_action.values()), None) if by_action else None
    if not isinstance(first, Mapping):
        raise ValueError("losses is neither a mapping of mappings nor a frame; say for each action what it costs for each class")
    classes = list(first)
    costs = arguments.losses_of_classes(by_action, classes)
    return [str(action) for action in by_action], [str(label) for label in classes], costs


def study(
    rows: Any,
    target: str,
    *,
    budget: float | None = None,
    trials: int | None = None,
    prefer: str = "score",
    test: Any = None,
    learners: Sequence[str] | None = None,
    measures: Sequence[str] | None = None,
    positive: str | None = None,
    losses: Any = None,
    classify: bool = False,
    weight: str | None = None,
    group: str | None = None,
    order: str | None = None,
    offset: str | None = None,
    cost: str | None = None,
    fold: str | None = None,
    without: Sequence[str] = (),
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    random_state: int = 0,
    n_jobs: int | None = None,
) -> Study:
    """AutoML: check the data, search among learners of every family, and say with a confidence interval how good the model is.

    Runs data-quality checks (target leakage, class imbalance, missing values), searches among learners of every family and their
    hyperparameters by cross-validation, keeps the ensemble of the best expected score, corrects that score for the bias of selection
    (from 10,000 rows on: tests it on a held-out test set), and trains the model on all rows.

    Parameters
    ----------
    rows : data frame or path
        A pandas, polars or pyarrow frame, a `hornbook.Table`, or a file that `hornbook.read_table` reads.
    target : str
        The column to predict.
    budget : float, optional
        Time budget in seconds; by default 60, or less where more would not help.
    trials : int, optional
        End after so many settings of learners in place of a time: the same model on any machine.
    prefer : {"score", "simple", "fast"}, default="score"
        Which model to keep: the best expected score (an ensemble), a simple or a fast model.
    test : data frame or path, optional
        Rows to test the model on, in place of cross-validation.
    learners : sequence of str, optional
        Candidate learners, such as `["logistic-regression", "random-forest(n_estimators=50)"]`; by default all that suit.
    measures : sequence of str, optional
        Metrics; the first one is reported first.
    positive : str, optional
        Positive class of binary classification.
    losses : mapping or data frame, optional
        Cost matrix: what each action costs for each true class, as
        `{"no": {"no": 0, "yes": 5}, "yes": {"no": 1, "yes": 0}}` or a frame with a row for each action: the study then gives cost-sensitive decisions.
    classify : bool, default=False
        Whether to treat a numeric target as classes (classification).
    weight, group, order : str, optional
        Columns with the sample weight, the group (grouped cross-validation) and the time order of the rows.
    offset : str, optional
        Column that is added to the linear predictor with coefficient 1, such as the log of the exposure.
    cost : str, optional
        Column with the misclassification cost of each row.
    fold : str, optional
        Column with predefined folds (predefined split): the fold that each row is tested in; missing or -1 is a row that is
        trained on in every fold.
    without : sequence of str
        Features to exclude.
    out : path, optional
        A folder for `model.hornbook`, `report.html` and `study.json`, and for the checkpoint.
    resume : bool, default=False
        Whether to resume an interrupted study from the checkpoint in the folder `out`.
    random_state : int, default=0
        Random seed. The same seed gives the same model, unless time is up first.
    n_jobs : int, optional
        How many threads to use; all cores by default.

    Returns
    -------
    Study

    Examples
    --------
    >>> import pandas as pd, hornbook
    >>> x = [i % 40 for i in range(120)]
    >>> table = pd.DataFrame({"x": x, "kind": ["low" if value < 20 else "high" for value in x]})
    >>> found = hornbook.study(table, "kind", learners=["decision-tree", "naive-bayes"])
    >>> found.model.predict(pd.DataFrame({"x": [3, 37]})).tolist()
    ['low', 'high']
    """
    name = "table"
    if isinstance(rows, (str, os.PathLike)):
        name = Path(rows).name.split(".")[0] or "table"
    if budget is not None and trials is not None:
        raise ValueError("budget and trials exclude each other; give one of them")
    if resume and out is None:
        raise ValueError("resume needs the folder of the study; give it as out")
    roles = {
        "targets": [target],
        "classify": classify,
        "weight": weight,
        "group": group,
        "order": order,
        "offset": offset,
        "cost": cost,
        "fold": fold,
        "without": list(without),
    }
    request = {
        "roles": json.dumps(roles),
        "learners": None if learners is None else list(learners),
        "measures": None if measures is None else list(measures),
        "positive": positive,
        "losses": None if losses is None else _losses(losses),
        "budget": None if budget is None else float(budget),
        "trials": None if trials is None else int(trials),
        "prefer": prefer,
        "seed": int(random_state),
        "name": name,
        "out": None if out is None else Path(out),
        "resume": resume,
    }
    threads = arguments.threads(n_jobs)
    test_rows = None if test is None else _table(test, threads)
    record_text, model, simple_model, report = _hornbook.study(_table(rows, threads), test_rows, request, threads)
    record = json.loads(record_text)
    return Study(record, _estimator(model), None if simple_model is None else _estimator(simple_model), report)


def _table(rows: Any, threads: int | None) -> Any:
    """A file as a table, and a frame without its index: pandas would send it along as a column."""
    if isinstance(rows, (str, os.PathLike)):
        return _hornbook.read_table(rows, n_jobs=threads)
    return rows.reset_index(drop=True) if hasattr(rows, "reset_index") else rows


def _estimator(model: Any) -> Estimator:
    info = json.loads(model.info())
    return class_of(info["learner"], info["schema"]["target"]["task"])._from_model(model)
