//! From a dataset to the neighbors of its rows.

use super::model::{OutlierMeasure, OutlierState, OutliersModel, local_reachability_density};
use super::params::{KNeighborsOutliers, LocalOutlierFactor};
use crate::training_index::{NeighborSettings, TrainingIndex, WeightedNeighbor, mean_of};
use hornbook_core::{Capabilities, Declared, Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::outliers::{Contamination, answer_schema, score_above};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

impl Fit for KNeighborsOutliers {
    type Model = OutliersModel;

    fn capabilities(&self) -> Capabilities {
        self.settings().capabilities(Self::declaration())
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<OutliersModel> {
        let data = input.dataset()?;
        let OutlierRows { training_index, k, neighbors, weights, summary } =
            OutlierRows::of(&self.settings(), self.n_neighbors, data, run)?;
        let training: Vec<f64> = neighbors.iter().map(|some| mean_of(some, |one| one.distance)).collect();
        let usual = score_above(0.5, &training, &weights).unwrap_or(0.0);
        let state = OutlierState::new(training_index, k, OutlierMeasure::Distance { usual }, training);
        finish(self, self.contamination, state, &weights, summary, data)
    }
}

impl Fit for LocalOutlierFactor {
    type Model = OutliersModel;

    fn capabilities(&self) -> Capabilities {
        self.settings().capabilities(Self::declaration())
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<OutliersModel> {
        let data = input.dataset()?;
        let OutlierRows { training_index, k, neighbors, weights, summary } =
            OutlierRows::of(&self.settings(), self.n_neighbors, data, run)?;
        let k_distances: Vec<f64> =
            neighbors.iter().map(|some| some.last().map_or(0.0, |one| one.distance)).collect();
        run.check()?;
        let densities: Vec<f64> =
            neighbors.iter().map(|some| local_reachability_density(some, &k_distances)).collect();
        let factor = |(some, density): (&Vec<WeightedNeighbor>, &f64)| {
            mean_of(some, |one| densities[one.row as usize]) / density
        };
        let training = neighbors.iter().zip(&densities).map(factor).collect();
        let state =
            OutlierState::new(training_index, k, OutlierMeasure::Factor { k_distances, densities }, training);
        finish(self, self.contamination, state, &weights, summary, data)
    }
}

/// Training rows with their neighbors.
struct OutlierRows {
    training_index: TrainingIndex,
    /// The weight that neighbors have together.
    k: f64,
    neighbors: Vec<Vec<WeightedNeighbor>>,
    weights: Vec<f64>,
    summary: TrainingSummary,
}

impl OutlierRows {
    fn of(settings: &NeighborSettings, wanted: u32, data: &Dataset, run: &Run) -> Result<OutlierRows> {
        let (training_index, mut summary) = TrainingIndex::fit(settings, data, run)?;
        let others = training_index.total_weight() - 1.0;
        if others <= 0.0 {
            return Err(Error::data(
                "there is 1 sample (one row), which has no neighbors",
                "give at least two rows",
            ));
        }
        if f64::from(wanted) > others {
            summary.warnings.push(format!(
                "n_neighbors is {wanted} and the weight of the other rows is {others}: all of them are neighbors"
            ));
        }
        let k = f64::from(wanted).min(others);
        let neighbors = training_index.nearest_of_own(k, run)?;
        let weights = training_index.row_weights();
        Ok(OutlierRows { training_index, k, neighbors, weights, summary })
    }
}

fn finish<L: Fit>(
    learner: &L,
    contamination: Contamination,
    mut state: OutlierState,
    weights: &[f64],
    mut summary: TrainingSummary,
    data: &Dataset,
) -> Result<OutliersModel> {
    // Among what is measured: between two rows, scores are no straight line.
    let measured = contamination.threshold(state.measure.usual_threshold(), &state.training, weights);
    state.threshold = state.measure.score(measured);
    summary.details.insert("measured_threshold".into(), measured.into());
    summary.details.insert("neighbors".into(), state.k.into());
    summary.details.insert("threshold".into(), state.threshold.into());
    let info = learner.model_info_predicting(answer_schema(), data, summary);
    Ok(OutliersModel::new(info, state))
}
