//! Least squares with a bound on the coefficients instead of a penalty.

use super::gram::gather_all;
use super::lq::{PenalizedCoefficients, solve};
use super::params::Lasso;
use super::path::{PathSolver, step};
use super::problem::{ElasticNetProblem, ProblemLayout};
use super::{MOST_SWEEPS, TIGHT};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{RowSource, checked};

/// The smallest alpha that a bound is looked for at, as a fraction of the first.
const SMALLEST: f64 = 1e-9;
/// The largest, as a multiple of it.
const LARGEST: f64 = 1e30;
/// How near the size of the coefficients comes to a bound, as a fraction of it.
const NEAR: f64 = 1e-11;

/// Least squares among the coefficients whose absolute values add up to at most a bound: the lasso in its
/// other form.
///
/// The size of the lasso's weights falls as its penalty rises, so that for each bound there is the penalty
/// that leads to it. If least squares itself stays within the bound, the penalty is as good as none: a
/// billionth of the one that sets all coefficients to zero.
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
/// // The variance is 1.25, so that an alpha of 1.25 × 0.5 moves the weight from 2 to 1.5.
/// assert!((fit.alpha - 0.625).abs() < 1e-9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn constrained_lasso(
    data: &Dataset,
    bound: f64,
    fit_intercept: bool,
    run: &Run,
) -> Result<PenalizedCoefficients> {
    check(bound)?;
    checked(&Lasso::default(), data, run, |data| {
        let layout = ProblemLayout::of(data)?;
        let problem = ElasticNetProblem::of(RowSource::Memory(data), &layout, fit_intercept, run)?;
        let mut solver = problem.solver();
        let largest = solver.alpha_max();
        let search = PathSolver { l1_ratio: 1.0, max_iter: MOST_SWEEPS, tol: TIGHT };
        let size = |weights: &[f64]| weights.iter().map(|weight| weight.abs()).sum();
        let found = within(bound, largest, layout.design.width(), size, |alpha, weights| {
            Ok(step(&mut solver, alpha, search, weights, run)?.gap)
        })?;
        Ok(PenalizedCoefficients::new(found.alpha, &layout, &problem.center, &found.weights, found.gap))
    })
}

/// Least squares among the coefficients with $\sum_j |w_j|^q$ at most a bound, for any $q \ge 1$: a diamond
/// for $q = 1$, a ball for $q = 2$.
///
/// As [`constrained_lasso`], with the penalty of [`lq_regression`](super::lq_regression).
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_linear::constrained_lq;
///
/// let table = Table::builder()
///     .number("a", vec![1.0, 2.0, 3.0, 4.0])
///     .number("y", vec![2.0, 4.0, 6.0, 8.0])
///     .build()?;
/// // Squares of at most 2.25 are weights of at most 1.5.
/// let fit = constrained_lq(&table.dataset().target("y")?, 2.25, 2.0, true, &Run::default())?;
/// assert!((fit.weights[0] - 1.5).abs() < 1e-9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn constrained_lq(
    data: &Dataset,
    bound: f64,
    q: f64,
    fit_intercept: bool,
    run: &Run,
) -> Result<PenalizedCoefficients> {
    check(bound)?;
    super::lq::check_power(q)?;
    checked(&Lasso::default(), data, run, |data| {
        let layout = ProblemLayout::of(data)?;
        let (gathered, origin) = gather_all(RowSource::Memory(data), &layout.design, fit_intercept, run)?;
        let (sums, center) = gathered.centered(&layout.order, &origin, fit_intercept)?;
        let first = sums.products.iter().fold(0.0, |most: f64, product| most.max(product.abs()));
        let size = |weights: &[f64]| weights.iter().map(|weight| weight.abs().powf(q)).sum();
        let found = within(bound, first, layout.design.width(), size, |alpha, weights| {
            Ok(solve(&sums, alpha, q, weights, run)?.gap)
        })?;
        Ok(PenalizedCoefficients::new(found.alpha, &layout, &center, &found.weights, found.gap))
    })
}

fn check(bound: f64) -> Result<()> {
    if bound >= 0.0 && bound.is_finite() {
        return Ok(());
    }
    Err(Error::data(
        format!("the L1 norm of the coefficients cannot be bounded by {bound}"),
        "give a bound of at least 0",
    ))
}

/// Coefficients at a penalty.
struct ConstrainedResult {
    alpha: f64,
    weights: Vec<f64>,
    size: f64,
    gap: f64,
}

/// The largest weights within a bound. `move_to` moves weights to where they are best at a penalty, and
/// gives the gap.
fn within(
    bound: f64,
    first: f64,
    width: usize,
    size: impl Fn(&[f64]) -> f64,
    mut move_to: impl FnMut(f64, &mut [f64]) -> Result<f64>,
) -> Result<ConstrainedResult> {
    let nothing = ConstrainedResult { alpha: first, weights: vec![0.0; width], size: 0.0, gap: 0.0 };
    if bound == 0.0 || first == 0.0 {
        return Ok(nothing);
    }
    let mut at = |alpha: f64, from: &[f64]| {
        let mut weights = from.to_vec();
        let gap = move_to(alpha, &mut weights)?;
        Result::Ok(ConstrainedResult { alpha, size: size(&weights), weights, gap })
    };
    // Up until the coefficients are within the bound: a penalty on powers above 1 sets none to zero.
    let mut best = at(first, &nothing.weights)?;
    while best.size > bound {
        if best.alpha >= LARGEST * first {
            return Ok(nothing);
        }
        best = at(4.0 * best.alpha, &best.weights)?;
    }
    // Down until they are not, or until there is no penalty to speak of.
    let mut beyond = loop {
        if best.alpha <= SMALLEST * first {
            return Ok(best);
        }
        let next = at((0.5 * best.alpha).max(SMALLEST * first), &best.weights)?;
        if next.size > bound {
            break next;
        }
        best = next;
    };
    // The size of the lasso's weights is a chain of straight lines in the penalty: where two penalties are
    // on the same one, it leads to the bound. Half of what is left is cut off now and then, so that the
    // search cannot creep.
    for turn in 0..200 {
        let (below, above) = (bound - best.size, beyond.size - bound);
        if below <= NEAR * bound || best.alpha - beyond.alpha <= 4.0 * f64::EPSILON * best.alpha {
            break;
        }
        let share = if turn % 3 == 2 { 0.5 } else { below / (below + above) };
        let middle = at(best.alpha - share * (best.alpha - beyond.alpha), &best.weights)?;
        // Coefficients that are beyond the bound by rounding are at it.
        if middle.size <= bound * (1.0 + NEAR) {
            best = middle;
        } else {
            beyond = middle;
        }
    }
    Ok(best)
}
