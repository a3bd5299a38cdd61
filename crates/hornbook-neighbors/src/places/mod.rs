//! What all learners of this crate keep: where the training rows are, what they weigh, and how to find them.

mod counted;
mod missing;
mod settings;

pub use settings::MetricName;

pub(crate) use counted::{Counted, mean_of};
pub(crate) use settings::Settings;

use crate::events::NeighboursEvent;
use crate::index::{Index, Neighbour, Neighbourhoods};
use crate::space::{Coding, Space};
use counted::cut;
use hornbook_core::{Result, Run, Task};
use hornbook_data::{Dataset, Features, Input, Matrix, Schema, TargetSchema};
use hornbook_learner::Summary;
use missing::check_known;

/// The training rows as points, with their weights.
#[derive(Debug)]
pub(crate) struct Places {
    pub space: Space,
    pub index: Index,
    /// None if every row weighs 1.
    pub weights: Option<Vec<f64>>,
    /// The places of the rows among those that were given, if some were left out.
    pub numbers: Option<Vec<u32>>,
}

/// The rows that a learner learns from, those that weigh something; and their places, if some do not.
pub(crate) fn weighty(data: &Dataset) -> (Dataset, Option<Vec<u32>>) {
    let weights = data.row_weights();
    if weights.iter().all(|weight| *weight > 0.0) {
        return (data.clone(), None);
    }
    let rows: Vec<u32> = (0..weights.len() as u32).filter(|&row| weights[row as usize] > 0.0).collect();
    (data.select(rows.clone()), Some(rows))
}

impl Places {
    /// Makes points of the rows that weigh something. Says what a person should know.
    pub fn fit(settings: &Settings, data: &Dataset, run: &Run) -> Result<(Places, Summary)> {
        let given = data.rows().len();
        let (data, numbers) = weighty(data);
        let data = &data;
        let answer = TargetSchema { name: String::new(), task: Task::Density, classes: Default::default() };
        let inputs = Schema::predicting(answer, data).inputs;
        let rows = match data.matrix() {
            Some(matrix) => Features::Matrix(matrix),
            None => data.row_features(),
        };
        let weights = data.row_weights();
        let coding = settings.coding();
        if coding != Coding::KnownCodes {
            check_known(&inputs, &rows, settings.learner)?;
        }
        let (space, warnings) = Space::fit(&inputs, &rows, &weights, settings.scaling()?, coding);
        let warnings = if settings.minds_scale() { warnings } else { Vec::new() };
        let points = space.points(&rows)?;
        run.check()?;
        let metric = settings.metric(&space, &points, &weights)?;
        let index = Index::with_settings(points, metric, &settings.index(run))?;
        run.trace(|| NeighboursEvent::Indexed {
            rows: index.rows(),
            columns: index.width(),
            metric: index.metric().name(),
            algorithm: index.algorithm().name(),
        });
        let mut summary = Summary {
            rows: weights.len() as u64,
            weight: weights.iter().sum(),
            converged: true,
            warnings,
            ..Summary::default()
        };
        summary.details.insert("columns".into(), index.width().into());
        summary.details.insert("given_rows".into(), given.into());
        summary.details.insert("index".into(), index.algorithm().name().into());
        summary.details.insert("metric".into(), index.metric().name().into());
        let weights = weights.iter().any(|weight| *weight != 1.0).then_some(weights);
        Ok((Places { space, index, weights, numbers }, summary))
    }

    /// Only these rows, each of which weighs what it did or, as a prototype, 1.
    pub fn kept(self, rows: &[u32], as_prototypes: bool) -> Result<Places> {
        let Places { space, index, weights, numbers } = self;
        let points = index.points();
        let points = Matrix::from_fn(rows.len(), points.columns(), |row, column| {
            points.at(rows[row] as usize, column)
        });
        let index = Index::of_placed(points, index.metric().clone(), &index.settings())?;
        let weights = weights.filter(|_| !as_prototypes);
        let weights = weights.map(|weights| rows.iter().map(|&row| weights[row as usize]).collect());
        let numbers = rows.iter().map(|&row| numbers.as_ref().map_or(row, |all| all[row as usize])).collect();
        Ok(Places { space, index, weights, numbers: Some(numbers) })
    }

    /// The place of a row among those that were given.
    pub fn number(&self, row: u32) -> u32 {
        self.numbers.as_ref().map_or(row, |numbers| numbers[row as usize])
    }

    /// What was found, with the places of the rows among those that were given.
    pub fn numbered(&self, found: &Neighbourhoods) -> Neighbourhoods {
        let mut all = Neighbourhoods::default();
        for neighbours in found.iter() {
            all.push(neighbours.iter().map(|one| Neighbour { row: self.number(one.row), ..*one }));
        }
        all
    }

    pub fn weight(&self, row: u32) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights[row as usize])
    }

    pub fn total_weight(&self) -> f64 {
        self.weights.as_ref().map_or(self.index.rows() as f64, |weights| weights.iter().sum())
    }

    /// The points of rows to predict.
    pub fn points(&self, rows: &Features<'_>, inputs: &[Input], learner: &str) -> Result<Matrix> {
        if self.space.coding != Coding::KnownCodes {
            check_known(inputs, rows, learner)?;
        }
        self.space.points(rows)
    }

    /// The nearest rows of each point, so many that they weigh what is wanted together.
    pub fn nearest(&self, points: &Matrix, wanted: f64) -> Result<Neighbourhoods> {
        self.heavy_enough(wanted, |count| self.index.nearest(points, count))
    }

    /// The nearest rows of each point, a training row at the same place left out: a point that was learned from finds the
    /// neighbours that it had in training.
    pub fn nearest_but_itself(&self, points: &Matrix, wanted: f64) -> Result<Vec<Vec<Counted>>> {
        let found = self.heavy_enough(wanted + 1.0, |count| self.index.nearest(points, count))?;
        let others = |neighbours: &[Neighbour]| {
            let itself = neighbours.first().filter(|first| first.distance == 0.0).map(|first| first.row);
            self.without(neighbours, itself, wanted)
        };
        Ok(found.iter().map(others).collect())
    }

    /// The nearest rows of each training row, itself left out: so many that they weigh what is wanted together. Of a row that
    /// weighs more than 1, only a weight of 1 is the row itself; the rest are its copies.
    pub fn nearest_of_own(&self, wanted: f64) -> Vec<Vec<Counted>> {
        let found = self.heavy_enough(wanted + 1.0, |count| Ok(self.index.nearest_of_own(count)));
        let found = found.unwrap_or_default();
        let without =
            |(row, neighbours): (usize, &[Neighbour])| self.without(neighbours, Some(row as u32), wanted);
        found.iter().enumerate().map(without).collect()
    }

    /// Neighbours, a weight of 1 of one of them left out.
    fn without(&self, neighbours: &[Neighbour], itself: Option<u32>, wanted: f64) -> Vec<Counted> {
        let mut counted = self.counted(neighbours, f64::INFINITY);
        if let Some(own) = counted.iter_mut().find(|one| Some(one.row) == itself) {
            own.weight -= 1.0;
        }
        counted.retain(|one| one.weight > 0.0);
        cut(&mut counted, wanted);
        counted
    }

    /// Asks for more rows until those of every query weigh enough.
    fn heavy_enough(
        &self,
        wanted: f64,
        nearest: impl Fn(usize) -> Result<Neighbourhoods>,
    ) -> Result<Neighbourhoods> {
        let mut count = wanted.ceil().max(1.0) as usize;
        loop {
            let found = nearest(count)?;
            let enough = |neighbours: &[Neighbour]| {
                neighbours.iter().map(|one| self.weight(one.row)).sum::<f64>() >= wanted
            };
            if self.weights.is_none() || count >= self.index.rows() || found.iter().all(enough) {
                return Ok(found);
            }
            count *= 2;
        }
    }

    /// Neighbours with the weight that they count with, the last of them only with what is still wanted.
    pub fn counted(&self, neighbours: &[Neighbour], wanted: f64) -> Vec<Counted> {
        let counted =
            |one: &Neighbour| Counted { row: one.row, distance: one.distance, weight: self.weight(one.row) };
        let mut all: Vec<Counted> = neighbours.iter().map(counted).collect();
        cut(&mut all, wanted);
        all
    }
}
