//! Growing a tree, whatever the rows are kept in.
//!
//! An [`Engine`] knows how to find the best question for some rows and how to divide them; [`grow`] does the
//! rest: limits, ties, trace, progress, cancellation and the order of work. Nodes with many rows use all threads
//! for one node; the small subtrees beneath them are grown side by side. Neither changes the tree.

pub(super) mod binned;
mod categories;
pub(super) mod goal;
mod histogram;
pub(super) mod rounds;
mod scan;
pub(super) mod sorted;

use super::events::{Considered, TreeEvent};
use super::params::CategorySplits;
use super::tree::{NONE, Node, Question, Tree};
use crate::bits::{has_bit, set_bit};
use goal::Goal;
use hornbook_core::{Result, Run, Verdict};
use hornbook_data::Input;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A subtree with at most this many rows is grown by one thread.
const SMALL: usize = 4096;

/// What stops the growing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub max_depth: Option<u32>,
    pub min_split: f64,
    pub min_leaf: f64,
    pub min_decrease: f64,
    /// The weight of all rows.
    pub total: f64,
}

impl Limits {
    /// Whether a node may ask at all.
    fn may_split(&self, goal: &Goal, tally: &[f64], depth: u32) -> bool {
        !goal.is_pure(tally)
            && self.max_depth.is_none_or(|most| depth < most)
            && goal.weight(tally) >= self.min_split
    }
}

/// The best question about one column, for some rows.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub column: u32,
    /// What questions are compared by: the gain, or the gain ratio.
    pub merit: f64,
    pub gain: f64,
    /// The share of a column's values that lie between the two sides of a threshold; 0 for categories.
    pub margin: f64,
    pub cut: Cut,
}

/// How a question divides the rows.
#[derive(Debug, Clone)]
pub(crate) enum Cut {
    /// At most `threshold` or more. `rank` is the last rank, or bin, on the first side. `missing_first` is where
    /// missing values go, if there were any.
    AtMost { threshold: f64, rank: u32, missing_first: Option<bool> },
    /// Levels on the first side and all levels seen, a bit a level. The bit after the last level is `missing`.
    OneOf { first: Vec<u64>, seen: Vec<u64>, levels: u32 },
    /// A branch for each of these levels, in order; the one after the last level is `missing`.
    Which { branches: Vec<u32>, levels: u32 },
}

/// What the questions about a node's columns are judged by.
pub(crate) struct Terms<'a> {
    pub goal: &'a Goal,
    pub style: CategorySplits,
    /// The tally of the node.
    pub whole: &'a [f64],
    pub min_leaf: f64,
}

/// Finds questions and divides rows, which are kept as `R` while they are in one node.
pub(crate) trait Engine<R>: Sync {
    /// How many rows there are.
    fn count(&self, rows: &R) -> usize;
    /// Their tally.
    fn tally<'a>(&self, rows: &'a R) -> &'a [f64];
    /// Whether all labels are the same number (classes are judged by their tally).
    fn is_constant(&self, rows: &R) -> bool;
    /// The best question about each column that has one, in the order of the columns.
    fn questions(&self, rows: &mut R, min_leaf: f64, parallel: bool) -> Vec<Found>;
    /// The rows of the parts, none of which is empty.
    fn divide(&self, rows: R, found: &Found, parallel: bool) -> Vec<R>;
    /// The columns, for the trace.
    fn inputs(&self) -> &[Input];
}

/// A node while the tree grows.
pub(super) struct Draft {
    pub tally: Vec<f64>,
    pub split: Option<Found>,
    pub children: Vec<usize>,
}

struct Open<R> {
    rows: R,
    depth: u32,
    draft: usize,
    /// The answers that lead here; only kept for a trace.
    path: Vec<String>,
}

/// A growing run's shared state.
struct Growth<'a, E> {
    engine: &'a E,
    goal: &'a Goal,
    limits: &'a Limits,
    run: &'a Run,
    settled: AtomicU64,
    total: u64,
    finish: AtomicBool,
}

/// Grows a tree from its root's rows.
pub(super) fn grow<R: Send, E: Engine<R>>(
    engine: &E,
    goal: &Goal,
    limits: &Limits,
    root: R,
    run: &Run,
) -> Result<Vec<Draft>> {
    let total = engine.count(&root) as u64;
    let growth = Growth {
        engine,
        goal,
        limits,
        run,
        settled: AtomicU64::new(0),
        total,
        finish: AtomicBool::new(false),
    };
    // A trace is read from the root down, node by node; so it is grown.
    let small = if run.is_traced() { 0 } else { SMALL };
    let mut drafts = vec![Draft { tally: engine.tally(&root).to_vec(), split: None, children: Vec::new() }];
    let mut later = Vec::new();
    growth.work_off(
        &mut drafts,
        vec![Open { rows: root, depth: 0, draft: 0, path: Vec::new() }],
        small,
        &mut later,
    )?;

    let subtrees: Vec<Result<(usize, Vec<Draft>)>> = later
        .into_par_iter()
        .map(|open| {
            let place = open.draft;
            let mut drafts =
                vec![Draft { tally: engine.tally(&open.rows).to_vec(), split: None, children: Vec::new() }];
            growth.work_off(&mut drafts, vec![Open { draft: 0, ..open }], 0, &mut Vec::new())?;
            Ok((place, drafts))
        })
        .collect();
    for subtree in subtrees {
        let (place, nodes) = subtree?;
        graft(&mut drafts, place, nodes);
    }
    Ok(drafts)
}

/// Puts a subtree in the place of its root's draft.
fn graft(drafts: &mut Vec<Draft>, place: usize, subtree: Vec<Draft>) {
    let offset = drafts.len() - 1;
    for (i, mut draft) in subtree.into_iter().enumerate() {
        draft.children.iter_mut().for_each(|child| *child += offset);
        if i == 0 {
            drafts[place] = draft;
        } else {
            drafts.push(draft);
        }
    }
}

impl<E> Growth<'_, E> {
    /// Grows depth first until nothing is open; nodes of at most `small` rows are put aside in `later`.
    fn work_off<R>(
        &self,
        drafts: &mut Vec<Draft>,
        mut open: Vec<Open<R>>,
        small: usize,
        later: &mut Vec<Open<R>>,
    ) -> Result<()>
    where
        E: Engine<R>,
    {
        while let Some(mut node) = open.pop() {
            self.run.check()?;
            let count = self.engine.count(&node.rows);
            if count <= small {
                later.push(node);
                continue;
            }
            let parallel = small > 0;
            let Some(found) = self.choose(&mut node, parallel) else {
                let settled = self.settled.fetch_add(count as u64, Ordering::Relaxed) + count as u64;
                if self.run.progress("growing", settled.min(self.total), Some(self.total)) == Verdict::Finish
                {
                    self.finish.store(true, Ordering::Relaxed);
                }
                continue;
            };
            let parts = self.engine.divide(node.rows, &found, parallel);
            let first = drafts.len();
            drafts[node.draft].children = (first..first + parts.len()).collect();
            // The last to go in is the first to come out: the first child is grown first.
            let mut children = Vec::with_capacity(parts.len());
            for (i, rows) in parts.into_iter().enumerate() {
                let tally = self.engine.tally(&rows).to_vec();
                drafts.push(Draft { tally, split: None, children: Vec::new() });
                let path = if self.run.is_traced() {
                    longer(&node.path, answer(self.engine.inputs(), &found, i))
                } else {
                    Vec::new()
                };
                children.push(Open { rows, depth: node.depth + 1, draft: first + i, path });
            }
            drafts[node.draft].split = Some(found);
            open.extend(children.into_iter().rev());
        }
        Ok(())
    }

    /// The question for a node, or none if it stays a leaf.
    fn choose<R>(&self, node: &mut Open<R>, parallel: bool) -> Option<Found>
    where
        E: Engine<R>,
    {
        let (goal, limits) = (self.goal, self.limits);
        let stops = !limits.may_split(goal, self.engine.tally(&node.rows), node.depth)
            || (goal.is_numbers() && self.engine.is_constant(&node.rows))
            || self.finish.load(Ordering::Relaxed);
        if stops {
            return None;
        }
        let mut questions = self.engine.questions(&mut node.rows, limits.min_leaf, parallel);
        let best = pick(goal, limits, self.engine.tally(&node.rows), &questions);
        self.run.trace(|| {
            let (rows, tally) = (self.engine.count(&node.rows), self.engine.tally(&node.rows));
            gain_table(goal, self.engine.inputs(), (&node.path, rows, tally), &questions, best)
        });
        best.map(|i| questions.swap_remove(i))
    }
}

/// The gain table of a node.
pub(super) fn gain_table(
    goal: &Goal,
    inputs: &[Input],
    (path, rows, tally): (&[String], usize, &[f64]),
    questions: &[Found],
    best: Option<usize>,
) -> TreeEvent {
    let considered = questions.iter().enumerate().map(|(i, found)| Considered {
        question: describe(inputs, found),
        gain: found.gain,
        merit: found.merit,
        chosen: best == Some(i),
    });
    TreeEvent::Node {
        path: path.to_vec(),
        rows,
        weight: goal.weight(tally),
        impurity: goal.impurity(tally),
        considered: considered.collect(),
    }
}

/// A question in words.
fn describe(inputs: &[Input], found: &Found) -> String {
    match found.cut {
        Cut::Which { .. } => inputs[found.column as usize].name.clone(),
        _ => answer(inputs, found, 0),
    }
}

/// What sends a row to a part, in words.
pub(super) fn answer(inputs: &[Input], found: &Found, part: usize) -> String {
    let Input { name, kind } = &inputs[found.column as usize];
    // The level after the last is that of missing values.
    let level_name = |level, levels| if level == levels { "missing" } else { kind.level(level) };
    match &found.cut {
        Cut::AtMost { threshold, .. } => format!("{name} {} {threshold}", if part == 0 { "<=" } else { ">" }),
        Cut::OneOf { first, seen, levels } => {
            let members = (0..=*levels).filter(|&l| has_bit(seen, l) && has_bit(first, l) == (part == 0));
            let members: Vec<&str> = members.map(|level| level_name(level, *levels)).collect();
            format!("{name} in {{{}}}", members.join(", "))
        }
        Cut::Which { branches, levels } => format!("{name} = {}", level_name(branches[part], *levels)),
    }
}

/// A path with one more answer.
pub(super) fn longer(path: &[String], answer: String) -> Vec<String> {
    path.iter().cloned().chain([answer]).collect()
}

/// The best question, if any may be asked. Between equals the wider margin wins, then the earlier column; within a
/// column the scan has already preferred the lower threshold.
pub(super) fn pick(goal: &Goal, limits: &Limits, tally: &[f64], questions: &[Found]) -> Option<usize> {
    let tolerance = goal.merit_tolerance(tally);
    let mut best: Option<usize> = None;
    for (i, found) in questions.iter().enumerate() {
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
        limits.min_decrease <= 0.0 || share * questions[b].gain >= limits.min_decrease - tolerance
    })
}

/// Numbers the nodes in preorder and drops what only growing needed. The tally of a node of numbers becomes their
/// mean, with `shift` put back.
pub(super) fn finish(goal: &Goal, drafts: &[Draft], fractional: bool, shift: f64) -> Tree {
    let width = if goal.is_numbers() { 1 } else { goal.classes() };
    let mut order = Vec::with_capacity(drafts.len());
    let mut number = vec![NONE; drafts.len()];
    let mut open = vec![0usize];
    while let Some(at) = open.pop() {
        number[at] = order.len() as u32;
        order.push(at);
        open.extend(drafts[at].children.iter().rev());
    }
    let mut tree = Tree {
        nodes: Vec::with_capacity(order.len()),
        tallies: Vec::with_capacity(order.len() * width),
        width,
        fractional,
    };
    for at in order {
        let draft = &drafts[at];
        let children: Vec<u32> = draft.children.iter().map(|&c| number[c]).collect();
        let weights: Vec<f64> = draft.children.iter().map(|&c| goal.weight(&drafts[c].tally)).collect();
        let question =
            draft.split.as_ref().map_or(Question::Leaf, |found| question(found, &children, &weights));
        tree.nodes.push(Node {
            question,
            weight: goal.weight(&draft.tally),
            impurity: goal.impurity(&draft.tally),
            gain: draft.split.as_ref().map_or(0.0, |found| found.gain),
        });
        match goal.is_numbers() {
            true => tree.tallies.push(shift + draft.tally[1] / draft.tally[0]),
            false => tree.tallies.extend_from_slice(&draft.tally),
        }
    }
    tree
}

fn question(found: &Found, children: &[u32], weights: &[f64]) -> Question {
    // Without a missing value in training, missing values follow the heavier child; the first, if equal.
    let mut heavier = 0;
    for (i, &weight) in weights.iter().enumerate() {
        if weight > weights[heavier] {
            heavier = i;
        }
    }
    let column = found.column;
    match &found.cut {
        Cut::AtMost { threshold, missing_first, .. } => Question::AtMost {
            column,
            threshold: *threshold,
            children: [children[0], children[1]],
            missing: children[missing_first.map_or(heavier, |first| usize::from(!first))],
        },
        Cut::OneOf { first, seen, levels } => {
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
            Question::OneOf {
                column,
                levels: set,
                known,
                children: [children[0], children[1]],
                missing: children[missing],
            }
        }
        Cut::Which { branches, levels } => {
            let mut by_level = vec![NONE; *levels as usize];
            let mut missing = children[heavier];
            for (&level, &child) in branches.iter().zip(children) {
                match by_level.get_mut(level as usize) {
                    Some(slot) => *slot = child,
                    None => missing = child,
                }
            }
            Question::Which { column, children: by_level, missing }
        }
    }
}
