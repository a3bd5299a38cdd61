//! Splits scored by distances from medians.

use super::{SortedColumn, SortedEngine, SortedNodeRows, is_constant};
use crate::bits::set_bit;
use crate::decision_tree::grow::absolute::{LabelStep, best_absolute_split, median_and_cost};
use crate::decision_tree::grow::constraints::SplitConstraints;
use crate::decision_tree::grow::split_rule::{SplitCandidate, SplitRule};
use crate::decision_tree::params::{CategorySplits, Criterion, Missing};
use crate::rows::{Label, MISSING_RANK, between};

/// The labels of a node: the distinct ones, ascending, and which of them each row has.
pub(super) struct DistinctLabels {
    distinct: Vec<f64>,
    of_row: Vec<u32>,
}

impl SortedEngine<'_> {
    /// The labels in order, if the criterion needs them.
    pub(super) fn distinct_labels<L: Label>(&self, node: &SortedNodeRows<L>) -> Option<DistinctLabels> {
        (self.options.impurity.criterion() == Criterion::AbsoluteError).then(|| {
            let mut distinct: Vec<f64> = node.labels.iter().map(|y| y.number()).collect();
            distinct.sort_by(f64::total_cmp);
            distinct.dedup();
            let place = |y: &L| distinct.partition_point(|d| *d < y.number()) as u32;
            let of_row = node.labels.iter().map(place).collect();
            DistinctLabels { distinct, of_row }
        })
    }

    pub(super) fn absolute_number_split<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        labels: &DistinctLabels,
        index: usize,
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let (column, filled) = (node.orders.column(index), self.filled_order(node, index));
        let order = filled.as_deref().unwrap_or(node.orders.of(index));
        if is_constant(order) {
            return None;
        }
        let steps: Vec<LabelStep> = order
            .iter()
            .map(|e| LabelStep {
                label: labels.of_row[e.at as usize],
                weight: node.weight(e.at as usize),
                value: e.rank,
            })
            .collect();
        let (known, missing) = steps.split_at(steps.partition_point(|s| s.value != MISSING_RANK));
        let (last, merit, missing_first) =
            self.absolute_split(node, labels, (known, missing), constraints, column)?;
        let values = self.values(column);
        let low = known[last].value;
        let (margin, threshold) = match known.get(last + 1) {
            Some(next) => (
                f64::from(next.value - low - 1) / values.len() as f64,
                between(values[low as usize], values[next.value as usize]),
            ),
            None => (0.0, values[low as usize]),
        };
        let missing_first = match self.options.missing {
            Missing::NodeMode => Some(self.median_rank(node, node.orders.of(index))? <= low),
            _ => missing_first,
        };
        let rule = SplitRule::AtMost { threshold, rank: low, missing_first };
        Some(SplitCandidate::new(column, merit, merit, margin, rule))
    }

    /// The levels in the order of their medians are cut like numbers; or each level is a branch.
    pub(super) fn absolute_category_split<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        labels: &DistinctLabels,
        column: u32,
        constraints: &SplitConstraints<'_>,
    ) -> Option<SplitCandidate> {
        let impurity = &self.options.impurity;
        let SortedColumn::Code { codes, levels } = &self.columns[column as usize] else { return None };
        let mut tallies = self.level_tallies(node, column);
        let mode = if self.options.missing == Missing::NodeMode { self.mode(&tallies) } else { None };
        if mode.is_some() {
            self.fill_levels(&mut tallies);
        }
        let level_of = |at: usize| match codes[node.rows[at] as usize] {
            code if code == *levels => mode.map_or(code, |mode| mode as u32),
            code => code,
        };
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); *levels as usize + 1];
        (0..node.len()).for_each(|at| members[level_of(at) as usize].push(at));
        if self.options.missing == Missing::Surrogate {
            members[*levels as usize].clear();
        }
        let mut seen: Vec<(u32, f64, f64)> = (0..=*levels)
            .filter(|&level| !members[level as usize].is_empty())
            .map(|level| {
                let rows = members[level as usize].iter();
                let rows = rows.map(|&at| (node.labels[at].number(), node.weight(at))).collect();
                let (median, cost) = median_and_cost(rows);
                (level, median, cost)
            })
            .collect();
        if seen.len() < 2 {
            return None;
        }
        let mut found = match self.options.categories {
            CategorySplits::Multiway => {
                let weights = seen.iter().map(|(level, ..)| impurity.weight(&tallies[*level as usize]));
                let heavy = weights.filter(|&weight| weight >= constraints.min_leaf).count();
                let medians: Vec<f64> = seen.iter().map(|(_, median, _)| *median).collect();
                if heavy < if constraints.two_suffice { 2 } else { seen.len() }
                    || !constraints.allows(column, &medians)
                {
                    return None;
                }
                let spent: f64 = seen.iter().map(|(.., cost)| cost).sum();
                let gain = impurity.gain_of(impurity.cost(&node.tally) - spent, &node.tally);
                let branches = seen.iter().map(|(level, ..)| *level).collect();
                let rule = SplitRule::Which { branches, levels: *levels, missing: None };
                SplitCandidate::new(column, gain, gain, 0.0, rule)
            }
            CategorySplits::Subset => {
                let lowest = seen[0].0;
                seen.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
                let mut steps = Vec::with_capacity(node.len());
                for (value, (level, ..)) in seen.iter().enumerate() {
                    steps.extend(members[*level as usize].iter().map(|&at| LabelStep {
                        label: labels.of_row[at],
                        weight: node.weight(at),
                        value: value as u32,
                    }));
                }
                let (last, gain, _) =
                    self.absolute_split(node, labels, (&steps, &[]), constraints, column)?;
                let words = (*levels as usize + 1).div_ceil(64);
                let (mut first, mut all) = (vec![0u64; words], vec![0u64; words]);
                let end = steps[last].value as usize;
                // The set that holds the first level seen is the first.
                let begins = seen[..=end].iter().any(|(level, ..)| *level == lowest);
                for (place, (level, ..)) in seen.iter().enumerate() {
                    set_bit(&mut all, *level);
                    if (place <= end) == begins {
                        set_bit(&mut first, *level);
                    }
                }
                let rule = SplitRule::OneOf { first, seen: all, levels: *levels };
                SplitCandidate::new(column, gain, gain, 0.0, rule)
            }
        };
        if self.options.missing == Missing::NodeMode {
            self.send_missing_with_mode(node, &mut found);
        }
        Some(found)
    }

    /// The best position, its gain, and the side of the missing values. Surrogates leave those out.
    fn absolute_split<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        labels: &DistinctLabels,
        (known, missing): (&[LabelStep], &[LabelStep]),
        constraints: &SplitConstraints<'_>,
        column: u32,
    ) -> Option<(usize, f64, Option<bool>)> {
        let impurity = &self.options.impurity;
        let tolerance = impurity.score_tolerance(&node.tally);
        let (missing, cost) = if self.options.missing == Missing::Surrogate {
            let rows = known.iter().map(|s| (labels.distinct[s.label as usize], s.weight));
            (&[] as &[LabelStep], median_and_cost(rows.collect()).1)
        } else {
            (missing, impurity.cost(&node.tally))
        };
        let best =
            best_absolute_split(&labels.distinct, (known, missing), (cost, tolerance), constraints, column)?;
        Some((best.last, impurity.gain_of(best.score, &node.tally), best.missing_first))
    }
}
