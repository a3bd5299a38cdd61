//! Where the bins of a column end.

use super::params::{Bins, Histogram};
use crate::densities::rows::{Points, does_not_vary};
use hornbook_core::{Error, Result};
use std::f64::consts::PI;

/// Most bins of a column that a rule may make.
const MOST: f64 = 100_000.0;

/// The edges of a column's bins, and what a person should know about them.
pub(super) fn edges(
    learner: &Histogram,
    points: &Points,
    column: usize,
    name: &str,
) -> Result<(Vec<f64>, Option<String>)> {
    if let Some(edges) = &learner.edges {
        let sorted = edges.windows(2).all(|pair| pair[0] < pair[1]);
        if edges.len() < 2 || !sorted || edges.iter().any(|x| !x.is_finite()) {
            return Err(Error::Parameter {
                learner: "histogram".to_string(),
                parameter: "edges".to_string(),
                found: format!("{edges:?}"),
                expected: "two or more finite numbers, each larger than the one before".to_string(),
            });
        }
        return Ok((edges.clone(), None));
    }
    let sorted = sorted(points, column);
    let (Some(&(low, _)), Some(&(high, _))) = (sorted.first(), sorted.last()) else {
        return Err(Error::no_rows());
    };
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
    let n = points.total();
    let sturges = (n.log2() + 1.0).ceil().max(1.0);
    let by_width = |width: f64| if width > 0.0 { (range / width).ceil().max(1.0) } else { sturges };
    let bins = match learner.bins {
        Bins::Count(count) => f64::from(count),
        Bins::Sturges => sturges,
        Bins::Scott => by_width((24.0 * PI.sqrt() / n).cbrt() * spread(&sorted, n)),
        Bins::FreedmanDiaconis => {
            by_width(2.0 * (quantile(&sorted, n, 0.75) - quantile(&sorted, n, 0.25)) * n.powf(-1.0 / 3.0))
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

/// The values of a column in order, with their weights.
fn sorted(points: &Points, column: usize) -> Vec<(f64, f64)> {
    let mut values: Vec<(f64, f64)> =
        points.columns[column].iter().copied().zip(points.weights.iter().copied()).collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    values
}

/// The deviation with divisor n.
fn spread(sorted: &[(f64, f64)], n: f64) -> f64 {
    let origin = sorted.first().map_or(0.0, |(x, _)| *x);
    let mean = sorted.iter().map(|(x, w)| w * (x - origin)).sum::<f64>() / n;
    (sorted.iter().map(|(x, w)| w * (x - origin - mean).powi(2)).sum::<f64>() / n).sqrt()
}

/// A quantile between two neighbours in proportion, as if a row of weight 2 were there twice.
fn quantile(sorted: &[(f64, f64)], n: f64, share: f64) -> f64 {
    let place = share * (n - 1.0).max(0.0);
    let whole = place.floor();
    let at = |rank: f64| {
        let mut sum = 0.0;
        let found = sorted.iter().find(|(_, weight)| {
            sum += weight;
            rank < sum
        });
        found.or(sorted.last()).map_or(f64::NAN, |(x, _)| *x)
    };
    let (low, high) = (at(whole), at(whole + 1.0));
    low + (place - whole) * (high - low)
}
