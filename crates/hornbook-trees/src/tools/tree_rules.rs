//! What a tree says, as logic.

use crate::decision_tree::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Error, LearnerSpec, ModelArgument, Result, Run, Tool, WorkedSolution};
use hornbook_data::TableArgument;
use hornbook_learner::{Model, Registry};
use std::any::Any;

/// Decision tree as logic: for each class a disjunction of conjunctions (DNF), a rule for each path, and the attributes that the tree never
/// tests.
///
/// From a trained tree, or from a table, on which a tree is trained first.
#[derive(Debug, Tool)]
#[tool(
    name = "tree-rules",
    chapter = "Decision trees",
    aliases(
        "dnf of a tree",
        "tree to logic",
        "disjunction of conjunctions",
        "unused attributes",
        "rules of a tree"
    )
)]
pub struct TreeRulesTool {
    /// A trained decision tree.
    model: Option<ModelArgument>,
    /// A table to train a tree on.
    table: Option<TableArgument>,
    /// Target column of the table.
    target: Option<String>,
    /// Learner of the tree, like id3 or decision-tree(max_depth=3).
    #[param(default = LearnerSpec::of(&DecisionTree::default()))]
    learner: LearnerSpec,
    /// Only this class.
    only_class: Option<String>,
}

impl TreeRulesTool {
    fn trained(&self, run: &Run) -> Result<Box<dyn Model>> {
        let registry = Registry::filled()?;
        match (&self.model, &self.table, &self.target) {
            (Some(model), None, None) => hornbook_model_file::load(&model.0, registry),
            (None, Some(table), Some(target)) => {
                let data = table.table(run)?.dataset().target(target)?;
                registry.learner(&self.learner)?.fit_with(&data, run)
            }
            _ => Err(Error::data("there is no tree", "give --model, or --table and --target")),
        }
    }
}

impl Tool for TreeRulesTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let model = self.trained(run)?;
        let any: &dyn Any = &*model;
        let Some(tree) = any.downcast_ref::<DecisionTreeModel>() else {
            let problem = format!("a model of '{}' is not a single tree", model.info().learner);
            return Err(Error::data(problem, "train one, such as decision-tree"));
        };
        let target = &model.info().schema.target;
        let mut solution =
            WorkedSolution::by("class ⇔ (path₁) or (path₂) or …, each path a conjunction of its tests");
        let mut formulas = serde_json::Map::new();
        for class in
            target.classes.iter().filter(|class| self.only_class.as_ref().is_none_or(|only| only == *class))
        {
            let dnf = tree.dnf(class)?;
            for rule in &dnf.terms {
                solution.step(format!(
                    "a path to {class}: {}",
                    rule.conditions_in_words(&model.info().schema).join(" and ")
                ));
            }
            solution.show(&format!("{} = {class} ⇔", target.name), dnf.to_string());
            formulas.insert(class.clone(), dnf.to_string().into());
        }
        if formulas.is_empty() {
            let classes = target.classes.join(", ");
            return Err(Error::data(
                "the tree has no such class",
                format!("it predicts {}", if classes.is_empty() { "numbers" } else { &classes }),
            ));
        }
        solution.value("dnf", formulas.into());
        let unused: Vec<String> = tree.unused_columns().into_iter().map(str::to_string).collect();
        let said = if unused.is_empty() { "none".to_string() } else { unused.join(", ") };
        solution.labeled("unused", "attributes never tested", said);
        solution.value("unused", unused.into());
        solution.labeled("rules", "rules (paths)", tree.rules().len());
        Ok(solution)
    }
}
