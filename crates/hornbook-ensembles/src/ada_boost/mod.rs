//! AdaBoost: weak learners fitted in sequence to reweighted training data.

mod classification;
mod regression;

use crate::ensemble;
use crate::members::{Member, learner_of, tree};
use crate::model::EnsembleModel;
use hornbook_core::{Choice, Learner, LearnerSpec, ObserverAction, Result, Run, Task};
use hornbook_data::Dataset;
use hornbook_learner::{
    Fit, Learner as AnyLearner, Model, ReweightedTrainer, RowSampler, TrainingInput, TrainingSummary,
};

/// AdaBoost (M1, SAMME; R2 for regression): weak learners fitted in sequence to reweighted training data.
///
/// The base learner is a weak learner, by default a decision stump. With the sample weights $p$ summing to 1,
/// the base learner of an iteration has the weighted error $\epsilon = \sum_i p_i \,\[\hat y_i \ne y_i\]$.
/// Its vote is $\log(1/\beta)$ with $\beta = \epsilon / (1 - \epsilon)$; SAMME adds $\log(K - 1)$, so that
/// for $K$ classes a base learner need only beat random guessing. Then the weights of correctly classified
/// rows shrink by $\beta$, so that the next one concentrates on the misclassified rows. A base learner no
/// better than random ($\epsilon \ge 1/2$, for SAMME $1 - 1/K$) ends the boosting and is dropped, unless it
/// is the first. One without error has an infinite vote: it decides alone, and ends the boosting.
///
/// For regression it is AdaBoost.R2: the losses, relative to the largest one, take the role of the error, and
/// the prediction is the weighted median.
///
/// The weights are given to the base learner as sample weights, or with `resampling` a sample of the rows is
/// drawn by them. A base learner that can prepare its rows does so once: stumps with histogram splits, the
/// default, bin numeric features once. Iterations are sequential, so threads share the work within an
/// iteration. Label noise gets ever more weight: for noisy data prefer bagging.
///
/// Freund and Schapire, *A decision-theoretic generalization of on-line learning* (1997); Drucker, *Improving
/// regressors using boosting techniques* (1997); Zhu and others, *Multi-class AdaBoost* (2009).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::AdaBoost;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let signs = ["+", "+", "+", "-", "-", "-", "+", "+", "+", "-"].map(Some);
/// let table = Table::builder().number("x", (0..10).map(f64::from).collect()).category("y", &signs).build()?;
/// let model = AdaBoost::default().n_estimators(3).fit(&table.dataset().target("y")?)?;
/// let votes = model.weights();
/// assert!((votes[0] - 0.847298).abs() < 1e-6 && (votes[2] - 1.504077).abs() < 1e-6);
/// assert_eq!(model.predict(&table)?.values.label(7), "+");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "ada-boost",
    aliases("adaboost", "samme"),
    sklearn = "AdaBoostClassifier, AdaBoostRegressor",
    r = "ada::ada, adabag::boosting",
    weka = "AdaBoostM1",
    family = "ensembles",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    work = "n_estimators * rows * columns * classes"
)]
pub struct AdaBoost {
    /// Base learner (weak learner); none takes a decision tree with histogram splits: a decision stump for
    /// classification, depth 3 for regression.
    pub estimator: Option<LearnerSpec>,
    /// Maximum number of base learners (boosting iterations).
    #[param(default = 50, range = "1..", search = "10..500 log")]
    pub n_estimators: u32,
    /// Learning rate (shrinkage): factor on each base learner's vote and on the weight updates.
    #[param(default = 1.0, range = ">0..", search = "0.05..2 log")]
    pub learning_rate: f64,
    /// Boosting algorithm, for classification.
    #[param(default = BoostAlgorithm::Samme)]
    pub algorithm: BoostAlgorithm,
    /// Draw a weighted sample of the rows instead of passing sample weights to the base learner.
    #[param(default = false)]
    pub resampling: bool,
    /// Loss function of AdaBoost.R2, for regression.
    #[param(default = BoostLoss::Linear, search = "every")]
    pub loss: BoostLoss,
}

/// Boosting algorithm, for classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BoostAlgorithm {
    /// AdaBoost.M1: the weighted error of a base learner must be below one half.
    M1,
    /// SAMME (multiclass AdaBoost): a base learner must only beat random guessing; the same as M1 for two
    /// classes.
    Samme,
}

/// Loss function of AdaBoost.R2, of an error relative to the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BoostLoss {
    /// The absolute error.
    Linear,
    /// The squared error.
    Square,
    /// $1 - e^{-x}$ of the error $x$.
    Exponential,
}

impl Fit for AdaBoost {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let task = data.task()?;
        let depth = if task == Task::Classification { 1 } else { 3 };
        let usual = || tree().with("max_depth", depth).with("splits", "histogram");
        let learner = learner_of(self.estimator.as_ref(), usual)?;
        let mut rounds = AdaBoostState::new(self, &*learner, &data, run)?;
        let mut summary = TrainingSummary::default();
        let rule = match task {
            Task::Classification => classification::boost(self, &mut rounds, &mut summary)?,
            _ => regression::boost(self, &mut rounds, &mut summary)?,
        };
        summary.details.insert("error".to_string(), rounds.errors.last().copied().into());
        let members = rounds.members.into_iter().map(Member::of).collect();
        ensemble(self, &data, members, rule, summary)
    }
}

/// The iterations: the rows with their present weights, and the members so far.
struct AdaBoostState<'a> {
    boost: &'a AdaBoost,
    data: &'a Dataset,
    run: &'a Run,
    retrainer: ReweightedTrainer<'a>,
    sampler: Option<RowSampler>,
    /// The weight of all rows; the weights always sum to it, so that a learner's limits keep their meaning.
    total: f64,
    weights: Vec<f64>,
    members: Vec<Box<dyn Model>>,
    votes: Vec<f64>,
    errors: Vec<f64>,
}

impl<'a> AdaBoostState<'a> {
    fn new(
        boost: &'a AdaBoost,
        learner: &'a dyn AnyLearner,
        data: &'a Dataset,
        run: &'a Run,
    ) -> Result<AdaBoostState<'a>> {
        let weights = data.row_weights();
        Ok(AdaBoostState {
            boost,
            data,
            run,
            retrainer: ReweightedTrainer::new(learner, data)?,
            sampler: boost.resampling.then(|| RowSampler::of(data)),
            total: weights.iter().sum(),
            weights,
            members: Vec::new(),
            votes: Vec::new(),
            errors: Vec::new(),
        })
    }

    /// The member of the next iteration; none if there have been enough.
    fn next(&mut self) -> Result<Option<Box<dyn Model>>> {
        let (round, most) = (self.members.len() as u64, u64::from(self.boost.n_estimators));
        let enough = round >= most
            || (round > 0 && self.run.progress("boosting", round, Some(most)) == ObserverAction::Finish);
        if enough {
            return Ok(None);
        }
        self.run.check()?;
        let own = self.run.part(round);
        let drawn = self.sampler.as_ref().map(|sampler| {
            sampler.bootstrap(&self.weights, 1.0, &mut own.root_seed().derive(u64::MAX).rng())
        });
        self.retrainer.fit(drawn.as_ref().unwrap_or(&self.weights), &own).map(Some)
    }

    fn keep(&mut self, member: Box<dyn Model>, vote: f64, error: f64) {
        self.members.push(member);
        self.votes.push(vote);
        self.errors.push(error);
    }

    /// A member without error decides alone.
    fn keep_alone(&mut self, member: Box<dyn Model>) {
        self.members.clear();
        self.votes.clear();
        self.keep(member, 1.0, 0.0);
    }

    /// A member that is no better than a guess is dropped; if it is the first, there is nothing better.
    fn give_up(&mut self, member: Box<dyn Model>, error: f64, summary: &mut TrainingSummary) {
        if self.members.is_empty() {
            summary.warnings.push(format!(
                "the first base learner has error {error:.4}, no better than random guessing: there is nothing to boost"
            ));
            self.keep(member, 1.0, error);
        }
    }

    /// Multiplies the weights, and makes them sum to the weight of all rows again.
    fn reweigh(&mut self, factor: impl Fn(usize) -> f64) {
        self.weights.iter_mut().enumerate().for_each(|(row, weight)| *weight *= factor(row));
        let sum: f64 = self.weights.iter().sum();
        let scale = self.total / sum;
        self.weights.iter_mut().for_each(|weight| *weight *= scale);
    }

    /// The weights, summing to 1.
    fn shares(&self) -> Vec<f64> {
        self.weights.iter().map(|weight| weight / self.total).collect()
    }
}
