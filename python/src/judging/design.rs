//! How rows are divided into training and test.

use crate::data::Data;
use crate::errors::to_python;
use hornbook::evaluation::{
    Bootstrap632, CrossValidation, GivenSplits, HoldOut, LeaveOut, OutOfBag, Resampling, Subsampling,
    TimeOrdered,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

type Rows<'py> = PyReadonlyArray1<'py, i64>;
type RowsOut<'py> = Bound<'py, PyArray1<i64>>;

/// A way to divide rows.
#[pyclass(module = "hornbook._hornbook", frozen)]
pub struct Design(pub Arc<dyn Resampling>);

fn design(resampling: impl Resampling + 'static) -> Design {
    Design(Arc::new(resampling))
}

#[pymethods]
impl Design {
    #[staticmethod]
    fn cross_validation(folds: usize, repeats: usize, stratified: bool, seed: u64) -> Design {
        design(CrossValidation::new(folds).repeats(repeats).stratified(stratified).seed(seed))
    }

    #[staticmethod]
    fn hold_out(share: f64, seed: u64) -> Design {
        design(HoldOut::new(share).seed(seed))
    }

    #[staticmethod]
    fn leave_out(rows: usize) -> Design {
        design(LeaveOut::rows(rows))
    }

    #[staticmethod]
    fn subsampling(share: f64, times: usize, seed: u64) -> Design {
        design(Subsampling::new(share, times).seed(seed))
    }

    #[staticmethod]
    fn bootstrap(times: usize, kind: &str, seed: u64) -> PyResult<Design> {
        let kind = match kind {
            "alone" => OutOfBag::Alone,
            "632" => OutOfBag::Point632,
            "632+" => OutOfBag::Point632Plus,
            other => {
                return Err(PyValueError::new_err(format!(
                    "kind is '{other}'; expected 'alone', '632' or '632+'"
                )));
            }
        };
        Ok(design(Bootstrap632::new(times).kind(kind).seed(seed)))
    }

    #[staticmethod]
    fn time_ordered(folds: usize, gap: usize, window: Option<usize>) -> Design {
        let blocks = TimeOrdered::new(folds).gap(gap);
        design(match window {
            Some(rows) => blocks.window(rows),
            None => blocks,
        })
    }

    /// Splits that were made elsewhere, as rows to train on and to judge on.
    #[staticmethod]
    fn given(splits: Vec<(Rows<'_>, Rows<'_>)>) -> PyResult<Design> {
        let splits = splits
            .iter()
            .map(|(train, test)| Ok((row_numbers(train)?, row_numbers(test)?)))
            .collect::<PyResult<_>>()?;
        Ok(design(GivenSplits::new(splits)))
    }

    /// The rows to train on and to judge on, split by split.
    fn splits<'py>(&self, py: Python<'py>, data: &Data) -> PyResult<Vec<(RowsOut<'py>, RowsOut<'py>)>> {
        let array = |rows: &[u32]| PyArray1::from_iter(py, rows.iter().map(|&row| i64::from(row)));
        let splits = self.0.splits(&data.0).map_err(to_python)?;
        Ok(splits.iter().map(|split| (array(&split.train), array(&split.test))).collect())
    }
}

fn row_numbers(rows: &Rows<'_>) -> PyResult<Vec<u32>> {
    let number = |&row: &i64| {
        u32::try_from(row)
            .map_err(|_| PyValueError::new_err(format!("a split names the row {row}; count the rows from 0")))
    };
    rows.as_slice()?.iter().map(number).collect()
}
