use hornbook_core::{Choice, ColumnSets, Learner, PerColumn};
use serde::{Deserialize, Serialize};

/// Naive Bayes: the class that makes the values of a row most likely, column by column.
///
/// Columns are taken as independent within a class, so that each needs a small table or two numbers a class, and a fit is
/// one pass over the rows. Each column has a likelihood of its own: categories have tables of frequencies, and numbers are
/// normal within a class unless `numbers` or a list of columns says otherwise. Missing values are left out of the product.
/// Classes are often right where their probabilities are too sure of themselves: calibrate them if they matter.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "naive-bayes",
    family = "bayes",
    tasks(classification),
    missing,
    categories,
    weights,
    batches,
    more_rows
)]
pub struct NaiveBayes {
    /// How columns of numbers are distributed within a class.
    #[param(default = Likelihood::Gaussian)]
    pub numbers: Likelihood,
    /// Columns of numbers that are normal within a class.
    pub gaussian_columns: Option<ColumnSets>,
    /// Columns of numbers whose density is a sum of kernels.
    pub kernel_columns: Option<ColumnSets>,
    /// Columns of numbers that are codes of categories: 0, 1, 2, ….
    pub categorical_columns: Option<ColumnSets>,
    /// Columns of numbers that are true above `binarize`.
    pub bernoulli_columns: Option<ColumnSets>,
    /// Columns that count events of one kind each, such as words of a text.
    pub multinomial_columns: Option<ColumnSets>,
    /// Columns that count events and are judged by the events of all other classes.
    pub complement_columns: Option<ColumnSets>,
    /// Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    #[param(default = true)]
    pub fit_prior: bool,
    /// The probability of each class beforehand, in the order of the classes.
    pub priors: Option<Vec<f64>>,
    /// Rows (or events) of each value that are imagined in every class: 1 is Laplace's estimate, 0 plain frequencies.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// The weight of the prior estimate in rows (the m-estimate); none uses `alpha`.
    #[param(range = "0..")]
    pub m: Option<f64>,
    /// The prior estimate of the m-estimate.
    #[param(default = PriorEstimate::Uniform)]
    pub prior_estimate: PriorEstimate,
    /// The share of the largest variance of all normal columns that is added to each variance.
    #[param(default = 1e-9, range = "0..", search = "1e-12..1e-2 log")]
    pub var_smoothing: f64,
    /// Whether a normal column has one variance for all classes, which makes the model linear in it.
    #[param(default = false)]
    pub shared_variance: bool,
    /// Whether variances are divided by the weight less 1 instead of the weight.
    #[param(default = false)]
    pub sample_variance: bool,
    /// The width of the kernels; none takes Silverman's rule for each column and class.
    #[param(range = ">0..")]
    pub bandwidth: Option<f64>,
    /// Above which number a column of truths is true; none expects 0 and 1.
    #[param(default = Some(0.0))]
    pub binarize: Option<f64>,
    /// How many categories a column of codes has at least; none takes those that were seen.
    #[param(range = "1..=1000000")]
    pub min_categories: Option<u32>,
    /// Whether the weights of complement columns are divided by their sum.
    #[param(default = false)]
    pub norm: bool,
    /// The noise in the columns of rows to predict: for categories and truths the probability that another value is seen,
    /// for numbers the variance of what is added. Training rows are taken as clean.
    pub noise: Option<PerColumn>,
}

/// How the values of a column are distributed within a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum Likelihood {
    /// A normal distribution.
    Gaussian,
    /// A sum of normal kernels, one at each training value.
    Kernel,
    /// A table of probabilities; numbers are codes 0, 1, 2, ….
    Categorical,
    /// True above a number, with a probability.
    Bernoulli,
    /// Counts of events, of which each column is one kind.
    Multinomial,
    /// Counts of events, judged by how rare the kinds are in all other classes together.
    Complement,
}

/// The prior estimate of an m-estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum PriorEstimate {
    /// All values of a column are equally likely.
    Uniform,
    /// The share of the value among all rows, whatever their class.
    Share,
}
