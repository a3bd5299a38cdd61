//! Tables read from files.

use crate::errors::{to_python, warn};
use crate::threads::run;
use hornbook::data::{Categories, Column, Numbers, ReadOptions, table_to_batch};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3_arrow::PyTable as ArrowTable;
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

/// Reads a table from a file: CSV, Parquet, Arrow, ARFF, svmlight or JSON lines, compressed or not.
///
/// The types of the columns are found from all of the file. What had to be decided on the way is said in warnings.
#[pyfunction]
#[pyo3(signature = (path, *, n_jobs = None))]
pub fn read_table(py: Python<'_>, path: PathBuf, n_jobs: Option<usize>) -> PyResult<PyTable> {
    let (table, notes) = run(py, n_jobs, || ReadOptions::default().read_with_notes(&path))?;
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

    /// What each column holds: number, category, truth, date or text.
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
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = table_to_batch(&self.0).map_err(to_python)?;
        let schema = batch.schema();
        let stream = ArrowTable::try_new(vec![batch], schema)?.into_pyobject(py)?;
        stream.call_method1("__arrow_c_stream__", (requested_schema,))
    }
}
