//! Training rows in model files. These structs are what a file holds, apart from those the program computes with: they may
//! gain fields at the end, and must not change.

use crate::hnsw::{HnswGraph, HnswLinks, HnswSettings};
use crate::index::{Algorithm, Index, IndexSettings};
use crate::metric::{Gower, Metric, Whitening};
use crate::metric_encoding::MetricEncoding;
use crate::training_index::TrainingIndex;
use hornbook_core::{Error, Result, Seed};
use hornbook_data::{Input, InputKind, Matrix, Schema};
use hornbook_encoding::{EncodedColumn, EncodedSource, Encoder, FeatureScale, Scaling};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct FileTrainingIndex {
    columns: Vec<FileColumn>,
    coding: FileMetricEncoding,
    metric: FileMetric,
    algorithm: FileAlgorithm,
    leaf_size: u64,
    rows: u64,
    points: Vec<f64>,
    weights: Option<Vec<f64>>,
    numbers: Option<Vec<u32>>,
}

#[derive(Serialize, Deserialize)]
enum FileColumn {
    Number { center: f64, spread: f64 },
    Levels(u32),
    Code,
}

#[derive(Serialize, Deserialize)]
enum FileMetricEncoding {
    Levels,
    Codes,
    KnownCodes,
}

#[derive(Serialize, Deserialize)]
enum FileMetric {
    Euclidean,
    Manhattan,
    Minkowski(f64),
    Chebyshev,
    Mahalanobis(Vec<f64>),
    Cosine,
    Hamming,
    Gower(Gower),
    Haversine,
}

#[derive(Serialize, Deserialize)]
enum FileAlgorithm {
    Brute,
    KdTree,
    BallTree,
    Hnsw {
        ef_search: u64,
        ef_construction: u64,
        seed: u64,
        most_links: u64,
        levels: Vec<u8>,
        counts: Vec<u32>,
        links: Vec<u32>,
        entry: u32,
    },
}

impl FileTrainingIndex {
    pub fn of(training_index: &TrainingIndex) -> Result<FileTrainingIndex> {
        let TrainingIndex { encoder, index, weights, numbers } = training_index;
        let metric = match index.metric() {
            Metric::Euclidean => FileMetric::Euclidean,
            Metric::Manhattan => FileMetric::Manhattan,
            Metric::Minkowski(p) => FileMetric::Minkowski(*p),
            Metric::Chebyshev => FileMetric::Chebyshev,
            Metric::Mahalanobis(whitening) => FileMetric::Mahalanobis(whitening.lower().values().to_vec()),
            Metric::Cosine => FileMetric::Cosine,
            Metric::Hamming => FileMetric::Hamming,
            Metric::Gower(gower) => FileMetric::Gower(gower.clone()),
            Metric::Haversine => FileMetric::Haversine,
            Metric::Custom(_) => {
                return Err(Error::data(
                    "a model with a custom metric cannot be written: a file holds no functions",
                    "train it again where it is needed, or choose a metric by name",
                ));
            }
        };
        let coding = MetricEncoding::of(encoder);
        let column = |(at, input): (usize, &Input)| match (&input.kind, coding) {
            (InputKind::Number | InputKind::Date, _) => {
                let columns = &encoder.encoded_columns()[encoder.span(at)];
                let unit = columns.first().and_then(EncodedColumn::scale).unwrap_or(FeatureScale::PLAIN);
                FileColumn::Number { center: unit.center, spread: unit.spread }
            }
            (InputKind::Category { levels }, MetricEncoding::Levels) => {
                FileColumn::Levels(levels.len() as u32)
            }
            _ => FileColumn::Code,
        };
        Ok(FileTrainingIndex {
            columns: encoder.inputs().iter().enumerate().map(column).collect(),
            coding: match coding {
                MetricEncoding::Levels => FileMetricEncoding::Levels,
                MetricEncoding::Codes => FileMetricEncoding::Codes,
                MetricEncoding::KnownCodes => FileMetricEncoding::KnownCodes,
            },
            metric,
            algorithm: match (index.algorithm(), index.graph()) {
                (_, Some(graph)) => FileAlgorithm::of_graph(graph, &index.settings().hnsw),
                (Algorithm::KdTree, _) => FileAlgorithm::KdTree,
                (Algorithm::BallTree, _) => FileAlgorithm::BallTree,
                _ => FileAlgorithm::Brute,
            },
            leaf_size: index.settings().leaf_size as u64,
            rows: index.rows() as u64,
            points: index.points().values().to_vec(),
            weights: weights.clone(),
            numbers: numbers.clone(),
        })
    }

    /// The rows, with everything checked that a file could get wrong.
    pub fn training_index(self, schema: &Schema) -> Result<TrainingIndex> {
        let coding = match self.coding {
            FileMetricEncoding::Levels => MetricEncoding::Levels,
            FileMetricEncoding::Codes => MetricEncoding::Codes,
            FileMetricEncoding::KnownCodes => MetricEncoding::KnownCodes,
        };
        if self.columns.len() != schema.inputs.len() {
            return Err(Error::damaged("its columns are not those of its schema"));
        }
        let plain = Encoder::of(&schema.inputs, coding.options(Scaling::None));
        let mut columns = plain.encoded_columns().to_vec();
        for (at, (column, input)) in self.columns.iter().zip(&schema.inputs).enumerate() {
            let fits = match (column, &input.kind) {
                (FileColumn::Number { center, spread }, InputKind::Number | InputKind::Date) => {
                    let unit = FeatureScale { center: *center, spread: *spread };
                    columns[plain.span(at).start].source = EncodedSource::Number(unit);
                    unit.is_sound()
                }
                (FileColumn::Levels(count), InputKind::Category { levels }) => {
                    *count as usize == levels.len() && coding == MetricEncoding::Levels
                }
                (FileColumn::Code, InputKind::Boolean) => true,
                (FileColumn::Code, InputKind::Category { .. }) => coding != MetricEncoding::Levels,
                _ => false,
            };
            if !fits {
                return Err(Error::damaged("a column of its rows is not that of its schema"));
            }
        }
        let encoder = Encoder::of_columns(&schema.inputs, columns, plain.options())
            .ok_or_else(|| Error::damaged("its columns are not those of its schema"))?;
        let encoder = coding.adjusted(encoder);
        let width = encoder.width();
        let rows = usize::try_from(self.rows).map_err(|_| Error::damaged("it has too many rows"))?;
        let points = Matrix::new(rows, width, self.points)
            .map_err(|_| Error::damaged("some of its rows are missing"))?;
        let metric = match self.metric {
            FileMetric::Euclidean => Metric::Euclidean,
            FileMetric::Manhattan => Metric::Manhattan,
            FileMetric::Minkowski(p) => Metric::Minkowski(p),
            FileMetric::Chebyshev => Metric::Chebyshev,
            FileMetric::Mahalanobis(lower) => {
                let lower = Matrix::new(width, width, lower).ok().and_then(Whitening::from_lower);
                Metric::Mahalanobis(lower.ok_or_else(|| Error::damaged("its covariance is not sound"))?)
            }
            FileMetric::Cosine => Metric::Cosine,
            FileMetric::Hamming => Metric::Hamming,
            FileMetric::Gower(gower) if gower.is_sound() => Metric::Gower(gower),
            FileMetric::Gower(_) => return Err(Error::damaged("the ranges of its columns are not sound")),
            FileMetric::Haversine => Metric::Haversine,
        };
        if metric.takes_missing() != (coding == MetricEncoding::KnownCodes) {
            return Err(Error::damaged("its metric does not fit its columns"));
        }
        let weights = self.weights;
        if let Some(weights) = &weights {
            let is_sound = weights.len() == rows && weights.iter().all(|w| *w > 0.0 && w.is_finite());
            if !is_sound {
                return Err(Error::damaged("the weights of its rows are not sound"));
            }
        }
        if self.numbers.as_ref().is_some_and(|numbers| numbers.len() != rows) {
            return Err(Error::damaged("the numbers of its rows are not sound"));
        }
        let leaf_size = usize::try_from(self.leaf_size).unwrap_or(usize::MAX);
        let mut settings = IndexSettings { leaf_size, ..IndexSettings::default() };
        let graph = self.algorithm.read(&mut settings, rows)?;
        let index = Index::of_stored(points, metric, &settings, graph)
            .map_err(|problem| Error::damaged(problem.to_string()))?;
        Ok(TrainingIndex { encoder, index, weights, numbers: self.numbers })
    }
}

impl FileAlgorithm {
    fn of_graph(graph: &HnswGraph, settings: &HnswSettings) -> FileAlgorithm {
        let HnswLinks { most, levels, counts, links, entry } = graph.to_links();
        FileAlgorithm::Hnsw {
            ef_search: settings.ef_search as u64,
            ef_construction: settings.ef_construction as u64,
            seed: settings.seed.0,
            most_links: most as u64,
            levels,
            counts,
            links,
            entry,
        }
    }

    /// Fills in the algorithm; the graph of so many rows, if there is one.
    fn read(self, settings: &mut IndexSettings, rows: usize) -> Result<Option<HnswGraph>> {
        settings.algorithm = match self {
            FileAlgorithm::Brute => Algorithm::Brute,
            FileAlgorithm::KdTree => Algorithm::KdTree,
            FileAlgorithm::BallTree => Algorithm::BallTree,
            FileAlgorithm::Hnsw { .. } => Algorithm::Hnsw,
        };
        let FileAlgorithm::Hnsw {
            ef_search,
            ef_construction,
            seed,
            most_links,
            levels,
            counts,
            links,
            entry,
        } = self
        else {
            return Ok(None);
        };
        let most = usize::try_from(most_links).unwrap_or(usize::MAX);
        // No search keeps more in sight than there can be rows.
        let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).min(u32::MAX as usize);
        settings.hnsw = HnswSettings {
            m: most / 2,
            ef_construction: whole(ef_construction),
            ef_search: whole(ef_search),
            seed: Seed(seed),
        };
        let graph = HnswGraph::from_links(HnswLinks { most, levels, counts, links, entry }, rows);
        graph.map(Some).ok_or_else(|| Error::damaged("the links between its rows are not sound"))
    }
}
