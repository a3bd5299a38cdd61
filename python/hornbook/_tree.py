"""Single trees: pruning path, pruning curve, inductive bias."""

from __future__ import annotations

import numpy as np
from sklearn.utils import Bunch
from sklearn.utils.validation import check_is_fitted

from ._hornbook import tree_bias, tree_cost, tree_path, tree_size_curve


class SingleTree:
    """The base of decision trees, beside that of their task."""

    def cost_complexity_path(self):
        """Every tree that cost-complexity pruning makes of this one, for rising `ccp_alpha`.

        Returns
        -------
        Bunch
            `ccp_alphas`, from which `ccp_alpha` on each tree is the best; its `impurities`; its `leaves`.
        """
        check_is_fitted(self)
        alphas, impurities, leaves = tree_path(self.model_)
        return Bunch(ccp_alphas=np.array(alphas), impurities=np.array(impurities), leaves=np.array(leaves))

    def cost_complexity_pruning_path(self, X, y, sample_weight=None):
        """As `cost_complexity_path`, of the tree that `fit` would grow from these rows without pruning.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            What to predict.
        sample_weight : array-like of shape (n_samples,), default=None
            The weight of each row.

        Returns
        -------
        Bunch
            `ccp_alphas`, `impurities` and `leaves`.
        """
        whole = self._carrier()
        unpruned = {"pruning": None, "prune": False, "ccp_alpha": 0.0}
        known = whole.get_params(deep=False)
        whole.set_params(**{name: value for name, value in unpruned.items() if name in known})
        return whole.fit(X, y, sample_weight).cost_complexity_path()

    def size_curve(self, sets, *, ccp_alpha=0.0, prune_on=None):
        """Pruning curve: the score on sets of rows while the tree is pruned, node by node, to its root.

        Parameters
        ----------
        sets : dict
            By name, pairs of rows and targets to measure the trees on.
        ccp_alpha : float, default=0.0
            The complexity parameter at which cost-complexity pruning stops.
        prune_on : tuple of X and y, default=None
            Rows that say which node goes next (reduced-error pruning); without, cost complexity does.

        Returns
        -------
        Bunch
            `measure`, what is measured; `nodes` and `leaves` of each tree; `scores`, by the name of the set; `kept`, the
            tree at which the rule stops; `svg`, a drawing.
        """
        check_is_fitted(self)
        data = [self._known_data(*pair) for pair in sets.values()]
        validation = None if prune_on is None else self._known_data(*prune_on)
        measure, points, kept, svg = tree_size_curve(self.model_, list(sets), data, ccp_alpha, validation)
        nodes, leaves, scores = zip(*points)
        by_set = {name: np.array([score[i] for score in scores]) for i, name in enumerate(sets)}
        return Bunch(
            measure=measure, nodes=np.array(nodes), leaves=np.array(leaves), scores=by_set, kept=kept, svg=svg
        )

    def inductive_bias(self):
        """Inductive bias of the tree: its size, and which features it splits on near the root.

        Returns
        -------
        Bunch
            `nodes`, `leaves`, `depth` and `mean_depth` (over the training rows); `columns`, those that told most first,
            each a Bunch of `column`, `questions`, `first_depth` and `gain`.
        """
        check_is_fitted(self)
        nodes, leaves, depth, mean_depth, splits = tree_bias(self.model_)
        names = ("column", "questions", "first_depth", "gain")
        columns = [Bunch(**dict(zip(names, split))) for split in splits]
        return Bunch(nodes=nodes, leaves=leaves, depth=depth, mean_depth=mean_depth, columns=columns)

    def expected_cost(self, X, y, costs):
        """Expected feature acquisition cost of the splits on the way down, on average.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their targets.
        costs : dict or list
            What each column costs, by name or for every column; a column that is not named costs 1.

        Returns
        -------
        float
        """
        check_is_fitted(self)
        return tree_cost(self.model_, self._known_data(X, y), costs)
