//! Simulations: the sampling distribution of the error rate, and the coverage of confidence intervals.

use super::student::moments;
use super::{Interval, wilson};
use crate::resampling::wrong;
use hornbook_core::{Error, Result, Rng, Run, Seed};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;

/// More draws than this are a mistake, not a wish.
pub(super) const MOST_DRAWS: usize = 1_000_000_000;
/// Nor are there more samples than this, as what came of each is kept.
pub(super) const MOST_SAMPLES: usize = 10_000_000;
/// Draws that one work item makes.
const CHUNK: usize = 65_536;

/// The true error of a hypothesis over finitely many instances: $\sum_x P(x) \[h(x) \ne f(x)\]$.
///
/// ```
/// use hornbook_evaluation::intervals::true_error;
/// assert_eq!(true_error(&[0.5, 0.25, 0.25], &[false, true, false])?, 0.25);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn true_error(probabilities: &[f64], is_wrong: &[bool]) -> Result<f64> {
    crate::checks::check_length(is_wrong.len(), "outcome", probabilities.len(), "instances")?;
    crate::checks::check_distribution(probabilities, probabilities.len(), None)?;
    Ok(probabilities.iter().zip(is_wrong).filter(|(_, wrong)| **wrong).map(|(p, _)| p).sum())
}

/// A true error as a simulation knows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueError {
    /// The fraction of drawn instances that the hypothesis gets wrong.
    pub error: f64,
    /// Where the true error lies.
    pub interval: Option<Interval>,
}

/// The true error of a hypothesis over instances that can only be drawn: `mistake` draws one and says whether the
/// hypothesis gets it wrong.
pub fn true_error_by_sampling(
    mistake: impl Fn(&mut Rng) -> bool + Sync,
    draws: usize,
    level: f64,
    seed: Seed,
    run: &Run,
) -> Result<TrueError> {
    check_count("true error", "draws", draws, 1..=MOST_DRAWS)?;
    let chunks: Vec<usize> =
        (0..draws.div_ceil(CHUNK)).map(|chunk| (draws - chunk * CHUNK).min(CHUNK)).collect();
    let mistakes = |(chunk, &size): (usize, &usize)| {
        run.check()?;
        Ok(mistakes(&mistake, size, &mut seed.derive(chunk as u64).rng()))
    };
    let counts: Vec<usize> =
        run.install(|| chunks.par_iter().enumerate().map(mistakes).collect::<Result<Vec<usize>>>())?;
    let (wrong, n) = (counts.iter().sum::<usize>() as f64, draws as f64);
    Ok(TrueError { error: wrong / n, interval: wilson(wrong, n, level) })
}

fn mistakes(mistake: &impl Fn(&mut Rng) -> bool, count: usize, rng: &mut Rng) -> usize {
    (0..count).filter(|_| mistake(rng)).count()
}

/// The experiment behind every interval: many samples of one size, the error of a hypothesis on each.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_evaluation::intervals::{RepeatedSampling, wilson};
/// let sampling = RepeatedSampling { samples: 2000, size: 40, seed: 1, level: 0.95 };
/// let found = sampling.run(0.3, |rng| rng.unit() < 0.3, wilson, &Run::default())?;
/// assert!((found.mean - 0.3).abs() < 0.01 && (found.variance - 0.3 * 0.7 / 40.0).abs() < 0.0005);
/// assert!((found.coverage - 0.95).abs() < 0.02);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RepeatedSampling {
    /// How many samples.
    pub samples: usize,
    /// Rows a sample.
    pub size: usize,
    /// The level of the intervals.
    pub level: f64,
    /// Where the random numbers come from.
    pub seed: u64,
}

/// What came of repeated sampling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SamplingExperiment {
    /// The error rate of each sample.
    pub rates: Vec<f64>,
    /// Their mean, close to the true error.
    pub mean: f64,
    /// Their variance, close to $p(1-p)/n$; NaN for a single sample.
    pub variance: f64,
    /// How many samples had 0, 1, 2, … mistakes, up to the most that any had.
    pub histogram: Vec<usize>,
    /// The fraction of samples whose interval holds the true error; a sample without an interval holds nothing.
    pub coverage: f64,
}

impl RepeatedSampling {
    /// Draws the samples. `mistake` draws an instance and says whether the hypothesis gets it wrong, which it does with
    /// the probability `truth`; `interval` makes an interval of mistakes, rows and a level, as [`wilson`] does.
    pub fn run(
        &self,
        truth: f64,
        mistake: impl Fn(&mut Rng) -> bool + Sync,
        interval: impl Fn(f64, f64, f64) -> Option<Interval> + Sync,
        run: &Run,
    ) -> Result<SamplingExperiment> {
        let subject = "repeated sampling";
        check_count(subject, "samples", self.samples, 1..=MOST_SAMPLES)?;
        check_count(subject, "size", self.size, 1..=MOST_DRAWS)?;
        if !(0.0..=1.0).contains(&truth) {
            return Err(wrong(subject, "truth", truth, "a probability from 0 to 1"));
        }
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(wrong(subject, "level", self.level, "a number above 0 and below 1"));
        }
        let n = self.size as f64;
        let sample = |index: u64| {
            run.check()?;
            let wrong = mistakes(&mistake, self.size, &mut Seed(self.seed).derive(index).rng());
            let holds =
                interval(wrong as f64, n, self.level).is_some_and(|interval| interval.contains(truth));
            Ok((wrong, holds))
        };
        let samples: Vec<(usize, bool)> =
            run.install(|| (0..self.samples as u64).into_par_iter().map(sample).collect::<Result<Vec<_>>>())?;
        let rates: Vec<f64> = samples.iter().map(|(wrong, _)| *wrong as f64 / n).collect();
        let most = samples.iter().map(|(wrong, _)| *wrong).max().unwrap_or(0);
        let mut histogram = vec![0; most + 1];
        samples.iter().for_each(|(wrong, _)| histogram[*wrong] += 1);
        let (count, mean, variance) = moments(&rates);
        let coverage = samples.iter().filter(|(_, holds)| *holds).count() as f64 / count;
        Ok(SamplingExperiment { rates, mean, variance, histogram, coverage })
    }
}

impl fmt::Display for SamplingExperiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deviation = self.variance.sqrt();
        writeln!(f, "{} samples: error rate {:.4} ± {deviation:.4}", self.rates.len(), self.mean)?;
        write!(f, "{:.1} % of the intervals hold the true error", 100.0 * self.coverage)
    }
}

/// Bias and variance of an estimator, as a simulation shows them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EstimatorProperties {
    /// The mean of the estimates, less the truth.
    pub bias: f64,
    /// The standard error of the bias: an estimator without bias shows one of less than two or three of these.
    pub standard_error: f64,
    /// The variance of the estimates. Among estimators without bias, prefer the one with the least.
    pub variance: f64,
    /// The mean squared distance from the truth, $\text{bias}^2$ and variance together.
    pub squared_error: f64,
}

/// Bias and variance of an estimator of something that is known: `estimate` draws a sample and gives the estimate.
///
/// ```
/// use hornbook_core::{Run, Seed};
/// use hornbook_evaluation::intervals::estimator_properties;
/// // The largest of five numbers between 0 and 1 as an estimate of 1: too small, by 1/6 on average.
/// let largest = |rng: &mut hornbook_core::Rng| (0..5).map(|_| rng.unit()).fold(0.0, f64::max);
/// let found = estimator_properties(1.0, largest, 20_000, Seed(1), &Run::default())?;
/// assert!((found.bias + 1.0 / 6.0).abs() < 3.0 * found.standard_error);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn estimator_properties(
    truth: f64,
    estimate: impl Fn(&mut Rng) -> f64 + Sync,
    draws: usize,
    seed: Seed,
    run: &Run,
) -> Result<EstimatorProperties> {
    check_count("estimator", "draws", draws, 2..=MOST_SAMPLES)?;
    let draw = |index: u64| {
        run.check()?;
        Ok(estimate(&mut seed.derive(index).rng()))
    };
    let estimates: Vec<f64> =
        run.install(|| (0..draws as u64).into_par_iter().map(draw).collect::<Result<Vec<_>>>())?;
    if let Some(x) = estimates.iter().chain([&truth]).find(|x| !x.is_finite()) {
        return Err(Error::data(
            format!("an estimate or the truth is {x}"),
            "let the estimator give a number for every sample",
        ));
    }
    let (n, mean, variance) = moments(&estimates);
    let squared_error = estimates.iter().map(|x| (x - truth).powi(2)).sum::<f64>() / n;
    Ok(EstimatorProperties {
        bias: mean - truth,
        standard_error: (variance / n).sqrt(),
        variance,
        squared_error,
    })
}

pub(super) fn check_count(
    subject: &str,
    parameter: &str,
    found: usize,
    allowed: RangeInclusive<usize>,
) -> Result<()> {
    if allowed.contains(&found) {
        return Ok(());
    }
    let expected = format!("an integer from {} to {}", allowed.start(), allowed.end());
    Err(wrong(subject, parameter, found, &expected))
}

#[cfg(test)]
mod tests {
    use super::super::{clopper_pearson, normal_share};
    use super::*;

    const SAMPLING: RepeatedSampling = RepeatedSampling { samples: 20_000, size: 40, level: 0.95, seed: 7 };

    fn coin(p: f64) -> impl Fn(&mut Rng) -> bool + Sync {
        move |rng| rng.unit() < p
    }

    /// How often an interval covers is a sum over the binomial distribution, which the experiment must find.
    // proves: 000a:J9
    #[test]
    fn coverage_is_that_of_the_binomial() {
        use hornbook_math::distributions::binomial_probability;
        type Method = fn(f64, f64, f64) -> Option<Interval>;
        let normal: Method = |wrong, n, level| Some(normal_share(wrong, n, level)?.interval);
        for method in [wilson as Method, clopper_pearson, normal] {
            let holds =
                |k: u32| method(f64::from(k), 40.0, 0.95).is_some_and(|interval| interval.contains(0.3));
            let exact: f64 =
                (0..=40).filter(|&k| holds(k)).map(|k| binomial_probability(u64::from(k), 40, 0.3)).sum();
            let found = SAMPLING.run(0.3, coin(0.3), method, &Run::default()).unwrap();
            let error = (exact * (1.0 - exact) / 20_000.0).sqrt();
            assert!((found.coverage - exact).abs() < 3.0 * error, "{} where {exact}", found.coverage);
        }
    }

    #[test]
    fn rates_are_binomial() {
        let found = SAMPLING.run(0.3, coin(0.3), wilson, &Run::default()).unwrap();
        let variance = 0.3 * 0.7 / 40.0;
        assert!((found.mean - 0.3).abs() < 3.0 * (variance / 20_000.0f64).sqrt(), "{}", found.mean);
        // The standard error of a variance by the fourth moment of a binomial share.
        let kurtosis = 3.0 + (1.0 - 6.0 * 0.21) / (40.0 * 0.21);
        let error = ((kurtosis - 1.0) / 20_000.0f64).sqrt();
        assert!((found.variance / variance - 1.0).abs() < 3.0 * error, "{}", found.variance);
        assert!(found.histogram.len() <= 41 && found.histogram.last() > Some(&0));
        assert_eq!(found.histogram.iter().sum::<usize>(), 20_000);
        let weighed: usize = found.histogram.iter().enumerate().map(|(wrong, n)| wrong * n).sum();
        assert!((weighed as f64 / 40.0 / 20_000.0 - found.mean).abs() < 1e-12);
        assert!(found.to_string().starts_with("20000 samples: error rate 0.2999 ± 0.0729\n"), "{found}");
        let threads = SAMPLING.run(0.3, coin(0.3), wilson, &Run::default().threads(3)).unwrap();
        assert_eq!(found, threads);
    }

    // proves: 000a:J2
    #[test]
    fn true_errors() {
        // XOR predicted by "the first input": wrong where the second is 1.
        let probabilities = [0.1, 0.2, 0.3, 0.4];
        let exact = true_error(&probabilities, &[false, true, false, true]).unwrap();
        assert!((exact - 0.6).abs() < 1e-15);
        let drawn = true_error_by_sampling(coin(0.6), 200_000, 0.999, Seed(5), &Run::default()).unwrap();
        assert!(drawn.interval.unwrap().contains(exact), "{drawn:?}");
        let one = Run::default().threads(1);
        assert_eq!(true_error_by_sampling(coin(0.6), 200_000, 0.999, Seed(5), &one).unwrap(), drawn);
    }

    /// The variance with divisor n is too small by σ²/n; with n − 1 it is right on average.
    // proves: 000a:J11
    #[test]
    fn a_biased_and_an_unbiased_variance() {
        let sample = |rng: &mut Rng| moments(&[0; 4].map(|_| rng.unit())).2;
        let right = estimator_properties(1.0 / 12.0, sample, 40_000, Seed(2), &Run::default()).unwrap();
        let small =
            estimator_properties(1.0 / 12.0, |rng| 0.75 * sample(rng), 40_000, Seed(2), &Run::default())
                .unwrap();
        assert!(right.bias.abs() < 3.0 * right.standard_error, "{right:?}");
        assert!((small.bias + 1.0 / 48.0).abs() < 3.0 * small.standard_error, "{small:?}");
        let parts = small.bias.powi(2) + small.variance * 39_999.0 / 40_000.0;
        assert!((small.squared_error - parts).abs() < 1e-12);
    }

    /// The mean of all has less variance than the first value, and neither has bias.
    // proves: 000a:J12
    #[test]
    fn of_two_unbiased_estimators_one_has_less_variance() {
        let all = |rng: &mut Rng| (0..10).filter(|_| rng.unit() < 0.3).count() as f64 / 10.0;
        let first = |rng: &mut Rng| f64::from(u8::from(rng.unit() < 0.3));
        let properties = |estimate: fn(&mut Rng) -> f64| {
            estimator_properties(0.3, estimate, 20_000, Seed(3), &Run::default()).unwrap()
        };
        let (all, first) = (properties(all), properties(first));
        assert!(all.bias.abs() < 3.0 * all.standard_error && first.bias.abs() < 3.0 * first.standard_error);
        // Variances of shares of ten and of one, within three standard errors by their fourth moments.
        let error = |n: f64| ((2.0 + (1.0 - 6.0 * 0.21) / (0.21 * n)) / 20_000.0).sqrt() * 0.21 / n;
        assert!((all.variance - 0.021).abs() < 3.0 * error(10.0), "{all:?}");
        assert!((first.variance - 0.21).abs() < 3.0 * error(1.0), "{first:?}");
    }

    #[test]
    fn refusals() {
        let run = Run::default();
        let with = |sampling: RepeatedSampling, truth| {
            sampling.run(truth, coin(0.5), wilson, &run).unwrap_err().to_string()
        };
        assert!(with(RepeatedSampling { samples: 0, ..SAMPLING }, 0.5).contains("samples"));
        assert!(with(RepeatedSampling { size: 0, ..SAMPLING }, 0.5).contains("size"));
        assert!(with(RepeatedSampling { level: 1.0, ..SAMPLING }, 0.5).contains("level"));
        assert!(with(SAMPLING, 1.5).contains("truth"));
        assert!(true_error(&[0.5, 0.5], &[true]).unwrap_err().to_string().contains("an outcome for 1"));
        assert!(true_error(&[0.5, 0.6], &[true, true]).unwrap_err().to_string().contains("sum to"));
        assert!(true_error_by_sampling(coin(0.5), 0, 0.95, Seed(0), &run).is_err());
        let nan = estimator_properties(0.0, |_| f64::NAN, 10, Seed(0), &run).unwrap_err();
        assert!(nan.to_string().contains("is NaN"));
        run.cancel_token().cancel();
        assert!(matches!(SAMPLING.run(0.5, coin(0.5), wilson, &run), Err(Error::Canceled)));
    }
}
