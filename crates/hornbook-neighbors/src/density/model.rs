use super::file;
use crate::explain::{index_section, neighbours_section};
use crate::index::Index;
use crate::metric::Metric;
use crate::places::{Counted, Places};
use crate::space::Place;
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_learner::words::{rounded, significant};
use hornbook_learner::{Explanation, Model, ModelInfo, Predictions, Section, Stored};
use hornbook_math::special::ln_gamma;
use serde_json::json;
use std::f64::consts::{LN_2, PI};

/// Training rows that say how densely they lie.
#[derive(Debug)]
pub struct DensityModel {
    info: ModelInfo,
    learned: Learned,
    /// The logarithm of the volume of a ball of radius 1, in the units of the table.
    log_volume: f64,
}

/// What was learned: the rows themselves.
#[derive(Debug)]
pub(super) struct Learned {
    pub places: Places,
    /// The weight that a ball holds.
    pub k: f64,
}

/// The logarithm of the volume of a ball of radius 1, in the units of the table; an error if the metric's have none.
pub(super) fn log_volume_of_unit_ball(places: &Places) -> Result<f64> {
    let width = places.index.width();
    let d = width as f64;
    let minkowski = |p: f64| d * (LN_2 + ln_gamma(1.0 + 1.0 / p)) - ln_gamma(1.0 + d / p);
    let euclidean = || d / 2.0 * PI.ln() - ln_gamma(d / 2.0 + 1.0);
    let ball = match places.index.metric() {
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
    let units = places.space.places.iter().map(|place| match place {
        Place::Number(unit) => Ok(unit.spread.ln()),
        _ => Err(Error::data("categories have no density", "leave them out")),
    });
    Ok(ball + units.sum::<Result<f64>>()?)
}

impl DensityModel {
    pub(super) fn new(info: ModelInfo, learned: Learned) -> Result<DensityModel> {
        let log_volume = log_volume_of_unit_ball(&learned.places)?;
        Ok(DensityModel { info, learned, log_volume })
    }

    /// The training rows, where neighbours are found.
    pub fn index(&self) -> &Index {
        &self.learned.places.index
    }

    fn neighbours(&self, rows: &Features<'_>) -> Result<Vec<Vec<Counted>>> {
        let Learned { places, k } = &self.learned;
        let points = places.points(rows, &self.info.schema.inputs, &self.info.learner)?;
        let found = places.nearest(&points, *k)?;
        Ok(found.iter().map(|neighbours| places.counted(neighbours, *k)).collect())
    }

    /// The logarithm of the density where the ball has this radius.
    fn log_density(&self, radius: f64) -> f64 {
        let share = (self.learned.k / self.learned.places.total_weight()).ln();
        share - self.log_volume - self.index().width() as f64 * radius.ln()
    }
}

impl Model for DensityModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        let radius = |neighbours: &Vec<Counted>| neighbours.last().map_or(0.0, |one| one.distance);
        let radii = self.neighbours(rows)?;
        Ok(Predictions::Numbers(radii.iter().map(|some| self.log_density(radius(some))).collect()))
    }

    fn raw_probabilities(&self, _rows: &Features<'_>) -> Result<Matrix> {
        Err(Error::mismatch("a density is no probability of a class", "ask for predictions"))
    }

    fn raw_explanation(&self) -> Explanation {
        let text = format!(
            "the ball that holds {} of {} rows; the logarithm of the volume of a ball of radius 1 is {}",
            rounded(self.learned.k),
            rounded(self.learned.places.total_weight()),
            significant(self.log_volume),
        );
        let json = json!({"neighbours": self.learned.k, "log_volume_of_unit_ball": self.log_volume});
        let density = Section { heading: "density", text, json };
        Explanation { sections: vec![index_section(&self.learned.places), density] }
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        let neighbours = self.neighbours(&rows.single(row))?.pop().unwrap_or_default();
        let radius = neighbours.last().map_or(0.0, |one| one.distance);
        let (volume, log_density) =
            (self.log_volume + self.index().width() as f64 * radius.ln(), self.log_density(radius));
        let text = format!(
            "log density {}: {} of {} rows in a ball of radius {}, the logarithm of whose volume is {}",
            significant(log_density),
            rounded(self.learned.k),
            rounded(self.learned.places.total_weight()),
            significant(radius),
            significant(volume),
        );
        let json = json!({"log_density": log_density, "radius": radius, "log_volume": volume});
        let density = Section { heading: "density", text, json };
        let list = neighbours_section(&self.learned.places, &neighbours, &[]);
        Ok(Explanation { sections: vec![density, list] })
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.learned)
    }
}

impl Stored for DensityModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<DensityModel> {
        let learned = file::from_bytes(&info.schema, bytes)?;
        DensityModel::new(info, learned)
    }
}
