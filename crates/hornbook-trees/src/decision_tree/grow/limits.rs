//! What stops the growing, and which of a node's questions is asked.

use super::cut::Found;
use super::goal::Goal;
use super::guard::Guard;
use crate::decision_tree::params::CostRule;
use hornbook_math::distributions::chi_square_upper;
use hornbook_math::information::chi_square;

/// The limits of a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    pub max_depth: Option<u32>,
    pub max_leaves: Option<usize>,
    pub min_split: f64,
    pub min_leaf: f64,
    /// Whether two branches of that weight suffice.
    pub two_suffice: bool,
    /// See [`Guard::strict_numbers`].
    pub strict_numbers: bool,
    pub min_decrease: f64,
    pub min_gain: f64,
    /// Whether a question must gain something, and at least what the questions of the node gain on average (C4.5).
    pub average_gain: bool,
    /// The level of the chi-square test that a question must pass.
    pub significance: Option<f64>,
    /// What the columns cost, if that matters.
    pub prices: Option<Prices>,
    /// See [`Guard::signs`].
    pub signs: Vec<i8>,
    /// See [`Guard::slack`].
    pub slack: f64,
    /// The weight of all rows.
    pub total: f64,
}

/// What it costs to know each column.
#[derive(Debug, Clone)]
pub(crate) struct Prices {
    pub costs: Vec<f64>,
    pub rule: CostRule,
}

impl Limits {
    /// Whether a node may ask at all.
    pub fn may_split(&self, goal: &Goal, tally: &[f64], depth: u32) -> bool {
        !goal.is_pure(tally)
            && self.max_depth.is_none_or(|most| depth < most)
            && goal.weight(tally) >= self.min_split
    }

    /// The demands on the parts of a node between these bounds.
    pub fn guard(&self, bounds: [f64; 2]) -> Guard<'_> {
        let Limits { min_leaf, two_suffice, strict_numbers, slack, .. } = *self;
        Guard { min_leaf, two_suffice, strict_numbers, signs: &self.signs, bounds, slack }
    }

    /// Sets the merits of questions against what their columns cost.
    pub fn price(&self, questions: &mut [Found]) {
        let Some(prices) = &self.prices else { return };
        for found in questions {
            let cost = prices.costs[found.column as usize];
            found.merit = match prices.rule {
                CostRule::Ratio => found.merit / cost,
                CostRule::SquaredRatio => found.merit * found.merit / cost,
            };
        }
    }

    /// How much better a merit must be to count as better, after [`price`](Limits::price).
    fn tolerance(&self, goal: &Goal, tally: &[f64], questions: &[Found]) -> f64 {
        let tolerance = goal.merit_tolerance(tally);
        let Some(prices) = &self.prices else { return tolerance };
        let cheapest = prices.costs.iter().copied().fold(f64::INFINITY, f64::min);
        match prices.rule {
            CostRule::Ratio => tolerance / cheapest,
            // The square of a sum is the square, and twice the product.
            CostRule::SquaredRatio => {
                let largest = questions.iter().map(|found| found.merit).fold(0.0, f64::max);
                2.0 * tolerance * (largest * cheapest).sqrt() / cheapest
            }
        }
    }

    /// Whether parts differ in class by more than chance, at the level asked for.
    pub fn is_significant<T: AsRef<[f64]>>(&self, parts: &[T]) -> bool {
        let Some(level) = self.significance else { return true };
        let parts: Vec<&[f64]> = parts.iter().map(AsRef::as_ref).collect();
        let (statistic, degrees) = chi_square(&parts);
        degrees > 0.0 && chi_square_upper(statistic, degrees) <= level
    }
}

/// The best question that is not barred, if any may be asked. Between equals the wider margin wins, then the earlier column; within a
/// column the scan has already preferred the lower threshold.
pub(super) fn pick(
    goal: &Goal,
    limits: &Limits,
    tally: &[f64],
    questions: &[Found],
    barred: &[bool],
) -> Option<usize> {
    let tolerance = limits.tolerance(goal, tally, questions);
    let gain_tolerance = goal.score_tolerance(tally) / goal.weight(tally);
    let least_gain = if limits.average_gain {
        questions.iter().map(|found| found.gain).sum::<f64>() / questions.len() as f64
    } else {
        f64::NEG_INFINITY
    };
    let mut best: Option<usize> = None;
    for (i, found) in questions.iter().enumerate() {
        if barred[i] || found.gain < least_gain - gain_tolerance {
            continue;
        }
        let is_better = |other: &Found| {
            let lead = found.merit - other.merit;
            lead > tolerance || (lead >= -tolerance && found.margin > other.margin)
        };
        if best.is_none_or(|b| is_better(&questions[b])) {
            best = Some(i);
        }
    }
    let share = goal.weight(tally) / limits.total;
    best.filter(|&b| {
        let found = &questions[b];
        (limits.min_decrease <= 0.0 || share * found.gain >= limits.min_decrease - tolerance)
            && (!limits.average_gain || found.gain > gain_tolerance)
            && (limits.min_gain <= 0.0 || found.gain >= limits.min_gain - gain_tolerance)
            && goal.least_merit().is_none_or(|least| found.merit > least + tolerance)
    })
}
