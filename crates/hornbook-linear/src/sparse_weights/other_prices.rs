//! Least squares with a bound on the weights instead of a price, and with prices on other powers of the weights.

use super::centre::Centre;
use super::descent::{Limits, descend};
use super::gather::gather;
use super::params::Lasso;
use super::path::{Search, step};
use super::penalty::{Power, Prices};
use super::problem::{Layout, Problem, Solver};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::checked;

/// The gap that is asked for, as a share of the target's mean square.
const TIGHT: f64 = 1e-14;
/// Rounds over the columns, at most.
const MOST_SWEEPS: u32 = 100_000;
/// The smallest price that a bound is looked for at, as a share of the largest.
const SMALLEST: f64 = 1e-9;
/// How near the size of the weights comes to a bound, as a share of it.
const NEAR: f64 = 1e-11;

/// Weights with a price.
#[derive(Debug, Clone, PartialEq)]
pub struct PricedWeights {
    /// The price.
    pub alpha: f64,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// A weight for each column.
    pub weights: Vec<f64>,
    /// The constant term.
    pub intercept: f64,
    /// How far the objective is above its smallest value at most.
    pub gap: f64,
}

impl PricedWeights {
    /// The sum of the absolute values of the weights.
    pub fn size(&self) -> f64 {
        size(&self.weights)
    }

    /// The columns whose weight is zero: those that the price left out.
    pub fn zeroed(&self) -> Vec<&str> {
        let zeroed = self.columns.iter().zip(&self.weights).filter(|(_, weight)| **weight == 0.0);
        zeroed.map(|(name, _)| name.as_str()).collect()
    }
}

fn size(weights: &[f64]) -> f64 {
    weights.iter().map(|weight| weight.abs()).sum()
}

/// Least squares among the weights whose absolute values add up to at most a bound: the lasso in its other form.
///
/// The size of the lasso's weights falls as its price rises, so that for each bound there is the price that leads to it. If
/// least squares itself stays within the bound, the price is as good as none: a billionth of the one that sets all weights
/// to zero.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_linear::constrained_lasso;
///
/// let table = Table::builder()
///     .number("a", vec![1.0, 2.0, 3.0, 4.0])
///     .number("y", vec![2.0, 4.0, 6.0, 8.0])
///     .build()?;
/// let fit = constrained_lasso(&table.dataset().target("y")?, 1.5, true, &Run::default())?;
/// assert!((fit.weights[0] - 1.5).abs() < 1e-9);
/// // At half a price per unit of variance, 1.25, the weight falls from 2 to 1.5.
/// assert!((fit.alpha - 0.625).abs() < 1e-9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn constrained_lasso(
    data: &Dataset,
    bound: f64,
    fit_intercept: bool,
    run: &Run,
) -> Result<PricedWeights> {
    if !(bound >= 0.0 && bound.is_finite()) {
        return Err(Error::data(
            format!("the weights cannot be bounded by {bound}"),
            "give a bound of at least 0",
        ));
    }
    checked(&Lasso::default(), data, run, || {
        let layout = Layout::of(data)?;
        let problem = Problem::of(data, &layout, fit_intercept, run)?;
        let mut solver = problem.solver();
        let largest = solver.largest_price();
        let (alpha, weights, gap) = within(&mut solver, bound, largest, layout.design.width(), run)?;
        Ok(priced(alpha, &layout, &problem.centre, &weights, gap))
    })
}

/// The largest weights within a bound, with their price and gap.
fn within(
    solver: &mut Solver<'_>,
    bound: f64,
    largest: f64,
    width: usize,
    run: &Run,
) -> Result<(f64, Vec<f64>, f64)> {
    let search = Search { l1_ratio: 1.0, max_iter: MOST_SWEEPS, tol: TIGHT };
    let mut best = (largest, vec![0.0; width], 0.0);
    if bound == 0.0 || largest == 0.0 {
        return Ok(best);
    }
    let mut at = |alpha: f64, from: &[f64]| {
        let mut weights = from.to_vec();
        let ended = step(solver, alpha, search, &mut weights, run)?;
        Result::Ok((alpha, weights, ended.gap))
    };
    // Down the path until the bound is passed, or until there is no price to speak of.
    let mut beyond = loop {
        if best.0 <= SMALLEST * largest {
            return Ok(best);
        }
        let next = at((0.5 * best.0).max(SMALLEST * largest), &best.1)?;
        if size(&next.1) > bound {
            break next;
        }
        best = next;
    };
    // The size is a chain of straight lines in the price: where two prices are on the same, the straight line between them
    // leads to the bound. A half of what is left is cut off now and then, so that it cannot creep.
    for turn in 0..200 {
        let (below, above) = (bound - size(&best.1), size(&beyond.1) - bound);
        if below <= NEAR * bound || best.0 - beyond.0 <= 4.0 * f64::EPSILON * best.0 {
            break;
        }
        let share = if turn % 3 == 2 { 0.5 } else { below / (below + above) };
        let middle = at(best.0 - share * (best.0 - beyond.0), &best.1)?;
        // Weights that are beyond the bound by rounding are at it.
        if size(&middle.1) <= bound * (1.0 + NEAR) {
            best = middle;
        } else {
            beyond = middle;
        }
    }
    Ok(best)
}

/// Least squares with a price on a power of the weights: half of the mean squared error plus
/// $\alpha \sum_j |w_j|^q$, for any $q \ge 1$.
///
/// $q = 1$ is the lasso, $q = 2$ ridge regression with twice the price; between them, weights are drawn to zero but do not
/// reach it. Beyond 2, large weights cost more and small ones less.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_linear::lq_regression;
///
/// let table = Table::builder()
///     .number("a", vec![-1.0, 1.0, -1.0, 1.0])
///     .number("y", vec![-1.0, 1.0, -1.0, 1.0])
///     .build()?;
/// // w - 1 + 3 w² = 0.
/// let fit = lq_regression(&table.dataset().target("y")?, 1.0, 3.0, true, &Run::default())?;
/// assert!((fit.weights[0] - (13f64.sqrt() - 1.0) / 6.0).abs() < 1e-7);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn lq_regression(
    data: &Dataset,
    alpha: f64,
    q: f64,
    fit_intercept: bool,
    run: &Run,
) -> Result<PricedWeights> {
    if !(alpha > 0.0 && alpha.is_finite()) {
        return Err(Error::data(format!("the price is {alpha}"), "give a price above 0"));
    }
    if !(q >= 1.0 && q.is_finite()) {
        return Err(Error::data(
            format!("the power of the weights is {q}"),
            "give a power of at least 1: below, the objective has many valleys",
        ));
    }
    checked(&Lasso::default(), data, run, || {
        let layout = Layout::of(data)?;
        let (gathered, origin) = gather(std::slice::from_ref(data), &layout.design, fit_intercept, run)?;
        let (sums, centre) = gathered[0].centred(&layout.order, &origin, fit_intercept)?;
        let mut weights = vec![0.0; layout.design.width()];
        let limits = Limits { gap: TIGHT * sums.squares, sweeps: MOST_SWEEPS };
        let watch = &mut |_: u32, _: f64, _: usize| run.check();
        let ended = if q == 1.0 {
            descend(&sums, &Prices { l1: alpha, l2: 0.0 }, &mut weights, limits, watch)?
        } else if q == 2.0 {
            descend(&sums, &Prices { l1: 0.0, l2: 2.0 * alpha }, &mut weights, limits, watch)?
        } else {
            descend(&sums, &Power { price: alpha, exponent: q }, &mut weights, limits, watch)?
        };
        Ok(priced(alpha, &layout, &centre, &weights, ended.gap))
    })
}

fn priced(alpha: f64, layout: &Layout, centre: &Centre, weights: &[f64], gap: f64) -> PricedWeights {
    PricedWeights {
        alpha,
        columns: layout.names.clone(),
        weights: layout.in_design_order(weights),
        intercept: centre.constant(weights),
        gap,
    }
}
