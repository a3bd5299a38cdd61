//! Learners side by side: on one table by their folds, on several by their ranks.
//!
//! All learners are trained and judged on the same splits. The tests are those of [`comparing`](crate::comparing).

mod comparison;
mod study;

pub use comparison::{Comparison, PairComparison};
pub use study::Study;

use crate::evaluate::{evaluate_each, rows_that_count};
use crate::judging::Judging;
use crate::measure::Measure;
use crate::resampling::{CrossValidation, Resampling};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Learner;
use std::sync::Arc;

/// A learner with the name it goes by in a contest.
pub struct Contender {
    /// The name, different from every other's.
    pub name: String,
    /// The learner.
    pub learner: Box<dyn Learner>,
}

/// How learners are set against each other.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::contest::{Contender, Contest};
/// use hornbook_learner::Baseline;
/// use hornbook_trees::DecisionTree;
/// let kinds: Vec<Option<&str>> = (0..60).map(|i| Some(if i % 20 < 8 { "a" } else { "b" })).collect();
/// let table = Table::builder().number("x", (0..60).map(|i| f64::from(i % 20)).collect()).category("kind", &kinds);
/// let data = table.build()?.dataset().target("kind")?;
/// let contenders = [
///     Contender { name: "tree".into(), learner: Box::new(DecisionTree::default()) },
///     Contender { name: "guess".into(), learner: Box::new(Baseline::default()) },
/// ];
/// let result = Contest::default().on_one(&contenders, &data, &Run::default())?;
/// assert!(result.pairs[0].p_value.unwrap() < 0.001);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Contest {
    design: Arc<dyn Resampling>,
    judging: Judging,
    rope: Option<f64>,
}

impl Default for Contest {
    fn default() -> Contest {
        Contest { design: Arc::new(CrossValidation::new(10)), judging: Judging::default(), rope: None }
    }
}

impl Contest {
    /// How the rows are divided; 10-fold cross-validation by default.
    #[must_use]
    pub fn design(self, design: impl Resampling + 'static) -> Contest {
        self.shared_design(Arc::new(design))
    }

    /// As [`design`](Contest::design), for a design that is shared already.
    #[must_use]
    pub fn shared_design(self, design: Arc<dyn Resampling>) -> Contest {
        Contest { design, ..self }
    }

    /// By what learners are judged: the first measure is compared.
    #[must_use]
    pub fn judging(self, judging: Judging) -> Contest {
        Contest { judging, ..self }
    }

    /// Differences of at most this do not matter in practice. By default 0.01 for measures between 0 and 1, and 1 % of
    /// the better value for others.
    #[must_use]
    pub fn rope(self, rope: f64) -> Contest {
        Contest { rope: Some(rope), ..self }
    }

    /// Compares learners on one table.
    pub fn on_one(&self, contenders: &[Contender], data: &Dataset, run: &Run) -> Result<Comparison> {
        check(contenders)?;
        let data = rows_that_count(data)?;
        let plan = self.design.plan(&data)?;
        let test_share = plan.test_share();
        let learners: Vec<&dyn Learner> = contenders.iter().map(|contender| &*contender.learner).collect();
        let evaluations = evaluate_each(&learners, &data, plan, &self.judging, run)?;
        let names = contenders.iter().map(|contender| contender.name.clone()).collect();
        Comparison::of(names, evaluations, test_share, self.rope, self.judging.bootstrap().level)
    }

    /// Compares learners on several tables.
    pub fn on_many(
        &self,
        contenders: &[Contender],
        tables: &[(String, Dataset)],
        run: &Run,
    ) -> Result<Study> {
        let comparisons = tables
            .iter()
            .map(|(name, data)| {
                self.on_one(contenders, data, run).map_err(|error| match error {
                    Error::Cancelled => Error::Cancelled,
                    other => Error::data(format!("on '{name}': {other}"), "leave it out, or correct it"),
                })
            })
            .collect::<Result<Vec<Comparison>>>()?;
        let names = tables.iter().map(|(name, _)| name.clone()).collect();
        Study::of(names, comparisons, self.rope)
    }
}

fn check(contenders: &[Contender]) -> Result<()> {
    if contenders.len() < 2 {
        return Err(Error::data("a comparison needs at least two learners", "name another one"));
    }
    let twice = |(at, contender): (usize, &Contender)| {
        contenders[..at].iter().any(|other| other.name == contender.name).then(|| contender.name.clone())
    };
    match contenders.iter().enumerate().find_map(twice) {
        Some(name) => {
            Err(Error::data(format!("two learners go by the name '{name}'"), "give each a name of its own"))
        }
        None => Ok(()),
    }
}

/// The region of practical equivalence: what was asked for, or what suits the measure.
fn rope_of(asked: Option<f64>, measure: Measure, values: &[f64]) -> f64 {
    use Measure::*;
    let relative = matches!(
        measure,
        LogLoss
            | ExpectedLoss
            | Rmse
            | Mse
            | Mae
            | MedianError
            | LargestError
            | Pinball(_)
            | PoissonDeviance
            | GammaDeviance
    );
    let best = values.iter().map(|x| x.abs()).filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min);
    asked.unwrap_or(if relative && best.is_finite() { 0.01 * best } else { 0.01 })
}
