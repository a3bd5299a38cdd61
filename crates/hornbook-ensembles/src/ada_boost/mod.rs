//! AdaBoost: each member looks hardest at what those before it got wrong.

mod classes;
mod numbers;

use crate::ensemble;
use crate::members::{Member, learner_of, tree};
use crate::model::EnsembleModel;
use hornbook_core::{Choice, Learner, LearnerSpec, Result, Run, Task, Verdict};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Learner as AnyLearner, Model, Retrainer, Summary, Urn};

/// Members one after the other, each on rows weighted by what those before it got wrong.
///
/// With the weights $p$ summing to 1, the member of a round errs with
/// $\epsilon = \sum_i p_i \,\[\hat y_i \ne y_i\]$. Its vote is $\log(1/\beta)$ with
/// $\beta = \epsilon / (1 - \epsilon)$; SAMME adds $\log(K - 1)$, so that for $K$ classes a member need only beat a guess.
/// Then the weights of the rows that it got right shrink by $\beta$. A member that is no better than a guess
/// ($\epsilon \ge 1/2$, for SAMME $1 - 1/K$) ends the boosting and is dropped, unless it is the first. One without error
/// has an infinite vote: it decides alone, and ends the boosting.
///
/// For numbers it is AdaBoost.R2: the losses, in parts of the largest one, take the place of right and wrong, and the
/// answer is the weighted median.
///
/// The weights are given to the learner, or with `resampling` a sample of the rows is drawn by them. A learner that can
/// prepare its rows does so once: stumps with histogram splits, the default, put numbers into bins once. Rounds follow
/// each other, so threads share the work within a round. Noise in the target gets ever more weight: for noisy rows
/// prefer bagging.
///
/// Freund and Schapire, *A decision-theoretic generalization of on-line learning* (1997); Drucker, *Improving regressors
/// using boosting techniques* (1997); Zhu and others, *Multi-class AdaBoost* (2009).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::AdaBoost;
/// use hornbook_learner::{Entry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![Entry::of::<DecisionTree>()]); // or hornbook::registry()
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
    family = "ensembles",
    tasks(classification, regression),
    missing,
    categories,
    weights
)]
pub struct AdaBoost {
    /// The learner; none takes a decision tree with histogram splits: a stump for classes, of depth 3 for numbers.
    pub estimator: Option<LearnerSpec>,
    /// The most rounds.
    #[param(default = 50, range = "1..", search = "10..500 log")]
    pub n_estimators: u32,
    /// What votes, and changes of weights, are multiplied with.
    #[param(default = 1.0, range = ">0..", search = "0.05..2 log")]
    pub learning_rate: f64,
    /// How votes are counted, for classes.
    #[param(default = BoostAlgorithm::Samme)]
    pub algorithm: BoostAlgorithm,
    /// Whether to draw a sample by the weights instead of giving them to the learner.
    #[param(default = false)]
    pub resampling: bool,
    /// The loss, for numbers.
    #[param(default = BoostLoss::Linear, search = "every")]
    pub loss: BoostLoss,
}

/// How AdaBoost's votes are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BoostAlgorithm {
    /// A member must err on less than half of the weight.
    M1,
    /// A member must only be better than a guess between all classes; the same as M1 for two.
    Samme,
}

/// The loss of AdaBoost for numbers, of an error in parts of the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BoostLoss {
    /// The error itself.
    Linear,
    /// Its square.
    Square,
    /// $1 - e^{-x}$ of the error $x$.
    Exponential,
}

impl Fit for AdaBoost {
    type Model = EnsembleModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<EnsembleModel> {
        let data = data.counting_rows();
        let task = data.task()?;
        let depth = if task == Task::Classification { 1 } else { 3 };
        let usual = || tree().with("max_depth", depth).with("splits", "histogram");
        let learner = learner_of(self.estimator.as_ref(), usual)?;
        let mut rounds = Rounds::new(self, &*learner, &data, run)?;
        let mut summary = Summary::default();
        let rule = match task {
            Task::Classification => classes::boost(self, &mut rounds, &mut summary)?,
            _ => numbers::boost(self, &mut rounds, &mut summary)?,
        };
        summary.details.insert("error".to_string(), rounds.errors.last().copied().into());
        let members = rounds.members.into_iter().map(Member::of).collect();
        ensemble(self, &data, members, rule, summary)
    }
}

/// The rounds: the rows with their present weights, and the members so far.
struct Rounds<'a> {
    boost: &'a AdaBoost,
    data: &'a Dataset,
    run: &'a Run,
    retrainer: Retrainer<'a>,
    urn: Option<Urn>,
    /// The weight of all rows; the weights always sum to it, so that a learner's limits keep their meaning.
    total: f64,
    weights: Vec<f64>,
    members: Vec<Box<dyn Model>>,
    votes: Vec<f64>,
    errors: Vec<f64>,
}

impl<'a> Rounds<'a> {
    fn new(
        boost: &'a AdaBoost,
        learner: &'a dyn AnyLearner,
        data: &'a Dataset,
        run: &'a Run,
    ) -> Result<Rounds<'a>> {
        let weights = data.row_weights();
        Ok(Rounds {
            boost,
            data,
            run,
            retrainer: Retrainer::new(learner, data)?,
            urn: boost.resampling.then(|| Urn::of(data)),
            total: weights.iter().sum(),
            weights,
            members: Vec::new(),
            votes: Vec::new(),
            errors: Vec::new(),
        })
    }

    /// The member of the next round; none if there have been enough.
    fn next(&mut self) -> Result<Option<Box<dyn Model>>> {
        let (round, most) = (self.members.len() as u64, u64::from(self.boost.n_estimators));
        let enough = round >= most
            || (round > 0 && self.run.progress("boosting", round, Some(most)) == Verdict::Finish);
        if enough {
            return Ok(None);
        }
        self.run.check()?;
        let own = self.run.part(round);
        let drawn = self
            .urn
            .as_ref()
            .map(|urn| urn.with_replacement(&self.weights, 1.0, &mut own.root_seed().derive(u64::MAX).rng()));
        self.retrainer.train(drawn.as_ref().unwrap_or(&self.weights), &own).map(Some)
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
    fn give_up(&mut self, member: Box<dyn Model>, error: f64, summary: &mut Summary) {
        if self.members.is_empty() {
            summary.warnings.push(format!(
                "the first member errs with {error:.4}, no better than a guess: there is nothing to boost"
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
