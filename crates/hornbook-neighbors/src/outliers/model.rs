use super::file;
use crate::explain::{NeighborColumn, index_section, neighbors_section};
use crate::index::{Index, NeighborLists};
use crate::training_index::{TrainingIndex, WeightedNeighbor, mean_of};
use hornbook_core::format::{rounded, significant};
use hornbook_core::{AttributeKind, AttributeSpec, Result, Value};
use hornbook_data::{Features, Matrix};
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, Section, TargetOutputs, outliers,
};
use serde_json::json;

/// Keeps densities finite where all neighbors are copies of a row.
const TINY: f64 = 1e-10;

/// Training rows that say how unusual others are.
#[derive(Debug)]
pub struct OutliersModel {
    info: ModelInfo,
    state: OutlierState,
    /// Whether a row to predict may be a training row, which is not its own neighbor.
    may_be_training_rows: bool,
}

/// What was learned.
#[derive(Debug)]
pub(super) struct OutlierState {
    pub training_index: TrainingIndex,
    /// The weight of the neighbors that are looked at.
    pub k: f64,
    pub measure: OutlierMeasure,
    /// What is measured of each training row, itself not among its neighbors.
    pub training: Vec<f64>,
    pub threshold: f64,
}

/// What is measured of a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum OutlierMeasure {
    /// The mean distance to its neighbors, and what that usually is.
    Distance { usual: f64 },
    /// The local outlier factor; with the distance of each training row to its last neighbor, and its density.
    Factor { k_distances: Vec<f64>, densities: Vec<f64> },
}

impl OutlierMeasure {
    /// What is measured of the last row that is none.
    pub fn usual_threshold(&self) -> f64 {
        match self {
            OutlierMeasure::Distance { usual } => 3.0 * usual,
            OutlierMeasure::Factor { .. } => 1.5,
        }
    }

    /// From 0 to 1.
    pub fn score(&self, measured: f64) -> f64 {
        let usual = match self {
            OutlierMeasure::Distance { usual } => *usual,
            OutlierMeasure::Factor { .. } => 1.0,
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
            OutlierMeasure::Distance { .. } => "mean k-NN distance",
            OutlierMeasure::Factor { .. } => "local outlier factor",
        }
    }
}

/// How densely rows lie within reach of a row.
pub(super) fn local_reachability_density(neighbors: &[WeightedNeighbor], k_distances: &[f64]) -> f64 {
    1.0 / (mean_of(neighbors, |one| one.distance.max(k_distances[one.row as usize])) + TINY)
}

impl OutlierState {
    pub fn new(
        training_index: TrainingIndex,
        k: f64,
        measure: OutlierMeasure,
        training: Vec<f64>,
    ) -> OutlierState {
        let threshold = measure.score(measure.usual_threshold());
        OutlierState { training_index, k, measure, training, threshold }
    }

    pub fn training_scores(&self) -> Vec<f64> {
        self.training.iter().map(|&measured| self.measure.score(measured)).collect()
    }

    fn measured(&self, neighbors: &[WeightedNeighbor]) -> f64 {
        match &self.measure {
            OutlierMeasure::Distance { .. } => mean_of(neighbors, |one| one.distance),
            OutlierMeasure::Factor { k_distances, densities } => {
                mean_of(neighbors, |one| densities[one.row as usize])
                    / local_reachability_density(neighbors, k_distances)
            }
        }
    }
}

/// What can be read off local outlier factors by name.
pub(super) const LOCAL_FACTORS: &[AttributeSpec] = &[
    AttributeSpec::new(
        "negative_outlier_factor",
        AttributeKind::Array,
        "The local outlier factor of each row of `fit`, with its sign turned: near -1 is usual.",
    ),
    AttributeSpec::new(
        "n_neighbors",
        AttributeKind::Count,
        "How many neighbors are looked at: `n_neighbors`, or all other rows if there are fewer.",
    ),
    AttributeSpec::new(
        "offset",
        AttributeKind::Number,
        "From which negative outlier factor on rows are inliers: -1.5, or by `contamination`.",
    ),
];

impl OutliersModel {
    pub(super) fn new(info: ModelInfo, state: OutlierState) -> OutliersModel {
        let may_be_training_rows = info.parameters.get("novelty") != Some(&json!(true));
        OutliersModel { info, state, may_be_training_rows }
    }

    /// The training rows, where neighbors are found.
    pub fn index(&self) -> &Index {
        &self.state.training_index.index
    }

    /// Rows with a score above this are outliers.
    pub fn threshold(&self) -> f64 {
        self.state.threshold
    }

    /// The score of each training row that weighs something, itself not among its neighbors.
    pub fn training_scores(&self) -> Vec<f64> {
        self.state.training_scores()
    }

    /// What is measured of each training row that weighs something, itself not among its neighbors: the mean distance to
    /// them, or the local outlier factor.
    pub fn training_measures(&self) -> &[f64] {
        &self.state.training
    }

    /// What is measured of other rows.
    pub fn measures(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        let neighbors = self.neighbors(rows)?;
        Ok(neighbors.iter().map(|neighbors| self.state.measured(neighbors)).collect())
    }

    /// The `k` nearest training rows of each row; their numbers count the rows that were given to learn from, from 0.
    pub fn nearest(&self, rows: &Features<'_>, k: usize) -> Result<NeighborLists> {
        let training_index = &self.state.training_index;
        Ok(training_index.numbered(&training_index.index.nearest(&self.points(rows)?, k)?))
    }

    /// The `k` nearest training rows of each training row that weighs something, itself left out; numbered likewise.
    pub fn nearest_others(&self, k: usize) -> NeighborLists {
        self.state.training_index.numbered(&self.index().nearest_others(k))
    }

    fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.state.training_index.points(rows, &self.info.learner)
    }

    fn neighbors(&self, rows: &Features<'_>) -> Result<Vec<Vec<WeightedNeighbor>>> {
        let (OutlierState { training_index, k, .. }, points) = (&self.state, self.points(rows)?);
        if self.may_be_training_rows {
            return training_index.nearest_but_itself(&points, *k);
        }
        let found = training_index.nearest(&points, *k)?;
        Ok(found.iter().map(|neighbors| training_index.weighted_neighbors(neighbors, *k)).collect())
    }

    pub(super) fn scores_of(&self, rows: &Features<'_>) -> Result<Vec<f64>> {
        Ok(self.measures(rows)?.into_iter().map(|one| self.state.measure.score(one)).collect())
    }
}

impl Model for OutliersModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let OutlierState { training_index, k, measure, training, threshold } = &self.state;
        let middle = outliers::score_above(0.5, training, &training_index.row_weights()).unwrap_or(f64::NAN);
        let text = format!(
            "{} over {} neighbors; median {}\nrows with a score above {} are outliers",
            measure.name(),
            rounded(*k),
            significant(middle),
            rounded(*threshold),
        );
        let json =
            json!({"measure": measure.name(), "neighbors": k, "middle": middle, "threshold": threshold});
        let score = Section { heading: "score", text, json };
        Explanation { sections: vec![index_section(training_index), score] }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.state)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Inspect for OutliersModel {
    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        Ok(Some(match name {
            "negative_outlier_factor" => {
                AttributeValue::Vector(self.training_measures().iter().map(|measured| -measured).collect())
            }
            "n_neighbors" => AttributeValue::Count(self.state.k as u64),
            "offset" => {
                // Files of earlier versions only have the score.
                let measured = self.info.summary.details.get("measured_threshold").and_then(Value::as_f64);
                let threshold = self.state.threshold;
                AttributeValue::Number(-measured.unwrap_or(threshold / (1.0 - threshold)))
            }
            _ => return Ok(None),
        }))
    }
}

impl Predictor for OutliersModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let scores = self.scores_of(rows)?;
        let predictions = outliers::predictions(&scores, self.state.threshold);
        TargetOutputs::of_scores(predictions, scores).map(|outputs| vec![outputs])
    }

    fn row_function(&self, name: &str, rows: &Features<'_>, _arguments: &[f64]) -> Result<Option<Matrix>> {
        Ok(match name {
            "measures" => Some(Matrix::new(rows.rows(), 1, self.measures(rows)?)?),
            _ => None,
        })
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let neighbors = self.neighbors(row.features())?.pop().unwrap_or_default();
        let measured = self.state.measured(&neighbors);
        let (score, threshold) = (self.state.measure.score(measured), self.state.threshold);
        let name = self.state.measure.name();
        let text = format!(
            "outlier score {score:.4}; above {} is an outlier\n{name}: {}",
            rounded(threshold),
            significant(measured)
        );
        let json = json!({"score": score, "threshold": threshold, "measure": name, "measured": measured});
        let unusual = Section { heading: "outlier score", text, json };
        let own = |one: &WeightedNeighbor| {
            let own = self.state.training[one.row as usize];
            (significant(own), json!(own))
        };
        let beside = NeighborColumn { name: "its own value", key: "measured", value: &own };
        let list = neighbors_section(&self.state.training_index, &neighbors, &[beside]);
        Ok(Explanation { sections: vec![unusual, list] })
    }
}

impl LoadModel for OutliersModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<OutliersModel> {
        let state = file::from_bytes(&info.schema, bytes)?;
        Ok(OutliersModel::new(info, state))
    }
}
