//! Functions of numbers that several families make columns of.

mod b_splines;
mod monomials;

pub use b_splines::{b_splines, knots_with_ends};
pub use monomials::{Monomial, monomials};
