//! What the three learners of discriminants say, in one form.

use super::params::{
    CovarianceShape, GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant, Shrinkage, Solver,
};
use crate::naive_bayes::check_priors;
use hornbook_core::{Declared, Error, Result};
use serde::{Deserialize, Serialize};

/// How covariances are made of sums. Part of the model file, so fields may be added at the end only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub shape: Shape,
    pub priors: Option<Vec<f64>>,
    pub unbiased: bool,
}

/// What the covariances look like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Shape {
    Spherical,
    Diagonal,
    Shared(Shared),
    /// Drawn to the shared covariance, to a sphere of the same size and to the identity by these shares. Variances up to
    /// `tolerance` are none.
    Full {
        lambda: f64,
        gamma: f64,
        ridge: f64,
        tolerance: f64,
    },
}

/// One covariance for all classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shared {
    /// Whether it is the mean of those of the classes weighted by the priors, rather than that of all rows.
    pub by_priors: bool,
    pub shrink: Shrink,
    pub singular: Singular,
    /// Whether weights are told about the mean of the classes.
    pub is_centred: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum Shrink {
    Not,
    By(f64),
    Ledoit,
}

/// What is done about a covariance that is nothing in some direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum Singular {
    Refused,
    /// Directions with deviations up to this, in units of those of the columns, are left out.
    LeftOut(f64),
}

impl Plan {
    /// Whether sums of each class are needed, or only those of all.
    pub fn needs_classes(&self) -> bool {
        match &self.shape {
            Shape::Spherical | Shape::Diagonal => false,
            Shape::Shared(shared) => {
                shared.shrink == Shrink::Ledoit || shared.by_priors && self.priors.is_some()
            }
            Shape::Full { .. } => true,
        }
    }

    /// Whether a second pass looks at fourth powers.
    pub fn needs_fourth_powers(&self) -> bool {
        matches!(&self.shape, Shape::Shared(Shared { shrink: Shrink::Ledoit, .. }))
    }
}

/// A learner that a [`Plan`] describes.
pub(super) trait Planned: Declared {
    /// The plan for so many classes.
    fn plan(&self, classes: usize) -> Result<Plan>;
}

impl Planned for GaussianDiscriminant {
    fn plan(&self, classes: usize) -> Result<Plan> {
        let full = |lambda, gamma| Shape::Full { lambda, gamma, ridge: 0.0, tolerance: 0.0 };
        let shape = match self.covariance {
            CovarianceShape::Spherical => Shape::Spherical,
            CovarianceShape::Diagonal => Shape::Diagonal,
            CovarianceShape::Shared => Shape::Shared(Shared {
                by_priors: false,
                shrink: Shrink::Not,
                singular: Singular::Refused,
                is_centred: false,
            }),
            CovarianceShape::Full => full(0.0, 0.0),
            CovarianceShape::Regularised => full(self.pooling, self.gamma),
        };
        Ok(Plan { shape, priors: checked::<Self>(&self.priors, classes)?, unbiased: self.unbiased })
    }
}

impl Planned for LinearDiscriminant {
    fn plan(&self, classes: usize) -> Result<Plan> {
        if self.solver == Solver::Svd && self.shrinkage.is_some() {
            return Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: "shrinkage".to_string(),
                found: "given with the solver 'svd'".to_string(),
                expected: "none, or the solver 'lsqr' or 'eigen'".to_string(),
            });
        }
        let shared = Shared {
            by_priors: self.solver != Solver::Svd,
            shrink: match self.shrinkage {
                None => Shrink::Not,
                Some(Shrinkage::Auto) => Shrink::Ledoit,
                Some(Shrinkage::Share(share)) => Shrink::By(share),
            },
            singular: match self.solver {
                Solver::Svd => Singular::LeftOut(self.tol),
                // What is left of a direction that is nothing, after rounding.
                Solver::Lsqr => Singular::LeftOut(1e-8),
                Solver::Eigen => Singular::Refused,
            },
            is_centred: self.solver == Solver::Svd,
        };
        Ok(Plan {
            shape: Shape::Shared(shared),
            priors: checked::<Self>(&self.priors, classes)?,
            unbiased: false,
        })
    }
}

impl Planned for QuadraticDiscriminant {
    fn plan(&self, classes: usize) -> Result<Plan> {
        let shape = Shape::Full { lambda: 0.0, gamma: 0.0, ridge: self.reg_param, tolerance: self.tol };
        Ok(Plan { shape, priors: checked::<Self>(&self.priors, classes)?, unbiased: false })
    }
}

fn checked<L: Declared>(priors: &Option<Vec<f64>>, classes: usize) -> Result<Option<Vec<f64>>> {
    if let Some(priors) = priors {
        check_priors(L::declaration().name, "priors", priors, classes)?;
    }
    Ok(priors.clone())
}
