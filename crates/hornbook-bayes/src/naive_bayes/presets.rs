//! Naive Bayes by the names and parameters that scikit-learn gives its five kinds.

use super::fit::{Recipe, fits};
use super::model::NaiveBayesModel;
use super::params::{Likelihood, NaiveBayes};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Batches, Fit};

/// Naive Bayes for numbers that are normal within a class.
///
/// A mean and a variance for each column and class. Missing values are left out of the product.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gaussian-naive-bayes",
    family = "bayes",
    python = "GaussianNB",
    tasks(classification),
    missing,
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct GaussianNaiveBayes {
    /// The probability of each class beforehand, in the order of the classes; none takes their shares.
    pub priors: Option<Vec<f64>>,
    /// The share of the largest variance of all columns that is added to each variance.
    #[param(default = 1e-9, range = "0..", search = "1e-12..1e-2 log")]
    pub var_smoothing: f64,
}

/// Naive Bayes for counts of events, such as words in texts.
///
/// Each class has a probability for each column, and the counts of a row are drawn from it.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "multinomial-naive-bayes",
    family = "bayes",
    python = "MultinomialNB",
    tasks(classification),
    missing,
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct MultinomialNaiveBayes {
    /// Events of each kind that are imagined in every class; 0 leaves counts as they are.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    #[param(default = true)]
    pub fit_prior: bool,
    /// The probability of each class beforehand, in the order of the classes.
    pub class_prior: Option<Vec<f64>>,
}

/// Naive Bayes for counts of events that judges a class by the events of all other classes.
///
/// Steadier than the multinomial kind where some classes have few rows. All classes are equally likely beforehand.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "complement-naive-bayes",
    family = "bayes",
    python = "ComplementNB",
    tasks(classification),
    missing,
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct ComplementNaiveBayes {
    /// Events of each kind that are imagined in every class; 0 leaves counts as they are.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Whether the weights of each class are divided by their sum.
    #[param(default = false)]
    pub norm: bool,
}

/// Naive Bayes for truths: numbers above a threshold.
///
/// Unlike the multinomial kind it also counts what is not there.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bernoulli-naive-bayes",
    family = "bayes",
    python = "BernoulliNB",
    tasks(classification),
    missing,
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct BernoulliNaiveBayes {
    /// Rows with each truth value that are imagined in every class; 0 leaves counts as they are.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Above which number a value is true; none expects 0 and 1.
    #[param(default = Some(0.0))]
    pub binarize: Option<f64>,
    /// Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    #[param(default = true)]
    pub fit_prior: bool,
    /// The probability of each class beforehand, in the order of the classes.
    pub class_prior: Option<Vec<f64>>,
}

/// Naive Bayes for categories: columns of categories, or of numbers that are codes 0, 1, 2, ….
///
/// A table of probabilities for each column and class. Codes that were never seen say nothing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "categorical-naive-bayes",
    family = "bayes",
    python = "CategoricalNB",
    tasks(classification),
    missing,
    categories,
    weights,
    batches,
    more_rows,
    on_request
)]
pub struct CategoricalNaiveBayes {
    /// Rows of each category that are imagined in every class; 0 leaves counts as they are.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Whether classes are as likely beforehand as they are frequent; if not, all are equally likely.
    #[param(default = true)]
    pub fit_prior: bool,
    /// The probability of each class beforehand, in the order of the classes.
    pub class_prior: Option<Vec<f64>>,
    /// How many categories a column has at least; none takes those that were seen.
    #[param(range = "1..=1000000")]
    pub min_categories: Option<u32>,
}

fits!(
    GaussianNaiveBayes,
    MultinomialNaiveBayes,
    ComplementNaiveBayes,
    BernoulliNaiveBayes,
    CategoricalNaiveBayes
);

impl Recipe for GaussianNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default().priors(self.priors.clone()).var_smoothing(self.var_smoothing)
    }
}

impl Recipe for MultinomialNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Multinomial)
            .alpha(self.alpha)
            .fit_prior(self.fit_prior)
            .priors(self.class_prior.clone())
    }
}

impl Recipe for ComplementNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Complement)
            .alpha(self.alpha)
            .fit_prior(false)
            .norm(self.norm)
    }
}

impl Recipe for BernoulliNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Bernoulli)
            .alpha(self.alpha)
            .binarize(self.binarize)
            .fit_prior(self.fit_prior)
            .priors(self.class_prior.clone())
    }
}

impl Recipe for CategoricalNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Categorical)
            .alpha(self.alpha)
            .fit_prior(self.fit_prior)
            .priors(self.class_prior.clone())
            .min_categories(self.min_categories)
    }
}
