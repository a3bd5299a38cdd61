//! Estimates by the name of a family, for interfaces that know no types.

mod answer;
mod request;
mod several;
mod single;

#[cfg(test)]
mod tests;

pub use answer::{ColumnsEstimate, NextRow};
pub use request::PriorSpec;

use super::family::ConjugatePair;
use super::registry::conjugate_pairs;
use hornbook_core::{Error, Result, Run, closest_name};
use hornbook_data::Dataset;
use request::EstimationRequest;

/// Estimates the parameters of a family, by its name, from the features of a dataset.
///
/// `known` is what the family takes as known: the variance of `normal-mean`, the mean of `normal-precision`
/// and `normal-variance`, the trials of `binomial-beta` and `multinomial-dirichlet`, and of
/// `multivariate-normal-mean` the variance of each column or the covariances row by row. The posterior
/// predictive is between the ends of an interval with probability `level`.
///
/// ```
/// use hornbook_bayes::estimation::{PriorSpec, estimate_columns};
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// let table = Table::builder().number("heads", vec![1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]).build()?;
/// let (family, data) = ("bernoulli-beta", table.dataset());
/// let estimate = estimate_columns(family, &[], &PriorSpec::Uniform, &data, 0.95, &Run::default())?;
/// assert_eq!(estimate.summary.posterior, "Beta(5, 4)");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn estimate_columns(
    family: &str,
    known: &[f64],
    prior: &PriorSpec,
    data: &Dataset,
    level: f64,
    run: &Run,
) -> Result<ColumnsEstimate> {
    if !(level > 0.0 && level < 1.0) {
        return Err(Error::data(format!("the level is {level}"), "give a probability above 0 and below 1"));
    }
    conjugate_pair(family)?;
    let request = EstimationRequest { family, known, prior, data, level, run };
    match family {
        "multinomial-dirichlet" | "multivariate-normal-mean" | "normal-wishart" => {
            several::estimate(&request)
        }
        _ => single::estimate(&request),
    }
}

/// The line of the registry of this name, or an error that says what is near.
pub fn conjugate_pair(name: &str) -> Result<&'static ConjugatePair> {
    let pairs = conjugate_pairs();
    if let Some(pair) = pairs.iter().find(|pair| pair.name == name) {
        return Ok(pair);
    }
    let names: Vec<&str> = pairs.iter().map(|pair| pair.name).collect();
    let start = name.to_lowercase();
    let has_part = |pair: &&str| !start.is_empty() && pair.split('-').any(|part| part.starts_with(&start));
    let similar: Vec<&str> = names.iter().copied().filter(has_part).collect();
    let expected = match (closest_name(name, &names), &similar[..]) {
        (Some(near), _) => format!("'{near}'?"),
        (None, []) => format!("one of {}", names.join(", ")),
        (None, some) => format!("'{}'?", some.join("' or '")),
    };
    Err(Error::Parameter {
        learner: "estimate".to_string(),
        parameter: "family".to_string(),
        found: format!("'{name}', which is not known"),
        expected,
    })
}
