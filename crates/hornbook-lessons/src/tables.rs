//! The tables of the examples.

use hornbook::data::{Features, ReadOptions};
use hornbook::{Dataset, Model, Result, Table};

/// Fourteen days and whether tennis was played (Mitchell, table 3.2).
pub(crate) fn play_tennis() -> Result<Table> {
    read(include_str!("../../../data/play_tennis.csv"), "play_tennis.csv")
}

/// Whether to wait for a table at a restaurant (Russell and Norvig, figure 18.3).
pub(crate) fn restaurant() -> Result<Table> {
    read(include_str!("../../../data/restaurant.csv"), "restaurant.csv")
}

/// Fisher's irises.
pub(crate) fn iris() -> Result<Table> {
    read(include_str!("../../../data/iris.csv"), "iris.csv")
}

fn read(text: &'static str, name: &str) -> Result<Table> {
    ReadOptions::default().read_from(text.as_bytes(), name)
}

/// A table of categories from lines of words; `?` is missing.
pub(crate) fn words(names: &[&str], lines: &[&str]) -> Result<Table> {
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
    let mut builder = Table::builder();
    for (at, name) in names.iter().enumerate() {
        let cell = |row: &Vec<&str>| row.get(at).copied().filter(|word| *word != "?").map(str::to_string);
        let cells: Vec<Option<String>> = rows.iter().map(cell).collect();
        builder = builder.category(name, &cells);
    }
    builder.build()
}

/// The four rows of a function of two bits, the second running fastest; a bit that is off is written `off`.
pub(crate) fn bits(off: f64, function: impl Fn(bool, bool) -> bool) -> Result<Dataset> {
    let rows = [(false, false), (false, true), (true, false), (true, true)];
    let write = |bit: bool| if bit { 1.0 } else { off };
    let sign = |&(a, b): &(bool, bool)| Some(if function(a, b) { "yes" } else { "no" });
    Table::builder()
        .number("x1", rows.iter().map(|row| write(row.0)).collect())
        .number("x2", rows.iter().map(|row| write(row.1)).collect())
        .category("y", &rows.iter().map(sign).collect::<Vec<_>>())
        .build()?
        .dataset()
        .target("y")
}

/// Points on a plane with a target of numbers: a line.
pub(crate) fn line(x: &[f64], y: &[f64]) -> Result<Dataset> {
    Table::builder().number("x", x.to_vec()).number("y", y.to_vec()).build()?.dataset().target("y")
}

/// The rows of a table as a model wants them.
pub(crate) fn features(model: &dyn Model, table: &Table) -> Result<Features<'static>> {
    Ok(model.info().schema.features(table)?.0)
}
