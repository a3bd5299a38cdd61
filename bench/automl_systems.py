"""One AutoML system on one fold, in a process of its own: `automl_systems.py NAME FOLDER SETTINGS`.

The folder holds the training rows, and the test rows without their target; the predictions are written beside them. What is timed is the
training with everything a system does within it, the refit on all rows included.
"""

import contextlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from measure import timed

TARGET = "target"
CLASSES = "classification"
# More levels than this, and scikit-learn's boosting refuses a category.
MOST_LEVELS = 250


class Fold:
    """The rows of a fold and what was asked for."""

    def __init__(self, folder, task, seconds, threads, seed, command):
        self.folder, self.task, self.seconds, self.threads, self.seed = folder, task, seconds, threads, seed
        self.command = command
        self.train = pd.read_feather(folder / "train.arrow")
        self.test = pd.read_feather(folder / "test.arrow")

    @property
    def is_classes(self):
        return self.task == CLASSES

    @property
    def xy(self):
        return self.train.drop(columns=TARGET), self.train[TARGET]


def hornbook(fold):
    """The command: what it prints and writes is what everybody gets."""
    study = fold.folder / "study"
    measure = "log loss" if fold.is_classes else "RMSE"
    options = ["--target", TARGET, "--measures", measure, "--budget", f"{fold.seconds}s"]
    options += ["--threads", fold.threads, "--seed", fold.seed, "--out", study]
    if fold.is_classes:
        options.append("--classify")

    def fit():
        return call(fold.command, "study", fold.folder / "train.arrow", *options)

    def predict(_):
        found = fold.folder / "found.csv"
        more = ["--probabilities"] if fold.is_classes else []
        model, rows = study / "model.hornbook", fold.folder / "test.arrow"
        call(fold.command, "predict", model, rows, "--no-drift", "--out", found, *more)
        if not fold.is_classes:
            return None, pd.read_csv(found)[f"predicted_{TARGET}"].to_numpy()
        # By name, since a class that the study left out has no column.
        frame = pd.read_csv(found).filter(regex="^probability_")
        return [column.removeprefix("probability_") for column in frame], frame.to_numpy()

    def describe(_):
        return json.loads((study / "study.json").read_text()).get("model", {}).get("spec", "")

    return fit, predict, describe


def call(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        told = " ".join((done.stderr.strip() or done.stdout.strip()).split())
        raise RuntimeError(f"hornbook {command[1]} ended with status {done.returncode}: {told}")
    return done.stdout


def flaml(fold):
    from flaml import AutoML

    x, y = fold.xy
    metric, task = ("log_loss", "classification") if fold.is_classes else ("rmse", "regression")

    def fit():
        model = AutoML()
        model.fit(x, y, task=task, metric=metric, time_budget=fold.seconds, n_jobs=fold.threads, seed=fold.seed, verbose=0)
        if model.model is None:
            raise RuntimeError("no model in time")
        return model

    return fit, lambda model: predicted(model, fold), lambda model: f"{model.best_estimator} {model.best_config}"


def autogluon(fold, **options):
    from autogluon.tabular import TabularPredictor

    if fold.is_classes:
        task, metric = ("binary" if fold.train[TARGET].nunique() == 2 else "multiclass"), "log_loss"
    else:
        task, metric = "regression", "root_mean_squared_error"
    settings = {"time_limit": fold.seconds, "presets": "good_quality", "num_cpus": fold.threads, "num_gpus": 0}

    def fit():
        path = fold.folder / "autogluon"
        predictor = TabularPredictor(TARGET, problem_type=task, eval_metric=metric, path=path, verbosity=0)
        return predictor.fit(fold.train, **settings, **options)

    def predict(predictor):
        if not fold.is_classes:
            return None, predictor.predict(fold.test).to_numpy()
        found = predictor.predict_proba(fold.test)
        return list(found.columns), found.to_numpy()

    return fit, predict, lambda predictor: predictor.model_best


def autogluon_unstacked(fold):
    """Without a first fit that decides about stacking, which takes a quarter of the time and fails where that is seconds."""
    folding = {"fold_fitting_strategy": "sequential_local"}
    return autogluon(fold, dynamic_stacking=False, num_stack_levels=0, ag_args_ensemble=folding)


def forest(fold):
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    kind = RandomForestClassifier if fold.is_classes else RandomForestRegressor
    return scikit_learn(fold, lambda columns: kind(n_jobs=fold.threads, random_state=fold.seed))


def boosting(fold):
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    kind = HistGradientBoostingClassifier if fold.is_classes else HistGradientBoostingRegressor
    return scikit_learn(fold, lambda columns: kind(categorical_features=columns, random_state=fold.seed))


def scikit_learn(fold, make):
    """A learner with its defaults on numbers: categories become codes, the rarest of many share one, dates become seconds."""
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OrdinalEncoder

    x, y = fold.xy
    categories = [column for column in x if x[column].dtype.name in ("category", "string", "object", "str")]
    codes = OrdinalEncoder(
        handle_unknown="use_encoded_value", unknown_value=np.nan, encoded_missing_value=np.nan, max_categories=MOST_LEVELS
    )

    def plain(frame):
        frame = frame.copy()
        for column in frame:
            if column in categories:
                frame[column] = frame[column].astype(object).where(frame[column].notna(), np.nan)
            elif frame[column].dtype.kind in "mM" or isinstance(frame[column].dtype, pd.DatetimeTZDtype):
                dates = pd.to_datetime(frame[column], utc=True)
                frame[column] = (dates - pd.Timestamp(0, tz="UTC")).dt.total_seconds()
        return frame

    encode = ColumnTransformer([("codes", codes, categories)], remainder="passthrough")
    model = make_pipeline(encode, make(list(range(len(categories)))))

    def predict(model):
        return predicted(model, fold, plain(fold.test))

    return lambda: model.fit(plain(x), y), predict, lambda model: type(model[-1]).__name__


def predicted(model, fold, rows=None):
    """The classes with their probabilities, or numbers, as everybody's predict gives them."""
    rows = fold.test if rows is None else rows
    if fold.is_classes:
        return list(model.classes_), model.predict_proba(rows)
    return None, np.asarray(model.predict(rows), dtype=float)


SYSTEMS = {
    "hornbook": hornbook,
    "flaml": flaml,
    "autogluon": autogluon,
    "autogluon-unstacked": autogluon_unstacked,
    "forest": forest,
    "boosting": boosting,
}
# The package whose version says what ran.
PACKAGES = {
    "flaml": "FLAML",
    "autogluon": "autogluon.tabular",
    "autogluon-unstacked": "autogluon.tabular",
    "forest": "scikit-learn",
    "boosting": "scikit-learn",
}


def version_of(system):
    """The version of what a system is made of, as far as Python knows it; `None` if it is not installed."""
    try:
        return importlib.metadata.version(PACKAGES[system])
    except importlib.metadata.PackageNotFoundError:
        return None


def main():
    name, folder, settings = sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3])
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[: settings["threads"]])
    warnings.simplefilter("ignore")
    # Systems leave their logs where they are started, and talk.
    with tempfile.TemporaryDirectory() as here, contextlib.redirect_stdout(sys.stderr):
        os.chdir(here)
        fit, predict, describe = SYSTEMS[name](Fold(folder, **settings))
        model, fitting = timed(fit)
        (classes, values), predicting = timed(lambda: predict(model))
        description = describe(model)
    np.savez(folder / "found.npz", values=values, classes=np.array(classes if classes else [], dtype=str))
    print(json.dumps({**fitting, "predict": predicting["wall"], "model": str(description)}))


if __name__ == "__main__":
    main()
