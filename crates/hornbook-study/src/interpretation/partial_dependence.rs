//! Partial dependence on the most important features.

use crate::record::{Importance, PartialDependenceCurve};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_evaluation::inspection::{FeatureGrid, partial_dependence};
use hornbook_learner::Model;

/// Columns, places on each, and rows that are averaged.
const COLUMNS: usize = 4;
const PLACES: usize = 24;
const ROWS: usize = 500;
/// Classes drawn; more lines are a tangle.
const CLASSES: usize = 6;

/// The partial dependence on the most important features.
pub(crate) fn partial_dependence_curves(
    model: &dyn Model,
    data: &Dataset,
    importances: &[Importance],
    positive: Option<&str>,
    run: &Run,
) -> Result<Vec<PartialDependenceCurve>> {
    let rows = data.subsampled(ROWS);
    let leaned_on = importances.iter().filter(|importance| importance.loss > 0.0).take(COLUMNS);
    let mut found = Vec::new();
    for Importance { column, .. } in leaned_on {
        let along = [FeatureGrid::quantiles(column, PLACES)];
        let read = partial_dependence(model, &rows, &along, false, &run.part(0))?;
        let [axis] = &read.axes[..] else { continue };
        let (outputs, count) = (read.outputs.len(), axis.values.len());
        let line = |output: usize| {
            let means = (0..count).map(|at| read.means[at * outputs + output]).collect();
            (read.outputs[output].clone(), means)
        };
        // Of two classes, one says it all.
        let wanted: Vec<usize> =
            match positive.and_then(|class| read.outputs.iter().position(|name| name == class)) {
                Some(place) if outputs == 2 => vec![place],
                _ => (0..outputs.min(CLASSES)).collect(),
            };
        let numbers = axis.numbers();
        found.push(PartialDependenceCurve {
            column: column.clone(),
            levels: match numbers {
                Some(_) => Vec::new(),
                None => (0..count).map(|at| axis.label(at)).collect(),
            },
            grid: numbers.unwrap_or_else(|| (0..count).map(|at| at as f64).collect()),
            lines: wanted.into_iter().map(line).collect(),
            rug: axis.deciles.clone(),
        });
    }
    Ok(found)
}
