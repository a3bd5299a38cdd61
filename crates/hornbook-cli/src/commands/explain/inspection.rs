//! Interpretation on data: SHAP values, partial dependence, ALE, interactions, diagnostics.

use super::{asked_for, drawing, single_row, tree};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, rows_of_cells, warn};
use crate::progress;
use clap::ArgMatches;
use comfy_table::CellAlignment;
use hornbook::data::TargetSchema;
use hornbook::evaluation::inspection::{FeatureGrid, accumulated_effects, interactions, partial_dependence};
use hornbook::format::counted;
use hornbook::linear::diagnostics;
use hornbook::{Dataset, Error, Model, Run, Seed, ShapValues, Table, Task, ToJson, Value};
use serde_json::json;

pub fn run(model: &dyn Model, table: &Table, matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let svg = matches.get_one::<String>("svg");
    let curve = asked_for(matches, "partial-dependence") || asked_for(matches, "ale");
    if svg.is_some() && !curve {
        return Err(Failure::Usage(
            "--svg draws a tree, or the curves of --partial-dependence and --ale; ask for one of them"
                .to_string(),
        ));
    }
    let data = match matches.get_one::<String>("weight") {
        Some(weight) => table.dataset().weight(weight)?,
        None => table.dataset(),
    };
    let count =
        |name: &str| matches.get_one::<u64>(name).map_or(2, |&n| usize::try_from(n).unwrap_or(usize::MAX));
    let run = progress::run(matches, output)?;
    if let Some(columns) = matches.get_one::<String>("partial-dependence") {
        // A column may have a comma in its name.
        let is_one = model.info().schema.inputs.iter().any(|input| input.name == *columns);
        let names: Vec<&str> =
            if is_one { vec![columns] } else { columns.split(',').map(str::trim).collect() };
        let along: Vec<FeatureGrid> =
            names.iter().map(|name| FeatureGrid::quantiles(name, count("grid"))).collect();
        let found = partial_dependence(model, &data, &along, matches.get_flag("individual"), &run)?;
        drop(run);
        if let Some(path) = svg {
            drawing::write(path, &found.to_svg(), "the drawing")?;
        }
        let heading =
            format!("partial dependence (mean prediction) over {}", counted(data.rows().len() as u64, "row"));
        return if output.is_json() {
            output.json(&found.to_json())
        } else {
            output.text(format!("{heading}\n\n{found}"))
        };
    }
    if let Some(column) = matches.get_one::<String>("ale") {
        let found = accumulated_effects(model, &data, column, count("grid"), &run)?;
        drop(run);
        if let Some(path) = svg {
            drawing::write(path, &found.to_svg(), "the drawing")?;
        }
        let heading = format!("accumulated local effects over {}", counted(data.rows().len() as u64, "row"));
        return if output.is_json() {
            output.json(&found.to_json())
        } else {
            output.text(format!("{heading}\n\n{found}"))
        };
    }
    if matches.get_flag("interactions") {
        let seed = Seed(matches.get_one::<u64>("seed").copied().unwrap_or_default());
        let found = interactions(model, &data, &[], count("sample"), seed, &run)?;
        drop(run);
        return output.report(&found);
    }
    if let Some(costs) = matches.get_one::<String>("costs") {
        return tree::expected_cost(model, &data, costs, output);
    }
    if matches.get_flag("diagnostics") {
        return diagnose(model, data, output);
    }
    shap_values(model, table, &data, matches, run, output)
}

/// Regression diagnostics: residuals, leverage, influential rows.
fn diagnose(model: &dyn Model, data: Dataset, output: &Output) -> Result<(), Failure> {
    let target = &model.info().schema.target;
    let mut data = data.target(&target.name)?;
    if target.task == Task::Classification {
        data = data.classify()?;
    }
    let found = diagnostics(model, &data)?;
    if output.is_json() {
        return output.json(&found.to_json());
    }
    let heading = format!("{} on {}", model.info().learner, counted(data.rows().len() as u64, "row"));
    output.text(format!("{heading}\n\n{found}"))
}

/// The SHAP values of one row, or their mean absolute values over all rows.
fn shap_values(
    model: &dyn Model,
    table: &Table,
    data: &Dataset,
    matches: &ArgMatches,
    run: Run,
    output: &Output,
) -> Result<(), Failure> {
    let row = matches.get_one::<u64>("row").copied();
    let table = match row {
        Some(row) => single_row(table, row)?,
        None => table.clone(),
    };
    let weights = if row.is_some() { vec![1.0] } else { data.row_weights() };
    if weights.iter().sum::<f64>() <= 0.0 {
        return Err(Error::data(
            "there are no rows to explain the model on",
            "give rows with a sample weight above 0",
        )
        .into());
    }
    let (features, warnings) = model.info().schema.features(&table)?;
    warnings.iter().for_each(|sentence| warn(sentence));
    let background = match matches.get_one::<String>("background") {
        Some(path) => {
            let (rows, warnings) =
                model.info().schema.features(&input::read(path, &input::read_options(matches)?)?)?;
            warnings.iter().for_each(|sentence| warn(sentence));
            Some(rows)
        }
        None => None,
    };
    let found = model.shap_values_with(&features, background.as_ref(), &run)?.ok_or_else(|| {
        let problem = format!("a model of '{}' has no exact SHAP values", model.info().learner_in_words());
        Error::mismatch(problem, "ask for --interactions or --partial-dependence, or train trees")
    })?;
    // The bar is gone before anything is said.
    drop(run);
    let values = if row.is_some() { found.values().to_vec() } else { found.mean_absolute(&weights) };
    let outputs = output_names(model, &found);
    let inputs = &model.info().schema.inputs;
    if output.is_json() {
        let columns =
            inputs.iter().zip(values.chunks(outputs.len())).map(|(input, x)| (input.name.clone(), json!(x)));
        let columns: serde_json::Map<String, Value> = columns.collect();
        let key = if row.is_some() { "shap_values" } else { "mean_abs_shap" };
        return output
            .json(&json!({"row": row, "outputs": outputs, "base_value": found.base(), key: columns}));
    }
    let heading = match row {
        Some(row) => format!("SHAP values of row {row}"),
        None => format!("mean absolute SHAP value over {}", counted(weights.len() as u64, "row")),
    };
    output.text(format!("{heading}\n\n{}", table_of(&found, &values, &outputs, model, row.is_some())))
}

/// The outputs that are explained: those of the classes, or one.
fn output_names(model: &dyn Model, found: &ShapValues) -> Vec<String> {
    let schema = &model.info().schema;
    let classes = &schema.target.classes;
    if !schema.additional_targets.is_empty() {
        let names = |target: &TargetSchema| match target.classes.is_empty() {
            true => vec![target.name.clone()],
            false => target.classes.iter().map(|class| format!("{}={class}", target.name)).collect(),
        };
        return schema.targets().flat_map(names).collect();
    }
    match found.outputs() == classes.len() {
        true => classes.to_vec(),
        false => (0..found.outputs()).map(|_| "score".to_string()).collect(),
    }
}

/// A line a column, the largest first, and for a single row with base value and prediction. Few enough scores stand side by
/// side; of more, the first that fit.
fn table_of(
    found: &ShapValues,
    values: &[f64],
    outputs: &[String],
    model: &dyn Model,
    adds_up: bool,
) -> String {
    const MOST: usize = 6;
    let of = |column: usize| &values[column * outputs.len()..(column + 1) * outputs.len()];
    let size = |column: usize| of(column).iter().map(|x| x.abs()).sum::<f64>();
    let mut order: Vec<usize> = (0..found.columns()).collect();
    order.sort_by(|&a, &b| size(b).total_cmp(&size(a)).then(a.cmp(&b)));
    let cells = |name: &str, numbers: &[f64]| -> [String; MOST + 1] {
        std::array::from_fn(|at| match at {
            0 => name.to_string(),
            _ => numbers
                .get(at - 1)
                .map(|x| if adds_up { format!("{x:+.4}") } else { format!("{x:.4}") })
                .unwrap_or_default(),
        })
    };
    let heading: [String; MOST + 1] = std::array::from_fn(|at| {
        if at == 0 { "feature".to_string() } else { outputs.get(at - 1).cloned().unwrap_or_default() }
    });
    let mut lines = vec![heading];
    if adds_up {
        lines.push(cells("base value", found.base()));
    }
    let inputs = &model.info().schema.inputs;
    lines.extend(order.iter().map(|&column| cells(&inputs[column].name, of(column))));
    if adds_up {
        let total =
            |output: usize| found.base()[output] + (0..found.columns()).map(|c| of(c)[output]).sum::<f64>();
        lines.push(cells("prediction", &(0..outputs.len()).map(total).collect::<Vec<_>>()));
    }
    let right: Vec<(usize, CellAlignment)> = (1..=MOST).map(|at| (at, CellAlignment::Right)).collect();
    let mut text = rows_of_cells(lines, &right);
    if let Some(more) = outputs.len().checked_sub(MOST).filter(|more| *more > 0) {
        text.push_str(&format!("\nand {more} more scores, which --json has"));
    }
    text
}
