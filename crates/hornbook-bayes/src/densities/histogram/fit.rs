use super::edges::edges;
use super::grid::Grid;
use super::model::HistogramModel;
use super::params::Histogram;
use crate::densities::events::DensityEvent;
use crate::densities::rows::{Points, summary_of};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, TargetSchema};
use hornbook_learner::Fit;
use serde_json::json;

impl Fit for Histogram {
    type Model = HistogramModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<HistogramModel> {
        let points = Points::of(data)?;
        let mut summary = summary_of(data);
        let mut all = Vec::new();
        for (column, name) in data.feature_names().into_iter().enumerate() {
            run.check()?;
            let (edges, warning) = edges(self, &points, column, name)?;
            summary.warnings.extend(warning);
            run.trace(|| DensityEvent::Bins {
                column: name.to_string(),
                bins: edges.len() - 1,
                low: edges[0],
                high: edges[edges.len() - 1],
            });
            all.push(edges);
        }
        let bins: Vec<usize> = all.iter().map(|edges| edges.len() - 1).collect();
        let grid = Grid::new(all, &points, self.alpha);
        if grid.cells.is_empty() {
            return Err(Error::data("no row lies within the edges", "give edges around the rows"));
        }
        let inside: f64 = grid.weights.iter().sum();
        if inside < points.total() {
            let share = 100.0 * (1.0 - inside / points.total());
            summary
                .warnings
                .push(format!("{share:.1} % of the rows lie beyond the edges and count in no bin"));
        }
        summary.details.insert("bins".to_string(), json!(bins));
        summary.details.insert("cells".to_string(), json!(grid.cells.len()));
        Ok(HistogramModel {
            info: self.model_info_predicting(TargetSchema::log_density(), data, summary),
            grid,
        })
    }
}
