//! A fit by a robust loss in words.

use super::{RobustFit, RobustLoss};
use hornbook_core::format::{counted, percent, rows, significant};
use hornbook_learner::Section;
use serde_json::json;

/// The lines after the table of coefficients.
pub(super) fn fit(fit: &RobustFit) -> Section {
    let steps = counted(fit.steps, "iteration");
    let share = |part: f64| percent(part / fit.weight);
    let (text, json) = match fit.loss {
        RobustLoss::Huber { epsilon, scale, outliers } => (
            format!(
                "residual scale {}\n{} of {} are outliers: absolute residual above {} ({} scales), where the Huber loss \
                 is linear\n{steps}",
                significant(scale),
                rows(outliers),
                significant(fit.weight),
                significant(epsilon * scale),
                significant(epsilon)
            ),
            json!({
                "epsilon": epsilon, "scale": scale, "outliers": outliers, "objective": fit.objective,
                "steps": fit.steps,
            }),
        ),
        RobustLoss::Quantile { level, below, on, degrees } => (
            format!(
                "quantile {}: {} of the rows are below, {} are fitted exactly\nobjective (mean pinball loss) {}\n{steps}",
                significant(level),
                share(below),
                share(on),
                significant(fit.objective)
            ),
            json!({
                "quantile": level, "below": below / fit.weight, "on": on / fit.weight, "objective": fit.objective,
                "steps": fit.steps, "degrees": degrees,
            }),
        ),
    };
    Section { heading: "fit", text, json }
}
