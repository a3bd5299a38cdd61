use crate::decision_tree::DecisionTreeModel;

/// What a tree shows of what its learner prefers: small trees, and columns that tell much near the root.
#[derive(Debug, Clone, PartialEq)]
pub struct InductiveBias {
    /// Nodes of the tree.
    pub nodes: usize,
    /// Leaves of the tree.
    pub leaves: usize,
    /// The most splits on the way to a leaf.
    pub depth: usize,
    /// The splits on the way to a leaf, on average over the training rows.
    pub mean_depth: f64,
    /// The columns that are split on, those that told most first.
    pub columns: Vec<ColumnUsage>,
}

/// Where a tree splits on a column.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnUsage {
    /// The column.
    pub name: String,
    /// How many splits are on it.
    pub splits: usize,
    /// How many splits come before the first of them.
    pub first_depth: usize,
    /// What its splits take away from the impurity, each by the fraction of the rows that reach it.
    pub gain: f64,
}

/// Looks at the size of a tree and at where it splits on what.
pub fn inductive_bias(model: &DecisionTreeModel) -> InductiveBias {
    let (nodes, inputs) = (&model.tree.nodes, &model.info.schema.inputs);
    let total = nodes.first().map_or(0.0, |root| root.weight);
    let share = |weight: f64| if total > 0.0 { weight / total } else { 0.0 };
    let mut depths = vec![0; nodes.len()];
    let mut mean_depth = 0.0;
    let mut usages: Vec<Option<ColumnUsage>> = vec![None; inputs.len()];
    // Children stand after their parents.
    for (at, node) in nodes.iter().enumerate() {
        let children = node.split.children();
        if let Some(column) = node.split.column() {
            let usage = usages[column as usize].get_or_insert_with(|| ColumnUsage {
                name: inputs[column as usize].name.clone(),
                splits: 0,
                first_depth: depths[at],
                gain: 0.0,
            });
            usage.splits += 1;
            usage.first_depth = usage.first_depth.min(depths[at]);
            usage.gain += share(node.weight) * node.gain;
        }
        if node.is_leaf() {
            mean_depth += share(node.weight) * depths[at] as f64;
        }
        children.into_iter().for_each(|child| depths[child as usize] = depths[at] + 1);
    }
    let mut columns: Vec<ColumnUsage> = usages.into_iter().flatten().collect();
    columns.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    InductiveBias { nodes: model.nodes(), leaves: model.leaves(), depth: model.depth(), mean_depth, columns }
}
