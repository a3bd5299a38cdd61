//! The distributions of one number by name, as tools take them.

use super::*;
use hornbook_core::{Choice, Error, NamedNumbers, Result};

/// A family of distributions of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum UnivariateFamily {
    /// Bernoulli distribution of one trial: p.
    Bernoulli,
    /// Binomial distribution, successes in n trials: n, p.
    Binomial,
    /// Geometric distribution, failures before the first success: p.
    Geometric,
    /// Negative binomial distribution, failures before r successes: r, p.
    NegativeBinomial,
    /// Hypergeometric distribution, marked ones among those drawn without replacement: total, marked, drawn.
    Hypergeometric,
    /// Beta-binomial distribution: n, a, b.
    BetaBinomial,
    /// Poisson distribution of counts: mean.
    Poisson,
    /// Normal (Gaussian) distribution: mean, deviation.
    Normal,
    /// Student's t distribution: degrees, location, scale.
    Student,
    /// Chi-square distribution: degrees.
    ChiSquare,
    /// Fisher's F distribution: numerator, denominator (degrees of freedom).
    Fisher,
    /// Gamma distribution by shape and rate (mean shape/rate): shape, rate.
    Gamma,
    /// Inverse gamma distribution: shape, scale.
    InverseGamma,
    /// Beta distribution: a, b.
    Beta,
    /// Exponential distribution: rate.
    Exponential,
    /// Uniform distribution on an interval: low, high.
    Uniform,
    /// Log-normal distribution, by mean and deviation of the logarithm: mean, deviation.
    LogNormal,
    /// Laplace (double exponential) distribution: location, scale.
    Laplace,
    /// Logistic distribution: location, scale.
    Logistic,
    /// Cauchy distribution: location, scale.
    Cauchy,
    /// Weibull distribution: shape, scale.
    Weibull,
    /// Lomax (Pareto type II) distribution: shape, scale.
    Lomax,
}

use UnivariateFamily as F;

impl UnivariateFamily {
    /// Its parameters, with the defaults of those that have one.
    pub fn parameters(self) -> &'static [(&'static str, Option<f64>)] {
        match self {
            F::Bernoulli | F::Geometric => &[("p", None)],
            F::Binomial => &[("n", None), ("p", None)],
            F::NegativeBinomial => &[("r", None), ("p", None)],
            F::Hypergeometric => &[("total", None), ("marked", None), ("drawn", None)],
            F::BetaBinomial => &[("n", None), ("a", None), ("b", None)],
            F::Poisson => &[("mean", None)],
            F::Normal | F::LogNormal => &[("mean", Some(0.0)), ("deviation", Some(1.0))],
            F::Student => &[("degrees", None), ("location", Some(0.0)), ("scale", Some(1.0))],
            F::ChiSquare => &[("degrees", None)],
            F::Fisher => &[("numerator", None), ("denominator", None)],
            F::Gamma => &[("shape", None), ("rate", Some(1.0))],
            F::InverseGamma | F::Weibull | F::Lomax => &[("shape", None), ("scale", Some(1.0))],
            F::Beta => &[("a", None), ("b", None)],
            F::Exponential => &[("rate", Some(1.0))],
            F::Uniform => &[("low", Some(0.0)), ("high", Some(1.0))],
            F::Laplace | F::Logistic | F::Cauchy => &[("location", Some(0.0)), ("scale", Some(1.0))],
        }
    }

    /// Its density or probability function.
    pub fn formula(self) -> &'static str {
        match self {
            F::Bernoulli => "P(x) = pˣ (1 − p)¹⁻ˣ",
            F::Binomial => "P(x) = C(n, x) pˣ (1 − p)ⁿ⁻ˣ",
            F::Geometric => "P(x) = p (1 − p)ˣ",
            F::NegativeBinomial => "P(x) = Γ(x + r) / (x! Γ(r)) pʳ (1 − p)ˣ",
            F::Hypergeometric => "P(x) = C(marked, x) C(total − marked, drawn − x) / C(total, drawn)",
            F::BetaBinomial => "P(x) = C(n, x) B(x + a, n − x + b) / B(a, b)",
            F::Poisson => "P(x) = λˣ e⁻λ / x!",
            F::Normal => "p(x) = 1/(√(2π) σ) exp(−(x − μ)²/(2σ²))",
            F::Student => "p(x) ∝ (1 + ((x − location)/scale)²/ν)^(−(ν + 1)/2)",
            F::ChiSquare => "p(x) = x^(ν/2 − 1) e^(−x/2) / (2^(ν/2) Γ(ν/2))",
            F::Fisher => "p(x) ∝ x^(d₁/2 − 1) (1 + d₁x/d₂)^(−(d₁ + d₂)/2)",
            F::Gamma => "p(x) = βᵅ/Γ(α) xᵅ⁻¹ e^(−βx)",
            F::InverseGamma => "p(x) = βᵅ/Γ(α) x^(−α − 1) e^(−β/x)",
            F::Beta => "p(x) = xᵃ⁻¹ (1 − x)ᵇ⁻¹ / B(a, b)",
            F::Exponential => "p(x) = λ e^(−λx)",
            F::Uniform => "p(x) = 1/(high − low)",
            F::LogNormal => "p(x) = 1/(x √(2π) σ) exp(−(ln x − μ)²/(2σ²))",
            F::Laplace => "p(x) = 1/(2b) exp(−|x − location|/b)",
            F::Logistic => "p(x) = e⁻ᶻ/(s (1 + e⁻ᶻ)²), z = (x − location)/s",
            F::Cauchy => "p(x) = 1/(πs (1 + ((x − location)/s)²))",
            F::Weibull => "p(x) = k/λ (x/λ)ᵏ⁻¹ exp(−(x/λ)ᵏ)",
            F::Lomax => "p(x) = α/λ (1 + x/λ)^(−(α + 1))",
        }
    }

    /// The distribution with these parameters.
    pub fn distribution(self, given: &NamedNumbers) -> Result<Box<dyn Univariate + Send + Sync>> {
        let numbers = given.resolve("distribution", "parameters", self.parameters())?;
        let (a, b, c) =
            (numbers[0], numbers.get(1).copied().unwrap_or(0.0), numbers.get(2).copied().unwrap_or(0.0));
        Ok(match self {
            F::Bernoulli => Box::new(Bernoulli::new(a)?),
            F::Binomial => Box::new(Binomial::new(count("n", a)?, b)?),
            F::Geometric => Box::new(Geometric::new(a)?),
            F::NegativeBinomial => Box::new(NegativeBinomial::new(a, b)?),
            F::Hypergeometric => {
                Box::new(Hypergeometric::new(count("total", a)?, count("marked", b)?, count("drawn", c)?)?)
            }
            F::BetaBinomial => Box::new(BetaBinomial::new(count("n", a)?, b, c)?),
            F::Poisson => Box::new(Poisson::new(a)?),
            F::Normal => Box::new(Normal::new(a, b)?),
            F::Student => Box::new(Student::new(a, b, c)?),
            F::ChiSquare => Box::new(ChiSquare::new(a)?),
            F::Fisher => Box::new(Fisher::new(a, b)?),
            F::Gamma => Box::new(Gamma::new(a, b)?),
            F::InverseGamma => Box::new(InverseGamma::new(a, b)?),
            F::Beta => Box::new(Beta::new(a, b)?),
            F::Exponential => Box::new(Exponential::new(a)?),
            F::Uniform => Box::new(Uniform::new(a, b)?),
            F::LogNormal => Box::new(LogNormal::new(a, b)?),
            F::Laplace => Box::new(Laplace::new(a, b)?),
            F::Logistic => Box::new(Logistic::new(a, b)?),
            F::Cauchy => Box::new(Cauchy::new(a, b)?),
            F::Weibull => Box::new(Weibull::new(a, b)?),
            F::Lomax => Box::new(Lomax::new(a, b)?),
        })
    }

    /// The maximum-likelihood estimate from values: its parameters. What is known (the trials of a binomial, the degrees of
    /// Student's t) is given.
    pub fn fit(self, values: &[f64], given: &NamedNumbers) -> Result<Vec<f64>> {
        let known = |name: &'static str| -> Result<f64> {
            match given.numbers().first() {
                Some(number) => Ok(*number),
                None => Err(Error::data(
                    format!("{} is fitted for a known '{name}'", self.name()),
                    format!("give --parameters {name}=…"),
                )),
            }
        };
        Ok(match self {
            F::Bernoulli => vec![Bernoulli::fit(values, None)?.mean()],
            F::Binomial => {
                let n = count("n", known("n")?)?;
                vec![n as f64, Binomial::fit(n, values, None)?.mean() / n as f64]
            }
            F::Geometric => vec![1.0 / (1.0 + Geometric::fit(values, None)?.mean())],
            F::NegativeBinomial => {
                let fitted = NegativeBinomial::fit(values, None)?;
                vec![fitted.successes(), fitted.p()]
            }
            F::Poisson => vec![Poisson::fit(values, None)?.mean()],
            F::Normal => {
                let fitted = Normal::fit(values, None)?;
                vec![fitted.mean(), fitted.deviation()]
            }
            F::Student => {
                let fitted = Student::fit(known("degrees")?, values, None)?;
                vec![fitted.degrees(), fitted.location(), fitted.scale()]
            }
            F::ChiSquare => vec![ChiSquare::fit(values, None)?.degrees()],
            F::Gamma => {
                let fitted = Gamma::fit(values, None)?;
                vec![fitted.shape(), fitted.rate()]
            }
            F::InverseGamma => {
                let fitted = InverseGamma::fit(values, None)?;
                vec![fitted.shape(), fitted.scale()]
            }
            F::Beta => {
                let fitted = Beta::fit(values, None)?;
                vec![fitted.a(), fitted.b()]
            }
            F::Exponential => vec![Exponential::fit(values, None)?.rate()],
            F::Uniform => {
                let (low, high) = Uniform::fit(values, None)?.support();
                vec![low, high]
            }
            F::LogNormal => {
                let fitted = LogNormal::fit(values, None)?;
                vec![fitted.logarithm().mean(), fitted.logarithm().deviation()]
            }
            F::Laplace => {
                let fitted = Laplace::fit(values, None)?;
                vec![fitted.location(), fitted.scale()]
            }
            F::Logistic => {
                let fitted = Logistic::fit(values, None)?;
                vec![fitted.location(), fitted.scale()]
            }
            F::Cauchy => {
                let fitted = Cauchy::fit(values, None)?;
                vec![fitted.location(), fitted.scale()]
            }
            F::Weibull => {
                let fitted = Weibull::fit(values, None)?;
                vec![fitted.shape(), fitted.scale()]
            }
            F::Hypergeometric | F::BetaBinomial | F::Fisher | F::Lomax => {
                return Err(Error::data(
                    format!("the {} distribution has no maximum-likelihood fit here", self.name()),
                    "give its --parameters",
                ));
            }
        })
    }

    /// Whether its values are integers.
    pub fn is_discrete(self) -> bool {
        matches!(
            self,
            F::Bernoulli
                | F::Binomial
                | F::Geometric
                | F::NegativeBinomial
                | F::Hypergeometric
                | F::BetaBinomial
                | F::Poisson
        )
    }
}

/// A parameter that is a count.
pub(crate) fn count(name: &str, x: f64) -> Result<u64> {
    let is_count = x >= 0.0 && x.fract() == 0.0 && x < 9e15;
    if is_count {
        Ok(x as u64)
    } else {
        Err(Error::data(format!("'{name}' is {x}"), "give an integer of at least 0"))
    }
}
