//! Coefficients without errors and tests, where there are too many of them for the inverse of their products.

use crate::model::LinearModel;
use hornbook_core::Result;
use hornbook_data::{Dataset, Matrix};
use hornbook_encoding::Encoder;
use hornbook_learner::{Fit, TrainingSummary};

/// What was found for each target.
pub(super) struct CoefficientSolution {
    means: Vec<f64>,
    coefficients: Vec<f64>,
    intercepts: Vec<f64>,
    r_squared: Vec<f64>,
    /// The iterations, of a method that has some.
    pub iterations: Option<u64>,
    pub converged: bool,
    pub warnings: Vec<String>,
}

impl CoefficientSolution {
    /// Of columns with these means, without any target yet.
    pub fn new(means: Vec<f64>) -> CoefficientSolution {
        CoefficientSolution {
            means,
            coefficients: Vec::new(),
            intercepts: Vec::new(),
            r_squared: Vec::new(),
            iterations: None,
            converged: true,
            warnings: Vec::new(),
        }
    }

    /// Adds a target by its coefficients, its mean if there is an intercept, and how well they fit.
    pub fn add(&mut self, coefficients: Vec<f64>, mean: Option<f64>, r_squared: f64) {
        let of_means = || coefficients.iter().zip(&self.means).map(|(w, mean)| w * mean).sum::<f64>();
        self.intercepts.push(mean.map_or(0.0, |mean| mean - of_means()));
        self.coefficients.extend(coefficients);
        self.r_squared.push(r_squared);
    }

    pub fn model<L: Fit<Model = LinearModel>>(
        self,
        learner: &L,
        data: &Dataset,
        design: Encoder,
    ) -> Result<LinearModel> {
        let weights = data.row_weights();
        let targets = self.intercepts.len();
        let mut summary = TrainingSummary {
            rows: weights.iter().filter(|w| **w > 0.0).count() as u64,
            weight: weights.iter().sum(),
            converged: self.converged,
            warnings: self.warnings,
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), design.width().into());
        for (target, r_squared) in self.r_squared.into_iter().enumerate() {
            summary.details.insert(super::fit::r_squared_name(target, targets), r_squared.into());
        }
        if let Some(iterations) = self.iterations {
            summary.details.insert("rounds".into(), iterations.into());
        }
        let info = learner.model_info(data, summary)?;
        let coefficients = Matrix::new(targets, design.width(), self.coefficients)?;
        Ok(LinearModel::new(info, design, self.intercepts, coefficients, self.means))
    }
}
