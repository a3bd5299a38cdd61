//! Naive Bayes by the names and parameters that scikit-learn gives its five kinds.

use super::fit::{NaiveBayesVariant, fits};
use super::model::NaiveBayesModel;
use super::params::{Likelihood, NaiveBayes};
use hornbook_core::{Learner, Result, Run, flatten_parameters, parameter_group};
use hornbook_learner::{Fit, TrainingInput};

/// Where the class priors come from.
#[parameter_group]
struct ClassPriorParameters {
    /// Whether to learn class priors from the data; otherwise they are uniform.
    #[param(default = true)]
    pub fit_prior: bool,
    /// Class priors, in class order; overrides `fit_prior`.
    pub class_prior: Option<Vec<f64>>,
}

/// Gaussian naive Bayes: for numeric features that are normal within a class.
///
/// A mean and a variance for each feature and class; features are taken as conditionally independent given
/// the class. Missing values are left out of the product.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "gaussian-naive-bayes",
    aliases("gaussian nb", "gnb"),
    sklearn = "GaussianNB",
    r = "e1071::naiveBayes",
    weka = "NaiveBayes",
    family = "bayes",
    python = "GaussianNB",
    tasks(classification),
    missing,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    attributes(super::attributes::CLASSES, super::attributes::MOMENTS),
    python_mixins("bayes.Bayes"),
    generative
)]
pub struct GaussianNaiveBayes {
    /// Class priors, in class order; none takes the class frequencies.
    pub priors: Option<Vec<f64>>,
    /// Variance smoothing: the fraction of the largest variance of all features that is added to each
    /// variance; to that of a date, the fraction of its own.
    #[param(default = 1e-9, range = "0..", search = "1e-12..1e-2 log")]
    pub var_smoothing: f64,
}

/// Multinomial naive Bayes: for counts, such as word counts in text classification.
///
/// Each class has a probability for each feature, and the counts of a row are drawn from that multinomial
/// distribution.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "multinomial-naive-bayes",
    aliases("multinomial nb"),
    sklearn = "MultinomialNB",
    r = "naivebayes::multinomial_naive_bayes",
    weka = "NaiveBayesMultinomial",
    family = "bayes",
    python = "MultinomialNB",
    tasks(classification),
    missing,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    attributes(super::attributes::CLASSES, super::attributes::COUNTS),
    python_mixins("bayes.EventBayes"),
    poor_score,
    generative
)]
pub struct MultinomialNaiveBayes {
    /// Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    #[group]
    prior: ClassPriorParameters,
}

/// Complement naive Bayes: for counts; each class is scored by the counts of all other classes.
///
/// More stable than multinomial naive Bayes under class imbalance. Class priors are uniform.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "complement-naive-bayes",
    aliases("complement nb"),
    sklearn = "ComplementNB",
    weka = "ComplementNaiveBayes",
    family = "bayes",
    python = "ComplementNB",
    tasks(classification),
    missing,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    attributes(super::attributes::CLASSES, super::attributes::COUNTS),
    python_mixins("bayes.EventBayes"),
    poor_score,
    generative
)]
pub struct ComplementNaiveBayes {
    /// Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Whether the weights of each class are normalized by their sum.
    #[param(default = false)]
    pub norm: bool,
}

/// Bernoulli naive Bayes: for binary features (binarized at `binarize`).
///
/// Unlike multinomial naive Bayes it also uses the absence of a feature.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bernoulli-naive-bayes",
    aliases("bernoulli nb"),
    sklearn = "BernoulliNB",
    r = "naivebayes::bernoulli_naive_bayes",
    family = "bayes",
    python = "BernoulliNB",
    tasks(classification),
    missing,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    attributes(super::attributes::CLASSES, super::attributes::COUNTS),
    python_mixins("bayes.Bayes"),
    poor_score,
    generative
)]
pub struct BernoulliNaiveBayes {
    /// Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    /// Binarization threshold: values above it are true; none expects 0 and 1.
    #[param(default = Some(0.0))]
    pub binarize: Option<f64>,
    #[group]
    prior: ClassPriorParameters,
}

/// Categorical naive Bayes: for categorical features, or numeric ones that are codes 0, 1, 2, ….
///
/// A table of conditional probabilities for each feature and class. Codes that were not in the training data
/// are ignored.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "categorical-naive-bayes",
    aliases("categorical nb"),
    sklearn = "CategoricalNB",
    r = "e1071::naiveBayes, naivebayes::naive_bayes",
    weka = "NaiveBayes",
    family = "bayes",
    python = "CategoricalNB",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    out_of_core,
    incremental,
    explicit_only,
    attributes(super::attributes::CLASSES, super::attributes::CATEGORIES),
    python_mixins("bayes.CategoryBayes"),
    poor_score,
    generative
)]
pub struct CategoricalNaiveBayes {
    /// Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
    #[param(default = 1.0, range = "0..", search = "1e-3..10 log")]
    pub alpha: f64,
    #[group]
    prior: ClassPriorParameters,
    /// Minimum number of categories of a feature; none takes those in the training data.
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

impl NaiveBayesVariant for GaussianNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default().priors(self.priors.clone()).var_smoothing(self.var_smoothing)
    }
}

impl NaiveBayesVariant for MultinomialNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Multinomial)
            .alpha(self.alpha)
            .fit_prior(self.fit_prior)
            .priors(self.class_prior.clone())
    }
}

impl NaiveBayesVariant for ComplementNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Complement)
            .alpha(self.alpha)
            .fit_prior(false)
            .norm(self.norm)
    }
}

impl NaiveBayesVariant for BernoulliNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Bernoulli)
            .alpha(self.alpha)
            .binarize(self.binarize)
            .fit_prior(self.fit_prior)
            .priors(self.class_prior.clone())
    }
}

impl NaiveBayesVariant for CategoricalNaiveBayes {
    fn engine(&self) -> NaiveBayes {
        NaiveBayes::default()
            .numbers(Likelihood::Categorical)
            .alpha(self.alpha)
            .fit_prior(self.fit_prior)
            .priors(self.class_prior.clone())
            .min_categories(self.min_categories)
    }
}
