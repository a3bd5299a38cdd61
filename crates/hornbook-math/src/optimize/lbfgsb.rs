//! L-BFGS with bounds.

use super::{
    Bounds, Iteration, Objective, OptimizeResult, StopReason, StoppingCriteria,
    line_search::Wolfe,
    progress::{SearchPoint, SearchProgress, check_start, largest},
};
use crate::{
    algebra::{Lu, inverse, vectors::inner},
    matrix::{Matrix, check_length},
};
use hornbook_core::Result;
use std::{collections::VecDeque, ops::ControlFlow};

/// L-BFGS for variables with bounds (Byrd, Lu, Nocedal and Zhu): the quadratic model of the function is followed along the
/// gradient, bent at the bounds, and then minimized over the variables that are not at one.
///
/// ```
/// use hornbook_math::optimize::{Bounds, LbfgsB, Objective, no_observer};
///
/// struct Bowl;
///
/// impl Objective for Bowl {
///     fn dimension(&self) -> usize {
///         2
///     }
///
///     fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
///         gradient.copy_from_slice(&[2.0 * (x[0] - 3.0), 2.0 * (x[1] + 1.0)]);
///         (x[0] - 3.0).powi(2) + (x[1] + 1.0).powi(2)
///     }
/// }
///
/// let method = LbfgsB::new(Bounds::new(vec![0.0, 0.0], vec![2.0, 2.0])?);
/// assert_eq!(method.minimize(&Bowl, &[1.0, 1.0], &mut no_observer)?.x, [2.0, 0.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LbfgsB {
    /// The bounds.
    pub bounds: Bounds,
    /// How many steps are remembered.
    pub memory: usize,
    /// How lines are searched.
    pub line_search: Wolfe,
    /// When to end.
    pub limits: StoppingCriteria,
}

impl LbfgsB {
    /// The method with these bounds and the usual settings.
    pub fn new(bounds: Bounds) -> LbfgsB {
        LbfgsB { bounds, memory: 10, line_search: Wolfe::default(), limits: StoppingCriteria::default() }
    }

    /// Searches from a start, which is moved into the bounds first. The function is never asked outside of them.
    pub fn minimize(
        &self,
        objective: &impl Objective,
        start: &[f64],
        observer: &mut dyn FnMut(&Iteration<'_>) -> ControlFlow<()>,
    ) -> Result<OptimizeResult> {
        check_start(objective.dimension(), start)?;
        check_length("the list of bounds", self.bounds.lower().len(), start.len())?;
        let inside = BoundedObjective { objective, bounds: &self.bounds };
        let mut x = start.to_vec();
        self.bounds.clamp(&mut x);
        let mut point = SearchPoint::start(&inside, &x)?;
        let mut progress = SearchProgress::new(self.limits, observer);
        let mut model = CompactHessian::new();
        let mut rate = 0.0;
        loop {
            let left = self.bounds.projected_gradient(&point);
            if let Some(stop_reason) = progress.report(&point.x, point.value, left, rate) {
                return Ok(progress.minimum(point.x, point.value, left, stop_reason));
            }
            let mut found = self.step(&inside, &point, &model);
            if found.is_none() && !model.steps.is_empty() {
                model = CompactHessian::new();
                found = self.step(&inside, &point, &model);
            }
            let Some((mut next, taken)) = found else {
                return Ok(progress.minimum(point.x, point.value, left, StopReason::NoDescent));
            };
            self.bounds.settle(&point.x, &mut next.x);
            model.learn(&point, &next, self.memory.max(1));
            (point, rate) = (next, taken);
        }
    }

    fn step(
        &self,
        inside: &BoundedObjective<'_, impl Objective>,
        point: &SearchPoint,
        model: &CompactHessian,
    ) -> Option<(SearchPoint, f64)> {
        let mut target = model.cauchy_point(point, &self.bounds);
        model.minimize_free(point, &mut target, &self.bounds);
        let direction: Vec<f64> = target.x.iter().zip(&point.x).map(|(to, from)| to - from).collect();
        let reach = self.bounds.reach(&point.x, &direction);
        let first_try = if model.steps.is_empty() { 1.0 / largest(&direction).max(1.0) } else { 1.0 };
        self.line_search.search(inside, point, &direction, first_try, reach)
    }
}

/// The function at the nearest point inside the bounds, since steps to a bound may miss it by rounding.
struct BoundedObjective<'a, O> {
    objective: &'a O,
    bounds: &'a Bounds,
}

impl<O: Objective> Objective for BoundedObjective<'_, O> {
    fn dimension(&self) -> usize {
        self.objective.dimension()
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let mut x = x.to_vec();
        self.bounds.clamp(&mut x);
        self.objective.value_and_gradient(&x, gradient)
    }
}

/// What is known of the curvature, $B = \theta I - W M W^\top$ with $W = (Y, \theta S)$: $S$ and $Y$ are past steps and what
/// they did to the gradient.
struct CompactHessian {
    theta: f64,
    steps: VecDeque<Vec<f64>>,
    changes: VecDeque<Vec<f64>>,
    middle: Matrix,
}

/// Where the model leads, and $c = W^\top (x_{target} - x)$.
struct ModelMinimum {
    x: Vec<f64>,
    c: Vec<f64>,
    free: Vec<usize>,
}

impl CompactHessian {
    fn new() -> CompactHessian {
        let (steps, changes) = (VecDeque::new(), VecDeque::new());
        CompactHessian { theta: 1.0, steps, changes, middle: Matrix::zeros(0, 0) }
    }

    fn learn(&mut self, from: &SearchPoint, to: &SearchPoint, memory: usize) {
        let step: Vec<f64> = to.x.iter().zip(&from.x).map(|(a, b)| a - b).collect();
        let change: Vec<f64> = to.gradient.iter().zip(&from.gradient).map(|(a, b)| a - b).collect();
        let (product, square) = (inner(&step, &change), inner(&change, &change));
        if product <= f64::EPSILON * square {
            return;
        }
        self.theta = square / product;
        self.steps.push_back(step);
        self.changes.push_back(change);
        if self.steps.len() > memory {
            self.steps.pop_front();
            self.changes.pop_front();
        }
        let known = self.steps.len();
        let inverted = Matrix::from_fn(2 * known, 2 * known, |i, j| {
            let (low, high) = (i.min(j), i.max(j));
            match (low < known, high < known) {
                (true, true) if low == high => -inner(&self.steps[low], &self.changes[low]),
                (true, true) => 0.0,
                (true, false) if high - known > low => inner(&self.steps[high - known], &self.changes[low]),
                (true, false) => 0.0,
                (false, _) => self.theta * inner(&self.steps[low - known], &self.steps[high - known]),
            }
        });
        match inverse(&inverted) {
            Ok(middle) => self.middle = middle,
            Err(_) => *self = CompactHessian::new(),
        }
    }

    /// One row of $W$.
    fn row(&self, variable: usize) -> Vec<f64> {
        let changes = self.changes.iter().map(|change| change[variable]);
        changes.chain(self.steps.iter().map(|step| self.theta * step[variable])).collect()
    }

    /// $a^\top M b$.
    fn form(&self, a: &[f64], b: &[f64]) -> f64 {
        (0..a.len()).map(|i| a[i] * inner(self.middle.row(i), b)).sum()
    }

    /// The first minimum of the model along the path against the gradient, which stops at every bound it meets.
    fn cauchy_point(&self, point: &SearchPoint, bounds: &Bounds) -> ModelMinimum {
        let size = point.x.len();
        let g = &point.gradient;
        let room = |i: usize| {
            if g[i] < 0.0 { bounds.upper()[i] - point.x[i] } else { bounds.lower()[i] - point.x[i] }
        };
        let meets: Vec<f64> =
            (0..size).map(|i| if g[i] == 0.0 { f64::INFINITY } else { -room(i) / g[i] }).collect();
        let mut direction: Vec<f64> = (0..size).map(|i| if meets[i] > 0.0 { -g[i] } else { 0.0 }).collect();
        let mut order: Vec<usize> = (0..size).filter(|&i| meets[i] > 0.0 && meets[i].is_finite()).collect();
        order.sort_by(|&a, &b| meets[a].total_cmp(&meets[b]));

        let mut p = vec![0.0; 2 * self.steps.len()];
        for i in (0..size).filter(|&i| direction[i] != 0.0) {
            p.iter_mut().zip(self.row(i)).for_each(|(p, w)| *p += direction[i] * w);
        }
        let mut c = vec![0.0; p.len()];
        let mut derivative = -inner(&direction, &direction);
        let mut curvature = -self.theta * derivative - self.form(&p, &p);
        let least_curvature = f64::EPSILON * curvature.abs();
        let (mut x, mut at) = (point.x.clone(), 0.0);
        for &variable in &order {
            let next = meets[variable] - at;
            if derivative >= 0.0 || -derivative < next * curvature.max(least_curvature) {
                break;
            }
            let (g, w) = (g[variable], self.row(variable));
            x[variable] = if g < 0.0 { bounds.upper()[variable] } else { bounds.lower()[variable] };
            c.iter_mut().zip(&p).for_each(|(c, p)| *c += next * p);
            let moved = x[variable] - point.x[variable];
            derivative += next * curvature + g * g + self.theta * g * moved - g * self.form(&w, &c);
            curvature += -self.theta * g * g - 2.0 * g * self.form(&w, &p) - g * g * self.form(&w, &w);
            p.iter_mut().zip(&w).for_each(|(p, w)| *p += g * w);
            direction[variable] = 0.0;
            at = meets[variable];
        }
        let moves = derivative < 0.0 && direction.iter().any(|&d| d != 0.0);
        let next = if moves { -derivative / curvature.max(least_curvature) } else { 0.0 };
        let next = if next.is_finite() { next } else { 0.0 };
        c.iter_mut().zip(&p).for_each(|(c, p)| *c += next * p);
        for i in (0..size).filter(|&i| direction[i] != 0.0) {
            x[i] = point.x[i] + (at + next) * direction[i];
        }
        let free = (0..size).filter(|&i| bounds.lower()[i] < x[i] && x[i] < bounds.upper()[i]).collect();
        ModelMinimum { x, c, free }
    }

    /// Goes on to the minimum of the model over the variables that are at no bound, as far as bounds allow.
    fn minimize_free(&self, point: &SearchPoint, target: &mut ModelMinimum, bounds: &Bounds) {
        let known = self.middle.rows();
        if known == 0 || target.free.is_empty() {
            return;
        }
        let rows: Vec<Vec<f64>> = target.free.iter().map(|&i| self.row(i)).collect();
        let mc: Vec<f64> = (0..known).map(|i| inner(self.middle.row(i), &target.c)).collect();
        let residual: Vec<f64> = target
            .free
            .iter()
            .zip(&rows)
            .map(|(&i, row)| point.gradient[i] + self.theta * (target.x[i] - point.x[i]) - inner(row, &mc))
            .collect();
        // Woodbury's formula: a system as large as the memory, not as the function.
        let mut gram = Matrix::zeros(known, known);
        let mut v = vec![0.0; known];
        for (row, r) in rows.iter().zip(&residual) {
            v.iter_mut().zip(row).for_each(|(v, w)| *v += w * r);
            for (i, w) in row.iter().enumerate() {
                gram.row_mut(i).iter_mut().zip(row).for_each(|(sum, other)| *sum += w * other / self.theta);
            }
        }
        let solved = self.middle.product(&gram).and_then(|product| {
            let system = Matrix::identity(known).minus(&product)?;
            Lu::new(&system)?.solve(&self.middle.times(&v)?)
        });
        let Ok(v) = solved else { return };
        let mut direction = vec![0.0; point.x.len()];
        for ((&i, row), r) in target.free.iter().zip(&rows).zip(&residual) {
            direction[i] = -r / self.theta - inner(row, &v) / (self.theta * self.theta);
        }
        let share = bounds.reach(&target.x, &direction).min(1.0);
        if share.is_finite() {
            target.x.iter_mut().zip(&direction).for_each(|(x, d)| *x += share * d);
        }
    }
}
