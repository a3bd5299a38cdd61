"""Tables read from files."""

import hornbook
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hornbook import BaselineClassifier, DecisionTreeClassifier
from PIL import Image

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


def test_frames_get_the_types_they_ask_for(table):
    schema = pa.schema([("city", pa.string()), ("age", pa.float32()), ("born", pa.timestamp("us")), ("owner", pa.bool_())])
    frame = pa.table(table, schema=schema)
    assert frame.schema == schema and frame["age"].to_pylist()[:2] == [31.0, None]
    with pytest.raises(ValueError, match="oslo"):
        pa.table(table, schema=schema.set(0, pa.field("city", pa.int8())))


def test_times_of_zones_are_read(tmp_path):
    times = pa.array([0, 3_600_000, None], pa.timestamp("ms", tz="Europe/Berlin"))
    frame = pa.table({"when": times, "x": [1.0, 2.0, 3.0]})
    assert BaselineClassifier().fit(frame, ["a", "b", "b"]).predict(frame).tolist() == ["b"] * 3
    pa.parquet.write_table(frame, tmp_path / "times.parquet")
    assert hornbook.read_table(tmp_path / "times.parquet").kinds == ["date", "number"]


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


def test_objects_come_from_files_and_frames(tmp_path):
    (tmp_path / "visits.csv").write_text("visit,minute,page,seconds\n1,2,cart,20\n1,1,home,5\n2,1,home,4\n2,2,shop,9\n")
    table = hornbook.read_table(tmp_path / "visits.csv", gather="visit", along="minute")
    assert dict(zip(table.column_names, table.kinds, strict=True)) == {
        "visit": "number",
        "page": "sequence",
        "seconds": "series",
    }
    frame = pa.table(table)
    assert frame["page"].to_pylist() == [["home", "cart"], ["home", "shop"]]
    assert frame["seconds"].to_pylist() == [[5.0, 20.0], [4.0, 9.0]]
    assert pl.DataFrame(table)["seconds"].to_list() == [[5.0, 20.0], [4.0, 9.0]]
    for name in ["visits.parquet", "visits.arrow"]:
        pl.DataFrame(table).write_parquet(tmp_path / name) if name.endswith("parquet") else pl.DataFrame(table).write_ipc(
            tmp_path / name
        )
        assert hornbook.read_table(tmp_path / name).kinds == ["number", "sequence", "series"]
    (tmp_path / "groceries.txt").write_text("milk,bread,milk\ntea\n")
    baskets = hornbook.read_table(tmp_path / "groceries.txt", format="baskets")
    assert baskets.kinds == ["items"] and pa.table(baskets)["items"].to_pylist() == [["bread", "milk"], ["tea"]]
    (tmp_path / "tags.csv").write_text("tags\na;b\nb\n")
    assert hornbook.read_table(tmp_path / "tags.csv", types={"tags": "items"}).kinds == ["items"]
    with pytest.raises(ValueError, match="expected one of number, boolean"):
        hornbook.read_table(tmp_path / "tags.csv", types={"tags": "bag"})
    with pytest.raises(ValueError, match="expected one of csv, tsv"):
        hornbook.read_table(tmp_path / "tags.csv", format="xlsx")
    with pytest.raises(ValueError, match="give gather, too"):
        hornbook.read_table(tmp_path / "tags.csv", along="tags")


def test_folders_of_images_are_tables(tmp_path):
    pixels = np.arange(6, dtype=np.uint8).reshape(2, 3)
    for label in ["cat", "dog"]:
        (tmp_path / label).mkdir()
        Image.fromarray(pixels).save(tmp_path / label / "a.png")
    table = hornbook.read_table(tmp_path)
    assert table.kinds == ["text", "image", "category"]
    images = pa.table(table)["image"].combine_chunks()
    assert images.type.shape == [2, 3, 1]
    np.testing.assert_array_equal(images.to_numpy_ndarray()[1, :, :, 0], pixels)
    (tmp_path / "cat" / "b.png").write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="b.png.*not a readable image"):
        hornbook.read_table(tmp_path)


@pytest.mark.parametrize("kind", ["numpy", "PIL"])
def test_estimators_say_which_objects_they_do_not_take(kind):
    y = ["a", "b"] * 5
    pixels = [np.full((4, 4), row, dtype=np.uint8) for row in range(10)]
    images = pixels if kind == "numpy" else [Image.fromarray(image) for image in pixels]
    frame = pd.DataFrame({"x": range(10), "picture": images})
    with pytest.raises(ValueError, match="'picture' holds images, which the learner 'decision-tree' does not handle"):
        DecisionTreeClassifier().fit(frame, y)
    with pytest.raises(ValueError, match="'picture' has an image of .* in row 2"):
        DecisionTreeClassifier().fit(pd.DataFrame({"picture": [pixels[0], np.zeros((3, 3))]}), ["a", "b"])
    lists = pd.DataFrame({"load": [[1.0, 2.0], [3.0]] * 5, "x": range(10)})
    for given in [lists, pl.DataFrame(lists.to_dict("list")), pa.table(lists.to_dict("list"))]:
        with pytest.raises(ValueError, match="'load' holds series"):
            DecisionTreeClassifier().fit(given, y)
    # The baseline needs no features, so that it takes any.
    assert BaselineClassifier().fit(frame, y).predict(frame).shape == (10,)
