//! How likely the targets are under given precisions, in the axes of the columns where everything is a sum.

use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::{CenteredGram, Gram, SymmetricEigen};

/// The sums of products of columns and target, about their means if there is an intercept.
#[derive(Debug)]
pub(super) struct EvidenceSums {
    pub weight: f64,
    pub means: Vec<f64>,
    pub target_mean: f64,
    pub matrix: Matrix,
    products: Vec<f64>,
    pub target_squares: f64,
}

impl EvidenceSums {
    pub fn of(gram: &Gram, has_intercept: bool) -> Result<EvidenceSums> {
        let CenteredGram { weight, means, target_means, matrix, products, target_products } =
            gram.centered()?;
        Ok(match has_intercept {
            true => EvidenceSums {
                weight,
                means,
                target_mean: target_means[0],
                matrix,
                products: products.column(0),
                target_squares: target_products.at(0, 0).max(0.0),
            },
            // Sums for lines through the origin are about zero already.
            false => EvidenceSums {
                weight,
                means,
                target_mean: target_means[0],
                matrix: gram.matrix(),
                products: gram.products().column(0),
                target_squares: gram.target_products().at(0, 0),
            },
        })
    }
}

/// The same along the axes in which the columns do not go together.
pub(super) struct EvidenceAxes {
    eigen: SymmetricEigen,
    /// How far the rows spread along each axis, squared and summed.
    spreads: Vec<f64>,
    products: Vec<f64>,
    weight: f64,
    target_squares: f64,
}

/// The precisions of the noise and of the prior of each coefficient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Precisions {
    pub noise: f64,
    pub prior: f64,
}

/// What the targets say of given precisions.
#[derive(Debug, Clone)]
pub(super) struct EvidenceTerms {
    /// The means of the coefficients along the axes.
    means: Vec<f64>,
    pub residual_squares: f64,
    pub weight_squares: f64,
    /// How many weights the rows determine, as opposed to the prior.
    pub determined: f64,
    pub log_evidence: f64,
}

impl EvidenceAxes {
    pub fn new(sums: &EvidenceSums) -> Result<EvidenceAxes> {
        let eigen = SymmetricEigen::new(&sums.matrix)?;
        Ok(EvidenceAxes {
            spreads: eigen.values.iter().map(|value| value.max(0.0)).collect(),
            products: eigen.coordinates(&sums.products)?,
            eigen,
            weight: sums.weight,
            target_squares: sums.target_squares,
        })
    }

    /// What the targets say of some precisions.
    pub fn evidence_terms(&self, Precisions { noise, prior }: Precisions) -> EvidenceTerms {
        let means: Vec<f64> =
            self.products.iter().zip(&self.spreads).map(|(z, e)| noise * z / (prior + noise * e)).collect();
        let axes = || means.iter().zip(&self.products).zip(&self.spreads);
        let explained: f64 = axes().map(|((m, z), e)| m * (2.0 * z - e * m)).sum();
        let residual_squares = (self.target_squares - explained).max(0.0);
        let weight_squares: f64 = means.iter().map(|m| m * m).sum();
        let determined = self.spreads.iter().map(|e| noise * e / (prior + noise * e)).sum();
        // Of the coefficients: the prior's density at the mean over the posterior's.
        let width: f64 = self.spreads.iter().map(|e| (prior / (prior + noise * e)).ln()).sum();
        let rows = self.weight * (noise.ln() - std::f64::consts::TAU.ln());
        let log_evidence = 0.5 * (width + rows - noise * residual_squares - prior * weight_squares);
        EvidenceTerms { means, residual_squares, weight_squares, determined, log_evidence }
    }

    /// The means of the coefficients of the columns.
    pub fn weights(&self, evidence: &EvidenceTerms) -> Result<Vec<f64>> {
        self.eigen.vectors.times(&evidence.means)
    }

    /// The covariance of the coefficients of the columns.
    pub fn covariance(&self, Precisions { noise, prior }: Precisions) -> Result<Matrix> {
        self.eigen.apply(|spread| 1.0 / (prior + noise * spread.max(0.0)))
    }
}
