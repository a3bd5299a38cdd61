//! Column selection: columns that stay, and columns that are left out.

use crate::explanation::Section;
use crate::fit::Fit;
use crate::training_input::TrainingInput;
use crate::transformer::{
    ColumnOrigins, FittedTransformer, TransformedRows, Transformer, TransformerModel, transformer_schema,
};
use hornbook_core::{ColumnSelector, Learner, Result, Run};
use hornbook_data::{Dataset, Features, Input, Schema};
use serde_json::json;

/// Column selection: keeps some columns, by name or by type, and leaves out the others.
///
/// In `columns(…)` its other name `keep` says that columns stay as they are.
///
/// ```
/// use hornbook_core::ColumnSelector;
/// use hornbook_data::Table;
/// use hornbook_learner::{Fit, Model, SelectColumns};
/// let table = Table::builder().number("a", vec![1.0]).number("b", vec![2.0]).build()?;
/// let model = SelectColumns::default().columns(ColumnSelector::new(["b"])).fit(&table.dataset())?;
/// assert_eq!(model.transformer()?.outputs()[0].name, "b");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "select-columns",
    aliases("keep", "passthrough", "column selection"),
    sklearn = "make_column_selector",
    r = "dplyr::select",
    weka = "Remove",
    family = "learner",
    tasks(transformation),
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct SelectColumns {
    /// Columns to keep; none keeps all.
    pub columns: Option<ColumnSelector>,
}

/// Column selection: leaves out some columns, by name or by type.
///
/// In `columns(…)` its other name `drop` says that columns are left out.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "drop-columns",
    aliases("drop", "exclude"),
    r = "dplyr::select",
    weka = "Remove",
    family = "learner",
    tasks(transformation),
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct DropColumns {
    /// Columns to leave out; none leaves out all.
    pub columns: Option<ColumnSelector>,
}

/// Columns that stay as they are.
#[derive(Debug)]
pub struct ColumnSubset {
    inputs: Vec<Input>,
    columns: Vec<usize>,
}

impl ColumnSubset {
    fn selected(selector: Option<&ColumnSelector>, data: &Dataset, is_kept: bool) -> Result<ColumnSubset> {
        let inputs = Schema::predicting(transformer_schema(), data).inputs;
        let columns: Vec<(&str, &str)> =
            inputs.iter().map(|input| (input.name.as_str(), input.kind.name())).collect();
        let named = match selector {
            Some(selector) => selector.select(&columns, &[])?,
            None => (0..inputs.len()).collect(),
        };
        let columns = match is_kept {
            true => named,
            false => (0..inputs.len()).filter(|column| !named.contains(column)).collect(),
        };
        Ok(ColumnSubset { inputs, columns })
    }
}

impl Fit for SelectColumns {
    type Model = TransformerModel<ColumnSubset>;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Self::Model> {
        let data = input.rows().prototype();
        let subset = ColumnSubset::selected(self.columns.as_ref(), data, true)?;
        TransformerModel::new(self, input.rows(), subset, run)
    }
}

impl Fit for DropColumns {
    type Model = TransformerModel<ColumnSubset>;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Self::Model> {
        let data = input.rows().prototype();
        let subset = ColumnSubset::selected(self.columns.as_ref(), data, false)?;
        TransformerModel::new(self, input.rows(), subset, run)
    }
}

impl Transformer for ColumnSubset {
    fn outputs(&self) -> Vec<Input> {
        self.columns.iter().map(|&column| self.inputs[column].clone()).collect()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(match self.columns.iter().copied().eq(0..self.inputs.len()) {
            true => TransformedRows::unchanged(rows),
            false => rows.select(&self.columns).into(),
        })
    }

    /// Columns that were left out cannot be had back.
    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut place_of = vec![None; self.inputs.len()];
        for (place, &column) in self.columns.iter().enumerate() {
            place_of[column] = Some(place);
        }
        match place_of.into_iter().collect::<Option<Vec<usize>>>() {
            Some(places) => Ok(rows.select(&places).into()),
            None => Err(hornbook_core::Error::mismatch(
                "columns that were left out cannot be had back",
                "keep the columns that it was given",
            )),
        }
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single(self.columns.iter().copied())
    }
}

impl FittedTransformer for ColumnSubset {
    type Serialized = Vec<u64>;

    fn section(&self) -> Section {
        let names: Vec<&str> = self.columns.iter().map(|&column| self.inputs[column].name.as_str()).collect();
        let text = if names.is_empty() { "none".to_string() } else { names.join(", ") };
        Section { heading: "columns that are kept", text, json: json!(names) }
    }

    fn serialized(&self) -> Result<Vec<u64>> {
        Ok(self.columns.iter().map(|&column| column as u64).collect())
    }

    fn from_serialized(inputs: &[Input], columns: Vec<u64>) -> Option<ColumnSubset> {
        let columns: Vec<usize> = columns.into_iter().map(|column| column as usize).collect();
        let mut seen = vec![false; inputs.len()];
        let is_new =
            |&column: &usize| seen.get_mut(column).is_some_and(|seen| !std::mem::replace(seen, true));
        let is_sound = columns.iter().all(is_new);
        is_sound.then(|| ColumnSubset { inputs: inputs.to_vec(), columns })
    }
}
