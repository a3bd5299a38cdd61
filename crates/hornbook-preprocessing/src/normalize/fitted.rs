//! Rows of length 1.

use super::NormalizeModel;
use hornbook_core::{Choice, Learner, Result, Run};
use hornbook_data::{Feature, Features, Input, InputKind, SparseMatrix, SparseRows};
use hornbook_learner::{
    ColumnOrigins, Fit, FittedTransformer, Section, TrainingInput, TransformedRows, Transformer,
    TransformerModel,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Normalization of rows: each row is divided by its norm over all numeric features (unit norm).
///
/// A transformer for a pipeline, like scikit-learn's Normalizer. Nothing is fitted. Dates, categorical, boolean and text features
/// are passed through; missing values stay missing and count as nothing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "normalize",
    aliases("normalizer", "unit norm", "Normalizer"),
    sklearn = "Normalizer",
    r = "wordspace::normalize.rows",
    weka = "InstanceNormalize",
    family = "preprocessing",
    tasks(transformation),
    applied = "normalized",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct Normalize {
    /// The norm.
    #[param(default = RowNorm::L2, search = "every")]
    pub norm: RowNorm,
}

/// The norm that a row is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum RowNorm {
    /// The root of the sum of squares (Euclidean length).
    L2,
    /// The sum of absolute values.
    L1,
    /// The largest absolute value.
    Max,
}

/// What divides rows by their norm.
#[derive(Debug, Clone, PartialEq)]
pub struct RowNormalizer {
    inputs: Vec<Input>,
    norm: RowNorm,
}

impl Fit for Normalize {
    type Model = NormalizeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<NormalizeModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        TransformerModel::new(self, input.rows(), RowNormalizer { inputs, norm: self.norm }, run)
    }
}

impl RowNorm {
    /// Of numbers that are known, divided by the largest first, so that no square is infinite or vanishes.
    fn of(self, numbers: impl Iterator<Item = f64> + Clone) -> f64 {
        let known = numbers.filter(|x| !x.is_nan());
        let most = known.clone().map(f64::abs).fold(0.0, f64::max);
        let norm = match self {
            _ if most == 0.0 => 1.0,
            RowNorm::Max => most,
            RowNorm::L1 => known.map(f64::abs).sum(),
            RowNorm::L2 => most * known.map(|x| (x / most) * (x / most)).sum::<f64>().sqrt(),
        };
        if norm.is_finite() { norm } else { most }
    }
}

impl RowNormalizer {
    fn is_number(&self, place: usize) -> bool {
        self.inputs[place].kind == InputKind::Number
    }

    /// Rows without their zeros, all of which are numbers.
    fn sparse(&self, rows: &SparseRows) -> SparseMatrix {
        let view = rows.view();
        let mut made = SparseMatrix {
            columns: self.inputs.len(),
            starts: vec![0],
            indices: Vec::with_capacity(view.stored()),
            values: Vec::with_capacity(view.stored()),
        };
        for row in 0..view.rows() {
            let (places, values) = view.row(row);
            let norm = self.norm.of(values.iter().copied());
            made.indices.extend_from_slice(places);
            made.values.extend(values.iter().map(|x| x / norm));
            made.starts.push(made.indices.len());
        }
        made
    }
}

impl Transformer for RowNormalizer {
    fn outputs(&self) -> Vec<Input> {
        self.inputs.clone()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        if let Features::Sparse(sparse) = rows {
            return Ok(self.sparse(sparse).into());
        }
        let mut columns: Vec<Feature> = (0..self.inputs.len()).map(|place| rows.column(place)).collect();
        let places: Vec<usize> = (0..self.inputs.len()).filter(|&place| self.is_number(place)).collect();
        let mut numbers: Vec<Vec<f64>> = Vec::with_capacity(places.len());
        for &place in &places {
            if let Feature::Number(values) = &columns[place] {
                numbers.push(values.to_vec());
            }
        }
        for row in 0..rows.rows() {
            let norm = self.norm.of(numbers.iter().map(|column| column[row]));
            numbers.iter_mut().for_each(|column| column[row] /= norm);
        }
        for (place, column) in places.into_iter().zip(numbers) {
            columns[place] = Feature::Number(column.into());
        }
        Ok(TransformedRows::of_columns(columns, rows.rows()))
    }

    /// A column stands for its input, though the norm depends on all of them.
    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single(0..self.inputs.len())
    }
}

impl FittedTransformer for RowNormalizer {
    type Serialized = RowNorm;

    fn section(&self) -> Section {
        let name = match self.norm {
            RowNorm::L2 => "l2",
            RowNorm::L1 => "l1",
            RowNorm::Max => "max",
        };
        let columns = (0..self.inputs.len()).filter(|&place| self.is_number(place)).count();
        let text = format!("each row divided by its {name} norm over {columns} numeric features");
        Section { heading: "normalization", text, json: json!({"norm": name}) }
    }

    fn serialized(&self) -> Result<RowNorm> {
        Ok(self.norm)
    }

    fn from_serialized(inputs: &[Input], norm: RowNorm) -> Option<RowNormalizer> {
        Some(RowNormalizer { inputs: inputs.to_vec(), norm })
    }
}
