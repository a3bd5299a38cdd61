"""What all estimators share: scikit-learn's conventions around a learner of the native module."""

from __future__ import annotations

import json
from numbers import Integral

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, DensityMixin, OutlierMixin, RegressorMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from . import _arguments as arguments
from . import _frames, _labels, _members
from ._display import fitted_html
from ._hornbook import Data, Learner, Model, fit, fit_warm_start, shap_values

_RUN_PARAMETERS = ("random_state", "n_jobs")


class Trainable(BaseEstimator):
    """What the native module can train: an estimator, or one around it that tunes or calibrates it.

    A subclass says its task, makes the learner (`_native`), an estimator that can hold its model (`_carrier`) and a
    seed for evaluating it (`_seed_or_zero`).
    """

    _task: str
    _binary_only = False
    # Whether targets must not be negative.
    _positive_target = False
    # The tasks in which predictions are not meant to be good ones of any table: scikit-learn must not test that they are.
    _poor_score: frozenset[str] = frozenset()

    def _threads(self):
        return arguments.threads(getattr(self, "n_jobs", None))


class Estimator(Trainable):
    """The base of all estimators. A subclass names its learner and what that takes as it is."""

    _learner: str
    _takes: frozenset[str]
    # The parameters that are estimators, and those that are lists of them.
    _estimator_parameters: frozenset[str] = frozenset()
    _estimator_lists: frozenset[str] = frozenset()
    # The native names of parameters that are called otherwise.
    _native_names: dict[str, str] = {}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._takes_missing()
        tags.input_tags.categorical = "categories" in self._takes
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        tags.target_tags.multi_output = "targets" in self._takes
        return tags

    def get_params(self, deep=True):
        """Get the parameters; deep, also those of estimators among them, as `name__parameter`."""
        parameters = super().get_params(deep=deep)
        for name, member in self._named_members() if deep else ():
            parameters[name] = member
            if hasattr(member, "get_params"):
                parameters.update({f"{name}__{key}": value for key, value in member.get_params().items()})
        return parameters

    def set_params(self, **parameters):
        """Set parameters; `name__parameter` sets one of an estimator among them."""
        for attribute in self._estimator_lists & parameters.keys():
            setattr(self, attribute, parameters.pop(attribute))
        for attribute in self._estimator_lists:
            named = _members.pairs(getattr(self, attribute))
            if any(name in parameters for name, _ in named):
                setattr(self, attribute, [(name, parameters.pop(name, member)) for name, member in named])
        return super().set_params(**parameters)

    def _named_members(self):
        return [pair for attribute in sorted(self._estimator_lists) for pair in _members.pairs(getattr(self, attribute))]

    def _attribute(self, name):
        """What can be read off the model by name."""
        check_is_fitted(self)
        return self.model_.attribute(name)

    def _row_function(self, name, X, arguments=()):
        """Numbers of each row, by a function that only some models have."""
        check_is_fitted(self)
        return self.model_.row_function(name, self._rows(X, reset=False), list(arguments), self._threads())

    def fit(self, X, y, sample_weight=None):
        """Fit (train) the model on rows and their targets.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows. Categories and booleans of a frame (pandas, polars, pyarrow, or anything with Arrow's stream
            interface) are taken as categories, and so are strings with few different values; with many they are text.
        y : array-like of shape (n_samples,), or (n_samples, n_outputs) for learners that take several targets
            What to predict.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row: weight 2 is the row twice, weight 0 is the row absent.

        Returns
        -------
        self
        """
        data = self._data(X, y, sample_weight)
        self.model_ = fit(self._native(), data, self._seed(), self._threads())
        return self

    def _repr_html_inner(self):
        return super()._repr_html_inner() + self._learned_html()

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:
            bundle["text/html"] += self._learned_html()
        return bundle

    def _learned_html(self):
        return fitted_html(self) if hasattr(self, "model_") else ""

    def explain(self, X=None, row=0):
        """Explain the model in words or, given rows, the prediction of one of them (local explanation).

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features), default=None
            The rows.
        row : int, default=0
            Which of them.

        Returns
        -------
        str
        """
        check_is_fitted(self)
        if X is None:
            return self.model_.explain()
        return self.model_.explain_row(self._rows(X, reset=False), row)

    def save(self, path):
        """Write the model to a file that `hornbook.load`, the command line and Rust programs can read.

        Parameters
        ----------
        path : str or path-like
            Where; `.hornbook` is the usual ending.
        """
        check_is_fitted(self)
        self.model_.save(path)

    @property
    def n_iter_(self):
        """The number of iterations run, for iterative learners."""
        check_is_fitted(self)
        rounds = json.loads(self.model_.info())["summary"]["details"].get("rounds")
        if rounds is None:
            raise AttributeError(f"{type(self).__name__} is not iterative")
        return rounds

    @classmethod
    def _from_model(cls, model: Model):
        """The estimator that would have learned this model."""
        info = json.loads(model.info())
        estimator = cls._of_parameters(info["parameters"], info["schema"]["target"]["task"])
        estimator._take_schema(info["schema"])
        estimator.model_ = model
        # As for the command: a model of a file or of a study finds its columns by name among others.
        estimator._finds_columns = True
        return estimator

    def _take_schema(self, schema):
        """Takes what a model file says of inputs and targets for what `fit` saw."""
        names = [given["name"] for given in schema["inputs"]]
        self.n_features_in_ = len(names)
        if names != _labels.array_names(len(names)):
            self._take_names(names)
        self._adopt_targets([schema["target"], *schema.get("more_targets", ())])

    def _take_names(self, names):
        self.feature_names_in_ = np.array(names, dtype=object)

    def _as_read(self, X, *, reset):
        """The rows of a fit or a prediction of which it is a part, as it would read them itself."""
        return X

    def _hold_part(self, model, has_read=False):
        """Takes the model of a part of a pipeline for its own. Unless it has read the rows itself (`_as_read`), the names of its
        inputs were not given by anybody."""
        if not has_read:
            self.__dict__.pop("feature_names_in_", None)
        self.n_features_in_ = len(_labels.input_names(model))
        self.model_ = model

    def _share_targets(self, other):
        """Takes what another estimator knows of the targets of the same rows."""
        for name in ("classes_", "n_outputs_"):
            if hasattr(other, name):
                setattr(self, name, getattr(other, name))

    def _carrier(self):
        return clone(self)

    def _adopt(self, model):
        """Takes a model for its own, with the parameters that it was trained with."""
        self.set_params(**self._from_native(json.loads(model.info())["parameters"]))
        self.model_ = model
        return self

    def _native(self):
        """The learner with its parameters, as the native module has it."""
        return Learner(self._learner, self._native_parameters())

    def _spec(self):
        """The learner by name and parameters, to stand among the parameters of another."""
        return {"learner": self._learner, "parameters": self._native_parameters()}

    def _native_parameters(self):
        """The parameters of the learner, without those of the run, with other estimators by name."""
        parameters = self.get_params(deep=False)
        for name in _RUN_PARAMETERS:
            parameters.pop(name, None)
        for name in self._estimator_parameters:
            parameters[name] = _members.to_spec(parameters[name], self)
        for name in self._estimator_lists:
            parameters[name] = _members.to_specs(parameters[name], self)
        return parameters

    def _native_path(self, name):
        """The native name of a parameter; `member__parameter` is one of an estimator among the parameters."""
        member, _, rest = name.partition("__")
        if not rest:
            return self._native_names.get(name, name)
        named = self._named_members()
        within = {own: (native, inner) for (own, inner), native in zip(named, _members.native_names(named))}
        within |= {own: (own, getattr(self, own)) for own in self._estimator_parameters}
        native, inner = within.get(member, (member, None))
        return f"{native}.{inner._native_path(rest) if isinstance(inner, Estimator) else rest}"

    @classmethod
    def _from_native(cls, parameters):
        """Parameters from the native module, with estimators for what it has by name."""
        parameters = dict(parameters)
        for name in cls._estimator_parameters & parameters.keys():
            parameters[name] = _members.from_spec(parameters[name], cls._task)
        for name in cls._estimator_lists & parameters.keys():
            if parameters[name] is not None:
                parameters[name] = [_members.from_spec(spec, cls._task) for spec in parameters[name]]
        return parameters

    @classmethod
    def _of_parameters(cls, parameters, task):
        """The estimator that has these parameters natively; only what is made of others asks for what task."""
        return cls(**cls._from_native(parameters))

    def _data(self, X, y, sample_weight=None, groups=None, order=None, cost=None, fold=None):
        """The rows and what is known of each, for the native module; what is learned of X and y on the way stays."""
        given, takes_several = y, "targets" in self._takes
        y = validate_data(self, y=y, y_numeric=self._task == "regression", multi_output=takes_several)
        columns = _labels.target_columns(y)
        target_names = _labels.target_names(given, len(columns))
        rows = self._rows(X, reset=True)
        check_consistent_length(X, y, groups, order, cost, fold)
        targets = self._targets(columns)
        return self._data_of(X, rows, self._column_names(X), target_names, targets, sample_weight, groups, order, cost, fold)

    def _reader(self):
        """The learner that reads the columns, as the native module has it: a pipeline, if it is the last step of one."""
        return getattr(self, "_pipeline_learner", None) or self._native()

    def _column_names(self, X):
        """The names of the columns, once they have been looked at."""
        # scikit-learn knows the names of most frames, but not of all that Arrow can read.
        names = getattr(self, "feature_names_in_", getattr(X, "column_names", None))
        return _labels.array_names(self.n_features_in_) if names is None else list(names)

    def _column_name(self, X, column):
        """The name of a column of X that was given by its name or position."""
        names = self._column_names(X)
        if isinstance(column, str):
            if column not in names:
                raise ValueError(f"the offset {column!r} is no column of X; they are {', '.join(map(repr, names))}")
            return column
        if not isinstance(column, Integral) or not -len(names) <= column < len(names):
            raise ValueError(f"the offset {column!r} is no column of X, which has {len(names)}")
        return names[column]

    def _look_at(self, X):
        """Looks at the rows of a fit of which it is a part, before they are read; refuses what it would not take by itself."""

    def _known_data(self, X, y, sample_weight=None, groups=None):
        """As `_data`, but nothing is learned: the columns and the classes are those of `fit`."""
        check_is_fitted(self)
        schema = json.loads(self.model_.info())["schema"]
        names = [given["name"] for given in schema["inputs"]]
        y = column_or_1d(y)
        check_consistent_length(X, y, groups)
        rows = self._rows(X, reset=False)
        targets = [self._known_target(y)]
        return self._data_of(X, rows, names, [schema["target"]["name"]], targets, sample_weight, groups, reader=self.model_)

    def _data_of(
        self, X, rows, names, target_names, targets, sample_weight, groups=None, order=None, cost=None, fold=None, reader=None
    ):
        if sample_weight is not None:
            sample_weight = _check_sample_weight(
                sample_weight, X, dtype=np.float64, ensure_non_negative=True
            )
        return Data(
            rows,
            names,
            target_names,
            targets,
            sample_weight,
            arguments.group_codes(groups),
            arguments.moments(order),
            self._threads(),
            self._reader() if reader is None else reader,
            arguments.amounts(cost),
            arguments.fold_codes(fold),
        )

    def _rows(self, X, *, reset):
        """The rows in one of the forms that the native module reads."""
        if reset:
            self.__dict__.pop("_finds_columns", None)
        elif "_finds_columns" in self.__dict__:
            X = _frames.columns_by_name(X, getattr(self, "feature_names_in_", ()))
        if _is_frame_of_types(X):
            validate_data(self, X, reset=reset, skip_check_array=True)
            # pandas would send its index along as a column.
            return _frames.with_tensors(X.reset_index(drop=True)) if hasattr(X, "reset_index") else X
        # What a learner does not take, the native module refuses itself when it learns, on all threads.
        X = validate_data(
            self,
            X,
            reset=reset,
            accept_sparse="csr",
            dtype=(np.float64, np.float32),
            ensure_all_finite=not reset and not self._takes_missing(),
        )
        return _sparse_parts(X) if sparse.issparse(X) else X

    def _takes_missing(self):
        return "missing" in self._takes

    def _seed(self):
        return arguments.seed(getattr(self, "random_state", None))

    def _seed_or_zero(self):
        return arguments.seed_or_zero(getattr(self, "random_state", None))


class Predictor(Estimator):
    """The base of all estimators that predict something of rows."""

    def predict(self, X):
        """Predict a class or a number for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`. A category that was not seen in `fit` counts as missing, with a
            warning.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_outputs) with several targets
        """
        check_is_fitted(self)
        targets = self.model_.predict(self._rows(X, reset=False), self._threads())
        answers = [self._from_target(answers, at) for at, answers in enumerate(targets)]
        return answers[0] if len(answers) == 1 else np.column_stack(answers)

    def shap_values(self, X, background=None):
        """Exact SHAP values (TreeSHAP, linear SHAP): feature attributions that sum to the prediction minus the base value.

        How much each column moves the score of a row away from the mean score. Boosting scores log odds (or logarithms, or
        numbers), trees, forests and means of them the probabilities of the classes or numbers; calibration comes after
        scores.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        background : array, sparse matrix or data frame of shape (n_others, n_features), default=None
            Rows from which columns that are not known are taken. Without, they are taken from the training rows that
            went the same way through the trees.

        Returns
        -------
        values : ndarray of shape (n_samples, n_features), or (n_samples, n_features, n_scores)
            With several scores, such as those of three classes, the last axis is theirs.
        base : float, or ndarray of shape (n_scores,)
            The mean score: values of a row and base add up to its score.
        """
        check_is_fitted(self)
        if background is not None:
            background = self._rows(background, reset=False)
        values, base = shap_values(self.model_, self._rows(X, reset=False), background, self._threads())
        return (values[:, :, 0], float(base[0])) if len(base) == 1 else (values, base)

    def to_svg(self, tree=None, max_depth=None):
        """Draw a tree as an SVG picture.

        Parameters
        ----------
        tree : int, default=None
            Which tree of a forest, of boosted trees or of an ensemble, from 0 on; a single tree needs none.
        max_depth : int, default=None
            How deep the drawing goes; it says what it leaves out.

        Returns
        -------
        str
        """
        check_is_fitted(self)
        return self.model_.to_svg(*arguments.tree_and_depth(tree, max_depth))

    def to_dot(self, tree=None, max_depth=None):
        """Write a tree in the language of Graphviz.

        Parameters
        ----------
        tree : int, default=None
            Which tree of a forest, of boosted trees or of an ensemble, from 0 on; a single tree needs none.
        max_depth : int, default=None
            How deep it goes.

        Returns
        -------
        str
        """
        check_is_fitted(self)
        return self.model_.to_dot(*arguments.tree_and_depth(tree, max_depth))

    @property
    def feature_importances_(self):
        """Feature importances, summing to 1."""
        check_is_fitted(self)
        importances = self.model_.importances()
        if importances is None:
            raise AttributeError(f"{type(self).__name__} cannot say how much each feature contributed")
        return importances


class Classifier(ClassifierMixin, Predictor):
    """The base of all classifiers."""

    _task = "classification"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = "classification" in self._poor_score
        tags.classifier_tags.multi_label = "targets" in self._takes
        return tags

    def predict_proba(self, X):
        """Give the probability of each class for each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes), or with several targets a list of such
            The columns are in the order of `classes_`.
        """
        check_is_fitted(self)
        targets = self.model_.predict_proba(self._rows(X, reset=False), self._threads())
        return targets[0] if len(targets) == 1 else targets

    def predict_log_proba(self, X):
        """Give the logarithm of the probability of each class for each row; see `predict_proba`."""
        with np.errstate(divide="ignore"):
            probabilities = self.predict_proba(X)
            if isinstance(probabilities, list):
                return [np.log(of_target) for of_target in probabilities]
            return np.log(probabilities)

    def _targets(self, columns):
        found = []
        for column in columns:
            check_classification_targets(column)
            found.append(np.unique(column, return_inverse=True))
        self._adopt_classes([classes for classes, _ in found])
        return [(codes.astype(np.uint32), _labels.names_of(classes)) for classes, codes in found]

    def _adopt_classes(self, classes):
        self.classes_ = classes[0] if len(classes) == 1 else classes
        if "targets" in self._takes:
            self.n_outputs_ = len(classes)

    def _known_target(self, y):
        codes = {label: code for code, label in enumerate(self.classes_.tolist())}
        unknown = set(y.tolist()) - codes.keys()
        if unknown:
            raise ValueError(f"y has {sorted(unknown, key=str)[0]!r}, which is none of the classes {list(codes)} of fit")
        return np.array([codes[label] for label in y.tolist()], dtype=np.uint32), _labels.names_of(self.classes_)

    def _from_target(self, codes, at=0):
        classes = self.classes_[at] if isinstance(self.classes_, list) else self.classes_
        return classes[codes]

    def _adopt_targets(self, targets):
        self._adopt_classes([_labels.from_names(target["classes"]) for target in targets])


class Regressor(RegressorMixin, Predictor):
    """The base of all regressors."""

    _task = "regression"

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = "regression" in self._poor_score
        return tags

    def _targets(self, columns):
        self._adopt_targets(columns)
        return [self._known_target(column) for column in columns]

    def _known_target(self, y):
        return np.ascontiguousarray(y, dtype=np.float64)

    def _from_target(self, values, at=0):
        return values

    def _adopt_targets(self, targets):
        if "targets" in self._takes:
            self.n_outputs_ = len(targets)


class WithoutTarget(Estimator):
    """The base of all unsupervised estimators."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags

    def fit(self, X, y=None, sample_weight=None):
        """Learn from rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows. Categories and booleans of a frame (pandas, polars, pyarrow, or anything with Arrow's stream
            interface) are taken as categories, and so are strings with few different values; with many they are text.
        y : None
            Not looked at; pipelines pass it along.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row: weight 2 is the row twice, weight 0 is the row absent.

        Returns
        -------
        self
        """
        return super().fit(X, y, sample_weight)

    def _data(self, X, y=None, sample_weight=None, groups=None, order=None, cost=None, fold=None):
        rows = self._rows(X, reset=True)
        check_consistent_length(X, groups, order, cost, fold)
        return self._data_of(X, rows, self._column_names(X), [], [], sample_weight, groups, order, cost, fold)

    def _known_data(self, X, y=None, sample_weight=None, groups=None):
        check_is_fitted(self)
        names = _labels.input_names(self.model_)
        return self._data_of(X, self._rows(X, reset=False), names, [], [], sample_weight, groups, reader=self.model_)

    def _adopt_targets(self, targets):
        pass


class OutlierDetector(OutlierMixin, WithoutTarget, Predictor):
    """The base of all detectors of outliers."""

    _task = "outliers"

    def predict(self, X):
        """Say of each row whether it is an outlier.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`. A category that was not seen in `fit` counts as missing, with a
            warning.

        Returns
        -------
        ndarray of shape (n_samples,)
            1 for inliers and -1 for outliers.
        """
        return super().predict(X)

    def score_samples(self, X):
        """Say how usual each row is: the lower, the more unusual.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
            From -1 to 0: the score of the learner, with its sign turned.
        """
        check_is_fitted(self)
        return -self.model_.scores(self._rows(X, reset=False), self._threads())

    def decision_function(self, X):
        """Say how far each row is from being an outlier: below 0 it is one.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
            `score_samples` less `offset_`.
        """
        return self.score_samples(X) - self.offset_

    @property
    def offset_(self):
        """From which score on rows are inliers; see `score_samples`."""
        check_is_fitted(self)
        return -json.loads(self.model_.info())["summary"]["details"]["threshold"]

    def _from_target(self, codes, at=0):
        return np.where(codes == 1, -1, 1)


class DensityEstimator(DensityMixin, WithoutTarget, Predictor):
    """The base of all estimators of densities."""

    _task = "density"

    def score_samples(self, X):
        """Give the logarithm of the density at each row.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return super().predict(X)

    def score(self, X, y=None):
        """Give the logarithm of the density of all rows together, as if each were drawn for itself.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows, with the columns of `fit`.
        y : None
            Not looked at.

        Returns
        -------
        float
        """
        return float(np.sum(self.score_samples(X)))

    def _from_target(self, values, at=0):
        return values


class Incremental:
    """Learners that take more rows after they have learned, beside the base of their task."""

    def partial_fit(self, X, y=None, classes=None, sample_weight=None):
        """Incremental learning: update the model with more rows.

        The model is that of all rows so far together where the learner is a sum over rows, such as naive Bayes; numbers that
        were put into bins stay in the bins of the first rows. Learners that go over the rows in rounds take one round over
        these.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,), default=None
            What to predict; densities have nothing to predict, and do not look at it.
        classes : array-like of shape (n_classes,), default=None
            All classes there will be; the first call must name them, later ones need not.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.

        Returns
        -------
        self
        """
        if not hasattr(self, "model_"):
            data = self._first_data(X, y, classes, sample_weight)
            self.model_ = fit(self._one_round(), data, self._seed(), self._threads())
            return self
        if classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(f"classes={classes} are not those of the first call, which were {self.classes_}")
        data = self._known_data(X, y, sample_weight)
        self.model_ = fit_warm_start(self._one_round(), self.model_, data, self._seed(), self._threads())
        return self

    def _one_round(self):
        parameters = self._native_parameters()
        if "max_iter" in parameters:
            parameters["max_iter"] = 1
        return Learner(self._learner, parameters)

    def _first_data(self, X, y, classes, sample_weight):
        if self._task != "classification":
            return self._data(X, y, sample_weight)
        if classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        given = y
        y = column_or_1d(validate_data(self, y=y))
        rows = self._rows(X, reset=True)
        check_consistent_length(X, y)
        self._adopt_classes([np.unique(classes)])
        targets = [self._known_target(y)]
        names = _labels.target_names(given, 1)
        return self._data_of(X, rows, self._column_names(X), names, targets, sample_weight)


def _is_frame_of_types(X):
    """Whether X is a data frame that holds more than plain numbers; those are an array like any other."""
    if not hasattr(X, "__arrow_c_stream__") or len(getattr(X, "shape", ())) != 2:
        return False
    dtypes = getattr(X, "dtypes", ())
    plain = all(isinstance(dtype, np.dtype) and dtype.kind in "iuf" for dtype in dtypes)
    return not (len(dtypes) and plain)


def _sparse_parts(X):
    """A sparse matrix by rows as the native module takes it: sorted, every cell once."""
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return (
        X.shape[1],
        X.indptr.astype(np.int64, copy=False),
        # The bits are the same, because no index is negative.
        X.indices.view(np.uint32) if X.indices.dtype == np.int32 else X.indices.astype(np.uint32),
        X.data.astype(np.float64, copy=False),
    )
