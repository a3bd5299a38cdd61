//! The list of conjugate pairs.

use super::family::ConjugatePair;

pub(super) const BERNOULLI: ConjugatePair = ConjugatePair {
    name: "bernoulli-beta",
    likelihood: "Bernoulli(p)",
    prior: "Beta(a, b) of p",
    posterior: "Beta(a + successes, b + failures)",
    predictive: "Bernoulli",
    row: "0 or 1",
    update: r"a_n = a + h,\; b_n = b + t,\; P(1) = a_n/(a_n + b_n)",
};
pub(super) const BINOMIAL: ConjugatePair = ConjugatePair {
    name: "binomial-beta",
    likelihood: "Binomial(n, p), n known",
    prior: "Beta(a, b) of p",
    posterior: "Beta(a + successes, b + failures)",
    predictive: "beta-binomial",
    row: "successes in n trials",
    update: r"a_n = a + \sum x,\; b_n = b + \sum (n - x)",
};
pub(super) const CATEGORICAL: ConjugatePair = ConjugatePair {
    name: "categorical-dirichlet",
    likelihood: "one of K outcomes",
    prior: "Dirichlet(α) of their probabilities",
    posterior: "Dirichlet(α + counts)",
    predictive: "one of K outcomes",
    row: "an outcome, counted from 0",
    update: r"\alpha_{k,n} = \alpha_k + N_k,\; P(k) = (N_k + \alpha_k)/(N + \sum_j \alpha_j)",
};
pub(super) const MULTINOMIAL: ConjugatePair = ConjugatePair {
    name: "multinomial-dirichlet",
    likelihood: "multinomial, number of trials known",
    prior: "Dirichlet(α) of the probabilities",
    posterior: "Dirichlet(α + counts)",
    predictive: "Dirichlet-multinomial",
    row: "the counts of K outcomes",
    update: r"\alpha_{k,n} = \alpha_k + \sum x_k",
};
pub(super) const POISSON: ConjugatePair = ConjugatePair {
    name: "poisson-gamma",
    likelihood: "Poisson(λ)",
    prior: "Gamma(a, b) of λ",
    posterior: "Gamma(a + events, b + rows)",
    predictive: "negative binomial",
    row: "a count of events",
    update: r"a_n = a + \sum x,\; b_n = b + n",
};
pub(super) const EXPONENTIAL: ConjugatePair = ConjugatePair {
    name: "exponential-gamma",
    likelihood: "exponential(λ)",
    prior: "Gamma(a, b) of λ",
    posterior: "Gamma(a + rows, b + time)",
    predictive: "Lomax",
    row: "a time until an event",
    update: r"a_n = a + n,\; b_n = b + \sum x",
};
pub(super) const NORMAL_MEAN: ConjugatePair = ConjugatePair {
    name: "normal-mean",
    likelihood: "normal(μ, σ²), σ² known",
    prior: "normal(μ₀, σ₀²) of μ",
    posterior: "normal(μₙ, σₙ²)",
    predictive: "normal(μₙ, σ² + σₙ²)",
    row: "a number",
    update: r"\sigma_n^{-2} = \sigma_0^{-2} + n\sigma^{-2},\; \mu_n = \sigma_n^2 (\mu_0/\sigma_0^2 + n\bar x/\sigma^2)",
};
pub(super) const NORMAL_PRECISION: ConjugatePair = ConjugatePair {
    name: "normal-precision",
    likelihood: "normal(μ, 1/λ), μ known",
    prior: "Gamma(a, b) of λ",
    posterior: "Gamma(a + n/2, b + half the squares about μ)",
    predictive: "Student's t",
    row: "a number",
    update: r"a_n = a + n/2,\; b_n = b + \tfrac12 \sum (x - \mu)^2",
};
pub(super) const NORMAL_VARIANCE: ConjugatePair = ConjugatePair {
    name: "normal-variance",
    likelihood: "normal(μ, σ²), μ known",
    prior: "inverse gamma(a, b) of σ²",
    posterior: "inverse gamma(a + n/2, b + half the squares about μ)",
    predictive: "Student's t",
    row: "a number",
    update: r"a_n = a + n/2,\; b_n = b + \tfrac12 \sum (x - \mu)^2",
};
pub(super) const NORMAL_BOTH: ConjugatePair = ConjugatePair {
    name: "normal-gamma",
    likelihood: "normal(μ, 1/λ)",
    prior: "normal-gamma(μ₀, κ, a, b) of μ and λ",
    posterior: "normal-gamma(μₙ, κ + n, a + n/2, bₙ)",
    predictive: "Student's t with 2aₙ degrees of freedom",
    row: "a number",
    update: r"\mu_n = \frac{\kappa\mu_0 + n\bar x}{\kappa + n},\; b_n = b + \tfrac12 \sum (x - \bar x)^2 + \frac{\kappa n (\bar x - \mu_0)^2}{2 (\kappa + n)}",
};
pub(super) const MULTIVARIATE_MEAN: ConjugatePair = ConjugatePair {
    name: "multivariate-normal-mean",
    likelihood: "normal(μ, Σ) of several columns, Σ known",
    prior: "normal(μ₀, Σ₀) of μ",
    posterior: "normal(μₙ, Σₙ)",
    predictive: "normal(μₙ, Σ + Σₙ)",
    row: "d numbers",
    update: r"\Sigma_n = (\Sigma_0^{-1} + n\Sigma^{-1})^{-1},\; \mu_n = \Sigma_n (\Sigma_0^{-1}\mu_0 + n\Sigma^{-1}\bar x)",
};
pub(super) const MULTIVARIATE_BOTH: ConjugatePair = ConjugatePair {
    name: "normal-wishart",
    likelihood: "normal(μ, Λ⁻¹) of several columns",
    prior: "normal-Wishart(μ₀, κ, ν, T) of μ and Λ, T an inverse scale",
    posterior: "normal-Wishart(μₙ, κ + n, ν + n, Tₙ)",
    predictive: "multivariate t with νₙ − d + 1 degrees of freedom",
    row: "d numbers",
    update: r"T_n = T + S + \frac{\kappa n}{\kappa + n} (\bar x - \mu_0)(\bar x - \mu_0)^\mathsf{T},\; \mu_n = \frac{\kappa\mu_0 + n\bar x}{\kappa + n}",
};

const PAIRS: [ConjugatePair; 12] = [
    BERNOULLI,
    BINOMIAL,
    CATEGORICAL,
    MULTINOMIAL,
    POISSON,
    EXPONENTIAL,
    NORMAL_MEAN,
    NORMAL_PRECISION,
    NORMAL_VARIANCE,
    NORMAL_BOTH,
    MULTIVARIATE_MEAN,
    MULTIVARIATE_BOTH,
];

/// All likelihoods with a conjugate prior that there are.
///
/// ```
/// let names: Vec<&str> = hornbook_bayes::estimation::conjugate_pairs().iter().map(|pair| pair.name).collect();
/// assert!(names.contains(&"normal-gamma"));
/// ```
pub fn conjugate_pairs() -> &'static [ConjugatePair] {
    &PAIRS
}
