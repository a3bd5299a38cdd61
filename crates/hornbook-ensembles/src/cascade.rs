//! Classifier cascade: cheap stages first, costly ones only for uncertain rows.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, in_parallel, learners_of, picked};
use crate::model::EnsembleModel;
use hornbook_core::{ColumnSets, Error, Learner, LearnerSpec, Result, Run};
use hornbook_data::{Features, Matrix};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// Classifier cascade: cheap stages first; rows below the confidence threshold go to the next stage.
///
/// A stage predicts a row if it gives one class at least the probability `confidence`; the last stage
/// predicts all that are left. A stage may use a subset of the features, so that expensive features are
/// measured only where they are needed. Every stage is fitted on all rows. How many rows each stage predicts
/// is in the summary.
///
/// ```
/// use hornbook_core::LearnerSpec;
/// use hornbook_data::Table;
/// use hornbook_ensembles::Cascade;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", vec![1.0, 1.0, 2.0, 2.0, 3.0, 3.0])
///     .number("z", vec![0.0, 1.0, 0.0, 1.0, 0.0, 1.0])
///     .category("kind", &[Some("a"), Some("a"), Some("a"), Some("b"), Some("b"), Some("b")])
///     .build()?;
/// let stump: LearnerSpec = DecisionTree::default().max_depth(1).into();
/// let cascade = Cascade::default().estimators(vec![stump, DecisionTree::default().into()]);
/// let model = cascade.fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.info().summary.details["answered"], serde_json::json!([2, 4]));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "cascade",
    aliases("cascading classifiers"),
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct Cascade {
    /// Base learners, from the cheapest to the best; none takes decision trees of depth 2, 4 and 8.
    pub estimators: Option<Vec<LearnerSpec>>,
    /// Confidence threshold: the class probability at which a stage predicts.
    #[param(default = 0.9, range = "0..=1", search = "0.5..1")]
    pub confidence: f64,
    /// Features of the first stages, one set per stage; stages without a set use all features.
    pub columns: Option<ColumnSets>,
}

impl Fit for Cascade {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learners = learners_of("cascade", self.estimators.as_ref())?;
        let names = data.feature_names();
        let mut sets = match &self.columns {
            Some(sets) => sets.positions(("cascade", "columns"), &names)?,
            None => Vec::new(),
        };
        for set in &mut sets {
            set.sort_unstable();
            set.dedup();
        }
        if sets.len() > learners.len() {
            return Err(Error::Parameter {
                learner: "cascade".to_string(),
                parameter: "columns".to_string(),
                found: format!("{} sets for {} stages", sets.len(), learners.len()),
                expected: "at most one set per stage".to_string(),
            });
        }
        let members = in_parallel(learners.len(), run, |stage, own| match sets.get(stage) {
            Some(set) => {
                let names: Vec<&str> = set.iter().map(|&column| names[column]).collect();
                let model = learners[stage].fit_with(&data.clone().only(&names)?, own)?;
                let columns = Some(set.iter().map(|&column| column as u32).collect());
                Ok(Member { model, columns })
            }
            None => Ok(Member::of(learners[stage].fit_with(&data, own)?)),
        })?;
        let stages = stages(&members, self.confidence, &data.row_features())?;
        let mut answered = vec![0u64; members.len()];
        stages.iter().for_each(|&(stage, _)| answered[stage] += 1);
        for (place, member) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("all rows, of which it answers {}", answered[place]),
                rows: data.rows().len(),
                weight: data.row_weights().iter().sum(),
            });
        }
        let mut summary = TrainingSummary::default();
        summary.details.insert("answered".to_string(), answered.into());
        ensemble(self, &data, members, CombinationRule::Cascade { confidence: self.confidence }, summary)
    }
}

/// The stage that answers for each row, and its probabilities.
fn stages(members: &[Member], confidence: f64, rows: &Features<'_>) -> Result<Vec<(usize, Vec<f64>)>> {
    let mut answers: Vec<(usize, Vec<f64>)> = vec![(0, Vec::new()); rows.rows()];
    let mut open: Vec<u32> = (0..rows.rows() as u32).collect();
    for (stage, member) in members.iter().enumerate() {
        // Only what is left is asked about: that is what a cascade is for.
        let matrix = match open.len() == rows.rows() {
            true => member.probabilities(rows)?,
            false => member.probabilities(&picked(rows, &open))?,
        };
        let is_last = stage + 1 == members.len();
        let mut left = Vec::new();
        for (at, &row) in open.iter().enumerate() {
            let shares = matrix.row(at);
            if is_last || shares.iter().any(|&p| p >= confidence) {
                answers[row as usize] = (stage, shares.to_vec());
            } else {
                left.push(row);
            }
        }
        open = left;
        if open.is_empty() {
            break;
        }
    }
    Ok(answers)
}

pub(crate) fn probabilities(
    members: &[Member],
    confidence: f64,
    rows: &Features<'_>,
    classes: usize,
) -> Result<Matrix> {
    let answers = stages(members, confidence, rows)?;
    Matrix::new(rows.rows(), classes, answers.into_iter().flat_map(|(_, shares)| shares).collect())
}
