//! Growing a tree, whatever the rows are kept in.
//!
//! An [`Engine`] knows how to find the best question for some rows and how to divide them; [`grow`] does the
//! rest: limits, ties, trace, progress, cancellation and the order of work. Nodes with many rows use all threads
//! for one node; the small subtrees beneath them are grown side by side. Neither changes the tree. With a limit on the
//! leaves, the node whose question removes most impurity is split first.

mod absolute;
pub(super) mod binned;
mod categories;
pub(crate) mod cut;
mod finish;
pub(crate) mod goal;
pub(crate) mod guard;
mod histogram;
mod limits;
mod ranges;
pub(super) mod rounds;
mod scan;
pub(super) mod sorted;

pub(crate) use finish::finish;
pub(super) use limits::{Limits, Prices};

use super::events::{Considered, TreeEvent};
use super::params::{CategorySplits, Missing};
use super::tree::Surrogate;
use cut::{Found, answer, describe};
use goal::Goal;
use guard::{Guard, UNBOUNDED};
use hornbook_core::{Result, Run, Verdict};
use hornbook_data::Input;
use limits::pick;
use rayon::prelude::*;
use std::cmp::Ordering as Order;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A subtree with at most this many rows is grown by one thread.
const SMALL: usize = 4096;

/// What kinds of questions are asked, and what they are judged by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub goal: Goal,
    pub categories: CategorySplits,
    /// Most ranges of numbers, if they are split into more than two.
    pub ranges: Option<usize>,
    pub missing: Missing,
    pub max_surrogates: usize,
}

/// What the questions about a node's columns are judged by.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub style: &'a Style,
    /// The tally of the rows that are judged.
    pub whole: &'a [f64],
    pub guard: &'a Guard<'a>,
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
    fn questions(&self, rows: &mut R, guard: &Guard<'_>, parallel: bool) -> Vec<Found>;
    /// The tallies of the parts that a question would make.
    fn part_tallies(&self, rows: &R, found: &Found) -> Vec<Vec<f64>>;
    /// Questions for the rows whose answer to this one is missing.
    fn surrogates(&self, _rows: &R, _found: &Found, _guard: &Guard<'_>) -> Vec<Surrogate> {
        Vec::new()
    }
    /// The rows of the parts, none of which is empty.
    fn divide(&self, rows: R, found: &Found, parallel: bool) -> Vec<R>;
    /// The columns, for the trace.
    fn inputs(&self) -> &[Input];
}

/// A node while the tree grows.
pub(crate) struct Draft {
    pub tally: Vec<f64>,
    /// What its prediction must lie between.
    pub bounds: [f64; 2],
    pub split: Option<Found>,
    pub children: Vec<usize>,
}

impl Draft {
    pub fn leaf(tally: Vec<f64>, bounds: [f64; 2]) -> Draft {
        Draft { tally, bounds, split: None, children: Vec::new() }
    }
}

struct Open<R> {
    rows: R,
    depth: u32,
    draft: usize,
    bounds: [f64; 2],
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
    goal.check_all(engine.tally(&root))?;
    let limits = Limits { slack: goal.value_rounding(engine.tally(&root)), ..limits.clone() };
    let growth = Growth {
        engine,
        goal,
        limits: &limits,
        run,
        settled: AtomicU64::new(0),
        total,
        finish: AtomicBool::new(false),
    };
    let mut drafts = vec![Draft::leaf(engine.tally(&root).to_vec(), UNBOUNDED)];
    let root = Open { rows: root, depth: 0, draft: 0, bounds: UNBOUNDED, path: Vec::new() };
    if let Some(most) = limits.max_leaves {
        growth.best_first(&mut drafts, root, most)?;
        return Ok(drafts);
    }
    // A trace is read from the root down, node by node; so it is grown.
    let small = if run.is_traced() { 0 } else { SMALL };
    let mut later = Vec::new();
    growth.work_off(&mut drafts, vec![root], small, &mut later)?;

    let subtrees: Vec<Result<(usize, Vec<Draft>)>> = later
        .into_par_iter()
        .map(|open| {
            let place = open.draft;
            let mut drafts = vec![Draft::leaf(engine.tally(&open.rows).to_vec(), open.bounds)];
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
            if self.engine.count(&node.rows) <= small {
                later.push(node);
                continue;
            }
            let parallel = small > 0;
            match self.choose(&mut node, parallel) {
                // The last to go in is the first to come out: the first child is grown first.
                Some(found) => open.extend(self.split(drafts, node, found, parallel).into_iter().rev()),
                None => self.settle(&node),
            }
        }
        Ok(())
    }

    /// Splits, until there are `most` leaves, the node whose question removes most impurity from the tree.
    fn best_first<R>(&self, drafts: &mut Vec<Draft>, root: Open<R>, most: usize) -> Result<()>
    where
        E: Engine<R>,
    {
        let mut waiting = BinaryHeap::new();
        let wait = |mut node: Open<R>, waiting: &mut BinaryHeap<Waiting<R>>| {
            let parallel = self.engine.count(&node.rows) > SMALL;
            match self.choose(&mut node, parallel) {
                Some(found) => {
                    let worth = found.gain * self.goal.weight(self.engine.tally(&node.rows));
                    waiting.push(Waiting { worth: without_rounding(worth), node, found, parallel });
                }
                None => self.settle(&node),
            }
        };
        wait(root, &mut waiting);
        let mut leaves = 1;
        while let Some(Waiting { node, found, parallel, .. }) = waiting.pop() {
            self.run.check()?;
            let more = found.cut.parts() - 1;
            if leaves + more > most {
                self.settle(&node);
                continue;
            }
            leaves += more;
            for child in self.split(drafts, node, found, parallel) {
                wait(child, &mut waiting);
            }
        }
        Ok(())
    }

    /// Divides a node by its question; its children are drafted and returned.
    fn split<R>(&self, drafts: &mut Vec<Draft>, node: Open<R>, found: Found, parallel: bool) -> Vec<Open<R>>
    where
        E: Engine<R>,
    {
        let parts = self.engine.divide(node.rows, &found, parallel);
        let first = drafts.len();
        drafts[node.draft].children = (first..first + parts.len()).collect();
        let guard = self.limits.guard(node.bounds);
        let values: Vec<f64> = parts.iter().map(|rows| self.goal.value(self.engine.tally(rows))).collect();
        let bounds = guard.bounds_below(found.column, &values);
        let mut children = Vec::with_capacity(parts.len());
        for (i, (rows, bounds)) in parts.into_iter().zip(bounds).enumerate() {
            drafts.push(Draft::leaf(self.engine.tally(&rows).to_vec(), bounds));
            let path = if self.run.is_traced() {
                longer(&node.path, answer(self.engine.inputs(), &found, i))
            } else {
                Vec::new()
            };
            children.push(Open { rows, depth: node.depth + 1, draft: first + i, bounds, path });
        }
        drafts[node.draft].split = Some(found);
        children
    }

    /// Reports the rows of a leaf as done.
    fn settle<R>(&self, node: &Open<R>)
    where
        E: Engine<R>,
    {
        let count = self.engine.count(&node.rows) as u64;
        let settled = self.settled.fetch_add(count, Ordering::Relaxed) + count;
        if self.run.progress("growing", settled.min(self.total), Some(self.total)) == Verdict::Finish {
            self.finish.store(true, Ordering::Relaxed);
        }
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
        let guard = limits.guard(node.bounds);
        let mut questions = self.engine.questions(&mut node.rows, &guard, parallel);
        limits.price(&mut questions);
        let best = self.pick_allowed(&node.rows, &guard, &mut questions);
        self.run.trace(|| {
            let (rows, tally) = (self.engine.count(&node.rows), self.engine.tally(&node.rows));
            gain_table(goal, self.engine.inputs(), (&node.path, rows, tally), &questions, best)
        });
        best.map(|best| questions.swap_remove(best))
    }

    /// The best question whose parts pass every test, with its surrogates.
    fn pick_allowed<R>(&self, rows: &R, guard: &Guard<'_>, questions: &mut [Found]) -> Option<usize>
    where
        E: Engine<R>,
    {
        let (goal, limits, tally) = (self.goal, self.limits, self.engine.tally(rows));
        let mut barred = vec![false; questions.len()];
        loop {
            let best = pick(goal, limits, tally, questions, &barred)?;
            questions[best].surrogates = self.engine.surrogates(rows, &questions[best], guard);
            if guard.is_free() && limits.significance.is_none() {
                return Some(best);
            }
            // Rows that follow a surrogate were not there when the question was judged.
            let parts = self.engine.part_tallies(rows, &questions[best]);
            if !guard.is_free() && !guard.allows_parts(goal, questions[best].column, &parts) {
                barred[best] = true;
                continue;
            }
            return limits.is_significant(&parts).then_some(best);
        }
    }
}

/// A number without its last twelve bits, so that sums in another order, as copies of a row make them, are equal.
fn without_rounding(x: f64) -> f64 {
    const LAST: u64 = 1 << 12;
    f64::from_bits((x.to_bits() + LAST / 2) & !(LAST - 1))
}

/// A node with its question, while others may be more worth asking. Between equals, the node that came first.
struct Waiting<R> {
    worth: f64,
    node: Open<R>,
    found: Found,
    parallel: bool,
}

impl<R> Ord for Waiting<R> {
    fn cmp(&self, other: &Self) -> Order {
        self.worth.total_cmp(&other.worth).then(other.node.draft.cmp(&self.node.draft))
    }
}

impl<R> PartialOrd for Waiting<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Order> {
        Some(self.cmp(other))
    }
}

impl<R> PartialEq for Waiting<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Order::Equal
    }
}

impl<R> Eq for Waiting<R> {}

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

/// A path with one more answer.
pub(super) fn longer(path: &[String], answer: String) -> Vec<String> {
    path.iter().cloned().chain([answer]).collect()
}
