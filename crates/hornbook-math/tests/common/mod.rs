//! The distributions of the reference.

use hornbook_math::distributions::*;
use serde_json::Value;

pub fn family(name: &str, p: &[f64]) -> Box<dyn Univariate> {
    match name {
        "normal" => Box::new(Normal::new(p[0], p[1]).unwrap()),
        "log-normal" => Box::new(LogNormal::new(p[0], p[1]).unwrap()),
        "uniform" => Box::new(Uniform::new(p[0], p[1]).unwrap()),
        "lomax" => Box::new(Lomax::new(p[0], p[1]).unwrap()),
        "exponential" => Box::new(Exponential::new(p[0]).unwrap()),
        "laplace" => Box::new(Laplace::new(p[0], p[1]).unwrap()),
        "logistic" => Box::new(Logistic::new(p[0], p[1]).unwrap()),
        "cauchy" => Box::new(Cauchy::new(p[0], p[1]).unwrap()),
        "student" => Box::new(Student::new(p[0], p[1], p[2]).unwrap()),
        "gamma" => Box::new(Gamma::new(p[0], p[1]).unwrap()),
        "chi-square" => Box::new(ChiSquare::new(p[0]).unwrap()),
        "inverse-gamma" => Box::new(InverseGamma::new(p[0], p[1]).unwrap()),
        "weibull" => Box::new(Weibull::new(p[0], p[1]).unwrap()),
        "fisher" => Box::new(Fisher::new(p[0], p[1]).unwrap()),
        "beta" => Box::new(Beta::new(p[0], p[1]).unwrap()),
        "bernoulli" => Box::new(Bernoulli::new(p[0]).unwrap()),
        "binomial" => Box::new(Binomial::new(p[0] as u64, p[1]).unwrap()),
        "geometric" => Box::new(Geometric::new(p[0]).unwrap()),
        "poisson" => Box::new(Poisson::new(p[0]).unwrap()),
        "negative-binomial" => Box::new(NegativeBinomial::new(p[0], p[1]).unwrap()),
        "hypergeometric" => Box::new(Hypergeometric::new(p[0] as u64, p[1] as u64, p[2] as u64).unwrap()),
        "beta-binomial" => Box::new(BetaBinomial::new(p[0] as u64, p[1], p[2]).unwrap()),
        other => panic!("no family {other}"),
    }
}

pub fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|v| v.as_f64().unwrap_or(f64::NAN)).collect()
}

/// All families of the reference with their entries.
pub fn reference() -> Vec<(String, Box<dyn Univariate>, Value)> {
    let all: Value = serde_json::from_str(include_str!("../reference/univariate.json")).unwrap();
    let entries = all.as_array().unwrap().clone();
    let open = |entry: Value| {
        let name = entry["name"].as_str().unwrap().to_string();
        let parameters = numbers(&entry["parameters"]);
        (format!("{name} {parameters:?}"), family(&name, &parameters), entry)
    };
    entries.into_iter().map(open).collect()
}
