//! How rows are divided into training and test.

use crate::data::PyDataset;
use crate::errors::to_python;
use hornbook::Error;
use hornbook::evaluation::{
    AutoCrossValidation, Bootstrap632, BootstrapKind, CrossValidation, HoldOut, LeavePOut, PredefinedSplits,
    Resampling, ShuffleSplit, TimeSeriesSplit,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use std::sync::Arc;

type RowIndices<'py> = PyReadonlyArray1<'py, i64>;
type RowIndicesOut<'py> = Bound<'py, PyArray1<i64>>;

/// A way to divide rows.
#[pyclass(name = "Resampling", module = "hornbook._hornbook", frozen)]
pub struct PyResampling(pub Arc<dyn Resampling>);

fn design(resampling: impl Resampling + 'static) -> PyResampling {
    PyResampling(Arc::new(resampling))
}

#[pymethods]
impl PyResampling {
    /// Folds as the roles of the rows ask for.
    #[staticmethod]
    fn by_roles(folds: usize, seed: u64) -> PyResampling {
        design(AutoCrossValidation::new(folds).seed(seed))
    }

    #[staticmethod]
    fn cross_validation(folds: usize, repeats: usize, stratified: bool, seed: u64) -> PyResampling {
        design(CrossValidation::new(folds).repeats(repeats).stratified(stratified).seed(seed))
    }

    #[staticmethod]
    fn hold_out(share: f64, seed: u64) -> PyResampling {
        design(HoldOut::new(share).seed(seed))
    }

    #[staticmethod]
    fn leave_out(rows: usize) -> PyResampling {
        design(LeavePOut::rows(rows))
    }

    #[staticmethod]
    fn subsampling(share: f64, times: usize, seed: u64) -> PyResampling {
        design(ShuffleSplit::new(share, times).seed(seed))
    }

    #[staticmethod]
    fn bootstrap(times: usize, kind: &str, seed: u64) -> PyResult<PyResampling> {
        let kind = match kind {
            "alone" => BootstrapKind::Alone,
            "632" => BootstrapKind::Point632,
            "632+" => BootstrapKind::Point632Plus,
            other => {
                return Err(to_python(Error::data(
                    format!("kind is '{other}'"),
                    "expected 'alone', '632' or '632+'",
                )));
            }
        };
        Ok(design(Bootstrap632::new(times).kind(kind).seed(seed)))
    }

    #[staticmethod]
    fn time_ordered(folds: usize, gap: usize, window: Option<usize>) -> PyResampling {
        let blocks = TimeSeriesSplit::new(folds).gap(gap);
        design(match window {
            Some(rows) => blocks.window(rows),
            None => blocks,
        })
    }

    /// Splits that were made elsewhere, as rows to train on and to evaluate on.
    #[staticmethod]
    fn given(splits: Vec<(RowIndices<'_>, RowIndices<'_>)>) -> PyResult<PyResampling> {
        let splits = splits
            .iter()
            .map(|(train, test)| Ok((row_numbers(train)?, row_numbers(test)?)))
            .collect::<PyResult<_>>()?;
        Ok(design(PredefinedSplits::new(splits)))
    }

    /// The rows to train on and to evaluate on, split by split.
    fn splits<'py>(
        &self,
        py: Python<'py>,
        data: &PyDataset,
    ) -> PyResult<Vec<(RowIndicesOut<'py>, RowIndicesOut<'py>)>> {
        let array = |rows: &[u32]| PyArray1::from_iter(py, rows.iter().map(|&row| i64::from(row)));
        let splits = self.0.splits(&data.0).map_err(to_python)?;
        Ok(splits.iter().map(|split| (array(&split.train), array(&split.test))).collect())
    }
}

fn row_numbers(rows: &RowIndices<'_>) -> PyResult<Vec<u32>> {
    let number = |&row: &i64| {
        u32::try_from(row).map_err(|_| {
            to_python(Error::data(format!("a split names the row {row}"), "count the rows from 0"))
        })
    };
    rows.as_slice()?.iter().map(number).collect()
}
