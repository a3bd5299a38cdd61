use hornbook_core::{Kind, Learner, ParameterValue, Value};
use serde_json::json;

/// How densely rows lie, in bins of equal width.
///
/// The oldest density there is: quick to learn, small, and easy to read. Several columns make a grid, of which only the cells
/// with rows in them are kept. The predictions are logarithms of densities, minus infinity in bins without rows unless
/// `alpha` puts some there.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "histogram",
    family = "bayes",
    python = "Histogram",
    tasks(density),
    weights,
    batches,
    more_rows
)]
pub struct Histogram {
    /// How many bins a column has: a number, or a rule.
    #[param(default = Bins::FreedmanDiaconis, range = "1..=100000")]
    pub bins: Bins,
    /// The edges of the bins of every column, in order, instead; rows beyond them count in no bin.
    pub edges: Option<Vec<f64>>,
    /// The weight that is added to every cell of the grid, also to those without rows.
    #[param(default = 0.0, range = "0..")]
    pub alpha: f64,
}

/// How many bins a column of a [`Histogram`] has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bins {
    /// So many.
    Count(u32),
    /// $\lceil \log_2 n + 1 \rceil$.
    Sturges,
    /// As wide as $\sigma\, (24 \sqrt\pi / n)^{1/3}$.
    Scott,
    /// As wide as twice the distance of the quartiles times $n^{-1/3}$; Sturges' rule if the quartiles are the same.
    FreedmanDiaconis,
}

const NAMES: [(&str, &str); 3] = [
    ("sturges", "The binary logarithm of the number of rows, and one more."),
    ("scott", "As wide as 3.49 deviations times n^(-1/3)."),
    ("freedman-diaconis", "As wide as twice the distance of the quartiles times n^(-1/3)."),
];

impl ParameterValue for Bins {
    const KIND: Kind = Kind::RealOr(&NAMES);

    fn to_value(&self) -> Value {
        match self {
            Bins::Count(count) => json!(count),
            Bins::Sturges => json!(NAMES[0].0),
            Bins::Scott => json!(NAMES[1].0),
            Bins::FreedmanDiaconis => json!(NAMES[2].0),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("sturges") => Some(Bins::Sturges),
            Some("scott") => Some(Bins::Scott),
            Some("freedman-diaconis") => Some(Bins::FreedmanDiaconis),
            Some(_) => None,
            None => u32::from_value(value).map(Bins::Count),
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Bins::Count(count) => Some(f64::from(*count)),
            _ => None,
        }
    }
}
