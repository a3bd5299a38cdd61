//! Residual plots and the learning curve.

use super::Figure;
use crate::plots::{CurvePlot, PlotAxis, Series, SeriesStyle};
use hornbook_learner::drawing::{bounds, with_room};
use hornbook_study::record::{LearningCurveRecord, LearningPointRecord, NumberPlots};

/// Points that a scatter shows at most.
const MOST_POINTS: usize = 600;

/// Predicted against true numbers, and how far they are apart.
pub(super) fn number_figures(target: &str, plots: &NumberPlots) -> Vec<Figure> {
    let mut figures = Vec::new();
    if !plots.truth_predicted.is_empty() {
        figures.push(scatter(target, &plots.truth_predicted));
    }
    if plots.residual_quantiles.len() > 1 {
        figures.push(quantiles(target, &plots.residual_quantiles));
    }
    figures
}

fn scatter(target: &str, pairs: &[(f64, f64)]) -> Figure {
    let every = pairs.len().div_ceil(MOST_POINTS).max(1);
    let points: Vec<(f64, f64)> = pairs.iter().step_by(every).copied().collect();
    let numbers = points.iter().flat_map(|&(truth, predicted)| [truth, predicted]);
    let range = with_room(bounds(numbers.filter(|x| x.is_finite())));
    let plot = CurvePlot {
        title: format!("Predicted versus true {target}"),
        more: format!("{} rows; the closer a dot is to the diagonal, the better.", points.len()),
        size: (400.0, 380.0),
        across: PlotAxis::new(&format!("true {target}"), range),
        up: PlotAxis::new(&format!("predicted {target}"), range),
        series: vec![Series { points, style: SeriesStyle::Dots, ..Series::default() }],
        guides: vec![("perfect".to_string(), vec![(range.0, range.0), (range.1, range.1)])],
        ..CurvePlot::default()
    };
    let note = "A perfect prediction lies on the dashed line.";
    Figure::small(plot.to_svg(), "Predicted versus true", note)
}

fn quantiles(target: &str, quantiles: &[(f64, f64)]) -> Figure {
    let finite = |x: &f64| x.is_finite();
    let values = with_room(bounds(quantiles.iter().map(|quantile| quantile.1).chain([0.0]).filter(finite)));
    let plot = CurvePlot {
        title: format!("Residual quantiles of {target}"),
        more: "Residuals (true minus predicted), from the most overestimated row to the most underestimated."
            .to_string(),
        size: (400.0, 380.0),
        across: PlotAxis::new("percentile of the rows", (0.0, 100.0)),
        up: PlotAxis::new("residual", values),
        series: vec![Series { points: quantiles.to_vec(), style: SeriesStyle::Dotted, ..Series::default() }],
        guides: vec![("no error".to_string(), vec![(0.0, 0.0), (100.0, 0.0)])],
        ..CurvePlot::default()
    };
    let note = "Below zero the model overestimates, above it underestimates. A flat middle is good.";
    Figure::small(plot.to_svg(), "Residual quantiles", note)
}

/// The metric against the rows trained on.
pub(super) fn learning_curve(curve: &LearningCurveRecord) -> Figure {
    let points = &curve.points;
    let known = |of: &dyn Fn(&LearningPointRecord) -> Option<f64>| -> Vec<(f64, f64)> {
        points.iter().filter_map(|point| Some((point.rows, of(point)?))).collect()
    };
    let test = Series {
        name: "validation".to_string(),
        points: known(&|point| Some(point.test)),
        bands: points.iter().map(|point| point.interval).collect(),
        style: SeriesStyle::Dotted,
        ..Series::default()
    };
    let training = Series {
        name: "training".to_string(),
        points: known(&|point| point.training),
        style: SeriesStyle::Dotted,
        ..Series::default()
    };
    let baseline =
        Series { name: "baseline".to_string(), points: known(&|point| point.baseline), ..Series::default() };
    let mut series: Vec<Series> =
        [test, training, baseline].into_iter().filter(|series| !series.points.is_empty()).collect();
    series.iter_mut().enumerate().for_each(|(color, series)| series.color = color);
    let names: Vec<String> = series.iter().map(|series| series.name.clone()).collect();
    let ends = points.iter().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
    let values = series.iter().flat_map(|series| &series.points).map(|point| point.1).chain(ends);
    let plot = CurvePlot {
        title: format!("Learning curve: {} against training set size", curve.measure),
        more: curve.conclusion.clone(),
        size: (560.0, 320.0),
        across: PlotAxis::new(
            "training set size",
            bounds(points.iter().map(|point| point.rows).chain([0.0])),
        ),
        up: PlotAxis::new(&curve.measure, with_room(bounds(values.filter(|x| x.is_finite())))),
        series,
        ..CurvePlot::default()
    };
    Figure::wide(plot.to_svg(), "Learning curve", &curve.conclusion).legend(&names)
}
