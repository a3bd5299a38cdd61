use hornbook_data::Input;
use serde_json::json;

use crate::explanation::Section;

/// SHAP values: feature attributions of each row that sum, with the base value (the mean score), to the model's
/// score (Shapley values).
#[derive(Debug, Clone, PartialEq)]
pub struct ShapValues {
    base: Vec<f64>,
    values: Vec<f64>,
    rows: usize,
    columns: usize,
}

impl ShapValues {
    /// From the mean score of each output, and the values row by row, column by column, output by output.
    pub fn new(base: Vec<f64>, values: Vec<f64>, rows: usize, columns: usize) -> ShapValues {
        debug_assert_eq!(values.len(), rows * columns * base.len());
        ShapValues { base, values, rows, columns }
    }

    /// The base value (mean score) of each output.
    pub fn base(&self) -> &[f64] {
        &self.base
    }

    /// All values: row by row, in a row column by column, in a column output by output.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The same, to keep.
    pub fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many scores a row has.
    pub fn outputs(&self) -> usize {
        self.base.len()
    }

    /// The SHAP value of one feature of a row, for one score.
    pub fn value(&self, row: usize, column: usize, output: usize) -> f64 {
        self.values[(row * self.columns + column) * self.outputs() + output]
    }

    /// The mean absolute SHAP value of each feature over rows of these weights: column by column, output by output.
    pub fn mean_absolute(&self, weights: &[f64]) -> Vec<f64> {
        let total: f64 = weights.iter().sum();
        let mut means = vec![0.0; self.columns * self.outputs()];
        for (row, weight) in self.values.chunks(means.len().max(1)).zip(weights) {
            means.iter_mut().zip(row).for_each(|(mean, x)| *mean += weight / total * x.abs());
        }
        means
    }

    /// The SHAP values of one score of a row in words, the largest first.
    pub fn section(&self, inputs: &[Input], row: usize, output: usize) -> Section {
        const MOST: usize = 20;
        let value = |column: usize| self.value(row, column, output);
        let mut order: Vec<usize> = (0..self.columns.min(inputs.len())).collect();
        order.sort_by(|&a, &b| value(b).abs().total_cmp(&value(a).abs()).then(a.cmp(&b)));
        let width = inputs.iter().map(|input| input.name.chars().count()).max().unwrap_or(0).max(10);
        let mut lines = vec![format!("{:width$}  {:+.4}", "base value", self.base[output])];
        for &column in order.iter().take(MOST).filter(|&&column| value(column) != 0.0) {
            lines.push(format!("{:width$}  {:+.4}", inputs[column].name, value(column)));
        }
        let rest: f64 = order.iter().skip(MOST).map(|&column| value(column)).sum();
        if order.len() > MOST {
            lines.push(format!("{:width$}  {rest:+.4}", "other"));
        }
        let total = self.base[output] + (0..self.columns).map(value).sum::<f64>();
        lines.push(format!("{:width$}  {total:+.4}", "sum"));
        let columns: serde_json::Map<_, _> =
            order.iter().map(|&column| (inputs[column].name.clone(), json!(value(column)))).collect();
        Section {
            heading: "contributions (SHAP values)",
            text: lines.join("\n"),
            json: json!({"mean": self.base[output], "columns": columns, "sum": total}),
        }
    }
}
