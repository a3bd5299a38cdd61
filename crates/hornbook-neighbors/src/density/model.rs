use super::file;
use crate::explain::{index_section, neighbors_section};
use crate::index::Index;
use crate::metric::Metric;
use crate::training_index::{TrainingIndex, WeightedNeighbor};
use hornbook_core::format::{rounded, significant};
use hornbook_core::{Error, Result};
use hornbook_data::Features;
use hornbook_learner::{
    ExplainedRow, Explanation, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Section, TargetOutputs,
};
use hornbook_math::special::ln_gamma;
use serde_json::json;
use std::f64::consts::{LN_2, PI};

/// Training rows that say how densely they lie.
#[derive(Debug)]
pub struct KnnDensityModel {
    info: ModelInfo,
    state: KnnDensityState,
    /// The logarithm of the volume of a ball of radius 1, in the units of the table.
    log_volume: f64,
}

/// What was learned: the rows themselves.
#[derive(Debug)]
pub(super) struct KnnDensityState {
    pub training_index: TrainingIndex,
    /// The weight that a ball holds.
    pub k: f64,
}

/// The logarithm of the volume of a ball of radius 1, in the units of the table; an error if the metric's have none.
pub(super) fn log_volume_of_unit_ball(training_index: &TrainingIndex) -> Result<f64> {
    let width = training_index.index.width();
    let d = width as f64;
    let minkowski = |p: f64| d * (LN_2 + ln_gamma(1.0 + 1.0 / p)) - ln_gamma(1.0 + d / p);
    let euclidean = || d / 2.0 * PI.ln() - ln_gamma(d / 2.0 + 1.0);
    let ball = match training_index.index.metric() {
        Metric::Euclidean => euclidean(),
        Metric::Manhattan => minkowski(1.0),
        Metric::Minkowski(p) => minkowski(*p),
        Metric::Chebyshev => d * LN_2,
        // The map to the points shrinks volumes by the determinant of L.
        Metric::Mahalanobis(whitening) => {
            euclidean() + whitening.lower().diagonal_values().iter().map(|l| l.ln()).sum::<f64>()
        }
        other => {
            return Err(Error::data(
                format!("the balls of the metric '{}' have no volume, so there is no density", other.name()),
                "choose euclidean, manhattan, minkowski, chebyshev or mahalanobis",
            ));
        }
    };
    let units = training_index.encoder.encoded_columns().iter().map(|column| match column.scale() {
        Some(unit) => Ok(unit.spread.ln()),
        None => Err(Error::data("categorical features have no density", "leave them out")),
    });
    Ok(ball + units.sum::<Result<f64>>()?)
}

impl KnnDensityModel {
    pub(super) fn new(info: ModelInfo, state: KnnDensityState) -> Result<KnnDensityModel> {
        let log_volume = log_volume_of_unit_ball(&state.training_index)?;
        Ok(KnnDensityModel { info, state, log_volume })
    }

    /// The training rows, where neighbors are found.
    pub fn index(&self) -> &Index {
        &self.state.training_index.index
    }

    fn neighbors(&self, rows: &Features<'_>) -> Result<Vec<Vec<WeightedNeighbor>>> {
        let KnnDensityState { training_index, k } = &self.state;
        let points = training_index.points(rows, &self.info.learner)?;
        let found = training_index.nearest(&points, *k)?;
        Ok(found.iter().map(|neighbors| training_index.weighted_neighbors(neighbors, *k)).collect())
    }

    /// The logarithm of the density where the ball has this radius.
    fn log_density(&self, radius: f64) -> f64 {
        let share = (self.state.k / self.state.training_index.total_weight()).ln();
        share - self.log_volume - self.index().width() as f64 * radius.ln()
    }
}

impl Model for KnnDensityModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let text = format!(
            "the ball that holds {} of {} rows; log volume of the unit ball {}",
            rounded(self.state.k),
            rounded(self.state.training_index.total_weight()),
            significant(self.log_volume),
        );
        let json = json!({"neighbors": self.state.k, "log_volume_of_unit_ball": self.log_volume});
        let density = Section { heading: "density", text, json };
        Explanation { sections: vec![index_section(&self.state.training_index), density] }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.state)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for KnnDensityModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let radius = |neighbors: &Vec<WeightedNeighbor>| neighbors.last().map_or(0.0, |one| one.distance);
        let radii = self.neighbors(rows)?;
        let densities = radii.iter().map(|some| self.log_density(radius(some))).collect();
        Ok(vec![TargetOutputs::of_numbers(densities)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let neighbors = self.neighbors(row.features())?.pop().unwrap_or_default();
        let radius = neighbors.last().map_or(0.0, |one| one.distance);
        let (volume, log_density) =
            (self.log_volume + self.index().width() as f64 * radius.ln(), self.log_density(radius));
        let text = format!(
            "log density {}: {} of {} rows in a ball of radius {}, log volume {}",
            significant(log_density),
            rounded(self.state.k),
            rounded(self.state.training_index.total_weight()),
            significant(radius),
            significant(volume),
        );
        let json = json!({"log_density": log_density, "radius": radius, "log_volume": volume});
        let density = Section { heading: "density", text, json };
        let list = neighbors_section(&self.state.training_index, &neighbors, &[]);
        Ok(Explanation { sections: vec![density, list] })
    }
}

impl LoadModel for KnnDensityModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<KnnDensityModel> {
        let state = file::from_bytes(&info.schema, bytes)?;
        KnnDensityModel::new(info, state)
    }
}
