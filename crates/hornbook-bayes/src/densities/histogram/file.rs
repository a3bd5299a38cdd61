//! A histogram in a model file. These structs are what a file holds, apart from those the program computes with: they may gain
//! fields at the end, and must not change.

use super::grid::HistogramGrid;
use hornbook_core::{Error, Result};
use hornbook_data::Schema;
use hornbook_learner::{read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileHistogram {
    edges: Vec<Vec<f64>>,
    /// The bins of one cell after the other.
    cells: Vec<u32>,
    weights: Vec<f64>,
    alpha: f64,
}

pub(super) fn to_bytes(grid: &HistogramGrid) -> Result<Vec<u8>> {
    let file = FileHistogram {
        edges: grid.edges.clone(),
        cells: grid.cells.concat(),
        weights: grid.weights.clone(),
        alpha: grid.alpha,
    };
    write_model_part(&file)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<HistogramGrid> {
    let FileHistogram { edges, cells, weights, alpha } = read_model_part(bytes, "bins")?;
    let width = schema.inputs.len();
    let rises = |edges: &Vec<f64>| {
        edges.len() > 1
            && edges.iter().all(|x| x.is_finite())
            && edges.windows(2).all(|pair| pair[0] < pair[1])
    };
    if width == 0
        || edges.len() != width
        || !edges.iter().all(rises)
        || weights.len().checked_mul(width) != Some(cells.len())
    {
        return Err(Error::damaged("its bins do not fit its columns"));
    }
    let cells: Vec<Vec<u32>> = cells.chunks_exact(width).map(<[u32]>::to_vec).collect();
    let is_bin = |(bin, edges): (&u32, &Vec<f64>)| (*bin as usize) < edges.len() - 1;
    let sound = !cells.is_empty()
        && cells.iter().all(|cell| cell.iter().zip(&edges).all(is_bin))
        && cells.windows(2).all(|pair| pair[0] < pair[1])
        && weights.iter().all(|&w| w > 0.0 && w.is_finite())
        && alpha >= 0.0
        && alpha.is_finite();
    match sound {
        true => Ok(HistogramGrid { edges, cells, weights, alpha }),
        false => Err(Error::damaged("its cells are not sound")),
    }
}
