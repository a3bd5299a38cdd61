use crate::column::{Categories, Column, Numbers};
use crate::dataset::Dataset;
use hornbook_core::{Error, Result};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Named, typed columns of equal length. Cloning is cheap: columns are shared.
///
/// ```
/// use hornbook_data::Table;
/// let table = Table::builder()
///     .number("height", vec![1.8, 1.6, f64::NAN])
///     .category("hair", &[Some("red"), None, Some("black")])
///     .build()?;
/// assert_eq!((table.rows(), table.width()), (3, 2));
/// assert_eq!(table.column("hair")?.missing(), 1);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    names: Arc<[String]>,
    columns: Arc<[Column]>,
    by_name: Arc<FxHashMap<String, usize>>,
    rows: usize,
}

impl Table {
    /// A table of these columns. Names must differ and lengths agree.
    pub fn new(columns: Vec<(String, Column)>) -> Result<Table> {
        let rows = columns.first().map_or(0, |(_, column)| column.len());
        if u32::try_from(rows).is_err() {
            return Err(Error::data(
                format!("the table has {rows} rows, more than the 4294967295 that fit in memory form"),
                "read it in batches",
            ));
        }
        let mut by_name = FxHashMap::default();
        for (i, (name, column)) in columns.iter().enumerate() {
            if column.len() != rows {
                return Err(Error::data(
                    format!("column '{name}' has {} rows where the first column has {rows}", column.len()),
                    "give every column the same length",
                ));
            }
            if let Some(first) = by_name.insert(name.clone(), i) {
                return Err(Error::data(
                    format!("two columns are named '{name}' (columns {} and {})", first + 1, i + 1),
                    "rename one of them",
                ));
            }
        }
        let (names, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        Ok(Table { names: names.into(), columns: columns.into(), by_name: Arc::new(by_name), rows })
    }

    /// Starts a table column by column.
    pub fn builder() -> TableBuilder {
        TableBuilder::default()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The columns' names, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The position of a column, if there is one of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The position of a column, or an error that suggests what was meant.
    pub fn position(&self, name: &str) -> Result<usize> {
        self.find(name)
            .ok_or_else(|| Error::NoSuchColumn { name: name.to_string(), known: self.names.to_vec() })
    }

    /// A column by name.
    pub fn column(&self, name: &str) -> Result<&Column> {
        Ok(&self.columns[self.position(name)?])
    }

    /// The table with one more column at its end.
    pub fn with_column(&self, name: &str, column: Column) -> Result<Table> {
        let mut columns: Vec<(String, Column)> =
            self.names.iter().cloned().zip(self.columns.iter().cloned()).collect();
        columns.push((name.to_string(), column));
        Table::new(columns)
    }

    /// A copy of these rows, in this order.
    pub fn take(&self, rows: &[u32]) -> Table {
        let columns: Arc<[Column]> = self.columns.iter().map(|column| column.take(rows)).collect();
        Table { columns, rows: rows.len(), ..self.clone() }
    }

    /// A view of the whole table to which roles can be given; see [`Dataset`].
    pub fn dataset(&self) -> Dataset {
        Dataset::of(self)
    }
}

/// Builds a [`Table`] column by column.
#[derive(Debug, Default)]
pub struct TableBuilder(Vec<(String, Column)>);

impl TableBuilder {
    /// Adds a column of numbers; NaN is missing.
    #[must_use]
    pub fn number(self, name: &str, values: Vec<f64>) -> Self {
        self.column(name, Column::Number(Numbers::from(values)))
    }

    /// Adds a column of categories; `None` is missing.
    #[must_use]
    pub fn category<S: AsRef<str>>(self, name: &str, labels: &[Option<S>]) -> Self {
        self.column(name, Column::Category(Categories::from_labels(labels)))
    }

    /// Adds any column.
    #[must_use]
    pub fn column(mut self, name: &str, column: Column) -> Self {
        self.0.push((name.to_string(), column));
        self
    }

    /// The table.
    pub fn build(self) -> Result<Table> {
        Table::new(self.0)
    }
}
