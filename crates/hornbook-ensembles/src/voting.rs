//! Voting: different learners, one vote each.

use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, learners_of, numbers_of, side_by_side};
use crate::model::EnsembleModel;
use crate::rule::Rule;
use hornbook_core::{Choice, Error, Learner, LearnerSpec, Result, Run, Task};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Learner as AnyLearner, Summary, Urn};

/// Different learners on the same rows, with the majority or the mean of their answers.
///
/// For numbers the answer is always the weighted mean. The weights are given, or learned from how well each member does
/// on held-out rows: its accuracy, or the inverse of its mean squared error. It helps if the members are better than
/// chance and err on different rows.
///
/// ```
/// use hornbook_core::LearnerSpec;
/// use hornbook_data::Table;
/// use hornbook_ensembles::Voting;
/// use hornbook_learner::{Baseline, Entry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![Entry::of::<Baseline>(), Entry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("petal", vec![1.4, 1.3, 4.7, 4.5, 4.9])
///     .category("kind", &[Some("a"), Some("a"), Some("b"), Some("b"), Some("b")])
///     .build()?;
/// let voting = Voting::default()
///     .estimators(vec![Baseline::default().into(), DecisionTree::default().into()])
///     .weights(vec![1.0, 2.0]);
/// let model = voting.fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.predict(&table)?.values.label(0), "a");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "voting",
    family = "ensembles",
    tasks(classification, regression),
    missing,
    categories,
    weights,
    on_request
)]
pub struct Voting {
    /// The learners; none takes decision trees of depth 2, 4 and 8.
    pub estimators: Option<Vec<LearnerSpec>>,
    /// What is counted, for classes.
    #[param(default = Ballot::Hard, search = "every")]
    pub voting: Ballot,
    /// The weight of each learner; none gives each the same.
    pub weights: Option<Vec<f64>>,
    /// Whether to learn the weights from a fifth of the rows, held out; then every member learns from all rows.
    #[param(default = false)]
    pub learn_weights: bool,
}

/// What is counted in a vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Ballot {
    /// The class that each member predicts.
    Hard,
    /// The probabilities that each member gives.
    Soft,
}

/// The share that is held out to learn weights from is one over this.
const HELD_OUT: usize = 5;

impl Fit for Voting {
    type Model = EnsembleModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<EnsembleModel> {
        let data = data.counting_rows();
        let learners = learners_of("voting", self.estimators.as_ref())?;
        let weights = self.weights_for(&learners, &data, run)?;
        let members =
            side_by_side(learners.len(), run, |i, own| Ok(Member::of(learners[i].train(&data, own)?)))?;
        for (place, member) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("all rows, weight {}", weights[place]),
                rows: data.rows().len(),
                weight: data.row_weights().iter().sum(),
            });
        }
        let rule = match (data.task()?, self.voting) {
            (Task::Classification, Ballot::Hard) => Rule::Votes { weights },
            _ => Rule::Mean { weights },
        };
        ensemble(self, &data, members, rule, Summary::default())
    }
}

impl Voting {
    fn weights_for(&self, learners: &[Box<dyn AnyLearner>], data: &Dataset, run: &Run) -> Result<Vec<f64>> {
        let refuse = |found: String| Error::Parameter {
            learner: "voting".to_string(),
            parameter: "weights".to_string(),
            found,
            expected: format!("{} numbers, none below zero and one above, or none", learners.len()),
        };
        match (&self.weights, self.learn_weights) {
            (Some(_), true) => Err(refuse("given and to be learned".to_string())),
            (None, true) => learned_weights(learners, data, run),
            (None, false) => Ok(vec![1.0; learners.len()]),
            (Some(weights), false) => {
                let sound = weights.len() == learners.len()
                    && weights.iter().all(|w| *w >= 0.0 && w.is_finite())
                    && weights.iter().any(|w| *w > 0.0);
                if sound { Ok(weights.clone()) } else { Err(refuse(format!("{weights:?}"))) }
            }
        }
    }
}

/// How well each learner does on rows that it did not see, made to sum to 1.
fn learned_weights(learners: &[Box<dyn AnyLearner>], data: &Dataset, run: &Run) -> Result<Vec<f64>> {
    let (fold_of, folds) = Urn::of(data).folds(data, Some(HELD_OUT), run.root_seed().derive(u64::MAX));
    if folds < 2 {
        return Ok(vec![1.0; learners.len()]);
    }
    let part = |held: bool| {
        let rows = (0..fold_of.len() as u32).filter(|&row| (fold_of[row as usize] == 0) == held);
        data.select(rows.collect())
    };
    let (train, test) = (part(false), part(true));
    let (features, row_weights) = (test.row_features(), test.row_weights());
    let total: f64 = row_weights.iter().sum();
    let merits = side_by_side(learners.len(), run, |i, own| {
        let member = Member::of(learners[i].train(&train, own)?);
        let mean =
            |values: Vec<f64>| values.iter().zip(&row_weights).map(|(v, w)| v * w).sum::<f64>() / total;
        Ok(match data.task()? {
            Task::Classification => {
                let (truth, codes) = (classes_of(&test)?.0, member.codes(&features)?);
                mean(truth.iter().zip(&codes).map(|(t, c)| f64::from(u8::from(t == c))).collect())
            }
            _ => {
                let (truth, numbers) = (numbers_of(&test)?, member.numbers(&features)?);
                let error = mean(truth.iter().zip(&numbers).map(|(t, p)| (t - p).powi(2)).collect());
                let scale = mean(truth.iter().map(|t| t * t).collect());
                // A member without error must not take all.
                1.0 / error.max(1e-6 * scale).max(f64::MIN_POSITIVE)
            }
        })
    })?;
    let sum: f64 = merits.iter().sum();
    let weights = match sum > 0.0 && sum.is_finite() {
        true => merits.iter().map(|merit| merit / sum).collect(),
        false => vec![1.0; learners.len()],
    };
    for (place, weight) in weights.iter().enumerate() {
        run.trace(|| EnsembleEvent::Measured {
            what: format!("weight of member {} from held-out rows", place + 1),
            value: *weight,
        });
    }
    Ok(weights)
}
