//! The smallest tree that is consistent with its rows, by breadth-first search.

use super::{Id3, as_preset};
use crate::DecisionTreeModel;
use crate::decision_tree::grow::constraints::UNBOUNDED;
use crate::decision_tree::grow::impurity::Impurity;
use crate::decision_tree::grow::split_rule::{SplitCandidate, SplitRule};
use crate::decision_tree::grow::{NodeBuilder, finish};
use crate::decision_tree::{Criterion, fit::AlgorithmVariant};
use crate::rows::{TreeColumn, TreeRows, between, rank};
use hornbook_core::{Learner, Result, Run};
use hornbook_data::Target;
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// BFS-ID3: breadth-first search for the smallest decision tree consistent with the training data.
///
/// Trees of depth 1, 2 and so on are searched exhaustively: the first depth at which some tree classifies
/// every training row correctly is taken, and at that depth the tree of fewest nodes; ties go to the split on
/// the earlier feature. Categorical features are split multiway, numeric ones at a threshold. Time grows with
/// the number of features to the power of the depth: this is a reference for small data, against which greedy
/// trees can be evaluated. Where the search takes more than `max_steps`, or where identical rows differ in
/// class so that no consistent tree exists, the model is ID3's greedy tree, says so in a warning, and counts
/// as not converged.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bfs-id3",
    aliases("smallest tree"),
    family = "trees",
    tasks(classification),
    categories,
    sample_weights,
    explicit_only,
    python_mixins("tree.SingleTree")
)]
pub struct BfsId3 {
    /// Maximum depth that is searched; none searches as long as there are steps.
    #[param(range = "1..")]
    pub max_depth: Option<u32>,
    /// Search budget: maximum number of rows visited, over all trees.
    #[param(default = 20_000_000, range = "1..")]
    pub max_steps: u64,
}

impl Fit for BfsId3 {
    type Model = DecisionTreeModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DecisionTreeModel> {
        let data = input.dataset()?;
        let Target::Classes(classes) = data.require_target()?.1 else {
            return Id3::default().fit_checked(input, run);
        };
        let impurity = Impurity::new(Criterion::Entropy, classes.levels.len());
        let rows = TreeRows::gather(data, |row| classes.codes[row]);
        let mut search = TreeSearch { values: ranks(&rows), rows: &rows, left: self.max_steps };
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let problem = if search.has_alike_rows_of_two_classes() {
            "identical rows differ in class (label noise), so no tree is consistent with them"
        } else {
            let mut depth = 0;
            loop {
                run.check()?;
                match search.smallest(&all, depth, usize::MAX) {
                    Err(OutOfSteps) => break "the search for the smallest tree took too many steps",
                    Ok(Some(plan)) => {
                        let mut builders = Vec::new();
                        search.build(&impurity, &plan, &all, &mut builders);
                        let tree = finish(&impurity, &builders, false, 0.0);
                        let weight = impurity.weight(&builders[0].tally);
                        let summary = TrainingSummary {
                            rows: rows.len() as u64,
                            weight,
                            converged: true,
                            ..TrainingSummary::default()
                        };
                        return Ok(DecisionTreeModel::new(self.model_info(data, summary)?, tree));
                    }
                    Ok(None) if self.max_depth.is_some_and(|most| depth >= most) => {
                        break "no tree of that depth is consistent with the training rows";
                    }
                    Ok(None) => depth += 1,
                }
            }
        };
        let id3 = Id3::default().max_depth(self.max_depth);
        let mut model = as_preset(self, id3.tree().fit_variant(AlgorithmVariant::default(), data, run)?);
        model.info.summary.converged = false;
        model.info.summary.warnings.push(format!("{problem}; this is ID3's greedy tree instead"));
        Ok(model)
    }
}

/// A tree that was found.
enum FoundTree {
    Leaf,
    Split { column: u32, last: u32, parts: Vec<FoundTree>, nodes: usize },
}

impl FoundTree {
    fn nodes(&self) -> usize {
        match self {
            FoundTree::Leaf => 1,
            FoundTree::Split { nodes, .. } => *nodes,
        }
    }
}

/// The search has looked at as many rows as it may.
struct OutOfSteps;

struct TreeSearch<'a> {
    rows: &'a TreeRows<u32>,
    /// For each column and row, the level, or the rank of the number.
    values: Vec<Vec<u32>>,
    /// How many more rows may be looked at.
    left: u64,
}

/// Levels and ranks of all rows, column by column.
fn ranks(rows: &TreeRows<u32>) -> Vec<Vec<u32>> {
    let of_column = |column: &TreeColumn| match column {
        TreeColumn::Code { codes, .. } => codes.clone(),
        TreeColumn::Number(numbers) => {
            let mut ranks = vec![0; numbers.len()];
            rank(numbers).0.into_iter().for_each(|(rank, at)| ranks[at as usize] = rank);
            ranks
        }
    };
    rows.features.iter().map(of_column).collect()
}

impl TreeSearch<'_> {
    fn has_alike_rows_of_two_classes(&self) -> bool {
        let key = |row: usize| self.values.iter().map(|column| column[row]).collect::<Vec<u32>>();
        let mut keyed: Vec<(Vec<u32>, u32)> =
            self.rows.labels.iter().enumerate().map(|(row, &class)| (key(row), class)).collect();
        keyed.sort_unstable();
        keyed.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1)
    }

    /// The tree of fewest nodes, below `most`, that has these rows right within a depth.
    fn smallest(
        &mut self,
        rows: &[u32],
        depth: u32,
        most: usize,
    ) -> std::result::Result<Option<FoundTree>, OutOfSteps> {
        let label = |&row: &u32| self.rows.labels[row as usize];
        if rows.windows(2).all(|pair| label(&pair[0]) == label(&pair[1])) {
            return Ok((most > 1).then_some(FoundTree::Leaf));
        }
        if depth == 0 {
            return Ok(None);
        }
        let (mut best, mut most) = (None, most);
        for column in 0..self.values.len() as u32 {
            for last in self.split_positions(rows, column) {
                let parts = self.parts(rows, column, last);
                self.left = self.left.checked_sub(rows.len() as u64).ok_or(OutOfSteps)?;
                let (mut nodes, mut plans) = (1, Vec::with_capacity(parts.len()));
                for (i, part) in parts.iter().enumerate() {
                    // Every part still to come has at least a node.
                    let room = most.saturating_sub(nodes + parts.len() - 1 - i);
                    match self.smallest(part, depth - 1, room)? {
                        Some(plan) => {
                            nodes += plan.nodes();
                            plans.push(plan);
                        }
                        None => break,
                    }
                }
                if plans.len() == parts.len() && nodes < most {
                    most = nodes;
                    best = Some(FoundTree::Split { column, last, parts: plans, nodes });
                }
            }
        }
        Ok(best)
    }

    /// The splits on a column: for numbers the last rank on the first side; for levels one, if they differ.
    fn split_positions(&self, rows: &[u32], column: u32) -> Vec<u32> {
        let mut seen: Vec<u32> = rows.iter().map(|&row| self.values[column as usize][row as usize]).collect();
        seen.sort_unstable();
        seen.dedup();
        match self.rows.features[column as usize] {
            TreeColumn::Number(_) => seen[..seen.len() - 1].to_vec(),
            TreeColumn::Code { .. } if seen.len() > 1 => vec![0],
            TreeColumn::Code { .. } => Vec::new(),
        }
    }

    /// The rows of each answer, in the order of the levels.
    fn parts(&self, rows: &[u32], column: u32, last: u32) -> Vec<Vec<u32>> {
        let values = &self.values[column as usize];
        if let TreeColumn::Number(_) = self.rows.features[column as usize] {
            let (first, second) = rows.iter().partition(|&&row| values[row as usize] <= last);
            return vec![first, second];
        }
        let mut sorted = rows.to_vec();
        sorted.sort_by_key(|&row| values[row as usize]);
        sorted.chunk_by(|&a, &b| values[a as usize] == values[b as usize]).map(<[u32]>::to_vec).collect()
    }

    /// Writes a plan down as drafts; returns the position of its root.
    fn build(
        &self,
        impurity: &Impurity,
        plan: &FoundTree,
        rows: &[u32],
        builders: &mut Vec<NodeBuilder>,
    ) -> usize {
        let mut tally = impurity.empty();
        for &row in rows {
            let weight = self.rows.weights.get(row as usize).copied().unwrap_or(1.0);
            impurity.add(&mut tally, self.rows.labels[row as usize], weight);
        }
        let at = builders.len();
        builders.push(NodeBuilder::leaf(tally, UNBOUNDED));
        if let FoundTree::Split { column, last, parts, .. } = plan {
            let divided = self.parts(rows, *column, *last);
            let children: Vec<usize> = parts
                .iter()
                .zip(&divided)
                .map(|(plan, rows)| self.build(impurity, plan, rows, builders))
                .collect();
            let tallies: Vec<&[f64]> =
                children.iter().map(|&child| builders[child].tally.as_slice()).collect();
            let (merit, gain) = impurity.merit(&builders[at].tally, &tallies);
            let rule = self.rule(*column, *last, &divided);
            builders[at].split = Some(SplitCandidate::new(*column, merit, gain, 0.0, rule));
            builders[at].children = children;
        }
        at
    }

    fn rule(&self, column: u32, last: u32, parts: &[Vec<u32>]) -> SplitRule {
        let values = &self.values[column as usize];
        match &self.rows.features[column as usize] {
            TreeColumn::Number(numbers) => {
                let low = parts[0].iter().map(|&row| numbers[row as usize]).fold(f64::NEG_INFINITY, f64::max);
                let high = parts[1].iter().map(|&row| numbers[row as usize]).fold(f64::INFINITY, f64::min);
                SplitRule::AtMost { threshold: between(low, high), rank: last, missing_first: None }
            }
            TreeColumn::Code { levels, .. } => {
                let branches = parts.iter().map(|part| values[part[0] as usize]).collect();
                SplitRule::Which { branches, levels: *levels, missing: None }
            }
        }
    }
}
