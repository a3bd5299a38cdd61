//! One-vs-rest (one-vs-all): one binary classifier per class.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel, learner_of, present, regrouped, tree};
use crate::model::EnsembleModel;
use crate::output_code::Decoding;
use hornbook_core::{Learner, LearnerSpec, Result, Run};
use hornbook_data::{Dataset, Levels};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// One-vs-rest (one-vs-all): one binary classifier per class (multiclass reduction).
///
/// Soft decoding predicts the class with the highest probability of its own classifier, and normalizes the
/// probabilities to sum to 1. Hard decoding: a classifier that says yes votes for its class, and one that
/// says no votes for every other class; ties go to the first class. Two classes need one classifier. K fits
/// on all rows.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::OneVsRest;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", vec![1.0, 2.0, 3.0])
///     .category("kind", &[Some("a"), Some("b"), Some("c")])
///     .build()?;
/// let model = OneVsRest::default().fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.inspect().members().len(), 3);
/// assert_eq!(model.predict(&table)?.values.label(1), "b");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "one-vs-rest",
    aliases("ovr", "one-vs-all", "ova"),
    sklearn = "OneVsRestClassifier",
    weka = "MultiClassClassifier",
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct OneVsRest {
    /// Base learner (binary classifier); none takes a decision tree.
    pub estimator: Option<LearnerSpec>,
    /// Decoding of the binary predictions: probabilities or votes.
    #[param(default = Decoding::Soft, search = "every")]
    pub decoding: Decoding,
}

impl Fit for OneVsRest {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learner = learner_of(self.estimator.as_ref(), tree)?;
        let (codes, levels) = classes_of(&data)?;
        let present = present(&codes, levels.len());
        // The classes that have a member of their own.
        let own: Vec<u32> = match present.as_slice() {
            [_] => Vec::new(),
            [_, second] => vec![*second],
            more => more.to_vec(),
        };
        let members = in_parallel(own.len(), run, |i, run| {
            Ok(Member::of(learner.fit_with(&against_rest(&data, &levels, own[i])?, run)?))
        })?;
        for (place, member) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("{} or not", levels[own[place] as usize]),
                rows: data.rows().len(),
                weight: data.row_weights().iter().sum(),
            });
        }
        let rule = match self.decoding {
            Decoding::Hard if present.len() > 2 => {
                let word = |class: usize| own.iter().map(|&bit| bit as usize == class).collect();
                CombinationRule::Codes { code: (0..levels.len()).map(word).collect(), present, hard: true }
            }
            _ => CombinationRule::Rest { present },
        };
        ensemble(self, &data, members, rule, TrainingSummary::default())
    }
}

/// The rows with two classes: not this class, and this class.
pub(crate) fn against_rest(data: &Dataset, levels: &Levels, class: u32) -> Result<Dataset> {
    let name = &levels[class as usize];
    let of_class: Vec<Option<u32>> = (0..levels.len() as u32).map(|c| Some(u32::from(c == class))).collect();
    regrouped(data, vec![format!("not {name}"), name.clone()], &of_class)
}
