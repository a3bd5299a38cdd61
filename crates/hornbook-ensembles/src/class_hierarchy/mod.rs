//! A hierarchy of classes: first which group, then which class within it.

mod confusions;
mod forks;

pub(crate) use forks::{Fork, are_sound, drawing, fork_name, probabilities};

use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, learner_of, present, regrouped, side_by_side, tree};
use crate::model::EnsembleModel;
use crate::rule::Rule;
use forks::Grouping;
use hornbook_core::{Learner, LearnerSpec, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Summary};

/// A tree of learners over groups of classes: each fork tells its groups apart, down to single classes.
///
/// The groups are given, as in `(cat, dog), (car, bus, train)`, or found: the classes that a first model confuses most,
/// in cross-validation, are joined step by step, so that easy differences are told first and hard ones by members that
/// see nothing else. The probability of a class is the product of the probabilities along its path. $K - 1$ fits at
/// most, each on the rows of its classes, and as many as there are folds to find the groups.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::ClassHierarchy;
/// use hornbook_learner::{Entry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![Entry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", vec![1.0, 2.0, 7.0, 8.0])
///     .category("kind", &[Some("cat"), Some("dog"), Some("bus"), Some("car")])
///     .build()?;
/// let model = ClassHierarchy::default()
///     .hierarchy("(cat, dog), (bus, car)".to_string())
///     .fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.members().len(), 3);
/// assert_eq!(model.predict(&table)?.values.label(1), "dog");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "class-hierarchy",
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    weights,
    on_request
)]
pub struct ClassHierarchy {
    /// The learner at each fork; none takes a decision tree.
    pub estimator: Option<LearnerSpec>,
    /// The groups, like (cat, dog), (car, bus), or as nested lists in JSON; none finds them from confusions.
    pub hierarchy: Option<String>,
    /// How many folds the confusions are counted in.
    #[param(default = 5, range = "2..")]
    pub folds: u32,
}

impl Fit for ClassHierarchy {
    type Model = EnsembleModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<EnsembleModel> {
        let data = data.counting_rows();
        let learner = learner_of(self.estimator.as_ref(), tree)?;
        let (codes, levels) = classes_of(&data)?;
        let present = present(&codes, levels.len());
        let grouping = match &self.hierarchy {
            Some(text) => Grouping::parse(text, &levels, &present)?,
            None => confusions::grouping(&*learner, &data, &present, self.folds as usize, run)?,
        };
        let (forks, only) = forks::of(&grouping);
        let members = side_by_side(forks.len(), run, |i, own| {
            let fork = &forks[i];
            let mut of_class = vec![None; levels.len()];
            for (branch, group) in fork.groups.iter().enumerate() {
                group.iter().for_each(|&class| of_class[class as usize] = Some(branch as u32));
            }
            let names =
                fork.groups.iter().map(|group| forks::group_name(group, &|c| &levels[c as usize])).collect();
            let part = regrouped(&data, names, &of_class)?;
            Ok((Member::of(learner.train(&part, own)?), part.rows().len()))
        })?;
        for (place, (member, rows)) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: fork_name(&forks[place], &|class| levels[class as usize].as_str()),
                rows: *rows,
                weight: member.model.info().summary.weight,
            });
        }
        let members = members.into_iter().map(|(member, _)| member).collect();
        ensemble(self, &data, members, Rule::Hierarchy { forks, only }, Summary::default())
    }
}
