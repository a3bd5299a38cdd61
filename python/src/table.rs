//! Tables read from files.

use crate::arrow;
use crate::errors::{to_python, warn};
use crate::threads::run;
use hornbook::data::{Categories, Column, ColumnKind, Format, Numbers, ReadOptions, table_to_batch};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Named, typed columns. Anything that reads Arrow's stream interface can take it: `polars.DataFrame(table)`,
/// `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)`.
#[pyclass(name = "Table", module = "hornbook", frozen)]
pub struct PyTable(pub hornbook::Table);

impl From<hornbook::Table> for PyTable {
    fn from(table: hornbook::Table) -> PyTable {
        PyTable(table)
    }
}

/// Reads a table from a file: CSV, Parquet, Arrow, ARFF, svmlight, JSON lines, baskets, FASTA, graphs (GraphML, GML, JSON) or
/// images, compressed or not, or from a folder of images or graphs.
///
/// The types of the columns are found from all of the file; `types` gives others by the name of the column, such as
/// `{"tags": "items"}`. In a table in long format, `gather` names the column whose equal values belong to one row, and `along` the
/// one that says the order in it. What had to be decided on the way is said in warnings.
#[pyfunction]
#[pyo3(signature = (path, *, format = None, types = None, gather = None, along = None, n_jobs = None))]
pub fn read_table(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    types: Option<BTreeMap<String, String>>,
    gather: Option<&str>,
    along: Option<&str>,
    n_jobs: Option<usize>,
) -> PyResult<PyTable> {
    let mut options = ReadOptions::default();
    if let Some(name) = format {
        let known = Format::ALL.map(Format::name).join(", ");
        let unknown = || PyValueError::new_err(format!("format is '{name}'; expected one of {known}"));
        options = options.format(Format::from_name(name).ok_or_else(unknown)?);
    }
    for (column, kind) in types.unwrap_or_default() {
        let known = ColumnKind::ALL.map(ColumnKind::name).join(", ");
        let unknown =
            || PyValueError::new_err(format!("the type of '{column}' is '{kind}'; expected one of {known}"));
        options = options.kind(&column, ColumnKind::from_name(&kind).ok_or_else(unknown)?);
    }
    match (gather, along) {
        (Some(by), along) => options = options.gather(by, along),
        (None, Some(_)) => {
            return Err(PyValueError::new_err("along says the order within gather; give gather, too"));
        }
        (None, None) => {}
    }
    let (table, notes) = run(py, n_jobs, || options.read_with_notes(&path))?;
    warn(py, &notes, 0)?;
    Ok(PyTable(table))
}

/// A column of numbers, or of codes with the names of the levels; the largest code there can be is a missing value.
#[derive(FromPyObject)]
enum GivenColumn<'py> {
    Categories(PyReadonlyArray1<'py, u32>, Vec<String>),
    #[pyo3(transparent)]
    Numbers(PyReadonlyArray1<'py, f64>),
}

impl GivenColumn<'_> {
    fn column(self) -> PyResult<Column> {
        Ok(match self {
            GivenColumn::Numbers(values) => Column::Number(Numbers::from(values.as_slice()?.to_vec())),
            GivenColumn::Categories(codes, levels) => Column::Category(Categories {
                codes: codes.as_slice()?.to_vec().into(),
                levels: levels.into(),
            }),
        })
    }
}

#[pymethods]
impl PyTable {
    /// A table of columns with these names.
    #[staticmethod]
    fn of_columns(names: Vec<String>, columns: Vec<GivenColumn<'_>>) -> PyResult<PyTable> {
        let columns = columns.into_iter().map(GivenColumn::column).collect::<PyResult<Vec<Column>>>()?;
        let table = hornbook::Table::new(names.into_iter().zip(columns).collect());
        table.map(PyTable).map_err(to_python)
    }

    /// The label of each row in a column; None where it is missing.
    fn labels(&self, column: usize) -> PyResult<Vec<Option<String>>> {
        let all = self.0.columns();
        let column = all.get(column).ok_or_else(|| PyIndexError::new_err("there is no such column"))?;
        Ok((0..column.len()).map(|row| column.label(row)).collect())
    }

    /// The numbers of rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.rows(), self.0.width())
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.0.names().iter().map(String::as_str).collect()
    }

    /// What each column holds: number, category, boolean, date, text, series, sequence, items, image or graph.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.0.columns().iter().map(|column| column.kind().name()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.rows()
    }

    fn __repr__(&self) -> String {
        format!("<hornbook.Table of {} rows and {} columns>", self.0.rows(), self.0.width())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let batch = table_to_batch(&self.0).map_err(to_python)?;
        arrow::stream(py, batch, requested_schema.as_ref())
    }
}
