use hornbook_core::{Choice, ColumnSets, Learner, PerColumn};
use serde::{Deserialize, Serialize};

/// Naive Bayes: classification by Bayes' theorem with features independent given the class (conditional
/// independence); mixed numeric and categorical features.
///
/// A fit is one pass over the rows, and incremental. Each feature has a likelihood of its own: categorical
/// features have tables of frequencies with additive (Laplace) smoothing, and numeric features are Gaussian
/// within a class unless `numbers` or a list of columns says otherwise (kernel density, Bernoulli,
/// multinomial, complement). Missing values are left out of the product of prior and likelihoods. The
/// predicted class is often right where the probabilities are overconfident: calibrate them if they matter.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "naive-bayes",
    aliases("nb"),
    r = "e1071::naiveBayes, klaR::NaiveBayes",
    weka = "NaiveBayes",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    out_of_core,
    incremental,
    attributes(super::attributes::CLASSES),
    python_mixins("bayes.Bayes"),
    generative,
    work = "rows * columns"
)]
pub struct NaiveBayes {
    /// Likelihood (class-conditional distribution) of numeric features.
    #[param(default = Likelihood::Gaussian)]
    pub numbers: Likelihood,
    /// Numeric features with a Gaussian likelihood.
    pub gaussian_columns: Option<ColumnSets>,
    /// Numeric features with a kernel density likelihood (KDE).
    pub kernel_columns: Option<ColumnSets>,
    /// Numeric features that are category codes: 0, 1, 2, ….
    pub categorical_columns: Option<ColumnSets>,
    /// Numeric features with a Bernoulli likelihood: binary, binarized at `binarize`.
    pub bernoulli_columns: Option<ColumnSets>,
    /// Count features of a multinomial likelihood, such as word counts of a text.
    pub multinomial_columns: Option<ColumnSets>,
    /// Count features of complement naive Bayes: each class is scored by the counts of all other classes.
    pub complement_columns: Option<ColumnSets>,
    /// Whether to learn class priors from the data; otherwise they are uniform.
    #[param(default = true)]
    pub fit_prior: bool,
    /// Class priors, in class order; overrides `fit_prior`.
    pub priors: Option<Vec<f64>>,
    /// Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Equivalent sample size of the m-estimate; none uses additive smoothing with `alpha`.
    #[param(range = "0..")]
    pub m: Option<f64>,
    /// Prior of the m-estimate.
    #[param(default = PriorEstimate::Uniform)]
    pub prior_estimate: PriorEstimate,
    /// Variance smoothing: the fraction of the largest variance of all Gaussian features that is added to
    /// each variance; to that of a date, the fraction of its own.
    #[param(default = 1e-9, range = "0..", search = "1e-12..1e-2 log")]
    pub var_smoothing: f64,
    /// Whether a Gaussian feature has one variance for all classes, which makes the decision boundary linear
    /// in it.
    #[param(default = false)]
    pub shared_variance: bool,
    /// Whether to use the unbiased sample variance (divide by n − 1) instead of the maximum-likelihood one
    /// (n).
    #[param(default = false)]
    pub sample_variance: bool,
    /// Kernel bandwidth; none takes Silverman's rule for each feature and class.
    #[param(range = ">0..")]
    pub bandwidth: Option<f64>,
    /// Binarization threshold of Bernoulli features; none expects 0 and 1.
    #[param(default = Some(0.0))]
    pub binarize: Option<f64>,
    /// Minimum number of categories of a feature of codes; none takes those in the training data.
    #[param(range = "1..=1000000")]
    pub min_categories: Option<u32>,
    /// Whether the weights of complement features are normalized by their sum.
    #[param(default = false)]
    pub norm: bool,
    /// Measurement noise in the features at prediction: for categorical and binary features the probability
    /// of observing another value, for numeric features the variance of the noise. Training data are taken as
    /// noise-free.
    pub noise: Option<PerColumn>,
}

/// Likelihood: the class-conditional distribution of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum Likelihood {
    /// Gaussian (normal) distribution.
    Gaussian,
    /// Kernel density estimate (KDE) with a Gaussian kernel at each training value.
    Kernel,
    /// Categorical: a table of probabilities; numbers are codes 0, 1, 2, ….
    Categorical,
    /// Bernoulli: binary, true above the threshold `binarize`.
    Bernoulli,
    /// Multinomial: counts of events, of which each feature is one kind.
    Multinomial,
    /// Complement: counts of events, scored by their frequencies in all other classes together.
    Complement,
}

/// Prior of an m-estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum PriorEstimate {
    /// Uniform: all values of a feature are equally likely.
    Uniform,
    /// Marginal frequency of the value among all rows, whatever their class.
    Share,
}
