"""The estimators of the family `bayes`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, DensityEstimator, Estimator, Incremental
from .._bayes import Bayes, CategoryBayes, Drawn, EventBayes, GaussianClasses, LinearDiscriminantClasses
from .._documentation import attribute, documented


class _ClassCountAttributes:
    class_count_ = attribute("class_count", "The weight of the rows of each class.")
    class_prior_ = attribute("class_prior", "The prior probability of each class.")
    class_log_prior_ = attribute("class_log_prior", "The log prior probability of each class.")


class _ThetaAttributes:
    theta_ = attribute("theta", "The mean of each feature in each class.")
    var_ = attribute("var", "The variance of each feature in each class.")
    epsilon_ = attribute("epsilon", "What was added to each variance but those of dates.")


class _FeatureCountAttributes:
    feature_count_ = attribute("feature_count", "How often each feature was met in each class.")
    feature_log_prob_ = attribute("feature_log_prob", "The logarithm of the probability of each feature in each class.")


class _CategoryCountAttributes:
    category_count_ = attribute("category_count", "For each feature, how often each category was met in each class.")
    feature_log_prob_ = attribute("feature_log_prob", "For each feature, the logarithm of the probability of each category in each class.")
    n_categories_ = attribute("n_categories", "How many categories each feature has.")


class _PriorsAttributes:
    priors_ = attribute("priors", "The prior probability of each class.")
    means_ = attribute("means", "The mean of each class.")
    covariance_ = attribute("covariance", "The covariance of each class; one for all if they share it.")
    coef_ = attribute("coef", "The coefficients of linear decision boundaries: one row for two classes, else a row for each class.")
    intercept_ = attribute("intercept", "The intercepts of linear decision boundaries.")


class _ExplainedVarianceRatioAttributes:
    explained_variance_ratio_ = attribute("explained_variance_ratio", "How much of the distances between classes lies along each direction.")
    scalings_ = attribute("scalings", "The directions along which the classes lie apart, a column each.")
    xbar_ = attribute("xbar", "The mean of all rows.")


class _BandwidthAttributes:
    bandwidth_ = attribute("bandwidth", "The width of the windows: one number, or one for each column where they differ.")


@documented
class NaiveBayesClassifier(_ClassCountAttributes, Incremental, Bayes, Classifier):
    """Naive Bayes: classification by Bayes' theorem with features independent given the class (conditional
    independence); mixed numeric and categorical features.

    A fit is one pass over the rows, and incremental. Each feature has a likelihood of its own: categorical
    features have tables of frequencies with additive (Laplace) smoothing, and numeric features are Gaussian
    within a class unless `numbers` or a list of columns says otherwise (kernel density, Bernoulli,
    multinomial, complement). Missing values are left out of the product of prior and likelihoods. The
    predicted class is often right where the probabilities are overconfident: calibrate them if they matter.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: nb.

    Parameters
    ----------
    numbers : {"gaussian", "kernel", "categorical", "bernoulli", "multinomial", "complement"}, default="gaussian"
        Likelihood (class-conditional distribution) of numeric features.

        - "gaussian": Gaussian (normal) distribution.
        - "kernel": Kernel density estimate (KDE) with a Gaussian kernel at each training value.
        - "categorical": Categorical: a table of probabilities; numbers are codes 0, 1, 2, ….
        - "bernoulli": Bernoulli: binary, true above the threshold `binarize`.
        - "multinomial": Multinomial: counts of events, of which each feature is one kind.
        - "complement": Complement: counts of events, scored by their frequencies in all other classes together.
    gaussian_columns : list[list[str | int]] or None, default=None
        Numeric features with a Gaussian likelihood.
    kernel_columns : list[list[str | int]] or None, default=None
        Numeric features with a kernel density likelihood (KDE).
    categorical_columns : list[list[str | int]] or None, default=None
        Numeric features that are category codes: 0, 1, 2, ….
    bernoulli_columns : list[list[str | int]] or None, default=None
        Numeric features with a Bernoulli likelihood: binary, binarized at `binarize`.
    multinomial_columns : list[list[str | int]] or None, default=None
        Count features of a multinomial likelihood, such as word counts of a text.
    complement_columns : list[list[str | int]] or None, default=None
        Count features of complement naive Bayes: each class is scored by the counts of all other classes.
    fit_prior : bool, default=True
        Whether to learn class priors from the data; otherwise they are uniform.
    priors : list[float] or None, default=None
        Class priors, in class order; overrides `fit_prior`.
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
        At least 0.
    m : float or None, default=None
        Equivalent sample size of the m-estimate; none uses additive smoothing with `alpha`.
        At least 0.
    prior_estimate : {"uniform", "share"}, default="uniform"
        Prior of the m-estimate.

        - "uniform": Uniform: all values of a feature are equally likely.
        - "share": Marginal frequency of the value among all rows, whatever their class.
    var_smoothing : float, default=1e-9
        Variance smoothing: the fraction of the largest variance of all Gaussian features that is added to
        each variance; to that of a date, the fraction of its own.
        At least 0.
    shared_variance : bool, default=False
        Whether a Gaussian feature has one variance for all classes, which makes the decision boundary linear
        in it.
    sample_variance : bool, default=False
        Whether to use the unbiased sample variance (divide by n − 1) instead of the maximum-likelihood one
        (n).
    bandwidth : float or None, default=None
        Kernel bandwidth; none takes Silverman's rule for each feature and class.
        Above 0.
    binarize : float or None, default=0.0
        Binarization threshold of Bernoulli features; none expects 0 and 1.
    min_categories : int or None, default=None
        Minimum number of categories of a feature of codes; none takes those in the training data.
        At least 1 and at most 1000000.
    norm : bool, default=False
        Whether the weights of complement features are normalized by their sum.
    noise : dict[str, float] | list[float] or None, default=None
        Measurement noise in the features at prediction: for categorical and binary features the probability
        of observing another value, for numeric features the variance of the noise. Training data are taken as
        noise-free.
    """

    __module__ = "hornbook"
    _learner = "naive-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        numbers: Literal["gaussian", "kernel", "categorical", "bernoulli", "multinomial", "complement"] = "gaussian",
        gaussian_columns: list[list[str | int]] | None = None,
        kernel_columns: list[list[str | int]] | None = None,
        categorical_columns: list[list[str | int]] | None = None,
        bernoulli_columns: list[list[str | int]] | None = None,
        multinomial_columns: list[list[str | int]] | None = None,
        complement_columns: list[list[str | int]] | None = None,
        fit_prior: bool = True,
        priors: list[float] | None = None,
        alpha: float = 1.0,
        m: float | None = None,
        prior_estimate: Literal["uniform", "share"] = "uniform",
        var_smoothing: float = 1e-9,
        shared_variance: bool = False,
        sample_variance: bool = False,
        bandwidth: float | None = None,
        binarize: float | None = 0.0,
        min_categories: int | None = None,
        norm: bool = False,
        noise: dict[str, float] | list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.numbers = numbers
        self.gaussian_columns = gaussian_columns
        self.kernel_columns = kernel_columns
        self.categorical_columns = categorical_columns
        self.bernoulli_columns = bernoulli_columns
        self.multinomial_columns = multinomial_columns
        self.complement_columns = complement_columns
        self.fit_prior = fit_prior
        self.priors = priors
        self.alpha = alpha
        self.m = m
        self.prior_estimate = prior_estimate
        self.var_smoothing = var_smoothing
        self.shared_variance = shared_variance
        self.sample_variance = sample_variance
        self.bandwidth = bandwidth
        self.binarize = binarize
        self.min_categories = min_categories
        self.norm = norm
        self.noise = noise
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class GaussianNB(_ClassCountAttributes, _ThetaAttributes, Incremental, Bayes, Classifier):
    """Gaussian naive Bayes: for numeric features that are normal within a class.

    A mean and a variance for each feature and class; features are taken as conditionally independent given
    the class. Missing values are left out of the product.

    Natively handles: numeric features, missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: gaussian nb, gnb.

    Parameters
    ----------
    priors : list[float] or None, default=None
        Class priors, in class order; none takes the class frequencies.
    var_smoothing : float, default=1e-9
        Variance smoothing: the fraction of the largest variance of all features that is added to each
        variance; to that of a date, the fraction of its own.
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "gaussian-naive-bayes"
    _takes = frozenset({"missing", "weights"})

    def __init__(
        self,
        *,
        priors: list[float] | None = None,
        var_smoothing: float = 1e-9,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class MultinomialNB(_ClassCountAttributes, _FeatureCountAttributes, Incremental, EventBayes, Classifier):
    """Multinomial naive Bayes: for counts, such as word counts in text classification.

    Each class has a probability for each feature, and the counts of a row are drawn from that multinomial
    distribution.

    Natively handles: numeric features, missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: multinomial nb.

    Parameters
    ----------
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
        At least 0.
    fit_prior : bool, default=True
        Whether to learn class priors from the data; otherwise they are uniform.
    class_prior : list[float] or None, default=None
        Class priors, in class order; overrides `fit_prior`.
    """

    __module__ = "hornbook"
    _learner = "multinomial-naive-bayes"
    _takes = frozenset({"missing", "weights"})
    _poor_score = frozenset({"classification"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_prior: bool = True,
        class_prior: list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ComplementNB(_ClassCountAttributes, _FeatureCountAttributes, Incremental, EventBayes, Classifier):
    """Complement naive Bayes: for counts; each class is scored by the counts of all other classes.

    More stable than multinomial naive Bayes under class imbalance. Class priors are uniform.

    Natively handles: numeric features, missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: complement nb.

    Parameters
    ----------
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
        At least 0.
    norm : bool, default=False
        Whether the weights of each class are normalized by their sum.
    """

    __module__ = "hornbook"
    _learner = "complement-naive-bayes"
    _takes = frozenset({"missing", "weights"})
    _poor_score = frozenset({"classification"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        norm: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.norm = norm
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BernoulliNB(_ClassCountAttributes, _FeatureCountAttributes, Incremental, Bayes, Classifier):
    """Bernoulli naive Bayes: for binary features (binarized at `binarize`).

    Unlike multinomial naive Bayes it also uses the absence of a feature.

    Natively handles: numeric features, missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: bernoulli nb.

    Parameters
    ----------
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
        At least 0.
    binarize : float or None, default=0.0
        Binarization threshold: values above it are true; none expects 0 and 1.
    fit_prior : bool, default=True
        Whether to learn class priors from the data; otherwise they are uniform.
    class_prior : list[float] or None, default=None
        Class priors, in class order; overrides `fit_prior`.
    """

    __module__ = "hornbook"
    _learner = "bernoulli-naive-bayes"
    _takes = frozenset({"missing", "weights"})
    _poor_score = frozenset({"classification"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class CategoricalNB(_ClassCountAttributes, _CategoryCountAttributes, Incremental, CategoryBayes, Classifier):
    """Categorical naive Bayes: for categorical features, or numeric ones that are codes 0, 1, 2, ….

    A table of conditional probabilities for each feature and class. Codes that were not in the training data
    are ignored.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: categorical nb.

    Parameters
    ----------
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts): 1 is Laplace smoothing, below 1 Lidstone, 0 none.
        At least 0.
    fit_prior : bool, default=True
        Whether to learn class priors from the data; otherwise they are uniform.
    class_prior : list[float] or None, default=None
        Class priors, in class order; overrides `fit_prior`.
    min_categories : int or None, default=None
        Minimum number of categories of a feature; none takes those in the training data.
        At least 1 and at most 1000000.
    """

    __module__ = "hornbook"
    _learner = "categorical-naive-bayes"
    _takes = frozenset({"categories", "missing", "weights"})
    _poor_score = frozenset({"classification"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_prior: bool = True,
        class_prior: list[float] | None = None,
        min_categories: int | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class TreeAugmentedNaiveBayesClassifier(Classifier):
    """Tree-augmented naive Bayes (TAN): each feature may depend on one other, in the Chow–Liu tree of largest
    conditional mutual information.

    Relaxes the conditional independence of naive Bayes: a feature depends on the class and on its parent in
    the tree. Numeric features are discretized (equal-frequency bins).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: tan.

    Parameters
    ----------
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts) of every cell of a conditional probability table; 1 is Laplace
        smoothing.
        Above 0.
    bins : int, default=10
        Maximum number of bins of a numeric feature (equal-frequency discretization).
        At least 2 and at most 1000.
    """

    __module__ = "hornbook"
    _learner = "tree-augmented-naive-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        bins: int = 10,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.bins = bins
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class AveragedOneDependenceClassifier(Incremental, Classifier):
    """Averaged one-dependence estimators (AODE): the average of models in each of which all features depend on
    the class and on one common parent feature.

    Needs no structure learning, and is among the most accurate relaxations of naive Bayes. Numeric features
    are discretized (equal-frequency bins).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: aode, averaged one-dependence estimators.

    Parameters
    ----------
    alpha : float, default=1.0
        Additive smoothing (pseudo-counts) of every cell of a conditional probability table; 1 is Laplace
        smoothing.
        Above 0.
    bins : int, default=10
        Maximum number of bins of a numeric feature (equal-frequency discretization).
        At least 2 and at most 1000.
    min_samples : float, default=1.0
        Minimum weight of rows with a value for it to be used as a parent (frequency limit).
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "averaged-one-dependence"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        bins: int = 10,
        min_samples: float = 1.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.bins = bins
        self.min_samples = min_samples
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class JointBayesClassifier(Incremental, Classifier):
    """Full joint Bayes classifier: the most frequent class among training rows with the same feature values,
    smoothed by an m-estimate.

    Makes no independence assumption, so it needs very many rows and few values: for comparison with naive
    Bayes, and for small contingency tables. Numeric features are discretized (equal-frequency bins).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights, incremental learning (`partial_fit`).

    Also called: full joint, joint distribution classifier.

    Parameters
    ----------
    m : float, default=1.0
        m-estimate smoothing: the equivalent sample size of the prior, for each combination of values.
        At least 0.
    bins : int, default=5
        Maximum number of bins of a numeric feature (equal-frequency discretization).
        At least 2 and at most 1000.
    """

    __module__ = "hornbook"
    _learner = "joint-bayes"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        m: float = 1.0,
        bins: int = 5,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.m = m
        self.bins = bins
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class GaussianDiscriminantClassifier(_PriorsAttributes, Incremental, GaussianClasses, Classifier):
    """Gaussian discriminant analysis: Gaussian class-conditional densities with shared (LDA), full (QDA),
    diagonal or regularized (RDA) covariances.

    The predicted class has the largest density times class prior. The covariances set the form of the
    decision boundary: a shared covariance makes it linear (linear discriminant analysis, LDA), one per class
    quadratic (quadratic discriminant analysis, QDA); regularized discriminant analysis (RDA) is between, by
    shrinkage. Numeric features only. Rows to predict may have missing values, which are marginalized out.

    Natively handles: numeric features, sample weights, incremental learning (`partial_fit`).

    Also called: rda, regularized discriminant analysis.

    Parameters
    ----------
    covariance : {"spherical", "diagonal", "shared", "full", "regularized"}, default="shared"
        Covariance structure of the classes.

        - "spherical": Spherical: one variance for all features and classes; the nearest class mean wins, but for the priors.
        - "diagonal": Diagonal: a variance for each feature, the same in all classes.
        - "shared": Shared (pooled, tied) covariance: linear discriminant analysis (LDA).
        - "full": A full covariance for each class: quadratic discriminant analysis (QDA).
        - "regularized": Regularized discriminant analysis (RDA): a covariance for each class, shrunk toward the pooled covariance (`pooling`) and a scaled identity (`gamma`).
    priors : list[float] or None, default=None
        Class priors, in class order; none takes the class frequencies.
    pooling : float, default=0.5
        Shrinkage of regularized class covariances toward the pooled (shared) covariance (Friedman's λ): 0 is
        QDA, 1 is LDA.
        At least 0 and at most 1.
    gamma : float, default=0.0
        Shrinkage of regularized covariances toward a scaled identity of the same total variance (Friedman's
        γ).
        At least 0 and at most 1.
    unbiased : bool, default=False
        Whether to use unbiased covariances (divided by the degrees of freedom) instead of maximum-likelihood
        ones.
    """

    __module__ = "hornbook"
    _learner = "gaussian-discriminant"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        covariance: Literal["spherical", "diagonal", "shared", "full", "regularized"] = "shared",
        priors: list[float] | None = None,
        pooling: float = 0.5,
        gamma: float = 0.0,
        unbiased: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.covariance = covariance
        self.priors = priors
        self.pooling = pooling
        self.gamma = gamma
        self.unbiased = unbiased
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class LinearDiscriminantAnalysis(_PriorsAttributes, _ExplainedVarianceRatioAttributes, Incremental, LinearDiscriminantClasses, Classifier):
    """Linear discriminant analysis (LDA): Gaussian classes with one shared covariance.

    The decision boundary is linear. The model also gives the discriminant axes (Fisher's, `transform`):
    supervised dimensionality reduction.

    Natively handles: numeric features, sample weights, incremental learning (`partial_fit`).

    Also called: lda, linear discriminant analysis, fisher discriminant.

    Parameters
    ----------
    solver : {"svd", "lsqr", "eigen"}, default="svd"
        Solver, as in scikit-learn: `svd`, `lsqr` or `eigen`; they differ where the covariance is singular.

        - "svd": The pooled within-class covariance, without directions of zero variance.
        - "lsqr": The class covariances averaged by their priors; where singular, the minimum-norm coefficients.
        - "eigen": The same, with a small ridge where it is singular.
    shrinkage : float or {"auto"} or None, default=None
        Covariance shrinkage toward a scaled identity: a fraction, or `auto` (Ledoit–Wolf, for each class).
        Not with the solver 'svd'.
        At least 0 and at most 1.

        - "auto": By the Ledoit–Wolf formula, for each class.
    priors : list[float] or None, default=None
        Class priors, in class order; none takes the class frequencies.
    tol : float, default=0.0001
        Rank tolerance of the solver 'svd': directions whose within-class standard deviation is at most this
        (features standardized) are dropped.
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "linear-discriminant"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        solver: Literal["svd", "lsqr", "eigen"] = "svd",
        shrinkage: float | Literal["auto"] | None = None,
        priors: list[float] | None = None,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class QuadraticDiscriminantAnalysis(_PriorsAttributes, Incremental, GaussianClasses, Classifier):
    """Quadratic discriminant analysis (QDA): Gaussian classes with a covariance each.

    The decision boundary is quadratic. Needs more rows in each class than there are features, or `reg_param`.

    Natively handles: numeric features, sample weights, incremental learning (`partial_fit`).

    Also called: qda, quadratic discriminant analysis.

    Parameters
    ----------
    priors : list[float] or None, default=None
        Class priors, in class order; none takes the class frequencies.
    reg_param : float, default=0.0
        Covariance shrinkage: how far each class covariance is shrunk toward the identity.
        At least 0 and at most 1.
    tol : float, default=0.0001
        A class covariance with a variance of at most this in some direction counts as singular (rank
        tolerance).
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "quadratic-discriminant"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        priors: list[float] | None = None,
        reg_param: float = 0.0,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.priors = priors
        self.reg_param = reg_param
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class DensityClassifier(Classifier):
    """Generative classifier: class-conditional density estimation and Bayes' theorem (kernel discriminant
    analysis by default).

    Decision boundaries of any shape, and the density of each class. Any density estimator can be the base
    learner.

    Natively handles: numeric features, sample weights.

    Also called: generative classifier, kernel discriminant analysis.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Density estimator (base learner); none takes kernel-density.
    priors : list[float] or None, default=None
        Class priors, in class order; none takes the class frequencies.
    """

    __module__ = "hornbook"
    _learner = "density-classifier"
    _takes = frozenset({"weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        priors: list[float] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.priors = priors
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Histogram(Incremental, Drawn, DensityEstimator):
    """Histogram density estimation: nonparametric, piecewise constant on bins of equal width.

    The oldest density estimate: fast, small, and easy to read. Several features make a grid, of which only
    the nonempty cells are kept. Predictions are log densities, minus infinity in empty bins unless additive
    smoothing (`alpha`) is used.

    Natively handles: numeric features, sample weights, incremental learning (`partial_fit`).

    Also called: histogram density.

    Parameters
    ----------
    bins : float or {"sturges", "scott", "freedman-diaconis"}, default="freedman-diaconis"
        Number of bins per feature: a number, or a rule (`sturges`, `scott`, `freedman-diaconis`).
        At least 1 and at most 100000.

        - "sturges": Sturges' rule: log2(n) + 1 bins, rounded up.
        - "scott": Scott's rule: bin width 3.49 standard deviations times n^(-1/3).
        - "freedman-diaconis": Freedman–Diaconis rule: bin width twice the interquartile range (IQR) times n^(-1/3).
    edges : list[float] or None, default=None
        Bin edges of every feature, ascending, instead of `bins`; rows outside count in no bin.
    alpha : float, default=0.0
        Additive smoothing (pseudo-count) of every cell of the grid, empty ones included.
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "histogram"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        bins: float | Literal["sturges", "scott", "freedman-diaconis"] = "freedman-diaconis",
        edges: list[float] | None = None,
        alpha: float = 0.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.bins = bins
        self.edges = edges
        self.alpha = alpha
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class KernelDensity(_BandwidthAttributes, Drawn, DensityEstimator):
    r"""Kernel density estimation (KDE, Parzen windows): nonparametric density estimation with a kernel around
    every row.

    The density is the mean of the kernels of all training rows. The bandwidth sets the smoothness: small ones
    undersmooth and show every row, large ones oversmooth. It follows from Scott's or Silverman's rule, or
    from leave-one-out cross-validation of the likelihood. Predictions are log densities.

    Natively handles: numeric features, sample weights.

    Also called: kde, kernel density estimation, parzen window.

    Parameters
    ----------
    bandwidth : float or {"scott", "silverman", "cross-validation"}, default="scott"
        Bandwidth: one number for all features, or a rule (`scott`, `silverman`, `cross-validation`) that
        gives one per feature.
        Above 0.

        - "scott": Scott's rule: the standard deviation of each feature times n^(-1/(d+4)), for d features.
        - "silverman": Silverman's rule: the standard deviation of each feature times (n (d+2) / 4)^(-1/(d+4)).
        - "cross-validation": Scott's rule times the factor with the largest leave-one-out cross-validated likelihood.
    kernel : {"gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"}, default="gaussian"
        Kernel: the shape of the window around each row.

        - "gaussian": Gaussian kernel: $e^{-u^2/2}$; unbounded support.
        - "tophat": Top-hat (uniform) kernel, Parzen's window: 1 up to one bandwidth.
        - "epanechnikov": Epanechnikov kernel: $1 - u^2$ up to one bandwidth.
        - "exponential": Exponential kernel: $e^{-u}$; unbounded support.
        - "linear": Linear (triangular) kernel: $1 - u$ up to one bandwidth.
        - "cosine": Cosine kernel: $\cos(\pi u / 2)$ up to one bandwidth.
    """

    __module__ = "hornbook"
    _learner = "kernel-density"
    _takes = frozenset({"weights"})

    def __init__(
        self,
        *,
        bandwidth: float | Literal["scott", "silverman", "cross-validation"] = "scott",
        kernel: Literal["gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"] = "gaussian",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.bandwidth = bandwidth
        self.kernel = kernel
        self.random_state = random_state
        self.n_jobs = n_jobs
