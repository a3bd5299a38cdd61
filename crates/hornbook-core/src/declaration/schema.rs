//! The JSON schema of a parameter.

use super::kind::names;
use super::{ParameterKind, ParameterSpec};
use crate::Value;
use crate::variant::VariantList;
use serde_json::json;

impl ParameterSpec {
    pub(crate) fn json_schema(&self) -> Value {
        self.schema_with(VariantList::json_schema)
    }

    /// The schema where the parameter stands within a declared value.
    pub(crate) fn json_schema_within(&self) -> Value {
        self.schema_with(|_| json!({"type": ["string", "object"]}))
    }

    fn schema_with(&self, of_variant: fn(VariantList) -> Value) -> Value {
        let mut schema = match self.kind {
            ParameterKind::Integer => json!({"type": "integer"}),
            ParameterKind::Float | ParameterKind::FloatOr(_) => json!({"type": "number"}),
            ParameterKind::Boolean => json!({"type": "boolean"}),
            ParameterKind::Text => json!({"type": "string"}),
            ParameterKind::Choice(options) => {
                json!({"type": "string", "enum": names(options)})
            }
            ParameterKind::PerColumn => json!({"anyOf": [
                {"type": "object", "additionalProperties": {"type": "number"}},
                {"type": "array", "items": {"type": "number"}},
            ]}),
            ParameterKind::ColumnSets => json!({
                "type": "array",
                "items": {"type": "array", "items": {"type": ["string", "integer"]}},
            }),
            ParameterKind::CountOrFraction(options) => {
                let mut any = vec![
                    json!({"type": "integer", "minimum": 1}),
                    json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
                ];
                if !options.is_empty() {
                    any.push(json!({"type": "string", "enum": names(options)}));
                }
                json!({"anyOf": any})
            }
            ParameterKind::Numbers => json!({"type": "array", "items": {"type": "number"}}),
            ParameterKind::Learner => learner_schema(),
            ParameterKind::Learners => json!({"type": "array", "items": learner_schema()}),
            ParameterKind::Columns => columns_schema(),
            ParameterKind::ColumnTransformers => json!({"type": "array", "items": {
                "type": "object",
                "properties": {"columns": columns_schema(), "transformer": learner_schema()},
                "required": ["columns", "transformer"],
                "additionalProperties": false,
            }}),
            ParameterKind::Variant(variants) => of_variant(variants),
            ParameterKind::Variants(variants) => json!({"type": "array", "items": of_variant(variants)}),
            ParameterKind::Argument(kind) => kind.json_schema(),
        };
        if let Some(low) = self.range.low {
            schema[if self.range.low_open { "exclusiveMinimum" } else { "minimum" }] = json!(low);
        }
        if let Some(high) = self.range.high {
            schema[if self.range.high_open { "exclusiveMaximum" } else { "maximum" }] = json!(high);
        }
        if let ParameterKind::FloatOr(options) = self.kind {
            schema = json!({"anyOf": [schema, {"type": "string", "enum": names(options)}]});
        }
        if self.optional {
            schema = json!({"anyOf": [schema, {"type": "null"}]});
        }
        schema["description"] = json!(self.doc);
        if !self.required {
            schema["default"] = (self.default)();
        }
        schema
    }
}

/// Columns in JSON: names, and types behind an `@`.
fn columns_schema() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}

/// A learner in JSON: by name, or with its parameters, whose own schema is that of the learner.
fn learner_schema() -> Value {
    json!({"anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"learner": {"type": "string"}, "parameters": {"type": "object"}},
            "required": ["learner"],
            "additionalProperties": false,
        },
    ]})
}
