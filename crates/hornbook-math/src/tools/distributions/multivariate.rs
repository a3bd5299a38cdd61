//! One tool for every distribution of several numbers.

use crate::distributions::count;
use crate::distributions::{
    Dirichlet, DirichletMultinomial, Multinomial, Multivariate, MultivariateNormal, MultivariateStudent,
    NormalGamma, NormalWishart, Wishart,
};
use crate::matrix::Matrix;
use hornbook_core::{AnswerValue, Choice, Error, Result, Run, Tool, WorkedSolution, listed};

/// A family of distributions of several numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum MultivariateFamily {
    /// Multinomial distribution, counts of n draws: vector = probabilities, number = n.
    Multinomial,
    /// Dirichlet distribution of probabilities: vector = concentrations α.
    Dirichlet,
    /// Dirichlet-multinomial distribution: vector = concentrations α, number = n.
    DirichletMultinomial,
    /// Multivariate normal distribution: vector = means, matrix = covariances.
    Normal,
    /// Multivariate Student's t distribution: vector = location, matrix = scale, number = degrees of freedom.
    Student,
    /// Wishart distribution of matrices: matrix = scale T, number = degrees of freedom ν.
    Wishart,
    /// Normal-gamma distribution of a mean and a precision: vector = μ₀, κ, α, β.
    NormalGamma,
    /// Normal-Wishart distribution of means and a precision matrix: vector = μ₀, number = ν, confidence = κ, matrix = inverse
    /// scale T.
    NormalWishart,
}

/// Probability distribution of several numbers: density, log-density, means, covariances, random samples.
///
/// A matrix counts as its values, row by row; a mean and a precision (matrix) stand one behind the other.
#[derive(Debug, Tool)]
#[tool(
    name = "multivariate-distribution",
    chapter = "Distributions",
    aliases(
        "multinomial",
        "dirichlet",
        "wishart",
        "normal-gamma",
        "normal-wishart",
        "multivariate normal",
        "multivariate t"
    ),
    random
)]
pub struct MultivariateDistributionTool {
    /// Family of the distribution.
    #[param(default = MultivariateFamily::Normal)]
    family: MultivariateFamily,
    /// Means, probabilities or concentrations, as the family says.
    vector: Option<Vec<f64>>,
    /// Covariances or scale, as the family says.
    matrix: Option<Matrix>,
    /// Number of trials or degrees of freedom, as the family says.
    number: Option<f64>,
    /// Number of rows that the prior mean of a normal-Wishart distribution is worth.
    #[param(default = 1.0, range = ">0..")]
    confidence: f64,
    /// Points at which to give the density, a row each.
    at: Option<Matrix>,
    /// Number of random points to draw.
    #[param(default = 0, range = "0..=100000")]
    samples: usize,
}

impl MultivariateDistributionTool {
    fn distribution(&self) -> Result<Box<dyn Multivariate>> {
        use MultivariateFamily as M;
        let need = |what: &str| {
            Error::data(
                format!("the {} distribution needs a {what}", self.family.name()),
                format!("give --{what}"),
            )
        };
        let vector = || self.vector.as_deref().ok_or_else(|| need("vector"));
        let matrix = || self.matrix.as_ref().ok_or_else(|| need("matrix"));
        let number = || self.number.ok_or_else(|| need("number"));
        Ok(match self.family {
            M::Multinomial => Box::new(Multinomial::new(count("number", number()?)?, vector()?)?),
            M::Dirichlet => Box::new(Dirichlet::new(vector()?)?),
            M::DirichletMultinomial => {
                Box::new(DirichletMultinomial::new(count("number", number()?)?, vector()?)?)
            }
            M::Normal => Box::new(MultivariateNormal::new(vector()?, matrix()?)?),
            M::Student => Box::new(MultivariateStudent::new(number()?, vector()?, matrix()?)?),
            M::Wishart => Box::new(Wishart::new(number()?, matrix()?)?),
            M::NormalGamma => match vector()? {
                &[mean, confidence, shape, rate] => {
                    Box::new(NormalGamma::new(mean, confidence, shape, rate)?)
                }
                other => {
                    return Err(Error::data(
                        format!("the vector has {} numbers", other.len()),
                        "give μ₀, κ, α and β",
                    ));
                }
            },
            M::NormalWishart => {
                Box::new(NormalWishart::new(vector()?, self.confidence, number()?, matrix()?)?)
            }
        })
    }

    fn formula(&self) -> &'static str {
        use MultivariateFamily as M;
        match self.family {
            M::Multinomial => "P(x) = n!/(x₁! … x_k!) Π pᵢ^xᵢ, E[xᵢ] = n pᵢ, Cov[xᵢ, xⱼ] = −n pᵢ pⱼ",
            M::Dirichlet => "p(θ) ∝ Π θᵢ^(αᵢ − 1), E[θᵢ] = αᵢ/α₀, Cov[θᵢ, θⱼ] = −αᵢαⱼ/(α₀²(α₀ + 1))",
            M::DirichletMultinomial => "P(x) = ∫ multinomial(x; n, θ) Dirichlet(θ; α) dθ",
            M::Normal => "p(x) = (2π)^(−d/2) |Σ|^(−1/2) exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ))",
            M::Student => "p(x) ∝ (1 + (x − μ)ᵀ Σ⁻¹ (x − μ)/ν)^(−(ν + d)/2)",
            M::Wishart => {
                "p(X) ∝ |X|^((ν − d − 1)/2) exp(−½ tr(T⁻¹X)), E[X] = νT, Var[Xᵢⱼ] = ν(Tᵢⱼ² + TᵢᵢTⱼⱼ)"
            }
            M::NormalGamma => "p(μ, λ) = N(μ; μ₀, 1/(κλ)) Gamma(λ; α, β)",
            M::NormalWishart => "p(μ, Λ) = N(μ; μ₀, (κΛ)⁻¹) Wishart(Λ; ν, T⁻¹)",
        }
    }
}

impl Tool for MultivariateDistributionTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let distribution = self.distribution()?;
        let mut solution = WorkedSolution::by(self.formula());
        solution.labeled("family", "family", self.family.name());
        solution.result("mean", distribution.mean());
        if distribution.dimension() <= 30 {
            solution.result("covariance", distribution.covariance());
        }
        if let Some(points) = &self.at {
            let mut rows = Vec::new();
            for row in 0..points.rows() {
                let point = points.row(row);
                if point.len() != distribution.dimension() {
                    return Err(Error::data(
                        format!("a point has {} numbers", point.len()),
                        format!("give {} each", distribution.dimension()),
                    ));
                }
                let numbers = [distribution.density(point), distribution.ln_density(point)];
                let cells =
                    [AnswerValue::from(listed(point))].into_iter().chain(numbers.map(AnswerValue::from));
                rows.push(cells.collect());
            }
            solution.table("at", &["point", "density", "log density"], rows);
        }
        if self.samples > 0 {
            solution.result("samples", distribution.samples(self.samples, run.root_seed()));
        }
        Ok(solution)
    }
}
