//! Voting ensemble: hard or soft voting of different learners.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel, learners_of, numbers_of, taken_by_all};
use crate::model::EnsembleModel;
use hornbook_core::{
    Capabilities, Choice, Declared, Error, Learner, LearnerSpec, ParameterValue, Result, Run, Task,
};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, InnerFolds, Learner as AnyLearner, Model, TrainingInput, TrainingSummary};

/// Voting ensemble: hard voting (majority vote) or soft voting (averaged probabilities); averaging for
/// regression.
///
/// For regression the prediction is always the weighted mean. The weights are given, or learned from the
/// performance of each base learner on held-out rows: its accuracy, or the inverse of its mean squared error.
/// It helps if the base learners are better than chance and err on different rows (diversity).
///
/// ```
/// use hornbook_core::LearnerSpec;
/// use hornbook_data::Table;
/// use hornbook_ensembles::Voting;
/// use hornbook_learner::{Baseline, RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<Baseline>(), RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
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
    aliases("majority vote", "soft voting", "hard voting"),
    sklearn = "VotingClassifier, VotingRegressor",
    weka = "Vote",
    family = "ensembles",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct Voting {
    /// Base learners; none takes decision trees of depth 2, 4 and 8.
    pub estimators: Option<Vec<LearnerSpec>>,
    /// Hard or soft voting, for classification.
    #[param(default = VotingKind::Hard, search = "every")]
    pub voting: VotingKind,
    /// Weight of each base learner; none weights all the same.
    pub weights: Option<Vec<f64>>,
    /// Learn the weights on a held-out fifth of the rows; then every base learner is fitted on all rows.
    #[param(default = false)]
    pub learn_weights: bool,
}

/// Hard or soft voting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum VotingKind {
    /// Hard voting: majority vote of the predicted classes.
    Hard,
    /// Soft voting: average of the predicted probabilities.
    Soft,
}

/// The fraction that is held out to learn weights from is one over this.
const HELD_OUT: usize = 5;

impl Fit for Voting {
    type Model = EnsembleModel;

    /// Of rows in memory what every base learner takes.
    fn capabilities(&self) -> Capabilities {
        match learners_of("voting", self.estimators.as_ref()) {
            Ok(learners) => taken_by_all(&learners),
            // What is wrong with the base learners is said when they are made.
            Err(_) => <Self as Declared>::declaration().capabilities,
        }
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learners = learners_of("voting", self.estimators.as_ref())?;
        let weights = self.weights_for(&learners, &data, run)?;
        let members =
            in_parallel(learners.len(), run, |i, own| Ok(Member::of(learners[i].fit_with(&data, own)?)))?;
        for (place, member) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("all rows, weight {}", weights[place]),
                rows: data.rows().len(),
                weight: data.row_weights().iter().sum(),
            });
        }
        let rule = self.rule(&data, weights)?;
        ensemble(self, &data, members, rule, TrainingSummary::default())
    }
}

impl Voting {
    /// The ensemble of models that are there already, all of the same classes or numbers as the rows, with the weights that are given.
    pub fn of_models(&self, data: &Dataset, models: Vec<Box<dyn Model>>) -> Result<EnsembleModel> {
        let weights = match &self.weights {
            Some(weights) => self.checked_weights(weights, models.len())?,
            None => vec![1.0; models.len()],
        };
        let rule = self.rule(data, weights)?;
        ensemble(self, data, models.into_iter().map(Member::of).collect(), rule, TrainingSummary::default())
    }

    /// The base learners of a specification, if it is one of a voting ensemble and names them.
    pub fn members_of(spec: &LearnerSpec) -> Option<Vec<LearnerSpec>> {
        let is_voting = <Voting as Declared>::declaration().is_called(&spec.name);
        Vec::<LearnerSpec>::from_value(spec.parameters.get("estimators").filter(|_| is_voting)?)
    }

    fn rule(&self, data: &Dataset, weights: Vec<f64>) -> Result<CombinationRule> {
        Ok(match (data.task()?, self.voting) {
            (Task::Classification, VotingKind::Hard) => CombinationRule::Votes { weights },
            _ => CombinationRule::Mean { weights },
        })
    }

    fn refuse_weights(count: usize, found: String) -> Error {
        Error::Parameter {
            learner: <Voting as Declared>::declaration().name.to_string(),
            parameter: "weights".to_string(),
            found,
            expected: format!("{count} numbers, none below zero and one above, or none"),
        }
    }

    fn checked_weights(&self, weights: &[f64], count: usize) -> Result<Vec<f64>> {
        let sound = weights.len() == count
            && weights.iter().all(|w| *w >= 0.0 && w.is_finite())
            && weights.iter().any(|w| *w > 0.0);
        if sound { Ok(weights.to_vec()) } else { Err(Voting::refuse_weights(count, format!("{weights:?}"))) }
    }

    fn weights_for(&self, learners: &[Box<dyn AnyLearner>], data: &Dataset, run: &Run) -> Result<Vec<f64>> {
        let count = learners.len();
        match (&self.weights, self.learn_weights) {
            (Some(_), true) => Err(Voting::refuse_weights(count, "given and to be learned".to_string())),
            (None, true) => learned_weights(learners, data, run),
            (None, false) => Ok(vec![1.0; count]),
            (Some(weights), false) => self.checked_weights(weights, count),
        }
    }
}

/// How well each learner does on rows that it did not see, made to sum to 1.
fn learned_weights(learners: &[Box<dyn AnyLearner>], data: &Dataset, run: &Run) -> Result<Vec<f64>> {
    let folds = InnerFolds::of(data, Some(HELD_OUT), run.root_seed().derive(u64::MAX))?;
    let Some(held_out) = folds.hold_out() else { return Ok(vec![1.0; learners.len()]) };
    let train = data.select(held_out.train.clone());
    let test = data.select(held_out.test.clone());
    let (features, row_weights) = (test.row_features(), test.row_weights());
    let total: f64 = row_weights.iter().sum();
    let merits = in_parallel(learners.len(), run, |i, own| {
        let member = Member::of(learners[i].fit_with(&train, own)?);
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
            what: format!("weight of base learner {} from held-out rows", place + 1),
            value: *weight,
        });
    }
    Ok(weights)
}
