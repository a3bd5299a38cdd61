//! Bagging (bootstrap aggregating) of any base learner.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel, learner_of, numbers_of, picked, tree};
use crate::model::EnsembleModel;
use hornbook_core::{Learner, LearnerSpec, Result, Rng, Run, Task};
use hornbook_data::{Dataset, Features};
use hornbook_learner::{Fit, ReweightedTrainer, RowSampler, TrainingInput, TrainingSummary, first_largest};

/// The seeds of a member's rows, columns and own randomness must not meet.
const ROWS: u64 = u64::MAX;
const COLUMNS: u64 = u64::MAX - 1;

/// Bagging (bootstrap aggregating) of any base learner; also pasting, random subspaces and random patches.
///
/// With replacement it is bagging, without it pasting; with a feature subset per base learner it is the
/// random subspace method; with both, random patches. Predictions are averaged, which reduces variance: it
/// helps unstable learners, such as deep trees, and can harm stable ones, such as nearest neighbors. The
/// out-of-bag score estimates test performance. Base learners are trained in parallel; the time is theirs.
///
/// Rows are drawn by their position in the cumulative sample weight, in an order that depends on their
/// content: weight 2 is the row twice, and the order of the rows does not matter. As many rows are drawn as
/// the weights sum to: weights should be such that 1 is a row.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::Bagging;
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>(), RegistryEntry::of::<Bagging>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("petal", vec![1.4, 1.3, 1.5, 4.7, 4.5, 4.9])
///     .category("kind", &[Some("a"), Some("a"), Some("a"), Some("b"), Some("b"), Some("b")])
///     .build()?;
/// let bagging = Bagging::default().estimator(DecisionTree::default().max_depth(1)).n_estimators(25);
/// let model = bagging.fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.inspect().members().len(), 25);
/// assert_eq!(model.predict(&table)?.values.label(5), "b");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
///
/// Breiman, *Bagging predictors* (1996); Ho, *The random subspace method* (1998).
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bagging",
    aliases("bootstrap aggregating"),
    sklearn = "BaggingClassifier, BaggingRegressor",
    r = "ipred::bagging",
    weka = "Bagging, RandomSubSpace",
    family = "ensembles",
    tasks(classification, regression),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct Bagging {
    /// Base learner; none takes a decision tree.
    pub estimator: Option<LearnerSpec>,
    /// Number of base learners.
    #[param(default = 10, range = "1..", search = "5..100")]
    pub n_estimators: u32,
    /// Fraction of the rows, by weight, drawn for each base learner.
    #[param(default = 1.0, range = ">0..=1", search = "0.2..1")]
    pub max_samples: f64,
    /// Fraction of the features drawn for each base learner (random subspace); at least one.
    #[param(default = 1.0, range = ">0..=1", search = "0.2..1")]
    pub max_features: f64,
    /// Bootstrap: draw rows with replacement.
    #[param(default = true)]
    pub bootstrap: bool,
    /// Draw features with replacement; one that is drawn again is there once.
    #[param(default = false)]
    pub bootstrap_features: bool,
    /// Compute the out-of-bag (OOB) score: each row is predicted by the base learners that have not seen it.
    #[param(default = false)]
    pub oob_score: bool,
}

impl Fit for Bagging {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learner = learner_of(self.estimator.as_ref(), tree)?;
        let (sampler, weights) = (RowSampler::of(&data), data.row_weights());
        let mut summary = TrainingSummary::default();
        let total: f64 = weights.iter().sum();
        if total < 30.0 && total < 0.5 * weights.len() as f64 {
            summary.warnings.push(format!(
                "the sample weights sum to {total}, so base learners draw about {} rows; let 1 be the weight of one row",
                (total * self.max_samples).round().max(1.0)
            ));
        }
        // With all columns, what the learner prepares serves every member.
        let shared = if self.max_features < 1.0 || self.bootstrap_features {
            None
        } else {
            Some(ReweightedTrainer::new(&*learner, &data)?)
        };
        let count = self.n_estimators as usize;
        let trained = in_parallel(count, run, |index, own| {
            let seed = run.root_seed().derive(index as u64);
            let drawn = self.draw(&sampler, &weights, &mut seed.derive(ROWS).rng());
            let member = match &shared {
                Some(retrainer) => Member::of(retrainer.fit(&drawn, own)?),
                None => {
                    let columns = self.columns(&data.feature_names(), &mut seed.derive(COLUMNS).rng());
                    let names: Vec<&str> =
                        columns.iter().map(|&c| data.feature_names()[c as usize]).collect();
                    let part = data.clone().only(&names)?;
                    let model = ReweightedTrainer::new(&*learner, &part)?.fit(&drawn, own)?;
                    Member { model, columns: Some(columns) }
                }
            };
            Ok((member, drawn))
        })?;
        for (place, (member, drawn)) in trained.iter().enumerate() {
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: match &member.columns {
                    Some(columns) => format!("columns {columns:?}"),
                    None => "a sample".to_string(),
                },
                rows: drawn.iter().filter(|&&w| w > 0.0).count(),
                weight: drawn.iter().sum(),
            });
        }
        if self.oob_score {
            self.score_out_of_bag(&trained, &data, &mut summary, run)?;
        }
        let members: Vec<Member> = trained.into_iter().map(|(member, _)| member).collect();
        let rule = CombinationRule::Mean { weights: vec![1.0; members.len()] };
        ensemble(self, &data, members, rule, summary)
    }
}

impl Bagging {
    /// The weight of each row in a sample.
    fn draw(&self, sampler: &RowSampler, weights: &[f64], rng: &mut Rng) -> Vec<f64> {
        match self.bootstrap {
            true => sampler.bootstrap(weights, self.max_samples, rng),
            false => sampler.subsample(weights, self.max_samples, rng),
        }
    }

    /// Some columns, drawn in the order of their names so that their order in the table does not matter.
    fn columns(&self, names: &[&str], rng: &mut Rng) -> Vec<u32> {
        let mut by_name: Vec<u32> = (0..names.len() as u32).collect();
        by_name.sort_by_key(|&column| names[column as usize]);
        let count = ((self.max_features * names.len() as f64).round() as usize).clamp(1, names.len().max(1));
        let mut drawn: Vec<u32> = if self.bootstrap_features && !by_name.is_empty() {
            (0..count).map(|_| by_name[rng.below(by_name.len())]).collect()
        } else {
            rng.shuffle(&mut by_name);
            by_name.into_iter().take(count).collect()
        };
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }

    /// Out-of-bag score: evaluates each row by the members that did not see it: accuracy, or the fraction of the variance
    /// that is explained.
    fn score_out_of_bag(
        &self,
        trained: &[(Member, Vec<f64>)],
        data: &Dataset,
        summary: &mut TrainingSummary,
        run: &Run,
    ) -> Result<()> {
        let (features, weights) = (data.row_features(), data.row_weights());
        let score = match data.task()? {
            Task::Classification => {
                let (truth, levels) = classes_of(data)?;
                let sums = out_of_bag(trained, &features, levels.len(), |member, rows| {
                    Ok(member.probabilities(rows)?.into_values())
                })?;
                let right = |row: usize| {
                    let shares = sums.get(row)?;
                    Some(f64::from(u8::from(first_largest(shares) as u32 == truth[row])))
                };
                weighted_mean((0..truth.len()).filter_map(|row| Some((right(row)?, weights[row]))))
            }
            _ => {
                let truth = numbers_of(data)?;
                let sums = out_of_bag(trained, &features, 1, |member, rows| member.numbers(rows))?;
                let judged: Vec<(f64, f64, f64)> = (0..truth.len())
                    .filter_map(|row| Some((truth[row], sums.get(row)?[0] / sums.counts[row], weights[row])))
                    .collect();
                let mean = weighted_mean(judged.iter().map(|&(y, _, w)| (y, w)));
                let error = weighted_mean(judged.iter().map(|&(y, p, w)| ((y - p).powi(2), w)));
                let spread = weighted_mean(judged.iter().map(|&(y, _, w)| ((y - mean).powi(2), w)));
                1.0 - error / spread
            }
        };
        if score.is_finite() {
            summary.details.insert("oob_score".to_string(), score.into());
            run.trace(|| EnsembleEvent::Measured { what: "out-of-bag score".to_string(), value: score });
        } else {
            summary
                .warnings
                .push("there is no out-of-bag score: every base learner saw every row".to_string());
        }
        Ok(())
    }
}

/// The sums of the answers of those members that did not see a row.
struct OutOfBagSums {
    width: usize,
    sums: Vec<f64>,
    counts: Vec<f64>,
}

impl OutOfBagSums {
    /// The sum for a row, if some member did not see it.
    fn get(&self, row: usize) -> Option<&[f64]> {
        (self.counts[row] > 0.0).then(|| &self.sums[row * self.width..(row + 1) * self.width])
    }
}

fn out_of_bag(
    trained: &[(Member, Vec<f64>)],
    features: &Features<'_>,
    width: usize,
    ask: impl Fn(&Member, &Features<'_>) -> Result<Vec<f64>>,
) -> Result<OutOfBagSums> {
    let rows = features.rows();
    let mut out_of_bag = OutOfBagSums { width, sums: vec![0.0; rows * width], counts: vec![0.0; rows] };
    for (member, drawn) in trained {
        let left: Vec<u32> = (0..rows as u32).filter(|&row| drawn[row as usize] == 0.0).collect();
        let answers = ask(member, &picked(features, &left))?;
        for (answer, &row) in answers.chunks(width.max(1)).zip(&left) {
            let row = row as usize;
            out_of_bag.counts[row] += 1.0;
            out_of_bag.sums[row * width..(row + 1) * width].iter_mut().zip(answer).for_each(|(s, a)| *s += a);
        }
    }
    Ok(out_of_bag)
}

/// NaN if there is no weight.
fn weighted_mean(numbers: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (number, weight) in numbers {
        sum += number * weight;
        total += weight;
    }
    sum / total
}
