//! Tables of columns that depend on the class and at most one other column.

use hornbook_data::MISSING_CODE;

/// The counts of a column's values by class and value of its parent, and the logarithms of their fractions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DependenceTable {
    pub column: usize,
    pub parent: Option<usize>,
    /// How many values the parent has; 1 without one.
    pub contexts: usize,
    pub values: usize,
    /// Class by class, value of the parent by value of the parent, value by value.
    pub counts: Vec<f64>,
    pub logs: Vec<f64>,
}

impl DependenceTable {
    pub fn new(column: usize, parent: Option<usize>, sizes: &[usize], classes: usize) -> DependenceTable {
        let (contexts, values) = (parent.map_or(1, |parent| sizes[parent]), sizes[column]);
        let counts = vec![0.0; classes * contexts * values];
        DependenceTable { column, parent, contexts, values, counts, logs: Vec::new() }
    }

    /// Counts rows, given column by column as codes. Those with a gap in either column say nothing.
    pub fn count(&mut self, codes: &[Vec<u32>], classes: &[u32], weights: &[f64]) {
        for (row, (&class, weight)) in classes.iter().zip(weights).enumerate() {
            let value = codes[self.column][row];
            let context = self.parent.map_or(0, |parent| codes[parent][row]);
            if value != MISSING_CODE && context != MISSING_CODE {
                let at = (class as usize * self.contexts + context as usize) * self.values + value as usize;
                self.counts[at] += weight;
            }
        }
    }

    /// The same counts with the column and its parent in each other's place.
    pub fn turned(&self) -> DependenceTable {
        let (Some(parent), cells) = (self.parent, self.contexts * self.values) else { return self.clone() };
        let mut counts = Vec::with_capacity(self.counts.len());
        for of_class in self.counts.chunks_exact(cells.max(1)) {
            for value in 0..self.values {
                counts.extend((0..self.contexts).map(|context| of_class[context * self.values + value]));
            }
        }
        let (column, parent) = (parent, Some(self.column));
        DependenceTable {
            column,
            parent,
            contexts: self.values,
            values: self.contexts,
            counts,
            logs: Vec::new(),
        }
    }

    /// Makes probabilities of the counts, with so many imagined rows in each cell.
    pub fn smooth(&mut self, alpha: f64) {
        self.logs = Vec::with_capacity(self.counts.len());
        for cells in self.counts.chunks_exact(self.values.max(1)) {
            let all = cells.iter().sum::<f64>() + alpha * self.values as f64;
            self.logs.extend(cells.iter().map(|count| ((count + alpha) / all).ln()));
        }
    }

    /// The logarithms of the probabilities of all values, given a class and a value of the parent.
    pub fn row(&self, class: usize, context: usize) -> &[f64] {
        &self.logs[(class * self.contexts + context) * self.values..][..self.values]
    }

    /// What the column and its parent tell of each other within classes, in nats.
    pub fn conditional_information(&self, classes: usize) -> f64 {
        let part = |x: f64| if x > 0.0 { x * x.ln() } else { 0.0 };
        let total: f64 = self.counts.iter().sum();
        let mut information = 0.0;
        for class in 0..classes {
            let table = &self.counts[class * self.contexts * self.values..][..self.contexts * self.values];
            let of_context = table.chunks_exact(self.values.max(1)).map(|cells| part(cells.iter().sum()));
            let of_value =
                (0..self.values).map(|value| part(table.iter().skip(value).step_by(self.values).sum()));
            let cells: f64 = table.iter().map(|x| part(*x)).sum();
            information +=
                cells - of_context.sum::<f64>() - of_value.sum::<f64>() + part(table.iter().sum::<f64>());
        }
        if total > 0.0 { (information / total).max(0.0) } else { 0.0 }
    }
}
