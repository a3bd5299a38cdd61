//! Cascades: cheap members first, costly ones only where they are needed.

use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, learners_of, picked, side_by_side};
use crate::model::EnsembleModel;
use crate::rule::Rule;
use hornbook_core::{ColumnSets, Error, Learner, LearnerSpec, Result, Run};
use hornbook_data::{Dataset, Features, Matrix};
use hornbook_learner::{Fit, Summary};

/// Stages of learners: each hands the rows that it is not sure of over to the next.
///
/// The first stages should be cheap, the last ones good. A stage answers for a row if it gives one class at least the
/// probability `confidence`; the last stage answers for all that are left. A stage may look at some columns only, so
/// that those that cost much are asked for where they are needed. Every stage learns from all rows. How many of them
/// each stage answers is in the summary.
///
/// ```
/// use hornbook_core::LearnerSpec;
/// use hornbook_data::Table;
/// use hornbook_ensembles::Cascade;
/// use hornbook_learner::{Entry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![Entry::of::<DecisionTree>()]); // or hornbook::registry()
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
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    weights,
    on_request
)]
pub struct Cascade {
    /// The learners, from the cheapest to the best; none takes decision trees of depth 2, 4 and 8.
    pub estimators: Option<Vec<LearnerSpec>>,
    /// The probability that a stage must give to a class to answer.
    #[param(default = 0.9, range = "0..=1", search = "0.5..1")]
    pub confidence: f64,
    /// The columns of the first stages, a set a stage; stages without a set look at all columns.
    pub columns: Option<ColumnSets>,
}

impl Fit for Cascade {
    type Model = EnsembleModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<EnsembleModel> {
        let data = data.counting_rows();
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
                expected: "at most one set a stage".to_string(),
            });
        }
        let members = side_by_side(learners.len(), run, |stage, own| match sets.get(stage) {
            Some(set) => {
                let names: Vec<&str> = set.iter().map(|&column| names[column]).collect();
                let model = learners[stage].train(&data.clone().only(&names)?, own)?;
                let columns = Some(set.iter().map(|&column| column as u32).collect());
                Ok(Member { model, columns })
            }
            None => Ok(Member::of(learners[stage].train(&data, own)?)),
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
        let mut summary = Summary::default();
        summary.details.insert("answered".to_string(), answered.into());
        ensemble(self, &data, members, Rule::Cascade { confidence: self.confidence }, summary)
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
