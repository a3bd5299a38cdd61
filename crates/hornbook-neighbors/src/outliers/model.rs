use super::file;
use crate::explain::{Beside, index_section, neighbours_section};
use crate::index::{Index, Neighbourhoods};
use crate::places::{Counted, Places, mean_of};
use hornbook_core::{Error, Result};
use hornbook_data::{Features, Matrix};
use hornbook_learner::words::{rounded, significant};
use hornbook_learner::{Explanation, Model, ModelInfo, Predictions, Section, Stored, outliers};
use serde_json::json;

/// Keeps densities finite where all neighbours are copies of a row.
const TINY: f64 = 1e-10;

/// Training rows that say how unusual others are.
#[derive(Debug)]
pub struct OutliersModel {
    info: ModelInfo,
    learned: Learned,
    /// Whether a row to predict may be a training row, which is not its own neighbour.
    may_be_training_rows: bool,
}

/// What was learned.
#[derive(Debug)]
pub(super) struct Learned {
    pub places: Places,
    /// The weight of the neighbours that are looked at.
    pub k: f64,
    pub measure: Measure,
    /// What is measured of each training row, itself not among its neighbours.
    pub training: Vec<f64>,
    pub threshold: f64,
}

/// What is measured of a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Measure {
    /// The mean distance to its neighbours, and what that usually is.
    Distance { usual: f64 },
    /// The local outlier factor; with the distance of each training row to its last neighbour, and its density.
    Factor { reaches: Vec<f64>, densities: Vec<f64> },
}

impl Measure {
    /// What is measured of the last row that is none.
    pub fn usual_threshold(&self) -> f64 {
        match self {
            Measure::Distance { usual } => 3.0 * usual,
            Measure::Factor { .. } => 1.5,
        }
    }

    /// From 0 to 1.
    pub fn score(&self, measured: f64) -> f64 {
        let usual = match self {
            Measure::Distance { usual } => *usual,
            Measure::Factor { .. } => 1.0,
        };
        match measured {
            // Where all rows usually are copies of each other, another one is as unusual as can be.
            0.0 if usual == 0.0 => 0.5,
            infinite if infinite.is_infinite() => 1.0,
            measured => measured / (measured + usual),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Measure::Distance { .. } => "mean distance of the neighbours",
            Measure::Factor { .. } => "local outlier factor",
        }
    }
}

/// How densely rows lie within reach of a row.
pub(super) fn reached(neighbours: &[Counted], reaches: &[f64]) -> f64 {
    1.0 / (mean_of(neighbours, |one| one.distance.max(reaches[one.row as usize])) + TINY)
}

impl Learned {
    pub fn new(places: Places, k: f64, measure: Measure, training: Vec<f64>) -> Learned {
        let threshold = measure.score(measure.usual_threshold());
        Learned { places, k, measure, training, threshold }
    }

    pub fn training_scores(&self) -> Vec<f64> {
        self.training.iter().map(|&measured| self.measure.score(measured)).collect()
    }

    fn measured(&self, neighbours: &[Counted]) -> f64 {
        match &self.measure {
            Measure::Distance { .. } => mean_of(neighbours, |one| one.distance),
            Measure::Factor { reaches, densities } => {
                mean_of(neighbours, |one| densities[one.row as usize]) / reached(neighbours, reaches)
            }
        }
    }
}

impl OutliersModel {
    pub(super) fn new(info: ModelInfo, learned: Learned) -> OutliersModel {
        let may_be_training_rows = info.parameters.get("novelty") != Some(&json!(true));
        OutliersModel { info, learned, may_be_training_rows }
    }

    /// The training rows, where neighbours are found.
    pub fn index(&self) -> &Index {
        &self.learned.places.index
    }

    /// Rows with a score above this are outliers.
    pub fn threshold(&self) -> f64 {
        self.learned.threshold
    }

    /// The score of each training row that weighs something, itself not among its neighbours.
    pub fn training_scores(&self) -> Vec<f64> {
        self.learned.training_scores()
    }

    /// What is measured of each training row that weighs something, itself not among its neighbours: the mean distance to
    /// them, or the local outlier factor.
    pub fn training_measures(&self) -> &[f64] {
        &self.learned.training
    }

    /// What is measured of other rows.
    pub fn measures(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        let neighbours = self.neighbours(rows)?;
        Ok(neighbours.iter().map(|neighbours| self.learned.measured(neighbours)).collect())
    }

    /// The `k` nearest training rows of each row; their numbers count the rows that were given to learn from, from 0.
    pub fn nearest(&self, rows: &Features<'_>, k: usize) -> Result<Neighbourhoods> {
        let places = &self.learned.places;
        Ok(places.numbered(&places.index.nearest(&self.points(rows)?, k)?))
    }

    /// The `k` nearest training rows of each training row that weighs something, itself left out; numbered likewise.
    pub fn nearest_others(&self, k: usize) -> Neighbourhoods {
        self.learned.places.numbered(&self.index().nearest_others(k))
    }

    fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.learned.places.points(rows, &self.info.schema.inputs, &self.info.learner)
    }

    fn neighbours(&self, rows: &Features<'_>) -> Result<Vec<Vec<Counted>>> {
        let (Learned { places, k, .. }, points) = (&self.learned, self.points(rows)?);
        if self.may_be_training_rows {
            return places.nearest_but_itself(&points, *k);
        }
        let found = places.nearest(&points, *k)?;
        Ok(found.iter().map(|neighbours| places.counted(neighbours, *k)).collect())
    }

    fn scores_of(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        Ok(self.measures(rows)?.into_iter().map(|one| self.learned.measure.score(one)).collect())
    }
}

impl Model for OutliersModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        Ok(outliers::predictions(&self.scores_of(rows)?, self.learned.threshold))
    }

    fn raw_probabilities(&self, _rows: &Features<'_>) -> Result<Matrix> {
        Err(Error::mismatch("outliers have scores, which are no probabilities", "ask for scores"))
    }

    fn raw_scores(&self, rows: &Features<'_>) -> Result<Option<Vec<f64>>> {
        self.scores_of(rows).map(Some)
    }

    fn raw_explanation(&self) -> Explanation {
        let Learned { places, k, measure, training, threshold } = &self.learned;
        let middle = outliers::score_above(0.5, training, &vec![1.0; training.len()]).unwrap_or(f64::NAN);
        let text = format!(
            "{} over {} neighbours; {} for the row in the middle\nrows with a score above {} are outliers",
            measure.name(),
            rounded(*k),
            significant(middle),
            rounded(*threshold),
        );
        let json =
            json!({"measure": measure.name(), "neighbours": k, "middle": middle, "threshold": threshold});
        let score = Section { heading: "score", text, json };
        Explanation { sections: vec![index_section(places), score] }
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        let neighbours = self.neighbours(&rows.single(row))?.pop().unwrap_or_default();
        let measured = self.learned.measured(&neighbours);
        let (score, threshold) = (self.learned.measure.score(measured), self.learned.threshold);
        let name = self.learned.measure.name();
        let text = format!(
            "score {score:.4}; above {} is an outlier\n{name}: {}",
            rounded(threshold),
            significant(measured)
        );
        let json = json!({"score": score, "threshold": threshold, "measure": name, "measured": measured});
        let unusual = Section { heading: "how unusual it is", text, json };
        let own = |one: &Counted| {
            let own = self.learned.training[one.row as usize];
            (significant(own), json!(own))
        };
        let beside = Beside { name: "its own measure", key: "measured", value: &own };
        let list = neighbours_section(&self.learned.places, &neighbours, &[beside]);
        Ok(Explanation { sections: vec![unusual, list] })
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.learned)
    }
}

impl Stored for OutliersModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<OutliersModel> {
        let learned = file::from_bytes(&info.schema, bytes)?;
        Ok(OutliersModel::new(info, learned))
    }
}
