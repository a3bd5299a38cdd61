//! Optimizers on functions with known minima, against scipy (`reference/optimize.py` made the numbers), and
//! with input that cannot be used.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::Seed;
use hornbook_math::algebra::{self, derivatives, vectors};
use hornbook_math::loss::{LogisticLoss, PointLoss};
use hornbook_math::matrix::Matrix;
use hornbook_math::optimize::{
    ConjugateGradient, ConvexEvaluation, ConvexIteration, ConvexObjective, GradientDescent, Iteration, Lbfgs,
    LearningRate, LevenbergMarquardt, MeanObjective, Newton, Objective, OptimizeResult, Residuals, StepRule,
    StochasticDescent, StopReason, StoppingCriteria, SumObjective, check_gradient, line_search::Wolfe,
    no_observer, proximal::soft_threshold, solve_definite,
};
use serde_json::Value;
use std::ops::ControlFlow;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn reference() -> Value {
    serde_json::from_str(include_str!("reference/optimize.json")).unwrap()
}

fn assert_near(what: &str, ours: &[f64], theirs: &[f64], tolerance: f64) {
    let distance = vectors::distance(ours, theirs).unwrap();
    assert!(distance <= tolerance, "{what}: {ours:?} is {distance:e} from {theirs:?}");
}

/// Rosenbrock's valley in any number of dimensions.
struct Valley(usize);

impl Objective for Valley {
    fn dimension(&self) -> usize {
        self.0
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        let mut value = 0.0;
        for i in 0..self.0 - 1 {
            let (a, b) = (1.0 - x[i], x[i + 1] - x[i] * x[i]);
            gradient[i] += -2.0 * a - 400.0 * x[i] * b;
            gradient[i + 1] += 200.0 * b;
            value += a * a + 100.0 * b * b;
        }
        value
    }

    fn hessian(&self, x: &[f64]) -> Option<Matrix> {
        let mut hessian = Matrix::zeros(self.0, self.0);
        for i in 0..self.0 - 1 {
            *hessian.at_mut(i, i) += 2.0 - 400.0 * (x[i + 1] - 3.0 * x[i] * x[i]);
            *hessian.at_mut(i + 1, i + 1) += 200.0;
            *hessian.at_mut(i, i + 1) -= 400.0 * x[i];
            *hessian.at_mut(i + 1, i) -= 400.0 * x[i];
        }
        Some(hessian)
    }
}

/// $\frac12 x^\top Q x - b^\top x$.
struct Quadratic {
    q: Matrix,
    b: Vec<f64>,
}

impl Objective for Quadratic {
    fn dimension(&self) -> usize {
        self.b.len()
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let image = self.q.times(x).unwrap();
        for ((g, image), b) in gradient.iter_mut().zip(&image).zip(&self.b) {
            *g = image - b;
        }
        0.5 * vectors::dot(x, &image).unwrap() - vectors::dot(x, &self.b).unwrap()
    }

    fn hessian(&self, _: &[f64]) -> Option<Matrix> {
        Some(self.q.clone())
    }
}

/// A quadratic function of twelve variables.
fn quadratic() -> Quadratic {
    let q = Matrix::from_fn(12, 12, |i, j| {
        1.0 / (1.0 + i.abs_diff(j) as f64) + if i == j { (i % 3) as f64 + 0.5 } else { 0.0 }
    });
    Quadratic { q, b: (1..=12).map(|i| 3.0 * f64::from(i).sin()).collect() }
}

/// The rows of the reference script.
fn rows() -> (Matrix, Vec<f64>) {
    let x = Matrix::from_fn(60, 5, |i, j| {
        let (r, c) = (i as f64, j as f64);
        (1.7 * r + 2.3 * c + 0.31 * r * c).sin()
    });
    let w = [2.0, -1.0, 0.0, 0.0, 0.5];
    let noise = (0..60).map(|i| 0.3 * (5.1 * f64::from(i)).cos());
    let y: Vec<f64> = x.times(&w).unwrap().iter().zip(noise).map(|(y, noise)| y + noise).collect();
    let sign = y.iter().map(|&y| if y > 0.2 { 1.0 } else { -1.0 }).collect();
    (x, sign)
}

/// Logistic loss of each row, with a ridge.
struct Logistic {
    x: Matrix,
    sign: Vec<f64>,
    ridge: f64,
}

impl Logistic {
    fn new(ridge: f64) -> Logistic {
        let (x, sign) = rows();
        Logistic { x, sign, ridge }
    }
}

impl SumObjective for Logistic {
    fn dimension(&self) -> usize {
        self.x.columns()
    }

    fn terms(&self) -> usize {
        self.x.rows()
    }

    fn add_term(&self, term: usize, w: &[f64], scale: f64, gradient: &mut [f64]) -> f64 {
        let row = self.x.row(term);
        let margin = self.sign[term] * vectors::dot(row, w).unwrap();
        let slope = -self.sign[term] / (1.0 + margin.exp());
        for ((g, x), w) in gradient.iter_mut().zip(row).zip(w) {
            *g += scale * (slope * x + self.ridge * w);
        }
        let loss = if margin > 0.0 { (-margin).exp().ln_1p() } else { margin.exp().ln_1p() - margin };
        loss + 0.5 * self.ridge * vectors::dot(w, w).unwrap()
    }
}

fn assert_found(what: &str, found: &OptimizeResult, expected: &[f64], tolerance: f64) {
    assert!(found.converged, "{what}: {}", found.stop_reason);
    assert_near(what, &found.x, expected, tolerance);
}

#[test]
fn the_valley() {
    for size in [2, 10] {
        let start = if size == 2 { vec![-1.2, 1.0] } else { vec![0.3; size] };
        let (valley, ones) = (Valley(size), vec![1.0; size]);
        assert!(check_gradient(&valley, &start).unwrap().iter().all(|check| check.agrees()));
        let found = Lbfgs::default().minimize(&valley, &start, &mut no_observer).unwrap();
        assert_found("L-BFGS", &found, &ones, 1e-7);
        assert!(found.steps < 120, "{} steps", found.steps);
        let found = ConjugateGradient::default().minimize(&valley, &start, &mut no_observer).unwrap();
        assert_found("conjugate gradients", &found, &ones, 1e-7);
        let found = Newton::default().minimize(&valley, &start, &mut no_observer).unwrap();
        assert_found("Newton", &found, &ones, 1e-9);
        assert!(found.steps < 80, "{} steps", found.steps);
    }
    // In more dimensions there is a second minimum.
    let classical: Vec<f64> = [-1.2, 1.0].repeat(5);
    let second = Newton::default().minimize(&Valley(10), &classical, &mut no_observer).unwrap();
    assert!(second.converged && (second.value - 3.986579).abs() < 1e-6, "{second:?}");
    let patient =
        StoppingCriteria { max_steps: 200_000, gradient_tolerance: 1e-6, ..StoppingCriteria::default() };
    let descents = [
        (LearningRate::Backtracking { initial: 1.0 }, StepRule::None),
        (LearningRate::Fixed(1e-3), StepRule::Momentum(0.9)),
        (LearningRate::Fixed(1e-3), StepRule::Nesterov(0.9)),
        (LearningRate::Fixed(1e-2), StepRule::ADAM),
        (LearningRate::Decaying { initial: 2e-3, decay: 1e-6 }, StepRule::None),
        (LearningRate::Adaptive { initial: 1e-4, increase: 1e-5, decrease: 0.3, window: 1 }, StepRule::None),
    ];
    for (rate, acceleration) in descents {
        let descent = GradientDescent { rate, acceleration, limits: patient };
        let found = descent.minimize(&Valley(2), &[-1.2, 1.0], &mut no_observer).unwrap();
        assert_found(&format!("{rate:?} {acceleration:?}"), &found, &[1.0, 1.0], 1e-5);
    }
}

// proves: 000a:I32, 000b:NN19
#[test]
fn conjugate_gradients_need_as_many_steps_as_dimensions() {
    let problem = quadratic();
    let expected = algebra::Cholesky::new(&problem.q).unwrap().solve(&problem.b).unwrap();
    let (x, steps) = solve_definite(&problem.q, &problem.b, 1e-13).unwrap();
    assert!(steps <= 12, "{steps}");
    assert_near("linear", &x, &expected, 1e-12);
    // Two eigenvalues are two steps.
    let two = Matrix::from_fn(6, 6, |i, j| if i == j { if i < 3 { 1.0 } else { 7.0 } } else { 0.0 });
    assert_eq!(solve_definite(&two, &[1.0; 6], 1e-12).unwrap().1, 2);
    let exact = ConjugateGradient {
        line_search: Wolfe { curvature: 1e-9, ..Wolfe::default() },
        limits: StoppingCriteria { gradient_tolerance: 1e-7, ..StoppingCriteria::default() },
    };
    let found = exact.minimize(&problem, &[0.0; 12], &mut no_observer).unwrap();
    assert!(found.converged && found.steps <= 12, "{} steps, {}", found.steps, found.stop_reason);
    assert_near("nonlinear", &found.x, &expected, 1e-6);
    let newton = Newton::default().minimize(&problem, &[0.0; 12], &mut no_observer).unwrap();
    assert_eq!(newton.steps, 1, "a quadratic function is one step of Newton's");
}

#[test]
fn badly_scaled() {
    let scales: Vec<f64> = (0..6).map(|i| 10f64.powi(2 * i - 5)).collect();
    let problem = Quadratic { q: Matrix::diagonal(&scales), b: scales.clone() };
    let limits = StoppingCriteria { gradient_tolerance: 1e-9, ..StoppingCriteria::default() };
    let newton =
        Newton { limits, ..Newton::default() }.minimize(&problem, &[10.0; 6], &mut no_observer).unwrap();
    assert_found("Newton", &newton, &[1.0; 6], 1e-4);
    let lbfgs =
        Lbfgs { limits, ..Lbfgs::default() }.minimize(&problem, &[10.0; 6], &mut no_observer).unwrap();
    assert_found("L-BFGS", &lbfgs, &[1.0; 6], 1e-4);
    // Conjugate gradients lose their exactness by rounding first.
    let scales: Vec<f64> = (0..6).map(|i| 10f64.powi(i - 3)).collect();
    let problem = Quadratic { q: Matrix::diagonal(&scales), b: scales.clone() };
    let found = ConjugateGradient::default().minimize(&problem, &[10.0; 6], &mut no_observer).unwrap();
    assert_found("CG", &found, &[1.0; 6], 1e-4);
}

#[test]
fn logistic_as_scipy_says() {
    let facts = &reference()["logistic"];
    let (expected, value) = (numbers(&facts["x"]), facts["value"].as_f64().unwrap());
    let loss = Logistic::new(0.01);
    let whole = MeanObjective(&loss);
    let start = [0.0; 5];
    assert!(check_gradient(&whole, &[0.5, -0.3, 2.0, 1.0, -1.0]).unwrap().iter().all(|check| check.agrees()));
    let found = Lbfgs::default().minimize(&whole, &start, &mut no_observer).unwrap();
    assert_found("L-BFGS", &found, &expected, 1e-6);
    assert!((found.value - value).abs() < 1e-12);
    let found = ConjugateGradient::default().minimize(&whole, &start, &mut no_observer).unwrap();
    assert_found("CG", &found, &expected, 1e-6);
    let mut steps = 0;
    let mut observer = |at: &ConvexIteration<'_, ()>| {
        assert_eq!(at.step, steps);
        steps += 1;
        ControlFlow::Continue(())
    };
    let there = loss.evaluate(&start).unwrap();
    let found =
        Newton::default().minimize_convex(&loss, start.to_vec(), there, 1e-16, &mut observer).unwrap();
    assert_eq!((found.end, found.steps + 1), (StopReason::Decrement, steps));
    assert!(found.steps < 10, "{} steps", found.steps);
    assert_near("Newton", &found.x, &expected, 1e-6);
    assert!((found.evaluation.value - value).abs() < 1e-12);
}

/// Some of the terms of a function.
struct Part<'a>(&'a Logistic, std::ops::Range<usize>);

impl SumObjective for Part<'_> {
    fn dimension(&self) -> usize {
        5
    }

    fn terms(&self) -> usize {
        self.1.len()
    }

    fn add_term(&self, term: usize, x: &[f64], scale: f64, gradient: &mut [f64]) -> f64 {
        self.0.add_term(self.1.start + term, x, scale, gradient)
    }
}

#[test]
fn blocks_of_terms_leave_no_trace() {
    let loss = Logistic::new(0.01);
    let limits = StoppingCriteria { max_steps: 7, gradient_tolerance: 0.0, ..StoppingCriteria::default() };
    for (acceleration, batch_size) in
        [(StepRule::None, 1), (StepRule::Momentum(0.5), 1), (StepRule::Nesterov(0.5), 7)]
    {
        for shuffle in [false, true] {
            let rate = LearningRate::Decaying { initial: 0.5, decay: 0.3 };
            let method = StochasticDescent {
                rate,
                acceleration,
                batch_size,
                shuffle,
                limits,
                ..StochasticDescent::default()
            };
            let expected = method.minimize(&loss, &[0.0; 5], &mut no_observer).unwrap();
            let terms = SumObjective::terms(&loss);
            let in_blocks = |height: usize| {
                let (mut gradient, mut watch) = (vec![0.0; 5], no_observer);
                let mut search = method.search(&[0.0; 5], &mut watch).unwrap();
                loop {
                    let value = MeanObjective(&loss).value_and_gradient(&search.end_epoch(), &mut gradient);
                    if let Some(found) = search.report(value, &gradient) {
                        return found;
                    }
                    for first in (0..terms).step_by(height) {
                        search.meet(&Part(&loss, first..(first + height).min(terms)));
                    }
                }
            };
            assert_eq!(in_blocks(terms), expected);
            // Blocks are shuffled by themselves.
            assert_eq!(in_blocks(11) == expected, !shuffle);
        }
    }
}

#[test]
fn stochastic_descent_comes_near_and_repeats() {
    let value = reference()["logistic"]["value"].as_f64().unwrap();
    let loss = Logistic::new(0.01);
    let limits = StoppingCriteria { max_steps: 200, ..StoppingCriteria::default() };
    for (rate, acceleration, batch_size, average) in [
        (LearningRate::Decaying { initial: 1.0, decay: 0.2 }, StepRule::None, 1, false),
        (LearningRate::Fixed(0.1), StepRule::None, 1, true),
        (LearningRate::Decaying { initial: 1.0, decay: 0.1 }, StepRule::Momentum(0.5), 8, false),
        (LearningRate::Decaying { initial: 1.0, decay: 0.1 }, StepRule::Nesterov(0.5), 8, false),
        (LearningRate::Decaying { initial: 0.2, decay: 0.1 }, StepRule::ADAM, 8, false),
        (
            LearningRate::Adaptive { initial: 0.1, increase: 0.01, decrease: 0.2, window: 3 },
            StepRule::None,
            8,
            false,
        ),
    ] {
        let method = StochasticDescent {
            rate,
            acceleration,
            batch_size,
            average,
            seed: Seed(1),
            limits,
            ..StochasticDescent::default()
        };
        let found = method.minimize(&loss, &[0.0; 5], &mut no_observer).unwrap();
        assert!(found.value - value < 2e-3, "{method:?}: {} above", found.value - value);
        assert_eq!(found, method.minimize(&loss, &[0.0; 5], &mut no_observer).unwrap());
        let other = StochasticDescent { seed: Seed(2), ..method };
        assert_ne!(found.x, other.minimize(&loss, &[0.0; 5], &mut no_observer).unwrap().x);
    }
    // All terms at once are batch descent, whatever the order.
    let rate = LearningRate::Fixed(0.5);
    let all = StochasticDescent { rate, batch_size: 60, limits, ..StochasticDescent::default() };
    let batch = GradientDescent { rate, acceleration: StepRule::None, limits };
    let expected = batch.minimize(&MeanObjective(&loss), &[0.0; 5], &mut no_observer).unwrap();
    let found = all.minimize(&loss, &[0.0; 5], &mut no_observer).unwrap();
    assert_near("batch", &found.x, &expected.x, 1e-12);
}

/// The same function with all that Newton's method needs.
impl ConvexObjective for Logistic {
    type Extra = ();

    fn evaluate(&self, x: &[f64]) -> hornbook_core::Result<ConvexEvaluation<()>> {
        let mut gradient = vec![0.0; 5];
        let value = MeanObjective(self).value_and_gradient(x, &mut gradient);
        let scores = self.x.times(x)?;
        let hessian = Matrix::from_fn(5, 5, |i, j| {
            let row = |(row, &score): (usize, &f64)| {
                LogisticLoss.derivatives(1.0, score).hessian * self.x.at(row, i) * self.x.at(row, j) / 60.0
            };
            scores.iter().enumerate().map(row).sum::<f64>() + if i == j { self.ridge } else { 0.0 }
        });
        Ok(ConvexEvaluation { value, gradient, hessian, extra: () })
    }
}

#[test]
fn newton_steps_keep_to_what_is_asked() {
    /// $x - \ln x$, with a domain that ends and a variable that is not determined.
    struct Barrier;
    impl ConvexObjective for Barrier {
        type Extra = ();
        fn evaluate(&self, x: &[f64]) -> hornbook_core::Result<ConvexEvaluation<()>> {
            Ok(ConvexEvaluation {
                value: if x[0] > 0.0 { x[0] - x[0].ln() } else { f64::INFINITY },
                gradient: vec![1.0 - 1.0 / x[0], 0.0],
                hessian: Matrix::diagonal(&[1.0 / (x[0] * x[0]), 0.0]),
                extra: (),
            })
        }
        fn longest_step(&self, x: &[f64], direction: &[f64]) -> f64 {
            if direction[0] < 0.0 { -0.5 * x[0] / direction[0] } else { 1.0 }
        }
    }
    let search = |max_steps: usize,
                  start: f64,
                  observer: &mut dyn FnMut(&ConvexIteration<'_, ()>) -> ControlFlow<()>| {
        let start = vec![start, 7.0];
        let there = Barrier.evaluate(&start).unwrap();
        Newton::with_max_steps(max_steps).minimize_convex(&Barrier, start, there, 1e-14, observer).unwrap()
    };
    let mut least = f64::INFINITY;
    let found = search(100, 50.0, &mut |at| {
        least = least.min(at.x[0]);
        ControlFlow::Continue(())
    });
    assert_eq!(found.end, StopReason::Decrement);
    assert!((found.x[0] - 1.0).abs() < 1e-9 && least > 0.0);
    assert_eq!(found.x[1], 7.0, "what is not determined stays where it is");
    let short = search(2, 50.0, &mut |_| ControlFlow::Continue(()));
    assert_eq!((short.end, short.steps), (StopReason::Steps, 2));
    let ended = search(100, 50.0, &mut |at| {
        if at.step == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ended.end, ended.steps), (StopReason::Observer, 1));
    assert_eq!(search(100, 1.0, &mut |_| ControlFlow::Continue(())).steps, 0);
}

#[test]
fn saddles_are_left() {
    /// $x^4/4 - x^2/2 + y^2$: a saddle at 0, minima at $(\pm1, 0)$.
    struct Saddle;
    impl Objective for Saddle {
        fn dimension(&self) -> usize {
            2
        }
        fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient.copy_from_slice(&[x[0].powi(3) - x[0], 2.0 * x[1]]);
            x[0].powi(4) / 4.0 - x[0] * x[0] / 2.0 + x[1] * x[1]
        }
        fn hessian(&self, x: &[f64]) -> Option<Matrix> {
            Some(Matrix::diagonal(&[3.0 * x[0] * x[0] - 1.0, 2.0]))
        }
    }
    for start in [[0.0, 0.0], [0.0, 1.0], [0.1, -3.0], [1e-9, 0.0]] {
        let found = Newton::default().minimize(&Saddle, &start, &mut no_observer).unwrap();
        assert!(found.converged && (found.x[0].abs() - 1.0).abs() < 1e-8, "{start:?}: {found:?}");
        assert!((found.value + 0.25).abs() < 1e-14);
    }
}

#[test]
fn observers_see_every_step_and_may_end_it() {
    let mut values = Vec::new();
    let mut watch = |step: &Iteration<'_>| {
        assert_eq!(step.step, values.len());
        assert_eq!(step.x.len(), 2);
        values.push(step.value);
        if step.step == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = Lbfgs::default().minimize(&Valley(2), &[-1.2, 1.0], &mut watch).unwrap();
    assert_eq!((found.stop_reason, found.converged, found.steps), (StopReason::Observer, false, 7));
    assert_eq!(values.len(), 8);
    assert!(values.is_sorted_by(|a, b| a >= b), "line searches only go down");
    assert_eq!(values[7], found.value);
    let limits = StoppingCriteria { max_steps: 3, ..StoppingCriteria::default() };
    let found =
        Lbfgs { limits, ..Lbfgs::default() }.minimize(&Valley(2), &[-1.2, 1.0], &mut no_observer).unwrap();
    assert_eq!((found.stop_reason, found.steps), (StopReason::Steps, 3));
    let lazy = StoppingCriteria { value_tolerance: 1e-3, ..StoppingCriteria::default() };
    let found = Lbfgs { limits: lazy, ..Lbfgs::default() }
        .minimize(&Valley(2), &[-1.2, 1.0], &mut no_observer)
        .unwrap();
    assert_eq!((found.stop_reason, found.converged), (StopReason::Value, true));
    let done = Newton::default().minimize(&Valley(2), &[1.0, 1.0], &mut no_observer).unwrap();
    assert_eq!((done.stop_reason, done.steps), (StopReason::Gradient, 0));
}

// proves: 000a:G3, 000a:I11, 000b:LD17, 001:184, 002:H03
#[test]
fn the_descent_of_the_notes() {
    // Least squares of 1, 2, 2, 4 on 0, 1, 2, 3 with a constant, half the sum of squares.
    let x = Matrix::from_rows(&[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]).unwrap();
    let q = x.transpose().product(&x).unwrap();
    let b = x.transposed_times(&[1.0, 2.0, 2.0, 4.0]).unwrap();
    let limit = 2.0 / algebra::SymmetricEigen::new(&q).unwrap().values[0];
    assert!((limit - 0.11897503240933456).abs() < 1e-15);
    let problem = Quadratic { q, b };
    let mut path = Vec::new();
    let mut watch = |step: &Iteration<'_>| {
        path.push(step.x.to_vec());
        ControlFlow::Continue(())
    };
    let descend = |rate| GradientDescent { rate: LearningRate::Fixed(rate), ..GradientDescent::default() };
    let found = descend(0.05).minimize(&problem, &[0.0, 0.0], &mut watch).unwrap();
    for (ours, notes) in path[1..4].iter().zip([[0.45, 0.9], [0.54, 1.035], [0.5715, 1.0485]]) {
        assert_near("step", ours, &notes, 1e-14);
    }
    assert_found("end", &found, &[0.9, 0.9], 1e-8);
    assert!(descend(0.1189).minimize(&problem, &[0.0, 0.0], &mut no_observer).unwrap().value < 0.0);
    let lost = descend(0.1191).minimize(&problem, &[0.0, 0.0], &mut no_observer).unwrap();
    assert!(!lost.converged && lost.value > 1.0, "a rate beyond the limit leads away");
}

// proves: 001:40, 002:U04
#[test]
fn derivatives_of_the_table_are_derivatives() {
    /// A function of a vector by its value and its gradient.
    struct Formula<V, G>(usize, V, G);
    impl<V: Fn(&[f64]) -> f64, G: Fn(&[f64]) -> Vec<f64>> Objective for Formula<V, G> {
        fn dimension(&self) -> usize {
            self.0
        }
        fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient.copy_from_slice(&(self.2)(x));
            (self.1)(x)
        }
    }
    fn check<V: Fn(&[f64]) -> f64, G: Fn(&[f64]) -> Vec<f64>>(name: &str, at: &[f64], value: V, gradient: G) {
        for check in check_gradient(&Formula(at.len(), value, gradient), at).unwrap() {
            assert!(check.agrees(), "{name}: {check:?}");
            assert!(check.error < 1e-9 * check.given.abs().max(1.0), "{name}: {check:?}");
        }
    }
    let m = Matrix::from_fn(3, 3, |i, j| ((3 * i + j) as f64).sin() + if i == j { 2.0 } else { 0.0 });
    let wide = Matrix::from_fn(2, 3, |i, j| ((5 * i + 2 * j) as f64).cos());
    let x = [0.3, -1.2, 2.0];
    let y = [0.7, -0.4];
    for (component, row) in [0, 1].into_iter().zip([wide.row(0), wide.row(1)]) {
        check(
            "Mx",
            &x,
            |x| wide.times(x).unwrap()[component],
            |_| derivatives::jacobian_of_product(&wide).row(component).to_vec(),
        );
        assert_eq!(derivatives::jacobian_of_product(&wide).row(component), row);
    }
    check(
        "y'Mx",
        &x,
        |x| vectors::dot(&y, &wide.times(x).unwrap()).unwrap(),
        |_| derivatives::gradient_of_bilinear(&wide, &y).unwrap(),
    );
    check(
        "x'Mx",
        &x,
        |x| vectors::dot(x, &m.times(x).unwrap()).unwrap(),
        |x| derivatives::gradient_of_quadratic(&m, x).unwrap(),
    );
    check("x'x", &x, |x| vectors::dot(x, x).unwrap(), derivatives::gradient_of_square);
    let (a, c) = (wide.clone(), wide.transpose().scaled(1.5));
    let square = |values: &[f64]| Matrix::new(3, 3, values.to_vec()).unwrap();
    check(
        "tr ABC",
        m.values(),
        |b| a.product(&square(b)).unwrap().product(&c).unwrap().trace().unwrap(),
        |_| derivatives::gradient_of_trace(&a, &c).unwrap().into_values(),
    );
    let determinant = |a: &[f64]| algebra::determinant(&square(a)).unwrap();
    let cofactors = |a: &[f64]| derivatives::gradient_of_determinant(&square(a)).unwrap().into_values();
    check("det", m.values(), determinant, cofactors);
    let by_inverse = algebra::inverse(&m).unwrap().transpose().scaled(determinant(m.values()));
    assert_near("det A^-T", &cofactors(m.values()), by_inverse.values(), 1e-13);
    let singular = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    assert_near("cofactors", &cofactors(&singular), &[-3., 6., -3., 6., -12., 6., -3., 6., -3.], 1e-12);
    assert!(derivatives::gradient_of_determinant(&wide).is_err());
    assert!(derivatives::gradient_of_quadratic(&wide, &x).is_err());
    assert!(derivatives::gradient_of_trace(&wide, &wide).is_err());
}

// Input that cannot be used.

/// $\sqrt x$, which has no value beneath 0.
struct Root;

impl Objective for Root {
    fn dimension(&self) -> usize {
        1
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient[0] = 0.5 / x[0].sqrt();
        x[0].sqrt()
    }
}

struct NoTerms;

impl SumObjective for NoTerms {
    fn dimension(&self) -> usize {
        1
    }

    fn terms(&self) -> usize {
        0
    }

    fn add_term(&self, _: usize, _: &[f64], _: f64, _: &mut [f64]) -> f64 {
        0.0
    }
}

#[test]
fn bad_input_gets_a_sentence() {
    let sentence = |found: hornbook_core::Result<OptimizeResult>| found.unwrap_err().to_string();
    let start = |x: &[f64]| Lbfgs::default().minimize(&Valley(2), x, &mut no_observer);
    assert!(sentence(start(&[1.0])).contains("length 1"));
    assert!(sentence(start(&[f64::NAN, 1.0])).contains("not finite"));
    assert!(
        sentence(Lbfgs::default().minimize(&Root, &[-1.0], &mut no_observer))
            .contains("not finite at the start")
    );
    assert!(
        sentence(Newton::default().minimize(&Root, &[1.0], &mut no_observer)).contains("second derivatives")
    );
    let rate = GradientDescent { rate: LearningRate::Fixed(-1.0), ..GradientDescent::default() };
    assert!(sentence(rate.minimize(&Valley(2), &[0.0; 2], &mut no_observer)).contains("rate"));
    let both = GradientDescent { acceleration: StepRule::ADAM, ..GradientDescent::default() };
    assert!(sentence(both.minimize(&Valley(2), &[0.0; 2], &mut no_observer)).contains("momentum"));
    let stochastic = StochasticDescent::default();
    assert!(sentence(stochastic.minimize(&NoTerms, &[0.0], &mut no_observer)).contains("no terms"));
    let empty = StochasticDescent { batch_size: 0, ..stochastic };
    assert!(sentence(empty.minimize(&NoTerms, &[0.0], &mut no_observer)).contains("at least one term"));
    assert!(solve_definite(&Matrix::diagonal(&[1.0, -1.0]), &[1.0, 1.0], 1e-9).is_err());
    assert!(check_gradient(&Valley(2), &[1.0]).is_err());
}

#[test]
fn functions_without_a_minimum_or_with_a_wrong_gradient() {
    /// A slope that goes down for ever.
    struct Slope;
    impl Objective for Slope {
        fn dimension(&self) -> usize {
            1
        }
        fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient[0] = 1.0;
            x[0]
        }
    }
    let found = Lbfgs::default().minimize(&Slope, &[0.0], &mut no_observer).unwrap();
    assert!(!found.converged);
    // A step out of the domain is taken back.
    /// $x - \ln x$.
    struct Barrier;
    impl Objective for Barrier {
        fn dimension(&self) -> usize {
            1
        }
        fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient[0] = 1.0 - 1.0 / x[0];
            x[0] - x[0].ln()
        }
    }
    for start in [1e-3, 50.0] {
        let found = Lbfgs::default().minimize(&Barrier, &[start], &mut no_observer).unwrap();
        assert_found("barrier", &found, &[1.0], 1e-7);
    }
    // A wrong gradient is found out.
    struct Liar;
    impl Objective for Liar {
        fn dimension(&self) -> usize {
            1
        }
        fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient[0] = -2.0 * x[0];
            x[0] * x[0]
        }
    }
    assert_eq!(
        Lbfgs::default().minimize(&Liar, &[1.0], &mut no_observer).unwrap().stop_reason,
        StopReason::NoDescent
    );
    assert!(!check_gradient(&Liar, &[1.0]).unwrap()[0].agrees());
}

#[test]
fn exact_and_hopeless_fits() {
    struct Fit(f64);
    impl Residuals for Fit {
        fn dimension(&self) -> usize {
            2
        }
        fn count(&self) -> usize {
            3
        }
        fn residuals(&self, x: &[f64], values: &mut [f64]) {
            // The second variable does nothing.
            values.copy_from_slice(&[x[0] - 1.0, 2.0 * x[0] - 2.0, self.0]);
        }
    }
    let exact = LevenbergMarquardt::default().minimize(&Fit(0.0), &[5.0, 3.0], &mut no_observer).unwrap();
    assert!(
        exact.converged && (exact.x[0] - 1.0).abs() < 1e-12 && (exact.x[1] - 3.0).abs() < 1e-12,
        "{exact:?}"
    );
    let constant = LevenbergMarquardt::default().minimize(&Fit(2.0), &[5.0, 3.0], &mut no_observer).unwrap();
    assert!(constant.converged && (constant.value - 4.0).abs() < 1e-12);
    assert!(LevenbergMarquardt::default().minimize(&Fit(f64::NAN), &[5.0, 3.0], &mut no_observer).is_err());
}

#[test]
fn derivatives_that_are_given_are_used() {
    /// $e^{ax}$ through $(1, 2)$ and $(2, 5)$, with its derivatives times a number.
    struct Growth(std::cell::Cell<u32>, f64);
    impl Residuals for Growth {
        fn dimension(&self) -> usize {
            1
        }
        fn count(&self) -> usize {
            2
        }
        fn residuals(&self, x: &[f64], values: &mut [f64]) {
            values.copy_from_slice(&[x[0].exp() - 2.0, (2.0 * x[0]).exp() - 5.0]);
        }
        fn jacobian(&self, x: &[f64], derivatives: &mut Matrix) {
            self.0.set(self.0.get() + 1);
            let exact = [x[0].exp(), 2.0 * (2.0 * x[0]).exp()];
            derivatives.values_mut().iter_mut().zip(exact).for_each(|(to, exact)| *to = self.1 * exact);
        }
    }
    let problem = Growth(std::cell::Cell::new(0), 1.0);
    let limits = StoppingCriteria { gradient_tolerance: 1e-14, ..StoppingCriteria::default() };
    let method = LevenbergMarquardt { limits, ..LevenbergMarquardt::default() };
    let found = method.minimize(&problem, &[0.0], &mut no_observer).unwrap();
    // With $u = e^a$, the derivative is 0 where $2u^3 - 9u - 2 = 0$.
    let u = found.x[0].exp();
    assert!(found.converged && (2.0 * u.powi(3) - 9.0 * u - 2.0).abs() < 1e-12, "{found:?}");
    assert_eq!(problem.0.get() as usize, found.steps + 1);
    let wrong = Growth(std::cell::Cell::new(0), -1.0);
    let lost = method.minimize(&wrong, &[0.0], &mut no_observer).unwrap();
    assert_eq!((lost.stop_reason, lost.converged), (StopReason::NoDescent, false));
    let undamped = LevenbergMarquardt { damping: 0.0, ..method };
    assert!(
        undamped.minimize(&problem, &[0.0], &mut no_observer).unwrap_err().to_string().contains("damping")
    );
}

#[test]
fn soft_thresholds() {
    assert_eq!([3.0, -0.5, -2.0].map(|z| soft_threshold(z, 1.0)), [2.0, -0.0, -1.0]);
}
