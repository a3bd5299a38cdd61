//! Reason codes: the features with the largest SHAP values.

use hornbook::data::{Column, Features};
use hornbook::format::shortened;
use hornbook::{Error, Model, Predictions, Result, Run, Table, Task};

/// Longer values are cut: a text is not a reason.
const SHOWN: usize = 40;

/// For each row the features with the largest SHAP values, with their values.
pub fn column(
    model: &dyn Model,
    table: &Table,
    features: &Features<'_>,
    predicted: &Predictions,
    most: usize,
    run: &Run,
) -> Result<Column> {
    let info = model.info();
    let found = model.shap_values_with(features, None, run)?.ok_or_else(|| {
        Error::mismatch(
            format!("a model of '{}' has no exact SHAP values", info.learner_in_words()),
            "leave out --reasons and ask `hornbook explain MODEL --data FILE --row NUMBER` about a row, or train trees or a linear model",
        )
    })?;
    if !info.schema.additional_targets.is_empty() {
        return Err(Error::mismatch(
            "the model predicts several targets, which have reasons of their own",
            "leave out --reasons, or train a model for each target",
        ));
    }
    let cells: Vec<&Column> =
        info.schema.inputs.iter().map(|input| table.column(&input.name)).collect::<Result<_>>()?;
    let is_one_score = info.schema.target.task == Task::Classification && found.outputs() == 1;
    let texts = (0..features.rows()).map(|row| {
        // The score of the predicted class; where two classes share a score, it speaks for the second.
        let (output, sign) = match predicted {
            Predictions::Classes(codes, _) if is_one_score => (0, if codes[row] == 0 { -1.0 } else { 1.0 }),
            Predictions::Classes(codes, _) => ((codes[row] as usize).min(found.outputs() - 1), 1.0),
            Predictions::Numbers(_) => (0, 1.0),
        };
        let moved = |&column: &usize| sign * found.value(row, column, output);
        let mut order: Vec<usize> = (0..found.columns()).filter(|column| moved(column) != 0.0).collect();
        order.sort_by(|a, b| moved(b).abs().total_cmp(&moved(a).abs()).then(a.cmp(b)));
        let reasons = order.iter().take(most).map(|column| {
            let value =
                cells[*column].label(row).map_or("missing".to_string(), |value| shortened(&value, SHOWN));
            format!("{} {value} ({:+.2})", info.schema.inputs[*column].name, moved(column))
        });
        Some(reasons.collect::<Vec<_>>().join(", "))
    });
    Ok(Column::Text(texts.collect::<Vec<_>>().into()))
}
