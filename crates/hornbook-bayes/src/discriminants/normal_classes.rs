//! Classes that are normal distributions with known parameters.

use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_math::algebra::{Cholesky, SymmetricEigen};
use hornbook_math::special::log_sum_exp;

/// Normal distributions, one a class, with the class priors.
///
/// Their discriminants $g_c(x) = -\frac12 (x - \mu_c)^\top \Sigma_c^{-1} (x - \mu_c) - \frac12 \ln\det\Sigma_c + \ln P(c)$
/// decide: the class with the largest one is the most likely.
///
/// ```
/// use hornbook_bayes::discriminants::{ClassCovariances, NormalClasses};
/// use hornbook_data::Matrix;
///
/// let means = Matrix::from_rows(&[[0.0, 0.0], [4.0, 2.0]])?;
/// let classes = NormalClasses::new(vec![0.7, 0.3], means, ClassCovariances::Spherical(2.0))?;
/// let plane = classes.hyperplane(0, 1)?;
/// assert!((plane.x0[0] - 2.338919144155).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NormalClasses {
    priors: Vec<f64>,
    means: Matrix,
    covariances: ClassCovariances,
    inverses: InverseCovariances,
}

/// The covariances of normal classes.
#[derive(Debug, Clone, PartialEq)]
pub enum ClassCovariances {
    /// The same variance in all directions and all classes.
    Spherical(f64),
    /// A variance for each column, the same in all classes.
    Diagonal(Vec<f64>),
    /// One matrix for all classes.
    Shared(Matrix),
    /// A matrix for each class.
    Full(Vec<Matrix>),
}

/// What is computed of covariances once.
#[derive(Debug, Clone, PartialEq)]
enum InverseCovariances {
    Shared(InverseCovariance),
    Full(Vec<InverseCovariance>),
}

/// An inverse and its root, and the logarithm of the determinant of the matrix.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct InverseCovariance {
    pub matrix: Matrix,
    /// $A$ with $AA^\top = \Sigma^{-1}$.
    pub root: Matrix,
    pub log_determinant: f64,
}

/// The factor of a covariance, or an error if a column is a sum of those before it but for rounding.
pub(super) fn factor(covariance: &Matrix) -> Result<Cholesky> {
    const ROUNDING: f64 = 1e-12;
    let cholesky = Cholesky::new(covariance)?;
    let pivots = cholesky.lower().diagonal_values();
    let is_left = |(pivot, variance): (&f64, &f64)| pivot * pivot > ROUNDING * variance;
    if pivots.iter().zip(&covariance.diagonal_values()).all(is_left) {
        return Ok(cholesky);
    }
    Err(Error::data("the covariance is singular but for rounding", "leave out collinear columns"))
}

impl InverseCovariance {
    /// Of a positive definite matrix.
    fn new(matrix: &Matrix) -> Result<InverseCovariance> {
        let cholesky = factor(matrix)?;
        let size = matrix.rows();
        let unit = |i: usize| {
            let mut unit = vec![0.0; size];
            unit[i] = 1.0;
            unit
        };
        let columns: Vec<Vec<f64>> =
            (0..size).map(|i| cholesky.solve_lower(&unit(i))).collect::<Result<_>>()?;
        // Row i of the root is column i of the inverse of the factor.
        let root = Matrix::from_rows(&columns)?;
        Ok(InverseCovariance {
            matrix: root.product(&root.transpose())?,
            root,
            log_determinant: cholesky.log_determinant(),
        })
    }

    /// Without the directions in which the standard deviation is no more than `tolerance` in units of those
    /// of the columns.
    fn left_out(matrix: &Matrix, tolerance: f64) -> Result<InverseCovariance> {
        let size = matrix.rows();
        let deviations: Vec<f64> = matrix
            .diagonal_values()
            .iter()
            .map(|variance| if *variance > 0.0 { variance.sqrt() } else { 1.0 })
            .collect();
        let scaled = Matrix::from_fn(size, size, |i, j| matrix.at(i, j) / (deviations[i] * deviations[j]));
        let eigen = SymmetricEigen::new(&scaled)?;
        let kept: Vec<usize> =
            (0..size).filter(|&i| eigen.values[i] > 0.0 && eigen.values[i].sqrt() > tolerance).collect();
        let root = Matrix::from_fn(size, kept.len(), |i, j| {
            eigen.vectors.at(i, kept[j]) / (deviations[i] * eigen.values[kept[j]].sqrt())
        });
        let log_determinant = kept.iter().map(|&i| eigen.values[i].ln()).sum::<f64>()
            + 2.0 * deviations.iter().map(|deviation| deviation.ln()).sum::<f64>();
        Ok(InverseCovariance { matrix: root.product(&root.transpose())?, root, log_determinant })
    }
}

impl NormalClasses {
    /// From priors that sum to 1, a row of means for each class, and covariances, which must be positive definite.
    pub fn new(priors: Vec<f64>, means: Matrix, covariances: ClassCovariances) -> Result<NormalClasses> {
        NormalClasses::leaving_out(priors, means, covariances, None)
    }

    /// The same, but a singular shared covariance may lose directions.
    pub(super) fn leaving_out(
        priors: Vec<f64>,
        means: Matrix,
        covariances: ClassCovariances,
        tolerance: Option<f64>,
    ) -> Result<NormalClasses> {
        let (classes, width) = (means.rows(), means.columns());
        let wrong = |what: &str| {
            Error::data(what, "give priors and means of each class, and covariances of all columns")
        };
        let sum: f64 = priors.iter().sum();
        if priors.len() != classes
            || priors.iter().any(|p| !(0.0..=1.0).contains(p))
            || (sum - 1.0).abs() > 1e-8
        {
            return Err(wrong("the priors are no probabilities of the classes that sum to 1"));
        }
        let is_square = |matrix: &Matrix| matrix.rows() == width && matrix.columns() == width;
        let positive = |variance: &f64| *variance > 0.0 && variance.is_finite();
        let fits = match &covariances {
            ClassCovariances::Spherical(variance) => positive(variance),
            ClassCovariances::Diagonal(variances) => {
                variances.len() == width && variances.iter().all(positive)
            }
            ClassCovariances::Shared(matrix) => is_square(matrix),
            ClassCovariances::Full(matrices) => matrices.len() == classes && matrices.iter().all(is_square),
        };
        if !fits {
            return Err(wrong(
                "the covariances do not fit the classes and columns, or a variance is not positive",
            ));
        }
        let of_diagonal = |variances: &[f64]| InverseCovariance {
            matrix: Matrix::diagonal(&variances.iter().map(|v| 1.0 / v).collect::<Vec<_>>()),
            root: Matrix::diagonal(&variances.iter().map(|v| 1.0 / v.sqrt()).collect::<Vec<_>>()),
            log_determinant: variances.iter().map(|v| v.ln()).sum(),
        };
        let inverses = match &covariances {
            ClassCovariances::Spherical(variance) => {
                InverseCovariances::Shared(of_diagonal(&vec![*variance; width]))
            }
            ClassCovariances::Diagonal(variances) => InverseCovariances::Shared(of_diagonal(variances)),
            ClassCovariances::Shared(matrix) => InverseCovariances::Shared(match tolerance {
                Some(tolerance) => InverseCovariance::left_out(matrix, tolerance)?,
                None => InverseCovariance::new(matrix)?,
            }),
            ClassCovariances::Full(matrices) => {
                InverseCovariances::Full(matrices.iter().map(InverseCovariance::new).collect::<Result<_>>()?)
            }
        };
        Ok(NormalClasses { priors, means, covariances, inverses })
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.priors.len()
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.means.columns()
    }

    /// The class priors.
    pub fn priors(&self) -> &[f64] {
        &self.priors
    }

    /// The means, a row for each class.
    pub fn means(&self) -> &Matrix {
        &self.means
    }

    /// The covariances as they were given.
    pub fn covariances(&self) -> &ClassCovariances {
        &self.covariances
    }

    /// The covariance of one class as a matrix.
    pub fn covariance(&self, class: usize) -> Result<Matrix> {
        self.check_class(class)?;
        Ok(match &self.covariances {
            ClassCovariances::Spherical(variance) => Matrix::diagonal(&vec![*variance; self.width()]),
            ClassCovariances::Diagonal(variances) => Matrix::diagonal(variances),
            ClassCovariances::Shared(matrix) => matrix.clone(),
            ClassCovariances::Full(matrices) => matrices[class].clone(),
        })
    }

    /// Whether all classes have one covariance, so that boundaries are planes.
    pub fn is_linear(&self) -> bool {
        matches!(self.inverses, InverseCovariances::Shared(_))
    }

    pub(super) fn inverse(&self, class: usize) -> &InverseCovariance {
        match &self.inverses {
            InverseCovariances::Shared(inverse) => inverse,
            InverseCovariances::Full(inverses) => &inverses[class],
        }
    }

    pub(super) fn check_class(&self, class: usize) -> Result<()> {
        if class < self.classes() {
            return Ok(());
        }
        Err(Error::data(
            format!("there is no class {class}: there are {}", self.classes()),
            "count classes from 0",
        ))
    }

    /// The discriminants $g_c(x)$ of a row, one a class. Missing values (NaN) are summed over.
    pub fn discriminants(&self, x: &[f64]) -> Result<Vec<f64>> {
        if x.len() != self.width() {
            return Err(Error::mismatch(
                format!("the row has {} numbers and the classes have {} columns", x.len(), self.width()),
                "give a number for each column, NaN where it is missing",
            ));
        }
        if x.iter().any(|x| x.is_nan()) {
            return self.of_known(x);
        }
        let of = |class: usize| {
            let inverse = self.inverse(class);
            let apart: Vec<f64> = x.iter().zip(self.means.row(class)).map(|(x, mean)| x - mean).collect();
            let square: f64 = inverse.root.transposed_times(&apart)?.iter().map(|z| z * z).sum();
            Ok(-0.5 * (square + inverse.log_determinant) + self.priors[class].ln())
        };
        (0..self.classes()).map(of).collect()
    }

    /// The discriminants by the columns that are known: the rest of a normal distribution is normal.
    fn of_known(&self, x: &[f64]) -> Result<Vec<f64>> {
        let known: Vec<usize> = (0..x.len()).filter(|&column| !x[column].is_nan()).collect();
        let of = |class: usize| {
            let covariance = self.covariance(class)?;
            let part = Matrix::from_fn(known.len(), known.len(), |i, j| covariance.at(known[i], known[j]));
            let apart: Vec<f64> =
                known.iter().map(|&column| x[column] - self.means.at(class, column)).collect();
            if known.is_empty() {
                return Ok(self.priors[class].ln());
            }
            let cholesky = Cholesky::new(&part)?;
            let square: f64 = cholesky.solve_lower(&apart)?.iter().map(|z| z * z).sum();
            Ok(-0.5 * (square + cholesky.log_determinant()) + self.priors[class].ln())
        };
        (0..self.classes()).map(of).collect()
    }

    /// The probability of each class given a row.
    pub fn posterior(&self, x: &[f64]) -> Result<Vec<f64>> {
        let scores = self.discriminants(x)?;
        let all = log_sum_exp(&scores);
        Ok(scores.iter().map(|score| (score - all).exp()).collect())
    }

    /// The logarithm of the odds of one class against another, given a row. With two classes and one covariance, the
    /// probability of the first is the sigmoid of it.
    pub fn log_odds(&self, x: &[f64], class: usize, against: usize) -> Result<f64> {
        self.check_class(class)?;
        self.check_class(against)?;
        let scores = self.discriminants(x)?;
        Ok(scores[class] - scores[against])
    }

    /// The weighted mean of the classes.
    pub(super) fn center(&self) -> Vec<f64> {
        let mut center = vec![0.0; self.width()];
        for (class, prior) in self.priors.iter().enumerate() {
            center.iter_mut().zip(self.means.row(class)).for_each(|(sum, mean)| *sum += prior * mean);
        }
        center
    }
}
