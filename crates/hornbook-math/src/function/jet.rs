//! A value with its first and second derivatives, and how calls change them.

use super::{Call, Term};
use crate::matrix::Matrix;

/// The value of a term at a point, with its gradient and Hessian.
#[derive(Debug, Clone)]
pub(super) struct Jet {
    pub value: f64,
    pub gradient: Vec<f64>,
    pub hessian: Matrix,
}

/// The jet of a term.
pub(super) fn of(term: &Term, x: &[f64]) -> Jet {
    match term {
        Term::Number(number) => Jet::constant(*number, x.len()),
        Term::Variable(at) => {
            let mut jet = Jet::constant(x[*at], x.len());
            jet.gradient[*at] = 1.0;
            jet
        }
        Term::Call(call, terms) => {
            let a = of(&terms[0], x);
            match terms.get(1) {
                Some(second) => a.with(*call, &of(second, x)),
                None => a.through(*call),
            }
        }
    }
}

impl Jet {
    fn constant(value: f64, dimension: usize) -> Jet {
        Jet { value, gradient: vec![0.0; dimension], hessian: Matrix::zeros(dimension, dimension) }
    }

    /// A function $f$ of one jet, by the chain rule: $\nabla f = f'\nabla u$, $H_f = f' H_u + f''\nabla u\nabla u^\top$.
    fn chain(&self, value: f64, first: f64, second: f64) -> Jet {
        let gradient = self.gradient.iter().map(|g| times(first, *g)).collect();
        let hessian = Matrix::from_fn(self.gradient.len(), self.gradient.len(), |i, j| {
            times(first, self.hessian.at(i, j)) + times(second, self.gradient[i] * self.gradient[j])
        });
        Jet { value, gradient, hessian }
    }

    fn through(&self, call: Call) -> Jet {
        let u = self.value;
        let value = call.value(u, 0.0);
        let (first, second) = match call {
            Call::Negate => (-1.0, 0.0),
            Call::Exp => (value, value),
            Call::Ln => (1.0 / u, -1.0 / (u * u)),
            Call::Log2 => (std::f64::consts::LOG2_E / u, -std::f64::consts::LOG2_E / (u * u)),
            Call::Log10 => (std::f64::consts::LOG10_E / u, -std::f64::consts::LOG10_E / (u * u)),
            Call::Sqrt => (0.5 / value, -0.25 / (value * u)),
            Call::Abs => (if u == 0.0 { 0.0 } else { u.signum() }, 0.0),
            Call::Sin => (u.cos(), -value),
            Call::Cos => (-u.sin(), -value),
            Call::Tan => (1.0 + value * value, 2.0 * value * (1.0 + value * value)),
            Call::Tanh => (1.0 - value * value, -2.0 * value * (1.0 - value * value)),
            Call::Atan => (1.0 / (1.0 + u * u), -2.0 * u / (1.0 + u * u).powi(2)),
            Call::Sigmoid => (value * (1.0 - value), value * (1.0 - value) * (1.0 - 2.0 * value)),
            // A step is flat but where it steps.
            _ => (0.0, 0.0),
        };
        self.chain(value, first, second)
    }

    fn with(&self, call: Call, other: &Jet) -> Jet {
        match call {
            Call::Add => self.combined(other, self.value + other.value, (1.0, 1.0), (0.0, 0.0, 0.0)),
            Call::Subtract => self.combined(other, self.value - other.value, (1.0, -1.0), (0.0, 0.0, 0.0)),
            Call::Multiply => {
                self.combined(other, self.value * other.value, (other.value, self.value), (0.0, 1.0, 0.0))
            }
            Call::Divide => {
                let (a, b) = (self.value, other.value);
                let second = (0.0, -1.0 / (b * b), 2.0 * a / (b * b * b));
                self.combined(other, a / b, (1.0 / b, -a / (b * b)), second)
            }
            Call::Power => self.to_power(other),
            Call::Min if self.value <= other.value => self.clone(),
            Call::Max if self.value >= other.value => self.clone(),
            _ => other.clone(),
        }
    }

    /// An exponent that is a number has no logarithm of the base in its derivatives, so the base may be negative.
    fn to_power(&self, other: &Jet) -> Jet {
        let (a, b) = (self.value, other.value);
        let value = a.powf(b);
        if other.gradient.iter().all(|g| *g == 0.0) {
            return self.chain(value, times(b, a.powf(b - 1.0)), times(b * (b - 1.0), a.powf(b - 2.0)));
        }
        let (by_a, log) = (b * a.powf(b - 1.0), a.ln());
        let second = (b * (b - 1.0) * a.powf(b - 2.0), a.powf(b - 1.0) * (1.0 + b * log), value * log * log);
        self.combined(other, value, (by_a, value * log), second)
    }

    /// A function of two jets by its first derivatives and its second ones $(f_{aa}, f_{ab}, f_{bb})$.
    fn combined(&self, other: &Jet, value: f64, first: (f64, f64), second: (f64, f64, f64)) -> Jet {
        let (u, v) = (&self.gradient, &other.gradient);
        let gradient = u.iter().zip(v).map(|(u, v)| times(first.0, *u) + times(first.1, *v)).collect();
        let hessian = Matrix::from_fn(u.len(), u.len(), |i, j| {
            times(first.0, self.hessian.at(i, j))
                + times(first.1, other.hessian.at(i, j))
                + times(second.0, u[i] * u[j])
                + times(second.1, u[i] * v[j] + v[i] * u[j])
                + times(second.2, v[i] * v[j])
        });
        Jet { value, gradient, hessian }
    }
}

/// A product in which 0 wins over what is infinite: a derivative by a variable that does not occur is 0.
fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}
