//! The coefficients at many alphas, each found from those before.

use super::descent::{CoordinateDescentLimits, CoordinateDescentResult};
use super::events::CoordinateDescentEvent;
use super::params::Lasso;
use super::penalty::ElasticNetPenalty;
use super::problem::{ElasticNetProblem, ElasticNetSolver, ProblemLayout};
use hornbook_core::{Error, ObserverAction, Result, Run};
use hornbook_data::{Dataset, Matrix};
use hornbook_learner::{RowSource, checked};

/// Which path [`lasso_path`] walks.
#[derive(Debug, Clone, PartialEq)]
pub struct LassoPathOptions {
    /// Which fraction of the penalty is on the absolute values; the rest is on half of the squares.
    pub l1_ratio: f64,
    /// The penalties; if none are given, `n_alphas` from the smallest that sets all coefficients to zero
    /// downwards.
    pub alphas: Option<Vec<f64>>,
    /// How many alphas there are, if none are given.
    pub n_alphas: usize,
    /// The smallest alpha as a fraction of the largest, if none are given.
    pub eps: f64,
    /// Whether there is an intercept.
    pub fit_intercept: bool,
    /// Most sweeps over the columns, at each alpha.
    pub max_iter: u32,
    /// The largest gap, as a fraction of the target's mean square.
    pub tol: f64,
}

impl Default for LassoPathOptions {
    fn default() -> LassoPathOptions {
        LassoPathOptions {
            l1_ratio: 1.0,
            alphas: None,
            n_alphas: 100,
            eps: 1e-3,
            fit_intercept: true,
            max_iter: 1000,
            tol: 1e-4,
        }
    }
}

/// The coefficients at many alphas, the largest alpha first.
#[derive(Debug, Clone, PartialEq)]
pub struct LassoPath {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The penalties.
    pub alphas: Vec<f64>,
    /// A row for each alpha, a column for each column.
    pub weights: Matrix,
    /// The intercept at each alpha.
    pub intercepts: Vec<f64>,
    /// How far the objective is above its smallest value at most, at each alpha.
    pub gaps: Vec<f64>,
}

/// The coefficients of the lasso or the elastic net along a regularization path.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_linear::{LassoPathOptions, lasso_path};
///
/// let table = Table::builder()
///     .number("a", vec![1.0, 2.0, 3.0, 4.0])
///     .number("b", vec![1.0, -1.0, -1.0, 1.0])
///     .number("y", vec![2.1, 3.9, 5.9, 8.1])
///     .build()?;
/// let path = lasso_path(&table.dataset().target("y")?, &LassoPathOptions::default(), &Run::default())?;
/// // Coefficients of 2 and of 0.1, of which the first enters at once and the second at an alpha of 0.1.
/// assert!(path.weights.row(0).iter().all(|w| *w == 0.0));
/// assert!(path.weights.at(40, 0) > 1.8 && path.weights.at(40, 1) == 0.0);
/// assert!(path.weights.at(99, 1) > 0.09);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn lasso_path(data: &Dataset, options: &LassoPathOptions, run: &Run) -> Result<LassoPath> {
    options.check()?;
    checked(&Lasso::default(), data, run, |data| {
        let layout = ProblemLayout::of(data)?;
        let problem = ElasticNetProblem::of(RowSource::Memory(data), &layout, options.fit_intercept, run)?;
        let search = options.search();
        let mut alphas = match &options.alphas {
            Some(alphas) => alphas.clone(),
            None => grid(problem.solver().alpha_max() / options.l1_ratio, options.n_alphas, options.eps),
        };
        alphas.sort_by(|a, b| b.total_cmp(a));
        let stops = walk(&problem, &alphas, search, run)?;
        let rows: Vec<Vec<f64>> = stops.iter().map(|stop| layout.in_design_order(&stop.weights)).collect();
        alphas.truncate(stops.len());
        Ok(LassoPath {
            weights: Matrix::new(rows.len(), layout.design.width(), rows.concat())?,
            columns: layout.names,
            alphas,
            intercepts: stops.iter().map(|stop| stop.intercept).collect(),
            gaps: stops.iter().map(|stop| stop.ended.gap).collect(),
        })
    })
}

impl LassoPathOptions {
    fn search(&self) -> PathSolver {
        PathSolver { l1_ratio: self.l1_ratio, max_iter: self.max_iter, tol: self.tol }
    }

    fn check(&self) -> Result<()> {
        let refuse = |name: &str, found: f64, expected: &str| {
            Err(Error::data(format!("{name} is {found}"), format!("give {expected}")))
        };
        if let Some(alphas) = &self.alphas
            && let Some(wrong) = alphas.iter().find(|alpha| !(**alpha > 0.0 && alpha.is_finite()))
        {
            return refuse("an alpha", *wrong, "regularization strengths above 0");
        }
        if !(0.0..=1.0).contains(&self.l1_ratio) {
            return refuse("l1_ratio", self.l1_ratio, "a number from 0 to 1");
        }
        if self.alphas.is_none() && self.l1_ratio == 0.0 {
            return refuse(
                "l1_ratio",
                0.0,
                "the alphas as well: without an L1 penalty none sets all coefficients to zero",
            );
        }
        if self.alphas.is_none() && !(self.eps > 0.0 && self.eps < 1.0) {
            return refuse("eps", self.eps, "a number between 0 and 1");
        }
        if !(self.tol > 0.0 && self.tol.is_finite()) {
            return refuse("tol", self.tol, "a number above 0");
        }
        Ok(())
    }
}

/// How weights are searched for, whatever the penalty.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathSolver {
    pub l1_ratio: f64,
    pub max_iter: u32,
    pub tol: f64,
}

/// The coefficients at one alpha, with columns in the order of the problem.
#[derive(Debug, Clone)]
pub(super) struct PathPoint {
    pub weights: Vec<f64>,
    pub intercept: f64,
    pub ended: CoordinateDescentResult,
}

/// Finds the coefficients at each alpha in turn.
pub(super) fn walk(
    problem: &ElasticNetProblem,
    alphas: &[f64],
    search: PathSolver,
    run: &Run,
) -> Result<Vec<PathPoint>> {
    let mut solver = problem.solver();
    let mut weights = vec![0.0; problem.center.means.len()];
    let mut stops = Vec::with_capacity(alphas.len());
    for &alpha in alphas {
        let ended = step(&mut solver, alpha, search, &mut weights, run)?;
        stops.push(PathPoint {
            intercept: problem.center.intercept(&weights),
            weights: weights.clone(),
            ended,
        });
        if run.progress("prices", stops.len() as u64, Some(alphas.len() as u64)) == ObserverAction::Finish {
            break;
        }
    }
    Ok(stops)
}

/// Moves weights to where they are best at a penalty.
pub(super) fn step(
    solver: &mut ElasticNetSolver<'_>,
    alpha: f64,
    search: PathSolver,
    weights: &mut [f64],
    run: &Run,
) -> Result<CoordinateDescentResult> {
    let limits = CoordinateDescentLimits { gap: search.tol * solver.squares(), sweeps: search.max_iter };
    solver.solve(ElasticNetPenalty::new(alpha, search.l1_ratio), weights, limits, &mut |sweep, gap, kept| {
        run.trace(|| CoordinateDescentEvent::Sweep { alpha, sweep, gap, weights: kept });
        run.check()
    })
}

/// Penalties at equal ratios, the largest first.
pub(super) fn grid(largest: f64, count: usize, eps: f64) -> Vec<f64> {
    // A target that no column says anything about gets all coefficients zero at any penalty.
    let largest = if largest > 0.0 { largest } else { f64::EPSILON };
    let steps = count.saturating_sub(1).max(1) as f64;
    (0..count).map(|place| largest * eps.powf(place as f64 / steps)).collect()
}
