"""Reading a CSV file of all kinds of columns, with the types found from the text."""

import json

from report import memory_bar, time_bar

from ._threads import THREADS

TITLE = "Read a CSV file with numbers, whole numbers, categories, text, dates and truth values; types are inferred."
QUALITY = "sum agrees"
SHAPES = {"full": {"rows": 1_000_000}, "small": {"rows": 50_000}}


def make(folder, seed, rows):
    import numpy as np
    import pandas as pd

    draw = np.random.default_rng(seed)
    words = np.array("ash birch cedar elm fir hazel larch maple oak pine".split())
    columns = {f"real{i}": np.round(draw.normal(0, 10.0**i, rows), 6) for i in range(5)}
    missing = draw.normal(size=rows)
    missing[draw.random(rows) < 0.1] = np.nan
    columns["with_missing"] = missing
    for i in range(4):
        columns[f"whole{i}"] = draw.integers(-(10 ** (i + 2)), 10 ** (2 * i + 2), rows)
    columns["id"] = np.arange(rows) + 10**9
    for i in range(3):
        columns[f"kind{i}"] = words[draw.integers(0, len(words), rows)]
    columns["key"] = np.char.add("key_", draw.integers(0, rows, rows).astype(str))
    # A comma inside makes the writer quote the cell.
    pair = words[draw.integers(0, len(words), (2, rows))]
    columns["note"] = np.char.add(np.char.add(pair[0], ", "), pair[1])
    day = np.datetime64("2001-01-01")
    columns["day"] = (day + draw.integers(0, 9000, rows)).astype(str)
    moment = day.astype("datetime64[s]") + draw.integers(0, 8 * 10**8, rows)
    columns["moment"] = np.char.replace(moment.astype(str), "T", " ")
    columns["truth"] = np.where(draw.random(rows) < 0.5, "true", "false")
    columns["digit"] = draw.integers(0, 5, rows)
    pd.DataFrame(columns).to_csv(folder / "table.csv", index=False)
    (folder / "facts.json").write_text(json.dumps({"sum": int(columns["whole3"].sum())}))


def reader(read, total):
    """A peer that reads the file with `read` and adds up the column `whole3` with `total`."""

    def peer(folder):
        path, expected = str(folder / "table.csv"), json.loads((folder / "facts.json").read_text())["sum"]
        return lambda: read(path), lambda table: float(int(total(table)) == expected)

    return peer


def hornbook(folder):
    import hornbook
    import pyarrow
    import pyarrow.compute

    total = lambda table: pyarrow.compute.sum(pyarrow.table(table)["whole3"]).as_py()
    return reader(lambda path: hornbook.read_table(path, n_jobs=THREADS), total)(folder)


def pandas(engine):
    def peer(folder):
        import pandas

        read = lambda path: pandas.read_csv(path, engine=engine, parse_dates=["day", "moment"])
        return reader(read, lambda table: table["whole3"].sum())(folder)

    return peer


def polars(folder):
    import polars

    read = lambda path: polars.read_csv(path, try_parse_dates=True)
    return reader(read, lambda table: table["whole3"].sum())(folder)


def pyarrow(folder):
    import pyarrow
    import pyarrow.compute
    import pyarrow.csv

    pyarrow.set_cpu_count(THREADS)
    return reader(pyarrow.csv.read_csv, lambda table: pyarrow.compute.sum(table["whole3"]).as_py())(folder)


def duckdb(folder):
    import duckdb

    def read(path):
        connection = duckdb.connect(config={"threads": THREADS})
        connection.execute("create table t as select * from read_csv(?)", [path])
        return connection

    return reader(read, lambda c: c.execute("select sum(whole3) from t").fetchone()[0])(folder)


PEERS = {
    "hornbook": hornbook,
    "pandas (C)": pandas("c"),
    "pandas (pyarrow)": pandas("pyarrow"),
    "polars": polars,
    "pyarrow": pyarrow,
    "duckdb": duckdb,
}


def bars(results, folder):
    others = [peer for peer in PEERS if peer != "hornbook"]
    size = (folder / "table.csv").stat().st_size
    return [
        time_bar(results, "hornbook", others, 1.0),
        memory_bar(results, "hornbook", "3 × the file", 3 * size),
    ]
