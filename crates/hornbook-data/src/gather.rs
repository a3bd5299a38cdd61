//! Tables in long format, with several rows for each object, gathered into one row each.

use crate::column::{Column, ColumnKind};
use crate::features::Feature;
use crate::objects::json::symbols_as;
use crate::objects::{NumberLists, Objects, SymbolListsBuilder};
use crate::table::Table;
use hornbook_core::{Error, Result};
use rustc_hash::FxHashMap;

/// Which column says what belongs together, and which in what order.
#[derive(Debug, Clone)]
pub(crate) struct Gather {
    pub by: String,
    pub along: Option<String>,
}

impl Table {
    /// Gathers a table in long format: all rows with the same value in the column `by` become one row, in the order in which
    /// the values first occur.
    ///
    /// A column with one value in all rows of every group keeps it. Others hold what the rows of the group had: numbers become
    /// series, and all else becomes sequences of symbols in the order of the column `along`, which is then left out; without it,
    /// they become item sets, and numbers series in the order of the rows. Rows that come at the same time stay in their order,
    /// and a missing symbol is none.
    ///
    /// ```
    /// use hornbook_data::{ColumnKind, ReadOptions};
    /// let long = "basket,item\n1,bread\n1,milk\n2,milk\n";
    /// let table = ReadOptions::default().read_from(long.as_bytes(), "example")?.gather("basket", None)?;
    /// assert_eq!(table.rows(), 2);
    /// assert_eq!(table.column("item")?.kind(), ColumnKind::Items);
    /// assert_eq!(table.column("item")?.label(0).as_deref(), Some("{bread, milk}"));
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn gather(&self, by: &str, along: Option<&str>) -> Result<Table> {
        Gather { by: by.to_string(), along: along.map(str::to_string) }.apply(self, &[])
    }
}

impl Gather {
    /// The gathered table; some columns become what was asked for them.
    pub fn apply(&self, table: &Table, kinds: &[(String, ColumnKind)]) -> Result<Table> {
        let by = table.position(&self.by)?;
        let groups = groups(table, by, self.along.as_deref())?;
        let along = self.along.as_ref().and_then(|name| table.find(name));
        for (name, _) in kinds {
            table.position(name)?;
        }
        let mut columns = Vec::new();
        for (position, name) in table.names().iter().enumerate() {
            if Some(position) == along {
                continue;
            }
            let asked = kinds.iter().find(|(asked, _)| asked == name).map(|(_, kind)| *kind);
            let column = &table.columns()[position];
            let is_kept = position == by || (asked.is_none() && is_constant(column, &groups));
            columns.push((
                name.clone(),
                match is_kept {
                    true => column.take(&groups.iter().map(|rows| rows[0]).collect::<Vec<_>>()),
                    false => self.gathered(name, column, &groups, asked)?,
                },
            ));
        }
        Table::new(columns)
    }

    fn gathered(
        &self,
        name: &str,
        column: &Column,
        groups: &[Vec<u32>],
        asked: Option<ColumnKind>,
    ) -> Result<Column> {
        let symbols = if self.along.is_some() { ColumnKind::Sequence } else { ColumnKind::Items };
        let numbers = match (column, asked) {
            (Column::Object(_), _) | (_, Some(ColumnKind::Image | ColumnKind::Graph)) => {
                let kind = asked.unwrap_or(column.kind());
                return Err(Error::data(
                    format!(
                        "column '{name}' cannot be gathered into one row: it would hold several {}",
                        kind.plural()
                    ),
                    "leave it out, or make it the same in all rows of a group",
                ));
            }
            (Column::Number(_) | Column::Date(_), None | Some(ColumnKind::Series)) => {
                match Feature::of(column) {
                    Feature::Number(values) => Some(values),
                    _ => None,
                }
            }
            (_, Some(ColumnKind::Series)) => {
                return Err(Error::data(
                    format!("column '{name}' holds {} values, and a series has numbers", column.kind()),
                    "read it as a sequence or as items",
                ));
            }
            _ => None,
        };
        if let Some(values) = numbers {
            let series =
                groups.iter().map(|rows| Some(rows.iter().map(|&row| values[row as usize]).collect()));
            return Ok(Column::Object(Objects::Series(NumberLists::from_rows(
                &series.collect::<Vec<Option<Vec<f64>>>>(),
            ))));
        }
        let mut builder = SymbolListsBuilder::default();
        for rows in groups {
            let labels: Vec<String> = rows.iter().filter_map(|&row| column.label(row as usize)).collect();
            builder.push(labels.iter().map(String::as_str));
        }
        Ok(Column::Object(symbols_as(builder.finish(), asked.unwrap_or(symbols))))
    }
}

/// The rows of each group in order, the groups in the order in which they first occur.
fn groups(table: &Table, by: usize, along: Option<&str>) -> Result<Vec<Vec<u32>>> {
    let column = &table.columns()[by];
    let name = &table.names()[by];
    let (mut places, mut groups): (FxHashMap<String, usize>, Vec<Vec<u32>>) = Default::default();
    if column.kind().is_object() {
        return Err(Error::data(
            format!(
                "column '{name}' holds {} and cannot say which rows belong together",
                column.kind().plural()
            ),
            "name a column of ids",
        ));
    }
    for row in 0..table.rows() {
        let id = column.label(row).ok_or_else(|| {
            Error::data(
                format!("column '{name}' is missing in row {}, which then belongs to no group", row + 1),
                "give every row its group, or leave the row out",
            )
        })?;
        let place = *places.entry(id).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[place].push(row as u32);
    }
    let Some(along) = along else { return Ok(groups) };
    let column = table.column(along)?;
    let moments = match (column, Feature::of(column)) {
        (Column::Number(_) | Column::Date(_), Feature::Number(moments)) => moments,
        _ => {
            return Err(Error::data(
                format!("column '{along}' holds {} values and cannot say the order", column.kind()),
                "name a column of numbers or dates",
            ));
        }
    };
    if let Some(row) = moments.iter().position(|moment| moment.is_nan()) {
        return Err(Error::data(
            format!("column '{along}' is missing in row {}, which then has no place in the order", row + 1),
            "give every row its place, or leave the row out",
        ));
    }
    for rows in &mut groups {
        rows.sort_by(|&a, &b| moments[a as usize].total_cmp(&moments[b as usize]));
    }
    Ok(groups)
}

fn is_constant(column: &Column, groups: &[Vec<u32>]) -> bool {
    fn all_equal<T: PartialEq>(groups: &[Vec<u32>], value: impl Fn(usize) -> T) -> bool {
        groups.iter().all(|rows| {
            rows.iter().all(|&row| row == rows[0] || value(row as usize) == value(rows[0] as usize))
        })
    }
    match column {
        Column::Object(objects) => {
            let prints = objects.fingerprints();
            all_equal(groups, |row| prints[row])
        }
        single => all_equal(groups, |row| single.label(row)),
    }
}
