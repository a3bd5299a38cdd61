"""The estimators of the family `ensembles`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier, Estimator, Regressor
from .._documentation import documented


class _Bagging:
    """Bagging (bootstrap aggregating) of any base learner; also pasting, random subspaces and random patches.

    With replacement it is bagging, without it pasting; with a feature subset per base learner it is the
    random subspace method; with both, random patches. Predictions are averaged, which reduces variance: it
    helps unstable learners, such as deep trees, and can harm stable ones, such as nearest neighbors. The
    out-of-bag score estimates test performance. Base learners are trained in parallel; the time is theirs.

    Rows are drawn by their position in the cumulative sample weight, in an order that depends on their
    content: weight 2 is the row twice, and the order of the rows does not matter. As many rows are drawn as
    the weights sum to: weights should be such that 1 is a row.


    Breiman, *Bagging predictors* (1996); Ho, *The random subspace method* (1998).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: bootstrap aggregating.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Base learner; none takes a decision tree.
    n_estimators : int, default=10
        Number of base learners.
        At least 1.
    max_samples : float, default=1.0
        Fraction of the rows, by weight, drawn for each base learner.
        Above 0 and at most 1.
    max_features : float, default=1.0
        Fraction of the features drawn for each base learner (random subspace); at least one.
        Above 0 and at most 1.
    bootstrap : bool, default=True
        Bootstrap: draw rows with replacement.
    bootstrap_features : bool, default=False
        Draw features with replacement; one that is drawn again is there once.
    oob_score : bool, default=False
        Compute the out-of-bag (OOB) score: each row is predicted by the base learners that have not seen it.
    """

    _learner = "bagging"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        n_estimators: int = 10,
        max_samples: float = 1.0,
        max_features: float = 1.0,
        bootstrap: bool = True,
        bootstrap_features: bool = False,
        oob_score: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.bootstrap_features = bootstrap_features
        self.oob_score = oob_score
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class BaggingClassifier(_Bagging, Classifier):
    __module__ = "hornbook"


@documented
class BaggingRegressor(_Bagging, Regressor):
    __module__ = "hornbook"


class _AdaBoost:
    r"""AdaBoost (M1, SAMME; R2 for regression): weak learners fitted in sequence to reweighted training data.

    The base learner is a weak learner, by default a decision stump. With the sample weights $p$ summing to 1,
    the base learner of an iteration has the weighted error $\epsilon = \sum_i p_i \,\[\hat y_i \ne y_i\]$.
    Its vote is $\log(1/\beta)$ with $\beta = \epsilon / (1 - \epsilon)$; SAMME adds $\log(K - 1)$, so that
    for $K$ classes a base learner need only beat random guessing. Then the weights of correctly classified
    rows shrink by $\beta$, so that the next one concentrates on the misclassified rows. A base learner no
    better than random ($\epsilon \ge 1/2$, for SAMME $1 - 1/K$) ends the boosting and is dropped, unless it
    is the first. One without error has an infinite vote: it decides alone, and ends the boosting.

    For regression it is AdaBoost.R2: the losses, relative to the largest one, take the role of the error, and
    the prediction is the weighted median.

    The weights are given to the base learner as sample weights, or with `resampling` a sample of the rows is
    drawn by them. A base learner that can prepare its rows does so once: stumps with histogram splits, the
    default, bin numeric features once. Iterations are sequential, so threads share the work within an
    iteration. Label noise gets ever more weight: for noisy data prefer bagging.

    Freund and Schapire, *A decision-theoretic generalization of on-line learning* (1997); Drucker, *Improving
    regressors using boosting techniques* (1997); Zhu and others, *Multi-class AdaBoost* (2009).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: adaboost, samme.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Base learner (weak learner); none takes a decision tree with histogram splits: a decision stump for
        classification, depth 3 for regression.
    n_estimators : int, default=50
        Maximum number of base learners (boosting iterations).
        At least 1.
    learning_rate : float, default=1.0
        Learning rate (shrinkage): factor on each base learner's vote and on the weight updates.
        Above 0.
    algorithm : {"m1", "samme"}, default="samme"
        Boosting algorithm, for classification.

        - "m1": AdaBoost.M1: the weighted error of a base learner must be below one half.
        - "samme": SAMME (multiclass AdaBoost): a base learner must only beat random guessing; the same as M1 for two classes.
    resampling : bool, default=False
        Draw a weighted sample of the rows instead of passing sample weights to the base learner.
    loss : {"linear", "square", "exponential"}, default="linear"
        Loss function of AdaBoost.R2, for regression.

        - "linear": The absolute error.
        - "square": The squared error.
        - "exponential": $1 - e^{-x}$ of the error $x$.
    """

    _learner = "ada-boost"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        algorithm: Literal["m1", "samme"] = "samme",
        resampling: bool = False,
        loss: Literal["linear", "square", "exponential"] = "linear",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.algorithm = algorithm
        self.resampling = resampling
        self.loss = loss
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class AdaBoostClassifier(_AdaBoost, Classifier):
    __module__ = "hornbook"


@documented
class AdaBoostRegressor(_AdaBoost, Regressor):
    __module__ = "hornbook"


class _Voting:
    """Voting ensemble: hard voting (majority vote) or soft voting (averaged probabilities); averaging for
    regression.

    For regression the prediction is always the weighted mean. The weights are given, or learned from the
    performance of each base learner on held-out rows: its accuracy, or the inverse of its mean squared error.
    It helps if the base learners are better than chance and err on different rows (diversity).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: majority vote, soft voting, hard voting.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        Base learners; none takes decision trees of depth 2, 4 and 8.
    voting : {"hard", "soft"}, default="hard"
        Hard or soft voting, for classification.

        - "hard": Hard voting: majority vote of the predicted classes.
        - "soft": Soft voting: average of the predicted probabilities.
    weights : list[float] or None, default=None
        Weight of each base learner; none weights all the same.
    learn_weights : bool, default=False
        Learn the weights on a held-out fifth of the rows; then every base learner is fitted on all rows.
    """

    _learner = "voting"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        voting: Literal["hard", "soft"] = "hard",
        weights: list[float] | None = None,
        learn_weights: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.voting = voting
        self.weights = weights
        self.learn_weights = learn_weights
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class VotingClassifier(_Voting, Classifier):
    __module__ = "hornbook"


@documented
class VotingRegressor(_Voting, Regressor):
    __module__ = "hornbook"


class _Stacking:
    """Stacking (stacked generalization): a meta-learner on out-of-fold predictions of the base learners.

    In training the meta-learner (final estimator) sees out-of-fold predictions only: rows are assigned to
    folds, and each fold is predicted by base learners fitted on the others, so that there is no data leakage.
    Identical rows go to the same fold, as do those of one group. At last the base learners are fitted again
    on all rows. For classification the meta-learner sees their probabilities (of the second class, if there
    are two), for regression their predictions, and with passthrough the features too.

    Folds should be few. In leave-one-out, a base learner that predicts little more than a mean leaks the
    target of the row by what is missing from the mean.

    Time: as many fits of each base learner as there are folds, and one more. Wolpert, *Stacked
    generalization* (1992).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: stacked generalization, meta-learner.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        Base learners; none takes decision trees of depth 2, 4 and 8.
    final_estimator : Estimator | str or None, default=None
        Meta-learner (final estimator); none takes a decision tree of depth 3.
    folds : int, default=5
        Number of cross-validation folds for the out-of-fold predictions.
        At least 2.
    leave_one_out : bool, default=False
        Leave-one-out: each row is a fold of its own.
    passthrough : bool, default=False
        Passthrough: the meta-learner sees the original features too.
    """

    _learner = "stacking"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"final_estimator"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        final_estimator: Estimator | str | None = None,
        folds: int = 5,
        leave_one_out: bool = False,
        passthrough: bool = False,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.final_estimator = final_estimator
        self.folds = folds
        self.leave_one_out = leave_one_out
        self.passthrough = passthrough
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class StackingClassifier(_Stacking, Classifier):
    __module__ = "hornbook"


@documented
class StackingRegressor(_Stacking, Regressor):
    __module__ = "hornbook"


@documented
class CascadeClassifier(Classifier):
    """Classifier cascade: cheap stages first; rows below the confidence threshold go to the next stage.

    A stage predicts a row if it gives one class at least the probability `confidence`; the last stage
    predicts all that are left. A stage may use a subset of the features, so that expensive features are
    measured only where they are needed. Every stage is fitted on all rows. How many rows each stage predicts
    is in the summary.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: cascading classifiers.

    Parameters
    ----------
    estimators : list[Estimator | str] | list[tuple[str, Estimator]] or None, default=None
        Base learners, from the cheapest to the best; none takes decision trees of depth 2, 4 and 8.
    confidence : float, default=0.9
        Confidence threshold: the class probability at which a stage predicts.
        At least 0 and at most 1.
    columns : list[list[str | int]] or None, default=None
        Features of the first stages, one set per stage; stages without a set use all features.
    """

    __module__ = "hornbook"
    _learner = "cascade"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_lists = frozenset({"estimators"})

    def __init__(
        self,
        *,
        estimators: list[Estimator | str] | list[tuple[str, Estimator]] | None = None,
        confidence: float = 0.9,
        columns: list[list[str | int]] | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimators = estimators
        self.confidence = confidence
        self.columns = columns
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class OneVsRestClassifier(Classifier):
    """One-vs-rest (one-vs-all): one binary classifier per class (multiclass reduction).

    Soft decoding predicts the class with the highest probability of its own classifier, and normalizes the
    probabilities to sum to 1. Hard decoding: a classifier that says yes votes for its class, and one that
    says no votes for every other class; ties go to the first class. Two classes need one classifier. K fits
    on all rows.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: ovr, one-vs-all, ova.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Base learner (binary classifier); none takes a decision tree.
    decoding : {"soft", "hard"}, default="soft"
        Decoding of the binary predictions: probabilities or votes.

        - "soft": Their probabilities.
        - "hard": Their predicted classes (Hamming distance).
    """

    __module__ = "hornbook"
    _learner = "one-vs-rest"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        decoding: Literal["soft", "hard"] = "soft",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.decoding = decoding
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class OneVsOneClassifier(Classifier):
    """One-vs-one: one binary classifier per pair of classes (multiclass reduction), on the rows of those two.

    Each classifier votes for one of its classes, and the class with most votes is predicted; ties are broken
    by the sum of the probabilities. $K(K-1)/2$ fits, each on the rows of two classes: often faster than
    one-vs-rest if a learner takes more than linear time.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: ovo, pairwise classification.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Base learner (binary classifier); none takes a decision tree.
    """

    __module__ = "hornbook"
    _learner = "one-vs-one"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class OutputCodeClassifier(Classifier):
    r"""Error-correcting output codes (ECOC): one binary classifier per codeword bit; the nearest codeword wins.

    Each class has a codeword, and a row gets the class whose codeword is nearest (by Hamming distance) to the
    predicted bits: errors of a few classifiers are corrected. Two codewords at Hamming distance $d$ allow
    $\lfloor (d-1)/2 \rfloor$ classifiers to be wrong. Classifiers with different targets err on different
    rows, which is what makes an ensemble better than its base learners. The fraction of the bits that agree
    with a codeword, normalized to sum to 1, is the probability of its class. As many fits as there are bits.

    Dietterich and Bakiri, *Solving multiclass learning problems via error-correcting output codes* (1995).

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: ecoc, error-correcting output codes.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Base learner (binary classifier); none takes a decision tree.
    code : {"random", "exhaustive", "one_vs_all"}, default="random"
        Kind of codewords.

        - "random": Random codewords: of many draws, the one with the largest minimum Hamming distance.
        - "exhaustive": Exhaustive code, one bit per dichotomy of the classes: $2^{K-1} - 1$ bits, for at most 11 classes.
        - "one_vs_all": One-vs-all: one bit per class.
    code_size : float, default=1.5
        Length of random codewords, as bits per class; 4096 bits at most.
        Above 0 and at most 100.
    decoding : {"soft", "hard"}, default="soft"
        Decoding: what is compared with the codewords.

        - "soft": Their probabilities.
        - "hard": Their predicted classes (Hamming distance).
    """

    __module__ = "hornbook"
    _learner = "output-code"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        code: Literal["random", "exhaustive", "one_vs_all"] = "random",
        code_size: float = 1.5,
        decoding: Literal["soft", "hard"] = "soft",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.code = code
        self.code_size = code_size
        self.decoding = decoding
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class ClassHierarchyClassifier(Classifier):
    """Hierarchical classification (nested dichotomies): a tree of classifiers over groups of classes.

    The groups are given, as in `(cat, dog), (car, bus, train)`, or found by agglomerative clustering of the
    confusion matrix: the classes that a first model confuses most in cross-validation are merged step by
    step, so that easy distinctions come first and hard ones get a classifier of their own. The probability of
    a class is the product of the probabilities along its path. At most $K - 1$ fits, each on the rows of its
    classes, and as many as there are folds to find the groups.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: hierarchical classification, nested dichotomies.

    Parameters
    ----------
    estimator : Estimator | str or None, default=None
        Base learner at each node; none takes a decision tree.
    hierarchy : str or None, default=None
        The class hierarchy, like (cat, dog), (car, bus), or as nested lists in JSON; none finds it from the
        confusion matrix.
    folds : int, default=5
        Number of cross-validation folds for the confusion matrix.
        At least 2.
    """

    __module__ = "hornbook"
    _learner = "class-hierarchy"
    _takes = frozenset({"categories", "missing", "weights"})
    _estimator_parameters = frozenset({"estimator"})

    def __init__(
        self,
        *,
        estimator: Estimator | str | None = None,
        hierarchy: str | None = None,
        folds: int = 5,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.hierarchy = hierarchy
        self.folds = folds
        self.random_state = random_state
        self.n_jobs = n_jobs


class _MixtureOfExperts:
    r"""Mixture of experts: linear experts combined by a softmax gating network, trained by EM; hierarchical with
    `depth` > 1.

    The gating network is a softmax regression: expert $k$ counts $g_k(x) = e^{v_k \cdot x} / \sum_j e^{v_j
    \cdot x}$. The experts are linear regressions with Gaussian noise of their own for regression, $p_k(y \mid
    x) = N(y; w_k \cdot x, \sigma_k^2)$, and logistic regressions for classification. The prediction is
    $\sum_k g_k(x)\, w_k \cdot x$, or the mixture of the experts' probabilities. With a `depth` above 1 the
    gates form a tree: a gate divides the rows among the gates beneath it, and the last ones among the
    experts, so that there are `experts` to the power of `depth` of these (hierarchical mixture of experts).

    All are trained together by expectation-maximization (EM), which increases the penalized log-likelihood
    $\sum_i \log \sum_k g_k(x_i)\, p_k(y_i \mid x_i)$ minus the L2 penalty in every iteration. E-step: the
    responsibilities of the experts for each row, $h_{ik} \propto g_k(x_i)\, p_k(y_i \mid x_i)$. M-step: each
    expert is fitted to the rows weighted by its responsibilities, and the gates to the responsibilities as
    soft class labels. Where the regions of the experts are separable, the coefficients of a gate would
    diverge, so they have a small L2 penalty of regularization strength `alpha`; the same holds for
    classification experts. Penalties assume features on one scale: standardize first. The noise standard
    deviation of an expert is at least a thousandth of that of the target, since an expert that interpolates a
    few rows would have infinite likelihood.

    EM converges to a local maximum, so `n_init` random initializations are run, each with the rows assigned
    to randomly drawn centers; after ten iterations the best one is continued. An iteration costs a fit of
    each expert to all rows, and of each gate to the rows once per branch. An expert that loses all its rows
    keeps its coefficients and gets zero gate probability. Rows are drawn by weight, in an order that depends
    on their content, so that a weight of 2 is the row twice and neither the order of the rows nor the number
    of threads matters.

    Use it where a few linear rules hold in different regions and the model must be interpretable. The penalty
    also keeps a gate soft: where the target jumps between regions, take a smaller `alpha`, or a
    `decision-tree` with linear leaves (model tree), whose boundaries are sharp. For accuracy alone, gradient
    boosting is better.

    Jacobs, Jordan, Nowlan and Hinton, *Adaptive mixtures of local experts* (1991); Jordan and Jacobs,
    *Hierarchical mixtures of experts and the EM algorithm* (1994).

    Natively handles: numeric features, categorical features (no encoding needed), sample weights.

    Also called: moe, hierarchical mixture of experts, gating network.

    Parameters
    ----------
    experts : int, default=2
        Number of experts (or subtrees) per gate.
        At least 1.
    depth : int, default=1
        Depth of the gating tree: gates on the way to an expert.
        At least 1.
    alpha : float, default=0.01
        L2 regularization strength of the gates (and of classification experts), relative to the
        log-likelihood.
        Above 0.
    n_init : int, default=8
        Number of random initializations (restarts) of EM.
        At least 1.
    max_iter : int, default=200
        Maximum number of EM iterations.
        At least 1.
    tol : float, default=0.00001
        Convergence tolerance: minimum increase of the mean log-likelihood per iteration.
        At least 0.
    """

    _learner = "mixture-of-experts"
    _takes = frozenset({"categories", "weights"})

    def __init__(
        self,
        *,
        experts: int = 2,
        depth: int = 1,
        alpha: float = 0.01,
        n_init: int = 8,
        max_iter: int = 200,
        tol: float = 0.00001,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.experts = experts
        self.depth = depth
        self.alpha = alpha
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class MixtureOfExpertsClassifier(_MixtureOfExperts, Classifier):
    __module__ = "hornbook"


@documented
class MixtureOfExpertsRegressor(_MixtureOfExperts, Regressor):
    __module__ = "hornbook"
