//! Nearest neighbors: who is close to a row, and what follows from that.
//!
//! A [`Metric`] says how far two rows are from each other, an [`Index`] finds the rows that are nearest. From these
//! [`KNeighbors`] and [`RadiusNeighbors`] predict classes and numbers, [`KNeighborsOutliers`] and [`LocalOutlierFactor`] find
//! rows that are far from the others, and [`KNeighborsDensity`] says how densely rows lie.

pub mod density;
mod events;
mod explain;
mod file;
pub mod hnsw;
pub mod index;
pub mod k_neighbors;
pub mod metric;
mod metric_encoding;
pub mod outliers;
mod principal_axes;
pub mod prototype_selection;
pub mod radius_neighbors;
mod scale;
#[cfg(test)]
mod test_support;
#[cfg(test)]
mod textbook;
mod tools;
mod training_index;
mod voting;

pub use density::{KNeighborsDensity, KnnDensityModel};
pub use events::NeighborsEvent;
pub use hnsw::HnswSettings;
pub use index::{Algorithm, Index, IndexSettings, Neighbor, NeighborLists};
pub use k_neighbors::{KCurve, KNeighbors, Prototypes, choose_k};
pub use metric::{Axiom, CustomMetric, Gower, Metric, Violation, Whitening, check_axioms};
pub use outliers::{KNeighborsOutliers, LocalOutlierFactor, OutliersModel};
pub use radius_neighbors::RadiusNeighbors;
pub use scale::FeatureScaling;
pub use tools::tool_entries;
pub use training_index::MetricName;
pub use voting::{KNeighborsModel, OutlierLabel, VoteWeights};

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::RegistryEntry;
    vec![
        RegistryEntry::of::<KNeighbors>(),
        RegistryEntry::of::<RadiusNeighbors>(),
        RegistryEntry::of::<KNeighborsDensity>(),
        RegistryEntry::of::<KNeighborsOutliers>(),
        RegistryEntry::of::<LocalOutlierFactor>(),
    ]
}
