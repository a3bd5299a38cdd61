//! Bootstrap confidence intervals, for any statistic.

use super::{Interval, IntervalMethod};
use hornbook_core::{Result, Run, Seed};
use hornbook_math::distributions::{normal_cdf, normal_quantile};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use rayon::prelude::*;

/// The jackknife behind the correction leaves out at most this many blocks of units: sums over blocks are as skewed as
/// sums over units, so nothing is lost.
const MOST_BLOCKS: usize = 500;

/// Resampling of units: rows, or groups of rows, are drawn with replacement, and a statistic is computed for each
/// draw.
///
/// A draw is given to the statistic as a weight for each unit, the number of times it was drawn. Draw `i` takes its
/// random numbers from `seed.derive(i)`, so the interval is the same on any number of threads.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_evaluation::intervals::Bootstrap;
/// let values = [2.1, 3.4, 1.9, 5.6, 4.4, 3.8, 2.7, 4.9];
/// let mean = |times: &[f64]| values.iter().zip(times).map(|(x, n)| x * n).sum::<f64>() / 8.0;
/// let interval = Bootstrap::default().interval(values.len(), mean, &Run::default())?.unwrap();
/// assert!(2.6 < interval.low && interval.high < 4.6);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// How many draws; 2000 by default.
    pub resamples: u32,
    /// The level of the interval; 0.95 by default.
    pub level: f64,
    /// Whether the percentiles are corrected for bias and skewness (BCa); true by default.
    pub corrected: bool,
    /// Where the random numbers come from.
    pub seed: Seed,
}

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap { resamples: 2000, level: 0.95, corrected: true, seed: Seed(0) }
    }
}

impl Bootstrap {
    /// An interval for one statistic of `units` units. `None` if fewer than two units cannot say, if the statistic is
    /// undefined (not finite) on half of the draws or more, or if every draw gives the same: where the rows show no
    /// spread, an interval without width would claim a certainty that they do not give.
    pub fn interval(
        &self,
        units: usize,
        statistic: impl Fn(&[f64]) -> f64 + Sync,
        run: &Run,
    ) -> Result<Option<Interval>> {
        let mut all = self.intervals(units, 1, |times, values| values[0] = statistic(times), run)?;
        Ok(all.pop().flatten())
    }

    /// An interval for each of `count` statistics that are computed together from the same draws.
    pub fn intervals(
        &self,
        units: usize,
        count: usize,
        statistics: impl Fn(&[f64], &mut [f64]) + Sync,
        run: &Run,
    ) -> Result<Vec<Option<Interval>>> {
        if units < 2 || self.resamples == 0 {
            return Ok(vec![None; count]);
        }
        let draws = self.draws(units, count, &statistics, run)?;
        let mut whole = vec![0.0; count];
        statistics(&vec![1.0; units], &mut whole);
        let accelerations =
            if self.corrected { accelerations(units, count, &statistics, run)? } else { vec![0.0; count] };
        Ok((0..count)
            .map(|s| {
                let mut values: Vec<f64> =
                    draws.chunks_exact(count).map(|draw| draw[s]).filter(|x| x.is_finite()).collect();
                if values.len() <= self.resamples as usize / 2 {
                    return None;
                }
                values.sort_unstable_by(f64::total_cmp);
                if values.first() == values.last() {
                    return None;
                }
                Some(self.ends(&values, whole[s], accelerations[s]))
            })
            .collect())
    }

    /// The statistics of every draw, one after another.
    fn draws(
        &self,
        units: usize,
        count: usize,
        statistics: &(impl Fn(&[f64], &mut [f64]) + Sync),
        run: &Run,
    ) -> Result<Vec<f64>> {
        let mut all = vec![0.0; count * self.resamples as usize];
        all.par_chunks_exact_mut(count).enumerate().try_for_each_init(
            || (vec![0; units], vec![0.0; units]),
            |(counts, times), (draw, values)| {
                run.check()?;
                self.seed.derive(draw as u64).rng().draw_with_replacement(counts);
                times.iter_mut().zip(&*counts).for_each(|(times, &count)| *times = f64::from(count));
                statistics(times, values);
                Ok(())
            },
        )?;
        Ok(all)
    }

    fn ends(&self, sorted: &[f64], whole: f64, acceleration: f64) -> Interval {
        let (low, high) = (0.5 - 0.5 * self.level, 0.5 + 0.5 * self.level);
        let method =
            if self.corrected { IntervalMethod::CorrectedBootstrap } else { IntervalMethod::Bootstrap };
        let sample = EmpiricalDistribution::unweighted(sorted.iter().copied());
        let level = |p: f64| if self.corrected { corrected(sorted, whole, acceleration, p) } else { p };
        Interval {
            low: sample.quantile(level(low), QuantileMethod::Linear),
            high: sample.quantile(level(high), QuantileMethod::Linear),
            level: self.level,
            method,
        }
    }
}

/// Where the corrected interval reads the percentiles (Efron 1987): the fraction below the estimate tells the bias, the
/// jackknife the skewness.
fn corrected(sorted: &[f64], whole: f64, acceleration: f64, p: f64) -> f64 {
    let n = sorted.len() as f64;
    let below = sorted.partition_point(|&x| x < whole) as f64;
    let equal = sorted.partition_point(|&x| x <= whole) as f64 - below;
    let share = ((below + 0.5 * equal) / n).clamp(0.5 / n, 1.0 - 0.5 / n);
    let (bias, z) = (normal_quantile(share), normal_quantile(p));
    let scale = 1.0 - acceleration * (bias + z);
    // A skewness this large would turn the interval around; the bias alone is then corrected.
    if scale <= 0.0 { normal_cdf(2.0 * bias + z) } else { normal_cdf(bias + (bias + z) / scale) }
}

/// $\sum (\bar\theta - \theta_{(i)})^3 / 6 (\sum (\bar\theta - \theta_{(i)})^2)^{3/2}$ over the blocks left out in turn.
fn accelerations(
    units: usize,
    count: usize,
    statistics: &(impl Fn(&[f64], &mut [f64]) + Sync),
    run: &Run,
) -> Result<Vec<f64>> {
    let blocks = units.min(MOST_BLOCKS);
    let mut all = vec![0.0; blocks * count];
    all.par_chunks_exact_mut(count).enumerate().try_for_each_init(
        || vec![1.0; units],
        |times, (block, values)| {
            run.check()?;
            times.iter_mut().skip(block).step_by(blocks).for_each(|time| *time = 0.0);
            statistics(times, values);
            times.fill(1.0);
            Ok::<(), hornbook_core::Error>(())
        },
    )?;
    Ok((0..count)
        .map(|s| {
            let values: Vec<f64> =
                all.chunks_exact(count).map(|block| block[s]).filter(|x| x.is_finite()).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let (squares, cubes) = values.iter().fold((0.0, 0.0), |(squares, cubes), x| {
                let d = mean - x;
                (squares + d * d, cubes + d * d * d)
            });
            let acceleration = cubes / (6.0 * f64::powf(squares, 1.5));
            if acceleration.is_finite() { acceleration } else { 0.0 }
        })
        .collect())
}
