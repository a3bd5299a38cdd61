"""All measures of a classification together."""

from __future__ import annotations

import numpy as np

from .._hornbook import classification_measures as native_measures
from . import _inputs as given
from ._classification import Counts

__all__ = [
    "classification_report",
    "classification_measures",
]

_HEADS = ("precision", "recall", "f1-score", "support")


def classification_report(
    y_true,
    y_pred,
    *,
    labels=None,
    target_names=None,
    sample_weight=None,
    digits=2,
    output_dict=False,
    zero_division="warn",
):
    """Precision, recall and F1 of each class and their averages, as text or as a dict.

    >>> print(classification_report([0, 0, 1, 1], [0, 1, 1, 1]))
                  precision    recall  f1-score   support
    <BLANKLINE>
               0       1.00      0.50      0.67         2
               1       0.67      1.00      0.80         2
    <BLANKLINE>
        accuracy                           0.75         4
       macro avg       0.83      0.75      0.73         4
    weighted avg       0.83      0.75      0.73         4
    <BLANKLINE>
    """
    many = given.is_multilabel(y_true)
    present = np.arange(np.shape(y_true)[1]) if many else given.codes(y_true, y_pred)[0]
    shown = present if labels is None else np.asarray(labels)
    names = [str(label) for label in shown] if target_names is None else [str(name) for name in target_names]
    if len(names) != len(shown):
        raise ValueError(f"there are {len(names)} target_names for {len(shown)} classes; give labels too")
    counts = Counts(y_true, y_pred, labels, 1, None, sample_weight)

    def scores(how):
        of = counts.averaged(how)
        return [of.metric(name, 1.0, zero_division) for name in ("precision", "recall", "f-score")]

    total = counts.support.sum()
    lines = {name: line for name, line in zip(names, zip(*scores(None), counts.support))}
    # The micro average over all classes is the accuracy.
    complete = not many and (labels is None or set(present.tolist()) <= set(shown.tolist()))
    accuracy = counts.averaged("micro").metric("f-score", 1.0, 0) if complete else None
    kinds = ("macro", "weighted") if complete else ("micro", "macro", "weighted")
    kinds += ("samples",) if many else ()
    averages = {f"{kind} avg": (*scores(kind), total) for kind in kinds}
    if output_dict:
        as_dict = lambda line: {head: float(value) for head, value in zip(_HEADS, line)}
        report = {name: as_dict(line) for name, line in lines.items()}
        if complete:
            report["accuracy"] = accuracy
        return report | {name: as_dict(line) for name, line in averages.items()}
    return _text(lines, averages, accuracy, total, digits)


def _text(lines, averages, accuracy, total, digits):
    width = max(len("weighted avg"), digits, *map(len, lines))
    number = lambda value: f"{value:>9.{digits}f}"
    row = lambda name, cells: f"{name:>{width}} " + "".join(f" {cell:>9}" for cell in cells)
    scores = lambda name, line: row(name, [*map(number, line[:3]), line[3]])
    text = [row("", _HEADS), "", *(scores(name, line) for name, line in lines.items()), ""]
    if accuracy is not None:
        text.append(row("accuracy", ["", "", number(accuracy), total]))
    text += [scores(name, line) for name, line in averages.items()]
    return "\n".join(text) + "\n"


def classification_measures(y_true, y_pred, y_proba, *, labels=None, sample_weight=None):
    """Every metric of a classification from one look at the data, as a dict.

    `y_proba` holds a column a class, in the order of the sorted labels; for two classes the probabilities of the
    second will do. With two classes, precision, recall, F1, specificity and average precision are those of the
    second; with more, macro averages. `report` has a row a class and two for the macro and weighted averages, with
    precision, recall, F1 and support.

    >>> found = classification_measures([0, 1, 1], [0, 1, 0], [0.2, 0.9, 0.4])
    >>> found["recall"], found["roc_auc"]
    (0.5, 1.0)
    """
    kept, (truth, predicted) = given.codes(y_true, y_pred, labels=labels)
    proba = np.ascontiguousarray(y_proba, dtype=np.float64).reshape(-1)
    return native_measures(len(kept), truth, predicted, proba, given.weights(sample_weight))
