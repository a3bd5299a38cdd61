//! Accumulated local effects (ALE): like partial dependence, but valid with correlated features.

use super::feature_grid::{GridAxis, GridValue, no_values_between};
use super::rows::ModelRows;
use super::similar_levels;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, Matrix};
use hornbook_learner::Model;
use serde::Serialize;
use std::fmt;

/// More levels than this are not put into order.
const MOST_LEVELS: usize = 200;

/// The accumulated local effects of a column (Apley and Zhu, 2020).
///
/// A column of numbers is cut at quantiles $z_0 < \dots < z_K$. In each interval, the rows that lie there are moved to both
/// ends, and the mean of the differences is the step of the interval; steps are added up from the left, and the whole is
/// moved so that its mean over the rows is 0 (with that of an interval half-way between its ends). As rows are moved a
/// little only, correlated features do not mislead it as they do [partial dependence](super::PartialDependence).
///
/// Levels of a category are put into an order in which neighbors are alike in the other columns. A step is then the mean
/// over the rows of two neighboring levels, each moved to the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AccumulatedEffects {
    /// The column, with the ends of the intervals, or the levels in their order.
    pub axis: GridAxis,
    /// The weight of the rows in each interval, or of each level.
    pub weights: Vec<f64>,
    /// What the scores are: the probabilities of these classes, or the target's numbers.
    pub outputs: Vec<String>,
    /// The effect at each value of the axis, for each output.
    pub effects: Vec<f64>,
}

/// The accumulated local effects of a column over the rows of `data`, which needs no target: numbers in at most `intervals`
/// intervals of about as much weight each. Rows where the column is missing are left out.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::inspection::accumulated_effects;
/// use hornbook_learner::Fit;
/// use hornbook_trees::DecisionTree;
/// let x: Vec<f64> = (0..40).map(|i| f64::from(i % 4)).collect();
/// let y = x.iter().map(|x| if *x < 2.0 { 1.0 } else { 3.0 }).collect();
/// let table = Table::builder().number("x", x).number("y", y).build()?;
/// let model = DecisionTree::default().fit(&table.dataset().target("y")?)?;
/// let found = accumulated_effects(&model, &table.dataset(), "x", 10, &Run::default())?;
/// // Half of the rows lie in the first interval, a quarter in each of the others, and the step is in the middle.
/// assert_eq!(found.axis.numbers().unwrap_or_default(), [0.0, 1.0, 2.0, 3.0]);
/// assert_eq!(found.effects, [-0.75, -0.75, 1.25, 1.25]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn accumulated_effects(
    model: &dyn Model,
    data: &Dataset,
    column: &str,
    intervals: usize,
    run: &Run,
) -> Result<AccumulatedEffects> {
    let all = ModelRows::counting(model, data, run)?;
    let place = all.position(column)?;
    let rows = all.knowing(place)?;
    run.install(|| match &rows.columns[place] {
        Feature::Number(numbers) => of_numbers(&rows, place, numbers, intervals),
        Feature::Code(codes, _) => of_levels(&rows, place, codes),
        Feature::Text(_) | Feature::Object(_) => Err(no_values_between(rows.input(place))),
    })
}

/// The mean change of each step of an axis.
struct LocalEffects {
    outputs: usize,
    weights: Vec<f64>,
    sums: Vec<f64>,
}

impl LocalEffects {
    fn new(steps: usize, outputs: usize) -> LocalEffects {
        LocalEffects { outputs, weights: vec![0.0; steps], sums: vec![0.0; steps * outputs] }
    }

    /// Adds how the scores of a row change over a step.
    fn add(&mut self, step: usize, weight: f64, from: &[f64], to: &[f64]) {
        self.weights[step] += weight;
        let sums = &mut self.sums[step * self.outputs..(step + 1) * self.outputs];
        sums.iter_mut().zip(from.iter().zip(to)).for_each(|(sum, (from, to))| *sum += weight * (to - from));
    }

    /// The steps added up, for each point of the axis and each output.
    fn accumulated(&self) -> Vec<f64> {
        let mut effects = vec![0.0; self.outputs];
        for (step, weight) in self.weights.iter().enumerate() {
            for output in 0..self.outputs {
                let at = step * self.outputs + output;
                effects.push(effects[at] + self.sums[at] / weight);
            }
        }
        effects
    }
}

fn of_numbers(
    rows: &ModelRows<'_>,
    place: usize,
    numbers: &[f64],
    intervals: usize,
) -> Result<AccumulatedEffects> {
    let edges = rows.quantiles(numbers, intervals.max(1) + 1);
    if edges.len() < 2 {
        return Err(one_value(rows, place));
    }
    // An interval has its upper end, and the first one both. Every one ends at a value that occurs, so that none is empty.
    let interval_of = |&x: &f64| edges.partition_point(|&edge| edge < x).max(1) - 1;
    let places: Vec<usize> = numbers.iter().map(interval_of).collect();
    let moved = |end: usize| {
        let values: Vec<f64> = places.iter().map(|&interval| edges[interval + end]).collect();
        rows.scores(vec![(place, Feature::Number(values.into()))])
    };
    let (low, high) = (moved(0)?, moved(1)?);
    let mut steps = LocalEffects::new(edges.len() - 1, low.columns());
    for (row, &interval) in places.iter().enumerate() {
        steps.add(interval, rows.weights[row], low.row(row), high.row(row));
    }
    let mut effects = steps.accumulated();
    let outputs = steps.outputs;
    let middle = |at: usize, output: usize| {
        0.5 * (effects[at * outputs + output] + effects[(at + 1) * outputs + output])
    };
    let means = weighted_means(&steps.weights, outputs, middle);
    center(&mut effects, &means);
    let values = edges.into_iter().map(GridValue::Number).collect();
    let axis = GridAxis { input: rows.input(place).clone(), values, deciles: rows.deciles(place) };
    Ok(AccumulatedEffects { axis, weights: steps.weights, outputs: rows.outputs(), effects })
}

fn of_levels(rows: &ModelRows<'_>, place: usize, codes: &[u32]) -> Result<AccumulatedEffects> {
    let mut seen = codes.to_vec();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() > MOST_LEVELS {
        let name = &rows.input(place).name;
        return Err(Error::data(
            format!(
                "column '{name}' has {} levels, of which at most {MOST_LEVELS} are put into order",
                seen.len()
            ),
            "ask for its partial dependence",
        ));
    }
    if seen.len() < 2 {
        return Err(one_value(rows, place));
    }
    let order = similar_levels::order(rows, place, codes, &seen);
    let position = |code: u32| order.iter().position(|&level| level == code).unwrap_or(0);
    let places: Vec<usize> = codes.iter().map(|&code| position(code)).collect();
    let Feature::Code(_, levels) = &rows.columns[place] else { return Err(one_value(rows, place)) };
    // Each row as it is, and moved to the neighbor before and to the one after; at the ends it stays.
    let moved = |shift: fn(usize) -> usize| -> Result<Matrix> {
        let codes: Vec<u32> = places.iter().map(|&at| order[shift(at).min(order.len() - 1)]).collect();
        rows.scores(vec![(place, Feature::Code(codes.into(), levels.clone()))])
    };
    let (before, here, after) = (moved(|at| at.saturating_sub(1))?, moved(|at| at)?, moved(|at| at + 1)?);
    let mut steps = LocalEffects::new(order.len() - 1, here.columns());
    let mut weights = vec![0.0; order.len()];
    for (row, &at) in places.iter().enumerate() {
        weights[at] += rows.weights[row];
        if at > 0 {
            steps.add(at - 1, rows.weights[row], before.row(row), here.row(row));
        }
        if at + 1 < order.len() {
            steps.add(at, rows.weights[row], here.row(row), after.row(row));
        }
    }
    let mut effects = steps.accumulated();
    let means = weighted_means(&weights, steps.outputs, |at, output| effects[at * steps.outputs + output]);
    center(&mut effects, &means);
    let values = order.into_iter().map(GridValue::Level).collect();
    let axis = GridAxis { input: rows.input(place).clone(), values, deciles: Vec::new() };
    Ok(AccumulatedEffects { axis, weights, outputs: rows.outputs(), effects })
}

fn one_value(rows: &ModelRows<'_>, place: usize) -> Error {
    let name = &rows.input(place).name;
    Error::data(format!("column '{name}' has only one value in these rows"), "read another column")
}

fn weighted_means(weights: &[f64], outputs: usize, value: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    let mean = |output: usize| {
        weights.iter().enumerate().map(|(at, weight)| weight / total * value(at, output)).sum()
    };
    (0..outputs).map(mean).collect()
}

fn center(effects: &mut [f64], means: &[f64]) {
    for point in effects.chunks_mut(means.len().max(1)) {
        point.iter_mut().zip(means).for_each(|(effect, mean)| *effect -= mean);
    }
}

impl fmt::Display for AccumulatedEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![vec![self.axis.input.name.clone()]];
        lines[0].extend(self.outputs.iter().cloned());
        for (at, effects) in self.effects.chunks(self.outputs.len().max(1)).enumerate() {
            let mut line = vec![self.axis.label(at)];
            line.extend(effects.iter().map(|effect| format!("{effect:+.4}")));
            lines.push(line);
        }
        f.write_str(&aligned(&lines, |_| Align::Right))
    }
}
