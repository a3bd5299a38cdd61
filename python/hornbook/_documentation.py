"""What the docstrings of estimators share: the parameters of the run, the attributes, an example."""

from __future__ import annotations

import inspect
import re
from typing import TypeVar

RUN_PARAMETERS = """random_state : int or RandomState or None, default=None
    Random seed. With an int every fit gives the same model; with None each fit draws from numpy's
    global generator.
n_jobs : int or None, default=None
    How many threads to use; None and -1 stand for all cores. The model is the same for any number.
"""

IMPORTANCES = """feature_importances_ : ndarray of shape (n_features_in_,)
    Feature importance: how much each feature contributed, if the model can say.
"""

ATTRIBUTES = """n_features_in_ : int
    How many features there were in `fit`.
feature_names_in_ : ndarray of shape (n_features_in_,)
    Their names, if `X` had names.
model_ : hornbook._hornbook.Model
    What was learned.
"""

# The parameters that several classes by scikit-learn's names have.
SHARED_PARAMETERS = {
    "add_indicator": """bool, default=False
    Add a missing indicator: a column that is 1 where the value was missing, for each feature with missing values in `fit`.""",
    "copy": """bool, default=True
    Not looked at: rows are never changed in place.""",
    "keep_empty_features": """bool, default=False
    Keep features of which `fit` saw no value; they are 0. They are left out otherwise.""",
    "missing_values": """float, default=nan
    Which number stands for a missing value. In a native pipeline it is NaN.""",
    "n_jobs": """int or None, default=None
    How many threads to use; None and -1 stand for all cores.""",
    "order": """{"C", "F"}, default="C"
    How the array lies in memory: row by row, or column by column.""",
    "transformer_weights": """None
    Not supported.""",
    "verbose": """bool, default=False
    Not looked at: all parts are fitted at once.""",
}

TASK_ATTRIBUTES = {
    "classification": """classes_ : ndarray of shape (n_classes,)
    The labels, sorted.
"""
    + IMPORTANCES,
    "outliers": """offset_ : float
    From which score on rows are inliers; see `score_samples` and `decision_function`.
"""
    + IMPORTANCES,
    "transformation": "",
}

SUPERVISED_EXAMPLE = """>>> from hornbook import {name}
>>> from sklearn.datasets import {data}
>>> X, y = {data}(return_X_y=True)
>>> {name}(random_state=0).fit(X, y).predict(X).shape == y.shape
True
"""

EXAMPLES = {
    "outliers": """>>> from hornbook import {name}
>>> X = [[0.1 * (i % 7)] for i in range(30)] + [[9.0]]
>>> {name}(random_state=0).fit(X).predict([[0.2], [9.0]]).tolist()
[1, -1]
""",
    "transformation": """>>> from hornbook import {name}
>>> X = [[0.1, 2.0], [0.3, 5.0], [0.2, 1.0]]
>>> {name}().fit_transform(X{target}).shape[0]
3
""",
    "density": """>>> from hornbook import {name}
>>> X = [[0.1], [0.2], [0.3], [0.2], [0.1], [0.9]]
>>> near, far = {name}().fit(X).score_samples([[0.2], [0.7]])
>>> bool(near > far)
True
""",
}

Estimator = TypeVar("Estimator", bound=type)


def attribute(name, doc):
    """An attribute that a learner declares, as a property that reads it off the model."""
    return property(lambda self: self._attribute(name), doc=doc)


def own_attributes(cls):
    """The attributes that its learner declares: properties whose names end in `_`, but for those of all estimators."""
    found = {}
    for base in (base for base in cls.__mro__ if base.__module__ != "hornbook._base"):
        for name, value in vars(base).items():
            if isinstance(value, property) and name.endswith("_") and not name.startswith("_") and value.__doc__:
                found.setdefault(name, value.__doc__)
    listed = TASK_ATTRIBUTES.get(cls._task, IMPORTANCES) + ATTRIBUTES
    return "".join(f"{name}\n    {doc}\n" for name, doc in found.items() if f"{name} :" not in listed)


def documented(cls: Estimator) -> Estimator:
    """Complete the docstring of an estimator, which has what is its own."""
    task = cls._task
    declaring = next(base for base in cls.__mro__ if "_learner" in base.__dict__)
    # Two classes are the most that some learners take, and the irises are three.
    data = {"regression": "load_diabetes"}.get(task, "load_breast_cancer" if cls._binary_only else "load_iris")
    example = EXAMPLES.get(task, SUPERVISED_EXAMPLE).format(
        name=cls.__name__, data=data, target=", [1.0, 2.0, 2.5]" if getattr(cls, "_is_supervised", False) else ""
    )
    own = (declaring.__doc__ or "").rstrip()
    shared = "\n".join(
        [
            RUN_PARAMETERS,
            "Attributes\n----------\n" + own_attributes(cls) + TASK_ATTRIBUTES.get(task, IMPORTANCES) + ATTRIBUTES,
            "Examples\n--------\n" + example,
        ]
    )
    cls.__doc__ = own + "\n" + "".join("    " + line if line.strip() else line for line in shared.splitlines(True)) + "    "
    return cls


def completed(cls: Estimator) -> Estimator:
    """Complete the docstring of a class by scikit-learn's name, which has what is its own: the parameters and attributes that it shares
    with others are added, those of its family (`_family_attributes`) and those of all."""
    if cls.__doc__ is None:  # Python was told to drop docstrings.
        return cls
    head, *rest = re.split(r"^(Parameters|Attributes|Examples)\n-+\n", inspect.cleandoc(cls.__doc__), flags=re.MULTILINE)
    own = {section: body.strip() for section, body in zip(rest[::2], rest[1::2])}
    entries = filter(None, re.split(r"\n(?=\S)", own.get("Parameters", "")))
    said = SHARED_PARAMETERS | dict(entry.split(" : ", 1) for entry in entries)
    sections = {
        "Parameters": "\n".join(f"{name} : {said[name]}" for name in inspect.signature(cls).parameters),
        "Attributes": "\n".join(filter(None, [own.get("Attributes"), getattr(cls, "_family_attributes", None), ATTRIBUTES])),
        "Examples": own["Examples"],
    }
    cls.__doc__ = head + "\n\n".join(f"{name}\n{'-' * len(name)}\n{body.strip()}" for name, body in sections.items())
    return cls
