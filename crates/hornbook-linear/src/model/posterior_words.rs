//! A posterior in words.

use super::Posterior;
use hornbook_learner::Section;
use hornbook_learner::words::{counted, significant};
use serde_json::json;

/// What the table of weights is followed by.
pub(super) fn fit(posterior: &Posterior) -> Section {
    let precision = |of: &str, precision: f64| {
        format!(
            "{of}: precision {}, deviation {}",
            significant(precision),
            significant(1.0 / precision.sqrt())
        )
    };
    let lines = [
        precision("noise", posterior.noise_precision),
        precision("prior of each weight", posterior.prior_precision),
        format!("the rows determine {} weights, the prior the rest", significant(posterior.determined)),
        format!("log evidence {}", significant(posterior.log_evidence)),
        counted(posterior.rounds, "round", "rounds"),
    ];
    let json = json!({
        "noise_precision": posterior.noise_precision, "prior_precision": posterior.prior_precision,
        "determined": posterior.determined, "log_evidence": posterior.log_evidence, "score": posterior.score,
        "rounds": posterior.rounds,
    });
    Section { heading: "fit", text: lines.join("\n"), json }
}
