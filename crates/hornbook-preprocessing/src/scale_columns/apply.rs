//! Rows in the new units.

use super::fitted_scaler::{ColumnScale, FittedScaler};
use hornbook_core::Result;
use hornbook_core::format::significant;
use hornbook_data::{Feature, Features, Input, InputKind, Matrix, Scalars, SparseMatrix, SparseRows};
use hornbook_learner::{ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer};
use serde_json::json;

impl Transformer for FittedScaler {
    /// Dates are numbers there.
    fn outputs(&self) -> Vec<Input> {
        let mut inputs = self.inputs.clone();
        for (input, scale) in inputs.iter_mut().zip(&self.scales) {
            if scale.is_some() {
                input.kind = InputKind::Number;
            }
        }
        inputs
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.changed(rows, ColumnScale::apply))
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.changed(rows, ColumnScale::invert))
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single(0..self.inputs.len())
    }
}

impl FittedTransformer for FittedScaler {
    type Serialized = Vec<Option<ColumnScale>>;

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

    fn serialized(&self) -> Result<Vec<Option<ColumnScale>>> {
        Ok(self.scales.clone())
    }

    fn from_serialized(inputs: &[Input], scales: Vec<Option<ColumnScale>>) -> Option<FittedScaler> {
        let fits = |(input, scale): (&Input, &Option<ColumnScale>)| {
            let is_number = matches!(input.kind, InputKind::Number | InputKind::Date);
            scale.map_or(!is_number, |scale| is_number && scale.is_sound())
        };
        let is_sound = inputs.len() == scales.len() && inputs.iter().zip(&scales).all(fits);
        is_sound.then_some(FittedScaler { inputs: inputs.to_vec(), scales })
    }
}

impl FittedScaler {
    /// The rows with every number changed by the scale of its column.
    fn changed<'a>(&self, rows: &Features<'a>, change: fn(ColumnScale, f64) -> f64) -> TransformedRows<'a> {
        match rows {
            Features::Matrix(matrix) if self.scales.iter().all(Option::is_some) => match matrix.values() {
                Scalars::F64(values) => self.matrix(values.iter().copied(), matrix.rows(), change),
                Scalars::F32(values) => self.matrix(values.iter().map(|&x| x.into()), matrix.rows(), change),
            }
            .into(),
            Features::Sparse(sparse) => self.sparse(sparse, change).into(),
            _ => {
                let columns = (0..self.inputs.len()).map(|place| self.column(rows, place, change));
                TransformedRows::of_columns(columns.collect(), rows.rows())
            }
        }
    }

    fn column(&self, rows: &Features<'_>, place: usize, change: fn(ColumnScale, f64) -> f64) -> Feature {
        match (self.scales[place], rows.column(place)) {
            (Some(scale), Feature::Number(values)) => {
                Feature::Number(values.iter().map(|&x| change(scale, x)).collect())
            }
            (_, column) => column,
        }
    }

    /// Rows of numbers only, one after the other.
    fn matrix(
        &self,
        values: impl Iterator<Item = f64>,
        rows: usize,
        change: fn(ColumnScale, f64) -> f64,
    ) -> Matrix {
        let scales: Vec<ColumnScale> = self.scales.iter().flatten().copied().collect();
        let mut changed = Matrix::zeros(rows, scales.len());
        let units = scales.iter().cycle();
        for ((to, x), scale) in changed.values_mut().iter_mut().zip(values).zip(units) {
            *to = change(*scale, x);
        }
        changed
    }

    /// Rows without their zeros, all of which are numbers; their scales are not centered.
    fn sparse(&self, rows: &SparseRows, change: fn(ColumnScale, f64) -> f64) -> SparseMatrix {
        let view = rows.view();
        let mut changed = SparseMatrix {
            columns: self.inputs.len(),
            starts: vec![0],
            indices: Vec::with_capacity(view.stored()),
            values: Vec::with_capacity(view.stored()),
        };
        for row in 0..view.rows() {
            let (places, values) = view.row(row);
            changed.indices.extend_from_slice(places);
            changed.values.extend(places.iter().zip(values).map(|(&place, &value)| {
                let scale = self.scales.get(place as usize).copied().flatten();
                scale.map_or(value, |scale| change(ColumnScale { center: 0.0, ..scale }, value))
            }));
            changed.starts.push(changed.indices.len());
        }
        changed
    }
}
