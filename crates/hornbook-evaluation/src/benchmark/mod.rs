//! Model comparison with significance tests: on one dataset by the folds, on several by mean ranks.
//!
//! All learners are trained and evaluated on the same splits. The tests are those of [`significance`](crate::significance).

mod comparison;
mod multi_dataset;

pub use comparison::{Comparison, PairComparison};
pub use multi_dataset::MultiDatasetComparison;

use crate::evaluate::{evaluate_each, rows_that_count};
use crate::measure::Measure;
use crate::options::EvaluationOptions;
use crate::resampling::{AutoCrossValidation, Resampling};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;
use std::sync::Arc;

/// A learner with its name in a comparison.
pub struct BenchmarkLearner {
    /// The name, different from every other's.
    pub name: String,
    /// The learner.
    pub learner: Box<dyn Learner>,
}

/// How learners are compared.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::benchmark::{BenchmarkLearner, Benchmark};
/// use hornbook_learner::Baseline;
/// use hornbook_trees::DecisionTree;
/// let kinds: Vec<Option<&str>> = (0..60).map(|i| Some(if i % 20 < 8 { "a" } else { "b" })).collect();
/// let table = Table::builder().number("x", (0..60).map(|i| f64::from(i % 20)).collect()).category("kind", &kinds);
/// let data = table.build()?.dataset().target("kind")?;
/// let learners_compared = [
///     BenchmarkLearner { name: "tree".into(), learner: Box::new(DecisionTree::default()) },
///     BenchmarkLearner { name: "guess".into(), learner: Box::new(Baseline::default()) },
/// ];
/// let result = Benchmark::default().compare_on(&learners_compared, &data, &Run::default())?;
/// assert!(result.pairs[0].p_value.unwrap() < 0.001);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Benchmark {
    design: Arc<dyn Resampling>,
    scoring: EvaluationOptions,
    rope: Option<f64>,
}

impl Default for Benchmark {
    fn default() -> Benchmark {
        Benchmark {
            design: Arc::new(AutoCrossValidation::new(10)),
            scoring: EvaluationOptions::default(),
            rope: None,
        }
    }
}

impl Benchmark {
    /// The resampling design; 10-fold cross-validation by default.
    #[must_use]
    pub fn design(self, design: impl Resampling + 'static) -> Benchmark {
        self.shared_design(Arc::new(design))
    }

    /// As [`design`](Benchmark::design), for a design that is shared already.
    #[must_use]
    pub fn shared_design(self, design: Arc<dyn Resampling>) -> Benchmark {
        Benchmark { design, ..self }
    }

    /// The metrics: the first one is compared.
    #[must_use]
    pub fn scoring(self, scoring: EvaluationOptions) -> Benchmark {
        Benchmark { scoring, ..self }
    }

    /// Region of practical equivalence (ROPE): differences up to this count as none. By default 0.01 for metrics between 0
    /// and 1, and 1 % of the better value for others.
    #[must_use]
    pub fn rope(self, rope: f64) -> Benchmark {
        Benchmark { rope: Some(rope), ..self }
    }

    /// Compares learners on one table.
    pub fn compare_on(
        &self,
        learners_compared: &[BenchmarkLearner],
        data: &Dataset,
        run: &Run,
    ) -> Result<Comparison> {
        check(learners_compared)?;
        let data = rows_that_count(data)?;
        let plan = self.design.plan(&data)?;
        let test_share = plan.test_share();
        let learners: Vec<&dyn Learner> =
            learners_compared.iter().map(|contender| &*contender.learner).collect();
        let evaluations = evaluate_each(&learners, &data, plan, &self.scoring, run)?;
        let names = learners_compared.iter().map(|contender| contender.name.clone()).collect();
        Comparison::of(names, evaluations, test_share, self.rope, self.scoring.bootstrap().level)
    }

    /// Compares learners on several tables.
    pub fn compare_across(
        &self,
        learners_compared: &[BenchmarkLearner],
        tables: &[(String, Dataset)],
        run: &Run,
    ) -> Result<MultiDatasetComparison> {
        let comparisons = tables
            .iter()
            .map(|(name, data)| {
                self.compare_on(learners_compared, data, run).map_err(|error| match error {
                    Error::Canceled => Error::Canceled,
                    other => Error::data(format!("on '{name}': {other}"), "leave it out, or correct it"),
                })
            })
            .collect::<Result<Vec<Comparison>>>()?;
        let names = tables.iter().map(|(name, _)| name.clone()).collect();
        MultiDatasetComparison::of(names, comparisons, self.rope)
    }
}

fn check(learners_compared: &[BenchmarkLearner]) -> Result<()> {
    if learners_compared.len() < 2 {
        return Err(Error::data("a comparison needs at least two learners", "name another one"));
    }
    let twice = |(at, contender): (usize, &BenchmarkLearner)| {
        learners_compared[..at]
            .iter()
            .any(|other| other.name == contender.name)
            .then(|| contender.name.clone())
    };
    match learners_compared.iter().enumerate().find_map(twice) {
        Some(name) => {
            Err(Error::data(format!("two learners go by the name '{name}'"), "give each a name of its own"))
        }
        None => Ok(()),
    }
}

/// The region of practical equivalence: what was asked for, or what suits the metric.
fn rope_of(asked: Option<f64>, measure: Measure, values: &[f64]) -> f64 {
    use Measure::*;
    let relative = matches!(
        measure,
        LogLoss
            | ExpectedLoss
            | Rmse
            | Mse
            | Mae
            | MedianAbsoluteError
            | MaxError
            | Pinball(_)
            | PoissonDeviance
            | GammaDeviance
    );
    let best = values.iter().map(|x| x.abs()).filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min);
    asked.unwrap_or(if relative && best.is_finite() { 0.01 * best } else { 0.01 })
}
