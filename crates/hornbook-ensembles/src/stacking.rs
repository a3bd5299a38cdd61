//! Stacking (stacked generalization): a meta-learner on out-of-fold predictions.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, in_parallel, learner_of, learners_of, picked, tree};
use crate::model::EnsembleModel;
use hornbook_core::{Learner, LearnerSpec, Result, Run, Task};
use hornbook_data::{Dataset, Feature, Features, InputKind, Matrix, Schema};
use hornbook_learner::{Fit, FoldRows, InnerFolds, TrainingInput, TrainingSummary};

/// Stacking (stacked generalization): a meta-learner on out-of-fold predictions of the base learners.
///
/// In training the meta-learner (final estimator) sees out-of-fold predictions only: rows are assigned to
/// folds, and each fold is predicted by base learners fitted on the others, so that there is no data leakage.
/// Identical rows go to the same fold, as do those of one group. At last the base learners are fitted again
/// on all rows. For classification the meta-learner sees their probabilities (of the second class, if there
/// are two), for regression their predictions, and with passthrough the features too.
///
/// Folds should be few. In leave-one-out, a base learner that predicts little more than a mean leaks the
/// target of the row by what is missing from the mean.
///
/// Time: as many fits of each base learner as there are folds, and one more. Wolpert, *Stacked
/// generalization* (1992).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::Stacking;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", (0..20).map(f64::from).collect())
///     .number("y", (0..20).map(|i| if i < 10 { 1.0 } else { 5.0 }).collect())
///     .build()?;
/// let stacking = Stacking::default()
///     .estimators(vec![DecisionTree::default().max_depth(1).into(), DecisionTree::default().into()])
///     .folds(4);
/// let model = stacking.fit(&table.dataset().target("y")?)?;
/// assert_eq!(model.inspect().members().len(), 3);
/// assert!(model.predict(&table)?.values.label(3).parse::<f64>().is_ok_and(|y| y < 2.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "stacking",
    aliases("stacked generalization", "meta-learner"),
    sklearn = "StackingClassifier, StackingRegressor",
    r = "stacks::stacks, SuperLearner::SuperLearner",
    weka = "Stacking",
    family = "ensembles",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct Stacking {
    /// Base learners; none takes decision trees of depth 2, 4 and 8.
    pub estimators: Option<Vec<LearnerSpec>>,
    /// Meta-learner (final estimator); none takes a decision tree of depth 3.
    pub final_estimator: Option<LearnerSpec>,
    /// Number of cross-validation folds for the out-of-fold predictions.
    #[param(default = 5, range = "2..")]
    pub folds: u32,
    /// Leave-one-out: each row is a fold of its own.
    #[param(default = false)]
    pub leave_one_out: bool,
    /// Passthrough: the meta-learner sees the original features too.
    #[param(default = false)]
    pub passthrough: bool,
}

impl Fit for Stacking {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let below = learners_of("stacking", self.estimators.as_ref())?;
        let above = learner_of(self.final_estimator.as_ref(), || tree().with("max_depth", 3))?;
        let seed = run.root_seed().derive(u64::MAX);
        let wanted = (!self.leave_one_out).then_some(self.folds as usize);
        let inner = InnerFolds::of(&data, wanted, seed)?;
        let mut summary = TrainingSummary::default();
        let mut undivided = Vec::new();
        if inner.folds.is_empty() {
            summary.warnings.push(
                "all rows are identical or of one group: base-learner predictions are not out-of-fold (leakage)"
                    .to_string(),
            );
            let all: Vec<u32> = (0..data.rows().len() as u32).collect();
            undivided.push(FoldRows { train: all.clone(), test: all });
        }
        let folds = if inner.folds.is_empty() { &undivided } else { &inner.folds };

        // A model of each learner without each fold, then one of all rows; the fold after the last is none.
        let jobs = below.len() * (folds.len() + 1);
        let models = in_parallel(jobs, run, |job, own| {
            let learner = &below[job % below.len()];
            let trained = match folds.get(job / below.len()) {
                Some(fold) => learner.fit_with(&data.select(fold.train.clone()), own),
                None => learner.fit_with(&data, own),
            };
            Ok(Member::of(trained?))
        })?;
        let features = data.row_features();
        let width = answers_width(&models[0], data.task()?);
        let mut columns = vec![vec![f64::NAN; data.rows().len()]; width * below.len()];
        for (job, member) in models.iter().enumerate().take(below.len() * folds.len()) {
            let learner = job % below.len();
            let left = &folds[job / below.len()].test;
            for (part, answer) in answers(member, &picked(&features, left))?.into_iter().enumerate() {
                for (&row, value) in left.iter().zip(answer) {
                    columns[learner * width + part][row as usize] = value;
                }
            }
        }
        let numbers: Vec<Feature> =
            columns.into_iter().map(|column| Feature::Number(column.into())).collect();
        let mut upper = self.upper(&data, numbers, &features)?;
        if !inner.folds.is_empty() && !inner.is_partition() {
            // Rows that no fold tests, as the first in time, have no out-of-fold predictions to learn from.
            upper = upper.select(inner.tested());
        }
        let last = above.fit_with(&upper, &run.part(jobs as u64))?;

        let mut members: Vec<Member> = models.into_iter().skip(below.len() * folds.len()).collect();
        for (place, member) in members.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("{} folds, then all rows", folds.len()),
                rows: data.rows().len(),
                weight: data.row_weights().iter().sum(),
            });
        }
        members.push(Member::of(last));
        summary.details.insert("folds".to_string(), folds.len().into());
        ensemble(self, &data, members, CombinationRule::Stack { passthrough: self.passthrough }, summary)
    }
}

impl Stacking {
    /// What the learner above learns from: a row for each row of the view.
    fn upper(&self, data: &Dataset, answers: Vec<Feature>, features: &Features<'_>) -> Result<Dataset> {
        let schema = Schema::of(data)?;
        let mut columns = Vec::new();
        let taken = |name: &str| self.passthrough && schema.inputs.iter().any(|input| input.name == name);
        for (place, answer) in answers.into_iter().enumerate() {
            let mut name = format!("answer {}", place + 1);
            while taken(&name) {
                name.push('\'');
            }
            columns.push((name, answer.into()));
        }
        if self.passthrough {
            for (index, input) in schema.inputs.iter().enumerate() {
                columns.push((input.name.clone(), features.column(index).into()));
            }
        }
        data.with_columns(columns)
    }
}

/// How many numbers a member's answer has.
fn answers_width(member: &Member, task: Task) -> usize {
    match (task, member.model.info().schema.target.classes.len()) {
        // Of two probabilities one says all.
        (Task::Classification, 2) => 1,
        (Task::Classification, classes) => classes,
        _ => 1,
    }
}

/// A member's answers as the one above sees them, column by column.
fn answers(member: &Member, rows: &Features<'_>) -> Result<Vec<Vec<f64>>> {
    let target = &member.model.info().schema.target;
    if target.task == Task::Regression {
        return Ok(vec![member.numbers(rows)?.into_iter().map(without_rounding).collect()]);
    }
    let matrix = member.probabilities(rows)?;
    let width = answers_width(member, target.task);
    let first = matrix.columns() - width;
    Ok((first..matrix.columns()).map(|c| (0..matrix.rows()).map(|row| matrix.at(row, c)).collect()).collect())
}

/// A number without its last 12 of 52 bits: means that are equal but for rounding are one value to the meta-learner, which
/// could split between them.
fn without_rounding(x: f64) -> f64 {
    let rounded = f64::from_bits((x.to_bits() + (1 << 11)) & !((1 << 12) - 1));
    if x.is_finite() && rounded.is_finite() { rounded } else { x }
}

/// What the last member is asked about these rows.
fn question(members: &[Member], passthrough: bool, rows: &Features<'_>) -> Result<Features<'static>> {
    let mut columns = Vec::new();
    for member in members {
        columns.extend(answers(member, rows)?.into_iter().map(|column| Feature::Number(column.into())));
    }
    if passthrough {
        columns.extend((0..rows.width()).map(|index| rows.column(index)));
    }
    Ok(Features::Columns(columns, rows.rows()))
}

pub(crate) fn probabilities(members: &[Member], passthrough: bool, rows: &Features<'_>) -> Result<Matrix> {
    let (first, last) = members.split_at(members.len() - 1);
    last[0].probabilities(&question(first, passthrough, rows)?)
}

pub(crate) fn numbers(members: &[Member], passthrough: bool, rows: &Features<'_>) -> Result<Vec<f64>> {
    let (first, last) = members.split_at(members.len() - 1);
    last[0].numbers(&question(first, passthrough, rows)?)
}

/// Whether the last member's inputs are what the others answer.
pub(crate) fn fits(first: &[Member], last: &Member, passthrough: bool, schema: &Schema) -> bool {
    let inputs = &last.model.info().schema.inputs;
    let answers: usize = first.iter().map(|member| answers_width(member, schema.target.task)).sum();
    let given = if passthrough { schema.inputs.len() } else { 0 };
    inputs.len() == answers + given
        && inputs[..answers].iter().all(|input| input.kind == InputKind::Number)
        && inputs[answers..]
            .iter()
            .zip(&schema.inputs)
            .all(|(own, input)| own.kind.levels() == input.kind.levels())
}
