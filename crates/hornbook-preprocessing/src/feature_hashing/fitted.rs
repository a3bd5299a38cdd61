//! Levels in hashed columns.

use super::FeatureHashingModel;
use crate::column_wise::codes;
use crate::names::unique_names;
use hornbook_core::format::counted;
use hornbook_core::{Learner, Result, Run};
use hornbook_data::{Feature, Features, Input, InputKind, SparseMatrix};
use hornbook_encoding::hashed_column;
use hornbook_learner::{
    ColumnBlock, ColumnOrigins, Fit, FittedTransformer, Section, TrainingInput, TransformedRows, Transformer,
    TransformerModel,
};
use serde_json::json;

/// Most columns.
const MOST: u32 = 1 << 24;

/// Feature hashing (hashing trick): the levels of all categorical features share a fixed number of columns, by their hash.
///
/// A transformer for a pipeline, like scikit-learn's FeatureHasher on `name=level`, with the same hash. Numbers, dates and texts
/// are passed through, behind the hashed columns. Columns are sparse.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "feature-hashing",
    aliases("hashing trick", "feature hasher", "FeatureHasher"),
    sklearn = "FeatureHasher",
    r = "textrecipes::step_dummy_hash, FeatureHashing::hashed.model.matrix",
    family = "preprocessing",
    tasks(transformation),
    removes(categories),
    applied = "hashed",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct FeatureHashing {
    /// Number of columns.
    #[param(default = 1024, range = "1..=16777216")]
    pub n_features: u32,
    /// Whether the hash gives a sign, too, so that levels that share a column cancel out on average.
    #[param(default = true)]
    pub alternate_sign: bool,
}

/// The columns of hashed levels.
#[derive(Debug, Clone, PartialEq)]
pub struct HashedLevels {
    inputs: Vec<Input>,
    columns: u32,
    is_signed: bool,
}

impl Fit for FeatureHashing {
    type Model = FeatureHashingModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<FeatureHashingModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let fitted = HashedLevels { inputs, columns: self.n_features, is_signed: self.alternate_sign };
        TransformerModel::new(self, input.rows(), fitted, run)
    }
}

impl HashedLevels {
    /// The inputs with levels, or those without.
    fn places(&self, with_levels: bool) -> Vec<usize> {
        let has_levels = |place: &usize| self.inputs[*place].kind.levels().is_some() == with_levels;
        (0..self.inputs.len()).filter(has_levels).collect()
    }

    /// The column and the sign of each level of an input.
    fn column_of(&self, input: &Input) -> Vec<(u32, f64)> {
        let column = |level: usize| {
            let word = format!("{}={}", input.name, input.kind.level(level as u32));
            hashed_column(&word, self.columns, self.is_signed)
        };
        (0..input.kind.levels().unwrap_or(0)).map(column).collect()
    }
}

impl Transformer for HashedLevels {
    fn outputs(&self) -> Vec<Input> {
        let hashed = |column: u32| Input { name: format!("hash {column}"), kind: InputKind::Number };
        let others = self.places(false).into_iter().map(|place| self.inputs[place].clone());
        unique_names((0..self.columns).map(hashed).chain(others).collect())
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut inputs: Vec<(Vec<(u32, f64)>, Feature)> = Vec::new();
        for place in self.places(true) {
            let column = rows.column(place);
            codes(&self.inputs[place], &column)?;
            inputs.push((self.column_of(&self.inputs[place]), column));
        }
        let columns = self.columns as usize;
        let mut matrix = SparseMatrix { columns, starts: vec![0], indices: Vec::new(), values: Vec::new() };
        let mut cells: Vec<(u32, f64)> = Vec::new();
        for row in 0..rows.rows() {
            cells.clear();
            for (column_of, feature) in &inputs {
                if let Feature::Code(codes, _) = feature {
                    cells.extend(column_of.get(codes[row] as usize));
                }
            }
            cells.sort_by_key(|cell| cell.0);
            for same in cells.chunk_by(|a, b| a.0 == b.0) {
                let sum: f64 = same.iter().map(|cell| cell.1).sum();
                if sum != 0.0 {
                    matrix.indices.push(same[0].0);
                    matrix.values.push(sum);
                }
            }
            matrix.starts.push(matrix.indices.len());
        }
        let mut blocks = vec![ColumnBlock::Features(Features::Sparse(matrix.into()))];
        let others = self.places(false);
        if !others.is_empty() {
            blocks.push(ColumnBlock::Features(rows.select(&others)));
        }
        TransformedRows::of_blocks(blocks, rows.rows())
    }

    /// A hashed column is made of every input with a level in it.
    fn origins(&self) -> ColumnOrigins {
        let mut makers: Vec<Vec<usize>> = vec![Vec::new(); self.columns as usize];
        for place in self.places(true) {
            for (column, _) in self.column_of(&self.inputs[place]) {
                let inputs = &mut makers[column as usize];
                if inputs.last() != Some(&place) {
                    inputs.push(place);
                }
            }
        }
        makers.extend(self.places(false).into_iter().map(|place| vec![place]));
        ColumnOrigins::several(makers)
    }
}

impl FittedTransformer for HashedLevels {
    type Serialized = (u32, bool);

    fn section(&self) -> Section {
        let levels: usize = self.inputs.iter().filter_map(|input| input.kind.levels()).sum();
        let text = format!(
            "{} in {}",
            counted(levels as u64, "level"),
            counted(u64::from(self.columns), "hashed column")
        );
        Section { heading: "feature hashing", text, json: json!({"columns": self.columns, "levels": levels}) }
    }

    fn serialized(&self) -> Result<(u32, bool)> {
        Ok((self.columns, self.is_signed))
    }

    fn from_serialized(inputs: &[Input], (columns, is_signed): (u32, bool)) -> Option<HashedLevels> {
        let is_sound = (1..=MOST).contains(&columns);
        is_sound.then(|| HashedLevels { inputs: inputs.to_vec(), columns, is_signed })
    }
}
