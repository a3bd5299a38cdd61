//! One-vs-one: one binary classifier per pair of classes.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel, learner_of, present, regrouped, tree};
use crate::model::EnsembleModel;
use hornbook_core::{Learner, LearnerSpec, Result, Run};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// One-vs-one: one binary classifier per pair of classes (multiclass reduction), on the rows of those two.
///
/// Each classifier votes for one of its classes, and the class with most votes is predicted; ties are broken
/// by the sum of the probabilities. $K(K-1)/2$ fits, each on the rows of two classes: often faster than
/// one-vs-rest if a learner takes more than linear time.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::OneVsOne;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", vec![1.0, 2.0, 3.0, 4.0])
///     .category("kind", &[Some("a"), Some("b"), Some("c"), Some("d")])
///     .build()?;
/// let model = OneVsOne::default().fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.inspect().members().len(), 6);
/// assert_eq!(model.predict(&table)?.values.label(2), "c");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "one-vs-one",
    aliases("ovo", "pairwise classification"),
    sklearn = "OneVsOneClassifier",
    weka = "MultiClassClassifier -M 3",
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct OneVsOne {
    /// Base learner (binary classifier); none takes a decision tree.
    pub estimator: Option<LearnerSpec>,
}

impl Fit for OneVsOne {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learner = learner_of(self.estimator.as_ref(), tree)?;
        let (codes, levels) = classes_of(&data)?;
        let present = present(&codes, levels.len());
        let pairs: Vec<(u32, u32)> = present
            .iter()
            .enumerate()
            .flat_map(|(i, &a)| present[i + 1..].iter().map(move |&b| (a, b)))
            .collect();
        let name = |class: u32| levels[class as usize].clone();
        let members = in_parallel(pairs.len(), run, |i, run| {
            let (a, b) = pairs[i];
            let side = |class: u32| match class {
                class if class == a => Some(0),
                class if class == b => Some(1),
                _ => None,
            };
            let of_class: Vec<Option<u32>> = (0..levels.len() as u32).map(side).collect();
            let part = regrouped(&data, vec![name(a), name(b)], &of_class)?;
            Ok((Member::of(learner.fit_with(&part, run)?), part.rows().len()))
        })?;
        for (place, (member, rows)) in members.iter().enumerate() {
            let (a, b) = pairs[place];
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("{} or {}", name(a), name(b)),
                rows: *rows,
                weight: member.model.info().summary.weight,
            });
        }
        let members = members.into_iter().map(|(member, _)| member).collect();
        ensemble(self, &data, members, CombinationRule::Pairs { pairs, present }, TrainingSummary::default())
    }
}
