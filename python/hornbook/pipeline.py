"""Pipelines of Hornbook's estimators, by scikit-learn's names.

A pipeline of transformers and an estimator behind them is one native model: it is fitted at once, evaluated and tuned inside each
fold, and kept in one file.
"""

from __future__ import annotations

import json

from sklearn import pipeline as sklearn_pipeline
from sklearn.base import clone
from sklearn.utils import Bunch
from sklearn.utils._set_output import _wrap_data_with_container
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from . import _arguments as arguments
from . import _members
from ._base import Classifier, Estimator, Predictor
from ._documentation import completed
from ._hornbook import Learner, fit, fit_transform
from ._members import from_spec
from ._transformer import TransformerEstimator
from .compose import ColumnTransformer

__all__ = ["FeatureUnion", "Pipeline", "make_pipeline", "make_union"]


def _last_has(method):
    def check(self):
        return hasattr(self._last, method)

    return check


def _is_passed(step):
    return step is None or isinstance(step, str) and step == "passthrough"


@completed
class Pipeline(sklearn_pipeline.Pipeline, Estimator):
    """Transformers, and an estimator behind them, as one model.

    As scikit-learn's Pipeline, of Hornbook's own estimators: `named_steps`, `step__parameter`, `pipe[:-1]` and the methods of the last
    step are there. All steps are fitted by one call of the native library, with the seed and the threads of the last step that has
    them, and `save` writes one file that the command line and Rust programs read. Every step gets the weights of the rows.

    Parameters
    ----------
    steps : list of tuple
        Pairs of a name and an estimator; all but the last are transformers. `"passthrough"` or None leaves a step out.
    transform_input : None
        Not supported: rows for early stopping go through the transformers by themselves.
    memory : None or str or object, default=None
        Not looked at: the steps are fitted together, and nothing is cached between fits.
    verbose : bool, default=False
        Say how long the fit took.

    Attributes
    ----------
    named_steps : Bunch
        The steps by name; after `fit` they are fitted.
    classes_ : ndarray of shape (n_classes,)
        The labels, if the last step is a classifier.

    Examples
    --------
    >>> from hornbook import LogisticRegression, ScaleColumns
    >>> from hornbook.pipeline import Pipeline
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> pipe = Pipeline([("scale", ScaleColumns()), ("classify", LogisticRegression())]).fit(X, y)
    >>> bool(pipe.score(X, y) > 0.9)
    True
    """

    _learner = "pipeline"
    _estimator_lists = frozenset()

    def __init__(self, steps, *, transform_input=None, memory=None, verbose=False):
        self.steps = steps
        self.transform_input = transform_input
        self.memory = memory
        self.verbose = verbose

    def get_params(self, deep=True):
        """Get the parameters; deep, also those of the steps, as `step__parameter`."""
        return self._get_params("steps", deep=deep)

    def set_params(self, **kwargs):
        """Set parameters; `step__parameter` sets one of a step, and `step` the step."""
        self._set_params("steps", **kwargs)
        return self

    def fit(self, X, y=None, sample_weight=None, **params):
        """Fit all steps, each to what the one before it makes of the rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,), default=None
            What to predict, if the last step predicts.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row, for every step.

        Returns
        -------
        self
        """
        self._refuse_parameters(params)
        with self._timed():
            data = self._data(X, y, sample_weight)
            self._hold(fit(self._native(), data, self._seed(), self._threads()))
        return self

    @available_if(_last_has("transform"))
    def fit_transform(self, X, y=None, sample_weight=None, **params):
        """Fit all steps, and transform the rows as the next step of a pipeline would see them.

        Parameters
        ----------
        X, y, sample_weight
            As for `fit`.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_columns)
        """
        self._refuse_parameters(params)
        with self._timed():
            data = self._data(X, y, sample_weight)
            model, made = fit_transform(self._native(), data, self._seed(), self._threads())
            self._hold(model)
        if made is None:
            return self.transform(X)
        return _wrap_data_with_container("transform", self._holder._in_python(made, X), X, self._holder)

    @available_if(_last_has("predict"))
    def predict(self, X, **params):
        """Predict a class or a number for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        **params : dict
            Arguments for `predict` of the last step.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_outputs) with several targets
        """
        whole = self._whole()
        return super().predict(X, **params) if whole is None or params else Predictor.predict(whole, self._as_read(X, reset=False))

    @available_if(_last_has("predict_proba"))
    def predict_proba(self, X, **params):
        """Give the probability of each class for each row; the columns are in the order of `classes_`.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        **params : dict
            Arguments for `predict_proba` of the last step.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        whole = self._whole()
        if whole is None or params:
            return super().predict_proba(X, **params)
        return Classifier.predict_proba(whole, self._as_read(X, reset=False))

    @available_if(_last_has("score"))
    def score(self, X, y=None, sample_weight=None, **params):
        """Score the predictions of all steps as the last step does.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        y : array-like of shape (n_samples,), or (n_samples, n_outputs)
            The targets.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights.
        **params : dict
            Further arguments for `score` of the last step.

        Returns
        -------
        float
        """
        return self._by_all_steps("score", X, *([y] if sample_weight is None else [y, sample_weight]), **params)

    @available_if(_last_has("decision_function"))
    def decision_function(self, X, **params):
        """Give the scores of the classes for each row, as the last step does."""
        return self._by_all_steps("decision_function", X, **params)

    @available_if(_last_has("predict_log_proba"))
    def predict_log_proba(self, X, **params):
        """Give the logarithm of the probability of each class for each row; see `predict_proba`."""
        return self._by_all_steps("predict_log_proba", X, **params)

    def _by_all_steps(self, method, X, *arguments, **params):
        """What a method of the last step says of rows: by the model of all steps, or step by step if the last is given more arguments."""
        whole = self._whole()
        if whole is None or params:
            return getattr(super(), method)(X, *arguments, **params)
        return getattr(whole, method)(self._as_read(X, reset=False), *arguments)

    @available_if(_last_has("transform"))
    def transform(self, X, **params):
        """Transform rows by all steps.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray, sparse matrix or data frame of shape (n_samples, n_columns)
        """
        whole = self._whole()
        if whole is None:
            return super().transform(X, **params)
        made = whole._in_python(whole._transformed(self._as_read(X, reset=False)), X)
        return _wrap_data_with_container("transform", made, X, whole)

    @available_if(_last_has("predict"))
    def shap_values(self, X, background=None):
        """Exact SHAP values of the columns before the transformers; see that method of the last step."""
        check_is_fitted(self)
        background = None if background is None else self._as_read(background, reset=False)
        return Predictor.shap_values(self._needed(), self._as_read(X, reset=False), background)

    def explain(self, X=None, row=0):
        """Explain the steps in words or, given rows, the prediction of one of them."""
        check_is_fitted(self)
        return self._needed().explain(None if X is None else self._as_read(X, reset=False), row)

    def save(self, path):
        """Write the pipeline to one file that `hornbook.load`, the command line and Rust programs can read.

        Parameters
        ----------
        path : str or path-like
            Where; `.hornbook` is the usual ending.
        """
        check_is_fitted(self)
        self._needed().save(path)

    @property
    def model_(self):
        """What was learned."""
        whole = self._whole()
        if whole is None:
            raise AttributeError("the steps have not been fitted together")
        return whole.model_

    @property
    def feature_importances_(self):
        """Feature importances of the columns before the transformers, summing to 1."""
        return Predictor.feature_importances_.fget(self._needed())

    @property
    def classes_(self):
        """The classes, in the order of the probabilities."""
        whole = getattr(self, "_holder", None)
        return super().classes_ if whole is None else whole.classes_

    @property
    def n_features_in_(self):
        """How many columns `fit` saw."""
        whole = getattr(self, "_holder", None)
        return super().n_features_in_ if whole is None else whole.n_features_in_

    @property
    def feature_names_in_(self):
        """The names of the columns that `fit` saw, if they had names."""
        whole = getattr(self, "_holder", None)
        return whole.feature_names_in_ if hasattr(whole, "feature_names_in_") else super().feature_names_in_

    @property
    def _last(self):
        """The last step; None if it is left out."""
        steps = _members.pairs(self.steps)
        return None if not steps or _is_passed(steps[-1][1]) else steps[-1][1]

    @property
    def _active(self):
        """The steps that are not left out."""
        return [step for _, step in self._named_members()]

    def _named_members(self):
        return [(name, step) for name, step in _members.pairs(self.steps) if not _is_passed(step)]

    @property
    def _task(self):
        return getattr(self._last, "_task", "transformation")

    @property
    def _binary_only(self):
        return getattr(self._last, "_binary_only", False)

    @property
    def _takes(self):
        """What all steps take until one leaves none of it, and what the last takes."""
        return Learner(self._learner, self._native_parameters()).takes()

    def _native_parameters(self):
        self._check_steps()
        return {"steps": [step._spec() for step in self._active] or [{"learner": "select-columns"}]}

    def _check_steps(self):
        named = self._named_members()
        for (name, step), (behind, _) in zip(named, named[1:]):
            if isinstance(step, Estimator) and step._task != "transformation":
                raise TypeError(
                    f"step {name!r} of the pipeline is {type(step).__name__}, which is no transformer, and {behind!r} stands "
                    "behind it: let only the last step predict; StackingClassifier and StackingRegressor combine learners"
                )
        self._validate_steps()
        for step in self._active:
            if not isinstance(step, Estimator):
                raise TypeError(
                    f"{type(self).__name__} takes estimators of Hornbook, and {type(step).__name__} is none; for others "
                    "use scikit-learn's Pipeline, which takes Hornbook's too"
                )

    def _refuse_parameters(self, params):
        if self.transform_input is not None:
            raise ValueError("transform_input is not supported: leave it out")
        if params:
            raise TypeError(
                f"fit got {', '.join(sorted(params))}; give sample_weight=… for all steps, and other arguments to the "
                "steps as parameters"
            )

    def _timed(self):
        return sklearn_pipeline._print_elapsed_time(type(self).__name__, "Processing all steps" if self.verbose else None)

    def _seed(self):
        return arguments.seed(self._run_parameter("random_state"))

    def _seed_or_zero(self):
        return arguments.seed_or_zero(self._run_parameter("random_state"))

    def _threads(self):
        return arguments.threads(self._run_parameter("n_jobs"))

    def _run_parameter(self, name):
        """The parameter of the run of the last step that has one."""
        given = (getattr(step, name, None) for step in reversed(self._active))
        return next((value for value in given if value is not None), None)

    def _new_whole(self):
        """An estimator of the kind of the last step, to hold the model of all steps."""
        model_of = self._last or (self._active[-1] if self._active else TransformerEstimator())
        whole = model_of._new_whole() if isinstance(model_of, Pipeline) else clone(model_of)
        whole._takes = self._takes
        whole.n_jobs = self._run_parameter("n_jobs")
        return whole

    def _data(self, X, y=None, sample_weight=None, groups=None, order=None, cost=None, fold=None):
        self._check_steps()
        self._look_at(X)
        read = self._as_read(X, reset=True)
        self._holder = self._new_whole()
        self._holder._pipeline_learner = self._native()
        try:
            return self._holder._data(read, y, sample_weight, groups, order, cost, fold)
        except ValueError as error:
            # What scikit-learn's check of the target says to a classifier.
            if not str(error).startswith("Unknown label type"):
                raise
            names = [name for name, _ in self._named_members()]
            where = f", behind {names[-2]!r}" if len(names) > 1 else ""
            raise ValueError(f"{error} (step {names[-1]!r} of the pipeline{where})") from None
        finally:
            del self._holder._pipeline_learner

    def _as_read(self, X, *, reset):
        return self._active[0]._as_read(X, reset=reset) if self._active else X

    def _look_at(self, X):
        if self._active:
            self._active[0]._look_at(X)

    def _known_data(self, X, y=None, sample_weight=None, groups=None):
        return self._needed()._known_data(self._as_read(X, reset=False), y, sample_weight, groups)

    def _rows(self, X, *, reset):
        return self._needed()._rows(self._as_read(X, reset=reset), reset=reset)

    def _column_name(self, X, column):
        return self._holder._column_name(X, column)

    def _from_target(self, answers, at=0):
        return self._holder._from_target(answers, at)

    def _hold(self, model):
        """Takes a model of all steps for its own, and each step its part of it."""
        self._holder.model_ = model
        for place, (step, member) in enumerate(zip(self._active, model.members())):
            step._hold_part(member, has_read=place == 0)
        if self._active and hasattr(self._holder, "feature_names_in_"):
            self._active[0]._take_names(self._holder.feature_names_in_)
        if self._last is not None:
            self._last._share_targets(self._holder)

    def _hold_part(self, model, has_read=False):
        self._holder = self._new_whole()
        self._holder._hold_part(model)
        self._hold(model)

    def _take_names(self, names):
        self._holder._take_names(names)
        if self._active:
            self._active[0]._take_names(names)

    def _share_targets(self, other):
        self._holder._share_targets(other)
        if self._last is not None:
            self._last._share_targets(other)

    def __getstate__(self):
        state = super().__getstate__()
        if self._whole() is None:
            state.pop("_holder", None)
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if "_holder" in state:
            # The models of the steps are parts of this one again.
            self._hold(self._holder.model_)

    def _whole(self):
        """The estimator with the model of all steps, while the steps are as they were fitted together."""
        whole = getattr(self, "_holder", None)
        if whole is None or not hasattr(whole, "model_"):
            return None
        parts = zip(self._active, whole.model_.members())
        is_part = lambda step, part: hasattr(step, "model_") and step.model_.is_same(part)
        return whole if all(is_part(step, part) for step, part in parts) else None

    def _needed(self):
        whole = self._whole()
        if whole is None:
            raise ValueError("the steps of this pipeline were not fitted together: fit the pipeline")
        return whole

    def _adopt(self, model):
        for step, member in zip(self._active, model.members()):
            step.set_params(**step._from_native(json.loads(member.info())["parameters"]))
        self._hold(model)
        return self

    @classmethod
    def _of_parameters(cls, parameters, task="transformation"):
        *transformers, last = parameters["steps"]
        steps = [from_spec(spec, "transformation") for spec in transformers] + [from_spec(last, task)]
        return make_pipeline(*steps)

    @classmethod
    def _from_model(cls, model):
        info = json.loads(model.info())
        pipe = cls._of_parameters(info["parameters"], info["schema"]["target"]["task"])
        pipe._holder = pipe._new_whole()
        pipe._holder._take_schema(info["schema"])
        pipe._hold(model)
        return pipe


@completed
class FeatureUnion(ColumnTransformer):
    """Several transformers of the same columns; what they make stands side by side.

    As scikit-learn's, of Hornbook's own transformers, on the native transformer `columns`.

    Parameters
    ----------
    transformer_list : list of tuple
        Pairs of a name and a transformer, `"passthrough"` or `"drop"`.
    verbose_feature_names_out : bool, default=True
        Put the name of the transformer before that of each column.

    Attributes
    ----------
    named_transformers : Bunch
        The transformers by name; after `fit` they are fitted.

    Examples
    --------
    >>> from hornbook.pipeline import FeatureUnion
    >>> from hornbook.preprocessing import MinMaxScaler, StandardScaler
    >>> FeatureUnion([("scale", StandardScaler()), ("range", MinMaxScaler())]).fit_transform([[1.0], [3.0]]).tolist()
    [[-1.0, 0.0], [1.0, 1.0]]
    """

    remainder = "drop"
    # One sparse part makes all of it sparse.
    sparse_threshold = float("inf")

    def __init__(
        self, transformer_list, *, n_jobs=None, transformer_weights=None, verbose=False, verbose_feature_names_out=True
    ):
        self.transformer_list = transformer_list
        self.n_jobs = n_jobs
        self.transformer_weights = transformer_weights
        self.verbose = verbose
        self.verbose_feature_names_out = verbose_feature_names_out

    @property
    def transformers(self):
        """The transformers with their columns: all."""
        return [(name, part, slice(None)) for name, part in self.transformer_list]

    @property
    def named_transformers(self):
        """The transformers by name; after `fit` they are fitted."""
        return self.named_transformers_ if hasattr(self, "model_") else Bunch(**dict(self.transformer_list))

    @property
    def _transformers(self):
        return self.transformer_list

    @_transformers.setter
    def _transformers(self, pairs):
        self.transformer_list = pairs


def make_union(*transformers, n_jobs=None, verbose=False, verbose_feature_names_out=True):
    """Make a `FeatureUnion` whose transformers are named after their classes, in lower case.

    Parameters
    ----------
    *transformers : transformers
        The transformers.
    n_jobs, verbose, verbose_feature_names_out
        As those of `FeatureUnion`.

    Returns
    -------
    FeatureUnion

    Examples
    --------
    >>> from hornbook.pipeline import make_union
    >>> from hornbook.preprocessing import StandardScaler
    >>> make_union(StandardScaler()).transformer_list[0][0]
    'standardscaler'
    """
    named = sklearn_pipeline._name_estimators(transformers)
    return FeatureUnion(named, n_jobs=n_jobs, verbose=verbose, verbose_feature_names_out=verbose_feature_names_out)


def make_pipeline(*steps, memory=None, transform_input=None, verbose=False):
    """Make a `Pipeline` whose steps are named after their classes, in lower case.

    Parameters
    ----------
    *steps : estimators
        The steps.
    memory, transform_input, verbose
        As those of `Pipeline`.

    Returns
    -------
    Pipeline

    Examples
    --------
    >>> from hornbook import Ridge, ScaleColumns
    >>> from hornbook.pipeline import make_pipeline
    >>> list(make_pipeline(ScaleColumns(), Ridge()).named_steps)
    ['scalecolumns', 'ridge']
    """
    named = sklearn_pipeline._name_estimators(steps)
    return Pipeline(named, memory=memory, transform_input=transform_input, verbose=verbose)
