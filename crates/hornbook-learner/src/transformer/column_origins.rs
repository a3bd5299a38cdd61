//! From which inputs the columns of a transformer are made.

/// For each column that a transformer makes, the positions of the inputs that it is made of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColumnOrigins {
    inputs: Vec<u32>,
    /// Where the inputs of each column end.
    ends: Vec<usize>,
}

impl ColumnOrigins {
    /// Columns that are made of one input each.
    pub fn single(inputs: impl IntoIterator<Item = usize>) -> ColumnOrigins {
        let inputs: Vec<u32> = inputs.into_iter().map(|input| input as u32).collect();
        ColumnOrigins { ends: (1..=inputs.len()).collect(), inputs }
    }

    /// Columns that are made of several inputs each, or of none.
    pub fn several<I: IntoIterator<Item = usize>>(columns: impl IntoIterator<Item = I>) -> ColumnOrigins {
        let mut origins = ColumnOrigins::default();
        columns.into_iter().for_each(|inputs| origins.push(inputs));
        origins
    }

    /// Adds a column.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = usize>) {
        self.inputs.extend(inputs.into_iter().map(|input| input as u32));
        self.ends.push(self.inputs.len());
    }

    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The inputs of a column.
    pub fn of(&self, column: usize) -> &[u32] {
        let start = if column == 0 { 0 } else { self.ends[column - 1] };
        &self.inputs[start..self.ends[column]]
    }

    /// The origins of these columns where the inputs are themselves made of others.
    #[must_use]
    pub fn behind(&self, before: &ColumnOrigins) -> ColumnOrigins {
        let mut all = ColumnOrigins::default();
        for column in 0..self.len() {
            let mut inputs: Vec<usize> = Vec::new();
            for &made in self.of(column) {
                inputs.extend(before.of(made as usize).iter().map(|&input| input as usize));
            }
            inputs.sort_unstable();
            inputs.dedup();
            all.push(inputs);
        }
        all
    }

    /// Numbers of the columns, `width` of each, added up for the inputs: a column of several inputs is divided equally among
    /// them (as importances and attributions are).
    pub fn to_inputs(&self, of_columns: &[f64], width: usize, inputs: usize) -> Vec<f64> {
        let mut sums = vec![0.0; inputs * width];
        for (column, numbers) in of_columns.chunks_exact(width.max(1)).enumerate().take(self.len()) {
            let makers = self.of(column);
            for &input in makers {
                for (output, number) in numbers.iter().enumerate() {
                    sums[input as usize * width + output] += number / makers.len() as f64;
                }
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_back_to_the_inputs_they_came_from() {
        let origins = ColumnOrigins::several([vec![0], vec![0, 2], vec![2], vec![]]);
        assert_eq!((origins.len(), origins.of(1), origins.of(3)), (4, &[0, 2][..], &[][..]));
        assert_eq!(origins.to_inputs(&[1.0, 4.0, 10.0, 100.0], 1, 3), [3.0, 0.0, 12.0]);
        let behind = ColumnOrigins::several([vec![1, 2], vec![0]]).behind(&origins);
        assert_eq!((behind.of(0), behind.of(1)), (&[0, 2][..], &[0][..]));
        let single = ColumnOrigins::single([1, 1, 0]);
        assert_eq!(single.to_inputs(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, 2), [5.0, 6.0, 4.0, 6.0]);
    }
}
