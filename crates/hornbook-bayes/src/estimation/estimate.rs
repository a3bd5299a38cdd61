//! Estimates of the columns of a dataset, in memory, in batches and from more rows later.

use super::family::ConjugateFamily;
use super::statistics::SufficientStatistics as _;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, MISSING_CODE};
use hornbook_learner::{
    Batches, CheckedBatches, PassOutcome, StatisticalQuery, run_query_in_batches, run_query_in_memory,
};
use std::fmt;

/// What is known of the parameters of a family after the rows of a dataset.
///
/// ```
/// use hornbook_bayes::estimation::{ConjugateEstimate, NormalMeanPrecision};
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_math::distributions::{NormalGamma, Univariate};
///
/// let table = Table::builder().number("x", vec![4.0, 6.0, 5.0, 7.0, 8.0]).build()?;
/// let prior = NormalGamma::new(0.0, 1.0, 2.0, 3.0)?;
/// let estimate = ConjugateEstimate::of(NormalMeanPrecision, prior, &table.dataset(), &Run::default())?;
/// assert_eq!(estimate.most_likely()?, [6.0, 0.5]);
/// assert!((estimate.predictive()?.density(6.0) - 0.14489382650464755).abs() < 1e-14);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ConjugateEstimate<F: ConjugateFamily> {
    family: F,
    prior: F::ParameterDistribution,
    statistics: F::Statistics,
    posterior: F::ParameterDistribution,
    incomplete: u64,
}

impl<F: ConjugateFamily> ConjugateEstimate<F> {
    /// From the features of a dataset, as many as a row of the family has numbers. Rows in which one is missing are left out.
    pub fn of(
        family: F,
        prior: F::ParameterDistribution,
        data: &Dataset,
        run: &Run,
    ) -> Result<ConjugateEstimate<F>> {
        check(&family, data)?;
        let mut gathering = ConjugateQuery { family: &family, gathered: None };
        run.install(|| run_query_in_memory(&mut gathering, data, run))?;
        let gathered = gathering.finish();
        ConjugateEstimate::from_gathered(family, prior, gathered)
    }

    /// The same from batches; the same to the last bit if they hold a multiple of [`hornbook_learner::CHUNK_ROWS`] rows.
    pub fn of_batches(
        family: F,
        prior: F::ParameterDistribution,
        batches: &dyn Batches,
        run: &Run,
    ) -> Result<ConjugateEstimate<F>> {
        let mut gathering = ConjugateQuery { family: &family, gathered: None };
        run.install(|| {
            let checked = CheckedBatches::new(batches, |batch| check(&family, batch));
            run_query_in_batches(&mut gathering, &checked, run)
        })?;
        let gathered = gathering.finish();
        ConjugateEstimate::from_gathered(family, prior, gathered)
    }

    /// From statistics that were gathered elsewhere.
    pub fn from_statistics(
        family: F,
        prior: F::ParameterDistribution,
        statistics: F::Statistics,
    ) -> Result<ConjugateEstimate<F>> {
        ConjugateEstimate::from_gathered(family, prior, ConjugateStatistic { statistics, incomplete: 0 })
    }

    fn from_gathered(
        family: F,
        prior: F::ParameterDistribution,
        gathered: ConjugateStatistic<F>,
    ) -> Result<ConjugateEstimate<F>> {
        let ConjugateStatistic { statistics, incomplete } = gathered;
        let posterior = family.posterior(&prior, &statistics)?;
        Ok(ConjugateEstimate { family, prior, statistics, posterior, incomplete })
    }

    /// The estimate after more rows: the same as from all rows at once.
    pub fn with_rows(&self, data: &Dataset, run: &Run) -> Result<ConjugateEstimate<F>> {
        let more = ConjugateEstimate::of(self.family.clone(), self.prior.clone(), data, run)?;
        self.merged(&more)
    }

    /// The estimate from the rows of both, with the prior of this one.
    pub fn merged(&self, other: &ConjugateEstimate<F>) -> Result<ConjugateEstimate<F>> {
        let mut statistics = self.statistics.clone();
        statistics.merge(&other.statistics);
        let incomplete = self.incomplete + other.incomplete;
        ConjugateEstimate::from_gathered(
            self.family.clone(),
            self.prior.clone(),
            ConjugateStatistic { statistics, incomplete },
        )
    }

    /// The family.
    pub fn family(&self) -> &F {
        &self.family
    }

    /// The prior.
    pub fn prior(&self) -> &F::ParameterDistribution {
        &self.prior
    }

    /// What the rows say.
    pub fn statistics(&self) -> &F::Statistics {
        &self.statistics
    }

    /// The posterior.
    pub fn posterior(&self) -> &F::ParameterDistribution {
        &self.posterior
    }

    /// How many rows were left out because a value is missing.
    pub fn incomplete(&self) -> u64 {
        self.incomplete
    }

    /// The maximum-likelihood estimate.
    pub fn most_likely(&self) -> Result<Vec<f64>> {
        self.family.most_likely(&self.statistics)
    }

    /// The maximum-a-posteriori estimate.
    pub fn most_probable(&self) -> Result<Vec<f64>> {
        self.family.most_probable(&self.posterior)
    }

    /// The mean of the posterior.
    pub fn expected(&self) -> Vec<f64> {
        self.family.expected(&self.posterior)
    }

    /// The distribution of the next row.
    pub fn predictive(&self) -> Result<F::Predictive> {
        self.family.predictive(&self.posterior)
    }

    /// The logarithm of the evidence: how probable the rows were before they were seen.
    pub fn ln_evidence(&self) -> Result<f64> {
        self.family.ln_evidence(&self.prior, &self.statistics)
    }
}

/// A table of the parameters, and the belief before and after.
impl<F: ConjugateFamily> fmt::Display for ConjugateEstimate<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.summary().fmt(f)
    }
}

/// Refuses a dataset of another width.
fn check<F: ConjugateFamily>(family: &F, data: &Dataset) -> Result<()> {
    let (columns, names) = (family.columns(), data.feature_names());
    if names.len() == columns {
        return Ok(());
    }
    Err(Error::data(
        format!(
            "'{}' is estimated from {columns} columns, and there are {}",
            family.pair().name,
            names.len()
        ),
        "name the columns to look at with only(…)",
    ))
}

struct ConjugateQuery<'a, F: ConjugateFamily> {
    family: &'a F,
    gathered: Option<ConjugateStatistic<F>>,
}

struct ConjugateStatistic<F: ConjugateFamily> {
    statistics: F::Statistics,
    incomplete: u64,
}

impl<F: ConjugateFamily> ConjugateQuery<'_, F> {
    fn finish(self) -> ConjugateStatistic<F> {
        let empty = self.empty();
        self.gathered.unwrap_or(empty)
    }
}

impl<F: ConjugateFamily> StatisticalQuery for ConjugateQuery<'_, F> {
    type Statistic = ConjugateStatistic<F>;

    fn empty(&self) -> ConjugateStatistic<F> {
        ConjugateStatistic { statistics: self.family.empty(), incomplete: 0 }
    }

    fn add(&self, gathered: &mut ConjugateStatistic<F>, rows: &Dataset, _first: u64) -> Result<()> {
        let features: Vec<Feature> = (0..rows.features().len()).map(|index| rows.feature(index)).collect();
        let (weights, mut numbers) = (rows.weights(), vec![0.0; features.len()]);
        for row in rows.rows().iter().map(|row| row as usize) {
            let weight = weights.map_or(1.0, |weights| weights[row]);
            if weight == 0.0 {
                continue;
            }
            for (number, feature) in numbers.iter_mut().zip(&features) {
                *number = match feature {
                    Feature::Number(values) => values[row],
                    Feature::Code(codes, _) if codes[row] == MISSING_CODE => f64::NAN,
                    Feature::Code(codes, _) => f64::from(codes[row]),
                    Feature::Text(_) | Feature::Object(_) => f64::NAN,
                };
            }
            if numbers.iter().any(|number| number.is_nan()) {
                gathered.incomplete += 1;
            } else {
                self.family.add(&mut gathered.statistics, &numbers, weight)?;
            }
        }
        Ok(())
    }

    fn merge(&self, into: &mut ConjugateStatistic<F>, from: ConjugateStatistic<F>) -> Result<()> {
        into.statistics.merge(&from.statistics);
        into.incomplete += from.incomplete;
        Ok(())
    }

    fn update(&mut self, gathered: ConjugateStatistic<F>) -> Result<PassOutcome> {
        self.gathered = Some(gathered);
        Ok(PassOutcome::Done)
    }
}
