//! Optimizers: finding where a function has its least value.
//!
//! A function implements [`Objective`] (or [`SumObjective`], or [`Residuals`]); a method is a struct of settings; its
//! `minimize` takes the function, a start and an observer, which sees every step and may end the search. Anything that
//! takes a [`Iteration`] and answers whether to go on is an observer; [`no_observer`] looks at nothing.
//!
//! | method | for |
//! |---|---|
//! | [`GradientDescent`] | any smooth function; rates fixed, decaying, adaptive or by line search; momentum, Nesterov, Adam |
//! | [`StochasticDescent`] | means over many terms, one or some terms a step |
//! | [`ConjugateGradient`], [`Lbfgs`] | smooth functions of many variables |
//! | [`Newton`] | smooth functions with second derivatives; [`newton_search`] is the method with steps of one's own |
//! | [`LevenbergMarquardt`] | sums of squares of nonlinear functions |
//! | [`LinearProgram`] | linear functions under linear limits (simplex) |
//!
//! [`check_gradient`] tells whether a gradient is the gradient of its function.
//!
//! # Example
//!
//! ```
//! use hornbook_math::optimize::{Lbfgs, Objective, no_observer};
//!
//! /// A narrow curved valley.
//! struct Rosenbrock;
//!
//! impl Objective for Rosenbrock {
//!     fn dimension(&self) -> usize {
//!         2
//!     }
//!
//!     fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
//!         let (a, b) = (1.0 - x[0], x[1] - x[0] * x[0]);
//!         gradient[0] = -2.0 * a - 400.0 * x[0] * b;
//!         gradient[1] = 200.0 * b;
//!         a * a + 100.0 * b * b
//!     }
//! }
//!
//! let minimum = Lbfgs::default().minimize(&Rosenbrock, &[-1.2, 1.0], &mut no_observer)?;
//! assert!(minimum.converged && minimum.x.iter().all(|x| (x - 1.0).abs() < 1e-5));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod conjugate_gradient;
mod descent;
mod gradient_check;
mod lbfgs;
mod levenberg;
pub mod line_search;
mod linear_program;
mod newton;
mod objective;
mod progress;
pub mod proximal;
mod simplex;
mod stochastic;
mod update;

pub use conjugate_gradient::{ConjugateGradient, solve_definite};
pub use descent::GradientDescent;
pub use gradient_check::{GradientCheck, check_gradient};
pub use lbfgs::Lbfgs;
pub use levenberg::{LevenbergMarquardt, Residuals};
pub use linear_program::{LinearOptimum, LinearProgram, LinearSolution};
pub use newton::{
    ConvexEvaluation, ConvexIteration, ConvexObjective, Newton, NewtonIteration, NewtonObjective,
    NewtonResult, NewtonStep, newton_search,
};
pub use objective::{MeanObjective, Objective, SumObjective};
pub use progress::{Iteration, OptimizeResult, StopReason, StoppingCriteria, no_observer};
pub use stochastic::{StochasticDescent, StochasticSearch};
pub use update::{LearningRate, StepRule};
