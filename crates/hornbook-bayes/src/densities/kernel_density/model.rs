use super::file;
use super::kernel::Kernel;
use super::kernel_sum::KernelSum;
use crate::densities::curve::DensityEstimator;
use crate::densities::rows::{place_in, rows_of, running_sums};
use hornbook_core::format::{cell, counted, significant, table};
use hornbook_core::{AttributeKind, AttributeSpec, Result, Seed};
use hornbook_data::{Features, Matrix, Table};
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, Sampler, Section, TargetOutputs,
};
use serde_json::{Value, json};

/// What can be read off it by name.
pub(super) const BANDWIDTH: &[AttributeSpec] = &[AttributeSpec::new(
    "bandwidth",
    AttributeKind::NumberOrArray,
    "The width of the windows: one number, or one for each column where they differ.",
)];

/// How many of the windows around a row its explanation names.
const NAMED: usize = 5;

/// Windows around the training rows.
#[derive(Debug)]
pub struct KernelDensityModel {
    pub(super) info: ModelInfo,
    pub(super) kernel_sum: KernelSum,
}

impl KernelDensityModel {
    /// The bandwidth of each column.
    pub fn bandwidths(&self) -> &[f64] {
        &self.kernel_sum.bandwidths
    }

    /// The shape of the windows.
    pub fn kernel(&self) -> Kernel {
        self.kernel_sum.kernel
    }

    /// How many distinct rows there are.
    pub fn points(&self) -> usize {
        self.kernel_sum.points.weights.len()
    }

    /// The log density of each row; minus infinity where no window reaches.
    pub fn ln_densities(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        self.kernel_sum.ln_densities(&rows_of(&self.info.schema.inputs, rows))
    }
}

impl DensityEstimator for KernelDensityModel {
    /// Three bandwidths beyond the outermost rows, or one if windows end there.
    fn range(&self, column: usize) -> (f64, f64) {
        let values = &self.kernel_sum.points.columns[column];
        let beyond =
            self.kernel_sum.bandwidths[column] * if self.kernel_sum.kernel.ends() { 1.0 } else { 3.0 };
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (low - beyond, high + beyond)
    }

    fn sample(&self, rows: usize, seed: Seed) -> Matrix {
        let (points, width) = (&self.kernel_sum.points, self.kernel_sum.dimensions());
        let sums = running_sums(&points.weights);
        let total = sums.last().copied().unwrap_or(0.0);
        let mut drawn = Matrix::zeros(rows, width);
        for row in 0..rows {
            let mut rng = seed.derive(row as u64).rng();
            let point = place_in(&sums, rng.unit() * total);
            let step = self.kernel_sum.kernel.step(width, &mut rng);
            for (column, value) in drawn.row_mut(row).iter_mut().enumerate() {
                *value = points.columns[column][point] + self.kernel_sum.bandwidths[column] * step[column];
            }
        }
        drawn
    }
}

impl Model for KernelDensityModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let kernel = hornbook_core::ParameterValue::to_value(&self.kernel_sum.kernel);
        let mut rows = vec![vec!["column".to_string(), "bandwidth".to_string()]];
        let mut json = serde_json::Map::new();
        for (input, bandwidth) in self.info.schema.inputs.iter().zip(self.bandwidths()) {
            rows.push(vec![input.name.clone(), significant(*bandwidth)]);
            json.insert(input.name.clone(), json!(bandwidth));
        }
        let text = format!(
            "{} kernels around {}\n{}",
            kernel.as_str().unwrap_or_default(),
            counted(self.points() as u64, "distinct row"),
            table(&rows)
        );
        let json = json!({"kernel": kernel, "points": self.points(), "bandwidths": json});
        Explanation { sections: vec![Section { heading: "windows", text, json }] }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.kernel_sum)
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

impl Sampler for KernelDensityModel {
    fn sample(&self, rows: usize, seed: Seed) -> Result<Table> {
        self.sample_table(rows, seed)
    }
}

impl Predictor for KernelDensityModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        Ok(vec![TargetOutputs::of_numbers(self.ln_densities(rows)?)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let values = rows_of(&self.info.schema.inputs, row.features());
        let ln_density = self.kernel_sum.ln_density(&values)?;
        let text = format!("log density {ln_density:.4}, density {}", significant(ln_density.exp()));
        let json = json!({"log_density": ln_density, "density": ln_density.exp()});
        let density = Section { heading: "density", text, json };
        let mut nearest: Vec<(f64, usize)> =
            (0..self.points()).map(|point| (self.kernel_sum.squared(&values, point), point)).collect();
        nearest.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        nearest.truncate(NAMED);
        let inputs = &self.info.schema.inputs;
        let asked = inputs.iter().enumerate().map(|(at, input)| row.compared_value(input, at));
        let asked: Vec<String> = asked.collect();
        let mut lines = vec![
            [
                vec!["bandwidths away".to_string(), "weight".to_string()],
                inputs.iter().map(|i| i.name.clone()).collect(),
            ]
            .concat(),
            [vec!["asked".to_string(), String::new()], asked].concat(),
        ];
        let mut named: Vec<Value> = Vec::new();
        for (squared, point) in nearest {
            let at: Vec<f64> = self.kernel_sum.points.columns.iter().map(|column| column[point]).collect();
            let weight = self.kernel_sum.points.weights[point];
            let start = vec![format!("{:.4}", squared.sqrt()), significant(weight)];
            lines.push([start, at.iter().map(|x| cell(*x)).collect()].concat());
            named.push(json!({"distance": squared.sqrt(), "weight": weight, "row": at}));
        }
        let near = Section { heading: "nearest rows", text: table(&lines), json: json!(named) };
        Ok(Explanation { sections: vec![density, near] })
    }
}

impl Inspect for KernelDensityModel {
    /// All numbers that it keeps.
    fn size(&self) -> Option<f64> {
        Some((self.points() * self.kernel_sum.dimensions()) as f64)
    }

    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        let widths = self.bandwidths();
        let is_one = widths.iter().all(|width| *width == widths[0]);
        Ok((name == "bandwidth")
            .then(|| AttributeValue::number_or_vector(if is_one { &widths[..1] } else { widths })))
    }
}

impl LoadModel for KernelDensityModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<KernelDensityModel> {
        let kernel_sum = file::from_bytes(&info.schema, bytes)?;
        Ok(KernelDensityModel { info, kernel_sum })
    }
}
