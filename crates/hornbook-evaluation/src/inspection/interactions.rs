//! Feature interactions by Friedman's H-statistic.

use super::rows::ModelRows;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Result, Run, Seed, ToJson, Value};
use hornbook_data::{Dataset, Feature};
use hornbook_learner::{Model, RowSampler};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// Feature interactions: Friedman's H-statistic (Friedman and Popescu, 2008).
///
/// With partial dependences $F$ centered to mean 0 over the rows, the fraction of the variance of two columns together that is
/// in neither of them alone, and of one column with all others:
///
/// $$H_{jk}^2 = \frac{\sum_i (F_{jk} - F_j - F_k)^2}{\sum_i F_{jk}^2}, \qquad
///   H_j^2 = \frac{\sum_i (f - F_j - F_{-j})^2}{\sum_i f^2}.$$
///
/// For classes the sums are over the probabilities of all classes.
#[derive(Debug, Clone, PartialEq)]
pub struct Interactions {
    /// For each column, how much it acts together with any others.
    pub columns: Vec<(String, f64)>,
    /// The pairs of columns, those that act together most first.
    pub pairs: Vec<Interaction>,
    /// On how many rows this was measured.
    pub rows: usize,
}

/// How much two columns act together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Interaction {
    /// The columns.
    pub columns: [String; 2],
    /// $H$: 0 if what they do adds up, 1 if neither does anything alone. NaN if together they do nothing.
    pub h: f64,
}

/// Friedman's H of every column and of every pair of `columns` (of all if none are named), on at most `sample` rows of
/// `data`, which needs no target.
///
/// The cost is the square of the rows for each pair: a sample of 100 rows and 10 columns asks for 650,000 predictions. Rows
/// are drawn in proportion to their weights ([`RowSampler::sample`]).
///
/// ```
/// use hornbook_core::{Run, Seed};
/// use hornbook_data::Table;
/// use hornbook_evaluation::inspection::interactions;
/// use hornbook_learner::Fit;
/// use hornbook_trees::DecisionTree;
/// let bit = |i: i32, place: i32| f64::from(i >> place & 1);
/// let column = |place| (0..8).map(|i| bit(i, place)).collect();
/// let y = (0..8).map(|i| f64::from(bit(i, 0) != bit(i, 1)) + 2.0 * bit(i, 2)).collect();
/// let table = Table::builder().number("a", column(0)).number("b", column(1)).number("c", column(2)).number("y", y);
/// let table = table.build()?;
/// let model = DecisionTree::default().fit(&table.dataset().target("y")?)?;
/// let found = interactions(&model, &table.dataset(), &[], 100, Seed(0), &Run::default())?;
/// // Either of a and b says nothing by itself.
/// assert_eq!((found.pairs[0].columns.join(" "), found.pairs[0].h), ("a b".to_string(), 1.0));
/// assert!(found.pairs[1].h < 1e-9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn interactions(
    model: &dyn Model,
    data: &Dataset,
    columns: &[&str],
    sample: usize,
    seed: Seed,
    run: &Run,
) -> Result<Interactions> {
    let all = ModelRows::counting(model, data, run)?;
    // Rows are equal if the model sees no difference.
    let names: Vec<&str> = model.info().schema.inputs.iter().map(|input| input.name.as_str()).collect();
    let seen =
        data.table().dataset().only(&names)?.select(data.with_nonzero_weight().rows().iter().collect());
    let sampler = RowSampler::of(&seen);
    let rows = all.weighing(&sampler.sample(&all.weights, sample.max(2), &mut seed.rng()));
    let mut places: Vec<usize> = match columns {
        [] => (0..rows.columns.len()).collect(),
        names => names.iter().map(|name| rows.position(name)).collect::<Result<_>>()?,
    };
    // A column that is named twice is still one.
    places.sort_unstable();
    places.dedup();
    let pairs: Vec<[usize; 2]> =
        (0..places.len()).flat_map(|one| (one + 1..places.len()).map(move |other| [one, other])).collect();
    run.install(|| {
        let whole = centered(&rows, rows.scores(Vec::new())?.into_values());
        let alone: Vec<Vec<f64>> =
            places.iter().map(|&place| dependence(&rows, &[place], run)).collect::<Result<_>>()?;
        let name = |place: usize| rows.input(place).name.clone();
        let overall = places
            .iter()
            .zip(&alone)
            .map(|(&place, alone)| {
                let others: Vec<usize> = (0..rows.columns.len()).filter(|&p| p != place).collect();
                let rest = dependence(&rows, &others, run)?;
                Ok((name(place), h(&rows, &whole, alone, &rest)))
            })
            .collect::<Result<_>>()?;
        let mut found = pairs
            .iter()
            .map(|&[one, other]| {
                let both = dependence(&rows, &[places[one], places[other]], run)?;
                let h = h(&rows, &both, &alone[one], &alone[other]);
                Ok(Interaction { columns: [name(places[one]), name(places[other])], h })
            })
            .collect::<Result<Vec<_>>>()?;
        // Pairs that do nothing come last.
        let key = |pair: &Interaction| if pair.h.is_nan() { -1.0 } else { pair.h };
        found.sort_by(|a, b| key(b).total_cmp(&key(a)));
        Ok(Interactions { columns: overall, pairs: found, rows: rows.len() })
    })
}

/// The partial dependence on some columns at the values of each row, centered: row by row, output by output.
fn dependence(rows: &ModelRows<'_>, places: &[usize], run: &Run) -> Result<Vec<f64>> {
    let at_row = |row: usize| {
        run.check()?;
        let fixed: Vec<(usize, Feature)> =
            places.iter().map(|&place| (place, rows.all_as(place, row))).collect();
        Ok(rows.means(&rows.scores(fixed)?))
    };
    let means = (0..rows.len()).into_par_iter().map(at_row).collect::<Result<Vec<_>>>()?;
    Ok(centered(rows, means.concat()))
}

fn centered(rows: &ModelRows<'_>, mut values: Vec<f64>) -> Vec<f64> {
    let outputs = values.len() / rows.len();
    let total: f64 = rows.weights.iter().sum();
    for output in 0..outputs {
        let of_output = values.iter().skip(output).step_by(outputs);
        let mean: f64 = of_output.zip(&rows.weights).map(|(x, weight)| weight * x / total).sum();
        values.iter_mut().skip(output).step_by(outputs).for_each(|x| *x -= mean);
    }
    values
}

/// The root of the fraction of what is together that is not in the two parts. What is only rounding counts as nothing.
fn h(rows: &ModelRows<'_>, together: &[f64], one: &[f64], other: &[f64]) -> f64 {
    const ROUNDING: f64 = 1e-20;
    let outputs = together.len() / rows.len();
    let (mut rest, mut whole) = (0.0, 0.0);
    for (at, both) in together.iter().enumerate() {
        let weight = rows.weights[at / outputs];
        rest += weight * (both - one[at] - other[at]).powi(2);
        whole += weight * both * both;
    }
    let total: f64 = rows.weights.iter().sum();
    match rest / whole {
        _ if whole <= ROUNDING * total => f64::NAN,
        share if share <= ROUNDING => 0.0,
        share => share.sqrt(),
    }
}

impl ToJson for Interactions {
    fn to_json(&self) -> Value {
        let columns: Vec<_> = self.columns.iter().map(|(name, h)| json!({"column": name, "h": h})).collect();
        json!({"columns": columns, "pairs": self.pairs, "rows": self.rows})
    }
}

impl fmt::Display for Interactions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |h: f64| if h.is_nan() { "none".to_string() } else { format!("{h:.3}") };
        writeln!(f, "feature interactions: Friedman's H-statistic on {} rows\n", self.rows)?;
        let mut lines = vec![vec!["feature".to_string(), "H with any other".to_string()]];
        lines.extend(self.columns.iter().map(|(name, h)| vec![name.clone(), number(*h)]));
        let align = |column| if column == 1 { Align::Right } else { Align::Left };
        writeln!(f, "{}", aligned(&lines, align))?;
        let mut lines = vec![vec!["features".to_string(), "H of the pair".to_string()]];
        let pair = |pair: &Interaction| vec![pair.columns.join(" × "), number(pair.h)];
        lines.extend(self.pairs.iter().map(pair));
        f.write_str(&aligned(&lines, align))
    }
}
