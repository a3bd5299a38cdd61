//! The cells of a grid that have rows in them.

use crate::densities::rows::{place_in, running_sums};
use hornbook_core::Seed;
use hornbook_data::Matrix;
use hornbook_math::double_double::DoubleDoubleSum;
use std::collections::BTreeMap;

/// Bins of some columns, and the weight of the cells that have any.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HistogramGrid {
    /// The edges of each column's bins.
    pub edges: Vec<Vec<f64>>,
    /// The cells that have a weight, each a bin of every column, in order.
    pub cells: Vec<Vec<u32>>,
    pub weights: Vec<f64>,
    /// What is added to every cell.
    pub alpha: f64,
}

/// The weight of cells, in sums whose order does not show.
#[derive(Debug, Clone, Default)]
pub(super) struct HistogramCells(BTreeMap<Vec<u32>, DoubleDoubleSum>);

impl HistogramCells {
    /// Those of a grid.
    pub fn of(grid: &HistogramGrid) -> HistogramCells {
        let mut cells = HistogramCells::default();
        for (cell, weight) in grid.cells.iter().zip(&grid.weights) {
            cells.0.entry(cell.clone()).or_default().add(*weight);
        }
        cells
    }

    /// Counts a row, unless it lies beyond the edges.
    pub fn add(&mut self, edges: &[Vec<f64>], row: &[f64], weight: f64) {
        let bins = edges.iter().zip(row).map(|(edges, &x)| bin(edges, x));
        if let Some(cell) = bins.collect::<Option<Vec<u32>>>() {
            self.0.entry(cell).or_default().add(weight);
        }
    }

    pub fn merge(&mut self, other: HistogramCells) {
        for (cell, weight) in other.0 {
            self.0.entry(cell).or_default().merge(weight);
        }
    }
}

impl HistogramGrid {
    pub fn new(edges: Vec<Vec<f64>>, cells: HistogramCells, alpha: f64) -> HistogramGrid {
        let (cells, weights) = cells.0.into_iter().map(|(cell, weight)| (cell, weight.value())).unzip();
        HistogramGrid { edges, cells, weights, alpha }
    }

    /// How many cells the whole grid has.
    pub fn size(&self) -> f64 {
        self.edges.iter().map(|edges| (edges.len() - 1) as f64).product()
    }

    /// All weight, with what was added.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum::<f64>() + self.alpha * self.size()
    }

    /// The bin of each column, none beyond the edges and missing for NaN; outside if there is a column beyond its edges.
    pub fn bins(&self, row: &[f64]) -> Option<Vec<Option<u32>>> {
        let bins = self.edges.iter().zip(row).map(|(edges, &x)| match x.is_nan() {
            true => Some(None),
            false => bin(edges, x).map(Some),
        });
        bins.collect()
    }

    /// The weight of the cells that a row may be in, with what was added.
    pub fn weight(&self, bins: &[Option<u32>]) -> f64 {
        let free: f64 = self
            .edges
            .iter()
            .zip(bins)
            .map(|(e, b)| if b.is_none() { (e.len() - 1) as f64 } else { 1.0 })
            .product();
        let seen = match bins.iter().copied().collect::<Option<Vec<u32>>>() {
            Some(cell) => self.cells.binary_search(&cell).map_or(0.0, |at| self.weights[at]),
            None => {
                let fits =
                    |cell: &[u32]| cell.iter().zip(bins).all(|(is, wanted)| wanted.is_none_or(|w| w == *is));
                let own = self.cells.iter().zip(&self.weights).filter(|(cell, _)| fits(cell));
                own.map(|(_, weight)| weight).sum()
            }
        };
        seen + self.alpha * free
    }

    /// The log density of a row; columns that are missing are left out.
    pub fn ln_density(&self, row: &[f64], ln_total: f64) -> f64 {
        let Some(bins) = self.bins(row) else { return f64::NEG_INFINITY };
        if bins.iter().all(Option::is_none) {
            // Nothing is asked, and that is certain.
            return 0.0;
        }
        let known =
            self.edges.iter().zip(&bins).filter_map(|(edges, bin)| bin.map(|bin| width(edges, bin).ln()));
        self.weight(&bins).ln() - ln_total - known.sum::<f64>()
    }

    /// Rows drawn from the cells, evenly within each.
    pub fn sample(&self, rows: usize, seed: Seed) -> Matrix {
        let mut drawn = Matrix::zeros(rows, self.edges.len());
        let sums = running_sums(&self.weights);
        let seen = sums.last().copied().unwrap_or(0.0);
        for row in 0..rows {
            let mut rng = seed.derive(row as u64).rng();
            let place = rng.unit() * self.total();
            let cell: Vec<u32> = if place < seen || self.alpha == 0.0 {
                self.cells[place_in(&sums, place)].clone()
            } else {
                self.edges.iter().map(|edges| rng.below(edges.len() - 1) as u32).collect()
            };
            for ((value, edges), bin) in drawn.row_mut(row).iter_mut().zip(&self.edges).zip(cell) {
                *value = edges[bin as usize] + rng.unit() * width(edges, bin);
            }
        }
        drawn
    }
}

/// The bin of a number: the lower edge belongs to it, and to the last bin the upper one too.
fn bin(edges: &[f64], x: f64) -> Option<u32> {
    let last = edges.len() - 1;
    match edges.partition_point(|edge| *edge <= x) {
        0 => None,
        at if at > last => (x == edges[last]).then_some(last as u32 - 1),
        at => Some(at as u32 - 1),
    }
}

pub(super) fn width(edges: &[f64], bin: u32) -> f64 {
    edges[bin as usize + 1] - edges[bin as usize]
}
