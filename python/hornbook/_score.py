"""A metric's value with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """The ends of a confidence interval."""

    low: float
    high: float


@dataclass(frozen=True)
class Score:
    """A metric's value with its confidence interval.

    Attributes
    ----------
    measure : str
        What was measured.
    value : float
        The value; NaN where the metric is undefined.
    interval : Interval or None
        Where the value would lie on other rows: `low` and `high`. None if the rows cannot say.
    level : float or None
        How often such an interval holds the true value.
    method : str or None
        How the interval was made.
    rows : int
        The number of test rows.
    fold_mean, fold_deviation : float or None
        Mean and standard deviation over the splits, if there were several.
    """

    measure: str
    value: float
    interval: Interval | None
    level: float | None
    method: str | None
    rows: int
    fold_mean: float | None = None
    fold_deviation: float | None = None

    @classmethod
    def _from_json(cls, given):
        interval, folds = given["interval"], given["over_folds"]
        return cls(
            measure=given["measure"],
            value=np.nan if given["value"] is None else given["value"],
            interval=interval and Interval(interval["low"], interval["high"]),
            level=interval and interval["level"],
            method=interval and interval["method"],
            rows=given["rows"],
            fold_mean=folds and folds["mean"],
            fold_deviation=folds and folds["deviation"],
        )

    def __float__(self):
        return self.value
