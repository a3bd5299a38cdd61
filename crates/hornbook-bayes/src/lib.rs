//! Bayesian learning: what is believed before, what the rows say, what is believed after.
//!
//! | folder | what it is |
//! |---|---|
//! | [`estimation`] | parameters of distributions by likelihood, by posterior and by the whole posterior |
//! | [`densities`] | densities without a formula: histograms and windows |
//! | [`naive_bayes`] | classifiers that take columns as independent within a class, and two that do so less |
//! | [`discriminants`] | classifiers by normal distributions of the classes |
//! | [`hypotheses`] | posteriors over lists of hypotheses, and what to predict from them |

pub mod densities;
pub mod discriminants;
mod distinct;
pub mod estimation;
pub mod hypotheses;
pub mod naive_bayes;
#[cfg(test)]
mod testing;

pub use densities::{
    Bandwidth, Bins, DensityClassifier, DensityClassifierModel, DensityModel, Histogram, HistogramModel,
    Kernel, KernelDensity, KernelDensityModel, density_curve, density_grid,
};
pub use discriminants::{
    GaussianDiscriminant, GaussianDiscriminantModel, LinearDiscriminant, QuadraticDiscriminant,
};
pub use naive_bayes::dependence::{AveragedOneDependence, OneDependenceModel, TreeAugmentedNaiveBayes};
pub use naive_bayes::joint::{JointBayes, JointBayesModel};
pub use naive_bayes::{
    BernoulliNaiveBayes, CategoricalNaiveBayes, ComplementNaiveBayes, GaussianNaiveBayes,
    MultinomialNaiveBayes, NaiveBayes, NaiveBayesModel,
};
