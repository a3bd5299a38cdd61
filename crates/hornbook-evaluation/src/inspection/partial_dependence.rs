//! Partial dependence (PDP) and individual conditional expectation (ICE).

use super::feature_grid::{FeatureGrid, GridAxis, GridValue};
use super::rows::ModelRows;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::Model;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// Partial dependence: the mean prediction over some rows, if one or two features had given values in all of them.
///
/// $$\widehat{f}_S(x_S) = \frac{\sum_i w_i f(x_S, x_{i,-S})}{\sum_i w_i}$$
///
/// The mean is over the other features unchanged, whatever $x_S$ is: with correlated features, it evaluates the model at
/// rows that do not exist, which [accumulated local effects](super::AccumulatedEffects) avoid.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PartialDependence {
    /// The columns, with the values that they were given.
    pub axes: Vec<GridAxis>,
    /// What the scores are: the probabilities of these classes, or the target's numbers.
    pub outputs: Vec<String>,
    /// The mean scores: for each value of the first column, for each of the second if there is one, for each output.
    pub means: Vec<f64>,
    /// The scores of each row in the place of the means, in the same order, if they were asked for (ICE curves).
    pub curves: Option<Vec<Vec<f64>>>,
}

/// The partial dependence of a model on one or two columns, over the rows of `data`, which needs no target.
///
/// `individual` keeps the curve of each row, too. Weights of rows count; rows of weight 0 have no curves.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::inspection::{FeatureGrid, partial_dependence};
/// use hornbook_learner::Fit;
/// use hornbook_trees::DecisionTree;
/// let x: Vec<f64> = (0..40).map(|i| f64::from(i % 10)).collect();
/// let z = (0..40).map(|i| f64::from(i * 7 % 13)).collect();
/// let y = x.iter().map(|x| if *x < 5.0 { 1.0 } else { 3.0 }).collect();
/// let table = Table::builder().number("x", x).number("z", z).number("y", y).build()?;
/// let model = DecisionTree::default().fit(&table.dataset().target("y")?)?;
/// let along = [FeatureGrid::quantiles("x", 3)];
/// let found = partial_dependence(&model, &table.dataset(), &along, false, &Run::default())?;
/// assert_eq!(found.means, [1.0, 1.0, 3.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn partial_dependence(
    model: &dyn Model,
    data: &Dataset,
    along: &[FeatureGrid],
    individual: bool,
    run: &Run,
) -> Result<PartialDependence> {
    let rows = ModelRows::counting(model, data, run)?;
    let places = along.iter().map(|along| rows.position(along.column())).collect::<Result<Vec<_>>>()?;
    if !matches!(places[..], [_]) && !matches!(places[..], [one, other] if one != other) {
        return Err(Error::data(
            format!("partial dependence on {} columns is asked for", places.len()),
            "name one column, or two different ones",
        ));
    }
    let axes: Vec<GridAxis> =
        along.iter().zip(&places).map(|(along, &place)| along.axis(&rows, place)).collect::<Result<_>>()?;
    let mut points: Vec<Vec<(usize, GridValue)>> = vec![Vec::new()];
    for (&place, axis) in places.iter().zip(&axes) {
        let longer = |point: &Vec<(usize, GridValue)>| {
            let point = point.clone();
            axis.values.iter().map(move |&value| [&point[..], &[(place, value)]].concat())
        };
        points = points.iter().flat_map(longer).collect();
    }
    let scores = run.install(|| {
        points
            .par_iter()
            .map(|point| {
                run.check()?;
                rows.scores(
                    point.iter().map(|&(place, value)| (place, rows.constant(place, value))).collect(),
                )
            })
            .collect::<Result<Vec<_>>>()
    })?;
    let means = scores.iter().flat_map(|scores| rows.means(scores)).collect();
    let curve = |row: usize| scores.iter().flat_map(|scores| scores.row(row).iter().copied()).collect();
    let curves = individual.then(|| (0..rows.len()).map(curve).collect());
    Ok(PartialDependence { axes, outputs: rows.outputs(), means, curves })
}

impl fmt::Display for PartialDependence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![self.axes.iter().map(|axis| axis.input.name.clone()).collect::<Vec<_>>()];
        lines[0].extend(self.outputs.iter().cloned());
        let second = self.axes.get(1).map_or(1, |axis| axis.values.len());
        for (point, means) in self.means.chunks(self.outputs.len().max(1)).enumerate() {
            let mut line = vec![self.axes[0].label(point / second)];
            line.extend(self.axes.get(1).map(|axis| axis.label(point % second)));
            line.extend(means.iter().map(|mean| format!("{mean:.4}")));
            lines.push(line);
        }
        f.write_str(&aligned(&lines, |_| Align::Right))
    }
}
