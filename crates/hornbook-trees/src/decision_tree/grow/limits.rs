//! What stops the growing, and which of a node's splits is made.

use super::constraints::{SplitConstraints, without_rounding_error};
use super::impurity::Impurity;
use super::split_rule::SplitCandidate;
use crate::decision_tree::params::CostRule;
use hornbook_math::distributions::chi_square_upper;
use hornbook_math::information::chi_square;

/// The limits of a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct TreeLimits {
    pub max_depth: Option<u32>,
    pub max_leaves: Option<usize>,
    pub min_split: f64,
    pub min_leaf: f64,
    /// Whether two branches of that weight suffice.
    pub two_suffice: bool,
    /// See [`SplitConstraints::strict_numbers`].
    pub strict_numbers: bool,
    pub min_decrease: f64,
    pub min_gain: f64,
    /// Whether a split must gain something, and at least what the splits of the node gain on average (C4.5).
    pub average_gain: bool,
    /// The level of the chi-square test that a split must pass.
    pub significance: Option<f64>,
    /// What the columns cost, if that matters.
    pub feature_costs: Option<FeatureCosts>,
    /// See [`SplitConstraints::signs`].
    pub signs: Vec<i8>,
    /// See [`SplitConstraints::slack`].
    pub slack: f64,
    /// The weight of all rows.
    pub total: f64,
}

/// What it costs to know each column.
#[derive(Debug, Clone)]
pub(crate) struct FeatureCosts {
    pub costs: Vec<f64>,
    pub rule: CostRule,
}

impl TreeLimits {
    /// Whether a node may split at all.
    pub fn may_split(&self, impurity: &Impurity, tally: &[f64], depth: u32) -> bool {
        let weight = impurity.weight(tally);
        !impurity.is_pure(tally)
            && self.max_depth.is_none_or(|most| depth < most)
            && weight >= without_rounding_error(self.min_split, weight)
    }

    /// The demands on the parts of a node of this weight, between these bounds.
    pub fn constraints(&self, weight: f64, bounds: [f64; 2]) -> SplitConstraints<'_> {
        let min_leaf = without_rounding_error(self.min_leaf, weight);
        let TreeLimits { two_suffice, strict_numbers, slack, .. } = *self;
        SplitConstraints { min_leaf, two_suffice, strict_numbers, signs: &self.signs, bounds, slack }
    }

    /// Sets the merits of splits against what their columns cost.
    pub fn apply_costs(&self, candidates: &mut [SplitCandidate]) {
        let Some(feature_costs) = &self.feature_costs else { return };
        for found in candidates {
            let cost = feature_costs.costs[found.column as usize];
            found.merit = match feature_costs.rule {
                CostRule::Ratio => found.merit / cost,
                CostRule::SquaredRatio => found.merit * found.merit / cost,
            };
        }
    }

    /// How much better a gain must be to count as better, after [`price`](Limits::price).
    fn tolerance(&self, impurity: &Impurity, tally: &[f64], candidates: &[SplitCandidate]) -> f64 {
        let tolerance = impurity.merit_tolerance(tally);
        let Some(feature_costs) = &self.feature_costs else { return tolerance };
        let cheapest = feature_costs.costs.iter().copied().fold(f64::INFINITY, f64::min);
        match feature_costs.rule {
            CostRule::Ratio => tolerance / cheapest,
            // The square of a sum is the square, and twice the product.
            CostRule::SquaredRatio => {
                let largest = candidates.iter().map(|found| found.merit).fold(0.0, f64::max);
                2.0 * tolerance * (largest * cheapest).sqrt() / cheapest
            }
        }
    }

    /// Whether parts differ in class by more than chance, at the significance level.
    pub fn is_significant<T: AsRef<[f64]>>(&self, parts: &[T]) -> bool {
        let Some(level) = self.significance else { return true };
        let parts: Vec<&[f64]> = parts.iter().map(AsRef::as_ref).collect();
        let (statistic, degrees) = chi_square(&parts);
        degrees > 0.0 && chi_square_upper(statistic, degrees) <= level
    }
}

/// The best split that is not barred, if any may be made. Between equals the wider margin wins, then the earlier column; within a
/// column the scan has already preferred the lower threshold.
pub(super) fn pick(
    impurity: &Impurity,
    limits: &TreeLimits,
    tally: &[f64],
    candidates: &[SplitCandidate],
    barred: &[bool],
) -> Option<usize> {
    let tolerance = limits.tolerance(impurity, tally, candidates);
    let gain_tolerance = impurity.score_tolerance(tally) / impurity.weight(tally);
    let least_gain = if limits.average_gain {
        candidates.iter().map(|found| found.gain).sum::<f64>() / candidates.len() as f64
    } else {
        f64::NEG_INFINITY
    };
    let mut best: Option<usize> = None;
    for (i, found) in candidates.iter().enumerate() {
        if barred[i] || found.gain < least_gain - gain_tolerance {
            continue;
        }
        let is_better = |other: &SplitCandidate| {
            let lead = found.merit - other.merit;
            lead > tolerance || (lead >= -tolerance && found.margin > other.margin)
        };
        if best.is_none_or(|b| is_better(&candidates[b])) {
            best = Some(i);
        }
    }
    let share = impurity.weight(tally) / limits.total;
    best.filter(|&b| {
        let found = &candidates[b];
        (limits.min_decrease <= 0.0 || share * found.gain >= limits.min_decrease - tolerance)
            && (!limits.average_gain || found.gain > gain_tolerance)
            && (limits.min_gain <= 0.0 || found.gain >= limits.min_gain - gain_tolerance)
            && impurity.least_merit().is_none_or(|least| found.merit > least + tolerance)
    })
}
