//! Test cost: the cost of the features that a tree splits on.

use super::fit::feature_costs;
use super::model::DecisionTreeModel;
use super::tree::columns_of;
use hornbook_core::{Error, PerColumn, Result};
use hornbook_data::Dataset;

impl DecisionTreeModel {
    /// Expected test cost: what the columns cost that a row is tested on along its path, on average over these rows. A
    /// column is paid once, however often it is split on; a column without a cost costs 1; surrogates cost nothing. Where a
    /// missing value goes down every branch, every branch counts with its fraction.
    ///
    /// ```
    /// use hornbook_core::PerColumn;
    /// use hornbook_data::Table;
    /// use hornbook_learner::Fit;
    /// use hornbook_trees::DecisionTree;
    ///
    /// let table = Table::builder().number("x", vec![1.0, 2.0]).number("y", vec![5.0, 7.0]).build()?;
    /// let data = table.dataset().target("y")?;
    /// let model = DecisionTree::default().fit(&data)?;
    /// assert_eq!(model.expected_cost(&data, &PerColumn::named([("x", 3.0)]))?, 3.0);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn expected_cost(&self, data: &Dataset, costs: &PerColumn) -> Result<f64> {
        let feature_costs = feature_costs(costs, &self.info.schema)?;
        // The columns known at each node, and what they cost: those above it, and its own.
        let mut known: Vec<Vec<u32>> = vec![Vec::new(); self.tree.nodes.len()];
        let mut paid = vec![0.0; self.tree.nodes.len()];
        for at in 0..self.tree.nodes.len() {
            if let Some(column) = self.tree.nodes[at].split.column()
                && !known[at].contains(&column)
            {
                known[at].push(column);
                paid[at] += feature_costs[column as usize];
            }
            for child in self.tree.nodes[at].split.children() {
                known[child as usize] = known[at].clone();
                paid[child as usize] = paid[at];
            }
        }
        let (features, _) = self.info.schema.features(data.table())?;
        let columns = columns_of(&features);
        let (mut total, mut sum) = (0.0, 0.0);
        for row in data.rows().iter().map(|r| r as usize) {
            let weight = data.weights().map_or(1.0, |w| w[row]);
            if weight > 0.0 {
                total += weight;
                self.tree.spread(&columns, row, |node, share| sum += weight * share * paid[node as usize]);
            }
        }
        if total <= 0.0 {
            return Err(Error::data(
                "there are no rows to average over",
                "give at least one row with a weight above zero",
            ));
        }
        Ok(sum / total)
    }
}
