//! The weights at many prices, each found from those before.

use super::descent::{Ended, Limits};
use super::events::SparseEvent;
use super::params::Lasso;
use super::penalty::Prices;
use super::problem::{Layout, Problem, Solver};
use crate::source::Source;
use hornbook_core::{Error, Result, Run, Verdict};
use hornbook_data::{Dataset, Matrix};
use hornbook_learner::checked;

/// Which path [`lasso_path`] walks.
#[derive(Debug, Clone, PartialEq)]
pub struct LassoPathOptions {
    /// Which share of the price is on the absolute values; the rest is on half of the squares.
    pub l1_ratio: f64,
    /// The prices; if none are given, `n_alphas` from the smallest that sets all weights to zero downwards.
    pub alphas: Option<Vec<f64>>,
    /// How many prices there are, if none are given.
    pub n_alphas: usize,
    /// The smallest price as a share of the largest, if none are given.
    pub eps: f64,
    /// Whether there is a constant term.
    pub fit_intercept: bool,
    /// Most rounds over the columns, at each price.
    pub max_iter: u32,
    /// The largest gap, as a share of the target's mean square.
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

/// The weights at many prices, the largest price first.
#[derive(Debug, Clone, PartialEq)]
pub struct LassoPath {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The prices.
    pub alphas: Vec<f64>,
    /// A row for each price, a column for each column.
    pub weights: Matrix,
    /// The constant term at each price.
    pub intercepts: Vec<f64>,
    /// How far the objective is above its smallest value at most, at each price.
    pub gaps: Vec<f64>,
}

/// The weights of the lasso or the elastic net along a path of prices.
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
/// // Slopes of 2 and of 0.1, of which the first enters at once and the second at a price of 0.1.
/// assert!(path.weights.row(0).iter().all(|w| *w == 0.0));
/// assert!(path.weights.at(40, 0) > 1.8 && path.weights.at(40, 1) == 0.0);
/// assert!(path.weights.at(99, 1) > 0.09);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn lasso_path(data: &Dataset, options: &LassoPathOptions, run: &Run) -> Result<LassoPath> {
    options.check()?;
    checked(&Lasso::default(), data, run, || {
        let layout = Layout::of(data)?;
        let problem = Problem::of(Source::Memory(data), &layout, options.fit_intercept, run)?;
        let search = options.search();
        let mut alphas = match &options.alphas {
            Some(alphas) => alphas.clone(),
            None => grid(problem.solver().largest_price() / options.l1_ratio, options.n_alphas, options.eps),
        };
        alphas.sort_by(|a, b| b.total_cmp(a));
        let stops = walk(&problem, &alphas, search, run)?;
        let rows: Vec<Vec<f64>> = stops.iter().map(|stop| layout.in_design_order(&stop.weights)).collect();
        alphas.truncate(stops.len());
        Ok(LassoPath {
            weights: Matrix::new(rows.len(), layout.design.width(), rows.concat())?,
            columns: layout.names,
            alphas,
            intercepts: stops.iter().map(|stop| stop.constant).collect(),
            gaps: stops.iter().map(|stop| stop.ended.gap).collect(),
        })
    })
}

impl LassoPathOptions {
    fn search(&self) -> Search {
        Search { l1_ratio: self.l1_ratio, max_iter: self.max_iter, tol: self.tol }
    }

    fn check(&self) -> Result<()> {
        let refuse = |name: &str, found: f64, expected: &str| {
            Err(Error::data(format!("{name} is {found}"), format!("give {expected}")))
        };
        if let Some(alphas) = &self.alphas
            && let Some(wrong) = alphas.iter().find(|alpha| !(**alpha > 0.0 && alpha.is_finite()))
        {
            return refuse("a price", *wrong, "prices above 0");
        }
        if !(0.0..=1.0).contains(&self.l1_ratio) {
            return refuse("l1_ratio", self.l1_ratio, "a number from 0 to 1");
        }
        if self.alphas.is_none() && self.l1_ratio == 0.0 {
            return refuse(
                "l1_ratio",
                0.0,
                "the prices as well: without absolute values none sets all weights to zero",
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

/// How weights are searched for, whatever the price.
#[derive(Debug, Clone, Copy)]
pub(super) struct Search {
    pub l1_ratio: f64,
    pub max_iter: u32,
    pub tol: f64,
}

/// The weights at one price, with columns in the order of the problem.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    pub weights: Vec<f64>,
    pub constant: f64,
    pub ended: Ended,
}

/// Finds the weights at each price in turn.
pub(super) fn walk(problem: &Problem, alphas: &[f64], search: Search, run: &Run) -> Result<Vec<Stop>> {
    let mut solver = problem.solver();
    let mut weights = vec![0.0; problem.centre.means.len()];
    let mut stops = Vec::with_capacity(alphas.len());
    for &alpha in alphas {
        let ended = step(&mut solver, alpha, search, &mut weights, run)?;
        stops.push(Stop { constant: problem.centre.constant(&weights), weights: weights.clone(), ended });
        if run.progress("prices", stops.len() as u64, Some(alphas.len() as u64)) == Verdict::Finish {
            break;
        }
    }
    Ok(stops)
}

/// Moves weights to where they are best at a price.
pub(super) fn step(
    solver: &mut Solver<'_>,
    alpha: f64,
    search: Search,
    weights: &mut [f64],
    run: &Run,
) -> Result<Ended> {
    let limits = Limits { gap: search.tol * solver.squares(), sweeps: search.max_iter };
    solver.solve(Prices::new(alpha, search.l1_ratio), weights, limits, &mut |sweep, gap, kept| {
        run.trace(|| SparseEvent::Sweep { alpha, sweep, gap, weights: kept });
        run.check()
    })
}

/// Prices at equal ratios, the largest first.
pub(super) fn grid(largest: f64, count: usize, eps: f64) -> Vec<f64> {
    // A target that no column says anything about gets all weights zero at any price.
    let largest = if largest > 0.0 { largest } else { f64::EPSILON };
    let steps = count.saturating_sub(1).max(1) as f64;
    (0..count).map(|place| largest * eps.powf(place as f64 / steps)).collect()
}
