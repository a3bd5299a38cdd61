"""Estimators as parameters of other estimators, and as the native module has them."""

from __future__ import annotations

from sklearn.base import BaseEstimator


def pairs(members):
    """The (name, estimator) pairs of a list of such, as scikit-learn has it; empty for other lists."""
    if isinstance(members, (list, tuple)) and all(_is_pair(member) for member in members):
        return list(members)
    return []


def _is_pair(member):
    return isinstance(member, (list, tuple)) and len(member) == 2 and isinstance(member[0], str)


def to_spec(estimator, owner):
    """An estimator by name and parameters. Text and other plain values stay: the native module reads or refuses them."""
    from ._base import Estimator

    if isinstance(estimator, Estimator):
        # A transformer may be made of what predicts; the native module says what it cannot use.
        if estimator._task != owner._task and owner._task != "transformation":
            raise ValueError(
                f"{type(owner).__name__} is for {owner._task}, and {type(estimator).__name__} for {estimator._task}"
            )
        return estimator._spec()
    if isinstance(estimator, (BaseEstimator, type)):
        kind = f"the class {estimator.__name__}" if isinstance(estimator, type) else type(estimator).__name__
        raise TypeError(
            f"{type(owner).__name__} combines estimators of Hornbook, and {kind} is none; for others use scikit-learn's "
            "ensembles, which take Hornbook's too"
        )
    return estimator


def to_specs(members, owner):
    """A list of estimators, or of pairs with their names."""
    if not isinstance(members, (list, tuple)):
        return members
    named = pairs(members)
    names = [name for name, _ in named]
    if len(set(names)) < len(names):
        raise ValueError(f"the names of the estimators are not unique: {names}")
    return [to_spec(member, owner) for member in ([m for _, m in named] if named else members)]


def native_names(named):
    """The native names of (name, estimator) pairs: those of their learners; the second of the same has `-2` behind it."""
    learners = [getattr(member, "_learner", None) for _, member in named]
    before = [learners[:at].count(learner) for at, learner in enumerate(learners)]
    return [f"{learner}-{count + 1}" if count else learner for learner, count in zip(learners, before)]


def from_spec(spec, task):
    """The estimator of a name and parameters."""
    from ._load import class_of

    if not isinstance(spec, dict):
        return spec
    return class_of(spec["learner"], task)._of_parameters(spec.get("parameters") or {}, task)
