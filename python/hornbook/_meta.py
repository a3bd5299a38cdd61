"""Estimators around another one, which does the predicting."""

from __future__ import annotations

from sklearn.base import MetaEstimatorMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ._base import Trainable


def require_trainable(estimator, caller, *, scored=True):
    """Refuses estimators that the native module cannot train and, unless `scored` is false, score; `caller` is what they
    were given to."""
    if isinstance(estimator, Trainable):
        if scored and estimator._task == "outliers":
            raise TypeError(
                f"{type(estimator).__name__} is unsupervised and takes no target, so {caller} has nothing to score its predictions "
                "against; fit it, and look at its scores"
            )
        return estimator
    kind = f"the class {estimator.__name__}" if isinstance(estimator, type) else type(estimator).__name__
    raise TypeError(
        f"{caller} takes estimators of Hornbook, and {kind} is none; for others use scikit-learn's {caller} or its "
        "like, which takes Hornbook's too"
    )


def _classifies(self):
    return getattr(self.estimator, "_task", None) == "classification"


class MetaEstimator(MetaEstimatorMixin, Trainable):
    """The base of estimators with another one in `estimator`. A subclass says which fitted one predicts."""

    _predictor: str

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        if isinstance(self.estimator, Trainable):
            inner = self.estimator.__sklearn_tags__()
            tags.estimator_type = inner.estimator_type
            tags.classifier_tags, tags.regressor_tags = inner.classifier_tags, inner.regressor_tags
            tags.target_tags, tags.input_tags = inner.target_tags, inner.input_tags
        return tags

    @property
    def _task(self):
        return self.estimator._task

    def _carrier(self):
        return require_trainable(self.estimator, type(self).__name__)._carrier()

    def _seed_or_zero(self):
        return self.estimator._seed_or_zero()

    def _fitted(self):
        check_is_fitted(self, self._predictor)
        return getattr(self, self._predictor)

    def predict(self, X):
        """Predict a class or a number for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._fitted().predict(X)

    @available_if(_classifies)
    def predict_proba(self, X):
        """Give the probability of each class for each row; the columns are in the order of `classes_`.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._fitted().predict_proba(X)

    @available_if(_classifies)
    def predict_log_proba(self, X):
        """Give the logarithm of the probability of each class for each row; see `predict_proba`."""
        return self._fitted().predict_log_proba(X)

    def explain(self, X=None, row=0):
        """Explain the model in words or, given rows, the prediction of one of them."""
        return self._fitted().explain(X, row)

    def shap_values(self, X, background=None):
        """Exact SHAP values; see that method of the estimator within."""
        return self._fitted().shap_values(X, background)

    def save(self, path):
        """Write the model to a file that `hornbook.load`, the command line and Rust programs can read.

        Parameters
        ----------
        path : str or path-like
            Where; `.hornbook` is the usual ending.
        """
        self._fitted().save(path)

    @property
    def classes_(self):
        """The classes, in the order of the probabilities."""
        return self._fitted().classes_

    @property
    def n_features_in_(self):
        """How many columns `fit` saw."""
        return self._fitted().n_features_in_

    @property
    def feature_names_in_(self):
        """The names of the columns that `fit` saw, if they had names."""
        return self._fitted().feature_names_in_
