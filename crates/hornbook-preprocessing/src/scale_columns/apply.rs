//! Rows in the new units.

use super::fitted_scaler::{FittedScaler, ScaledColumn};
use hornbook_core::Result;
use hornbook_core::format::significant;
use hornbook_data::{Feature, Features, Input, InputKind, Matrix, Scalars, SparseMatrix, SparseRows};
use hornbook_learner::{ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer};
use rayon::prelude::*;
use serde_json::json;

/// Numbers of a matrix that a thread changes at a time.
const BLOCK_VALUES: usize = 1 << 14;

impl Transformer for FittedScaler {
    /// Dates are numbers there.
    fn outputs(&self) -> Vec<Input> {
        let mut inputs = self.inputs.clone();
        for (input, scale) in inputs.iter_mut().zip(self.scales()) {
            if scale.is_some() {
                input.kind = InputKind::Number;
            }
        }
        inputs
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.changed(rows, ScaledColumn::apply))
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.changed(rows, ScaledColumn::invert))
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single(0..self.inputs.len())
    }
}

impl FittedTransformer for FittedScaler {
    type Serialized = Vec<ScaledColumn>;

    fn section(&self) -> Section {
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (input, scale) in self.inputs.iter().zip(self.scales()) {
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

    fn serialized(&self) -> Result<Vec<ScaledColumn>> {
        Ok(self.columns.clone())
    }

    fn from_serialized(inputs: &[Input], columns: Vec<ScaledColumn>) -> Option<FittedScaler> {
        let fits = |(input, column): (&Input, &ScaledColumn)| {
            let is_number = matches!(input.kind, InputKind::Number | InputKind::Date);
            column.scale().is_some() == is_number && column.is_sound()
        };
        let is_sound = inputs.len() == columns.len() && inputs.iter().zip(&columns).all(fits);
        is_sound.then(|| FittedScaler { inputs: inputs.to_vec(), columns })
    }
}

impl FittedScaler {
    /// The rows with every number changed by the scale of its column.
    fn changed<'a>(&self, rows: &Features<'a>, change: fn(ScaledColumn, f64) -> f64) -> TransformedRows<'a> {
        match rows {
            Features::Matrix(matrix) if self.scales().all(|scale| scale.is_some()) => match matrix.values() {
                Scalars::F64(values) => self.matrix(values, matrix.rows(), change),
                Scalars::F32(values) => self.matrix(values, matrix.rows(), change),
            }
            .into(),
            Features::Sparse(sparse) => self.sparse(sparse, change).into(),
            _ => {
                let places = (0..self.inputs.len()).into_par_iter();
                let columns = places.map(|place| self.column(rows, place, change));
                TransformedRows::of_columns(columns.collect(), rows.rows())
            }
        }
    }

    fn column(&self, rows: &Features<'_>, place: usize, change: fn(ScaledColumn, f64) -> f64) -> Feature {
        match (self.columns[place], rows.column(place)) {
            (ScaledColumn::Unscaled, column) => column,
            (unit, Feature::Number(values)) => {
                Feature::Number(values.iter().map(|&x| change(unit, x)).collect())
            }
            (_, column) => column,
        }
    }

    /// Rows of numbers only, one after the other.
    fn matrix<T: Copy + Into<f64> + Sync>(
        &self,
        values: &[T],
        rows: usize,
        change: fn(ScaledColumn, f64) -> f64,
    ) -> Matrix {
        let width = self.columns.len().max(1);
        let block = (BLOCK_VALUES / width).max(1) * width;
        let mut changed = Matrix::zeros(rows, self.columns.len());
        let blocks = changed.values_mut().par_chunks_mut(block).zip(values.par_chunks(block));
        blocks.for_each(|(to, from)| {
            for (to, from) in to.chunks_exact_mut(width).zip(from.chunks_exact(width)) {
                let cells = to.iter_mut().zip(from).zip(&self.columns);
                cells.for_each(|((to, &x), &column)| *to = change(column, x.into()));
            }
        });
        changed
    }

    /// Rows without their zeros, all of which are numbers; their scales are not centered.
    fn sparse(&self, rows: &SparseRows, change: fn(ScaledColumn, f64) -> f64) -> SparseMatrix {
        let plain: Vec<ScaledColumn> = self.columns.iter().map(|column| column.without_center()).collect();
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
            let cells = places.iter().zip(values);
            changed.values.extend(cells.map(|(&place, &value)| change(plain[place as usize], value)));
            changed.starts.push(changed.indices.len());
        }
        changed
    }
}
