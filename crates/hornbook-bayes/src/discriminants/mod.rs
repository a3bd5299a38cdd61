//! Classifiers by normal distributions of the classes.

mod bayes_error;
mod estimate;
mod events;
mod explain;
mod file;
mod fit;
mod geometry;
mod model;
mod normal_classes;
mod params;
mod plan;
mod scatter;
mod scorer;

#[cfg(test)]
mod tests;

pub use bayes_error::BayesError;
pub use events::DiscriminantEvent;
pub use geometry::{Hyperellipsoid, Hyperplane, Quadric, QuadricKind};
pub use model::{Directions, GaussianDiscriminantModel};
pub use normal_classes::{ClassCovariances, NormalClasses};
pub use params::{
    CovarianceShape, GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant, Shrinkage, Solver,
};
