//! Where two classes are equally likely, and where a class is equally dense.

use super::normal_classes::NormalClasses;
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_math::algebra::SymmetricEigen;
use hornbook_math::distributions::{ChiSquare, Univariate};

/// A plane on which two classes with one covariance are equally likely: $w^\top x + w_0 = 0$, or $w^\top (x - x_0) = 0$.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscriminantHyperplane {
    /// $w = \Sigma^{-1} (\mu_i - \mu_j)$, orthogonal to the plane.
    pub w: Vec<f64>,
    /// The intercept: $w^\top x + w_0$ are the log odds of the first class against the second.
    pub w0: f64,
    /// The point of the plane on the line through both means. The class with the larger prior pushes it away.
    pub x0: Vec<f64>,
}

impl DiscriminantHyperplane {
    /// The log odds of the first class against the second at a point.
    pub fn log_odds(&self, x: &[f64]) -> Result<f64> {
        Ok(hornbook_math::algebra::vectors::dot(&self.w, x)? + self.w0)
    }

    /// The probability of the first of the two classes at a point: the sigmoid of the log odds.
    pub fn sigmoid(&self, x: &[f64]) -> Result<f64> {
        Ok(1.0 / (1.0 + (-self.log_odds(x)?).exp()))
    }
}

/// A quadric on which two classes are equally likely: $x^\top W x + w^\top x + w_0 = 0$.
#[derive(Debug, Clone, PartialEq)]
pub struct Quadric {
    /// $W = -\frac12 (\Sigma_i^{-1} - \Sigma_j^{-1})$.
    pub matrix: Matrix,
    /// $w = \Sigma_i^{-1} \mu_i - \Sigma_j^{-1} \mu_j$.
    pub vector: Vec<f64>,
    /// The intercept: the whole are the log odds of the first class against the second.
    pub constant: f64,
    /// What it looks like.
    pub kind: QuadricKind,
}

/// What a quadric looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuadricKind {
    /// A plane: the covariances are the same.
    DiscriminantHyperplane,
    /// Two planes that do not meet: the covariances differ in one direction only.
    PairOfHyperplanes,
    /// The same distance from a point.
    Hypersphere,
    /// Closed in all directions.
    Hyperellipsoid,
    /// Closed in some directions and open to one side.
    Hyperparaboloid,
    /// Open: one class is wider in some directions and the other in others.
    Hyperhyperboloid,
    /// Unbounded along directions in which the classes do not differ.
    Hypercylinder,
}

impl Quadric {
    /// The log odds of the first class against the second at a point.
    pub fn log_odds(&self, x: &[f64]) -> Result<f64> {
        let squares = hornbook_math::algebra::vectors::dot(x, &self.matrix.times(x)?)?;
        Ok(squares + hornbook_math::algebra::vectors::dot(&self.vector, x)? + self.constant)
    }
}

/// A surface on which the density of a class is the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Hyperellipsoid {
    /// The mean of the class.
    pub center: Vec<f64>,
    /// The directions of the axes, a row each: eigenvectors of the covariance, the longest axis first.
    pub axes: Matrix,
    /// Half the lengths of the axes: roots of the eigenvalues times the distance of Mahalanobis.
    pub half_lengths: Vec<f64>,
    /// The distance of Mahalanobis of the surface from the center.
    pub distance: f64,
}

impl NormalClasses {
    /// The plane between two classes. There is one if all have the same covariance.
    pub fn hyperplane(&self, class: usize, against: usize) -> Result<DiscriminantHyperplane> {
        self.check_class(class)?;
        self.check_class(against)?;
        if !self.is_linear() {
            return Err(Error::data(
                "classes with different covariances have no linear decision boundary",
                "ask for the quadric (quadratic boundary), or give one covariance for all classes",
            ));
        }
        let (one, other) = (self.means().row(class), self.means().row(against));
        let apart: Vec<f64> = one.iter().zip(other).map(|(a, b)| a - b).collect();
        let w = self.inverse(class).matrix.times(&apart)?;
        let prior_odds = (self.priors()[class] / self.priors()[against]).ln();
        let middle: Vec<f64> = one.iter().zip(other).map(|(a, b)| 0.5 * (a + b)).collect();
        let square: f64 = w.iter().zip(&apart).map(|(w, a)| w * a).sum();
        let at_middle: f64 = w.iter().zip(&middle).map(|(w, m)| w * m).sum();
        let x0 = middle.iter().zip(&apart).map(|(m, a)| m - prior_odds / square * a).collect();
        Ok(DiscriminantHyperplane { w, w0: prior_odds - at_middle, x0 })
    }

    /// The surface between two classes.
    pub fn quadric(&self, class: usize, against: usize) -> Result<Quadric> {
        self.check_class(class)?;
        self.check_class(against)?;
        let (one, other) = (self.inverse(class), self.inverse(against));
        let (a, b) = (self.means().row(class), self.means().row(against));
        let matrix = one.matrix.minus(&other.matrix)?.scaled(-0.5);
        let (ia, ib) = (one.matrix.times(a)?, other.matrix.times(b)?);
        let vector: Vec<f64> = ia.iter().zip(&ib).map(|(x, y)| x - y).collect();
        let square = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let constant = -0.5 * (square(a, &ia) - square(b, &ib))
            - 0.5 * (one.log_determinant - other.log_determinant)
            + (self.priors()[class] / self.priors()[against]).ln();
        let scale = one.matrix.largest().max(other.matrix.largest());
        let kind = kind_of(&matrix, &vector, scale)?;
        Ok(Quadric { matrix, vector, constant, kind })
    }

    /// The surface of equal density of a class that holds this fraction of it.
    pub fn hyperellipsoid(&self, class: usize, share: f64) -> Result<Hyperellipsoid> {
        self.check_class(class)?;
        if !(share > 0.0 && share < 1.0) {
            return Err(Error::data(
                format!("{share} is no probability content of an ellipsoid"),
                "give a probability between 0 and 1",
            ));
        }
        let eigen = SymmetricEigen::new(&self.covariance(class)?)?;
        let distance = ChiSquare::new(self.width() as f64)?.quantile(share).sqrt();
        Ok(Hyperellipsoid {
            center: self.means().row(class).to_vec(),
            axes: eigen.vectors.transpose(),
            half_lengths: eigen.values.iter().map(|value| value.max(0.0).sqrt() * distance).collect(),
            distance,
        })
    }
}

/// What a quadric looks like by the signs of its eigenvalues, where those next to the scale are nothing.
fn kind_of(matrix: &Matrix, vector: &[f64], scale: f64) -> Result<QuadricKind> {
    const NOTHING: f64 = 1e-10;
    let eigen = SymmetricEigen::new(matrix)?;
    let is_nothing = |value: f64| value.abs() <= NOTHING * scale;
    let up = eigen.values.iter().filter(|value| **value > 0.0 && !is_nothing(**value)).count();
    let down = eigen.values.iter().filter(|value| **value < 0.0 && !is_nothing(**value)).count();
    let flat: Vec<usize> = (0..eigen.values.len()).filter(|&i| is_nothing(eigen.values[i])).collect();
    let along = eigen.coordinates(vector)?;
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let is_tilted = flat.iter().any(|&i| along[i].abs() > NOTHING * length.max(scale));
    let spread = eigen.values.first().zip(eigen.values.last()).map_or(0.0, |(a, b)| a - b);
    Ok(match (up, down) {
        (0, 0) => QuadricKind::DiscriminantHyperplane,
        (0, _) | (_, 0) if flat.is_empty() && is_nothing(spread) => QuadricKind::Hypersphere,
        (0, _) | (_, 0) if flat.is_empty() => QuadricKind::Hyperellipsoid,
        _ if flat.is_empty() => QuadricKind::Hyperhyperboloid,
        _ if is_tilted => QuadricKind::Hyperparaboloid,
        _ if up + down == 1 => QuadricKind::PairOfHyperplanes,
        _ => QuadricKind::Hypercylinder,
    })
}
