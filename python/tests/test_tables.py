"""Tables read from files."""

import hornbook
import polars as pl
import pyarrow as pa
import pytest
from hornbook import DecisionTreeClassifier

TEXT = "city,age,born,owner\n" + "oslo,31,1990-05-01,true\nrome,NA,1985-01-31,false\noslo,40,,true\n" * 10


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(TEXT)
    return hornbook.read_table(path)


def test_types_are_inferred(table):
    assert table.shape == (30, 4) and len(table) == 30
    assert dict(zip(table.column_names, table.kinds, strict=True)) == {
        "city": "category",
        "age": "number",
        "born": "date",
        "owner": "boolean",
    }
    assert repr(table) == "<hornbook.Table of 30 rows and 4 columns>"


def test_frames_take_tables(table):
    assert pa.table(table)["age"].null_count == 10
    assert pl.DataFrame(table)["city"].to_list()[:2] == ["oslo", "rome"]


def test_estimators_take_tables(table):
    y = ["oslo", "rome", "oslo"] * 10
    model = DecisionTreeClassifier().fit(table, y)
    assert model.score(table, y) == 1.0
    assert "city" in model.explain() or "born" in model.explain()


def test_errors_are_sentences(tmp_path):
    with pytest.raises(FileNotFoundError, match="cannot read"):
        hornbook.read_table(tmp_path / "absent.csv")
    (tmp_path / "bad.csv").write_text('a,b\n1,"open\n')
    with pytest.raises(ValueError, match="bad.csv"):
        hornbook.read_table(tmp_path / "bad.csv")
