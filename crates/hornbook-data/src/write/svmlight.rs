//! svmlight files: the column `label` or `target`, or else the first, and then the others by number.

use super::{stream_failed, write_number};
use crate::column::{Booleans, Column, Numbers};
use crate::table::Table;
use arrow_buffer::ScalarBuffer;
use hornbook_core::{Error, Result};
use std::io::{self, Write};

pub(super) fn write(table: &Table, stream: &mut impl Write) -> Result<()> {
    let label = table.find("label").or(table.find("target")).unwrap_or(0);
    let query = table.find("qid").filter(|&q| q != label);
    let mut features = Vec::new();
    for (i, name) in table.names().iter().enumerate() {
        features.push((i, numbers(name, &table.columns()[i])?));
    }
    // A file we have read may count from zero: f0 keeps its number.
    let first = usize::from(table.find("f0").is_none());
    let take =
        |wanted: Option<usize>| wanted.and_then(|w| features.get(w)).map(|(_, numbers)| numbers.clone());
    let (labels, queries) = (take(Some(label)), take(query));
    let features: Vec<Numbers> = features
        .into_iter()
        .filter(|(i, _)| *i != label && Some(*i) != query)
        .map(|(_, numbers)| numbers)
        .collect();
    let mut rows = vec![Vec::new(); table.rows()];
    for (i, numbers) in features.iter().enumerate() {
        for_each_stored(numbers, |row, value| rows[row].push((i + first, value)));
    }
    for (row, values) in rows.iter().enumerate() {
        write_row(stream, row, labels.as_ref(), queries.as_ref(), values).map_err(stream_failed)?;
    }
    Ok(())
}

fn write_row(
    stream: &mut impl Write,
    row: usize,
    labels: Option<&Numbers>,
    queries: Option<&Numbers>,
    values: &[(usize, f64)],
) -> io::Result<()> {
    write_value(stream, labels.map_or(0.0, |l| l.at(row)))?;
    if let Some(query) = queries.map(|q| q.at(row)).filter(|q| !q.is_nan()) {
        stream.write_all(b" qid:")?;
        write_number(stream, query)?;
    }
    for &(index, value) in values {
        write!(stream, " {index}:")?;
        write_value(stream, value)?;
    }
    stream.write_all(b"\n")
}

fn write_value(stream: &mut impl Write, value: f64) -> io::Result<()> {
    if value.is_nan() { stream.write_all(b"nan") } else { write_number(stream, value) }
}

fn for_each_stored(numbers: &Numbers, mut take: impl FnMut(usize, f64)) {
    match numbers.stored() {
        Some((rows, values)) => {
            rows.iter().zip(values).for_each(|(&row, &value)| take(row as usize, value));
        }
        None => {
            let values = (0..numbers.len()).map(|row| (row, numbers.at(row)));
            values.filter(|(_, value)| *value != 0.0).for_each(|(row, value)| take(row, value));
        }
    }
}

fn numbers(name: &str, column: &Column) -> Result<Numbers> {
    match column {
        Column::Number(numbers) => Ok(numbers.clone()),
        Column::Boolean(booleans) => {
            let number = |&t: &u8| if t == Booleans::MISSING { f64::NAN } else { f64::from(t) };
            Ok(Numbers::Dense(booleans.0.iter().map(number).collect::<ScalarBuffer<f64>>()))
        }
        other => Err(Error::data(
            format!("column '{name}' holds {} values, and svmlight files hold only numbers", other.kind()),
            "one-hot encode it, leave it out, or write another format",
        )),
    }
}
