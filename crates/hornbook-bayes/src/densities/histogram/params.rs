use hornbook_core::{Learner, ParameterKind, ParameterValue, Value};
use serde_json::json;

/// Histogram density estimation: nonparametric, piecewise constant on bins of equal width.
///
/// The oldest density estimate: fast, small, and easy to read. Several features make a grid, of which only
/// the nonempty cells are kept. Predictions are log densities, minus infinity in empty bins unless additive
/// smoothing (`alpha`) is used.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "histogram",
    aliases("histogram density"),
    r = "hist, graphics::hist",
    family = "bayes",
    python = "Histogram",
    tasks(density),
    sample_weights,
    out_of_core,
    incremental,
    python_mixins("bayes.Drawn")
)]
pub struct Histogram {
    /// Number of bins per feature: a number, or a rule (`sturges`, `scott`, `freedman-diaconis`).
    #[param(default = HistogramBins::FreedmanDiaconis, range = "1..=100000")]
    pub bins: HistogramBins,
    /// Bin edges of every feature, ascending, instead of `bins`; rows outside count in no bin.
    pub edges: Option<Vec<f64>>,
    /// Additive smoothing (pseudo-count) of every cell of the grid, empty ones included.
    #[param(default = 0.0, range = "0..")]
    pub alpha: f64,
}

/// Number of bins per feature of a [`Histogram`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HistogramBins {
    /// A fixed number.
    Count(u32),
    /// Sturges' rule: $\lceil \log_2 n + 1 \rceil$ bins.
    Sturges,
    /// Scott's rule: the bin width is $\sigma\, (24 \sqrt\pi / n)^{1/3}$.
    Scott,
    /// Freedman–Diaconis rule: the bin width is twice the interquartile range times $n^{-1/3}$; Sturges' rule
    /// if that range is 0.
    FreedmanDiaconis,
}

const NAMES: [(&str, &str); 3] = [
    ("sturges", "Sturges' rule: log2(n) + 1 bins, rounded up."),
    ("scott", "Scott's rule: bin width 3.49 standard deviations times n^(-1/3)."),
    (
        "freedman-diaconis",
        "Freedman–Diaconis rule: bin width twice the interquartile range (IQR) times n^(-1/3).",
    ),
];

impl ParameterValue for HistogramBins {
    const KIND: ParameterKind = ParameterKind::FloatOr(&NAMES);

    fn to_value(&self) -> Value {
        match self {
            HistogramBins::Count(count) => json!(count),
            HistogramBins::Sturges => json!(NAMES[0].0),
            HistogramBins::Scott => json!(NAMES[1].0),
            HistogramBins::FreedmanDiaconis => json!(NAMES[2].0),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("sturges") => Some(HistogramBins::Sturges),
            Some("scott") => Some(HistogramBins::Scott),
            Some("freedman-diaconis") => Some(HistogramBins::FreedmanDiaconis),
            Some(_) => None,
            None => u32::from_value(value).map(HistogramBins::Count),
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            HistogramBins::Count(count) => Some(f64::from(*count)),
            _ => None,
        }
    }
}
