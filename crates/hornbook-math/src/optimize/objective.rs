//! The loss function.

use crate::matrix::Matrix;

/// A function of a vector, with its gradient.
pub trait Objective {
    /// How many variables there are.
    fn dimension(&self) -> usize;

    /// The value at a point; its gradient is written into `gradient`, which is as long as the point.
    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64;

    /// The value at a point.
    fn value(&self, x: &[f64]) -> f64 {
        self.value_and_gradient(x, &mut vec![0.0; x.len()])
    }

    /// The matrix of second derivatives at a point, if it is known.
    fn hessian(&self, _x: &[f64]) -> Option<Matrix> {
        None
    }
}

/// The mean of many functions of a vector, such as the losses of the rows of a table: $\frac1n\sum_i f_i(x)$.
pub trait SumObjective {
    /// How many variables there are.
    fn dimension(&self) -> usize;

    /// How many terms there are.
    fn terms(&self) -> usize;

    /// The value of one term at a point. Its gradient, times `scale`, is added to `gradient`.
    fn add_term(&self, term: usize, x: &[f64], scale: f64, gradient: &mut [f64]) -> f64;

    /// Moves a point against the gradient of one term, by a rate. `gradient` is room for it. A term that need not write its
    /// gradient down first is faster.
    fn descend(&self, term: usize, rate: f64, x: &mut [f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        self.add_term(term, x, 1.0, gradient);
        x.iter_mut().zip(gradient).for_each(|(x, g)| *x -= rate * *g);
    }

    /// Is told that a term will be asked for soon, and may fetch what it needs from memory. Changes nothing but time.
    fn expect(&self, _term: usize) {}
}

/// The mean of all terms as one function, for the methods that take one.
#[derive(Debug, Clone, Copy)]
pub struct MeanObjective<'a, S: ?Sized>(pub &'a S);

impl<S: SumObjective + ?Sized> Objective for MeanObjective<'_, S> {
    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        let share = 1.0 / self.0.terms().max(1) as f64;
        share * (0..self.0.terms()).map(|term| self.0.add_term(term, x, share, gradient)).sum::<f64>()
    }
}
