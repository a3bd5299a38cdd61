//! `hornbook explain`: global and local explanations of a model.

mod drawing;
mod inspection;
mod tree;

use crate::arguments::{option, required, switch};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, warn};
use clap::{ArgGroup, ArgMatches, Command, value_parser};
use hornbook::format::counted;
use hornbook::{
    AttributeSpec, CellText, Error, Model, OutputRequest, Registry, Table, attribute, attributes_of,
    model_file,
};
use serde_json::json;

/// Interpretations that need data.
const INSPECTIONS: [&str; 6] = ["shap", "partial-dependence", "ale", "interactions", "costs", "diagnostics"];

pub fn command() -> Command {
    Command::new("explain")
        .about("Explain a model: coefficients, trees, feature importances, SHAP values, partial dependence, ALE, interactions")
        .defer(flags)
}

fn flags(command: Command) -> Command {
    command
        .after_help(
            "Examples:\n  \
             hornbook explain tree.hornbook --svg tree.svg\n  \
             hornbook explain model.hornbook --data data/iris.csv --row 3 --shap\n  \
             hornbook explain model.hornbook --data data/iris.csv --partial-dependence petal_length --svg curve.svg\n  \
             hornbook explain tree.hornbook --data data/play_tennis.csv --costs Outlook=2,Wind=5\n  \
             hornbook explain line.hornbook --data data/mtcars.csv --diagnostics\n  \
             hornbook explain tree.hornbook --inductive-bias\n  \
             hornbook explain line.hornbook --attributes",
        )
        .arg(required("MODEL", "The model file"))
        .arg(
            option("row", "NUMBER", "Local explanation of this row of the data; the first is 1")
                .value_parser(value_parser!(u64).range(1..))
                .conflicts_with_all(["partial-dependence", "ale", "interactions", "costs", "diagnostics"]),
        )
        .arg(option("data", "FILE", "The file with the rows, or - for standard input"))
        .args(
            [
                switch(
                    "shap",
                    "SHAP values of --row, or the mean absolute SHAP value per feature (feature importance) over all rows",
                )
                .alias("contributions"),
                option("background", "FILE", "Background dataset: interventional instead of path-dependent SHAP values")
                    .requires("shap"),
                option("partial-dependence", "COLUMNS", "Partial dependence (PDP) on one or two features (comma between)"),
                option("ale", "COLUMN", "Accumulated local effects (ALE) of a feature: like partial dependence, but valid with correlated features"),
                switch("interactions", "Feature interactions by Friedman's H-statistic"),
                option("costs", "COLUMN=NUMBER,…", "Expected feature acquisition cost of a single tree's decisions; features not named cost 1"),
                switch("diagnostics", "Regression diagnostics of a linear model: residuals, leverage, Cook's distance; --data is the training data, with the target"),
                option("grid", "COUNT", "Grid size: values of a numeric feature, or intervals for --ale")
                    .value_parser(value_parser!(u64).range(2..=10_000))
                    .default_value("10"),
                option("sample", "COUNT", "Sample size for --interactions, whose cost is quadratic in it")
                    .value_parser(value_parser!(u64).range(2..))
                    .default_value("100"),
                switch("individual", "Also individual conditional expectation (ICE) curves with --partial-dependence: in the JSON and the plot"),
                option("weight", "COLUMN", "Sample weight column of the data"),
            ]
            .map(|arg| arg.help_heading("Interpretation on data")),
        )
        .group(ArgGroup::new("reading").args(INSPECTIONS))
        .arg(
            switch("inductive-bias", "Inductive bias of a single tree: its size and depth, and which features it splits on where")
                .alias("bias")
                .conflicts_with_all(["reading", "row", "data", "svg", "dot"]),
        )
        .arg(
            switch("attributes", "Attributes of the model by name, such as coefficients, class priors or the out-of-bag score")
                .conflicts_with_all(["reading", "row", "data", "svg", "dot", "inductive-bias"]),
        )
        .args(drawing::flags().map(|arg| arg.help_heading("Drawing")))
        .args(input::work_flags())
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, registry: &Registry, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("MODEL").map(String::as_str).unwrap_or_default();
    let model = model_file::load(path, registry)?;
    let reads = matches.contains_id("reading") && INSPECTIONS.iter().any(|name| asked_for(matches, name));
    let row = matches.get_one::<u64>("row");
    if matches.get_flag("inductive-bias") {
        return tree::bias(&*model, output);
    }
    if matches.get_flag("attributes") {
        return attributes(&*model, output);
    }
    let Some(data) = matches.get_one::<String>("data") else {
        if reads || row.is_some() {
            return Err(Failure::Usage("there is no data; give it with --data".to_string()));
        }
        return match drawing::tree(&*model, matches, output)? {
            true => Ok(()),
            false => explain_model(&*model, output),
        };
    };
    if !reads && row.is_none() {
        return Err(Failure::Usage(
            "--data alone is not enough; add --row, --shap, --partial-dependence, --ale, --interactions, --costs or --diagnostics"
                .to_string(),
        ));
    }
    let table = input::read(data, &input::read_options(matches)?)?;
    match (reads, row) {
        (false, Some(&row)) => {
            drawing::tree(&*model, matches, output)?;
            explain_row(&*model, row, &table, output)
        }
        _ => inspection::run(&*model, &table, matches, output),
    }
}

/// Whether a flag was given, with or without a value.
fn asked_for(matches: &ArgMatches, name: &str) -> bool {
    matches.value_source(name) == Some(clap::parser::ValueSource::CommandLine)
}

fn explain_model(model: &dyn Model, output: &Output) -> Result<(), Failure> {
    let info = model.info();
    let explanation = model.explain();
    if !output.is_json() {
        let heading = format!("{}, from {}", info.title(), counted(info.summary.rows, "row"));
        return output.text(format!("{heading}\n\n{explanation}"));
    }
    let importances = model.inspect().importances().map(|shares| {
        info.schema
            .inputs
            .iter()
            .zip(shares)
            .map(|(input, share)| (input.name.clone(), json!(share)))
            .collect::<serde_json::Map<_, _>>()
    });
    output.json(&json!({
        "info": serde_json::to_value(info).map_err(Error::internal)?,
        "importances": importances,
        "explanation": explanation.to_json(),
    }))
}

/// What can be read off the model by name; what it does not have says why.
fn attributes(model: &dyn Model, output: &Output) -> Result<(), Failure> {
    let known = attributes_of(model)?;
    if output.is_json() {
        let values: serde_json::Map<_, _> = known
            .iter()
            .map(|spec| {
                let value =
                    attribute(model, spec.name).map_or(serde_json::Value::Null, |value| value.to_json());
                (spec.name.to_string(), value)
            })
            .collect();
        return output.json(&json!({"attributes": values}));
    }
    if known.is_empty() {
        return output.text(format!(
            "{}: no attributes; see `hornbook explain` without --attributes",
            model.info().title()
        ));
    }
    let entry = |spec: &&AttributeSpec| {
        let value =
            attribute(model, spec.name).map_or_else(|error| error.to_string(), |value| value.to_string());
        format!("{}: {value}\n    {}", spec.name, spec.doc)
    };
    let entries: Vec<String> = known.iter().map(entry).collect();
    output.text(format!("{}\n\n{}", model.info().title(), entries.join("\n")))
}

/// One row of a table by itself: what else the file holds must not matter, nor be warned of.
fn single_row(table: &Table, row: u64) -> Result<Table, Failure> {
    let rows = table.rows();
    let index = usize::try_from(row - 1).ok().filter(|&index| index < rows).ok_or_else(|| {
        Error::data(format!("there is no row {row}: the file has {rows}"), "name a row from 1 on")
    })?;
    Ok(table.take(&[index as u32]))
}

fn explain_row(model: &dyn Model, row: u64, table: &Table, output: &Output) -> Result<(), Failure> {
    let table = single_row(table, row)?;
    let (features, warnings) = model.info().schema.features(&table)?;
    warnings.iter().for_each(|sentence| warn(sentence));
    let outputs = model.outputs_of_targets(&features, OutputRequest::PREDICTIONS)?;
    let predictions: Vec<(&str, CellText)> = std::iter::zip(model.info().schema.targets(), &outputs)
        .map(|(target, outputs)| (target.name.as_str(), outputs.predictions.cell_text(0)))
        .collect();
    let explanation = model.explain_row(&features, 0)?;
    if output.is_json() {
        let explanation = explanation.to_json();
        let (target, prediction) = match &predictions[..] {
            [(target, prediction)] => (json!(target), json!(prediction)),
            several => (
                several.iter().map(|(target, _)| *target).collect(),
                several.iter().map(|(_, prediction)| json!(prediction)).collect(),
            ),
        };
        return output.json(
            &json!({"row": row, "target": target, "prediction": prediction, "explanation": explanation}),
        );
    }
    let said: Vec<String> =
        predictions.iter().map(|(target, prediction)| format!("{target} = {prediction}")).collect();
    output.text(format!("row {row}: {}\n\n{explanation}", said.join(", ")))
}
