use hornbook_core::{Amount, Kind, Learner, ParameterValue, Value};
use hornbook_learner::outliers::Contamination;
use serde_json::json;

/// Finds rows that are unlike the others, without being told of any: they are soon alone when questions are random.
///
/// Many trees of random questions, each grown from a few rows. The fewer questions it takes to set a row apart from the
/// others, the more unusual it is: its score goes from 0 to 1, and above a threshold the row is an outlier. Needs no target,
/// no scaling and little time, since each tree looks at 256 rows only.
#[derive(Debug, Clone, Learner)]
#[learner(name = "isolation-forest", family = "trees", tasks(outliers), missing, categories, weights)]
pub struct IsolationForest {
    /// How many trees.
    #[param(default = 100, range = "1..=100000")]
    pub n_estimators: u32,
    /// How many rows are drawn for a tree: a count, or a share of all.
    #[param(default = MaxSamples::Auto)]
    pub max_samples: MaxSamples,
    /// Which share of the rows are outliers; if that is not known, those that take fewer questions than the average (a score
    /// above 0.5).
    #[param(default = Contamination::Auto, range = ">0..=0.5")]
    pub contamination: Contamination,
    /// How many columns are drawn for a tree: a count, or a share of all.
    #[param(default = Amount::Share(1.0))]
    pub max_features: Amount,
    /// Whether the rows of a tree are drawn with replacement.
    #[param(default = false)]
    pub bootstrap: bool,
}

/// How many rows are drawn for a tree of an [`IsolationForest`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaxSamples {
    /// 256, or all if there are fewer.
    Auto,
    /// So many, or such a share.
    Amount(Amount),
}

/// Beyond this many rows outliers hide in the crowd, and trees grow no better.
const USUAL_SAMPLES: u32 = 256;

impl MaxSamples {
    /// How many of so many rows.
    pub(super) fn of(self, rows: usize) -> usize {
        match self {
            MaxSamples::Auto => Amount::Count(USUAL_SAMPLES).of(rows),
            MaxSamples::Amount(amount) => amount.of(rows),
        }
    }
}

impl ParameterValue for MaxSamples {
    const KIND: Kind = Kind::Amount(&[("auto", "256, or all if there are fewer.")]);

    fn to_value(&self) -> Value {
        match self {
            MaxSamples::Auto => json!("auto"),
            MaxSamples::Amount(amount) => amount.to_value(),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(MaxSamples::Auto),
            _ => Amount::from_value(value).map(MaxSamples::Amount),
        }
    }
}
