"""Model files."""

from __future__ import annotations

import json
import os

from . import _estimators
from ._base import Estimator
from ._hornbook import Model
from ._neighbors import NearestNeighbors
from .compose import ColumnTransformer
from .pipeline import Pipeline

_CLASSES: dict[tuple[str, str], type[Estimator]] = {
    (cls._learner, cls._task): cls for cls in (getattr(_estimators, name) for name in _estimators.__all__)
}
# What is made of other estimators is one class for all tasks.
_COMPOSITES: dict[str, type[Estimator]] = {cls._learner: cls for cls in (Pipeline, ColumnTransformer)}


def class_of(learner: str, task: str) -> type[Estimator]:
    """The class whose estimators have this learner."""
    if learner in _COMPOSITES:
        return _COMPOSITES[learner]
    if task == "transformation" and (learner, task) not in _CLASSES:
        # What a transformer is made of may predict: numbers, if it can.
        task = "regression" if (learner, "regression") in _CLASSES else "classification"
    return _CLASSES[learner, task]


def load(path: str | os.PathLike[str]) -> Estimator:
    """Read a model file, whichever interface wrote it: Python, the command line or a Rust program.

    Nothing in the file is run. Class labels come back as integers, floats or booleans if all of them
    read like that, and as text otherwise; a pickle keeps their exact type.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    estimator
        A fitted estimator of the class that learned the model.
    """
    model = Model.load(path)
    info = json.loads(model.info())
    target = info["schema"]["target"]
    if (info["learner"], target["name"]) == (NearestNeighbors._learner, NearestNeighbors._nothing):
        return NearestNeighbors._from_model(model)
    return class_of(info["learner"], target["task"])._from_model(model)
