"""The estimators of the family `rules`.

Made from the declarations of the learners by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Literal

from numpy.random import RandomState

from .._base import Classifier
from .._documentation import documented


@documented
class RuleListClassifier(Classifier):
    """Rule list from a decision tree with rule post-pruning (C4.5rules), ordered by estimated accuracy.

    A tree is grown without limits, every path becomes a rule (rule extraction), and each rule drops
    conditions as long as its estimated accuracy does not fall. The rules are more interpretable than the
    tree, and a condition near the root can be dropped from one rule and stay in another.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: rule induction, rule post-pruning, c4.5 rules.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"}, default="entropy"
        Splitting criterion of the tree.

        - "gini": Gini impurity: the probability that two rows drawn from a node differ in class.
        - "entropy": Entropy: the information gain, in bits.
        - "gain_ratio": Gain ratio: information gain over the split information, which corrects the bias toward features with many values.
        - "variance": Variance (squared error) of the targets in a node.
        - "chi_square": Chi-square test of the split: how improbable such different classes in its branches are by chance.
        - "mdl": Minimum description length (MDL): the bits needed to code the classes, with those for their proportions in each branch. A split that does not save bits is not made.
        - "absolute_error": Mean absolute error (MAE) around the median, which is what a leaf predicts; exact splits only.
        - "poisson": Poisson deviance, for counts: targets of 0 or more.
    categories : {"subset", "multiway"}, default="multiway"
        How categorical features are split.

        - "subset": Binary split: two subsets of the levels.
        - "multiway": Multiway split: one branch per level, as ID3 and C4.5 do.
    max_depth : int or None, default=None
        Maximum depth of the tree; none is unlimited.
        At least 1.
    min_samples_leaf : float, default=0.0
        Minimum total sample weight in a leaf of the tree.
        At least 0.
    estimate : {"pessimistic", "validation"}, default="pessimistic"
        How the accuracy of a rule is estimated.

        - "pessimistic": Pessimistic: the lower confidence bound of the training accuracy.
        - "validation": Accuracy on a held-out validation set; where a rule matches none of its rows, pessimistic.
    confidence : float, default=0.25
        Confidence level of the pessimistic estimate: smaller values prune more conditions.
        Above 0 and below 1.
    validation_fraction : float, default=0.25
        Fraction of the rows held out from growing, for the estimate by validation.
        Above 0 and below 1.
    """

    __module__ = "hornbook"
    _learner = "rule-list"
    _takes = frozenset({"categories", "missing", "weights"})

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "gain_ratio", "variance", "chi_square", "mdl", "absolute_error", "poisson"] = "entropy",
        categories: Literal["subset", "multiway"] = "multiway",
        max_depth: int | None = None,
        min_samples_leaf: float = 0.0,
        estimate: Literal["pessimistic", "validation"] = "pessimistic",
        confidence: float = 0.25,
        validation_fraction: float = 0.25,
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.categories = categories
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.estimate = estimate
        self.confidence = confidence
        self.validation_fraction = validation_fraction
        self.random_state = random_state
        self.n_jobs = n_jobs


@documented
class DecisionListClassifier(Classifier):
    """Decision list (k-DL): an ordered list of if–then rules; the first rule that matches predicts.

    Each rule is a conjunction of few literals that matches some of the rows left over by those before it, all
    of one class; so the list is consistent with its training rows. Short lists are interpretable and easy to
    check by hand. Where the classes are noisy, the list overfits: use a rule list instead.

    Natively handles: numeric features, categorical features (no encoding needed), missing values (no imputation needed), sample weights.

    Also called: k-dl.

    Parameters
    ----------
    max_literals : int, default=2
        Maximum number of literals per rule: the k of k-DL.
        At least 1 and at most 8.
    max_thresholds : int, default=32
        Maximum number of candidate thresholds per numeric feature.
        At least 1.
    selection : {"smallest", "coverage", "first"}, default="smallest"
        Which of the rules that match rows of one class only is taken next.

        - "smallest": Fewest literals; of those the one that matches most rows.
        - "coverage": Most rows (largest coverage), however many literals it takes; of those the one of fewest literals.
        - "first": The first that is found, in the order of the features, of the fewest literals: no heuristic.
    on_failure : {"fail", "majority"}, default="majority"
        What to do with rows that no rule separates.

        - "fail": Nothing: training fails with an error that says how many they are.
        - "majority": Their majority class becomes the default, with a warning that says how many they are.
    default_class : str or None, default=None
        Default class, for rows that match no rule; none takes the most frequent class of all rows.
    ties : {"first", "random"}, default="first"
        How a tie between the most frequent classes is broken, where one of them becomes the default class.

        - "first": The first of them, in the order of the classes.
        - "random": One of them at random, by the seed.
    """

    __module__ = "hornbook"
    _learner = "decision-list"
    _takes = frozenset({"categories", "missing", "weights"})
    _poor_score = frozenset({"classification"})

    def __init__(
        self,
        *,
        max_literals: int = 2,
        max_thresholds: int = 32,
        selection: Literal["smallest", "coverage", "first"] = "smallest",
        on_failure: Literal["fail", "majority"] = "majority",
        default_class: str | None = None,
        ties: Literal["first", "random"] = "first",
        random_state: int | RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_literals = max_literals
        self.max_thresholds = max_thresholds
        self.selection = selection
        self.on_failure = on_failure
        self.default_class = default_class
        self.ties = ties
        self.random_state = random_state
        self.n_jobs = n_jobs
