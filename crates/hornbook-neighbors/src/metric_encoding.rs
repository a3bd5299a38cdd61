//! How categories become numbers among which distances are taken.

use hornbook_data::InputKind;
use hornbook_encoding::{
    CategoricalEncoding, EncodedColumn, Encoder, EncoderOptions, MissingValues, Scaling, UnknownLevels,
};

/// How categories become numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetricEncoding {
    /// A column for each level, which is 1 in rows of that level and else 0. Two levels are $\sqrt 2$ apart for Euclid's
    /// distance, 2 for Manhattan's and 1 for Chebyshev's; a missing level, or one that training never saw, is 0 in all columns,
    /// and half as far (by squares or sizes) from each level.
    Levels,
    /// Their codes, for metrics that only ask whether two are the same; to be missing is a level of its own.
    Codes,
    /// Their codes, for metrics that leave out what is missing.
    KnownCodes,
}

/// A missing boolean, where booleans are 0 and 1 in one column: halfway between false and true.
const HALFWAY: f64 = 0.5;

impl MetricEncoding {
    /// How inputs become numbers, in these units.
    pub fn options(self, scaling: Scaling) -> EncoderOptions {
        let (categories, unknown) = match self {
            MetricEncoding::Levels => (CategoricalEncoding::OneHot, UnknownLevels::Zeros),
            MetricEncoding::Codes => (CategoricalEncoding::Native, UnknownLevels::Code(-1.0)),
            MetricEncoding::KnownCodes => (CategoricalEncoding::Native, UnknownLevels::Missing),
        };
        EncoderOptions { scaling, categories, unknown, missing: MissingValues::Keep }
    }

    /// That of an encoder.
    pub fn of(encoder: &Encoder) -> MetricEncoding {
        match encoder.options() {
            EncoderOptions { categories: CategoricalEncoding::OneHot, .. } => MetricEncoding::Levels,
            EncoderOptions { unknown: UnknownLevels::Missing, .. } => MetricEncoding::KnownCodes,
            _ => MetricEncoding::Codes,
        }
    }

    /// The encoder with missing booleans as the metric wants them.
    pub fn adjusted(self, encoder: Encoder) -> Encoder {
        if self != MetricEncoding::Levels {
            return encoder;
        }
        let is_boolean = |column: &EncodedColumn| encoder.inputs()[column.input].kind == InputKind::Boolean;
        let unknown = |column: &EncodedColumn| if is_boolean(column) { HALFWAY } else { column.missing };
        let unknown: Vec<f64> = encoder.encoded_columns().iter().map(unknown).collect();
        encoder.with_unknown_levels(&unknown)
    }
}
