//! The prior and after, as curves and grids to be drawn.

use super::family::ConjugateFamily;
use super::normal_mean_precision::NormalMeanPrecision;
use super::statistics::ScatterMoments;
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Multivariate as _, NormalGamma, Univariate};
use hornbook_math::matrix::Matrix;

/// How much of a posterior a picture leaves out on each side.
const OUTSIDE: f64 = 1e-4;
/// How much of a prior it leaves out, and how many widths of the posterior it shows of it at most.
const OUTSIDE_PRIOR: f64 = 0.025;
const MOST_WIDTHS: f64 = 4.0;

/// One point of a [`curve`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// The value of the parameter.
    pub at: f64,
    /// The density of the prior.
    pub prior: f64,
    /// The likelihood of the rows, scaled so that the curve encloses an area of 1 within the picture.
    pub likelihood: f64,
    /// The density of the posterior.
    pub posterior: f64,
}

/// Prior, likelihood and posterior of one parameter around where the posterior is, with as much of the prior as fits.
///
/// ```
/// use hornbook_bayes::estimation::{BernoulliBeta, ConjugateFamily, curve};
/// use hornbook_math::distributions::Beta;
/// let coin = BernoulliBeta;
/// let seen = coin.statistics(&[1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0])?;
/// let points = curve(&coin, &Beta::new(2.0, 2.0)?, &seen, 101)?;
/// let top = points.iter().max_by(|a, b| a.posterior.total_cmp(&b.posterior)).map(|point| point.at);
/// assert!((top.unwrap_or(0.0) - 5.0 / 9.0).abs() < 0.01);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn curve<F>(
    family: &F,
    prior: &F::ParameterDistribution,
    statistics: &F::Statistics,
    points: usize,
) -> Result<Vec<CurvePoint>>
where
    F: ConjugateFamily,
    F::ParameterDistribution: Univariate,
{
    let posterior = family.posterior(prior, statistics)?;
    let places = places(&range_of(prior, &posterior), points)?;
    let logs: Vec<f64> = places.iter().map(|&at| family.ln_likelihood(&[at], statistics)).collect();
    let likelihood = scaled(&logs, places.get(1).map_or(1.0, |second| second - places[0]));
    let point = |(&at, &likelihood): (&f64, &f64)| CurvePoint {
        at,
        prior: prior.density(at),
        likelihood,
        posterior: posterior.density(at),
    };
    Ok(places.iter().zip(&likelihood).map(point).collect())
}

/// A picture of two parameters: a row of each matrix for each mean, a column for each precision.
#[derive(Debug, Clone, PartialEq)]
pub struct PosteriorGrid {
    /// The means, a row each.
    pub means: Vec<f64>,
    /// The precisions, a column each.
    pub precisions: Vec<f64>,
    /// The density of the prior.
    pub prior: Matrix,
    /// The likelihood of the rows, scaled so that it encloses a volume of 1 within the picture.
    pub likelihood: Matrix,
    /// The density of the posterior.
    pub posterior: Matrix,
}

/// Prior, likelihood and posterior of a normal variable's mean and precision, around where the posterior is.
pub fn grid(prior: &NormalGamma, statistics: &ScatterMoments, points: usize) -> Result<PosteriorGrid> {
    let posterior = NormalMeanPrecision.posterior(prior, statistics)?;
    let range =
        |belief: &dyn Univariate| (belief.quantile(10.0 * OUTSIDE), belief.upper_quantile(10.0 * OUTSIDE));
    let means = places(&range(&posterior.marginal_mean()?), points)?;
    let precisions = places(&range(posterior.precision()), points)?;
    let of = |value: &dyn Fn(&[f64]) -> f64| {
        Matrix::from_fn(means.len(), precisions.len(), |i, j| value(&[means[i], precisions[j]]))
    };
    let logs = of(&|at| NormalMeanPrecision.ln_likelihood(at, statistics));
    let cell = (means[1] - means[0]) * (precisions[1] - precisions[0]);
    let likelihood = Matrix::new(means.len(), precisions.len(), scaled(logs.values(), cell))?;
    let (prior, posterior) = (of(&|at| prior.density(at)), of(&|at| posterior.density(at)));
    Ok(PosteriorGrid { means, precisions, prior, likelihood, posterior })
}

/// Where to draw: where the posterior is, and as much of the prior as leaves the posterior to be seen.
fn range_of(prior: &impl Univariate, posterior: &impl Univariate) -> (f64, f64) {
    let (low, high) = (posterior.quantile(OUTSIDE), posterior.upper_quantile(OUTSIDE));
    let width = MOST_WIDTHS * (high - low);
    let start = prior.quantile(OUTSIDE_PRIOR).clamp(low - width, low);
    let end = prior.upper_quantile(OUTSIDE_PRIOR).clamp(high, high + width);
    (start, end)
}

fn places(&(low, high): &(f64, f64), points: usize) -> Result<Vec<f64>> {
    if points < 2 || !(low < high && (high - low).is_finite()) {
        return Err(Error::data(
            format!("{points} points between {low} and {high} are no picture"),
            "ask for at least two points of a distribution of nonzero width",
        ));
    }
    let step = (high - low) / (points - 1) as f64;
    Ok((0..points).map(|at| low + step * at as f64).collect())
}

/// Logarithms as heights with the sum one over the size of a cell.
fn scaled(logs: &[f64], cell: f64) -> Vec<f64> {
    let most = logs.iter().copied().filter(|ln| !ln.is_nan()).fold(f64::NEG_INFINITY, f64::max);
    let heights: Vec<f64> = logs.iter().map(|ln| if ln.is_nan() { 0.0 } else { (ln - most).exp() }).collect();
    let sum: f64 = heights.iter().sum::<f64>() * cell;
    heights.iter().map(|height| height / sum).collect()
}
