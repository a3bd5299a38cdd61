//! Least squares with a penalty on any power of the coefficients.

use super::descent::{CoordinateDescentLimits, CoordinateDescentResult, GramSums, descend};
use super::gram::gather_all;
use super::intercept::InterceptSums;
use super::params::Lasso;
use super::penalty::{ElasticNetPenalty, LqPenalty};
use super::problem::ProblemLayout;
use super::{MOST_SWEEPS, TIGHT};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{RowSource, checked};

/// Coefficients with a penalty.
#[derive(Debug, Clone, PartialEq)]
pub struct PenalizedCoefficients {
    /// The penalty.
    pub alpha: f64,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// A weight for each column.
    pub weights: Vec<f64>,
    /// The intercept.
    pub intercept: f64,
    /// How far the objective is above its smallest value at most.
    pub gap: f64,
}

impl PenalizedCoefficients {
    /// From numbers of a problem's columns.
    pub(super) fn new(
        alpha: f64,
        layout: &ProblemLayout,
        center: &InterceptSums,
        weights: &[f64],
        gap: f64,
    ) -> PenalizedCoefficients {
        PenalizedCoefficients {
            alpha,
            columns: layout.names.clone(),
            weights: layout.in_design_order(weights),
            intercept: center.intercept(weights),
            gap,
        }
    }

    /// The sum of the absolute values of the coefficients.
    pub fn size(&self) -> f64 {
        self.weights.iter().map(|weight| weight.abs()).sum()
    }

    /// The columns whose weight is zero: those that the penalty left out.
    pub fn zeroed(&self) -> Vec<&str> {
        let zeroed = self.columns.iter().zip(&self.weights).filter(|(_, weight)| **weight == 0.0);
        zeroed.map(|(name, _)| name.as_str()).collect()
    }
}

/// Least squares with a penalty on a power of the coefficients: half of the mean squared error plus $\alpha
/// \sum_j |w_j|^q$, for any $q \ge 1$.
///
/// $q = 1$ is the lasso, $q = 2$ ridge regression with twice the penalty; between them, weights are drawn
/// to zero but do not reach it. Beyond 2, large weights cost more and small ones less.
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
) -> Result<PenalizedCoefficients> {
    if !(alpha > 0.0 && alpha.is_finite()) {
        return Err(Error::data(format!("alpha is {alpha}"), "give a regularization strength above 0"));
    }
    check_power(q)?;
    checked(&Lasso::default(), data, run, |data| {
        let layout = ProblemLayout::of(data)?;
        let (gathered, origin) = gather_all(RowSource::Memory(data), &layout.design, fit_intercept, run)?;
        let (sums, center) = gathered.centered(&layout.order, &origin, fit_intercept)?;
        let mut weights = vec![0.0; layout.design.width()];
        let ended = solve(&sums, alpha, q, &mut weights, run)?;
        Ok(PenalizedCoefficients::new(alpha, &layout, &center, &weights, ended.gap))
    })
}

/// Moves weights to where they are best.
pub(super) fn solve(
    sums: &GramSums,
    alpha: f64,
    q: f64,
    weights: &mut [f64],
    run: &Run,
) -> Result<CoordinateDescentResult> {
    // Powers have no faces to come to the end of, so that descent goes on until what is left is rounding.
    let tol = if q == 1.0 || q == 2.0 { TIGHT } else { f64::EPSILON * f64::EPSILON };
    let limits = CoordinateDescentLimits { gap: tol * sums.squares, sweeps: MOST_SWEEPS };
    let watch = &mut |_: u32, _: f64, _: usize| run.check();
    if q == 1.0 {
        descend(sums, &ElasticNetPenalty { l1: alpha, l2: 0.0 }, weights, limits, watch)
    } else if q == 2.0 {
        descend(sums, &ElasticNetPenalty { l1: 0.0, l2: 2.0 * alpha }, weights, limits, watch)
    } else {
        descend(sums, &LqPenalty { alpha, exponent: q }, weights, limits, watch)
    }
}

/// Refuses powers that have more than one valley.
pub(super) fn check_power(q: f64) -> Result<()> {
    if q >= 1.0 && q.is_finite() {
        return Ok(());
    }
    Err(Error::data(
        format!("the power q of the penalty is {q}"),
        "give a power of at least 1: below, the objective is not convex",
    ))
}
