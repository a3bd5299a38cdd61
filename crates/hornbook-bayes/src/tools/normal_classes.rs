//! Classes that are normal distributions.

use crate::discriminants::{BayesError, ClassCovariances, NormalClasses};
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution, in_digits, listed};
use hornbook_math::matrix::{Matrices, Matrix};

/// Normal (Gaussian) classes: discriminants and posteriors of a point, Bayes error (exact for one feature or two classes with one
/// covariance, else bounds), the boundary, and hyperellipsoids of constant density.
///
/// The axes of a hyperellipsoid are the eigenvectors of the covariance matrix, and its half-lengths are proportional to the roots of the
/// eigenvalues.
#[derive(Debug, Tool)]
#[tool(
    name = "normal-classes",
    chapter = "Decisions",
    aliases(
        "hyperellipsoid",
        "bayes error of gaussian classes",
        "gaussian discriminant functions",
        "mahalanobis"
    )
)]
pub struct NormalClassesTool {
    /// Means, a row for each class.
    means: Matrix,
    /// Covariance matrices: one for each class, or one for all.
    covariances: Matrices,
    /// Prior probability of each class; all the same by default.
    #[param(range = "0..=1")]
    priors: Option<Vec<f64>>,
    /// Points to classify, a row each.
    points: Option<Matrix>,
    /// Fraction of a class that its hyperellipsoid holds.
    #[param(default = 0.95, range = ">0..1")]
    fraction: f64,
}

impl Tool for NormalClassesTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let count = self.means.rows();
        let priors = self.priors.clone().unwrap_or_else(|| vec![1.0 / count as f64; count]);
        let covariances = match self.covariances.0.as_slice() {
            [one] => ClassCovariances::Shared(one.clone()),
            many if many.len() == count => ClassCovariances::Full(many.to_vec()),
            many => {
                return Err(Error::data(
                    format!("there are {} covariance matrices for {count} classes", many.len()),
                    "give one for all, or one each",
                ));
            }
        };
        let classes = NormalClasses::new(priors, self.means.clone(), covariances)?;
        let mut solution = WorkedSolution::by("g_c(x) = −½ (x − μ)ᵀ Σ⁻¹ (x − μ) − ½ ln |Σ| + ln P(c)");
        if count > 1 {
            match classes.bayes_error()? {
                BayesError::Exact(error) => solution.labeled("bayes_error", "Bayes error (exact)", error),
                BayesError::AtMost { bhattacharyya, chernoff } => {
                    solution.labeled("bhattacharyya", "Bayes error at most (Bhattacharyya)", bhattacharyya);
                    solution.labeled("chernoff", "Bayes error at most (Chernoff)", chernoff);
                }
            }
            if classes.is_linear() && count == 2 {
                let plane = classes.hyperplane(0, 1)?;
                solution.labeled("w", "boundary wᵀx + w₀ = 0: w", plane.w.clone());
                solution.labeled("w0", "w₀", plane.w0);
            }
        }
        let mut ellipsoids = Vec::new();
        for class in 0..count {
            let ellipsoid = classes.hyperellipsoid(class, self.fraction)?;
            let axes: Vec<String> = (0..ellipsoid.half_lengths.len())
                .map(|j| format!("({})", listed(&ellipsoid.axes.column(j))))
                .collect();
            ellipsoids.push(vec![
                AnswerValue::from(class + 1),
                AnswerValue::from(listed(&ellipsoid.center)),
                AnswerValue::from(ellipsoid.half_lengths.clone()),
                AnswerValue::from(axes.join(" ")),
                AnswerValue::from(ellipsoid.distance),
            ]);
        }
        solution.say(format!(
            "hyperellipsoids of constant density that hold {} of each class:",
            in_digits(self.fraction)
        ));
        solution.table(
            "hyperellipsoids",
            &["class", "center", "half-lengths", "axes", "mahalanobis distance"],
            ellipsoids,
        );
        if let Some(points) = &self.points {
            let mut rows = Vec::new();
            for row in 0..points.rows() {
                let point = points.row(row);
                let posterior = classes.posterior(point)?;
                let best =
                    (0..count).fold(0, |best, i| if posterior[i] > posterior[best] { i } else { best });
                rows.push(vec![
                    AnswerValue::from(listed(point)),
                    AnswerValue::from(classes.discriminants(point)?),
                    AnswerValue::from(posterior.clone()),
                    AnswerValue::from(best + 1),
                    AnswerValue::from(1.0 - posterior[best]),
                ]);
            }
            solution.table(
                "points",
                &["point", "discriminants", "posterior", "class", "conditional error"],
                rows,
            );
        }
        Ok(solution)
    }
}
