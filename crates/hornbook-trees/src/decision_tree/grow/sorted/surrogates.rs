//! Surrogates: splits on other columns that divide the rows most like a node's own, for those whose answer to it
//! is missing.
//!
//! Of the rows whose answer is known, a surrogate agrees with those that it sends to the same side; its agreement is
//! their fraction of the weight. Rows whose value for the surrogate is missing agree with nothing. A surrogate must send
//! at least a weight of two each way, and agree with more than sending all rows to the heavier side would.

use super::{SortedColumn, SortedEngine, SortedNodeRows};
use crate::bits::set_bit;
use crate::decision_tree::grow::constraints::SplitConstraints;
use crate::decision_tree::grow::split_rule::{SplitCandidate, is_heavier};
use crate::decision_tree::params::Missing;
use crate::decision_tree::tree::{Surrogate, SurrogateTest};
use crate::rows::{Label, MISSING_RANK, between};

/// The weight that a threshold must send each way, so that chance does not beat the heavier side too easily.
const LEAST: f64 = 2.0;
/// What an agreement must be better by to count as better.
const ROUNDING: f64 = 1e-12;

impl SortedEngine<'_> {
    /// The surrogates of a split, most alike first.
    pub(super) fn surrogates_of<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        found: &SplitCandidate,
        constraints: &SplitConstraints<'_>,
    ) -> Vec<Surrogate> {
        if self.options.missing != Missing::Surrogate {
            return Vec::new();
        }
        let sides = self.known_sides(node, found);
        let mut weights = [0.0; 2];
        for (at, side) in sides.iter().enumerate() {
            if let Some(side) = side {
                weights[*side] += node.weight(at);
            }
        }
        let total = weights[0] + weights[1];
        let to_heavier = weights[0].max(weights[1]) / total;
        let find_split = |column: u32| match &self.columns[column as usize] {
            SortedColumn::Number(values) => {
                let index = node.orders.index_of(column)?;
                threshold_surrogate(node, index, values, &sides)
            }
            SortedColumn::Code { codes, levels } => {
                Some(level_surrogate(node, codes, *levels, &sides, is_heavier(weights[0], weights[1])))
            }
        };
        let mut all: Vec<Surrogate> = (0..self.columns.len() as u32)
            // Another way through a constrained column would leave the order of its predictions open.
            .filter(|&column| column != found.column && constraints.sign(column) == 0)
            .filter_map(|column| {
                let (agreed, test) = find_split(column)?;
                Some(Surrogate { column, test, agreement: agreed / total })
            })
            .filter(|surrogate| surrogate.agreement > to_heavier + ROUNDING)
            .collect();
        // A stable sort: between equals, the earlier column. Agreements are compared without their rounding.
        let rank = |s: &Surrogate| (s.agreement / ROUNDING).round();
        all.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        all.truncate(self.options.max_surrogates);
        all
    }

    /// The side that each row's own answer sends it to.
    fn known_sides<L: Label>(&self, node: &SortedNodeRows<L>, found: &SplitCandidate) -> Vec<Option<usize>> {
        match &self.columns[found.column as usize] {
            SortedColumn::Code { codes, levels } => {
                let side = |code: u32| (code != *levels).then(|| found.rule.part(code, *levels));
                node.rows.iter().map(|&row| side(codes[row as usize])).collect()
            }
            SortedColumn::Number(_) => {
                let mut sides = vec![None; node.len()];
                for entry in node.orders.of_column(found.column).iter().filter(|e| e.rank != MISSING_RANK) {
                    sides[entry.at as usize] = Some(found.rule.part(entry.rank, MISSING_RANK));
                }
                sides
            }
        }
    }

    /// Sends the rows whose answer is missing where the first surrogate that they can answer does, or to the heavier
    /// side.
    pub(super) fn apply_surrogates<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        found: &SplitCandidate,
        parts: &mut [Option<u32>],
    ) {
        let sides = self.known_sides(node, found);
        let mut open: Vec<usize> = (0..sides.len()).filter(|&at| sides[at].is_none()).collect();
        if open.is_empty() {
            return;
        }
        for surrogate in &found.surrogates {
            let surrogate_sides = self.surrogate_sides(node, surrogate, &open);
            let mut still = Vec::new();
            for (at, answer) in open.into_iter().zip(surrogate_sides) {
                match answer {
                    Some(side) => parts[at] = Some(side),
                    None => still.push(at),
                }
            }
            open = still;
        }
        let mut weights = [0.0; 2];
        for (at, side) in sides.iter().enumerate() {
            if let Some(side) = side {
                weights[*side] += node.weight(at);
            }
        }
        let heavier = u32::from(is_heavier(weights[1], weights[0]));
        open.into_iter().for_each(|at| parts[at] = Some(heavier));
    }

    /// What a surrogate says of some rows.
    fn surrogate_sides<L: Label>(
        &self,
        node: &SortedNodeRows<L>,
        surrogate: &Surrogate,
        rows: &[usize],
    ) -> Vec<Option<u32>> {
        match &self.columns[surrogate.column as usize] {
            SortedColumn::Code { codes, .. } => {
                let code = |&at: &usize| codes[node.rows[at] as usize];
                rows.iter().map(|at| surrogate.test.side(f64::NAN, code(at)).map(|s| s as u32)).collect()
            }
            SortedColumn::Number(values) => {
                let mut numbers = vec![f64::NAN; node.len()];
                for entry in node.orders.of_column(surrogate.column).iter().filter(|e| e.rank != MISSING_RANK)
                {
                    numbers[entry.at as usize] = values[entry.rank as usize];
                }
                rows.iter().map(|&at| surrogate.test.side(numbers[at], u32::MAX).map(|s| s as u32)).collect()
            }
        }
    }
}

/// The threshold that agrees with most weight, either way round.
fn threshold_surrogate<L: Label>(
    node: &SortedNodeRows<L>,
    index: usize,
    values: &[f64],
    sides: &[Option<usize>],
) -> Option<(f64, SurrogateTest)> {
    let known: Vec<(u32, usize, f64)> = node
        .orders
        .of(index)
        .iter()
        .filter(|e| e.rank != MISSING_RANK)
        .filter_map(|e| Some((e.rank, sides[e.at as usize]?, node.weight(e.at as usize))))
        .collect();
    let mut above = [0.0; 2];
    known.iter().for_each(|&(_, side, weight)| above[side] += weight);
    let mut below = [0.0; 2];
    let mut best: Option<(f64, SurrogateTest)> = None;
    for pair in known.windows(2) {
        let (rank, side, weight) = pair[0];
        below[side] += weight;
        above[side] -= weight;
        let next = pair[1].0;
        if next == rank || below[0] + below[1] < LEAST || above[0] + above[1] < LEAST {
            continue;
        }
        for below_first in [true, false] {
            let agreed = if below_first { below[0] + above[1] } else { below[1] + above[0] };
            if best.as_ref().is_none_or(|(most, _)| agreed > most + ROUNDING) {
                let threshold = between(values[rank as usize], values[next as usize]);
                best = Some((agreed, SurrogateTest::AtMost { threshold, below_first }));
            }
        }
    }
    best
}

/// Each level goes to the side that most of its weight goes to; between equals, to the heavier side.
fn level_surrogate<L: Label>(
    node: &SortedNodeRows<L>,
    codes: &[u32],
    levels: u32,
    sides: &[Option<usize>],
    first_is_heavier: bool,
) -> (f64, SurrogateTest) {
    let mut weights = vec![[0.0; 2]; levels as usize + 1];
    for (at, &row) in node.rows.iter().enumerate() {
        if let Some(side) = sides[at] {
            weights[codes[row as usize] as usize][side] += node.weight(at);
        }
    }
    let words = (levels as usize).div_ceil(64);
    let (mut first, mut known) = (vec![0u64; words], vec![0u64; words]);
    let mut agreed = 0.0;
    for (level, &[one, two]) in weights[..levels as usize].iter().enumerate() {
        if one + two > 0.0 {
            set_bit(&mut known, level as u32);
            agreed += f64::max(one, two);
            if is_heavier(one, two) || (first_is_heavier && !is_heavier(two, one)) {
                set_bit(&mut first, level as u32);
            }
        }
    }
    (agreed, SurrogateTest::OneOf { first, known })
}
