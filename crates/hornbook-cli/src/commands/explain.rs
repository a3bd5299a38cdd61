//! `hornbook explain`: what a model learned, or why a row gets its prediction.

use crate::arguments::{option, required};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, counted, title, warn};
use clap::{ArgMatches, Command, value_parser};
use hornbook::{Error, Model, Registry, Value, model_file};
use serde_json::json;

pub fn command() -> Command {
    Command::new("explain")
        .about("Say what a model learned, or why a row gets its prediction")
        .arg(required("MODEL", "The model file"))
        .arg(
            option("row", "NUMBER", "The row of the data to explain; the first is 1")
                .value_parser(value_parser!(u64).range(1..))
                .requires("data"),
        )
        .arg(option("data", "FILE", "The file with the row, or - for standard input").requires("row"))
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("MODEL").map(String::as_str).unwrap_or_default();
    let model = model_file::load(path, registry)?;
    match (matches.get_one::<u64>("row"), matches.get_one::<String>("data")) {
        (Some(&row), Some(data)) => explain_row(&*model, row, data, matches, output),
        _ => explain_model(&*model, output),
    }
}

fn explain_model(model: &dyn Model, output: &Output) -> Result<(), Failure> {
    let info = model.info();
    let explanation = model.explain();
    if !output.is_json() {
        let heading = format!("{}, from {}", title(info), counted(info.summary.rows, "row"));
        return output.text(format!("{heading}\n\n{explanation}"));
    }
    let importances = model.importances().map(|shares| {
        info.schema
            .inputs
            .iter()
            .zip(shares)
            .map(|(input, share)| (input.name.clone(), json!(share)))
            .collect::<serde_json::Map<_, _>>()
    });
    output.json(&json!({
        "info": serde_json::to_value(info).unwrap_or(Value::Null),
        "importances": importances,
        "explanation": explanation.to_json(),
    }))
}

fn explain_row(
    model: &dyn Model,
    row: u64,
    data: &str,
    matches: &ArgMatches,
    output: &Output,
) -> Result<(), Failure> {
    let table = input::read(data, &input::read_options(matches)?)?;
    let rows = table.rows();
    let index = usize::try_from(row - 1).ok().filter(|&index| index < rows).ok_or_else(|| {
        Error::data(format!("there is no row {row}: the file has {rows}"), "name a row from 1 on")
    })?;
    // Only the row itself: what else the file holds must not matter, nor be warned of.
    let table = table.take(&[index as u32]);
    let (features, warnings) = model.info().schema.features(&table)?;
    warnings.iter().for_each(|sentence| warn(sentence));
    let prediction = model.predict_features(&features)?.label(0);
    let explanation = model.explain_row(&features, 0)?;
    let target = &model.info().schema.target.name;
    if output.is_json() {
        let explanation = explanation.to_json();
        return output.json(
            &json!({"row": row, "target": target, "prediction": prediction, "explanation": explanation}),
        );
    }
    output.text(format!("row {row}: {target} = {prediction}\n\n{explanation}"))
}
