//! The central limit theorem: means of samples, and how their distribution approaches the normal.

use super::simulation::{MOST_DRAWS, MOST_SAMPLES, check_count};
use super::student::moments;
use super::student_mean;
use crate::resampling::wrong;
use hornbook_core::{Error, Result, Rng, Run, Seed};
use hornbook_math::distributions::normal_cdf;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// Bins of a histogram of standardized means, each half a standard error wide, from -4 to 4.
const BINS: usize = 16;

/// The mean of a sample in units of its standard error, for a distribution whose mean and standard deviation are known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandardizedMean {
    /// The mean of the sample, $\bar y$.
    pub mean: f64,
    /// Its standard error, $\sigma / \sqrt n$.
    pub standard_error: f64,
    /// $(\bar y - \mu) / (\sigma / \sqrt n)$: close to standard normal for large samples of any distribution.
    pub z: f64,
}

impl StandardizedMean {
    /// Of a sample from a distribution with this mean and standard deviation. `None` for an empty sample, for numbers that are
    /// not finite, or for a deviation that is not above zero.
    ///
    /// ```
    /// use hornbook_evaluation::intervals::StandardizedMean;
    /// // Four rolls of a fair die.
    /// let found = StandardizedMean::of(&[6.0, 5.0, 6.0, 4.0], 3.5, (35.0f64 / 12.0).sqrt()).unwrap();
    /// assert_eq!(found.mean, 5.25);
    /// assert!((found.z - 1.75 * 2.0 / (35.0f64 / 12.0).sqrt()).abs() < 1e-12);
    /// ```
    pub fn of(values: &[f64], mean: f64, deviation: f64) -> Option<StandardizedMean> {
        let is_usable = !values.is_empty() && values.iter().chain([&mean]).all(|x| x.is_finite());
        if !(is_usable && deviation > 0.0 && deviation.is_finite()) {
            return None;
        }
        let (n, found, _) = moments(values);
        let standard_error = deviation / n.sqrt();
        Some(StandardizedMean { mean: found, standard_error, z: (found - mean) / standard_error })
    }
}

/// A simulation of the central limit theorem: means of many samples of each size, drawn from any distribution.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_evaluation::intervals::CentralLimit;
/// // Waiting times, which are far from normal: their means are not.
/// let simulation = CentralLimit { sizes: vec![1, 30], samples: 5000, level: 0.95, seed: 1 };
/// let steps = simulation.run(1.0, 1.0, |rng| -(-rng.unit()).ln_1p(), &Run::default())?.steps;
/// assert!(steps[0].distance > 0.13 && steps[1].distance < 0.05);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CentralLimit {
    /// Sizes of samples.
    pub sizes: Vec<usize>,
    /// How many samples of each size.
    pub samples: usize,
    /// The level of the confidence intervals of the mean.
    pub level: f64,
    /// Where the random numbers come from.
    pub seed: u64,
}

/// How close to normal means of samples of one size are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CentralLimitStep {
    /// Values a sample.
    pub size: usize,
    /// The mean of the means, close to $\mu$.
    pub mean: f64,
    /// The standard deviation of the means.
    pub deviation: f64,
    /// What it is to be: the standard error $\sigma / \sqrt n$.
    pub standard_error: f64,
    /// The skewness of the means, that of one value over $\sqrt n$; 0 for the normal distribution.
    pub skewness: f64,
    /// The largest distance between the distribution function of the standardized means and that of the standard normal
    /// distribution (Kolmogorov's).
    pub distance: f64,
    /// The fraction of the standardized means in each half unit from -4 to 4; what is beyond counts at the ends.
    pub histogram: Vec<f64>,
    /// The fraction of samples whose Student interval holds $\mu$; a sample without an interval holds nothing.
    pub coverage: f64,
}

/// What came of a simulation of the central limit theorem, a step a size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CentralLimitExperiment {
    /// The level of the intervals.
    pub level: f64,
    /// In the order of the sizes.
    pub steps: Vec<CentralLimitStep>,
}

impl CentralLimit {
    /// Draws the samples. `draw` draws a value of a distribution with this mean and standard deviation.
    pub fn run(
        &self,
        mean: f64,
        deviation: f64,
        draw: impl Fn(&mut Rng) -> f64 + Sync,
        run: &Run,
    ) -> Result<CentralLimitExperiment> {
        let subject = "central limit theorem";
        check_count(subject, "samples", self.samples, 2..=MOST_SAMPLES)?;
        if !(mean.is_finite() && deviation > 0.0 && deviation.is_finite()) {
            return Err(Error::data(
                format!("the distribution has the mean {mean} and the standard deviation {deviation}"),
                "give a distribution with a finite mean and a finite standard deviation above zero",
            ));
        }
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(wrong(subject, "level", self.level, "a number above 0 and below 1"));
        }
        let step = |(place, &size): (usize, &usize)| {
            check_count(subject, "sizes", size, 1..=MOST_DRAWS)?;
            let sample = |index: u64| {
                run.check()?;
                let mut rng = Seed(self.seed).derive(place as u64).derive(index).rng();
                let values: Vec<f64> = (0..size).map(|_| draw(&mut rng)).collect();
                let found = StandardizedMean::of(&values, mean, deviation).ok_or_else(|| {
                    Error::data("a value that was drawn is not finite", "draw finite numbers")
                })?;
                let holds = student_mean(&values, self.level).is_some_and(|interval| interval.contains(mean));
                Ok((found, holds))
            };
            let samples: Vec<(StandardizedMean, bool)> = run.install(|| {
                (0..self.samples as u64).into_par_iter().map(sample).collect::<Result<Vec<_>>>()
            })?;
            Ok(CentralLimitStep::of(size, &samples))
        };
        let steps = self.sizes.iter().enumerate().map(step).collect::<Result<Vec<_>>>()?;
        Ok(CentralLimitExperiment { steps, level: self.level })
    }
}

impl CentralLimitStep {
    fn of(size: usize, samples: &[(StandardizedMean, bool)]) -> CentralLimitStep {
        let means: Vec<f64> = samples.iter().map(|(found, _)| found.mean).collect();
        let (count, mean, variance) = moments(&means);
        let deviation = variance.sqrt();
        let cubes = means.iter().map(|x| ((x - mean) / deviation).powi(3)).sum::<f64>() / count;
        let mut standardized: Vec<f64> = samples.iter().map(|(found, _)| found.z).collect();
        standardized.sort_by(f64::total_cmp);
        // The empirical distribution function jumps at each value: both sides count.
        let distance = standardized.iter().enumerate().fold(0.0, |most: f64, (place, &z)| {
            let (below, expected) = (place as f64 / count, normal_cdf(z));
            most.max((expected - below).abs()).max((below + 1.0 / count - expected).abs())
        });
        let mut histogram = vec![0.0; BINS];
        for z in &standardized {
            histogram[((2.0 * (z + 4.0)).max(0.0) as usize).min(BINS - 1)] += 1.0 / count;
        }
        CentralLimitStep {
            size,
            mean,
            deviation,
            standard_error: samples.first().map_or(f64::NAN, |(found, _)| found.standard_error),
            skewness: cubes,
            distance,
            histogram,
            coverage: samples.iter().filter(|(_, holds)| *holds).count() as f64 / count,
        }
    }
}

impl fmt::Display for CentralLimitExperiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "size  SD of means  standard error  skewness  distance  coverage of {} %",
            100.0 * self.level
        )?;
        for step in &self.steps {
            write!(
                f,
                "\n{:>4}  {:>11.4}  {:>14.4}  {:>8.3}  {:>8.4}  {:>7.1} %",
                step.size,
                step.deviation,
                step.standard_error,
                step.skewness,
                step.distance,
                100.0 * step.coverage
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::ToJson;
    use hornbook_math::distributions::{Gamma, Univariate};

    const SIMULATION: fn(Vec<usize>) -> CentralLimit =
        |sizes| CentralLimit { sizes, samples: 20_000, level: 0.95, seed: 3 };

    fn exponential(rng: &mut Rng) -> f64 {
        -(-rng.unit()).ln_1p()
    }

    /// The mean of n exponential values has a gamma distribution, so that every number is known.
    // proves: 000a:J17
    #[test]
    fn means_of_waiting_times_become_normal() {
        let sizes = vec![1, 4, 16, 64, 256];
        let found = SIMULATION(sizes.clone()).run(1.0, 1.0, exponential, &Run::default()).unwrap();
        let count = 20_000.0f64;
        for (step, &size) in found.steps.iter().zip(&sizes) {
            let n = size as f64;
            assert_eq!((step.size, step.standard_error), (size, 1.0 / n.sqrt()));
            assert!((step.mean - 1.0).abs() < 3.0 * step.standard_error / count.sqrt(), "{step:?}");
            // The fourth moment of a gamma mean gives the standard error of its deviation.
            let error = ((2.0 + 6.0 / n) / (4.0 * count)).sqrt() * step.standard_error;
            assert!((step.deviation - step.standard_error).abs() < 3.0 * error, "{step:?}");
            let gamma = Gamma::new(n, 1.0).unwrap();
            let steps = (-400..=800).map(|z| f64::from(z) / 100.0);
            let exact =
                steps.fold(0.0, |most: f64, z| most.max((gamma.cdf(n + z * n.sqrt()) - normal_cdf(z)).abs()));
            // Dvoretzky, Kiefer and Wolfowitz: as rare as three standard errors.
            let bound = ((2.0 / 0.0027f64).ln() / (2.0 * count)).sqrt();
            assert!((step.distance - exact).abs() < bound, "{} and {exact}", step.distance);
            assert!((step.histogram.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let below = gamma.cdf(n - 0.5 * n.sqrt()) - gamma.cdf(n - n.sqrt());
            assert!(
                (step.histogram[6] - below).abs() < 3.0 * (below * (1.0 - below) / count).sqrt(),
                "{step:?}"
            );
        }
        let falling =
            |of: fn(&CentralLimitStep) -> f64| found.steps.windows(2).all(|pair| of(&pair[1]) < of(&pair[0]));
        assert!(falling(|step| step.distance) && falling(|step| step.skewness));
        // The skewness of the mean is 2/√n; of 256 values, its estimate is nearly as sure as that of a normal sample.
        let last = &found.steps[4];
        assert!((last.skewness - 2.0 / 16.0).abs() < 3.0 * (6.0 / count).sqrt() * 1.1, "{last:?}");
        // Intervals of few waiting times hold the mean too rarely; those of many do what they say.
        assert!(found.steps[1].coverage < 0.92 && found.steps[0].coverage == 0.0);
        // Hall's first Edgeworth term for a skewness of 2 and an excess kurtosis of 6 takes 0.0035 off the level.
        let expected = 0.95 - 0.0035;
        assert!(
            (last.coverage - expected).abs() < 3.0 * (expected * (1.0 - expected) / count).sqrt(),
            "{last:?}"
        );
        assert!(found.to_string().lines().nth(5).unwrap().starts_with(" 256"), "{found}");
        assert_eq!(found.to_json()["steps"].as_array().unwrap().len(), 5);
    }

    /// Means of normal values are normal for every size, and their intervals exact.
    // proves: 000a:J17
    #[test]
    fn means_of_normal_values_are_normal() {
        let normal = |rng: &mut Rng| {
            5.0 + 2.0 * hornbook_math::distributions::normal_quantile(rng.unit() + f64::EPSILON / 4.0)
        };
        let found = SIMULATION(vec![2, 10]).run(5.0, 2.0, normal, &Run::default()).unwrap();
        let bound = ((2.0 / 0.0027f64).ln() / 40_000.0).sqrt();
        for step in &found.steps {
            assert!(
                step.distance < bound && step.skewness.abs() < 3.0 * (6.0 / 20_000.0f64).sqrt(),
                "{step:?}"
            );
            assert!((step.coverage - 0.95).abs() < 3.0 * (0.95 * 0.05 / 20_000.0f64).sqrt(), "{step:?}");
        }
        let one = SIMULATION(vec![2, 10]).run(5.0, 2.0, normal, &Run::default().threads(1)).unwrap();
        assert_eq!(one, found);
    }

    #[test]
    fn refusals() {
        let run = Run::default();
        let with = |simulation: CentralLimit, mean, deviation| {
            simulation.run(mean, deviation, exponential, &run).unwrap_err().to_string()
        };
        assert!(with(SIMULATION(vec![0]), 1.0, 1.0).contains("sizes"));
        assert!(with(CentralLimit { samples: 1, ..SIMULATION(vec![2]) }, 1.0, 1.0).contains("samples"));
        assert!(with(CentralLimit { level: 1.0, ..SIMULATION(vec![2]) }, 1.0, 1.0).contains("level"));
        assert!(with(SIMULATION(vec![2]), 1.0, f64::INFINITY).contains("standard deviation inf"));
        let infinite = SIMULATION(vec![2]).run(0.0, 1.0, |_| f64::INFINITY, &run).unwrap_err();
        assert!(infinite.to_string().contains("not finite"));
        assert!(StandardizedMean::of(&[], 0.0, 1.0).is_none());
        assert!(StandardizedMean::of(&[1.0], 0.0, 0.0).is_none());
    }
}
