"""Probability calibration: among the rows that get 0.8, eight of ten should be of the class."""

from __future__ import annotations

from sklearn.base import ClassifierMixin

from . import _arguments as arguments
from ._meta import MetaEstimator, require_trainable
from ._hornbook import fit

__all__ = ["CalibratedClassifierCV"]


class CalibratedClassifierCV(ClassifierMixin, MetaEstimator):
    """Probability calibration by Platt scaling, isotonic regression, beta or temperature scaling.

    One model is trained on all rows. The calibration map is fitted on out-of-fold predictions of a
    cross-validation: scikit-learn's class of this name does the same with `ensemble=False`.

    Parameters
    ----------
    estimator : classifier of Hornbook
        What is calibrated; a search of `hornbook.model_selection` too.
    method : {"sigmoid", "isotonic", "beta", "temperature"}, default="sigmoid"
        Calibration method: "sigmoid" (Platt scaling) for few rows, "beta" when one class is distorted more, "isotonic"
        (isotonic regression) for a thousand rows or more, "temperature" (temperature scaling) for many classes.
    cv : int, default=5
        Number of cross-validation folds of the out-of-fold predictions.
    n_jobs : int, default=None
        How many threads to use; None or -1 for all cores.

    Attributes
    ----------
    estimator_ : classifier
        The fitted one, which predicts calibrated probabilities. Its file keeps the calibration.

    Examples
    --------
    >>> from hornbook import DecisionTreeClassifier
    >>> from hornbook.calibration import CalibratedClassifierCV
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> tree = DecisionTreeClassifier(max_depth=4, random_state=0)
    >>> model = CalibratedClassifierCV(tree, method="temperature").fit(X, y)
    >>> model.predict_proba(X[:1]).shape
    (1, 2)
    """

    _predictor = "estimator_"

    def __init__(self, estimator=None, *, method="sigmoid", cv=5, n_jobs=None):
        self.estimator = estimator
        self.method = method
        self.cv = cv
        self.n_jobs = n_jobs

    def fit(self, X, y, sample_weight=None):
        """Learn from rows and their classes, and calibrate.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their classes.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row: weight 2 is the row twice, weight 0 is the row absent.

        Returns
        -------
        self
        """
        carrier, learner = self._carrier(), self._native()
        data = carrier._data(X, y, sample_weight)
        self.estimator_ = carrier._adopt(fit(learner, data, self._seed_or_zero(), self._threads()))
        return self

    def _native(self):
        inner = require_trainable(self.estimator, type(self).__name__)
        if inner._task != "classification":
            raise TypeError(f"{type(inner).__name__} predicts numbers, which have no probabilities to calibrate")
        return inner._native().calibrated(self.method, arguments.count(self.cv, "cv", 2))
