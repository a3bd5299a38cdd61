//! Bayesian learning: prior, likelihood, posterior; from Bayes' theorem to classifiers.
//!
//! | folder | what it is |
//! |---|---|
//! | [`estimation`] | parameter estimation with conjugate priors: MLE, MAP, posterior, posterior predictive |
//! | [`densities`] | nonparametric density estimation: histograms and kernel density estimation (KDE) |
//! | [`naive_bayes`] | naive Bayes classifiers, and two that relax conditional independence (TAN, AODE) |
//! | [`discriminants`] | Gaussian discriminant analysis (LDA, QDA, RDA) |
//! | [`hypotheses`] | posteriors over discrete hypotheses, contingency tables, Bayes-optimal prediction |

pub mod densities;
pub mod discriminants;
mod distinct_values;
pub mod estimation;
pub mod hypotheses;
pub mod naive_bayes;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod textbook;
mod tools;

pub use densities::{
    Bandwidth, DensityClassifier, DensityClassifierModel, DensityEstimator, Histogram, HistogramBins,
    HistogramModel, Kernel, KernelDensity, KernelDensityModel, density_curve, density_grid,
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
pub use tools::tool_entries;

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::RegistryEntry;
    vec![
        RegistryEntry::of::<NaiveBayes>(),
        RegistryEntry::of::<GaussianNaiveBayes>(),
        RegistryEntry::of::<MultinomialNaiveBayes>(),
        RegistryEntry::of::<ComplementNaiveBayes>(),
        RegistryEntry::of::<BernoulliNaiveBayes>(),
        RegistryEntry::of::<CategoricalNaiveBayes>(),
        RegistryEntry::of::<TreeAugmentedNaiveBayes>(),
        RegistryEntry::of::<AveragedOneDependence>(),
        RegistryEntry::of::<JointBayes>(),
        RegistryEntry::of::<GaussianDiscriminant>(),
        RegistryEntry::of::<LinearDiscriminant>(),
        RegistryEntry::of::<QuadraticDiscriminant>(),
        RegistryEntry::of::<DensityClassifier>(),
        RegistryEntry::of::<Histogram>(),
        RegistryEntry::of::<KernelDensity>(),
    ]
}
