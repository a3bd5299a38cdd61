//! What several tests need.
#![allow(dead_code, reason = "each test file uses its own part")]

use hornbook_data::{Column, ReadOptions, Table};

/// Reads text as a file called `a.csv` would be.
pub fn read(text: impl AsRef<[u8]>) -> hornbook_core::Result<Table> {
    ReadOptions::default().read_from(text.as_ref(), "a.csv")
}

/// A table's names, kinds and values as text, for comparing tables whatever their memory layout.
pub fn picture(table: &Table) -> Vec<String> {
    let column = |(name, column): (&String, &Column)| {
        let values: Vec<String> = (0..column.len())
            .map(|row| column.label(row).map_or("·".into(), |label| format!("{label:?}")))
            .collect();
        let levels = match column {
            Column::Category(categories) => format!("{:?}", categories.levels),
            _ => String::new(),
        };
        format!("{name:?} {} {levels} {}", column.kind(), values.join(" "))
    };
    table.names().iter().zip(table.columns()).map(column).collect()
}
