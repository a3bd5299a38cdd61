//! What the three learners of discriminants say, in one form.

use super::params::{
    CovarianceType, DiscriminantSolver, GaussianDiscriminant, LinearDiscriminant, QuadraticDiscriminant,
    Shrinkage,
};
use crate::naive_bayes::check_priors;
use hornbook_core::{Declared, Error, Result};
use serde::{Deserialize, Serialize};

/// How covariances are made of sums. Part of the model file, so fields may be added at the end only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct CovariancePlan {
    pub shape: CovarianceStructure,
    pub priors: Option<Vec<f64>>,
    pub unbiased: bool,
}

/// What the covariances look like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum CovarianceStructure {
    Spherical,
    Diagonal,
    Shared(SharedCovariance),
    /// Drawn to the shared covariance, to a sphere of the same size and to the identity by these fractions.
    /// Variances up to `tolerance` are none.
    Full {
        lambda: f64,
        gamma: f64,
        ridge: f64,
        tolerance: f64,
    },
}

/// One covariance for all classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SharedCovariance {
    /// Whether it is the mean of those of the classes weighted by the priors, rather than that of all rows.
    pub by_priors: bool,
    pub shrink: Shrink,
    pub singular: Singular,
    /// Whether weights are told about the mean of the classes.
    pub is_centered: bool,
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
    /// Directions with standard deviations up to this, in units of those of the columns, are left out.
    LeftOut(f64),
}

impl CovariancePlan {
    /// Whether sums of each class are needed, or only those of all.
    pub fn needs_classes(&self) -> bool {
        match &self.shape {
            CovarianceStructure::Spherical | CovarianceStructure::Diagonal => false,
            CovarianceStructure::Shared(shared) => {
                shared.shrink == Shrink::Ledoit || shared.by_priors && self.priors.is_some()
            }
            CovarianceStructure::Full { .. } => true,
        }
    }

    /// Whether a second pass looks at fourth powers.
    pub fn needs_fourth_powers(&self) -> bool {
        matches!(&self.shape, CovarianceStructure::Shared(SharedCovariance { shrink: Shrink::Ledoit, .. }))
    }
}

/// A learner that a [`CovariancePlan`] describes.
pub(super) trait DiscriminantLearner: Declared {
    /// The plan for so many classes.
    fn plan(&self, classes: usize) -> Result<CovariancePlan>;
}

impl DiscriminantLearner for GaussianDiscriminant {
    fn plan(&self, classes: usize) -> Result<CovariancePlan> {
        let full = |lambda, gamma| CovarianceStructure::Full { lambda, gamma, ridge: 0.0, tolerance: 0.0 };
        let shape = match self.covariance {
            CovarianceType::Spherical => CovarianceStructure::Spherical,
            CovarianceType::Diagonal => CovarianceStructure::Diagonal,
            CovarianceType::Shared => CovarianceStructure::Shared(SharedCovariance {
                by_priors: false,
                shrink: Shrink::Not,
                singular: Singular::Refused,
                is_centered: false,
            }),
            CovarianceType::Full => full(0.0, 0.0),
            CovarianceType::Regularized => full(self.pooling, self.gamma),
        };
        Ok(CovariancePlan { shape, priors: checked::<Self>(&self.priors, classes)?, unbiased: self.unbiased })
    }
}

impl DiscriminantLearner for LinearDiscriminant {
    fn plan(&self, classes: usize) -> Result<CovariancePlan> {
        if self.solver == DiscriminantSolver::Svd && self.shrinkage.is_some() {
            return Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: "shrinkage".to_string(),
                found: "given with the solver 'svd'".to_string(),
                expected: "none, or the solver 'lsqr' or 'eigen'".to_string(),
            });
        }
        let shared = SharedCovariance {
            by_priors: self.solver != DiscriminantSolver::Svd,
            shrink: match self.shrinkage {
                None => Shrink::Not,
                Some(Shrinkage::Auto) => Shrink::Ledoit,
                Some(Shrinkage::Share(share)) => Shrink::By(share),
            },
            singular: match self.solver {
                DiscriminantSolver::Svd => Singular::LeftOut(self.tol),
                // What is left of a direction that is nothing, after rounding.
                DiscriminantSolver::Lsqr => Singular::LeftOut(1e-8),
                DiscriminantSolver::Eigen => Singular::Refused,
            },
            is_centered: self.solver == DiscriminantSolver::Svd,
        };
        Ok(CovariancePlan {
            shape: CovarianceStructure::Shared(shared),
            priors: checked::<Self>(&self.priors, classes)?,
            unbiased: false,
        })
    }
}

impl DiscriminantLearner for QuadraticDiscriminant {
    fn plan(&self, classes: usize) -> Result<CovariancePlan> {
        let shape =
            CovarianceStructure::Full { lambda: 0.0, gamma: 0.0, ridge: self.reg_param, tolerance: self.tol };
        Ok(CovariancePlan { shape, priors: checked::<Self>(&self.priors, classes)?, unbiased: false })
    }
}

fn checked<L: Declared>(priors: &Option<Vec<f64>>, classes: usize) -> Result<Option<Vec<f64>>> {
    if let Some(priors) = priors {
        check_priors(L::declaration().name, "priors", priors, classes)?;
    }
    Ok(priors.clone())
}
