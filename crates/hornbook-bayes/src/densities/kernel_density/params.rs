use super::kernel::Kernel;
use hornbook_core::{Learner, ParameterKind, ParameterValue, Value};
use serde_json::json;

/// Kernel density estimation (KDE, Parzen windows): nonparametric density estimation with a kernel around
/// every row.
///
/// The density is the mean of the kernels of all training rows. The bandwidth sets the smoothness: small ones
/// undersmooth and show every row, large ones oversmooth. It follows from Scott's or Silverman's rule, or
/// from leave-one-out cross-validation of the likelihood. Predictions are log densities.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "kernel-density",
    aliases("kde", "kernel density estimation", "parzen window"),
    sklearn = "KernelDensity",
    r = "density, ks::kde",
    weka = "KernelEstimator",
    family = "bayes",
    python = "KernelDensity",
    tasks(density),
    sample_weights,
    attributes(super::model::BANDWIDTH),
    python_mixins("bayes.Drawn")
)]
pub struct KernelDensity {
    /// Bandwidth: one number for all features, or a rule (`scott`, `silverman`, `cross-validation`) that
    /// gives one per feature.
    #[param(default = Bandwidth::Scott, range = ">0..")]
    pub bandwidth: Bandwidth,
    /// Kernel: the shape of the window around each row.
    #[param(default = Kernel::Gaussian, search = "every")]
    pub kernel: Kernel,
}

/// Bandwidth of a [`KernelDensity`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bandwidth {
    /// One bandwidth for all features.
    Number(f64),
    /// $\sigma_j\, n^{-1/(d+4)}$ in column $j$ of $d$.
    Scott,
    /// $\sigma_j\, (n (d+2) / 4)^{-1/(d+4)}$ in column $j$ of $d$.
    Silverman,
    /// Scott's bandwidths times the factor with the largest leave-one-out likelihood.
    CrossValidation,
}

const NAMES: [(&str, &str); 3] = [
    ("scott", "Scott's rule: the standard deviation of each feature times n^(-1/(d+4)), for d features."),
    ("silverman", "Silverman's rule: the standard deviation of each feature times (n (d+2) / 4)^(-1/(d+4))."),
    (
        "cross-validation",
        "Scott's rule times the factor with the largest leave-one-out cross-validated likelihood.",
    ),
];

impl ParameterValue for Bandwidth {
    const KIND: ParameterKind = ParameterKind::FloatOr(&NAMES);

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
