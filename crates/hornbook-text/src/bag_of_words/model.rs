//! A model of counts of words.

use crate::vectorizer::FittedVectorizer;
use hornbook_core::format::counted;
use hornbook_core::{Error, Result};
use hornbook_data::{Feature, Features, Input, InputKind, SparseMatrix};
use hornbook_learner::{
    Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Section, TargetOutputs,
    load_nested_model, nested_header,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Numbers that are written out at once, where counts stand beside columns that are not numbers.
const BLOCK: usize = 1 << 22;

/// What words there are, and the model that learned from their counts.
#[derive(Debug)]
pub struct BagOfWordsModel {
    pub(super) info: ModelInfo,
    pub(super) parts: Vec<InputEncoding>,
    pub(super) within: Box<dyn Model>,
}

/// What becomes of an input.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum InputEncoding {
    /// It stays as it is.
    Column,
    /// It becomes counts.
    Words(FittedVectorizer),
}

impl InputEncoding {
    /// How many words have a column.
    pub fn words(&self) -> usize {
        match self {
            InputEncoding::Column => 0,
            InputEncoding::Words(fitted) => fitted.width(),
        }
    }

    fn width(&self) -> usize {
        match self {
            InputEncoding::Column => 1,
            InputEncoding::Words(fitted) => fitted.width(),
        }
    }
}

/// Works on the documents of an input.
pub(super) fn with_texts<T>(rows: &Features<'_>, input: usize, work: impl FnOnce(&[Option<&str>]) -> T) -> T {
    match rows.column(input) {
        Feature::Text(texts) => work(&texts.iter().collect::<Vec<_>>()),
        other => work(&vec![None; other.len()]),
    }
}

/// The names of the columns that the learner within sees. A word beside other inputs is named with its own.
pub(super) fn names_of(parts: &[InputEncoding], inputs: &[Input]) -> Vec<String> {
    let mut names = Vec::new();
    for (part, input) in parts.iter().zip(inputs) {
        match part {
            InputEncoding::Column => names.push(input.name.clone()),
            InputEncoding::Words(fitted) => {
                names.extend((0..fitted.width()).map(|column| match parts.len() {
                    1 => fitted.name(column),
                    _ => format!("{}: {}", input.name, fitted.name(column)),
                }))
            }
        }
    }
    names
}

impl BagOfWordsModel {
    /// How the documents of a column become counts, if it is text.
    pub fn vectorizer(&self, column: &str) -> Option<&FittedVectorizer> {
        let place = self.info.schema.inputs.iter().position(|input| input.name == column)?;
        match &self.parts[place] {
            InputEncoding::Words(fitted) => Some(fitted),
            InputEncoding::Column => None,
        }
    }

    /// The model that learned from the counts.
    pub fn within(&self) -> &dyn Model {
        &*self.within
    }

    /// The rows as counts, where all other inputs are numbers.
    fn counts(&self, rows: &Features<'_>) -> SparseMatrix {
        let mut matrices = Vec::with_capacity(self.parts.len());
        for (place, part) in self.parts.iter().enumerate() {
            matrices.push(match part {
                InputEncoding::Words(fitted) => with_texts(rows, place, |texts| fitted.apply(texts)),
                InputEncoding::Column => numbers(rows.column(place)),
            });
        }
        if matrices.len() == 1 {
            return matrices.swap_remove(0);
        }
        let columns = self.parts.iter().map(InputEncoding::width).sum();
        let mut all = SparseMatrix { columns, starts: vec![0], indices: Vec::new(), values: Vec::new() };
        for row in 0..rows.rows() {
            let mut first = 0;
            for matrix in &matrices {
                let stored = matrix.starts[row]..matrix.starts[row + 1];
                all.indices.extend(matrix.indices[stored.clone()].iter().map(|column| first + column));
                all.values.extend_from_slice(&matrix.values[stored]);
                first += matrix.columns as u32;
            }
            all.starts.push(all.indices.len());
        }
        all
    }

    /// Works on the rows as the learner within knows them, some at a time.
    fn for_each_block(
        &self,
        rows: &Features<'_>,
        mut work: impl FnMut(&Features<'_>) -> Result<()>,
    ) -> Result<()> {
        let is_number = |(part, input): (&InputEncoding, &Input)| {
            matches!(part, InputEncoding::Words(_))
                || matches!(input.kind, InputKind::Number | InputKind::Date)
        };
        if self.parts.iter().zip(&self.info.schema.inputs).all(is_number) {
            return work(&Features::Sparse(self.counts(rows).into()));
        }
        let width: usize = self.parts.iter().map(InputEncoding::width).sum();
        let columns: Vec<Feature> = (0..rows.width()).map(|place| rows.column(place)).collect();
        let step = (BLOCK / width.max(1)).max(1);
        for start in (0..rows.rows()).step_by(step) {
            let length = step.min(rows.rows() - start);
            let block =
                Features::Columns(columns.iter().map(|column| column.slice(start, length)).collect(), length);
            let mut expanded = Vec::with_capacity(width);
            for (place, part) in self.parts.iter().enumerate() {
                match part {
                    InputEncoding::Column => expanded.push(block.column(place)),
                    InputEncoding::Words(fitted) => {
                        let counts = with_texts(&block, place, |texts| fitted.apply(texts));
                        let counts = Features::Sparse(counts.into());
                        expanded.extend((0..fitted.width()).map(|column| counts.column(column)));
                    }
                }
            }
            work(&Features::Columns(expanded, length))?;
        }
        Ok(())
    }

    fn section(&self) -> Section {
        let mut lines = Vec::new();
        let mut json = serde_json::Map::new();
        for (part, input) in self.parts.iter().zip(&self.info.schema.inputs) {
            if let InputEncoding::Words(fitted) = part {
                let what = if fitted.words().is_some() { "word" } else { "hashed column" };
                lines.push(format!(
                    "{}: {}, for {}",
                    input.name,
                    counted(fitted.width() as u64, what),
                    self.within.info().spec()
                ));
                json.insert(input.name.clone(), json!({"columns": fitted.width(), "words": fitted.words()}));
            }
        }
        Section { heading: "words", text: lines.join("\n"), json: json.into() }
    }
}

/// Numbers as a column of a sparse matrix.
fn numbers(feature: Feature) -> SparseMatrix {
    let Feature::Number(values) = feature else {
        return SparseMatrix {
            columns: 1,
            starts: vec![0; feature.len() + 1],
            indices: vec![],
            values: vec![],
        };
    };
    let mut column = SparseMatrix { columns: 1, starts: vec![0], indices: vec![], values: vec![] };
    for &value in values.iter() {
        if value != 0.0 {
            column.indices.push(0);
            column.values.push(value);
        }
        column.starts.push(column.values.len());
    }
    column
}

impl Model for BagOfWordsModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let mut sections = vec![self.section()];
        sections.extend(self.within.explain().sections);
        Explanation { sections }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        let fault = |e: postcard::Error| Error::internal(e);
        let file = BagOfWordsFile {
            parts: postcard::to_stdvec(&self.parts).map_err(fault)?,
            header: nested_header(&*self.within, &self.info.schema)?,
            within: self.within.to_bytes()?,
        };
        postcard::to_stdvec(&file).map_err(fault)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for BagOfWordsModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let mut all: Option<TargetOutputs> = None;
        self.for_each_block(rows, |block| {
            let found = self.within.outputs(block, request)?;
            match &mut all {
                Some(outputs) => outputs.append(found)?,
                None => all = Some(found),
            }
            Ok(())
        })?;
        match all {
            Some(outputs) => Ok(vec![outputs]),
            // No rows at all.
            None => self.within.outputs_of_targets(&Features::Sparse(self.counts(rows).into()), request),
        }
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        let mut found = Explanation { sections: Vec::new() };
        self.for_each_block(&rows.single(row), |block| {
            found = self.within.explain_row(block, 0)?;
            Ok(())
        })?;
        Ok(found)
    }
}

impl Inspect for BagOfWordsModel {
    /// Those of a text column's words together.
    fn importances(&self) -> Option<Vec<f64>> {
        let within = self.within.inspect().importances()?;
        let mut first = 0;
        let shares = self.parts.iter().map(|part| {
            let own = within.get(first..first + part.width()).unwrap_or_default();
            first += part.width();
            own.iter().sum()
        });
        Some(shares.collect())
    }

    fn members(&self) -> Vec<&dyn Model> {
        vec![&*self.within]
    }

    fn size(&self) -> Option<f64> {
        self.within.inspect().size()
    }
}

#[derive(Serialize, Deserialize)]
struct BagOfWordsFile {
    parts: Vec<u8>,
    /// As [`nested_header`] has it.
    header: String,
    within: Vec<u8>,
}

impl LoadModel for BagOfWordsModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<BagOfWordsModel> {
        let damaged = |problem: String| Error::model_file(problem, "fetch or write the file again");
        let unreadable = |e: postcard::Error| damaged(format!("its parts cannot be read ({e})"));
        let file: BagOfWordsFile = postcard::from_bytes(bytes).map_err(unreadable)?;
        let parts: Vec<InputEncoding> = postcard::from_bytes(&file.parts).map_err(unreadable)?;
        let within = load_nested_model(&file.header, &file.within, &info.schema)?;
        let is_sound = |(part, input): (&InputEncoding, &Input)| match part {
            InputEncoding::Column => input.kind != InputKind::Text,
            InputEncoding::Words(fitted) => input.kind == InputKind::Text && fitted.is_sound(),
        };
        let (own, inputs) = (&within.info().schema, &info.schema.inputs);
        // The names are compared last: a hash has as many as its file says, which the count has bounded.
        let fits = parts.len() == inputs.len()
            && parts.iter().zip(inputs).all(is_sound)
            && own.inputs.len() == parts.iter().map(InputEncoding::width).sum::<usize>()
            && names_of(&parts, inputs).iter().eq(own.inputs.iter().map(|input| &input.name))
            && own.target == info.schema.target
            && own.additional_targets == info.schema.additional_targets;
        match fits {
            true => Ok(BagOfWordsModel { info, parts, within }),
            false => Err(damaged("the model within does not fit its words".to_string())),
        }
    }
}
