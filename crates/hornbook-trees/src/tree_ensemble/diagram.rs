//! One tree of a tree ensemble to be drawn.

use super::{SplitTest, TreeEnsemble};
use crate::bits::has_bit;
use crate::diagram_labels::{branch_labels, condition_label};
use crate::rules::Condition;
use hornbook_data::Input;
use hornbook_learner::drawing::{Diagram, DiagramBranch, DiagramNode};

impl TreeEnsemble {
    /// A tree, if there is one at this index. `answer` fills in what a node says, from its numbers and its weight; what an
    /// internal node would say is the mean of its leaves.
    pub fn diagram(
        &self,
        tree: usize,
        title: &str,
        inputs: &[Input],
        answer: impl Fn(&[f64], f64) -> DiagramNode,
    ) -> Option<Diagram> {
        if tree >= self.trees() {
            return None;
        }
        let range = self.nodes_of(tree);
        let means = self.node_numbers(tree);
        let nodes = range.clone().map(|at| {
            let mut node = answer(&means[at - range.start], self.weight(at));
            let test = self.test(at);
            if let (Some(children), Some(column)) = (test.children(), test.column()) {
                let missing_first = match &test {
                    SplitTest::Leaf(_) => None,
                    SplitTest::AtMost { missing_first, .. } | SplitTest::OneOf { missing_first, .. } => {
                        Some(*missing_first)
                    }
                };
                node.question = inputs
                    .get(column)
                    .map(|input| condition_label(&condition(&test, input), input))
                    .unwrap_or_default();
                let branches = branch_labels(missing_first).into_iter().zip(children);
                node.branches =
                    branches.map(|(label, to)| DiagramBranch { label, to: to - range.start }).collect();
            }
            node
        });
        Diagram::new(title, nodes.collect()).ok()
    }

    /// The numbers of each node of a tree: those of the leaf, or the mean of the children by weight.
    fn node_numbers(&self, tree: usize) -> Vec<Vec<f64>> {
        let range = self.nodes_of(tree);
        let mut means: Vec<Vec<f64>> = vec![Vec::new(); range.len()];
        // Children come after their parents.
        for at in range.clone().rev() {
            means[at - range.start] = match self.test(at).children() {
                None => self.leaf_numbers(at).to_vec(),
                Some(children) => {
                    let weights = children.map(|child| self.weight(child));
                    let total: f64 = weights.iter().sum();
                    let shares = if total > 0.0 { weights.map(|weight| weight / total) } else { [0.5; 2] };
                    let [one, two] = children.map(|child| &means[child - range.start]);
                    one.iter().zip(two).map(|(a, b)| shares[0] * a + shares[1] * b).collect()
                }
            };
        }
        means
    }
}

/// What leads to the first child.
fn condition(test: &SplitTest<'_>, input: &Input) -> Condition {
    match test {
        SplitTest::AtMost { column, threshold, .. } => {
            Condition::range(*column as u32, f64::NEG_INFINITY, *threshold)
        }
        SplitTest::OneOf { column, levels, .. } => {
            let count = input.kind.levels().unwrap_or(0) as u32;
            let taken: Vec<u32> = (0..count).filter(|&level| has_bit(levels, level)).collect();
            Condition::levels(*column as u32, &taken)
        }
        SplitTest::Leaf(_) => Condition::levels(0, &[]),
    }
}
