//! What is known of a model that a learner continues from.

use crate::column_stats::ColumnStats;
use crate::model::{LinearModel, MarginFit};
use hornbook_core::Value;
use hornbook_learner::Model as _;

/// What epochs of an earlier call did.
#[derive(Debug, Clone, Default)]
pub(crate) struct WarmStartState {
    pub rounds: u64,
    updates: u64,
    pub curve: Vec<f64>,
    pub losses: Vec<f64>,
    rows: u64,
    weight: f64,
    means: Vec<f64>,
    /// Zero where they are not known.
    deviations: Vec<f64>,
}

impl WarmStartState {
    /// Nothing, if there is no model.
    pub fn of(model: Option<&LinearModel>) -> WarmStartState {
        let Some(model) = model else { return WarmStartState::default() };
        let summary = &model.info().summary;
        let detail = |name: &str| summary.details.get(name);
        let list = |name: &str| {
            let all = detail(name).and_then(Value::as_array);
            all.map_or_else(Vec::new, |all| all.iter().filter_map(Value::as_f64).collect())
        };
        let columns = 0..model.means().len();
        WarmStartState {
            // As many as any parameter allows, whatever a file says.
            rounds: detail("rounds").and_then(Value::as_u64).unwrap_or(0).min(u32::MAX.into()),
            updates: model.margin_fit().map_or(0, |fit| fit.updates),
            curve: list("training_curve"),
            losses: list("loss_curve"),
            rows: summary.rows,
            weight: summary.weight,
            means: model.means().to_vec(),
            deviations: columns.map(|column| model.fit_statistics().length(column).unwrap_or(0.0)).collect(),
        }
    }

    /// Puts the counts and curves before those of the later epochs. Which rows are misclassified, and by
    /// how much, is known of the later ones only.
    pub fn precede(&self, fit: &mut MarginFit) {
        fit.rounds += self.rounds;
        fit.updates = fit.updates.saturating_add(self.updates);
        fit.curve.splice(0..0, self.curve.iter().copied());
        fit.losses.splice(0..0, self.losses.iter().copied());
    }

    /// Where the columns of all rows lie, from where those of the later ones do.
    pub fn with_later(&self, later: &ColumnStats) -> ColumnStats {
        let mut all = later.clone();
        if self.weight > 0.0 {
            all.add_earlier((self.rows, self.weight), &self.means, &self.deviations);
        }
        all
    }
}
