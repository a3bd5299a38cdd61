//! Factorials and their kin.

use crate::distributions::count;
use crate::special::{
    binomial_coefficient, digamma, gamma, ln_beta, ln_binomial_coefficient, ln_gamma, ln_multivariate_gamma,
};
use hornbook_core::{Error, Result, Run, Tool, WorkedSolution};

/// Gamma function Γ(x), its logarithm, the multivariate gamma function, the beta function and binomial coefficients.
///
/// Γ(x + 1) = x Γ(x) and Γ(1) = 1, so Γ(n + 1) = n!.
#[derive(Debug, Tool)]
#[tool(
    name = "gamma-function",
    chapter = "Distributions",
    aliases("log-gamma", "factorial", "binomial coefficient", "beta function", "choose")
)]
pub struct GammaFunctionTool {
    /// Argument x of Γ; for the multivariate one it is above (d − 1)/2.
    #[param(range = ">0..")]
    x: f64,
    /// Dimensions d of the multivariate gamma function Γ_d(x).
    #[param(range = "1..=1000")]
    dimensions: Option<usize>,
    /// Second argument y of the beta function B(x, y).
    #[param(range = ">0..")]
    beta: Option<f64>,
    /// Number k of things chosen out of x, for the binomial coefficient C(x, k).
    choose: Option<u64>,
}

impl Tool for GammaFunctionTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let x = self.x;
        let mut solution = WorkedSolution::by("Γ(x) = ∫ tˣ⁻¹ e⁻ᵗ dt, Γ(x + 1) = x Γ(x)");
        solution.labeled("gamma", "Γ(x)", gamma(x));
        solution.labeled("log_gamma", "ln Γ(x)", ln_gamma(x));
        solution.labeled("digamma", "ψ(x) = d ln Γ(x)/dx", digamma(x));
        if x.fract() == 0.0 {
            solution.labeled("factorial", "x! = Γ(x + 1)", gamma(x + 1.0));
        }
        if let Some(dimensions) = self.dimensions {
            if x <= (dimensions as f64 - 1.0) / 2.0 {
                return Err(Error::data(
                    format!("Γ_{dimensions}({x}) is not defined"),
                    format!("give x above {}", (dimensions as f64 - 1.0) / 2.0),
                ));
            }
            solution.formula("Γ_d(x) = π^(d(d − 1)/4) Π Γ(x − (j − 1)/2)");
            solution.labeled(
                "log_multivariate_gamma",
                &format!("ln Γ_{dimensions}(x)"),
                ln_multivariate_gamma(dimensions, x),
            );
        }
        if let Some(y) = self.beta {
            solution.formula("B(x, y) = Γ(x) Γ(y)/Γ(x + y)");
            solution.labeled("beta", "B(x, y)", ln_beta(x, y).exp());
            solution.labeled("log_beta", "ln B(x, y)", ln_beta(x, y));
        }
        if let Some(k) = self.choose {
            let n = count("x", x)?;
            solution.formula("C(n, k) = n!/(k! (n − k)!)");
            solution.labeled("binomial_coefficient", &format!("C({n}, {k})"), binomial_coefficient(n, k));
            solution.labeled(
                "log_binomial_coefficient",
                &format!("ln C({n}, {k})"),
                ln_binomial_coefficient(n, k),
            );
        }
        Ok(solution)
    }
}
