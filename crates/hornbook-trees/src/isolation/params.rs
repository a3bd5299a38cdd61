use hornbook_core::{CountOrFraction, Learner, ParameterKind, ParameterValue, Value, flatten_parameters};
use hornbook_learner::outliers::Contamination;
use serde_json::json;

/// Isolation forest: unsupervised anomaly (outlier) detection; anomalies have short average path lengths in
/// random trees.
///
/// Each tree is grown from a small subsample by random splits. The fewer splits isolate a row, the more
/// anomalous it is: the anomaly score goes from 0 to 1, and a row above the threshold is an outlier. Anomaly
/// detection this way needs no target, no feature scaling and little time, since each tree sees 256 rows
/// only.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "isolation-forest",
    aliases("iforest", "anomaly detection"),
    sklearn = "IsolationForest",
    r = "isotree::isolation.forest, solitude::isolationForest",
    weka = "IsolationForest",
    family = "trees",
    tasks(outliers),
    missing,
    categories,
    sample_weights
)]
pub struct IsolationForest {
    #[group]
    count: crate::parameters::TreeCountParameters,
    /// Subsample size: rows drawn for each tree, as a count or a fraction of all.
    #[param(default = MaxSamples::Auto)]
    pub max_samples: MaxSamples,
    /// Expected fraction of outliers (contamination); sets the decision threshold. If it is not known
    /// (`auto`), rows with shorter than average path lengths (a score above 0.5) are outliers.
    #[param(default = Contamination::Auto, range = ">0..=0.5")]
    pub contamination: Contamination,
    /// Features drawn for each tree: a count, or a fraction of all.
    #[param(default = CountOrFraction::Fraction(1.0))]
    pub max_features: CountOrFraction,
    /// Bootstrap: draw the rows of a tree with replacement.
    #[param(default = false)]
    pub bootstrap: bool,
}

/// Subsample size of each tree of an [`IsolationForest`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaxSamples {
    /// 256, or all if there are fewer.
    Auto,
    /// A count, or a fraction.
    CountOrFraction(CountOrFraction),
}

/// Beyond this many rows outliers hide in the crowd, and trees grow no better.
const USUAL_SAMPLES: u32 = 256;

impl MaxSamples {
    /// How many of so many rows.
    pub(super) fn of(self, rows: usize) -> usize {
        match self {
            MaxSamples::Auto => CountOrFraction::Count(USUAL_SAMPLES).of(rows),
            MaxSamples::CountOrFraction(amount) => amount.of(rows),
        }
    }
}

impl ParameterValue for MaxSamples {
    const KIND: ParameterKind =
        ParameterKind::CountOrFraction(&[("auto", "256, or all if there are fewer.")]);

    fn to_value(&self) -> Value {
        match self {
            MaxSamples::Auto => json!("auto"),
            MaxSamples::CountOrFraction(amount) => amount.to_value(),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(MaxSamples::Auto),
            _ => CountOrFraction::from_value(value).map(MaxSamples::CountOrFraction),
        }
    }
}
