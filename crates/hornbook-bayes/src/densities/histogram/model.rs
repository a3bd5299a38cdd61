use super::file;
use super::grid::{HistogramGrid, width};
use crate::densities::curve::DensityEstimator;
use crate::densities::rows::rows_of;
use hornbook_core::format::{rows as in_rows, significant, table};
use hornbook_core::{Result, Seed};
use hornbook_data::{Features, Matrix, Table};
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Sampler,
    Section, TargetOutputs,
};
use serde_json::{Value, json};

/// HistogramBins, and how many rows are in each.
#[derive(Debug)]
pub struct HistogramModel {
    pub(super) info: ModelInfo,
    pub(super) grid: HistogramGrid,
}

impl HistogramModel {
    /// The edges of the bins of a column; none if there is no such column.
    pub fn edges(&self, column: usize) -> &[f64] {
        self.grid.edges.get(column).map_or(&[], Vec::as_slice)
    }

    /// The cells that have rows: for each its bin in every column, and the weight of its rows.
    pub fn cells(&self) -> impl Iterator<Item = (&[u32], f64)> {
        self.grid.cells.iter().map(Vec::as_slice).zip(self.grid.weights.iter().copied())
    }

    /// The log density of each row; minus infinity where there is none.
    pub fn ln_densities(&self, rows: &Features<'_>) -> Vec<f64> {
        let ln_total = self.grid.total().ln();
        rows_of(&self.info.schema.inputs, rows)
            .chunks_exact(self.grid.edges.len())
            .map(|row| self.grid.ln_density(row, ln_total))
            .collect()
    }

    fn columns(&self) -> Section {
        let mut rows = vec![["column", "bins", "from", "to"].map(str::to_string).to_vec()];
        let mut json = serde_json::Map::new();
        for (input, edges) in self.info.schema.inputs.iter().zip(&self.grid.edges) {
            let (low, high) = (edges[0], edges[edges.len() - 1]);
            rows.push(vec![
                input.name.clone(),
                (edges.len() - 1).to_string(),
                significant(low),
                significant(high),
            ]);
            json.insert(input.name.clone(), json!(edges));
        }
        Section { heading: "bins", text: table(&rows), json: json!(json) }
    }

    /// The bins of one column with their rows.
    fn bars(&self) -> Section {
        let ln_total = self.grid.total().ln();
        let mut rows = vec![["bin", "rows", "density"].map(str::to_string).to_vec()];
        let mut json: Vec<Value> = Vec::new();
        for pair in self.grid.edges[0].windows(2) {
            let weight = self.grid.weight(&self.grid.bins(&pair[..1]).unwrap_or_default());
            let density = self.grid.ln_density(&pair[..1], ln_total).exp();
            let bin = format!("{} to {}", significant(pair[0]), significant(pair[1]));
            rows.push(vec![bin, significant(weight), significant(density)]);
            json.push(json!({"from": pair[0], "to": pair[1], "weight": weight, "density": density}));
        }
        Section { heading: "rows in bins", text: table(&rows), json: json!(json) }
    }
}

impl DensityEstimator for HistogramModel {
    /// From the first edge to the last.
    fn range(&self, column: usize) -> (f64, f64) {
        let edges = &self.grid.edges[column];
        (edges[0], edges[edges.len() - 1])
    }

    fn sample(&self, rows: usize, seed: Seed) -> Matrix {
        self.grid.sample(rows, seed)
    }
}

impl Model for HistogramModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let sections = match self.grid.edges.len() {
            1 => vec![self.columns(), self.bars()],
            _ => {
                let (kept, size) = (self.grid.cells.len(), self.grid.size());
                let text = format!("{kept} of {size} cells have rows");
                let cells = Section { heading: "cells", text, json: json!({"cells": kept, "size": size}) };
                vec![self.columns(), cells]
            }
        };
        Explanation { sections }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.grid)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn sampler(&self) -> Result<&dyn Sampler> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Sampler for HistogramModel {
    fn sample(&self, rows: usize, seed: Seed) -> Result<Table> {
        self.sample_table(rows, seed)
    }
}

impl Predictor for HistogramModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        Ok(vec![TargetOutputs::of_numbers(self.ln_densities(rows))])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let values = rows_of(&self.info.schema.inputs, row.features());
        let ln_density = self.grid.ln_density(&values, self.grid.total().ln());
        let text =
            format!("log density {}, density {}", significant(ln_density), significant(ln_density.exp()));
        let json = json!({"log_density": ln_density, "density": ln_density.exp()});
        let density = Section { heading: "density", text, json };
        let (text, json) = match self.grid.bins(&values) {
            None => ("it lies beyond the bins".to_string(), Value::Null),
            Some(bins) => {
                let mut lines: Vec<String> = Vec::new();
                let mut json = serde_json::Map::new();
                for ((input, edges), bin) in self.info.schema.inputs.iter().zip(&self.grid.edges).zip(&bins) {
                    let Some(bin) = *bin else {
                        lines.push(format!("{}: missing, left out", input.name));
                        continue;
                    };
                    let low = edges[bin as usize];
                    let high = low + width(edges, bin);
                    lines.push(format!("{}: {} to {}", input.name, significant(low), significant(high)));
                    json.insert(input.name.clone(), json!([low, high]));
                }
                let weight = self.grid.weight(&bins);
                lines.push(format!("{} in it", in_rows(weight)));
                (lines.join("\n"), json!({"bins": json, "weight": weight}))
            }
        };
        Ok(Explanation { sections: vec![density, Section { heading: "its cell", text, json }] })
    }
}

impl Inspect for HistogramModel {
    /// One number a cell that has rows.
    fn size(&self) -> Option<f64> {
        Some(self.grid.cells.len() as f64)
    }
}

impl LoadModel for HistogramModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<HistogramModel> {
        let grid = file::from_bytes(&info.schema, bytes)?;
        Ok(HistogramModel { info, grid })
    }
}
