//! Fitted transformers with the columns that each gets.

use crate::explanation::{Explanation, Section};
use crate::model::{Inspect, LoadModel, Model, ModelInfo};
use crate::model_part::{read_model_part, write_model_part};
use crate::nested::{load_nested_model, nested_header};
use crate::transformer::{ColumnOrigins, TransformedRows, Transformer};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Input};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A fitted transformer with the positions of its inputs.
#[derive(Debug)]
pub(super) struct TransformerPart {
    pub columns: Vec<usize>,
    pub model: Box<dyn Model>,
}

/// Fitted transformers with the columns that each gets.
#[derive(Debug)]
pub struct ColumnTransformerModel {
    info: ModelInfo,
    parts: Vec<TransformerPart>,
}

impl ColumnTransformerModel {
    pub(super) fn of_parts(info: ModelInfo, parts: Vec<TransformerPart>) -> Result<ColumnTransformerModel> {
        for part in &parts {
            part.model.transformer()?;
        }
        Ok(ColumnTransformerModel { info, parts })
    }

    /// The fitted transformers with the names of their columns.
    pub fn transformers(&self) -> impl Iterator<Item = (Vec<&str>, &dyn Model)> {
        self.parts.iter().map(|part| {
            let name = |&column: &usize| self.info.schema.inputs[column].name.as_str();
            (part.columns.iter().map(name).collect(), &*part.model)
        })
    }
}

impl Model for ColumnTransformerModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        Explanation { sections: self.parts.iter().flat_map(|part| part.model.explain().sections).collect() }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        let part = |part: &TransformerPart| {
            Ok(PartFile {
                columns: part.columns.iter().map(|&column| column as u64).collect(),
                header: nested_header(&*part.model, &self.info.schema)?,
                bytes: part.model.to_bytes()?,
            })
        };
        let parts: Vec<PartFile> = self.parts.iter().map(part).collect::<Result<_>>()?;
        write_model_part(&parts)
    }

    fn transformer(&self) -> Result<&dyn Transformer> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Inspect for ColumnTransformerModel {
    fn members(&self) -> Vec<&dyn Model> {
        self.parts.iter().map(|part| &*part.model).collect()
    }
}

impl Transformer for ColumnTransformerModel {
    fn is_row_wise(&self) -> bool {
        self.parts.iter().all(|part| part.model.is_row_wise())
    }

    fn outputs(&self) -> Vec<Input> {
        let mut outputs = Vec::new();
        let mut learners = Vec::new();
        for part in &self.parts {
            let own =
                part.model.transformer().map_or_else(|_| Vec::new(), |transformer| transformer.outputs());
            learners.extend(own.iter().map(|_| part.model.info().learner.as_str()));
            outputs.extend(own);
        }
        with_unique_names(outputs, &learners)
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut blocks = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let own = rows.select(&part.columns);
            blocks.extend(part.model.transformer()?.transform(&own)?.into_blocks());
        }
        TransformedRows::of_blocks(blocks, rows.rows())
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let inputs = self.info.schema.inputs.len();
        let mut columns = vec![None; inputs];
        let mut first = 0;
        for part in &self.parts {
            let transformer = part.model.transformer()?;
            let width = transformer.origins().len();
            let own = rows.select(&(first..first + width).collect::<Vec<_>>());
            let back = transformer.inverse_transform(&own)?;
            let features = back.features();
            for (place, &column) in part.columns.iter().enumerate() {
                columns[column] = Some(features.column(place));
            }
            first += width;
        }
        match columns.iter().position(Option::is_none) {
            Some(dropped) => Err(Error::mismatch(
                format!(
                    "column '{}' was dropped and cannot be had back",
                    self.info.schema.inputs[dropped].name
                ),
                "keep the columns that it was given",
            )),
            None => Ok(TransformedRows::of_columns(columns.into_iter().flatten().collect(), rows.rows())),
        }
    }

    fn origins(&self) -> ColumnOrigins {
        let mut origins = ColumnOrigins::default();
        for part in &self.parts {
            let Ok(transformer) = part.model.transformer() else { continue };
            let own = transformer.origins();
            for column in 0..own.len() {
                origins.push(own.of(column).iter().map(|&input| part.columns[input as usize]));
            }
        }
        origins
    }

    fn row_section(&self, row: &Features<'_>) -> Option<Section> {
        let own =
            |part: &TransformerPart| part.model.transformer().ok()?.row_section(&row.select(&part.columns));
        self.parts.iter().find_map(own)
    }
}

/// Columns of which none has the name of another: those that would have get that of their transformer before it.
fn with_unique_names(mut outputs: Vec<Input>, learners: &[&str]) -> Vec<Input> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for output in &outputs {
        *count.entry(output.name.clone()).or_default() += 1;
    }
    if count.len() == outputs.len() {
        return outputs;
    }
    let mut seen = std::collections::BTreeSet::new();
    for (output, learner) in outputs.iter_mut().zip(learners) {
        if count[&output.name] > 1 {
            output.name = format!("{learner}: {}", output.name);
        }
        while !seen.insert(output.name.clone()) {
            output.name.push('\'');
        }
    }
    outputs
}

#[derive(Serialize, Deserialize)]
struct PartFile {
    columns: Vec<u64>,
    /// As [`nested_header`] has it.
    header: String,
    bytes: Vec<u8>,
}

impl LoadModel for ColumnTransformerModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<ColumnTransformerModel> {
        let files: Vec<PartFile> = read_model_part(bytes, "parts")?;
        let inputs = &info.schema.inputs;
        let mut parts = Vec::with_capacity(files.len());
        for file in &files {
            let model = load_nested_model(&file.header, &file.bytes, &info.schema)?;
            let columns: Vec<usize> = file.columns.iter().map(|&column| column as usize).collect();
            let own: Option<Vec<&Input>> = columns.iter().map(|&column| inputs.get(column)).collect();
            let fits = own.is_some_and(|own| model.info().schema.inputs.iter().eq(own));
            if !fits || model.transformer().is_err() {
                return Err(Error::damaged("a transformer in it does not fit its columns"));
            }
            parts.push(TransformerPart { columns, model });
        }
        ColumnTransformerModel::of_parts(info, parts)
    }
}
