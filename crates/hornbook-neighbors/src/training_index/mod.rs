//! What all learners of this crate keep: where the training rows are, what they weigh, and how to find them.

mod missing;
mod parameters;
mod settings;
mod weighted_neighbor;

pub(crate) use parameters::{GraphParameters, IndexParameters, ScalingParameters};
pub use settings::MetricName;

pub(crate) use settings::NeighborSettings;
pub(crate) use weighted_neighbor::{WeightedNeighbor, mean_of};

use crate::events::NeighborsEvent;
use crate::index::{Index, Neighbor, NeighborLists};
use crate::scale::dominant;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Features, Input, Matrix};
use hornbook_encoding::{Encoder, FeatureStatistics, InputStatistics, NumberStatistics, Scaling};
use hornbook_learner::{RowSource, TrainingSummary};
use missing::check_known;
use weighted_neighbor::truncate_to_weight;

/// The training rows as points, with their weights.
#[derive(Debug)]
pub(crate) struct TrainingIndex {
    pub encoder: Encoder,
    pub index: Index,
    /// None if every row weighs 1.
    pub weights: Option<Vec<f64>>,
    /// The positions of the rows among those that were given, if some were left out.
    pub numbers: Option<Vec<u32>>,
}

/// The rows that a learner learns from, those that weigh something; and their positions, if some do not.
pub(crate) fn positive_weight_rows(data: &Dataset) -> (Dataset, Option<Vec<u32>>) {
    let weights = data.row_weights();
    if weights.iter().all(|weight| *weight > 0.0) {
        return (data.clone(), None);
    }
    let rows: Vec<u32> = (0..weights.len() as u32).filter(|&row| weights[row as usize] > 0.0).collect();
    (data.select(rows.clone()), Some(rows))
}

/// Names the column that makes nearly all of the distances, if there is one.
fn dominant_column(inputs: &[Input], statistics: &FeatureStatistics) -> Vec<String> {
    let numbers = |(input, known)| Some((input, InputStatistics::numbers(known)?));
    let (inputs, numbers): (Vec<&Input>, Vec<&NumberStatistics>) =
        inputs.iter().zip(&statistics.inputs).filter_map(numbers).unzip();
    let warning = |(column, share): (usize, f64)| {
        format!(
            "column '{}' makes {:.1}% of the squared distances between rows, because it has the largest variance; \
             standardize the features with scale = standard",
            inputs[column].name,
            100.0 * share
        )
    };
    dominant(&numbers).map(warning).into_iter().collect()
}

impl TrainingIndex {
    /// Makes points of the rows that weigh something. Says what a person should know.
    pub fn fit(
        settings: &NeighborSettings,
        data: &Dataset,
        run: &Run,
    ) -> Result<(TrainingIndex, TrainingSummary)> {
        let given = data.rows().len();
        let (data, numbers) = positive_weight_rows(data);
        let data = &data;
        let (inputs, rows, weights) = (Input::of_dataset(data), data.features_in_place(), data.row_weights());
        let (coding, scaling) = (settings.coding(), settings.scaling()?);
        let statistics = FeatureStatistics::gather(&inputs, false, RowSource::Memory(data), run)?;
        let encoder = Encoder::of_statistics(&inputs, coding.options(scaling), &statistics, None)?;
        let encoder = coding.adjusted(encoder);
        if !settings.takes_missing() {
            check_known(&encoder, &rows, settings.learner)?;
        }
        let is_warned = scaling == Scaling::None && settings.scale_sensitive();
        let warnings = if is_warned { dominant_column(&inputs, &statistics) } else { Vec::new() };
        let points = encoder.matrix(&rows)?;
        run.check()?;
        let metric = settings.metric(&encoder, &points, &weights)?;
        let index = Index::with_run(points, metric, &settings.index(run), run)?;
        run.trace(|| NeighborsEvent::Indexed {
            rows: index.rows(),
            columns: index.width(),
            metric: index.metric().name(),
            algorithm: index.algorithm().name(),
        });
        let mut summary = TrainingSummary {
            rows: weights.len() as u64,
            weight: weights.iter().sum(),
            converged: true,
            warnings,
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), index.width().into());
        summary.details.insert("given_rows".into(), given.into());
        summary.details.insert("index".into(), index.algorithm().name().into());
        summary.details.insert("metric".into(), index.metric().name().into());
        let weights = weights.iter().any(|weight| *weight != 1.0).then_some(weights);
        Ok((TrainingIndex { encoder, index, weights, numbers }, summary))
    }

    /// Only these rows, each of which weighs what it did or, as a prototype, 1.
    pub fn kept(self, rows: &[u32], as_prototypes: bool) -> Result<TrainingIndex> {
        let TrainingIndex { encoder, index, weights, numbers } = self;
        let points = index.points();
        let points = Matrix::from_fn(rows.len(), points.columns(), |row, column| {
            points.at(rows[row] as usize, column)
        });
        let index = Index::of_prepared(points, index.metric().clone(), &index.settings(), &Run::default())?;
        let weights = weights.filter(|_| !as_prototypes);
        let weights = weights.map(|weights| rows.iter().map(|&row| weights[row as usize]).collect());
        let numbers = rows.iter().map(|&row| numbers.as_ref().map_or(row, |all| all[row as usize])).collect();
        Ok(TrainingIndex { encoder, index, weights, numbers: Some(numbers) })
    }

    /// The position of a row among those that were given.
    pub fn number(&self, row: u32) -> u32 {
        self.numbers.as_ref().map_or(row, |numbers| numbers[row as usize])
    }

    /// What was found, with the positions of the rows among those that were given.
    pub fn numbered(&self, found: &NeighborLists) -> NeighborLists {
        let mut all = NeighborLists::default();
        for neighbors in found.iter() {
            all.push(neighbors.iter().map(|one| Neighbor { row: self.number(one.row), ..*one }));
        }
        all
    }

    pub fn weight(&self, row: u32) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[row as usize])
    }

    /// The weights of all rows.
    pub fn row_weights(&self) -> Vec<f64> {
        (0..self.index.rows() as u32).map(|row| self.weight(row)).collect()
    }

    pub fn total_weight(&self) -> f64 {
        self.weights.as_ref().map_or(self.index.rows() as f64, |weights| weights.iter().sum())
    }

    /// The points of rows to predict.
    pub fn points(&self, rows: &Features<'_>, learner: &str) -> Result<Matrix> {
        if !self.index.metric().takes_missing() {
            check_known(&self.encoder, rows, learner)?;
        }
        self.encoder.matrix(rows)
    }

    /// The nearest rows of each point, so many that they weigh what is wanted together.
    pub fn nearest(&self, points: &Matrix, wanted: f64) -> Result<NeighborLists> {
        self.with_enough_weight(wanted, |count| self.index.nearest(points, count))
    }

    /// The nearest rows of each point, a training row at the same point left out: a point that was learned from finds the
    /// neighbors that it had in training.
    pub fn nearest_but_itself(&self, points: &Matrix, wanted: f64) -> Result<Vec<Vec<WeightedNeighbor>>> {
        let found = self.with_enough_weight(wanted + 1.0, |count| self.index.nearest(points, count))?;
        let others = |neighbors: &[Neighbor]| {
            let itself = neighbors.first().filter(|first| first.distance == 0.0).map(|first| first.row);
            self.without(neighbors, itself, wanted)
        };
        Ok(found.iter().map(others).collect())
    }

    /// The nearest rows of each training row, itself left out: so many that they weigh what is wanted together. Of a row that
    /// weighs more than 1, only a weight of 1 is the row itself; the rest are its copies.
    pub fn nearest_of_own(&self, wanted: f64, run: &Run) -> Result<Vec<Vec<WeightedNeighbor>>> {
        let found = self.with_enough_weight(wanted + 1.0, |count| {
            let found = self.index.nearest_of_own(count, &|| run.check().is_err());
            run.check()?;
            Ok(found)
        })?;
        let without =
            |(row, neighbors): (usize, &[Neighbor])| self.without(neighbors, Some(row as u32), wanted);
        Ok(found.iter().enumerate().map(without).collect())
    }

    /// Neighbors, a weight of 1 of one of them left out.
    fn without(&self, neighbors: &[Neighbor], itself: Option<u32>, wanted: f64) -> Vec<WeightedNeighbor> {
        let mut weighted = self.weighted_neighbors(neighbors, f64::INFINITY);
        if let Some(own) = weighted.iter_mut().find(|one| Some(one.row) == itself) {
            own.weight -= 1.0;
        }
        weighted.retain(|one| one.weight > 0.0);
        truncate_to_weight(&mut weighted, wanted);
        weighted
    }

    /// Asks for more rows until those of every query weigh enough.
    fn with_enough_weight(
        &self,
        wanted: f64,
        nearest: impl Fn(usize) -> Result<NeighborLists>,
    ) -> Result<NeighborLists> {
        let mut count = wanted.ceil().max(1.0) as usize;
        loop {
            let found = nearest(count)?;
            let enough = |neighbors: &[Neighbor]| {
                neighbors.iter().map(|one| self.weight(one.row)).sum::<f64>() >= wanted
            };
            if self.weights.is_none() || count >= self.index.rows() || found.iter().all(enough) {
                return Ok(found);
            }
            count *= 2;
        }
    }

    /// Neighbors with the weight that they count with, the last of them only with what is still wanted.
    pub fn weighted_neighbors(&self, neighbors: &[Neighbor], wanted: f64) -> Vec<WeightedNeighbor> {
        let weighted = |one: &Neighbor| WeightedNeighbor {
            row: one.row,
            distance: one.distance,
            weight: self.weight(one.row),
        };
        let mut all: Vec<WeightedNeighbor> = neighbors.iter().map(weighted).collect();
        truncate_to_weight(&mut all, wanted);
        all
    }
}
