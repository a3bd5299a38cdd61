use hornbook_core::{Choice, Kind, Learner, ParameterValue, Value};
use serde_json::json;

/// Classes as normal distributions: the class whose density times prior is largest.
///
/// Which covariances the classes have decides the form of the boundaries: shared ones make planes, one for each class makes
/// quadrics. Numbers only. Rows to predict may have missing values, which are summed over.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gaussian-discriminant",
    family = "bayes",
    tasks(classification),
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct GaussianDiscriminant {
    /// Which covariances the classes have.
    #[param(default = CovarianceShape::Shared)]
    pub covariance: CovarianceShape,
    /// The probability of each class beforehand, in the order of the classes; none takes their shares.
    pub priors: Option<Vec<f64>>,
    /// How far regularised covariances of the classes go towards the shared one (Friedman's λ): 0 are their own, 1 is the
    /// shared one.
    #[param(default = 0.5, range = "0..=1", search = "0..1")]
    pub pooling: f64,
    /// How far regularised covariances go towards a sphere of the same total variance (Friedman's γ).
    #[param(default = 0.0, range = "0..=1", search = "0..1")]
    pub gamma: f64,
    /// Whether squares are divided by the degrees of freedom instead of the weight.
    #[param(default = false)]
    pub unbiased: bool,
}

/// Which covariances the classes of a [`GaussianDiscriminant`] have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CovarianceShape {
    /// One variance for all columns and classes: the nearest mean wins, but for the priors.
    Spherical,
    /// A variance for each column, the same in all classes.
    Diagonal,
    /// One covariance for all classes.
    Shared,
    /// A covariance for each class.
    Full,
    /// A covariance for each class, drawn towards the shared one (`pooling`) and to a sphere (`gamma`).
    Regularised,
}

/// Linear discriminant analysis: classes as normal distributions with one covariance.
///
/// Boundaries are planes. The directions that tell the classes apart best can be had from the model.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-discriminant",
    family = "bayes",
    python = "LinearDiscriminantAnalysis",
    tasks(classification),
    weights,
    batches,
    more_rows
)]
pub struct LinearDiscriminant {
    /// Which answer is given where scikit-learn's solvers differ.
    #[param(default = Solver::Svd)]
    pub solver: Solver,
    /// How far the covariance goes towards a sphere of the same total variance: a share, or by Ledoit's and Wolf's formula
    /// for each class. Not with the solver 'svd'.
    #[param(range = "0..=1")]
    pub shrinkage: Option<Shrinkage>,
    /// The probability of each class beforehand, in the order of the classes; none takes their shares.
    pub priors: Option<Vec<f64>>,
    /// With the solver 'svd': directions whose deviation within classes is no more than this, for columns in units of their
    /// own deviation, are left out.
    #[param(default = 1e-4, range = "0..")]
    pub tol: f64,
}

/// Which answer a [`LinearDiscriminant`] gives where scikit-learn's solvers differ. All are found from the same sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Solver {
    /// The covariance of all rows within their classes, without directions in which it is nothing.
    Svd,
    /// The covariances of the classes weighted by their priors; where it is singular, the shortest weights.
    Lsqr,
    /// The same, to which a little is added where it is singular.
    Eigen,
}

/// How far a covariance goes towards a sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shrinkage {
    /// By the formula of Ledoit and Wolf.
    Auto,
    /// So far.
    Share(f64),
}

impl ParameterValue for Shrinkage {
    const KIND: Kind = Kind::RealOr(&[("auto", "By the formula of Ledoit and Wolf, for each class.")]);

    fn to_value(&self) -> Value {
        match self {
            Shrinkage::Auto => json!("auto"),
            Shrinkage::Share(share) => json!(share),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(Shrinkage::Auto),
            _ => value.as_f64().map(Shrinkage::Share),
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Shrinkage::Auto => None,
            Shrinkage::Share(share) => Some(*share),
        }
    }
}

/// Quadratic discriminant analysis: classes as normal distributions with a covariance each.
///
/// Boundaries are quadrics. Needs more rows in each class than there are columns, or `reg_param`.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "quadratic-discriminant",
    family = "bayes",
    python = "QuadraticDiscriminantAnalysis",
    tasks(classification),
    weights,
    batches,
    more_rows
)]
pub struct QuadraticDiscriminant {
    /// The probability of each class beforehand, in the order of the classes; none takes their shares.
    pub priors: Option<Vec<f64>>,
    /// How far each covariance goes towards the identity.
    #[param(default = 0.0, range = "0..=1", search = "0..1")]
    pub reg_param: f64,
    /// A covariance with a variance of no more than this in some direction counts as singular.
    #[param(default = 1e-4, range = "0..")]
    pub tol: f64,
}
