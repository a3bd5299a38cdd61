//! Basis functions of the columns as a transformer.

use super::FittedBasis;
use super::fitted::KnownParts;
use hornbook_core::format::counted;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Input};
use hornbook_learner::{
    ColumnOrigins, FittedTransformer, Section, TransformedRows, Transformer, TransformerModel,
};
use serde_json::json;

/// Fitted basis functions.
pub type BasisModel = TransformerModel<FittedBasis>;

impl Transformer for FittedBasis {
    fn outputs(&self) -> Vec<Input> {
        self.inputs()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.apply(rows)?.into())
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::several(self.makers())
    }
}

impl FittedTransformer for FittedBasis {
    type Serialized = KnownParts;

    fn section(&self) -> Section {
        let names = self.names();
        let functions = counted(names.len() as u64, "function");
        let text = format!("{functions} of {}", counted(self.width() as u64, "column"));
        Section { heading: "basis", text, json: json!({"functions": names}) }
    }

    fn serialized(&self) -> Result<KnownParts> {
        self.known_parts().cloned().ok_or_else(|| {
            Error::model_file(
                "the basis has functions of your own, which a file cannot hold",
                "keep the columns that they make instead",
            )
        })
    }

    fn from_serialized(inputs: &[Input], parts: KnownParts) -> Option<FittedBasis> {
        FittedBasis::of_parts(inputs, parts)
    }
}
