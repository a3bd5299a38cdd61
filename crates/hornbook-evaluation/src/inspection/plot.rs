//! Plots of partial dependence and ALE.

use super::feature_grid::GridAxis;
use super::{AccumulatedEffects, PartialDependence};
use hornbook_learner::drawing::{LinePlot, PlotCurve};

/// Lines of a second column, and curves of single rows, that can still be told apart.
const MOST_LINES: usize = 6;
const MOST_ROWS: usize = 200;

impl PartialDependence {
    /// The curves as an SVG picture, with the deciles of the column as strokes on the axis: a line for each class (of two
    /// classes the second says all), and thin lines for single rows if those were kept. For two columns, a line for each
    /// of up to six values of the second, of the number or the last class.
    pub fn to_svg(&self) -> String {
        let outputs = self.outputs.len().max(1);
        let second = self.axes.get(1).map_or(1, |axis| axis.values.len());
        let along = &self.axes[0];
        let value = |means: &[f64], at: usize, other: usize, output: usize| {
            means[(at * second + other) * outputs + output]
        };
        let points = |means: &[f64], other: usize, output: usize| -> Vec<(f64, f64)> {
            along
                .places()
                .into_iter()
                .enumerate()
                .map(|(at, x)| (x, value(means, at, other, output)))
                .collect()
        };
        let last = outputs - 1;
        let curve = |name: String, other: usize, output: usize| PlotCurve {
            name,
            points: points(&self.means, other, output),
        };
        let curves: Vec<PlotCurve> = match self.axes.get(1) {
            None => shown(outputs).map(|output| curve(self.outputs[output].clone(), 0, output)).collect(),
            Some(axis) => spread(axis.values.len(), MOST_LINES)
                .map(|other| curve(format!("{} = {}", axis.input.name, axis.label(other)), other, last))
                .collect(),
        };
        let behind = match &self.curves {
            Some(rows) if self.axes.len() == 1 && shown(outputs).len() == 1 => {
                spread(rows.len(), MOST_ROWS).map(|row| points(&rows[row], 0, last)).collect()
            }
            _ => Vec::new(),
        };
        let what = match (self.axes.len(), &self.outputs[..]) {
            (_, [only]) => only.clone(),
            (1, [_, second]) => format!("probability of {second}"),
            (1, _) => "probability of each class".to_string(),
            (_, names) => format!("probability of {}", names[last]),
        };
        LinePlot { title: format!("Partial dependence: mean {what}"), curves, behind, ..along.plot() }
            .to_svg()
    }
}

impl AccumulatedEffects {
    /// The effects as an SVG picture, with the deciles of the column as strokes on the axis: a line for each class (of two
    /// classes the second says all).
    pub fn to_svg(&self) -> String {
        let outputs = self.outputs.len().max(1);
        let curve = |output: usize| PlotCurve {
            name: self.outputs[output].clone(),
            points: self
                .axis
                .places()
                .into_iter()
                .zip(self.effects.iter().skip(output).step_by(outputs).copied())
                .collect(),
        };
        LinePlot {
            title: "Accumulated local effects".to_string(),
            curves: shown(outputs).map(curve).collect(),
            ..self.axis.plot()
        }
        .to_svg()
    }
}

impl GridAxis {
    /// Where the values stand: numbers where they are, levels side by side.
    fn places(&self) -> Vec<f64> {
        self.numbers().unwrap_or_else(|| (0..self.values.len()).map(|at| at as f64).collect())
    }

    /// A plot over this axis, without lines.
    fn plot(&self) -> LinePlot {
        let names = match self.numbers() {
            Some(_) => Vec::new(),
            None => (0..self.values.len()).map(|at| self.label(at)).collect(),
        };
        LinePlot { below: self.input.name.clone(), names, rug: self.deciles.clone(), ..LinePlot::default() }
    }
}

/// The outputs to show: of two that sum to 1, the second.
fn shown(outputs: usize) -> std::ops::Range<usize> {
    if outputs == 2 { 1..2 } else { 0..outputs }
}

/// Some of so many positions, from the first to the last.
fn spread(count: usize, most: usize) -> impl ExactSizeIterator<Item = usize> {
    let kept = count.min(most);
    (0..kept).map(move |at| if kept < 2 { 0 } else { at * (count - 1) / (kept - 1) })
}
