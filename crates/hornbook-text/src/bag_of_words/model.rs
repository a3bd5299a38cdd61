//! Documents as counts of words.

use crate::vectorizer::FittedVectorizer;
use hornbook_core::Result;
use hornbook_core::format::counted;
use hornbook_data::{Feature, Features, Input, InputKind};
use hornbook_learner::{
    ColumnBlock, ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer, TransformerModel,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Fitted vocabularies of the text columns.
pub type BagOfWordsModel = TransformerModel<FittedBagOfWords>;

/// What becomes of each input: text becomes counts, all else stays.
#[derive(Debug)]
pub struct FittedBagOfWords {
    inputs: Vec<Input>,
    parts: Vec<InputEncoding>,
}

/// What becomes of an input.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum InputEncoding {
    /// It stays as it is.
    Column,
    /// It becomes counts.
    Words(FittedVectorizer),
}

impl InputEncoding {
    /// How many words have a column.
    pub(super) fn words(&self) -> usize {
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

impl FittedBagOfWords {
    pub(super) fn new(inputs: Vec<Input>, parts: Vec<InputEncoding>) -> FittedBagOfWords {
        FittedBagOfWords { inputs, parts }
    }

    /// How the documents of a column become counts, if it is text.
    pub fn vectorizer(&self, column: &str) -> Option<&FittedVectorizer> {
        let place = self.inputs.iter().position(|input| input.name == column)?;
        match &self.parts[place] {
            InputEncoding::Words(fitted) => Some(fitted),
            InputEncoding::Column => None,
        }
    }

    /// The name of a word's column. A word beside other inputs is named with its own.
    fn name_of(&self, input: &Input, fitted: &FittedVectorizer, column: usize) -> String {
        match self.parts.len() {
            1 => fitted.name(column),
            _ => format!("{}: {}", input.name, fitted.name(column)),
        }
    }
}

impl Transformer for FittedBagOfWords {
    fn outputs(&self) -> Vec<Input> {
        let mut outputs = Vec::new();
        for (part, input) in self.parts.iter().zip(&self.inputs) {
            match part {
                InputEncoding::Column => outputs.push(input.clone()),
                InputEncoding::Words(fitted) => outputs.extend((0..fitted.width()).map(|column| Input {
                    name: self.name_of(input, fitted, column),
                    kind: InputKind::Number,
                })),
            }
        }
        outputs
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut blocks = Vec::with_capacity(self.parts.len());
        for (place, part) in self.parts.iter().enumerate() {
            blocks.push(ColumnBlock::Features(match part {
                InputEncoding::Column => rows.select(&[place]),
                InputEncoding::Words(fitted) => {
                    Features::Sparse(with_texts(rows, place, |texts| fitted.apply(texts)).into())
                }
            }));
        }
        TransformedRows::of_blocks(blocks, rows.rows())
    }

    fn origins(&self) -> ColumnOrigins {
        let columns = self.parts.iter().enumerate();
        ColumnOrigins::single(columns.flat_map(|(place, part)| std::iter::repeat_n(place, part.width())))
    }
}

impl FittedTransformer for FittedBagOfWords {
    type Serialized = Vec<InputEncoding>;

    fn section(&self) -> Section {
        let mut lines = Vec::new();
        let mut json = serde_json::Map::new();
        for (part, input) in self.parts.iter().zip(&self.inputs) {
            if let InputEncoding::Words(fitted) = part {
                let what = if fitted.words().is_some() { "word" } else { "hashed column" };
                lines.push(format!("{}: {}", input.name, counted(fitted.width() as u64, what)));
                json.insert(input.name.clone(), json!({"columns": fitted.width(), "words": fitted.words()}));
            }
        }
        Section { heading: "vocabulary", text: lines.join("\n"), json: json.into() }
    }

    fn serialized(&self) -> Result<Vec<InputEncoding>> {
        Ok(self.parts.clone())
    }

    fn from_serialized(inputs: &[Input], parts: Vec<InputEncoding>) -> Option<FittedBagOfWords> {
        let is_sound = |(part, input): (&InputEncoding, &Input)| match part {
            InputEncoding::Column => input.kind != InputKind::Text,
            InputEncoding::Words(fitted) => input.kind == InputKind::Text && fitted.is_sound(),
        };
        let fits = parts.len() == inputs.len() && parts.iter().zip(inputs).all(is_sound);
        fits.then(|| FittedBagOfWords { inputs: inputs.to_vec(), parts })
    }
}
