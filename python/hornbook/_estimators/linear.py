"""The estimators of the family `linear`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, Incremental, Regressor
from .._documentation import attribute, documented
from .._linear import Bayesian, Binomial, Discriminant, Generalized, Huber, Linear, LinearClassifier, Ranking
from .._transformer import TransformerEstimator


class _CoefAttributes:
    coef_ = attribute("coef", "The coefficients, in the order of `coef_names_`: of classes one row for two and else a row for each, of several targets a row for each.")
    intercept_ = attribute("intercept", "The intercept (bias); of classes or several targets, one for each row of `coef_`.")
    coef_names_ = attribute("coef_names", "The columns of `coef_`: numbers by their name, levels of categories as `column=level`.")


class _VariancePowerAttributes:
    variance_power_ = attribute("variance_power", "The variance is the dispersion times this power of the mean: 0 normal, 1 Poisson, 2 gamma, 3 inverse Gaussian.")
    deviance_ = attribute("deviance", "The deviance of the fit, in units of the dispersion.")
    null_deviance_ = attribute("null_deviance", "The null deviance (intercept only).")
    dispersion_ = attribute("dispersion", "1 of counts, else Pearson's statistic over the degrees of freedom; none if it is not known how many are left.")
    aic_ = attribute("aic", "Akaike's information criterion (AIC); none with a penalty, and in families without a likelihood.")


class _AlphaAttributes:
    alpha_ = attribute("alpha", "The precision of the noise: one over its variance.")
    lambda_ = attribute("lambda", "The precision of the prior of each coefficient.")
    sigma_ = attribute("sigma", "The posterior covariance of the coefficients, in the order of `coef_names_`.")
    log_evidence_ = attribute("log_evidence", "The log evidence (log marginal likelihood).")
    scores_ = attribute("scores", "The log evidence with the log prior of the precisions at the end of the search, as an array of one number.")


class _ScaleAttributes:
    scale_ = attribute("scale", "The scale of the residuals, learned with the coefficients: `epsilon` counts in it.")


class _TrainingCurveAttributes:
    training_curve_ = attribute("training_curve", "The misclassified fraction after each epoch; a single one for learners without epochs.")


class _LossCurveAttributes:
    loss_curve_ = attribute("loss_curve", "The loss after each epoch.")


@documented
class LinearRegression(_CoefAttributes, Linear, Regressor):
    """Linear regression by ordinary least squares (OLS), with standard errors, t-tests and confidence intervals.

    The first model to try for a numeric target. Each coefficient says how much the target changes with one
    feature while the others are held fixed; the table has standard errors, t-statistics, p-values, 95 %
    confidence intervals and variance inflation factors, as R's `lm` prints them. Categorical features use
    dummy coding (treatment coding); the first level is the reference category. Collinear features (perfect
    multicollinearity, a rank-deficient design) are allowed: the minimum-norm solution is returned, and
    coefficients that are not estimable are named.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, multi-output.

    Also called: ols, ordinary least squares, least squares, lm.

    Parameters
    ----------
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); without one the fit goes through the origin.
    """

    __module__ = "hornbook"
    _learner = "linear-regression"
    _takes = frozenset({"categories", "weights", "targets"})

    def __init__(
        self,
        *,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class PolynomialRegression(Regressor):
    """Polynomial regression: least squares on polynomial and interaction terms; extrapolates badly.

    For a target that is a smooth nonlinear function of the features. A degree of 2 or 3 is usually enough:
    high degrees overfit and diverge outside the range of the training data. With several features all
    products up to the degree are taken (interaction terms). Fitted on an orthogonal basis; the table of
    coefficients is for plain powers, with standard errors, t-tests and confidence intervals. Categorical
    features use dummy coding with the first level as the reference category, and have no powers.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: polynomial.

    Parameters
    ----------
    degree : int, default=2
        Degree: the highest total power of a polynomial or interaction term.
        At least 1 and at most 100.
    interaction_only : bool, default=False
        Whether to take interaction terms only (products of different features, no powers).
    fit_intercept : bool, default=True
        Whether to fit an intercept; without one the curve goes through the origin.
    """

    __module__ = "hornbook"
    _learner = "polynomial-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        degree: int = 2,
        interaction_only: bool = False,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.degree = degree
        self.interaction_only = interaction_only
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BasisExpansion(TransformerEstimator):
    """Basis expansion: polynomial features, Gaussian (RBF) and sigmoid basis functions,
    splines, Fourier features, logarithms or indicator functions.

    A linear model on basis functions fits nonlinear curves, and stays as interpretable and as fast as a
    linear model. Knots and centers are fitted on the training data. Categorical features are passed to the
    learner unchanged.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: polynomial features, splines, fourier features.

    Parameters
    ----------
    basis : {"polynomial", "gaussian", "sigmoid", "spline", "natural_spline", "fourier", "log", "indicator"}, default="spline"
        Basis functions: polynomial features (with interaction terms), Gaussian radial basis functions (RBF),
        sigmoids, B-splines, natural cubic splines, a Fourier basis, logarithms or indicator functions.

        - "polynomial": Polynomial features: powers and interaction terms (products).
        - "gaussian": Gaussian radial basis functions (RBF) around centers.
        - "sigmoid": Sigmoid basis functions at centers.
        - "spline": B-splines, constant beyond the boundary knots.
        - "natural_spline": Natural cubic splines: linear beyond the boundary knots.
        - "fourier": Sines and cosines.
        - "log": Natural logarithms; features with values that are not above zero stay as they are.
        - "indicator": Indicator functions: 1 if the feature is above a threshold, else 0 (piecewise constant).
    degree : int or None, default=None
        Degree of the polynomial or spline, or number of Fourier harmonics; none takes 2 for polynomials, else
        3.
        At least 1 and at most 100.
    interaction_only : bool, default=False
        Whether polynomial features are interaction terms only (products of different features, no powers).
    n_knots : int, default=5
        Number of spline knots, with both boundary knots, or of centers of Gaussian and sigmoid basis
        functions; indicator functions have a threshold at each but the boundary knots.
        At least 2 and at most 10000.
    knots : {"uniform", "quantile"}, default="uniform"
        Placement of knots and centers: at equal distances or at quantiles.

        - "uniform": At equal distances.
        - "quantile": At quantiles: with equal fractions of the rows between them.
    width : float or None, default=None
        Width of Gaussian and sigmoid basis functions, or period of the Fourier basis; none derives it from
        the feature.
        Above 0.
    """

    __module__ = "hornbook"
    _learner = "basis-expansion"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        basis: Literal["polynomial", "gaussian", "sigmoid", "spline", "natural_spline", "fourier", "log", "indicator"] = "spline",
        degree: int | None = None,
        interaction_only: bool = False,
        n_knots: int = 5,
        knots: Literal["uniform", "quantile"] = "uniform",
        width: float | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.basis = basis
        self.degree = degree
        self.interaction_only = interaction_only
        self.n_knots = n_knots
        self.knots = knots
        self.width = width
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Ridge(_CoefAttributes, Linear, Regressor):
    """Ridge regression: least squares with an L2 penalty on the coefficients (L2 regularization), which shrinks
    them toward zero.

    For many or correlated features (multicollinearity), where ordinary least squares overfits. The intercept
    is not penalized. The penalty assumes features on one scale, so standardize features of different units
    first (`standardize`).

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, multi-output.

    Also called: l2 regression, tikhonov regularization, ridge regression.

    Parameters
    ----------
    alpha : float, default=1.0
        Regularization strength: the objective is RSS + alpha·‖w‖₂². Larger values regularize more; 0 is
        ordinary least squares.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    standardize : bool, default=False
        Whether to standardize features for the penalty; coefficients are reported on the original scale (as
        glmnet does).
    """

    __module__ = "hornbook"
    _learner = "ridge"
    _takes = frozenset({"categories", "weights", "targets"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Lasso(_CoefAttributes, Linear, Regressor):
    """Lasso: least squares with an L1 penalty (L1 regularization), which sets most coefficients to exactly zero
    and so selects features.

    For many features of which a few matter: a sparse model with built-in feature selection, fitted by
    coordinate descent to a certified duality gap. The intercept is not penalized. The penalty assumes
    features on one scale, so standardize features of different units first. Choose `alpha` by
    cross-validation with `lasso-cv`.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: l1 regression, basis pursuit.

    Parameters
    ----------
    alpha : float, default=1.0
        Regularization strength: the objective is RSS/(2n) + alpha·‖w‖₁, as in scikit-learn and glmnet. Larger
        values give sparser models.
        Above 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    max_iter : int, default=1000
        Maximum number of iterations (coordinate-descent sweeps over the features).
        At least 1.
    tol : float, default=0.0001
        Convergence tolerance on the duality gap (a bound on the distance from the optimum), relative to the
        mean square of the target.
        Above 0.
    """

    __module__ = "hornbook"
    _learner = "lasso"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ElasticNet(_CoefAttributes, Linear, Regressor):
    """Elastic net: least squares with a mixed L1 and L2 penalty (L1 and L2 regularization); correlated features
    are kept or dropped together.

    Between the lasso and ridge regression: most coefficients are exactly zero (feature selection), but
    correlated features are all kept, with similar coefficients. Fitted by coordinate descent. The intercept
    is not penalized. Standardize features of different units first. Choose `alpha` by cross-validation with
    `elastic-net-cv`.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: enet, elasticnet.

    Parameters
    ----------
    alpha : float, default=1.0
        Regularization strength: the objective is RSS/(2n) + alpha·(l1_ratio·‖w‖₁ + (1 − l1_ratio)/2·‖w‖₂²),
        as in scikit-learn and glmnet.
        Above 0.
    l1_ratio : float, default=0.5
        Elastic-net mixing parameter: 1 is the lasso (pure L1 penalty), 0 is ridge regression (pure L2
        penalty).
        At least 0 and at most 1.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    max_iter : int, default=1000
        Maximum number of iterations (coordinate-descent sweeps over the features).
        At least 1.
    tol : float, default=0.0001
        Convergence tolerance on the duality gap (a bound on the distance from the optimum), relative to the
        mean square of the target.
        Above 0.
    """

    __module__ = "hornbook"
    _learner = "elastic-net"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        l1_ratio: float = 0.5,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class LassoCV(_CoefAttributes, Linear, Regressor):
    """Lasso with the regularization strength `alpha` chosen by cross-validation along the regularization path
    (LassoCV, R's cv.glmnet).

    Rows are assigned to folds by their content and the random seed. For each fold, the whole regularization
    path is fitted on the other folds and evaluated on this one; the alpha with the smallest mean squared
    error (or, by the one-standard-error rule, a larger one) is refitted on all rows. The summary has the
    cross-validation curve. The intercept is not penalized.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: lassocv.

    Parameters
    ----------
    n_alphas : int, default=100
        Number of alphas on the regularization path, from alpha_max (all coefficients zero) downward.
        At least 1 and at most 10000.
    eps : float, default=0.001
        Length of the regularization path: alpha_min / alpha_max.
        Above 0 and below 1.
    folds : int, default=5
        Number of cross-validation folds (k).
        At least 2.
    one_standard_error : bool, default=False
        One-standard-error rule: take the largest alpha whose cross-validation error is within one standard
        error of the minimum (glmnet's lambda.1se), for a sparser model whose error is not significantly
        larger.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    max_iter : int, default=1000
        Maximum number of iterations (coordinate-descent sweeps) per alpha.
        At least 1.
    tol : float, default=0.0001
        Convergence tolerance on the duality gap of each fit, relative to the mean square of the target.
        Above 0.
    """

    __module__ = "hornbook"
    _learner = "lasso-cv"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        n_alphas: int = 100,
        eps: float = 0.001,
        folds: int = 5,
        one_standard_error: bool = False,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_alphas = n_alphas
        self.eps = eps
        self.folds = folds
        self.one_standard_error = one_standard_error
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ElasticNetCV(_CoefAttributes, Linear, Regressor):
    """Elastic net with the regularization strength `alpha` chosen by cross-validation along the regularization
    path (ElasticNetCV, R's cv.glmnet).

    As `lasso-cv`, with a mixed L1 and L2 penalty (`l1_ratio`).

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: elasticnetcv.

    Parameters
    ----------
    l1_ratio : float, default=0.5
        Elastic-net mixing parameter: 1 is the lasso (pure L1 penalty); toward 0 it approaches ridge
        regression (L2 penalty).
        Above 0 and at most 1.
    n_alphas : int, default=100
        Number of alphas on the regularization path, from alpha_max (all coefficients zero) downward.
        At least 1 and at most 10000.
    eps : float, default=0.001
        Length of the regularization path: alpha_min / alpha_max.
        Above 0 and below 1.
    folds : int, default=5
        Number of cross-validation folds (k).
        At least 2.
    one_standard_error : bool, default=False
        One-standard-error rule: take the largest alpha whose cross-validation error is within one standard
        error of the minimum (glmnet's lambda.1se), for a sparser model whose error is not significantly
        larger.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    max_iter : int, default=1000
        Maximum number of iterations (coordinate-descent sweeps) per alpha.
        At least 1.
    tol : float, default=0.0001
        Convergence tolerance on the duality gap of each fit, relative to the mean square of the target.
        Above 0.
    """

    __module__ = "hornbook"
    _learner = "elastic-net-cv"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        l1_ratio: float = 0.5,
        n_alphas: int = 100,
        eps: float = 0.001,
        folds: int = 5,
        one_standard_error: bool = False,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float = 0.0001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.l1_ratio = l1_ratio
        self.n_alphas = n_alphas
        self.eps = eps
        self.folds = folds
        self.one_standard_error = one_standard_error
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class LogisticRegression(_CoefAttributes, LinearClassifier, Classifier):
    """Logistic regression: binary or multinomial (softmax) classification with a linear predictor for the log
    odds; L2-regularized by default.

    The first model to try for classification: it gives probabilities, and exp(coefficient) is the odds ratio
    of a feature while the others are held fixed. Two classes have one linear predictor for the log odds
    (logit) of the second; more have one each (softmax). An L2 penalty shrinks the coefficients, an L1 penalty
    makes them sparse; penalties assume features on one scale, so standardize first. Without a penalty
    (`penalty = none`) there are standard errors, p-values and confidence intervals, and categorical features
    use dummy coding with the first level as the reference category; with a penalty they are one-hot encoded.
    If the optimizer does not converge, it warns.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: logit, softmax regression, multinomial logistic regression, maximum entropy.

    Parameters
    ----------
    penalty : {"none", "l2", "l1", "elasticnet"}, default="l2"
        Penalty (regularization): `none`, `l2` (ridge), `l1` (lasso, sparse) or `elasticnet`.

        - "none": No penalty (maximum likelihood).
        - "l2": L2 penalty (ridge): ‖w‖₂²/2.
        - "l1": L1 penalty (lasso): ‖w‖₁, which makes coefficients sparse.
        - "elasticnet": Elastic net: a mixture of the L1 and L2 penalties.
    C : float, default=1.0
        Inverse regularization strength, as in scikit-learn and LIBLINEAR: the objective is C·(sum of log
        losses) + penalty, so smaller values regularize more.
        Above 0.
    l1_ratio : float, default=0.5
        Elastic-net mixing parameter of the penalty `elasticnet`: 1 is pure L1, 0 is pure L2.
        At least 0 and at most 1.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    tol : float, default=1e-6
        Convergence tolerance on the gradient of the mean loss (features standardized).
        At least 0.
    max_iter : int, default=1000
        Maximum number of iterations.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "logistic-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        penalty: Literal["none", "l2", "l1", "elasticnet"] = "l2",
        C: float = 1.0,
        l1_ratio: float = 0.5,
        fit_intercept: bool = True,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BinomialRegression(_CoefAttributes, Binomial, Classifier):
    """Binomial regression: generalized linear model (GLM) for two classes with a logit, probit, complementary
    log-log or cauchit link (R's `glm(family = binomial)`).

    Probit is for classes that a latent normal variable decides, such as doses and tolerances; the
    complementary log-log link for events at a rate during a known exposure time, of which only is known
    whether there was one (give the logarithm of the time as the offset); cauchit for labels that are
    sometimes wrong however clear the features are. No regularization by default (`alpha = 0`), so that
    standard errors, p-values and confidence intervals are reported; categorical features use dummy coding
    then, with the first level as the reference category. For more than two classes, and for L1 penalties, use
    logistic-regression.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, an offset.

    Also called: probit, complementary log-log, binomial glm.

    Parameters
    ----------
    link : {"logit", "probit", "cloglog", "cauchit"}, default="probit"
        Link function g: g(probability of the second class) = linear predictor.

        - "logit": Logit: the log odds.
        - "probit": Probit: the quantile function of the normal distribution.
        - "cloglog": Complementary log-log: log(−log(1 − p)).
        - "cauchit": Cauchit: the quantile function of the Cauchy distribution.
    alpha : float, default=0.0
        L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
        standard errors, p-values and confidence intervals are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    tol : float, default=1e-12
        Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
        At least 0.
    max_iter : int, default=100
        Maximum number of iterations (Newton steps).
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "binomial-regression"
    _takes = frozenset({"categories", "weights"})
    _binary_only = True

    def __init__(
        self,
        *,
        link: Literal["logit", "probit", "cloglog", "cauchit"] = "probit",
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.link = link
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class PoissonRegressor(_CoefAttributes, _VariancePowerAttributes, Generalized, Regressor):
    """Poisson regression: generalized linear model (GLM) with log link for count data and rates.

    The first model to try for counts: how many claims, calls, cells. Effects are multiplicative:
    exp(coefficient) is a rate ratio, so a coefficient of 0.1 is about +10 % per unit. Overdispersion is
    tested for. No regularization by default (`alpha = 0`), unlike scikit-learn, so that standard errors,
    p-values and confidence intervals are reported; categorical features use dummy coding then, with the first
    level as the reference category. For rates (counts over different times or areas), give the logarithm of
    the exposure as the offset.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, an offset.

    Also called: poisson glm, count regression.

    Parameters
    ----------
    alpha : float, default=0.0
        L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
        standard errors, p-values and confidence intervals are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    tol : float, default=1e-12
        Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
        At least 0.
    max_iter : int, default=100
        Maximum number of iterations (Newton steps).
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "poisson-regression"
    _takes = frozenset({"categories", "weights"})
    _positive_target = True

    def __init__(
        self,
        *,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class GammaRegressor(_CoefAttributes, _VariancePowerAttributes, Generalized, Regressor):
    """Gamma regression: generalized linear model (GLM) with log link for positive, right-skewed targets.

    For amounts, durations and sizes above zero whose standard deviation is proportional to the mean. Effects
    are multiplicative: exp(coefficient) is a ratio of means. No regularization by default (`alpha = 0`),
    unlike scikit-learn, so that standard errors, p-values and confidence intervals are reported; categorical
    features use dummy coding then, with the first level as the reference category.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, an offset.

    Also called: gamma glm.

    Parameters
    ----------
    alpha : float, default=0.0
        L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
        standard errors, p-values and confidence intervals are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    tol : float, default=1e-12
        Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
        At least 0.
    max_iter : int, default=100
        Maximum number of iterations (Newton steps).
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "gamma-regression"
    _takes = frozenset({"categories", "weights"})
    _positive_target = True

    def __init__(
        self,
        *,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class TweedieRegressor(_CoefAttributes, _VariancePowerAttributes, Generalized, Regressor):
    """Tweedie regression: generalized linear model (GLM) whose variance is a power of the mean.

    Power 0 is the normal distribution, 1 Poisson, 2 gamma, 3 inverse Gaussian; between 1 and 2 it is the
    compound Poisson–gamma distribution, with many exact zeros: what insurers pay in a year. No regularization
    by default (`alpha = 0`), unlike scikit-learn, so that standard errors, p-values and confidence intervals
    are reported; categorical features use dummy coding then, with the first level as the reference category.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, an offset.

    Also called: tweedie glm, compound poisson.

    Parameters
    ----------
    power : float, default=0.0
        Variance power: the variance is proportional to mean^power. 0 or below, or 1 or above.
    alpha : float, default=0.0
        L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
        standard errors, p-values and confidence intervals are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    link : {"auto", "identity", "log", "inverse", "sqrt", "inverse_square"}, default="auto"
        Link function g: g(mean) = linear predictor.

        - "auto": Identity if the mean may be negative, else log.
        - "identity": Identity link: the mean.
        - "log": Log link: the logarithm of the mean.
        - "inverse": Inverse link: 1/mean.
        - "sqrt": Square-root link: √mean.
        - "inverse_square": Inverse-square link: 1/mean².
    tol : float, default=1e-12
        Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
        At least 0.
    max_iter : int, default=100
        Maximum number of iterations (Newton steps).
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "tweedie-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        power: float = 0.0,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        link: Literal["auto", "identity", "log", "inverse", "sqrt", "inverse_square"] = "auto",
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.power = power
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.link = link
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class GeneralizedLinearRegressor(_CoefAttributes, _VariancePowerAttributes, Generalized, Regressor):
    """Generalized linear model (GLM) of any family and link function (R's `glm`).

    The engine of Poisson, gamma and Tweedie regression, for other links: the family says how the variance
    grows with the mean (variance function), the link function g relates the mean to the linear predictor,
    g(mean) = intercept + features times coefficients, plus an offset if given. Reports deviance, dispersion
    (a test of overdispersion for Poisson) and AIC. No regularization by default (`alpha = 0`), unlike
    scikit-learn, so that standard errors, p-values and confidence intervals are reported; categorical
    features use dummy coding then, with the first level as the reference category. For two classes, use
    logistic-regression or binomial-regression.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, an offset.

    Also called: glm, generalized linear model, generalised-linear.

    Parameters
    ----------
    family : {"normal", "poisson", "gamma", "inverse_gaussian", "tweedie"}, default="normal"
        Distribution family of the target, which sets the variance function.

        - "normal": Normal (Gaussian): constant variance.
        - "poisson": Poisson, for counts: the variance is the mean.
        - "gamma": Gamma: the variance is proportional to mean².
        - "inverse_gaussian": Inverse Gaussian: the variance is proportional to mean³.
        - "tweedie": Tweedie: the variance is proportional to mean^power.
    power : float, default=1.5
        Variance power of the family 'tweedie': the variance is proportional to mean^power. 0 or below, or 1
        or above.
    link : {"auto", "identity", "log", "inverse", "sqrt", "inverse_square"}, default="auto"
        Link function g: g(mean) = linear predictor.

        - "auto": Identity if the mean may be negative, else log.
        - "identity": Identity link: the mean.
        - "log": Log link: the logarithm of the mean.
        - "inverse": Inverse link: 1/mean.
        - "sqrt": Square-root link: √mean.
        - "inverse_square": Inverse-square link: 1/mean².
    alpha : float, default=0.0
        L2 regularization strength: the objective is half the mean deviance + alpha/2·‖w‖₂². With a penalty,
        standard errors, p-values and confidence intervals are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    tol : float, default=1e-12
        Convergence tolerance: stop when the predicted decrease is below this fraction of the null deviance.
        At least 0.
    max_iter : int, default=100
        Maximum number of iterations (Newton steps).
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "generalized-linear"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        family: Literal["normal", "poisson", "gamma", "inverse_gaussian", "tweedie"] = "normal",
        power: float = 1.5,
        link: Literal["auto", "identity", "log", "inverse", "sqrt", "inverse_square"] = "auto",
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.family = family
        self.power = power
        self.link = link
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BayesianRidge(_CoefAttributes, _AlphaAttributes, Bayesian, Regressor):
    """Bayesian ridge regression: Bayesian linear regression with a normal prior on the coefficients, whose
    precision is estimated by empirical Bayes.

    Ridge whose regularization strength is estimated by maximizing the marginal likelihood (evidence;
    empirical Bayes): no hyperparameter to tune. It gives the posterior of the coefficients and the predictive
    distribution, with standard deviations. With known precisions of the noise and of the prior
    (`noise_precision`, `prior_precision`), it is Bayesian linear regression in closed form. The prior is the
    same for all coefficients, so standardize features of different units first.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: bayesian linear regression, evidence approximation.

    Parameters
    ----------
    alpha_1 : float, default=1e-6
        Shape of the gamma prior on the noise precision.
        At least 0.
    alpha_2 : float, default=1e-6
        Rate of the gamma prior on the noise precision.
        At least 0.
    lambda_1 : float, default=1e-6
        Shape of the gamma prior on the precision of the coefficients.
        At least 0.
    lambda_2 : float, default=1e-6
        Rate of the gamma prior on the precision of the coefficients.
        At least 0.
    noise_precision : float or None, default=None
        Noise precision (one over the noise variance), if known. None estimates it.
        Above 0.
    prior_precision : float or None, default=None
        Prior precision of each coefficient (one over its prior variance), if known. None estimates it.
        Above 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term), which has a flat prior.
    tol : float, default=1e-8
        Convergence tolerance: stop when an iteration changes neither precision by more than this fraction.
        At least 0.
    max_iter : int, default=300
        Maximum number of iterations.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "bayesian-ridge"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        alpha_1: float = 1e-6,
        alpha_2: float = 1e-6,
        lambda_1: float = 1e-6,
        lambda_2: float = 1e-6,
        noise_precision: float | None = None,
        prior_precision: float | None = None,
        fit_intercept: bool = True,
        tol: float = 1e-8,
        max_iter: int = 300,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha_1 = alpha_1
        self.alpha_2 = alpha_2
        self.lambda_1 = lambda_1
        self.lambda_2 = lambda_2
        self.noise_precision = noise_precision
        self.prior_precision = prior_precision
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class HuberRegressor(_CoefAttributes, _ScaleAttributes, Huber, Regressor):
    """Huber regression: robust regression for outliers in the target; squared loss near the fit, absolute loss beyond
    `epsilon` (Huber loss).

    For targets with a few extreme values. The Huber threshold is in units of the residual scale, which is
    estimated together with the coefficients. No regularization by default (`alpha = 0`), unlike scikit-learn,
    so that standard errors, p-values and confidence intervals are reported; categorical features use dummy
    coding then, with the first level as the reference category. Not robust to high-leverage points (outliers
    in the features).

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: huber, robust regression, m-estimator.

    Parameters
    ----------
    epsilon : float, default=1.35
        Huber threshold in units of the residual scale; 1.35 gives 95 % efficiency for normal errors.
        Above 1.
    alpha : float, default=0.0
        L2 regularization strength: the objective is the sum of the losses + alpha·‖w‖₂². With a penalty,
        standard errors, p-values and confidence intervals are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    tol : float, default=1e-12
        Convergence tolerance: stop when the predicted decrease is below this fraction of the loss of the
        intercept-only model.
        At least 0.
    max_iter : int, default=100
        Maximum number of iterations.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "huber-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        epsilon: float = 1.35,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-12,
        max_iter: int = 100,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class QuantileRegressor(_CoefAttributes, Linear, Regressor):
    """Quantile regression: a conditional quantile of the target, such as the median, by minimizing the pinball
    loss.

    The median is robust to outliers in the target; two quantiles, such as 0.05 and 0.95, give a prediction
    interval without assumptions about the noise. No regularization by default (`alpha = 0`), unlike
    scikit-learn: standard errors, p-values and confidence intervals are reported, and categorical features
    use dummy coding with the first level as the reference category. `alpha` adds an L1 penalty. The optimum
    is exact (interior point, then a vertex). All rows are held in memory.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: median regression, least absolute deviations, lad, pinball loss.

    Parameters
    ----------
    quantile : float, default=0.5
        Quantile level: the fraction of targets below the prediction; 0.5 is the median.
        Above 0 and below 1.
    alpha : float, default=0.0
        L1 regularization strength: the objective is the mean pinball loss + alpha·‖w‖₁, which sets
        coefficients to zero. With a penalty, standard errors are not reported.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); it is never penalized.
    errors : {"kernel", "nid", "iid"}, default="kernel"
        How standard errors are estimated, if there is no penalty.

        - "kernel": Kernel sandwich estimator (Powell): the density of the target at the fit may depend on the features.
        - "nid": Non-iid sandwich estimator (Hendricks and Koenker), from two more fits of quantiles nearby. Takes three times as long.
        - "iid": Independent, identically distributed errors: one density for all rows.
    max_iter : int, default=200
        Maximum number of iterations.
        At least 1.
    """

    __module__ = "hornbook"
    _learner = "quantile-regression"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        quantile: float = 0.5,
        alpha: float = 0.0,
        fit_intercept: bool = True,
        errors: Literal["kernel", "nid", "iid"] = "kernel",
        max_iter: int = 200,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.quantile = quantile
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.errors = errors
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class Perceptron(_CoefAttributes, _TrainingCurveAttributes, Incremental, Discriminant, Classifier):
    """Perceptron: mistake-driven linear classifier; weights are updated on every misclassified row.

    The oldest learning rule for linear classifiers, and the root of neural networks. If the classes are
    linearly separable it converges to a separating hyperplane after a bounded number of mistakes (Novikoff's
    theorem); if not, it never converges, and `variant` says which weights to keep (last, averaged or pocket).
    Set `tol` for early stopping. More than two classes have a linear predictor each, and the largest wins (a
    linear machine). There are no probabilities: the predicted class has probability 1. A row with integer
    sample weight k is seen k times.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, incremental learning (`partial_fit`).

    Also called: voted perceptron, averaged perceptron, pocket algorithm.

    Parameters
    ----------
    eta0 : float, default=1.0
        Learning rate: how much of a misclassified row is added to the weights.
        Above 0.
    max_iter : int, default=1000
        Maximum number of epochs (passes over the training data).
        At least 1.
    tol : float or None, default=None
        Early-stopping tolerance: if given, training stops when the fraction of misclassified rows has not
        fallen by more than this for `n_iter_no_change` epochs.
    n_iter_no_change : int, default=5
        Number of epochs without improvement before early stopping (patience), if `tol` is given.
        At least 1.
    shuffle : bool, default=True
        Whether to shuffle the rows in every epoch; if not, they are visited in the order of the table.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term); without one the hyperplane goes through the origin.
    penalty : {"none", "l2"}, default="none"
        Penalty (regularization): `none` or `l2` (weight decay).

        - "none": No penalty.
        - "l2": L2 penalty: each step shrinks the weights by the factor 1 − `eta0`·`alpha` (weight decay).
    alpha : float, default=0.0001
        Regularization strength of the penalty.
        At least 0.
    mode : {"stochastic", "batch"}, default="stochastic"
        When weights are updated: after each row (`stochastic`) or once per epoch (`batch`).

        - "stochastic": Stochastic (online): after each row, or each mini-batch.
        - "batch": Full batch: once per epoch, from all rows.
    variant : {"plain", "averaged", "pocket"}, default="plain"
        Which weights to keep: the last (`plain`), the average (`averaged`) or the best (`pocket`).

        - "plain": The weights of the last update.
        - "averaged": Averaged perceptron: the mean of the weights after each row; more stable if the classes are not linearly separable.
        - "pocket": Pocket algorithm with ratchet (Gallant): the weights with the fewest misclassified rows.
    coding : {"zero_one", "plus_minus"}, default="zero_one"
        Target coding of two classes: with 0 and 1 an error is 1, with -1 and 1 it is 2, so that steps are
        twice as long.

        - "zero_one": 0 and 1.
        - "plus_minus": -1 and 1.
    at_zero : {"wrong", "first", "second"}, default="wrong"
        How a linear predictor of exactly zero is classified.

        - "wrong": Misclassified in training; the first class in predictions.
        - "first": The first class.
        - "second": The second class; with more than two classes, the first of the largest.
    margin : float, default=0.0
        Margin: correctly classified rows with a functional margin of at most this count as misclassified in
        training.
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "perceptron"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        eta0: float = 1.0,
        max_iter: int = 1000,
        tol: float | None = None,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        fit_intercept: bool = True,
        penalty: Literal["none", "l2"] = "none",
        alpha: float = 0.0001,
        mode: Literal["stochastic", "batch"] = "stochastic",
        variant: Literal["plain", "averaged", "pocket"] = "plain",
        coding: Literal["zero_one", "plus_minus"] = "zero_one",
        at_zero: Literal["wrong", "first", "second"] = "wrong",
        margin: float = 0.0,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.eta0 = eta0
        self.max_iter = max_iter
        self.tol = tol
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.penalty = penalty
        self.alpha = alpha
        self.mode = mode
        self.variant = variant
        self.coding = coding
        self.at_zero = at_zero
        self.margin = margin
        self.random_state = random_state
        self.n_jobs = n_jobs


class _DeltaRule(_CoefAttributes, _LossCurveAttributes):
    """Delta rule (LMS, Widrow–Hoff, ADALINE): gradient descent on the loss of a single linear or sigmoid unit;
    stochastic gradient descent (SGD) by default.

    Where the perceptron counts mistakes, this rule follows the gradient of the squared error, so that it
    converges even if the classes are not linearly separable. For regression it converges to least squares,
    step by step, which shows how gradient descent works; the closed form of `linear-regression` is faster. A
    sigmoid activation gives probabilities. Features of different scales need a small learning rate:
    standardize them first.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights, incremental learning (`partial_fit`).

    Also called: sgd, stochastic gradient descent, adaline, widrow-hoff, lms.

    Parameters
    ----------
    eta0 : float, default=0.01
        The learning rate.
        Above 0.
    learning_rate : {"constant", "decaying", "line_search"}, default="constant"
        Learning rate schedule over the epochs.

        - "constant": Constant learning rate.
        - "decaying": Inverse-time decay: `eta0 / (1 + decay t)`.
        - "line_search": Backtracking line search: each step halves the rate until the loss falls enough; full-batch only, and without momentum.
    decay : float, default=0.1
        Decay of the learning rate: in epoch t from 0 it is `eta0 / (1 + decay t)`.
        At least 0.
    momentum : float, default=0.0
        Momentum coefficient: the fraction of the last step that is added to the next.
        At least 0 and below 1.
    mode : {"stochastic", "batch"}, default="stochastic"
        When weights are updated: `stochastic` after each row or mini-batch, `batch` once per epoch
        (full-batch gradient descent).

        - "stochastic": Stochastic (online): after each row, or each mini-batch.
        - "batch": Full batch: once per epoch, from all rows.
    batch_size : int, default=1
        Mini-batch size of stochastic gradient descent.
        At least 1.
    reduction : {"mean", "sum"}, default="mean"
        Reduction of the loss over a batch: mean or sum.

        - "mean": Mean, so that learning rates do not depend on the number of rows.
        - "sum": Sum, as most books write the rule.
    unit : {"linear", "sigmoid"}, default="linear"
        Activation function of the unit.

        - "linear": Linear (identity): the linear predictor itself.
        - "sigmoid": Sigmoid (logistic function), $1/(1 + e^{-z})$; for classification only.
    loss : {"squared", "cross_entropy"}, default="squared"
        Loss function (training objective).

        - "squared": Squared error, halved.
        - "cross_entropy": Cross-entropy (log loss, negative log-likelihood); for sigmoid units only.
    coding : {"zero_one", "plus_minus"}, default="plus_minus"
        Target coding of two classes for a linear unit; a sigmoid always takes 0 and 1.

        - "zero_one": 0 and 1.
        - "plus_minus": -1 and 1.
    max_iter : int, default=1000
        Maximum number of epochs (passes over the training data).
        At least 1.
    tol : float, default=1e-7
        Convergence tolerance: stop when an epoch lowers the loss by no more than this fraction of it (or of
        1, if that is more); 0 runs all epochs.
        At least 0.
    shuffle : bool, default=True
        Whether to shuffle the rows in every epoch; if not, they are visited in the order of the table.
    fit_intercept : bool, default=True
        Whether to fit an intercept (bias term).
    """

    _learner = "delta-rule"
    _takes = frozenset({"categories", "weights"})
    _poor_score = frozenset({"regression"})

    def __init__(
        self,
        *,
        eta0: float = 0.01,
        learning_rate: Literal["constant", "decaying", "line_search"] = "constant",
        decay: float = 0.1,
        momentum: float = 0.0,
        mode: Literal["stochastic", "batch"] = "stochastic",
        batch_size: int = 1,
        reduction: Literal["mean", "sum"] = "mean",
        unit: Literal["linear", "sigmoid"] = "linear",
        loss: Literal["squared", "cross_entropy"] = "squared",
        coding: Literal["zero_one", "plus_minus"] = "plus_minus",
        max_iter: int = 1000,
        tol: float = 1e-7,
        shuffle: bool = True,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.eta0 = eta0
        self.learning_rate = learning_rate
        self.decay = decay
        self.momentum = momentum
        self.mode = mode
        self.batch_size = batch_size
        self.reduction = reduction
        self.unit = unit
        self.loss = loss
        self.coding = coding
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class DeltaRuleClassifier(_TrainingCurveAttributes, _DeltaRule, Incremental, Discriminant, Classifier):
    __module__ = "hornbook"


@documented
class DeltaRuleRegressor(_DeltaRule, Incremental, Linear, Regressor):
    __module__ = "hornbook"


@documented
class LeastSquaresClassifier(_CoefAttributes, _TrainingCurveAttributes, Discriminant, Classifier):
    """Least-squares classification: linear discriminants by regression on class indicators, with a reject
    option.

    Each class (one-vs-rest) or pair of classes (one-vs-one) gets targets of 1 and -1, and least squares fits
    the coefficients in closed form, without a learning rate or an initialization. Ambiguous rows, which no
    hyperplane claims or several do, may be rejected: `LinearModel::reject_decisions` says which and why, and
    predictions take the class with the largest score. There are no probabilities: the predicted class has
    probability 1.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: linear-discrimination, linear machine, least squares classification.

    Parameters
    ----------
    planes : {"one_per_class", "pairwise"}, default="one_per_class"
        Multiclass scheme: one-vs-rest (`one_per_class`) or one-vs-one (`pairwise`).

        - "one_per_class": One-vs-rest: a hyperplane for each class against all others; the largest score wins.
        - "pairwise": One-vs-one: a hyperplane for each pair of classes, on the rows of those two; the class that wins most pairs wins.
    alpha : float, default=0.0
        L2 regularization strength: the objective is RSS + alpha·‖w‖₂², as in ridge regression; 0 is ordinary
        least squares.
        At least 0.
    fit_intercept : bool, default=True
        Whether to fit intercepts (bias terms), which are never penalized; without them the hyperplanes go
        through the origin.
    """

    __module__ = "hornbook"
    _learner = "least-squares-classifier"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        planes: Literal["one_per_class", "pairwise"] = "one_per_class",
        alpha: float = 0.0,
        fit_intercept: bool = True,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.planes = planes
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class LinearRanking(_CoefAttributes, _LossCurveAttributes, Ranking, Regressor):
    """Learning to rank with a linear model: pairwise (RankNet, RankSVM) or listwise (ListNet) loss.

    Rows have groups, such as the documents of one query, and only the order within a group counts. The score
    is a linear predictor; predictions are scores to be compared within a group, not estimates of the target.
    Categorical features use dummy coding; the first level is the reference category.

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: ranknet, ranksvm, listnet, learning to rank.

    Parameters
    ----------
    loss : {"pairwise", "listwise", "hinge"}, default="pairwise"
        Loss function: `pairwise` (logistic loss, RankNet), `listwise` (ListNet) or `hinge` (hinge loss,
        RankSVM).

        - "pairwise": Pairwise logistic loss: the negative log-likelihood of the order of each pair of rows in a group (RankNet).
        - "listwise": Listwise loss: the cross-entropy between the top-one probabilities of targets and scores in each group (ListNet).
        - "hinge": Pairwise hinge loss on score differences, with the given margin (RankSVM).
    margin : float, default=1.0
        Margin of the hinge loss: pairs whose scores differ by at least this have no loss.
        Above 0.
    alpha : float, default=0.0001
        L2 regularization strength (on standardized features): the objective is the mean loss + alpha/2·‖w‖₂².
        The loss 'hinge' needs one above 0.
        At least 0.
    max_iter : int, default=1000
        Maximum number of iterations.
        At least 1.
    tol : float, default=1e-6
        Convergence tolerance on the gradient of the mean loss (features standardized); for the loss 'hinge',
        on the distance of the objective from its minimum (duality gap).
        At least 0.
    """

    __module__ = "hornbook"
    _learner = "linear-ranking"
    _takes = frozenset({"categories", "weights"})
    _poor_score = frozenset({"regression"})

    def __init__(
        self,
        *,
        loss: Literal["pairwise", "listwise", "hinge"] = "pairwise",
        margin: float = 1.0,
        alpha: float = 0.0001,
        max_iter: int = 1000,
        tol: float = 1e-6,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.loss = loss
        self.margin = margin
        self.alpha = alpha
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs
