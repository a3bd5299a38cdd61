use super::kernel::Kernel;
use hornbook_core::{Kind, Learner, ParameterValue, Value};
use serde_json::json;

/// How densely rows lie, without a formula: a small window around every row, and their mean.
///
/// Parzen windows, also called kernel density estimation. The bandwidth says how wide the windows are: narrow ones show
/// every row, wide ones blur what there is. It follows from a rule, or from how well each row is expected by the others.
/// The predictions are logarithms of densities.
#[derive(Debug, Clone, Learner)]
#[learner(name = "kernel-density", family = "bayes", python = "KernelDensity", tasks(density), weights)]
pub struct KernelDensity {
    /// How wide the windows are: the same in all columns, or by a rule in each.
    #[param(default = Bandwidth::Scott, range = ">0..")]
    pub bandwidth: Bandwidth,
    /// The shape of the windows.
    #[param(default = Kernel::Gaussian, search = "every")]
    pub kernel: Kernel,
}

/// How wide the windows of a [`KernelDensity`] are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bandwidth {
    /// So wide in all columns.
    Number(f64),
    /// $\sigma_j\, n^{-1/(d+4)}$ in column $j$ of $d$.
    Scott,
    /// $\sigma_j\, (n (d+2) / 4)^{-1/(d+4)}$ in column $j$ of $d$.
    Silverman,
    /// Scott's times the factor that makes each row most likely by all others.
    CrossValidation,
}

const NAMES: [(&str, &str); 3] = [
    ("scott", "The deviation of each column times n^(-1/(d+4)), for d columns."),
    ("silverman", "The deviation of each column times (n (d+2) / 4)^(-1/(d+4))."),
    ("cross-validation", "Scott's rule times the factor that makes each row most likely by all others."),
];

impl ParameterValue for Bandwidth {
    const KIND: Kind = Kind::RealOr(&NAMES);

    fn to_value(&self) -> Value {
        match self {
            Bandwidth::Number(width) => json!(width),
            Bandwidth::Scott => json!(NAMES[0].0),
            Bandwidth::Silverman => json!(NAMES[1].0),
            Bandwidth::CrossValidation => json!(NAMES[2].0),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("scott") => Some(Bandwidth::Scott),
            Some("silverman") => Some(Bandwidth::Silverman),
            Some("cross-validation") => Some(Bandwidth::CrossValidation),
            Some(_) => None,
            None => value.as_f64().filter(|width| width.is_finite()).map(Bandwidth::Number),
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Bandwidth::Number(width) => Some(*width),
            _ => None,
        }
    }
}
