//! Tables cut into pieces and put together again.

use crate::column::{Booleans, Categories, Column, Levels, MISSING_CODE, Numbers, SparseNumbers};
use crate::objects::Objects;
use crate::table::Table;
use arrow_array::Array;
use arrow_buffer::ScalarBuffer;
use hornbook_core::{Error, Result};
use rustc_hash::FxHashMap;

/// One table from tables with the same columns, end to end.
pub(crate) fn concat_tables(mut tables: Vec<Table>) -> Result<Table> {
    if tables.len() == 1
        && let Some(only) = tables.pop()
    {
        return Ok(only);
    }
    let Some(first) = tables.first() else { return Table::new(Vec::new()) };
    let mut columns = Vec::with_capacity(first.width());
    for (i, name) in first.names().iter().enumerate() {
        let parts: Vec<&Column> = tables.iter().filter_map(|t| t.columns().get(i)).collect();
        columns.push((name.clone(), concat_columns(name, &parts)?));
    }
    Table::new(columns)
}

/// One column from columns of the same kind. The levels of categories are united in the order they appear.
pub(crate) fn concat_columns(name: &str, parts: &[&Column]) -> Result<Column> {
    let mixed = || {
        Error::data(format!("column '{name}' changes its type between pieces"), "give all pieces one type")
    };
    macro_rules! each {
        ($pattern:pat => $value:expr) => {
            parts.iter().map(|part| match part {
                $pattern => Ok($value),
                _ => Err(mixed()),
            })
        };
    }
    let Some(first) = parts.first() else { return Ok(Column::Number(Vec::new().into())) };
    Ok(match first {
        Column::Number(_) => {
            Column::Number(concat_numbers(&each!(Column::Number(n) => n).collect::<Result<Vec<_>>>()?))
        }
        Column::Category(_) => {
            Column::Category(concat_categories(&each!(Column::Category(c) => c).collect::<Result<Vec<_>>>()?))
        }
        Column::Boolean(_) => {
            let all: Vec<&[u8]> = each!(Column::Boolean(t) => &t.0[..]).collect::<Result<_>>()?;
            Column::Boolean(Booleans(all.concat().into()))
        }
        Column::Date(_) => {
            let all: Vec<&[i64]> = each!(Column::Date(d) => &d[..]).collect::<Result<_>>()?;
            Column::Date(all.concat().into())
        }
        Column::Text(_) => {
            let all: Vec<&dyn Array> = each!(Column::Text(t) => t as &dyn Array).collect::<Result<_>>()?;
            let joined = arrow_select::concat::concat(&all).map_err(|_| mixed())?;
            Column::Text(joined.as_any().downcast_ref().cloned().ok_or_else(mixed)?)
        }
        Column::Object(_) => {
            let all: Vec<&Objects> = each!(Column::Object(o) => o).collect::<Result<_>>()?;
            Column::Object(Objects::concat(name, &all)?)
        }
    })
}

fn concat_numbers(parts: &[&Numbers]) -> Numbers {
    let stored: Option<Vec<(&[u32], &[f64])>> = parts.iter().map(|part| part.stored()).collect();
    if let Some(stored) = stored {
        let (mut rows, mut indices, mut values) = (0, Vec::new(), Vec::new());
        for (part, (of_part, some)) in parts.iter().zip(stored) {
            indices.extend(of_part.iter().map(|&row| row + rows as u32));
            values.extend_from_slice(some);
            rows += part.len();
        }
        return Numbers::Sparse(SparseNumbers { rows, indices: indices.into(), values: values.into() });
    }
    let mut all: Vec<f64> = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| all.extend_from_slice(&part.dense()));
    all.into()
}

fn concat_categories(parts: &[&Categories]) -> Categories {
    let Some(first) = parts.first() else {
        return Categories { codes: Vec::new().into(), levels: Levels::default() };
    };
    if parts.iter().all(|part| part.levels == first.levels) {
        let all: Vec<&[u32]> = parts.iter().map(|part| &part.codes[..]).collect();
        return Categories { codes: all.concat().into(), levels: first.levels.clone() };
    }
    let mut united = MergedLevels::default();
    let mut codes = Vec::with_capacity(parts.iter().map(|part| part.codes.len()).sum());
    for part in parts {
        let renamed = united.add(&part.levels);
        codes.extend(part.codes.iter().map(|&c| renamed.get(c as usize).copied().unwrap_or(MISSING_CODE)));
    }
    Categories { codes: codes.into(), levels: united.levels() }
}

/// Categories with their levels in the order of their names.
pub(crate) fn sort_levels(categories: &Categories) -> Categories {
    let mut order: Vec<u32> = (0..categories.levels.len() as u32).collect();
    order.sort_unstable_by_key(|&code| &categories.levels[code as usize]);
    let mut renamed = vec![0; order.len()];
    (0u32..).zip(&order).for_each(|(new, &old)| renamed[old as usize] = new);
    let code = |&c: &u32| renamed.get(c as usize).copied().unwrap_or(MISSING_CODE);
    Categories {
        codes: categories.codes.iter().map(code).collect(),
        levels: order.iter().map(|&code| categories.levels[code as usize].clone()).collect(),
    }
}

/// Levels from several lists, each kept once, in the order they appear.
#[derive(Debug, Default)]
pub(crate) struct MergedLevels {
    codes: FxHashMap<String, u32>,
    names: Vec<String>,
}

impl MergedLevels {
    /// Adds a list and returns the united code of each of its levels.
    pub(crate) fn add(&mut self, levels: &[String]) -> Vec<u32> {
        let mut code = |level: &String| {
            *self.codes.entry(level.clone()).or_insert_with(|| {
                self.names.push(level.clone());
                self.names.len() as u32 - 1
            })
        };
        levels.iter().map(&mut code).collect()
    }

    pub(crate) fn levels(self) -> Levels {
        self.names.into()
    }
}

/// Some neighboring rows of a table; the values are shared.
pub(crate) fn slice_table(table: &Table, start: usize, rows: usize) -> Result<Table> {
    let columns = table.names().iter().zip(table.columns());
    Table::new(columns.map(|(name, column)| (name.clone(), slice_column(column, start, rows))).collect())
}

fn slice_column(column: &Column, start: usize, rows: usize) -> Column {
    match column {
        Column::Number(Numbers::Dense(values)) => Column::Number(Numbers::Dense(values.slice(start, rows))),
        Column::Number(Numbers::Matrix(column)) => {
            Column::Number(Numbers::Dense(column.dense().slice(start, rows)))
        }
        Column::Number(Numbers::SparseMatrix(column)) => {
            slice_column(&Column::Number(Numbers::Sparse(column.to_numbers())), start, rows)
        }
        Column::Number(Numbers::Sparse(sparse)) => {
            let from = sparse.indices.partition_point(|&i| (i as usize) < start);
            let to = sparse.indices.partition_point(|&i| (i as usize) < start + rows);
            let indices: ScalarBuffer<u32> =
                sparse.indices[from..to].iter().map(|&i| i - start as u32).collect();
            Column::Number(Numbers::Sparse(SparseNumbers {
                rows,
                indices,
                values: sparse.values.slice(from, to - from),
            }))
        }
        Column::Category(c) => {
            Column::Category(Categories { codes: c.codes.slice(start, rows), levels: c.levels.clone() })
        }
        Column::Boolean(booleans) => Column::Boolean(Booleans(booleans.0.slice(start, rows))),
        Column::Date(dates) => Column::Date(dates.slice(start, rows)),
        Column::Text(text) => Column::Text(text.slice(start, rows)),
        Column::Object(objects) => Column::Object(objects.slice(start, rows)),
    }
}

/// Takes tables of any number of rows and hands on tables of one number of rows; only the last may have fewer.
pub(crate) struct Rebatcher<'a> {
    batch_rows: usize,
    pending: Vec<Table>,
    pending_rows: usize,
    take: &'a mut dyn FnMut(Table) -> Result<()>,
}

impl<'a> Rebatcher<'a> {
    pub(crate) fn new(batch_rows: usize, take: &'a mut dyn FnMut(Table) -> Result<()>) -> Rebatcher<'a> {
        Rebatcher { batch_rows: batch_rows.max(1), pending: Vec::new(), pending_rows: 0, take }
    }

    pub(crate) fn push(&mut self, table: Table) -> Result<()> {
        if table.rows() == 0 {
            return Ok(());
        }
        self.pending_rows += table.rows();
        self.pending.push(table);
        if self.pending_rows < self.batch_rows {
            return Ok(());
        }
        let all = concat_tables(std::mem::take(&mut self.pending))?;
        let mut start = 0;
        while all.rows() - start >= self.batch_rows {
            (self.take)(slice_table(&all, start, self.batch_rows)?)?;
            start += self.batch_rows;
        }
        self.pending_rows = all.rows() - start;
        if self.pending_rows > 0 {
            self.pending.push(slice_table(&all, start, self.pending_rows)?);
        }
        Ok(())
    }

    /// Hands on what is left.
    pub(crate) fn finish(self) -> Result<()> {
        if self.pending_rows == 0 { Ok(()) } else { (self.take)(concat_tables(self.pending)?) }
    }
}
