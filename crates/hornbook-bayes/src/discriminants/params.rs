use hornbook_core::{Choice, Learner, ParameterKind, ParameterValue, Value};
use serde_json::json;

/// Gaussian discriminant analysis: Gaussian class-conditional densities with shared (LDA), full (QDA),
/// diagonal or regularized (RDA) covariances.
///
/// The predicted class has the largest density times class prior. The covariances set the form of the
/// decision boundary: a shared covariance makes it linear (linear discriminant analysis, LDA), one per class
/// quadratic (quadratic discriminant analysis, QDA); regularized discriminant analysis (RDA) is between, by
/// shrinkage. Numeric features only. Rows to predict may have missing values, which are marginalized out.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gaussian-discriminant",
    aliases("rda", "regularized discriminant analysis"),
    r = "klaR::rda, MASS::lda, MASS::qda",
    family = "bayes",
    tasks(classification),
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    attributes(super::attributes::NORMAL_CLASSES),
    python_mixins("bayes.GaussianClasses"),
    generative
)]
pub struct GaussianDiscriminant {
    /// Covariance structure of the classes.
    #[param(default = CovarianceType::Shared)]
    pub covariance: CovarianceType,
    /// Class priors, in class order; none takes the class frequencies.
    pub priors: Option<Vec<f64>>,
    /// Shrinkage of regularized class covariances toward the pooled (shared) covariance (Friedman's λ): 0 is
    /// QDA, 1 is LDA.
    #[param(default = 0.5, range = "0..=1", search = "0..1")]
    pub pooling: f64,
    /// Shrinkage of regularized covariances toward a scaled identity of the same total variance (Friedman's
    /// γ).
    #[param(default = 0.0, range = "0..=1", search = "0..1")]
    pub gamma: f64,
    /// Whether to use unbiased covariances (divided by the degrees of freedom) instead of maximum-likelihood
    /// ones.
    #[param(default = false)]
    pub unbiased: bool,
}

/// Covariance structure of the classes of a [`GaussianDiscriminant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CovarianceType {
    /// Spherical: one variance for all features and classes; the nearest class mean wins, but for the priors.
    Spherical,
    /// Diagonal: a variance for each feature, the same in all classes.
    Diagonal,
    /// Shared (pooled, tied) covariance: linear discriminant analysis (LDA).
    Shared,
    /// A full covariance for each class: quadratic discriminant analysis (QDA).
    Full,
    /// Regularized discriminant analysis (RDA): a covariance for each class, shrunk toward the pooled
    /// covariance (`pooling`) and a scaled identity (`gamma`).
    Regularized,
}

/// Linear discriminant analysis (LDA): Gaussian classes with one shared covariance.
///
/// The decision boundary is linear. The model also gives the discriminant axes (Fisher's, `transform`):
/// supervised dimensionality reduction.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-discriminant",
    aliases("lda", "linear discriminant analysis", "fisher discriminant"),
    sklearn = "LinearDiscriminantAnalysis",
    r = "MASS::lda",
    weka = "LDA",
    family = "bayes",
    python = "LinearDiscriminantAnalysis",
    tasks(classification),
    sample_weights,
    out_of_core,
    incremental,
    attributes(super::attributes::NORMAL_CLASSES, super::attributes::AXES),
    python_mixins("bayes.LinearDiscriminantClasses"),
    generative,
    work = "rows * columns^2 + columns^3"
)]
pub struct LinearDiscriminant {
    /// Solver, as in scikit-learn: `svd`, `lsqr` or `eigen`; they differ where the covariance is singular.
    #[param(default = DiscriminantSolver::Svd)]
    pub solver: DiscriminantSolver,
    /// Covariance shrinkage toward a scaled identity: a fraction, or `auto` (Ledoit–Wolf, for each class).
    /// Not with the solver 'svd'.
    #[param(range = "0..=1")]
    pub shrinkage: Option<Shrinkage>,
    /// Class priors, in class order; none takes the class frequencies.
    pub priors: Option<Vec<f64>>,
    /// Rank tolerance of the solver 'svd': directions whose within-class standard deviation is at most this
    /// (features standardized) are dropped.
    #[param(default = 1e-4, range = "0..")]
    pub tol: f64,
}

/// Solver of a [`LinearDiscriminant`]; scikit-learn's differ where the covariance is singular. All are found
/// from the same sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum DiscriminantSolver {
    /// The pooled within-class covariance, without directions of zero variance.
    Svd,
    /// The class covariances averaged by their priors; where singular, the minimum-norm coefficients.
    Lsqr,
    /// The same, with a small ridge where it is singular.
    Eigen,
}

/// Covariance shrinkage toward a scaled identity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shrinkage {
    /// By the Ledoit–Wolf formula.
    Auto,
    /// A fixed fraction.
    Share(f64),
}

impl ParameterValue for Shrinkage {
    const KIND: ParameterKind =
        ParameterKind::FloatOr(&[("auto", "By the Ledoit–Wolf formula, for each class.")]);

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

/// Quadratic discriminant analysis (QDA): Gaussian classes with a covariance each.
///
/// The decision boundary is quadratic. Needs more rows in each class than there are features, or `reg_param`.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "quadratic-discriminant",
    aliases("qda", "quadratic discriminant analysis"),
    sklearn = "QuadraticDiscriminantAnalysis",
    r = "MASS::qda",
    weka = "QDA",
    family = "bayes",
    python = "QuadraticDiscriminantAnalysis",
    tasks(classification),
    sample_weights,
    out_of_core,
    incremental,
    attributes(super::attributes::NORMAL_CLASSES),
    python_mixins("bayes.GaussianClasses"),
    generative,
    work = "rows * columns^2 + classes * columns^3"
)]
pub struct QuadraticDiscriminant {
    /// Class priors, in class order; none takes the class frequencies.
    pub priors: Option<Vec<f64>>,
    /// Covariance shrinkage: how far each class covariance is shrunk toward the identity.
    #[param(default = 0.0, range = "0..=1", search = "0..1")]
    pub reg_param: f64,
    /// A class covariance with a variance of at most this in some direction counts as singular (rank
    /// tolerance).
    #[param(default = 1e-4, range = "0..")]
    pub tol: f64,
}
