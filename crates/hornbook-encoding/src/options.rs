//! What can be chosen.

use hornbook_core::{Error, Result};
use serde::{Deserialize, Serialize};

/// How inputs become numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct EncoderOptions {
    /// Feature scaling of numbers and dates.
    pub scaling: Scaling,
    /// Encoding of categories.
    pub categories: CategoricalEncoding,
    /// What a level becomes that training never saw, or that is missing.
    pub unknown: UnknownLevels,
    /// What is done about missing values.
    pub missing: MissingValues,
}

impl Default for EncoderOptions {
    /// No scaling, one-hot encoding, zeros for unknown levels; missing values are refused.
    fn default() -> EncoderOptions {
        EncoderOptions {
            scaling: Scaling::None,
            categories: CategoricalEncoding::OneHot,
            unknown: UnknownLevels::Zeros,
            missing: MissingValues::Refuse,
        }
    }
}

/// Feature scaling: what is taken off a number, and what the rest is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Scaling {
    /// Nothing, and 1.
    None,
    /// Standardization (z-score): the mean, and the standard deviation (of the rows as they are, with divisor n).
    Standard {
        /// Whether the mean is taken off.
        with_mean: bool,
        /// Whether the rest is divided by the standard deviation.
        with_std: bool,
    },
    /// Min-max scaling: the smallest number becomes the first of the range, the largest the second.
    MinMax {
        /// The range.
        feature_range: (f64, f64),
    },
    /// Max-abs scaling: nothing, and the largest absolute value. Zeros stay zeros.
    MaxAbs,
    /// Robust scaling: the median, and the range between two quantiles.
    Robust {
        /// Whether the median is taken off.
        with_centering: bool,
        /// Whether the rest is divided by the range.
        with_scaling: bool,
        /// The levels of the quantiles, from 0 to 1.
        quantile_range: (f64, f64),
        /// Whether the range is measured in that of the standard normal distribution, so that normal columns get a variance of 1.
        unit_variance: bool,
    },
}

impl Scaling {
    /// Standardization by mean and standard deviation.
    pub const STANDARD: Scaling = Scaling::Standard { with_mean: true, with_std: true };
    /// Min-max scaling to 0 to 1.
    pub const MIN_MAX: Scaling = Scaling::MinMax { feature_range: (0.0, 1.0) };
    /// Robust scaling by median and interquartile range.
    pub const ROBUST: Scaling = Scaling::Robust {
        with_centering: true,
        with_scaling: true,
        quantile_range: (0.25, 0.75),
        unit_variance: false,
    };

    /// Whether all values of a column are needed at once.
    pub fn needs_values(self) -> bool {
        matches!(self, Scaling::Robust { .. })
    }

    /// Refuses ranges that are none.
    pub fn check(self) -> Result<()> {
        match self {
            Scaling::MinMax { feature_range: (low, high) } if !(low < high && (high - low).is_finite()) => {
                Err(Error::data(
                    format!("the range of min-max scaling is {low} to {high}"),
                    "give two finite numbers, the second larger than the first",
                ))
            }
            Scaling::Robust { quantile_range: (low, high), .. }
                if !(0.0 <= low && low < high && high <= 1.0) =>
            {
                Err(Error::data(
                    format!("the quantile range of robust scaling is {low} to {high}"),
                    "give two levels from 0 to 1, the second larger than the first",
                ))
            }
            _ => Ok(()),
        }
    }
}

/// Encoding of categories. A boolean is always one column of 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CategoricalEncoding {
    /// A column for each level, with 1 in rows of that level and else 0.
    OneHot,
    /// A column for each level but the first, which the others are compared with.
    Dummy,
    /// One column: the number of the level, from 0.
    Ordinal,
    /// One column of the same numbers, for methods that know them as codes: metrics, embeddings.
    Native,
}

/// What a level becomes that training never saw, or that is missing: tables to predict do not tell the two apart.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum UnknownLevels {
    /// Zero in all columns.
    Zeros,
    /// The mean of training in each column.
    Mean,
    /// Missing: NaN in all columns.
    Missing,
    /// This number in the one column of an ordinal or native code or a boolean; zero in those of one-hot encoding.
    Code(f64),
}

/// What is done about missing values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum MissingValues {
    /// They are refused with a sentence. In rows to predict only numbers are: see [`UnknownLevels`].
    Refuse,
    /// Numbers stay missing (NaN), levels are as [`UnknownLevels`] says.
    Keep,
    /// Rows with a missing value are left out when fitting; when predicting, they are known by
    /// [`complete_rows`](crate::Encoder::complete_rows), and their prediction is missing.
    Drop,
    /// Numbers are imputed by the given strategy, levels by the most frequent one.
    Impute(Imputation),
    /// The same, and a column more says for each input with missing values in training where it is missing.
    ImputeAndFlag(Imputation),
}

impl MissingValues {
    /// How missing values are imputed, if they are.
    pub fn imputation(self) -> Option<Imputation> {
        match self {
            MissingValues::Impute(imputation) | MissingValues::ImputeAndFlag(imputation) => Some(imputation),
            MissingValues::Refuse | MissingValues::Keep | MissingValues::Drop => None,
        }
    }
}

/// What missing numbers are replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Imputation {
    /// The mean.
    Mean,
    /// The median.
    Median,
    /// The most frequent number, the smallest of several.
    MostFrequent,
    /// This number.
    Constant(f64),
}

impl Imputation {
    /// Whether all values of a column are needed at once.
    pub fn needs_values(self) -> bool {
        matches!(self, Imputation::Median | Imputation::MostFrequent)
    }
}
