//! A linear model in words: the table of its weights, and what adds up to one prediction.

use super::{ClassFit, Coefficient, LinearModel, Response, mean_words, posterior_words, robust_words};
use hornbook_core::{Result, Value};
use hornbook_data::Features;
use hornbook_learner::words::{aligned, counted, ranked, significant, value_of};
use hornbook_learner::{Explanation, Model as _, Section};
use serde_json::json;

/// More columns than these are not listed in words.
const MOST_LINES: usize = 60;

pub(super) fn model(model: &LinearModel) -> Explanation {
    let is_named = model.intercepts.len() > 1 || model.response != Response::Numbers;
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    let (mut fits, mut fit_values) = (Vec::new(), Vec::new());
    let statistic = model.facts.statistic();
    for (place, name) in model.output_names().into_iter().enumerate() {
        let coefficients = model.coefficients(place);
        let heading = if is_named { format!("{name}\n") } else { String::new() };
        // Where least squares has errors for some weights, it says of the others that they have none.
        let has_errors = coefficients.iter().any(|one| one.error.is_some())
            || model.fitted().is_some_and(|fitted| fitted.price == 0.0 && fitted.degrees > 0.0);
        let offset = model.info.schema.offset_name();
        let offset = offset.map_or(String::new(), |name| format!("\nand '{name}' as it is, the offset"));
        texts.push(format!("{heading}{}{offset}", table(&coefficients, statistic, has_errors)));
        let mut value = json!({"target": name, "coefficients": to_json(&coefficients, statistic)});
        if let Some(offset) = model.info.schema.offset_name() {
            value["offset"] = json!(offset);
        }
        values.push(value);
        if let Some((text, value)) = fit(model, place) {
            fits.push(format!("{heading}{text}"));
            fit_values.push(value);
        }
    }
    let one =
        |mut values: Vec<Value>| if values.len() == 1 { values.remove(0) } else { Value::Array(values) };
    let mut sections = vec![Section { heading: "weights", text: texts.join("\n\n"), json: one(values) }];
    if let Some(fit) = model.class_fit() {
        let (text, json) = class_fit(fit);
        sections.push(Section { heading: "fit", text, json });
    }
    if let Some(fit) = model.mean_fit() {
        sections.push(mean_words::fit(fit));
    }
    if let Some(posterior) = model.posterior() {
        sections.push(posterior_words::fit(posterior));
    }
    if let Some(fit) = model.score_fit() {
        let (text, json) = super::scores::words(fit);
        sections.push(Section { heading: "fit", text, json });
    }
    if let Some(fit) = model.robust_fit() {
        sections.push(robust_words::fit(fit));
    }
    if !fits.is_empty() {
        sections.push(Section { heading: "fit", text: fits.join("\n\n"), json: one(fit_values) });
    }
    Explanation { sections }
}

/// A fit of one target by least squares, with these weights instead of its own.
pub(crate) fn least_squares_in_words(model: &LinearModel, coefficients: &[Coefficient]) -> Explanation {
    let statistic = model.facts.statistic();
    let has_errors = coefficients.iter().any(|one| one.error.is_some());
    let json = json!({
        "target": model.info.schema.target.name, "coefficients": to_json(coefficients, statistic),
    });
    let text = table(coefficients, statistic, has_errors);
    let mut sections = vec![Section { heading: "weights", text, json }];
    sections.extend(fit(model, 0).map(|(text, json)| Section { heading: "fit", text, json }));
    Explanation { sections }
}

fn table(coefficients: &[Coefficient], statistic: Option<&'static str>, has_errors: bool) -> String {
    let has_inflation = has_errors && coefficients.iter().filter(|one| one.inflation.is_some()).count() > 1;
    let mut head = vec!["column", "weight"];
    if has_errors {
        match statistic {
            Some(letter) => head.extend(["std. error", letter, "p", "95 % interval"]),
            None => head.extend(["deviation", "95 % interval"]),
        }
    }
    if has_inflation {
        head.push("inflation");
    }
    let mut rows = vec![head.into_iter().map(str::to_string).collect::<Vec<String>>()];
    let said = |x: Option<f64>| x.map_or("undetermined".to_string(), significant);
    for one in coefficients.iter().take(MOST_LINES) {
        let mut row = vec![one.name.clone(), significant(one.estimate)];
        if has_errors {
            let interval =
                one.interval.map(|(low, high)| format!("{} to {}", significant(low), significant(high)));
            row.push(said(one.error));
            if statistic.is_some() {
                row.push(one.statistic.map_or(String::new(), significant));
                row.push(one.p_value.map_or(String::new(), p_value));
            }
            row.push(interval.unwrap_or_default());
        }
        if has_inflation {
            row.push(one.inflation.map_or(String::new(), significant));
        }
        rows.push(row);
    }
    let mut text = aligned(&rows);
    if coefficients.len() > MOST_LINES {
        text += &format!("\nand {} more", coefficients.len() - MOST_LINES);
    }
    text
}

/// A p-value; far tails are not worth their digits.
pub(super) fn p_value(p: f64) -> String {
    if p < 1e-16 { "< 1e-16".to_string() } else { significant(p) }
}

fn to_json(coefficients: &[Coefficient], statistic: Option<&str>) -> Value {
    let one = |c: &Coefficient| {
        let mut json = json!({
            "column": c.name, "weight": c.estimate, "standard_error": c.error, "low": c.interval.map(|i| i.0),
            "high": c.interval.map(|i| i.1), "variance_inflation": c.inflation,
        });
        if let Some(letter) = statistic {
            json[letter] = json!(c.statistic);
            json["p_value"] = json!(c.p_value);
        }
        json
    };
    coefficients.iter().map(one).collect()
}

fn fit(model: &LinearModel, place: usize) -> Option<(String, Value)> {
    let fitted = model.fitted()?;
    let r_squared = fitted.targets[place].r_squared();
    let mut lines = Vec::new();
    match fitted.residual_error(place) {
        Some(error) => lines.push(format!(
            "residual standard error {} on {} degrees of freedom",
            significant(error),
            significant(fitted.degrees)
        )),
        None => lines.push("no degree of freedom is left: the weights follow every row".to_string()),
    }
    let adjusted = fitted.adjusted_r_squared(place);
    lines.push(match adjusted {
        Some(adjusted) => format!("R² {}, adjusted {}", significant(r_squared), significant(adjusted)),
        None => format!("R² {}", significant(r_squared)),
    });
    let test = fitted.test(place);
    if let Some(test) = test {
        lines.push(format!(
            "F {} on {} and {} degrees of freedom, p {}",
            significant(test.statistic),
            significant(test.degrees),
            significant(fitted.degrees),
            p_value(test.p_value)
        ));
    }
    if fitted.price > 0.0 {
        lines.push(format!("the weights are worth {} free ones", significant(fitted.used)));
    }
    if fitted.condition > 30.0 {
        lines.push(format!(
            "condition {}: columns depend on each other, so that single weights say little",
            significant(fitted.condition)
        ));
    }
    let json = json!({
        "r_squared": r_squared, "adjusted_r_squared": adjusted, "residual_error": fitted.residual_error(place),
        "degrees": fitted.degrees, "used_degrees": fitted.used, "f": test.map(|t| t.statistic),
        "f_p_value": test.map(|t| t.p_value), "condition": fitted.condition,
    });
    Some((lines.join("\n"), json))
}

fn class_fit(fit: &ClassFit) -> (String, Value) {
    let degrees = |degrees: Option<f64>| {
        degrees.map_or(String::new(), |d| format!(" on {} degrees of freedom", significant(d)))
    };
    let null_degrees = fit.used.map(|_| fit.weight - f64::from(u8::from(fit.intercept)));
    let mut lines = vec![
        format!("null deviance {}{}", significant(fit.null_deviance), degrees(null_degrees)),
        format!("residual deviance {}{}", significant(fit.deviance), degrees(fit.degrees())),
    ];
    if let Some(aic) = fit.aic() {
        lines.push(format!("Akaike's criterion {}", significant(aic)));
    }
    lines.push(counted(fit.steps, "step", "steps"));
    if fit.is_separated {
        lines.push(
            "the columns separate the classes: no weights are best, and larger ones are better".to_string(),
        );
    }
    let json = json!({
        "null_deviance": fit.null_deviance, "deviance": fit.deviance, "degrees": fit.degrees(), "aic": fit.aic(),
        "steps": fit.steps, "separated": fit.is_separated,
    });
    (lines.join("\n"), json)
}

/// What adds up to one prediction: from that of a row of means, each input moves it by its weight times its distance.
pub(super) fn row(model: &LinearModel, rows: &Features<'_>, row: usize) -> Result<Explanation> {
    let single = rows.single(row);
    let Some(contributions) = model.contributions(&single, None)? else {
        return Ok(Explanation { sections: Vec::new() });
    };
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    for (place, name) in model.output_names().into_iter().enumerate() {
        let start = contributions.base()[place];
        let moves: Vec<f64> = (0..single.width()).map(|input| contributions.value(0, input, place)).collect();
        let sizes: Vec<f64> = moves.iter().map(|x| x.abs()).collect();
        let (lines, json) = ranked(&model.info.schema.inputs, &sizes, |input| {
            let value = value_of(&model.info.schema.inputs[input], &single.column(input), 0);
            let sign = if moves[input] < 0.0 { "" } else { "+" };
            (
                format!("{sign}{} (is {value})", significant(moves[input])),
                json!({"value": value, "moves": moves[input]}),
            )
        });
        let end = start + moves.iter().sum::<f64>();
        texts.push(format!(
            "{name} starts at {}, that of a row of means\n{lines}\nand ends at {}",
            significant(start),
            significant(end)
        ));
        values.push(json!({"target": name, "starts": start, "columns": json, "ends": end}));
    }
    let json = if values.len() == 1 { values.remove(0) } else { Value::Array(values) };
    let mut sections = vec![Section { heading: "what moved the prediction", text: texts.join("\n"), json }];
    match model.response {
        Response::Numbers => {}
        Response::Mean { link } => sections.push(mean_words::mean(link, model, &single)?),
        Response::Logistic { .. } | Response::Linked { .. } | Response::Softmax { .. } => {
            sections.push(probabilities(model, &single)?);
        }
        Response::Sign { .. } | Response::Scores { .. } | Response::Pairs { .. } => {
            sections.push(super::verdict::section(model, &single)?);
        }
    }
    Ok(Explanation { sections })
}

/// The probability of each class for a single row.
fn probabilities(model: &LinearModel, single: &Features<'_>) -> Result<Section> {
    let found = model.raw_probabilities(single)?;
    let classes = model.info.schema.target.classes.iter().zip(found.row(0));
    let rows: Vec<Vec<String>> =
        classes.clone().map(|(class, p)| vec![class.to_string(), significant(*p)]).collect();
    let json: serde_json::Map<String, Value> =
        classes.map(|(class, p)| (class.to_string(), json!(p))).collect();
    Ok(Section { heading: "probabilities", text: aligned(&rows), json: Value::Object(json) })
}
