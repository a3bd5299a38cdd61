use hornbook_core::{Choice, Learner, PerColumn};
use hornbook_math::quantiles::QuantileMethod;
use serde::{Deserialize, Serialize};

/// Binning (discretization): numbers become intervals, of equal width, of equal frequency, by k-means or by the MDL principle.
///
/// A transformer for a pipeline, like scikit-learn's KBinsDiscretizer and Weka's Discretize: cuts are fitted on the
/// training data only, inside each fold (no data leakage). Dates are binned as numbers; categorical, boolean and text features are
/// passed through, and missing values stay missing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "binning",
    aliases("discretization", "discretize", "bins", "KBinsDiscretizer"),
    sklearn = "KBinsDiscretizer",
    r = "cut, arules::discretize, discretization::mdlp",
    weka = "Discretize, supervised Discretize",
    family = "preprocessing",
    tasks(transformation),
    applied = "binned",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct Binning {
    /// Number of bins of each feature; `mdl` finds it by itself.
    #[param(default = 5, range = "2..=10000", search = "2..20")]
    pub n_bins: u32,
    /// Where the cuts are.
    #[param(default = BinningStrategy::Quantile, search = "every")]
    pub strategy: BinningStrategy,
    /// What a bin becomes.
    #[param(default = BinEncoding::Onehot)]
    pub encode: BinEncoding,
    /// Number of bins of some features, in place of `n_bins`.
    pub column_bins: Option<PerColumn>,
    /// Which number a quantile is where no value, or more than one, has the wanted fraction of the rows below it.
    #[param(default = CutQuantiles::Linear)]
    pub quantile_method: CutQuantiles,
}

/// Which number a quantile is, by the names of numpy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CutQuantiles {
    /// The smallest value that has at least the fraction of the rows at or below it (type 1).
    InvertedCdf,
    /// The same, but the midpoint of two values where both would do (type 2).
    AveragedInvertedCdf,
    /// The value of the nearest rank (type 3).
    ClosestObservation,
    /// On a straight line between the steps of the distribution (type 4).
    InterpolatedInvertedCdf,
    /// The same from the middle of each step (type 5).
    Hazen,
    /// As if the values divided the population into equal parts (type 6).
    Weibull,
    /// On a straight line between the two nearest ranks (type 7).
    Linear,
    /// Near the median of the order statistics whatever the distribution (type 8).
    MedianUnbiased,
    /// Near the mean of the order statistics of a normal distribution (type 9).
    NormalUnbiased,
}

impl CutQuantiles {
    pub(super) fn method(self) -> QuantileMethod {
        match self {
            CutQuantiles::InvertedCdf => QuantileMethod::InvertedCdf,
            CutQuantiles::AveragedInvertedCdf => QuantileMethod::AveragedInvertedCdf,
            CutQuantiles::ClosestObservation => QuantileMethod::ClosestObservation,
            CutQuantiles::InterpolatedInvertedCdf => QuantileMethod::InterpolatedInvertedCdf,
            CutQuantiles::Hazen => QuantileMethod::Hazen,
            CutQuantiles::Weibull => QuantileMethod::Weibull,
            CutQuantiles::Linear => QuantileMethod::Linear,
            CutQuantiles::MedianUnbiased => QuantileMethod::MedianUnbiased,
            CutQuantiles::NormalUnbiased => QuantileMethod::NormalUnbiased,
        }
    }
}

/// Where the cuts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BinningStrategy {
    /// Bins of equal width.
    #[choice(alias = "width")]
    Uniform,
    /// Bins of as many rows each (equal frequency).
    #[choice(alias = "frequency")]
    Quantile,
    /// Bins around the centers of k-means in one dimension.
    Kmeans,
    /// Cuts that the classes of the target ask for, by the minimum description length principle (Fayyad and Irani).
    Mdl,
}

/// What a bin becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum BinEncoding {
    /// A column of 0 and 1 for each bin.
    Onehot,
    /// Its number, from 0.
    Ordinal,
    /// A level of a category.
    Category,
}
