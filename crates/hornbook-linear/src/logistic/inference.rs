//! How exactly the rows determine the weights: errors from the inverse of the second derivatives.

use super::problem::LogisticProblem;
use super::search::settled;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::HessianFactor;

/// What the second derivatives at the minimum say.
pub(super) struct CoefficientInference {
    /// For each sum the standard errors of the coefficients, and of the intercept behind them; NaN where
    /// there is none.
    pub errors: Matrix,
    /// How many free numbers were learned.
    pub effective_dof: f64,
}

/// The errors of the coefficients of columns as they are. For more than two classes, weights are measured
/// from their mean over the classes.
pub(super) fn coefficient_inference(
    problem: &LogisticProblem<'_>,
    hessian: &Matrix,
) -> Result<CoefficientInference> {
    let (outputs, stride) = (problem.outputs(), problem.per_output());
    let (settled, added) = settled(problem, hessian);
    let hessian_factor = HessianFactor::new(&settled)?;
    let mut errors = Matrix::zeros(outputs, stride);
    for output in 0..outputs {
        for place in 0..stride {
            let combination = combination(problem, place);
            let is_there = problem.is_active(place);
            let variance = match is_there {
                false => None,
                true => {
                    let mut whole = vec![0.0; outputs * stride];
                    whole[output * stride..(output + 1) * stride].copy_from_slice(&combination);
                    hessian_factor.variance_of(&whole)?
                }
            };
            // What holds the sums over classes is no knowledge.
            let parts = combination.iter().zip(&added).filter(|(_, added)| **added > 0.0);
            let held: f64 = parts.map(|(a, added)| a * a / (added * (outputs * outputs) as f64)).sum();
            let error = |variance: f64| ((variance - held).max(0.0) / problem.weight).sqrt();
            *errors.at_mut(output, place) = variance.map_or(f64::NAN, error);
        }
    }
    let active = (0..stride).filter(|&place| problem.is_active(place)).count();
    let free_of_each = if outputs == 1 { 1.0 } else { (outputs - 1) as f64 };
    // Each combination of columns that says nothing says nothing in every contrast of classes.
    let effective_dof = (active as f64) * free_of_each - hessian_factor.free_directions() as f64;
    Ok(CoefficientInference { errors, effective_dof })
}

/// A weight, or the intercept at zero, as a combination of the variables of a sum.
fn combination(problem: &LogisticProblem<'_>, place: usize) -> Vec<f64> {
    let width = problem.units.len();
    let mut combination = vec![0.0; width + 1];
    if place < width {
        combination[place] = problem.units[place];
    } else {
        let columns = problem.units.iter().zip(&problem.origin);
        combination.iter_mut().zip(columns).for_each(|(part, (unit, mean))| *part = -unit * mean);
        combination[width] = 1.0;
    }
    combination
}
