//! How wide windows should be.

use super::kernel::Kernel;
use super::kernel_sum::KernelSum;
use super::params::{Bandwidth, KernelDensity};
use crate::densities::events::DensityEvent;
use crate::densities::rows::{WeightedPoints, does_not_vary};
use hornbook_core::{Error, Result, Run};
use rayon::prelude::*;

/// The least and the largest multiple of Scott's bandwidth that is tried, and how many between.
const LEAST: f64 = 0.02;
const MOST: f64 = 5.0;
const TRIED: usize = 33;
/// Steps of the golden section: each leaves 0.62 of the stretch.
const SECTIONS: usize = 36;
/// More points are not asked about, but every so many-th of them; all points answer.
const ASKED: usize = 4096;

/// A bandwidth for each column, and what a person should know about it.
pub(super) fn bandwidths(
    learner: &KernelDensity,
    points: &WeightedPoints,
    names: &[&str],
    run: &Run,
) -> Result<(Vec<f64>, Vec<String>)> {
    let (n, d) = (points.total(), names.len() as f64);
    let deviations: Vec<Option<f64>> = (0..names.len()).map(|column| points.deviation(column)).collect();
    let by_rule =
        |factor: f64| -> Vec<f64> { deviations.iter().map(|one| factor * one.unwrap_or(1.0)).collect() };
    let still = deviations.iter().zip(names).filter(|(deviation, _)| deviation.is_none());
    let mut said: Vec<String> = still.map(|(_, name)| does_not_vary(name)).collect();
    let power = -1.0 / (d + 4.0);
    match learner.bandwidth {
        Bandwidth::Number(width) => Ok((vec![width; names.len()], Vec::new())),
        Bandwidth::Scott => Ok((by_rule(n.powf(power)), said)),
        Bandwidth::Silverman => Ok((by_rule((n * (d + 2.0) / 4.0).powf(power)), said)),
        // Where no column varies, all rows are copies, and nothing can be tried.
        Bandwidth::CrossValidation if said.len() == names.len() => Ok((by_rule(n.powf(power)), said)),
        Bandwidth::CrossValidation => {
            let scott = by_rule(n.powf(power));
            let (factor, warnings) = best_factor(points, learner.kernel, &scott, run)?;
            said.extend(warnings);
            Ok((scott.iter().map(|h| factor * h).collect(), said))
        }
    }
}

/// The multiple of some bandwidths at which each point is most likely by all others: tried over a wide stretch, then closed
/// in on by the golden section.
fn best_factor(
    points: &WeightedPoints,
    kernel: Kernel,
    scott: &[f64],
    run: &Run,
) -> Result<(f64, Vec<String>)> {
    let tried = |ln_factor: f64| -> Result<f64> {
        run.check()?;
        let factor = ln_factor.exp();
        let mean_ln_density = mean_by_others(points, kernel, scott.iter().map(|h| factor * h).collect());
        run.trace(|| DensityEvent::Tried { factor, mean_ln_density });
        Ok(mean_ln_density)
    };
    let (low, high) = (LEAST.ln(), MOST.ln());
    let step = (high - low) / (TRIED - 1) as f64;
    let heights: Vec<f64> = (0..TRIED).map(|at| tried(low + step * at as f64)).collect::<Result<_>>()?;
    let best = (0..TRIED).fold(0, |best, at| if heights[at] > heights[best] { at } else { best });
    if heights[best] == f64::NEG_INFINITY {
        return Err(Error::data(
            "some rows are so far from all others that their leave-one-out density is zero at every bandwidth",
            "use a kernel of unbounded support, such as gaussian, or set the bandwidth",
        ));
    }
    if best == 0 {
        let warning = "the smallest bandwidth tried is the best: many rows are duplicates, and each is predicted by its copies";
        return Ok((LEAST, vec![warning.to_string()]));
    }
    let inverse = 0.5 * (5f64.sqrt() - 1.0);
    let (mut left, mut right) = (low + step * (best - 1) as f64, (low + step * (best + 1) as f64).min(high));
    let (mut one, mut two) = (right - inverse * (right - left), left + inverse * (right - left));
    let (mut at_one, mut at_two) = (tried(one)?, tried(two)?);
    for _ in 0..SECTIONS {
        if at_one >= at_two {
            (right, two, at_two) = (two, one, at_one);
            one = right - inverse * (right - left);
            at_one = tried(one)?;
        } else {
            (left, one, at_one) = (one, two, at_two);
            two = left + inverse * (right - left);
            at_two = tried(two)?;
        }
    }
    Ok(((0.5 * (left + right)).exp(), Vec::new()))
}

/// The mean log density of points by all others.
pub(super) fn mean_by_others(points: &WeightedPoints, kernel: Kernel, bandwidths: Vec<f64>) -> f64 {
    let kernel_sum = KernelSum::new(points.clone(), kernel, bandwidths);
    let stride = points.weights.len().div_ceil(ASKED);
    let asked: Vec<usize> = (0..points.weights.len()).step_by(stride).collect();
    let parts: Vec<(f64, f64)> =
        asked.par_iter().map(|&point| kernel_sum.ln_density_by_others(point)).collect();
    let sum: f64 = parts.iter().map(|(ln, weight)| weight * ln).sum();
    sum / parts.iter().map(|(_, weight)| weight).sum::<f64>()
}
