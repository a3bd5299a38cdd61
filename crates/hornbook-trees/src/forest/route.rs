//! Where training rows end in a tree.

use super::distinct::Distinct;
use crate::grove::{Ask, Grove};
use crate::rows::{Column, Label};

/// The training rows by the inputs of the model.
pub(super) struct Route<'a> {
    inputs: Vec<&'a Column>,
    order: &'a [u32],
}

impl<'a> Route<'a> {
    pub fn new<L: Label>(rows: &'a Distinct<L>) -> Route<'a> {
        let mut by_input: Vec<(u32, &Column)> = rows.columns.iter().copied().zip(&rows.features).collect();
        by_input.sort_by_key(|(input, _)| *input);
        Route { inputs: by_input.into_iter().map(|(_, column)| column).collect(), order: &rows.order }
    }

    /// The node of a tree where a row ends.
    pub fn end(&self, grove: &Grove, tree: usize, row: usize) -> usize {
        self.end_with(grove, tree, row, usize::MAX, row)
    }

    /// The node of a tree where a row ends that has the value of another row in one column.
    pub fn end_with(&self, grove: &Grove, tree: usize, row: usize, swapped: usize, other: usize) -> usize {
        let mut node = grove.nodes_of(tree).start;
        loop {
            let ask = grove.ask(node);
            let (Some(column), Some(children)) = (ask.column(), ask.children()) else { return node };
            let from = if column == swapped { other } else { row };
            node = children[self.side(&ask, column, from)];
        }
    }

    fn side(&self, ask: &Ask<'_>, column: usize, row: usize) -> usize {
        let at = self.order[row] as usize;
        match self.inputs[column] {
            Column::Number(values) => ask.side(values[at], 0),
            // The code after the last level is that of missing values, which no question knows.
            Column::Code { codes, .. } => ask.side(f64::NAN, codes[at]),
        }
    }
}
