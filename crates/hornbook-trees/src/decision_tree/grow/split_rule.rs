//! Splits while the tree grows, in words, and as the finished tree has them.

use crate::bits::{has_bit, set_bit};
use crate::decision_tree::tree::{NONE, Surrogate, TreeSplit};
use hornbook_data::Input;
use hornbook_learner::format::range;

/// The best split on one column, for some rows.
#[derive(Debug, Clone)]
pub(crate) struct SplitCandidate {
    pub column: u32,
    /// What splits are compared by: the gain, or what the criterion and the costs make of it.
    pub merit: f64,
    pub gain: f64,
    /// The fraction of a column's values that lie between the two sides of a threshold; 0 for categories.
    pub margin: f64,
    pub rule: SplitRule,
    /// Splits on other columns that divide the rows alike, the most alike first.
    pub surrogates: Vec<Surrogate>,
}

impl SplitCandidate {
    pub fn new(column: u32, merit: f64, gain: f64, margin: f64, rule: SplitRule) -> SplitCandidate {
        SplitCandidate { column, merit, gain, margin, rule, surrogates: Vec::new() }
    }
}

/// How a split divides the rows.
#[derive(Debug, Clone)]
pub(crate) enum SplitRule {
    /// At most `threshold` or more. `rank` is the last rank, or bin, on the first side. `missing_first` is where
    /// missing values go, if that is known.
    AtMost { threshold: f64, rank: u32, missing_first: Option<bool> },
    /// Levels on the first side and all levels seen, a bit a level. The bit after the last level is `missing`.
    OneOf { first: Vec<u64>, seen: Vec<u64>, levels: u32 },
    /// A branch for each of these levels, in order; the one after the last level is `missing`. Where there is none,
    /// missing values go to this branch, if that is known.
    Which { branches: Vec<u32>, levels: u32, missing: Option<u32> },
    /// Ranges of numbers, one more than thresholds; `ranks` are the last ranks, or bins, of all but the last.
    Ranges { thresholds: Vec<f64>, ranks: Vec<u32>, missing: Option<u32> },
}

impl SplitRule {
    /// How many parts there are.
    pub fn parts(&self) -> usize {
        match self {
            SplitRule::AtMost { .. } | SplitRule::OneOf { .. } => 2,
            SplitRule::Which { branches, .. } => branches.len(),
            SplitRule::Ranges { ranks, .. } => ranks.len() + 1,
        }
    }

    /// The part that a rank, bin or level goes to; `missing` is that of missing values.
    pub fn part(&self, rank: u32, missing: u32) -> usize {
        match self {
            SplitRule::AtMost { missing_first, .. } if rank == missing => {
                usize::from(*missing_first != Some(true))
            }
            SplitRule::AtMost { rank: last, .. } => usize::from(rank > *last),
            SplitRule::OneOf { first, .. } => usize::from(!has_bit(first, rank)),
            SplitRule::Which { branches, missing, .. } => {
                branches.iter().position(|&b| b == rank).unwrap_or(missing.unwrap_or(0) as usize)
            }
            SplitRule::Ranges { missing: part, .. } if rank == missing => part.unwrap_or(0) as usize,
            SplitRule::Ranges { ranks, .. } => ranks.partition_point(|&last| last < rank),
        }
    }
}

/// A split in words.
pub(super) fn describe(inputs: &[Input], found: &SplitCandidate) -> String {
    let name = &inputs[found.column as usize].name;
    match &found.rule {
        SplitRule::Which { .. } => name.clone(),
        SplitRule::Ranges { thresholds, .. } => {
            let list: Vec<String> = thresholds.iter().map(f64::to_string).collect();
            format!("{name} at {}", list.join(", "))
        }
        _ => answer(inputs, found, 0),
    }
}

/// What sends a row to a part, in words.
pub(super) fn answer(inputs: &[Input], found: &SplitCandidate, part: usize) -> String {
    let Input { name, kind } = &inputs[found.column as usize];
    // The level after the last is that of missing values.
    let level_name = |level, levels| if level == levels { "missing" } else { kind.level(level) };
    match &found.rule {
        SplitRule::AtMost { threshold, .. } => {
            format!("{name} {} {threshold}", if part == 0 { "<=" } else { ">" })
        }
        SplitRule::OneOf { first, seen, levels } => {
            let members = (0..=*levels).filter(|&l| has_bit(seen, l) && has_bit(first, l) == (part == 0));
            let members: Vec<&str> = members.map(|level| level_name(level, *levels)).collect();
            format!("{name} in {{{}}}", members.join(", "))
        }
        SplitRule::Which { branches, levels, .. } => {
            format!("{name} = {}", level_name(branches[part], *levels))
        }
        SplitRule::Ranges { thresholds, .. } => {
            let (low, high) = bounds(thresholds, part);
            range(name, low, high)
        }
    }
}

/// The bounds of a range between thresholds; infinite where there is none.
pub(crate) fn bounds(thresholds: &[f64], part: usize) -> (f64, f64) {
    let low = part.checked_sub(1).and_then(|i| thresholds.get(i));
    (low.copied().unwrap_or(f64::NEG_INFINITY), thresholds.get(part).copied().unwrap_or(f64::INFINITY))
}

/// Whether a weight is larger by more than rounding, which sums in another order differ by.
pub(super) fn is_heavier(weight: f64, than: f64) -> bool {
    weight - than > 1e-12 * than
}

/// The split of the finished node.
pub(super) fn tree_split(found: &SplitCandidate, children: &[u32], weights: &[f64]) -> TreeSplit {
    // Where training does not say, missing values follow the heavier child; the first, if equal.
    let mut heavier = 0;
    for (i, &weight) in weights.iter().enumerate() {
        if is_heavier(weight, weights[heavier]) {
            heavier = i;
        }
    }
    let column = found.column;
    match &found.rule {
        SplitRule::AtMost { threshold, missing_first, .. } => TreeSplit::AtMost {
            column,
            threshold: *threshold,
            children: [children[0], children[1]],
            missing: children[missing_first.map_or(heavier, |first| usize::from(!first))],
        },
        SplitRule::OneOf { first, seen, levels } => {
            let words = (*levels as usize).div_ceil(64);
            let (mut set, mut known) = (vec![0u64; words], vec![0u64; words]);
            for level in 0..*levels {
                if has_bit(seen, level) {
                    set_bit(&mut known, level);
                }
                if has_bit(first, level) {
                    set_bit(&mut set, level);
                }
            }
            let missing =
                if has_bit(seen, *levels) { usize::from(!has_bit(first, *levels)) } else { heavier };
            TreeSplit::OneOf {
                column,
                levels: set,
                known,
                children: [children[0], children[1]],
                missing: children[missing],
            }
        }
        SplitRule::Which { branches, levels, missing } => {
            let mut by_level = vec![NONE; *levels as usize];
            let mut missing = children[missing.map_or(heavier, |part| part as usize)];
            for (&level, &child) in branches.iter().zip(children) {
                match by_level.get_mut(level as usize) {
                    Some(slot) => *slot = child,
                    None => missing = child,
                }
            }
            TreeSplit::Which { column, children: by_level, missing }
        }
        SplitRule::Ranges { thresholds, missing, .. } => TreeSplit::Ranges {
            column,
            thresholds: thresholds.clone(),
            children: children.to_vec(),
            missing: children[missing.map_or(heavier, |part| part as usize)],
        },
    }
}
