//! Labels that are integers, as codes.

use crate::threads::run;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

/// The labels that occur, rising, and the code of every row of every array.
type Encoded<'py> = (Bound<'py, PyArray1<i64>>, Vec<Bound<'py, PyArray1<u32>>>);

/// Gives labels codes without sorting them. `None` if they are too far apart for a table.
#[pyfunction]
pub fn encode<'py>(
    py: Python<'py>,
    arrays: Vec<PyReadonlyArray1<'py, i64>>,
) -> PyResult<Option<Encoded<'py>>> {
    let arrays = arrays.iter().map(|array| array.as_slice()).collect::<Result<Vec<_>, _>>()?;
    let encoded = run(py, Some(1), || Ok(encoded(&arrays)))?;
    Ok(encoded.map(|(labels, codes)| {
        let codes = codes.into_iter().map(|codes| PyArray1::from_vec(py, codes)).collect();
        (PyArray1::from_vec(py, labels), codes)
    }))
}

fn encoded(arrays: &[&[i64]]) -> Option<(Vec<i64>, Vec<Vec<u32>>)> {
    let rows: usize = arrays.iter().map(|array| array.len()).sum();
    let lowest = arrays.iter().flat_map(|array| array.iter()).min().copied().unwrap_or(0);
    let highest = arrays.iter().flat_map(|array| array.iter()).max().copied().unwrap_or(0);
    let width = usize::try_from(highest.checked_sub(lowest)?).ok()?.checked_add(1)?;
    if width > (2 * rows).max(1 << 12) || u32::try_from(width).is_err() {
        return None;
    }
    let place = |label: i64| (label - lowest) as usize;
    let mut seen = vec![false; width];
    arrays.iter().for_each(|array| array.iter().for_each(|&label| seen[place(label)] = true));
    let labels: Vec<i64> = (0..width).filter(|&at| seen[at]).map(|at| lowest + at as i64).collect();
    let codes = if labels.len() == width {
        let code = |label: &i64| (label - lowest) as u32;
        arrays.iter().map(|array| array.iter().map(code).collect()).collect()
    } else {
        let mut next = 0;
        let code_at: Vec<u32> = seen
            .iter()
            .map(|&seen| {
                next += u32::from(seen);
                next.wrapping_sub(1)
            })
            .collect();
        arrays.iter().map(|array| array.iter().map(|&label| code_at[place(label)]).collect()).collect()
    };
    Some((labels, codes))
}
