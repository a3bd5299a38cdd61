//! Trees: decision trees, forests, boosting and rules.
//!
//! One learner, one folder: [`decision_tree`] is the page to start from; [`presets`] has trees by the name they are
//! taught under, and [`pruning`] cuts them back; [`rules`] reads trees as rules and learns lists of them; [`forest`] has
//! two learners of one engine, and [`isolation`] finds rows that are unlike the others.

mod bins;
mod bits;
pub mod boosting;
mod category_order;
pub mod decision_tree;
mod default_class;
mod diagram_labels;
pub mod forest;
mod held_out;
pub mod isolation;
mod monotonic;
mod parameters;
mod plurality;
pub mod presets;
pub mod pruning;
pub mod reports;
mod rows;
pub mod rules;
mod shapley;
#[cfg(test)]
mod textbook;
mod tools;
mod tree_ensemble;

pub use boosting::{GradientBoosting, GradientBoostingModel};
pub use decision_tree::{DecisionTree, DecisionTreeModel};
pub use forest::{ExtraTrees, ForestModel, RandomForest};
pub use isolation::{IsolationForest, IsolationForestModel};
pub use plurality::{TieBreak, plurality_value};
pub use presets::{BfsId3, C45, Cart, Hunt, Id3};
pub use rules::{DecisionList, RuleList, RuleListModel};
pub use tools::tool_entries;

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::RegistryEntry;
    vec![
        RegistryEntry::of::<DecisionTree>(),
        RegistryEntry::of::<Id3>(),
        RegistryEntry::of::<C45>(),
        RegistryEntry::of::<Cart>(),
        RegistryEntry::of::<Hunt>(),
        RegistryEntry::of::<BfsId3>(),
        RegistryEntry::of::<RuleList>(),
        RegistryEntry::of::<DecisionList>(),
        RegistryEntry::of::<RandomForest>(),
        RegistryEntry::of::<ExtraTrees>(),
        RegistryEntry::of::<IsolationForest>(),
        RegistryEntry::of::<GradientBoosting>(),
    ]
}
