//! Where training rows end in a tree.

use super::deduped::DedupedRows;
use crate::rows::{Label, TreeColumn};
use crate::tree_ensemble::{SplitTest, TreeEnsemble};

/// The training rows by the inputs of the model.
pub(super) struct LeafLookup<'a> {
    inputs: Vec<&'a TreeColumn>,
    order: &'a [u32],
}

impl<'a> LeafLookup<'a> {
    pub fn new<L: Label>(rows: &'a DedupedRows<L>) -> LeafLookup<'a> {
        let mut by_input: Vec<(u32, &TreeColumn)> =
            rows.columns.iter().copied().zip(&rows.features).collect();
        by_input.sort_by_key(|(input, _)| *input);
        LeafLookup { inputs: by_input.into_iter().map(|(_, column)| column).collect(), order: &rows.order }
    }

    /// The node of a tree where a row ends.
    pub fn leaf_node(&self, ensemble: &TreeEnsemble, tree: usize, row: usize) -> usize {
        self.leaf_node_with(ensemble, tree, row, usize::MAX, row)
    }

    /// The node of a tree where a row ends that has the value of another row in one column.
    pub fn leaf_node_with(
        &self,
        ensemble: &TreeEnsemble,
        tree: usize,
        row: usize,
        swapped: usize,
        other: usize,
    ) -> usize {
        let mut node = ensemble.nodes_of(tree).start;
        loop {
            let test = ensemble.test(node);
            let (Some(column), Some(children)) = (test.column(), test.children()) else { return node };
            let from = if column == swapped { other } else { row };
            node = children[self.side(&test, column, from)];
        }
    }

    fn side(&self, test: &SplitTest<'_>, column: usize, row: usize) -> usize {
        let at = self.order[row] as usize;
        match self.inputs[column] {
            TreeColumn::Number(values) => test.side(values[at], 0),
            // The code after the last level is that of missing values, which no split knows.
            TreeColumn::Code { codes, .. } => test.side(f64::NAN, codes[at]),
        }
    }
}
