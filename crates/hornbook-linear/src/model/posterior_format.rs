//! A posterior in words.

use super::CoefficientPosterior;
use hornbook_core::format::{counted, significant};
use hornbook_learner::Section;
use serde_json::json;

/// The lines after the table of coefficients.
pub(super) fn fit(posterior: &CoefficientPosterior) -> Section {
    let precision = |of: &str, precision: f64| {
        format!(
            "{of}: precision {}, standard deviation {}",
            significant(precision),
            significant(1.0 / precision.sqrt())
        )
    };
    let lines = [
        precision("noise", posterior.noise_precision),
        precision("prior of each coefficient", posterior.prior_precision),
        format!("effective number of parameters (gamma): {}", significant(posterior.determined)),
        format!("log evidence (log marginal likelihood) {}", significant(posterior.log_evidence)),
        counted(posterior.rounds, "iteration"),
    ];
    let json = json!({
        "noise_precision": posterior.noise_precision, "prior_precision": posterior.prior_precision,
        "determined": posterior.determined, "log_evidence": posterior.log_evidence, "score": posterior.score,
        "rounds": posterior.rounds,
    });
    Section { heading: "fit", text: lines.join("\n"), json }
}
