//! The minimum of a formula.

use super::{add_result, function, named, point};
use crate::optimize::{
    ConjugateGradient, GradientDescent, Iteration, Lbfgs, LearningRate, Newton, Objective, StepRule,
    StoppingCriteria,
};
use hornbook_core::{Choice, FormulaText, NamedNumbers, Result, Run, Tool, WorkedSolution, in_digits};
use std::ops::ControlFlow;

/// An optimizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum MinimizeMethod {
    /// Gradient descent, x ← x − η∇f(x).
    GradientDescent,
    /// Steepest descent with a line search (backtracking).
    LineSearch,
    /// Conjugate gradient with a line search.
    ConjugateGradient,
    /// Newton's method, with the exact Hessian.
    Newton,
    /// Quasi-Newton method with limited memory (L-BFGS).
    Bfgs,
}

/// How the learning rate of a gradient descent changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum RateSchedule {
    /// Always the same.
    Constant,
    /// η₀/(1 + decay · t).
    Decaying,
    /// More by `increase` while the value falls, less by the fraction `decrease` when it does not.
    Adaptive,
}

/// What past gradients do to a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Acceleration {
    /// Nothing.
    None,
    /// Momentum.
    Momentum,
    /// Nesterov's momentum.
    Nesterov,
    /// Adam.
    Adam,
}

/// Minimize any differentiable formula: gradient descent with its learning-rate schedules, line search, conjugate gradient, Newton's
/// method or BFGS.
///
/// Derivatives are exact. `--trace` shows the steps; to maximize a function, minimize minus it.
#[derive(Debug, Tool)]
#[tool(
    name = "minimize",
    chapter = "Optimization",
    aliases(
        "gradient descent",
        "newton's method",
        "bfgs",
        "conjugate gradient",
        "line search",
        "optimizer",
        "learning rate",
        "argmin"
    )
)]
pub struct MinimizeTool {
    /// Formula of the variables, like (x - 1)^2 + 10*(y - x^2)^2.
    formula: FormulaText,
    /// Point to start from, by name or in the order of the names; 0 by default.
    #[param(default = NamedNumbers::default())]
    start: NamedNumbers,
    /// Optimizer.
    #[param(default = MinimizeMethod::Bfgs)]
    method: MinimizeMethod,
    /// Learning rate η of gradient descent.
    #[param(default = 0.1, range = ">0..")]
    rate: f64,
    /// Schedule of the learning rate.
    #[param(default = RateSchedule::Constant)]
    schedule: RateSchedule,
    /// Decay of a decaying learning rate.
    #[param(default = 0.01, range = "0..")]
    decay: f64,
    /// What an adaptive learning rate grows by, a.
    #[param(default = 0.01, range = "0..")]
    increase: f64,
    /// Fraction that an adaptive learning rate shrinks by, b.
    #[param(default = 0.5, range = "0..1")]
    decrease: f64,
    /// Number of past values whose mean an adaptive learning rate compares, τ.
    #[param(default = 1, range = "1..")]
    window: usize,
    /// Acceleration of gradient descent.
    #[param(default = Acceleration::None)]
    acceleration: Acceleration,
    /// Momentum, the share of the last step that is taken again.
    #[param(default = 0.9, range = "0..1")]
    momentum: f64,
    /// Most steps.
    #[param(default = 10000, range = "0..")]
    max_steps: usize,
    /// The search has converged when no component of the gradient is larger.
    #[param(default = 1e-8, range = "0..")]
    tolerance: f64,
}

/// Steps that are shown.
const MOST_STEPS: usize = 50;

impl MinimizeTool {
    fn learning_rate(&self) -> LearningRate {
        match self.schedule {
            RateSchedule::Constant => LearningRate::Fixed(self.rate),
            RateSchedule::Decaying => LearningRate::Decaying { initial: self.rate, decay: self.decay },
            RateSchedule::Adaptive => LearningRate::Adaptive {
                initial: self.rate,
                increase: self.increase,
                decrease: self.decrease,
                window: self.window,
            },
        }
    }

    fn step_rule(&self) -> StepRule {
        match self.acceleration {
            Acceleration::None => StepRule::None,
            Acceleration::Momentum => StepRule::Momentum(self.momentum),
            Acceleration::Nesterov => StepRule::Nesterov(self.momentum),
            Acceleration::Adam => StepRule::ADAM,
        }
    }
}

impl Tool for MinimizeTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let function = function(&self.formula.0)?;
        let variables = function.variables().to_vec();
        let start = point("minimize", &self.start, &variables)?;
        let limits = StoppingCriteria {
            max_steps: self.max_steps,
            gradient_tolerance: self.tolerance,
            value_tolerance: 0.0,
        };
        let mut solution = WorkedSolution::by(&format!("min f({}) = {function}", variables.join(", ")));
        let mut steps = Vec::new();
        let mut observer = |iteration: &Iteration<'_>| {
            if iteration.step <= MOST_STEPS {
                steps.push(format!(
                    "step {}: f = {}, {}, |gradient| {}, rate {}",
                    iteration.step,
                    in_digits(iteration.value),
                    named(&variables, iteration.x),
                    in_digits(iteration.gradient_norm),
                    in_digits(iteration.rate)
                ));
            }
            if run.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = match self.method {
            MinimizeMethod::GradientDescent => {
                solution.formula("x ← x − η ∇f(x)");
                let method =
                    GradientDescent { rate: self.learning_rate(), acceleration: self.step_rule(), limits };
                method.minimize(&function, &start, &mut observer)
            }
            MinimizeMethod::LineSearch => {
                solution.formula("x ← x − η ∇f(x), η by a line search");
                let rate = LearningRate::Backtracking { initial: 1.0 };
                GradientDescent { rate, acceleration: StepRule::None, limits }.minimize(
                    &function,
                    &start,
                    &mut observer,
                )
            }
            MinimizeMethod::ConjugateGradient => ConjugateGradient { limits, ..ConjugateGradient::default() }
                .minimize(&function, &start, &mut observer),
            MinimizeMethod::Newton => {
                solution.formula("x ← x − H⁻¹ ∇f(x)");
                Newton { limits, ..Newton::default() }.minimize(&function, &start, &mut observer)
            }
            MinimizeMethod::Bfgs => {
                Lbfgs { limits, ..Lbfgs::default() }.minimize(&function, &start, &mut observer)
            }
        }?;
        run.check()?;
        steps.into_iter().for_each(|step| solution.step(step));
        add_result(&mut solution, &variables, &found, "value f");
        solution.labeled("method", "method", self.method.name());
        if let Some(hessian) = function.hessian(&found.x).filter(|_| found.converged && variables.len() <= 12)
        {
            solution.labeled("hessian", "Hessian there", &hessian);
        }
        Ok(solution)
    }
}
