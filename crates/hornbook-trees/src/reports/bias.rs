use crate::decision_tree::DecisionTreeModel;

/// What a tree shows of what its learner prefers: small trees, and columns that tell much near the root.
#[derive(Debug, Clone, PartialEq)]
pub struct InductiveBias {
    /// Nodes of the tree.
    pub nodes: usize,
    /// Leaves of the tree.
    pub leaves: usize,
    /// The most questions on the way to a leaf.
    pub depth: usize,
    /// The questions on the way to a leaf, on average over the training rows.
    pub mean_depth: f64,
    /// The columns that are asked about, those that told most first.
    pub columns: Vec<ColumnPlace>,
}

/// Where a tree asks about a column.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnPlace {
    /// The column.
    pub name: String,
    /// How many questions ask about it.
    pub questions: usize,
    /// How many questions come before the first of them.
    pub first_depth: usize,
    /// What its questions take away from the impurity, each by the share of the rows that it is asked of.
    pub gain: f64,
}

/// Looks at the size of a tree and at where it asks about what.
pub fn inductive_bias(model: &DecisionTreeModel) -> InductiveBias {
    let (nodes, inputs) = (&model.tree.nodes, &model.info.schema.inputs);
    let total = nodes.first().map_or(0.0, |root| root.weight);
    let share = |weight: f64| if total > 0.0 { weight / total } else { 0.0 };
    let mut depths = vec![0; nodes.len()];
    let mut mean_depth = 0.0;
    let mut places: Vec<Option<ColumnPlace>> = vec![None; inputs.len()];
    // Children stand after their parents.
    for (at, node) in nodes.iter().enumerate() {
        let children = node.question.children();
        if let Some(column) = node.question.column() {
            let place = places[column as usize].get_or_insert_with(|| ColumnPlace {
                name: inputs[column as usize].name.clone(),
                questions: 0,
                first_depth: depths[at],
                gain: 0.0,
            });
            place.questions += 1;
            place.first_depth = place.first_depth.min(depths[at]);
            place.gain += share(node.weight) * node.gain;
        }
        if node.is_leaf() {
            mean_depth += share(node.weight) * depths[at] as f64;
        }
        children.into_iter().for_each(|child| depths[child as usize] = depths[at] + 1);
    }
    let mut columns: Vec<ColumnPlace> = places.into_iter().flatten().collect();
    columns.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    InductiveBias { nodes: model.nodes(), leaves: model.leaves(), depth: model.depth(), mean_depth, columns }
}
