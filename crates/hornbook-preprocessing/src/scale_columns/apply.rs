//! Rows in the new units.

use super::fitted_scaler::{ColumnScale, FittedScaler};
use crate::pipeline::Transformer;
use hornbook_core::Result;
use hornbook_core::format::significant;
use hornbook_data::{
    Column, Dataset, Feature, Features, Input, InputKind, Matrix, Numbers, Scalars, SparseMatrix, SparseRows,
};
use hornbook_learner::Section;
use serde_json::json;

impl Transformer for FittedScaler {
    type Serialized = Vec<Option<ColumnScale>>;

    fn with_transformed<T>(&self, rows: &Features<'_>, work: impl FnOnce(&Features<'_>) -> T) -> T {
        match rows {
            Features::Matrix(matrix) if self.scales.iter().all(Option::is_some) => {
                let scaled = match matrix.values() {
                    Scalars::F64(values) => self.matrix(values.iter().copied(), matrix.rows()),
                    Scalars::F32(values) => self.matrix(values.iter().map(|&x| x.into()), matrix.rows()),
                };
                work(&Features::Matrix(scaled.view()))
            }
            Features::Sparse(sparse) => work(&Features::Sparse(self.sparse(sparse).into())),
            _ => work(&Features::Columns(self.columns(rows), rows.rows())),
        }
    }

    /// Dates are numbers there.
    fn inputs_within(&self) -> Vec<Input> {
        let mut inputs = self.inputs.clone();
        for (input, scale) in inputs.iter_mut().zip(&self.scales) {
            if scale.is_some() {
                input.kind = InputKind::Number;
            }
        }
        inputs
    }

    fn origins(&self) -> Vec<usize> {
        (0..self.inputs.len()).collect()
    }

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (input, scale) in self.inputs.iter().zip(&self.scales) {
            let Some(scale) = scale else { continue };
            let (center, spread) = (significant(scale.center), significant(scale.spread));
            lines.push(format!("{}: (x − {center}) / {spread}", input.name));
            json.insert(input.name.clone(), json!({"center": scale.center, "spread": scale.spread}));
        }
        if lines.is_empty() {
            lines.push("no numeric features".to_string());
        }
        Section { heading: "feature scaling", text: lines.join("\n"), json: json.into() }
    }

    fn serialized(&self) -> Vec<Option<ColumnScale>> {
        self.scales.clone()
    }

    fn from_serialized(inputs: Vec<Input>, scales: Vec<Option<ColumnScale>>) -> Option<FittedScaler> {
        let fits = |(input, scale): (&Input, &Option<ColumnScale>)| {
            let is_number = matches!(input.kind, InputKind::Number | InputKind::Date);
            scale.map_or(!is_number, |scale| is_number && scale.is_sound())
        };
        let is_sound = inputs.len() == scales.len() && inputs.iter().zip(&scales).all(fits);
        is_sound.then_some(FittedScaler { inputs, scales })
    }
}

impl FittedScaler {
    /// The rows to train on, as the learner within sees them.
    pub fn dataset(&self, data: &Dataset) -> Result<Dataset> {
        let data = data.with_nonzero_weight();
        let names = self.inputs.iter().map(|input| input.name.clone());
        let columns: Vec<Column> = match data.row_features() {
            Features::Sparse(rows) => {
                let scaled = SparseRows::from(self.sparse(&rows)).columns().into_iter();
                scaled.map(|column| Column::Number(Numbers::SparseMatrix(column))).collect()
            }
            rows => {
                let picked: Vec<u32> = data.rows().iter().collect();
                let column = |(place, scale): (usize, &Option<_>)| match scale {
                    Some(_) => self.column(&rows, place).into(),
                    None => data.table().columns()[data.features()[place]].take(&picked),
                };
                self.scales.iter().enumerate().map(column).collect()
            }
        };
        data.with_columns(names.zip(columns).collect())
    }

    fn columns(&self, rows: &Features<'_>) -> Vec<Feature> {
        (0..self.inputs.len()).map(|place| self.column(rows, place)).collect()
    }

    fn column(&self, rows: &Features<'_>, place: usize) -> Feature {
        match (self.scales[place], rows.column(place)) {
            (Some(scale), Feature::Number(values)) => {
                Feature::Number(values.iter().map(|&x| scale.apply(x)).collect())
            }
            (_, column) => column,
        }
    }

    /// Rows of numbers only, one after the other.
    fn matrix(&self, values: impl Iterator<Item = f64>, rows: usize) -> Matrix {
        let scales: Vec<_> = self.scales.iter().flatten().collect();
        let mut scaled = Matrix::zeros(rows, scales.len());
        let units = scales.iter().cycle();
        for ((to, x), scale) in scaled.values_mut().iter_mut().zip(values).zip(units) {
            *to = scale.apply(x);
        }
        scaled
    }

    /// Rows without their zeros, all of which are numbers.
    fn sparse(&self, rows: &SparseRows) -> SparseMatrix {
        let view = rows.view();
        let mut scaled = SparseMatrix {
            columns: self.inputs.len(),
            starts: vec![0],
            indices: Vec::with_capacity(view.stored()),
            values: Vec::with_capacity(view.stored()),
        };
        for row in 0..view.rows() {
            let (places, values) = view.row(row);
            scaled.indices.extend_from_slice(places);
            scaled.values.extend(places.iter().zip(values).map(|(&place, &value)| {
                self.scales.get(place as usize).copied().flatten().map_or(value, |scale| value / scale.spread)
            }));
            scaled.starts.push(scaled.indices.len());
        }
        scaled
    }
}
