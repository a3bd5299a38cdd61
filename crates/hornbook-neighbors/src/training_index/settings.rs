//! What a learner's parameters say about distances and searches.

use crate::hnsw::HnswSettings;
use crate::index::{Algorithm, IndexSettings};
use crate::metric::{Gower, Metric, Whitening, check_axioms};
use crate::metric_encoding::MetricEncoding;
use crate::scale::FeatureScaling;
use crate::{KNeighbors, KNeighborsDensity, KNeighborsOutliers, LocalOutlierFactor, RadiusNeighbors};
use hornbook_core::{Capabilities, Choice, Declaration, Declared as _, Error, Result, Run};
use hornbook_data::Matrix;
use hornbook_encoding::{EncodedColumn, Encoder, Scaling};

/// Distance metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum MetricName {
    /// L2 distance: the straight line.
    Euclidean,
    /// L1 (city-block) distance: the sum of absolute differences.
    Manhattan,
    /// Lp distance: the p-th root of the sum of the absolute differences to the power `p`.
    Minkowski,
    /// L∞ distance: the largest absolute difference.
    Chebyshev,
    /// Euclidean distance after whitening by the covariance of the training rows.
    Mahalanobis,
    /// One minus the cosine of the angle between the rows.
    Cosine,
    /// Fraction of features that differ.
    Hamming,
    /// Gower distance for mixed data: the mean over known features of differences from 0 to 1; numeric ones
    /// by their range, categorical ones differ or not.
    Gower,
    /// Great-circle distance (as an angle) between points on a sphere; the two features are latitude and
    /// longitude in radians.
    Haversine,
}

/// How many rows a distance of the user's own is tried on before it is accepted.
const TRIED: usize = 12;

/// What a learner says about distances and searches.
#[derive(Debug, Clone)]
pub(crate) struct NeighborSettings {
    pub learner: &'static str,
    pub metric: MetricName,
    pub p: f64,
    pub algorithm: Algorithm,
    pub leaf_size: u32,
    pub hnsw: HnswSettings,
    pub scale: FeatureScaling,
    /// The range that columns are mapped to.
    pub feature_range: Option<Vec<f64>>,
    /// The user's own distance, instead of the one that is named.
    pub own: Option<Metric>,
}

/// Reads the settings from the parameters that all learners have, and from those of a graph if they are named.
macro_rules! settings_of {
    ($learner:ty $(, $of_graph:ident)*) => {
        impl $learner {
            pub(crate) fn settings(&self) -> NeighborSettings {
                NeighborSettings {
                    learner: Self::declaration().name,
                    metric: self.metric,
                    p: self.p,
                    algorithm: self.algorithm,
                    leaf_size: self.leaf_size,
                    hnsw: HnswSettings { $($of_graph: self.$of_graph as usize,)* ..HnswSettings::default() },
                    scale: self.scale,
                    feature_range: self.feature_range.clone(),
                    own: None,
                }
            }
        }
    };
}

settings_of!(KNeighbors, m, ef_construction, ef_search);
settings_of!(KNeighborsDensity, m, ef_construction, ef_search);
settings_of!(KNeighborsOutliers, m, ef_construction, ef_search);
settings_of!(LocalOutlierFactor, m, ef_construction, ef_search);
// A graph is of no use within a radius.
settings_of!(RadiusNeighbors);

impl NeighborSettings {
    /// What a declared learner takes with these settings: missing values only where the distance can leave a column out.
    pub fn capabilities(&self, declaration: &Declaration) -> Capabilities {
        Capabilities { missing: self.takes_missing(), ..declaration.capabilities }
    }

    /// Whether the distance can leave a column out.
    pub(super) fn takes_missing(&self) -> bool {
        self.coding() == MetricEncoding::KnownCodes
    }

    pub(super) fn coding(&self) -> MetricEncoding {
        match (&self.own, self.metric) {
            (None, MetricName::Gower) => MetricEncoding::KnownCodes,
            (None, MetricName::Hamming) => MetricEncoding::Codes,
            _ => MetricEncoding::Levels,
        }
    }

    /// Whether the units of columns matter for the distance.
    pub(super) fn scale_sensitive(&self) -> bool {
        use MetricName::{Chebyshev, Cosine, Euclidean, Manhattan, Minkowski};
        self.own.is_none() && matches!(self.metric, Chebyshev | Cosine | Euclidean | Manhattan | Minkowski)
    }

    /// What is done to columns of numbers.
    pub(super) fn scaling(&self) -> Result<Scaling> {
        self.scale.with_range(self.learner, self.feature_range.as_deref())
    }

    pub(super) fn metric(&self, encoder: &Encoder, points: &Matrix, weights: &[f64]) -> Result<Metric> {
        if let Some(own) = &self.own {
            let some = points.rows().min(TRIED);
            let sample = Matrix::from_fn(some, points.columns(), |row, column| {
                points.at(row * points.rows() / some.max(1), column)
            });
            return match check_axioms(own, &sample)? {
                None => Ok(own.clone()),
                Some(violation) => Err(Error::data(
                    format!("the custom distance is not a metric: {violation} (in a sample of {some} rows)"),
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
            MetricName::Gower => {
                let is_category = |column: &EncodedColumn| column.scale().is_none();
                let categories: Vec<bool> = encoder.encoded_columns().iter().map(is_category).collect();
                Metric::Gower(Gower::of_rows(points, &categories)?)
            }
            MetricName::Haversine => Metric::Haversine,
        })
    }

    /// How the index is built; chance is that of the run.
    pub(super) fn index(&self, run: &Run) -> IndexSettings {
        IndexSettings {
            algorithm: self.algorithm,
            leaf_size: self.leaf_size as usize,
            hnsw: HnswSettings { seed: run.root_seed(), ..self.hnsw },
        }
    }
}
