"""Boosting on categories of many levels and values that are missing."""

from report import Bar, time_bar

from ._threads import THREADS

ROUNDS = 100
TITLE = "Boost 100 trees on 20 numbers and 10 categories of up to 1000 levels; a tenth of the values is missing."
QUALITY = "accuracy"
SHAPES = {
    "full": {"rows": 100_000, "test_rows": 50_000},
    "small": {"rows": 10_000, "test_rows": 10_000},
}
NUMBERS = [f"x{i}" for i in range(20)]
CATEGORIES = [f"c{i}" for i in range(10)]


def make(folder, seed, rows, test_rows):
    import numpy as np
    import pandas as pd

    draw = np.random.default_rng(seed)
    count = rows + test_rows
    x = draw.normal(size=(count, 20))
    score = np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.5 * x[:, 3] + np.maximum(x[:, 4], 0)
    columns = {name: x[:, i] for i, name in enumerate(NUMBERS)}
    for name, levels in zip(CATEGORIES, (3, 5, 10, 20, 50, 100, 200, 400, 700, 1000)):
        # Few levels are common and many are rare, as in life.
        frequency = 1 / np.arange(1, levels + 1)
        codes = draw.choice(levels, count, p=frequency / frequency.sum())
        effect = draw.normal(0, 0.6, levels)
        score += effect[codes]
        if name == "c5":
            score += 0.8 * effect[codes] * x[:, 5]
        columns[name] = np.char.add("level", codes.astype(str)).astype(object)
    y = draw.random(count) < 1 / (1 + np.exp(-score))
    for column in columns.values():
        missing = draw.random(count) < 0.1
        column[missing] = np.nan if column.dtype != object else None
    frame = pd.DataFrame(columns)
    frame["y"] = y.astype(int)
    frame[:rows].to_parquet(folder / "train.parquet")
    frame[rows:].to_parquet(folder / "test.parquet")


def load(folder):
    """Training and test rows; the levels of the test rows are those of training."""
    import pandas as pd

    train, test = (pd.read_parquet(folder / f"{part}.parquet") for part in ("train", "test"))
    for name in CATEGORIES:
        train[name] = train[name].astype("category")
        test[name] = pd.Categorical(test[name], train[name].cat.categories)
    return train[NUMBERS + CATEGORIES], train["y"], test[NUMBERS + CATEGORIES], test["y"]


def estimator(create, prepare=lambda frame: frame):
    def peer(folder):
        x, y, test_x, test_y = load(folder)
        x, test_x = prepare(x), prepare(test_x)
        create().fit(x[:1000], y[:1000])  # imports are not timed
        accuracy = lambda model: float((model.predict(test_x).ravel() == test_y.to_numpy()).mean())
        return lambda: create().fit(x, y), accuracy

    return peer


def hornbook():
    from hornbook import GradientBoostingClassifier

    return GradientBoostingClassifier(max_iter=ROUNDS, random_state=0, n_jobs=THREADS)


def lightgbm():
    from lightgbm import LGBMClassifier

    return LGBMClassifier(n_estimators=ROUNDS, n_jobs=THREADS, verbose=-1)


def catboost():
    from catboost import CatBoostClassifier

    return CatBoostClassifier(
        iterations=ROUNDS,
        learning_rate=0.1,
        cat_features=CATEGORIES,
        thread_count=THREADS,
        verbose=0,
        allow_writing_files=False,
    )


def as_words(frame):
    """CatBoost takes words, and a word for what is missing."""
    frame = frame.copy()
    for name in CATEGORIES:
        frame[name] = frame[name].astype(object).where(frame[name].notna(), "missing").astype(str)
    return frame


def scikit_learn():
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(max_iter=ROUNDS, early_stopping=False, random_state=0)


def without_wide(frame):
    """scikit-learn takes at most 255 levels; wider categories become numbers."""
    frame = frame.copy()
    for name in CATEGORIES:
        if len(frame[name].cat.categories) > 255:
            codes = frame[name].cat.codes.astype(float)
            frame[name] = codes.where(codes >= 0)
    return frame


PEERS = {
    "hornbook": estimator(hornbook),
    "LightGBM": estimator(lightgbm),
    "CatBoost": estimator(catboost, as_words),
    "scikit-learn": estimator(scikit_learn, without_wide),
}


def bars(results, folder):
    claim = "hornbook: accuracy at least CatBoost's less 0.002"
    if "hornbook" in results and "CatBoost" in results:
        lead = results["hornbook"].quality - results["CatBoost"].quality
        quality = Bar(claim, f"{lead:+.4f}", lead >= -0.002)
    else:
        quality = Bar(claim, "not measured", False)
    return [time_bar(results, "hornbook", ["LightGBM"], 1.0), quality]
