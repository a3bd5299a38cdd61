//! One-dependence estimators: tree-augmented naive Bayes (TAN) and AODE.
//!
//! # The models
//!
//! Naive Bayes takes columns as independent within a class. Here a column $x_j$ may depend on one other, its parent:
//!
//! $$P(c, x) = P(c) \prod_j P(x_j \mid c, x_{\pi(j)})$$
//!
//! - [`TreeAugmentedNaiveBayes`]: the parents make a tree, the one with the largest sum of $I(x_i; x_j \mid c)$, which is the
//!   most likely one (Chow and Liu; Friedman, Geiger and Goldszmidt 1997). The column whose name is first is the
//!   root; columns that tell nothing of each other are not joined.
//! - [`AveragedOneDependence`]: the mean over all columns $i$ of models in which $x_i$ is the parent of all
//!   others (Webb, Boughton and Wang 2005). A feature is used as parent for a row only if its value has at
//!   least `min_samples` training rows; if none does, naive Bayes scores it.
//!
//! Every table is smoothed by `alpha` pseudo-counts per cell (additive smoothing). Numeric features are
//! discretized into equal-frequency bins. Missing values are summed over exactly, from the leaves of a tree
//! to its root; the average leaves out models whose parent is missing.
//!
//! # Cost
//!
//! O(n · d²) to count, memory for the tables of the pairs (the tree keeps only its own); O(d · C) a row to predict for the
//! tree, O(d² · C) for the average.
//!
//! Files larger than memory are read twice, for the bins and for the counts, or once if there are no
//! numbers; the model is the same to the last bit. Bins are those of all numbers up to a quarter of a
//! million different ones in a column, and of a sample of as many beyond. The average is incremental: it
//! takes more rows later, in the bins it has; the tree cannot, since it keeps too little to choose another.

mod events;
mod explain;
mod file;
mod fit;
mod model;
mod pairs;
mod params;
mod tables;

#[cfg(test)]
mod tests;

pub use events::DependenceEvent;
pub use model::OneDependenceModel;
pub use params::{AveragedOneDependence, TreeAugmentedNaiveBayes};
