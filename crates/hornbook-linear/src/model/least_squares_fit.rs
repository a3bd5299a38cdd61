//! What least squares knows of its fit.

use hornbook_data::Matrix;
use hornbook_math::distributions::fisher_upper;
use serde::{Deserialize, Serialize};

/// What least squares knows of its fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeastSquaresFit {
    /// The weight of the rows; their number, if none was given.
    pub weight: f64,
    /// Whether there is an intercept.
    pub intercept: bool,
    /// The L2 penalty on the coefficients.
    pub l2_penalty: f64,
    /// Degrees of freedom that are left for the residuals.
    pub degrees: f64,
    /// Those that the coefficients use, without the intercept; with a penalty, not an integer.
    pub effective_dof: f64,
    /// The condition of the columns in units of their standard deviation: how much they depend on each
    /// other, from 1.
    pub condition: f64,
    /// What is known of each target.
    pub targets: Vec<FittedTarget>,
    /// The inverse of the sums of products of the columns, about their means.
    #[serde(with = "super::matrix_values")]
    pub(crate) inverse: Matrix,
    pub(crate) is_determined: Vec<bool>,
    pub(crate) inflation: Vec<f64>,
}

/// What least squares knows of one target.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FittedTarget {
    /// The sum of the squares of the residuals.
    pub residual_squares: f64,
    /// The sum of the squares of the target about its mean, or about zero without an intercept.
    pub total_squares: f64,
}

impl FittedTarget {
    /// The fraction of the target's squares that the fit explains; undefined if the target does not vary.
    pub fn r_squared(&self) -> f64 {
        1.0 - self.residual_squares / self.total_squares
    }
}

/// The fit as a whole against one of the mean only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FTest {
    pub statistic: f64,
    pub degrees: f64,
    pub p_value: f64,
}

impl LeastSquaresFit {
    /// The standard deviation of the residuals of a target, if any degree of freedom is left.
    pub fn residual_error(&self, target: usize) -> Option<f64> {
        (self.degrees > 0.0).then(|| (self.targets[target].residual_squares / self.degrees).sqrt())
    }

    /// $R^2$ with a penalty on the number of coefficients, if any degree of freedom is left.
    pub fn adjusted_r_squared(&self, target: usize) -> Option<f64> {
        let all = self.weight - f64::from(u8::from(self.intercept));
        (self.degrees > 0.0).then(|| 1.0 - (1.0 - self.targets[target].r_squared()) * all / self.degrees)
    }

    pub(crate) fn test(&self, target: usize) -> Option<FTest> {
        let FittedTarget { residual_squares, total_squares } = self.targets[target];
        if self.degrees <= 0.0 || self.effective_dof <= 0.0 || self.l2_penalty > 0.0 {
            return None;
        }
        let statistic =
            ((total_squares - residual_squares) / self.effective_dof) / (residual_squares / self.degrees);
        let p_value = fisher_upper(statistic, self.effective_dof, self.degrees);
        Some(FTest { statistic, degrees: self.effective_dof, p_value })
    }
}
