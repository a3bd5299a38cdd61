//! A linear model in words: its table of coefficients, and the feature contributions of one prediction.

use super::{
    Coefficient, LikelihoodFit, LinearModel, ResponseType, glm_format, posterior_format, robust_format,
};
use hornbook_core::format::{counted, p_value, significant, table};
use hornbook_core::{Result, Run, Value};
use hornbook_data::Features;
use hornbook_learner::format::ranked;
use hornbook_learner::{ExplainedRow, Explanation, Predictor, Section};
use serde_json::json;

/// At most this many coefficients are listed in words.
const MOST_LINES: usize = 60;

pub(super) fn model(model: &LinearModel) -> Explanation {
    let is_named = model.intercepts.len() > 1 || model.response != ResponseType::Numbers;
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    let (mut fits, mut fit_values) = (Vec::new(), Vec::new());
    let statistic = model.fit_statistics.statistic();
    for (place, name) in model.output_names().into_iter().enumerate() {
        let coefficients = model.coefficients(place);
        let heading = if is_named { format!("{name}\n") } else { String::new() };
        // Where least squares has errors for some coefficients, it says that the others are not estimable.
        let has_errors = coefficients.iter().any(|one| one.error.is_some())
            || model.fitted().is_some_and(|fitted| fitted.l2_penalty == 0.0 && fitted.degrees > 0.0);
        let offset = model.info.schema.offset_name();
        let offset = offset.map_or(String::new(), |name| format!("\nplus the offset '{name}'"));
        texts.push(format!("{heading}{}{offset}", coefficient_table(&coefficients, statistic, has_errors)));
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
    let mut sections = vec![Section { heading: "coefficients", text: texts.join("\n\n"), json: one(values) }];
    if let Some(fit) = model.likelihood_fit() {
        let (text, json) = likelihood_fit(fit);
        sections.push(Section { heading: "fit", text, json });
    }
    if let Some(fit) = model.glm_fit() {
        sections.push(glm_format::fit(fit));
    }
    if let Some(posterior) = model.posterior() {
        sections.push(posterior_format::fit(posterior));
    }
    if let Some(fit) = model.margin_fit() {
        let (text, json) = super::margin_fit::words(fit);
        sections.push(Section { heading: "fit", text, json });
    }
    if let Some(fit) = model.robust_fit() {
        sections.push(robust_format::fit(fit));
    }
    if !fits.is_empty() {
        sections.push(Section { heading: "fit", text: fits.join("\n\n"), json: one(fit_values) });
    }
    Explanation { sections }
}

/// A fit of one target by least squares, with these coefficients instead of its own.
pub(crate) fn least_squares_in_words(model: &LinearModel, coefficients: &[Coefficient]) -> Explanation {
    let statistic = model.fit_statistics.statistic();
    let has_errors = coefficients.iter().any(|one| one.error.is_some());
    let json = json!({
        "target": model.info.schema.target.name, "coefficients": to_json(coefficients, statistic),
    });
    let text = coefficient_table(coefficients, statistic, has_errors);
    let mut sections = vec![Section { heading: "coefficients", text, json }];
    sections.extend(fit(model, 0).map(|(text, json)| Section { heading: "fit", text, json }));
    Explanation { sections }
}

fn coefficient_table(
    coefficients: &[Coefficient],
    statistic: Option<&'static str>,
    has_errors: bool,
) -> String {
    let has_inflation = has_errors && coefficients.iter().filter(|one| one.inflation.is_some()).count() > 1;
    let mut head = vec!["feature", "coefficient"];
    if has_errors {
        match statistic {
            Some(letter) => head.extend(["std. error", letter, "p", "95 % CI"]),
            None => head.extend(["posterior SD", "95 % CI"]),
        }
    }
    if has_inflation {
        head.push("VIF");
    }
    let mut rows = vec![head.into_iter().map(str::to_string).collect::<Vec<String>>()];
    let said = |x: Option<f64>| x.map_or("not estimable".to_string(), significant);
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
    let mut text = table(&rows);
    if coefficients.len() > MOST_LINES {
        text += &format!("\nand {} more", coefficients.len() - MOST_LINES);
    }
    text
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
        None => lines.push(
            "no degrees of freedom left: the model is saturated and fits every row exactly".to_string(),
        ),
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
    if fitted.l2_penalty > 0.0 {
        lines.push(format!("effective degrees of freedom: {}", significant(fitted.effective_dof)));
    }
    if fitted.condition > 30.0 {
        lines.push(format!(
            "condition number {}: multicollinearity; individual coefficients are unstable",
            significant(fitted.condition)
        ));
    }
    let json = json!({
        "r_squared": r_squared, "adjusted_r_squared": adjusted, "residual_error": fitted.residual_error(place),
        "degrees": fitted.degrees, "used_degrees": fitted.effective_dof, "f": test.map(|t| t.statistic),
        "f_p_value": test.map(|t| t.p_value), "condition": fitted.condition,
    });
    Some((lines.join("\n"), json))
}

fn likelihood_fit(fit: &LikelihoodFit) -> (String, Value) {
    let degrees = |degrees: Option<f64>| {
        degrees.map_or(String::new(), |d| format!(" on {} degrees of freedom", significant(d)))
    };
    let null_degrees = fit.effective_dof.map(|_| fit.weight - f64::from(u8::from(fit.intercept)));
    let mut lines = vec![
        format!("null deviance {}{}", significant(fit.null_deviance), degrees(null_degrees)),
        format!("residual deviance {}{}", significant(fit.deviance), degrees(fit.degrees())),
    ];
    if let Some(aic) = fit.aic() {
        lines.push(format!("AIC {}", significant(aic)));
    }
    lines.push(counted(fit.steps, "iteration"));
    if fit.is_separated {
        lines.push(
            "complete separation: the maximum-likelihood estimate does not exist, coefficients diverge"
                .to_string(),
        );
    }
    let json = json!({
        "null_deviance": fit.null_deviance, "deviance": fit.deviance, "degrees": fit.degrees(), "aic": fit.aic(),
        "steps": fit.steps, "separated": fit.is_separated,
    });
    (lines.join("\n"), json)
}

/// The feature contributions of one prediction: from the base value, that of a row of means, each input adds
/// its coefficient times its distance from the mean.
pub(super) fn row(model: &LinearModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let single = row.features();
    let Some(contributions) = model.shap_values(single, None, &Run::default())? else {
        return Ok(Explanation { sections: Vec::new() });
    };
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    for (place, name) in model.output_names().into_iter().enumerate() {
        let start = contributions.base()[place];
        let moves: Vec<f64> = (0..single.width()).map(|input| contributions.value(0, input, place)).collect();
        let sizes: Vec<f64> = moves.iter().map(|x| x.abs()).collect();
        let (lines, json) = ranked(&model.info.schema.inputs, &sizes, |input| {
            let value = row.value(&model.info.schema.inputs[input], input);
            let sign = if moves[input] < 0.0 { "" } else { "+" };
            (
                format!("{sign}{} (is {value})", significant(moves[input])),
                json!({"value": value, "moves": moves[input]}),
            )
        });
        let end = start + moves.iter().sum::<f64>();
        texts.push(format!(
            "{name}: base value {}, the mean prediction; SHAP values:\n{lines}\nsum {}",
            significant(start),
            significant(end)
        ));
        values.push(json!({"target": name, "starts": start, "columns": json, "ends": end}));
    }
    let json = if values.len() == 1 { values.remove(0) } else { Value::Array(values) };
    let mut sections = vec![Section { heading: "feature contributions", text: texts.join("\n"), json }];
    match model.response {
        ResponseType::Numbers => {}
        ResponseType::Mean { link } => sections.push(glm_format::mean(link, model, single)?),
        ResponseType::Logistic { .. } | ResponseType::Linked { .. } | ResponseType::Softmax { .. } => {
            sections.push(probabilities(model, single)?);
        }
        ResponseType::Sign { .. } | ResponseType::Scores { .. } | ResponseType::Pairs { .. } => {
            sections.push(super::reject::section(model, single)?);
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
    Ok(Section { heading: "probabilities", text: table(&rows), json: Value::Object(json) })
}
