//! Nearest neighbours: who is close to a row, and what follows from that.
//!
//! A [`Metric`] says how far two rows are from each other, an [`Index`] finds the rows that are nearest. From these
//! [`KNeighbors`] and [`RadiusNeighbors`] predict classes and numbers, [`KNeighborsOutliers`] and [`LocalOutlierFactor`] find
//! rows that are far from the others, and [`KNeighborsDensity`] says how densely rows lie.

mod axes;
pub mod density;
pub mod editing;
mod events;
mod explain;
mod file;
pub mod hnsw;
pub mod index;
pub mod k_neighbors;
pub mod metric;
pub mod outliers;
mod places;
pub mod radius_neighbors;
mod scale;
mod space;
#[cfg(test)]
mod test_support;
mod voting;

pub use density::{DensityModel, KNeighborsDensity};
pub use events::NeighboursEvent;
pub use hnsw::HnswSettings;
pub use index::{Algorithm, Index, IndexSettings, Neighbour, Neighbourhoods};
pub use k_neighbors::{KCurve, KNeighbors, Prototypes, choose_k};
pub use metric::{Axiom, Gower, Metric, OwnMetric, Violation, Whitening, check_axioms};
pub use outliers::{KNeighborsOutliers, LocalOutlierFactor, OutliersModel};
pub use places::MetricName;
pub use radius_neighbors::RadiusNeighbors;
pub use scale::Scale;
pub use voting::{NeighboursModel, OutlierLabel, VoteWeights};
