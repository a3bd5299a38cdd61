//! What all learners of this crate keep: where the training rows are, what they weigh, and how to find them.

use crate::events::NeighboursEvent;
use crate::hnsw::HnswSettings;
use crate::index::{Algorithm, Index, IndexSettings, Neighbour, Neighbourhoods};
use crate::metric::{Gower, Metric, Whitening, check_axioms};
use crate::scale::Scale;
use crate::space::{Coding, Space};
use hornbook_core::{Choice, Error, Result, Run, Task};
use hornbook_data::{Dataset, Feature, Features, Input, InputKind, Matrix, Schema, TargetSchema};
use hornbook_learner::Summary;
use hornbook_math::exact::Sum;

/// Which distance is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum MetricName {
    /// The straight line.
    Euclidean,
    /// The sum of the differences.
    Manhattan,
    /// The root of the sum of the differences to the power `p`.
    Minkowski,
    /// The largest difference.
    Chebyshev,
    /// Euclid's, after the columns are made uncorrelated with the covariance of the training rows.
    Mahalanobis,
    /// One minus the cosine of the angle between the rows.
    Cosine,
    /// The share of columns that differ.
    Hamming,
    /// The mean over the columns that are known of differences from 0 to 1: numbers by their range, categories differ or not.
    Gower,
    /// The angle between places on a sphere; the two columns are latitude and longitude in radians.
    Haversine,
}

/// How many rows a distance of the user's own is tried on before it is believed.
const TRIED: usize = 12;

/// What a learner says about distances and searches.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub learner: &'static str,
    pub metric: MetricName,
    pub p: f64,
    pub algorithm: Algorithm,
    pub leaf_size: u32,
    pub scale: Scale,
    /// The user's own distance, instead of the one that is named.
    pub own: Option<Metric>,
}

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
        let (space, warnings) = Space::fit(&inputs, &rows, &weights, settings.scale, coding);
        let warnings = if settings.minds_scale() { warnings } else { Vec::new() };
        let points = space.points(&rows)?;
        run.check()?;
        let metric = settings.metric(&space, &points, &weights)?;
        let hnsw = HnswSettings { seed: run.root_seed(), ..HnswSettings::default() };
        let search =
            IndexSettings { algorithm: settings.algorithm, leaf_size: settings.leaf_size as usize, hnsw };
        let index = Index::with_settings(points, metric, &search)?;
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

    /// The nearest rows of each training row, itself left out: so many that they weigh what is wanted together. Of a row that
    /// weighs more than 1, only a weight of 1 is the row itself; the rest are its copies.
    pub fn nearest_of_own(&self, wanted: f64) -> Vec<Vec<Counted>> {
        let found = self.heavy_enough(wanted + 1.0, |count| Ok(self.index.nearest_of_own(count)));
        let found = found.unwrap_or_default();
        let without = |(row, neighbours): (usize, &[Neighbour])| {
            let mut counted = self.counted(neighbours, f64::INFINITY);
            if let Some(own) = counted.iter_mut().find(|one| one.row as usize == row) {
                own.weight -= 1.0;
            }
            counted.retain(|one| one.weight > 0.0);
            cut(&mut counted, wanted);
            counted
        };
        found.iter().enumerate().map(without).collect()
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

/// A neighbour, and the weight that it counts with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Counted {
    pub row: u32,
    pub distance: f64,
    pub weight: f64,
}

/// The mean of a number over neighbours, by their weights.
pub(crate) fn mean_of(neighbours: &[Counted], number: impl Fn(&Counted) -> f64) -> f64 {
    let (mut sum, mut weight) = (Sum::default(), Sum::default());
    for one in neighbours {
        sum.add_product(number(one), one.weight);
        weight.add(one.weight);
    }
    sum.value() / weight.value()
}

/// Keeps the first that weigh so much together.
fn cut(counted: &mut Vec<Counted>, wanted: f64) {
    let mut left = wanted;
    counted.retain_mut(|one| {
        one.weight = one.weight.min(left);
        left -= one.weight;
        one.weight > 0.0
    });
}

impl Settings {
    fn coding(&self) -> Coding {
        match (&self.own, self.metric) {
            (None, MetricName::Gower) => Coding::KnownCodes,
            (None, MetricName::Hamming) => Coding::Codes,
            _ => Coding::Levels,
        }
    }

    /// Whether the units of columns matter for the distance.
    fn minds_scale(&self) -> bool {
        use MetricName::{Chebyshev, Cosine, Euclidean, Manhattan, Minkowski};
        self.own.is_none() && matches!(self.metric, Chebyshev | Cosine | Euclidean | Manhattan | Minkowski)
    }

    fn metric(&self, space: &Space, points: &Matrix, weights: &[f64]) -> Result<Metric> {
        if let Some(own) = &self.own {
            let some = points.rows().min(TRIED);
            let sample = Matrix::from_fn(some, points.columns(), |row, column| {
                points.at(row * points.rows() / some.max(1), column)
            });
            return match check_axioms(own, &sample)? {
                None => Ok(own.clone()),
                Some(violation) => Err(Error::data(
                    format!("the distance is no metric: {violation} (of a sample of {some} rows)"),
                    "correct the function",
                )),
            };
        }
        Ok(match self.metric {
            MetricName::Euclidean => Metric::Euclidean,
            MetricName::Manhattan => Metric::Manhattan,
            MetricName::Minkowski => match self.p {
                1.0 => Metric::Manhattan,
                2.0 => Metric::Euclidean,
                f64::INFINITY => Metric::Chebyshev,
                p => Metric::Minkowski(p),
            },
            MetricName::Chebyshev => Metric::Chebyshev,
            MetricName::Mahalanobis => Metric::Mahalanobis(Whitening::of_rows(points, weights)?),
            MetricName::Cosine => Metric::Cosine,
            MetricName::Hamming => Metric::Hamming,
            MetricName::Gower => Metric::Gower(Gower::of_rows(points, &space.is_category())?),
            MetricName::Haversine => Metric::Haversine,
        })
    }
}

/// An error that names the first number that is missing.
fn check_known(inputs: &[Input], rows: &Features<'_>, learner: &str) -> Result<()> {
    let is_clean = match rows {
        Features::Matrix(matrix) => match matrix.values() {
            hornbook_data::Scalars::F64(values) => values.iter().all(|x| !x.is_nan()),
            hornbook_data::Scalars::F32(values) => values.iter().all(|x| !x.is_nan()),
        },
        _ => false,
    };
    if is_clean {
        return Ok(());
    }
    for (column, input) in inputs.iter().enumerate() {
        if !matches!(input.kind, InputKind::Number | InputKind::Date) {
            continue;
        }
        if let Feature::Number(numbers) = rows.column(column)
            && let Some(row) = numbers.iter().position(|x| x.is_nan())
        {
            return Err(Error::data(
                format!(
                    "column '{}' is missing (NaN) in row {}, and '{learner}' measures missing values only with the metric \
                     'gower'",
                    input.name,
                    row + 1
                ),
                "fill it in, leave the row or the column out, or choose that metric",
            ));
        }
    }
    Ok(())
}
