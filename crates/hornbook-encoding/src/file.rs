//! Encoders in files. These structs are what a file holds, apart from those the program computes with: they may gain fields
//! at the end, and must not change.

use crate::column::EncodedColumn;
use crate::encoder::Encoder;
use crate::options::EncoderOptions;
use hornbook_data::{Input, InputKind, Levels};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct FileEncoder {
    inputs: Vec<FileInput>,
    columns: Vec<EncodedColumn>,
    options: EncoderOptions,
}

#[derive(Serialize, Deserialize)]
struct FileInput {
    name: String,
    kind: FileInputKind,
}

/// Unlike [`InputKind`], which is for JSON, what any format can hold.
#[derive(Serialize, Deserialize)]
enum FileInputKind {
    Number,
    Date,
    Boolean,
    Category(Levels),
    Text,
}

impl From<Encoder> for FileEncoder {
    fn from(encoder: Encoder) -> FileEncoder {
        let input = |input: &Input| FileInput {
            name: input.name.clone(),
            kind: match &input.kind {
                InputKind::Number => FileInputKind::Number,
                InputKind::Date => FileInputKind::Date,
                InputKind::Boolean => FileInputKind::Boolean,
                InputKind::Category { levels } => FileInputKind::Category(levels.clone()),
                // None of these has columns.
                _ => FileInputKind::Text,
            },
        };
        FileEncoder {
            inputs: encoder.inputs().iter().map(input).collect(),
            columns: encoder.encoded_columns().to_vec(),
            options: encoder.options(),
        }
    }
}

impl TryFrom<FileEncoder> for Encoder {
    type Error = String;

    fn try_from(file: FileEncoder) -> Result<Encoder, String> {
        let input = |input: FileInput| Input {
            name: input.name,
            kind: match input.kind {
                FileInputKind::Number => InputKind::Number,
                FileInputKind::Date => InputKind::Date,
                FileInputKind::Boolean => InputKind::Boolean,
                FileInputKind::Category(levels) => InputKind::Category { levels },
                FileInputKind::Text => InputKind::Text,
            },
        };
        let inputs: Vec<Input> = file.inputs.into_iter().map(input).collect();
        let encoder = Encoder::of_columns(&inputs, file.columns, file.options);
        encoder.ok_or_else(|| "the columns of an encoder are not those of its inputs".to_string())
    }
}
