//! Hierarchical classification: first which group of classes, then which class within it.

mod class_tree;
mod confusions;

pub(crate) use class_tree::{ClassTreeNode, are_sound, drawing, node_name, probabilities};

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel, learner_of, present, regrouped, tree};
use crate::model::EnsembleModel;
use class_tree::Grouping;
use hornbook_core::{Learner, LearnerSpec, Result, Run};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// Hierarchical classification (nested dichotomies): a tree of classifiers over groups of classes.
///
/// The groups are given, as in `(cat, dog), (car, bus, train)`, or found by agglomerative clustering of the
/// confusion matrix: the classes that a first model confuses most in cross-validation are merged step by
/// step, so that easy distinctions come first and hard ones get a classifier of their own. The probability of
/// a class is the product of the probabilities along its path. At most $K - 1$ fits, each on the rows of its
/// classes, and as many as there are folds to find the groups.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::ClassHierarchy;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", vec![1.0, 2.0, 7.0, 8.0])
///     .category("kind", &[Some("cat"), Some("dog"), Some("bus"), Some("car")])
///     .build()?;
/// let model = ClassHierarchy::default()
///     .hierarchy("(cat, dog), (bus, car)".to_string())
///     .fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.inspect().members().len(), 3);
/// assert_eq!(model.predict(&table)?.values.label(1), "dog");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "class-hierarchy",
    aliases("hierarchical classification", "nested dichotomies"),
    weka = "END, ND",
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct ClassHierarchy {
    /// Base learner at each node; none takes a decision tree.
    pub estimator: Option<LearnerSpec>,
    /// The class hierarchy, like (cat, dog), (car, bus), or as nested lists in JSON; none finds it from the
    /// confusion matrix.
    pub hierarchy: Option<String>,
    /// Number of cross-validation folds for the confusion matrix.
    #[param(default = 5, range = "2..")]
    pub folds: u32,
}

impl Fit for ClassHierarchy {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learner = learner_of(self.estimator.as_ref(), tree)?;
        let (codes, levels) = classes_of(&data)?;
        let present = present(&codes, levels.len());
        let grouping = match &self.hierarchy {
            Some(text) => Grouping::parse(text, &levels, &present)?,
            None => confusions::grouping(&*learner, &data, &present, self.folds as usize, run)?,
        };
        let (forks, only) = class_tree::of(&grouping);
        let members = in_parallel(forks.len(), run, |i, own| {
            let fork = &forks[i];
            let mut of_class = vec![None; levels.len()];
            for (branch, group) in fork.groups.iter().enumerate() {
                group.iter().for_each(|&class| of_class[class as usize] = Some(branch as u32));
            }
            let names = fork
                .groups
                .iter()
                .map(|group| class_tree::group_name(group, &|c| &levels[c as usize]))
                .collect();
            let part = regrouped(&data, names, &of_class)?;
            Ok((Member::of(learner.fit_with(&part, own)?), part.rows().len()))
        })?;
        for (place, (member, rows)) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: node_name(&forks[place], &|class| levels[class as usize].as_str()),
                rows: *rows,
                weight: member.model.info().summary.weight,
            });
        }
        let members = members.into_iter().map(|(member, _)| member).collect();
        ensemble(self, &data, members, CombinationRule::Hierarchy { forks, only }, TrainingSummary::default())
    }
}
