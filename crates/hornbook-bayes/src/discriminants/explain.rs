//! A Gaussian discriminant in words: classes, decision boundary and Bayes error; and what decides one row.

use super::bayes_error::BayesError;
use super::model::GaussianDiscriminantModel;
use super::plan::CovarianceStructure;
use hornbook_core::format::{rounded, rows, significant, table};
use hornbook_core::{Result, Run};
use hornbook_data::Features;
use hornbook_learner::{Explanation, Model as _, Predictor, Section, first_largest};
use serde_json::json;

/// Columns that are written out.
const MOST_COLUMNS: usize = 20;
/// Classes whose boundaries and error are looked at.
const MOST_CLASSES: usize = 12;

/// The whole model.
pub(super) fn model(model: &GaussianDiscriminantModel) -> Explanation {
    let sections = [Some(classes(model)), plane(model), error(model)];
    Explanation { sections: sections.into_iter().flatten().collect() }
}

fn classes(model: &GaussianDiscriminantModel) -> Section {
    let (schema, normal) = (&model.info().schema, model.classes());
    let mut lines =
        vec![std::iter::once(String::new()).chain(schema.target.classes.iter().cloned()).collect()];
    let cells = |label: &str, values: Vec<String>| -> Vec<String> {
        std::iter::once(label.to_string()).chain(values).collect()
    };
    lines.push(cells("prior", normal.priors().iter().map(|p| rounded(*p)).collect()));
    lines.push(cells("rows", model.class_weights().iter().map(|w| rounded(*w)).collect()));
    for (column, input) in schema.inputs.iter().enumerate().take(MOST_COLUMNS) {
        let means = (0..normal.classes()).map(|class| significant(normal.means().at(class, column)));
        lines.push(cells(&format!("mean of {}", input.name), means.collect()));
    }
    let shape = match &model.plan.shape {
        CovarianceStructure::Spherical => "spherical: one variance for all features and classes",
        CovarianceStructure::Diagonal => "diagonal: one variance per feature for all classes",
        CovarianceStructure::Shared(_) => "shared (pooled): one covariance for all classes",
        CovarianceStructure::Full { .. } => "full: a covariance for each class",
    };
    let hidden = schema.inputs.len().saturating_sub(MOST_COLUMNS);
    let more = if hidden > 0 { format!("\nand {hidden} more features") } else { String::new() };
    let means: Vec<&[f64]> = (0..normal.classes()).map(|class| normal.means().row(class)).collect();
    Section {
        heading: "Gaussian classes",
        text: format!("{}{more}\n{shape}, from {}", table(&lines), rows(model.scatter.weight())),
        json: json!({"classes": *schema.target.classes, "priors": normal.priors(), "means": means, "covariance": shape}),
    }
}

/// The plane between two classes.
fn plane(model: &GaussianDiscriminantModel) -> Option<Section> {
    let (schema, normal) = (&model.info().schema, model.classes());
    if normal.classes() != 2 || !normal.is_linear() {
        return None;
    }
    let plane = normal.hyperplane(1, 0).ok()?;
    let mut lines = vec![vec!["intercept".to_string(), significant(plane.w0)]];
    for (input, w) in schema.inputs.iter().zip(&plane.w).take(MOST_COLUMNS) {
        lines.push(vec![input.name.clone(), significant(*w)]);
    }
    let (one, other) = (&schema.target.classes[1], &schema.target.classes[0]);
    Some(Section {
        heading: "log odds",
        text: format!(
            "of {one} against {other}: linear in the features, with coefficients\n{}",
            table(&lines)
        ),
        json: json!({"for": one, "against": other, "w": plane.w, "w0": plane.w0, "x0": plane.x0}),
    })
}

fn error(model: &GaussianDiscriminantModel) -> Option<Section> {
    if model.classes().classes() > MOST_CLASSES {
        return None;
    }
    let error = model.classes().bayes_error().ok()?;
    let text = match error {
        BayesError::Exact(error) => {
            format!("Bayes error rate under the fitted model: {}", percent(error))
        }
        BayesError::AtMost { bhattacharyya, chernoff } => format!(
            "Bayes error rate under the fitted model: at most {} (Chernoff bound; Bhattacharyya bound {})",
            percent(chernoff),
            percent(bhattacharyya)
        ),
    };
    let is_exact = matches!(error, BayesError::Exact(_));
    Some(Section {
        heading: "Bayes error",
        text,
        json: json!({"error": error.value(), "is_exact": is_exact}),
    })
}

/// With four digits, as the bounds are compared with those of textbooks.
fn percent(fraction: f64) -> String {
    format!("{} %", significant(100.0 * fraction))
}

/// Why one row, which is there alone, gets its class.
pub(super) fn row(model: &GaussianDiscriminantModel, rows: &Features<'_>) -> Result<Explanation> {
    let classes = &model.info().schema.target.classes;
    let x: Vec<f64> = (0..rows.width())
        .map(|column| match rows.column(column) {
            hornbook_data::Feature::Number(x) => x[0],
            _ => f64::NAN,
        })
        .collect();
    let scores = model.classes().discriminants(&x).or_else(|_| {
        // A covariance that lost directions has no determinant to tell, but scores.
        model.decision_scores(rows).map(|scores| scores.row(0).to_vec())
    })?;
    let probabilities = model.raw_probabilities(rows)?;
    let lines: Vec<Vec<String>> =
        std::iter::once(["class", "discriminant", "probability"].map(str::to_string).to_vec())
            .chain((0..classes.len()).map(|class| {
                vec![classes[class].clone(), significant(scores[class]), rounded(probabilities.at(0, class))]
            }))
            .collect();
    let mut sections = vec![Section {
        heading: "discriminants",
        text: table(&lines),
        json: json!({"classes": **classes, "discriminants": scores, "probabilities": probabilities.row(0)}),
    }];
    if let Some(parts) = model.predictor()?.shap_values(rows, None, &Run::default())? {
        let best = first_largest(probabilities.row(0));
        sections.push(parts.section(&model.info().schema.inputs, 0, best));
    }
    Ok(Explanation { sections })
}
