//! Densities without a formula.
