//! Where the bins of a column end.

use super::params::{Histogram, HistogramBins};
use crate::densities::rows::does_not_vary;
use crate::distinct_values::DistinctValues;
use hornbook_core::{Error, Result};
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};
use std::f64::consts::PI;

/// Most bins of a column that a rule may make.
const MOST: f64 = 100_000.0;

/// The edges that are given, if they are.
pub(super) fn given(learner: &Histogram) -> Result<Option<Vec<f64>>> {
    let Some(edges) = &learner.edges else { return Ok(None) };
    let sorted = edges.windows(2).all(|pair| pair[0] < pair[1]);
    if edges.len() < 2 || !sorted || edges.iter().any(|x| !x.is_finite()) {
        return Err(Error::Parameter {
            learner: "histogram".to_string(),
            parameter: "edges".to_string(),
            found: format!("{edges:?}"),
            expected: "two or more finite numbers, each larger than the one before".to_string(),
        });
    }
    Ok(Some(edges.clone()))
}

/// The edges of a column's bins by its numbers, and what a person should know about them.
pub(super) fn by_rule(
    rule: HistogramBins,
    numbers: &DistinctValues,
    name: &str,
) -> Result<(Vec<f64>, Option<String>)> {
    let Some((low, high)) = numbers.ends() else { return Err(Error::no_rows()) };
    let range = high - low;
    if !range.is_finite() {
        return Err(Error::data(
            format!("the numbers of column '{name}' are too far apart for bins"),
            "measure it in other units",
        ));
    }
    if range == 0.0 {
        // One bin whose density there is that of a width of 1.
        return Ok((vec![low - 0.5, low + 0.5], Some(does_not_vary(name))));
    }
    // Of very many different numbers, those that are kept speak for all.
    let (n, kept) = (numbers.weight(), numbers.numbers());
    let sturges = (n.log2() + 1.0).ceil().max(1.0);
    let by_width = |width: f64| if width > 0.0 { (range / width).ceil().max(1.0) } else { sturges };
    let bins = match rule {
        HistogramBins::Count(count) => f64::from(count),
        HistogramBins::Sturges => sturges,
        HistogramBins::Scott => by_width((24.0 * PI.sqrt() / n).cbrt() * spread(&kept)),
        HistogramBins::FreedmanDiaconis => {
            let sample = EmpiricalDistribution::of(kept.iter().copied());
            let quartile = |level: f64| sample.quantile(level, QuantileMethod::Linear);
            by_width(2.0 * (quartile(0.75) - quartile(0.25)) * n.powf(-1.0 / 3.0))
        }
    };
    let warning =
        (bins > MOST).then(|| format!("column '{name}' would have {bins} bins by the rule, and has {MOST}"));
    let bins = bins.min(MOST);
    let step = range / bins;
    let mut edges: Vec<f64> = (0..bins as usize).map(|at| low + step * at as f64).collect();
    edges.push(high);
    if edges.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(Error::data(
            format!("the bins of column '{name}' are too narrow to tell numbers apart"),
            "ask for fewer bins",
        ));
    }
    Ok((edges, warning))
}

fn total(sorted: &[(f64, f64)]) -> f64 {
    sorted.iter().map(|(_, weight)| weight).sum()
}

/// The standard deviation with divisor n.
fn spread(sorted: &[(f64, f64)]) -> f64 {
    let n = total(sorted);
    let origin = sorted.first().map_or(0.0, |(x, _)| *x);
    let mean = sorted.iter().map(|(x, w)| w * (x - origin)).sum::<f64>() / n;
    (sorted.iter().map(|(x, w)| w * (x - origin - mean).powi(2)).sum::<f64>() / n).sqrt()
}
