//! Clean tables of the textbooks.

use super::{findings, warnings};
use hornbook_data::{ReadOptions, Table};
use std::path::Path;

fn read(file: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    ReadOptions::default().read(&path).unwrap()
}

#[test]
fn textbook_tables_raise_no_alarm() {
    let tables = [
        ("data/iris.csv", "species"),
        ("data/mtcars.csv", "mpg"),
        ("data/play_tennis.csv", "Play"),
        ("data/restaurant.csv", "WillWait"),
        ("crates/hornbook-trees/tests/data/wine.csv", "target"),
        ("crates/hornbook-trees/tests/data/breast_cancer.csv", "target"),
        ("crates/hornbook-trees/tests/data/diabetes.csv", "target"),
    ];
    for (file, target) in tables {
        let found = findings(&read(file), target);
        let kinds: Vec<&str> = warnings(&found).into_iter().map(|finding| finding.kind.as_str()).collect();
        let expected: &[&str] = match file {
            "data/mtcars.csv" => &["id"],
            _ => &[],
        };
        assert_eq!(kinds, expected, "{file}: {found:#?}");
    }
}

#[test]
fn irises_have_strong_columns_and_no_leak() {
    let found = findings(&read("data/iris.csv"), "species");
    let strong: Vec<&str> =
        found.iter().filter(|f| f.kind == "strong_column").filter_map(|f| f.column.as_deref()).collect();
    assert_eq!(strong, ["petal_length", "petal_width"]);
}
