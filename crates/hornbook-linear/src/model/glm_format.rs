//! A generalized linear model in words.

use super::{GlmFit, LinearModel, Link};
use hornbook_core::Result;
use hornbook_core::format::{counted, p_statement, significant};
use hornbook_data::Features;
use hornbook_learner::{Predictions, Predictor, Section};
use hornbook_math::distributions::chi_square_upper;
use serde_json::json;

/// The lines after the table of coefficients.
pub(super) fn fit(fit: &GlmFit) -> Section {
    let on = |degrees: Option<f64>| {
        degrees.map_or(String::new(), |d| format!(" on {} degrees of freedom", significant(d)))
    };
    let null_degrees = fit.effective_dof.map(|_| fit.weight - f64::from(u8::from(fit.intercept)));
    let mut lines = Vec::new();
    // Without an intercept the null model has a linear predictor of zero, which need not have a mean.
    if fit.null_deviance.is_finite() {
        lines.push(format!("null deviance {}{}", significant(fit.null_deviance), on(null_degrees)));
    }
    lines.push(format!("residual deviance {}{}", significant(fit.deviance), on(fit.degrees())));
    if let Some(dispersion) = fit.dispersion() {
        let how = if fit.is_dispersion_known() { "taken to be" } else { "estimated as" };
        lines.push(format!("dispersion {how} {}", significant(dispersion)));
    }
    if let Some(aic) = fit.aic {
        lines.push(format!("AIC {}", significant(aic)));
    }
    lines.push(counted(fit.steps, "iteration"));
    let over = fit.over_dispersion();
    if let (Some(ratio), Some(degrees)) = (over, fit.degrees()) {
        let p = p_statement(chi_square_upper(fit.pearson, degrees));
        lines.push(format!(
            "overdispersion: variance is {} times the Poisson variance ({p}); standard errors are about {} times too small",
            significant(ratio),
            significant(ratio.sqrt())
        ));
    }
    let json = json!({
        "null_deviance": fit.null_deviance, "deviance": fit.deviance, "degrees": fit.degrees(), "aic": fit.aic,
        "dispersion": fit.dispersion(), "pearson": fit.pearson, "power": fit.power, "steps": fit.steps,
        "over_dispersion": over,
    });
    Section { heading: "fit", text: lines.join("\n"), json }
}

/// The mean of a single row, from its linear predictor.
pub(super) fn mean(link: Link, model: &LinearModel, single: &Features<'_>) -> Result<Section> {
    let mean = match model.raw_predictions(single)? {
        Predictions::Numbers(values) => values.first().copied().unwrap_or(f64::NAN),
        Predictions::Classes(..) => f64::NAN,
    };
    let (name, sum) = (link.words(&model.info.schema.target.name), link.sum(mean));
    let text = match link {
        Link::Identity => format!("the mean is {}", significant(mean)),
        _ => format!("the {name} is {}, so that the mean is {}", significant(sum), significant(mean)),
    };
    Ok(Section { heading: "mean", text, json: json!(mean) })
}
