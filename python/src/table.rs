//! Tables read from files.

use crate::errors::{to_python, warn};
use crate::threads::run;
use hornbook::data::{ReadOptions, table_to_batch};
use pyo3::prelude::*;
use pyo3_arrow::PyTable as ArrowTable;
use std::path::PathBuf;

/// Named, typed columns. Anything that reads Arrow's stream interface can take it: `polars.DataFrame(table)`,
/// `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)`.
#[pyclass(name = "Table", module = "hornbook", frozen)]
pub struct PyTable(hornbook::Table);

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

#[pymethods]
impl PyTable {
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
