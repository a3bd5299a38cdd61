mod fitting;
mod parity;
mod properties;

use crate::{
    CategoricalEncoding, Encoder, EncoderOptions, Imputation, MissingValues, Scaling, UnknownLevels,
};
use hornbook_core::{Result, Run};
use hornbook_data::{Booleans, Column, Dataset, Table};
use hornbook_learner::RowSource;

/// A table of a number, a boolean, a category and a date, with gaps if asked for.
fn mixed(gaps: bool) -> Table {
    let gap = |x: f64| if gaps { f64::NAN } else { x };
    let blue = if gaps { None } else { Some("blue") };
    Table::builder()
        .number("size", vec![1.0, 3.0, gap(0.0), 8.0])
        .column("new", Column::Boolean(Booleans(vec![0, 1, 1, if gaps { 2 } else { 0 }].into())))
        .category("color", &[Some("red"), blue, Some("green"), Some("red")])
        .column("day", Column::Date(vec![0, 86_400_000, 172_800_000, 259_200_000].into()))
        .build()
        .unwrap()
}

fn fit(options: EncoderOptions, data: &Dataset) -> Result<Encoder> {
    Encoder::fit(options, RowSource::Memory(data), &Run::default())
}

fn encoded(options: EncoderOptions, data: &Dataset) -> Vec<f64> {
    fit(options, data).unwrap().matrix(&data.features_in_place()).unwrap().into_values()
}

fn kept() -> EncoderOptions {
    EncoderOptions { missing: MissingValues::Keep, ..EncoderOptions::default() }
}
