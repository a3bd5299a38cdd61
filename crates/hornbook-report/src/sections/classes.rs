//! ROC curve, precision-recall curve, calibration curve, confusion matrix.

use super::Figure;
use crate::plots::{CurvePlot, PlotAxis, Series, SeriesStyle};
use crate::words::{listed, weight};
use hornbook_core::format::percent;
use hornbook_learner::drawing::COLORS;
use hornbook_study::StudyRecord;
use hornbook_study::record::{ClassPlots, ConfusionRecord};
use serde::Serialize;

const SIZE: (f64, f64) = (400.0, 360.0);
/// Classes of a confusion matrix; the rarer ones are put together.
const MOST_CLASSES: usize = 16;

/// ROC, precision-recall and calibration curves, as far as there are any.
pub(super) fn class_figures(record: &StudyRecord) -> Vec<Figure> {
    let classes = drawn(record);
    let names: Vec<&str> = classes.iter().map(|plots| plots.class.as_str()).collect();
    let about = match (names.len(), record.result.classes.len()) {
        (1, _) => format!("of class {}", names[0]),
        (some, all) if some < all => format!("of the {some} most common of {all} classes"),
        _ => "of each class against the others".to_string(),
    };
    let unit = |label: &str| PlotAxis::new(label, (0.0, 1.0));
    let plot = |title: String, more: String, across: &str, up: &str| CurvePlot {
        title,
        more,
        size: SIZE,
        across: unit(across),
        up: unit(up),
        ..CurvePlot::default()
    };
    let lines = |of: fn(&ClassPlots) -> &[(f64, f64)]| -> Vec<Series> {
        let drawn = classes.iter().enumerate().filter(|(_, plots)| of(plots).len() > 1);
        drawn.map(|(color, plots)| Series { color, ..line(&plots.class, of(plots)) }).collect()
    };
    let mut figures = Vec::new();
    let roc = lines(|plots| &plots.roc);
    if !roc.is_empty() {
        let areas: Vec<String> =
            classes.iter().filter_map(|plots| Some(format!("{} {:.3}", plots.class, plots.area?))).collect();
        let note = match classes.as_slice() {
            [ClassPlots { area: Some(area), .. }] => {
                format!("ROC AUC: {area:.3}. The dashed line is chance: 0.5.")
            }
            _ if areas.is_empty() => "The dashed line is chance.".to_string(),
            _ => {
                format!("ROC AUC: {}. The dashed line is chance.", listed(&areas, areas.len()))
            }
        };
        let curve = CurvePlot {
            series: roc,
            guides: vec![("chance".to_string(), vec![(0.0, 0.0), (1.0, 1.0)])],
            ..plot(format!("ROC curve {about}"), note.clone(), "false positive rate", "true positive rate")
        };
        figures.push(Figure::small(curve.to_svg(), &format!("ROC curve {about}"), &note).legend(&names));
    }
    let precision = lines(|plots| &plots.precision_recall);
    if !precision.is_empty() {
        let shares: Vec<String> =
            classes.iter().map(|plots| format!("{} {}", plots.class, percent(plots.share))).collect();
        let chance = |plots: &ClassPlots| {
            (format!("chance for {}", plots.class), vec![(0.0, plots.share), (1.0, plots.share)])
        };
        let note = match classes.as_slice() {
            [one] => {
                format!("The dashed line is chance: the prevalence of the class, {}.", percent(one.share))
            }
            _ => {
                format!(
                    "Dashed lines are chance, the prevalences of the classes: {}.",
                    listed(&shares, shares.len())
                )
            }
        };
        let curve = CurvePlot {
            series: precision,
            guides: classes.iter().map(|plots| chance(plots)).collect(),
            ..plot(format!("Precision-recall curve {about}"), note.clone(), "recall", "precision")
        };
        figures.push(
            Figure::small(curve.to_svg(), &format!("Precision-recall curve {about}"), &note).legend(&names),
        );
    }
    let calibration: Vec<Series> =
        classes.iter().enumerate().filter_map(|(color, plots)| bins(color, plots)).collect();
    if !calibration.is_empty() {
        let note = "Reliability diagram: on the dashed line, predicted probabilities equal observed frequencies. The larger a dot, the more rows.";
        let curve = CurvePlot {
            series: calibration,
            guides: vec![("perfect calibration".to_string(), vec![(0.0, 0.0), (1.0, 1.0)])],
            ..plot(
                format!("Calibration curve {about}"),
                note.to_string(),
                "mean predicted probability",
                "observed frequency",
            )
        };
        figures
            .push(Figure::small(curve.to_svg(), &format!("Calibration curve {about}"), note).legend(&names));
    }
    figures
}

/// The classes to draw: the positive one of two, else as many of the most common as there are colors.
fn drawn(record: &StudyRecord) -> Vec<&ClassPlots> {
    let classes = &record.result.classes;
    if classes.len() == 2 {
        let positive = classes.iter().find(|plots| Some(&plots.class) == record.positive.as_ref());
        return positive.or(classes.last()).into_iter().collect();
    }
    let mut common: Vec<&ClassPlots> = classes.iter().collect();
    // The sort is stable: classes of one size stay in their order.
    common.sort_by(|a, b| b.share.total_cmp(&a.share));
    common.truncate(COLORS.len());
    common
}

fn line(name: &str, points: &[(f64, f64)]) -> Series {
    Series { name: name.to_string(), points: points.to_vec(), ..Series::default() }
}

/// The bins of a calibration curve, weighed beside the heaviest.
fn bins(color: usize, plots: &ClassPlots) -> Option<Series> {
    let total: f64 = plots.calibration.iter().map(|bin| bin.2).sum();
    if plots.calibration.is_empty() || total <= 0.0 {
        return None;
    }
    let points: Vec<(f64, f64)> = plots.calibration.iter().map(|bin| (bin.0, bin.1)).collect();
    let weights = plots.calibration.iter().map(|bin| bin.2 / total).collect();
    Some(Series { color, weights, style: SeriesStyle::Dotted, ..line(&plots.class, &points) })
}

/// The confusion matrix as a table.
#[derive(Serialize)]
pub(super) struct ConfusionView<'a> {
    classes: Vec<&'a str>,
    rows: Vec<ConfusionRow<'a>>,
    /// How many classes are put together in the last row and column.
    together: usize,
}

#[derive(Serialize)]
struct ConfusionRow<'a> {
    class: &'a str,
    total: String,
    cells: Vec<ConfusionCell>,
}

#[derive(Serialize)]
struct ConfusionCell {
    weight: String,
    share: String,
    /// How dark it is, from 0 to 1.
    shade: String,
    right: bool,
}

/// The matrix; of many classes the most common, with the others together.
pub(super) fn confusion(record: &ConfusionRecord) -> ConfusionView<'_> {
    let (order, together) = merged(record);
    let sum = |rows: &[usize], columns: &[usize]| -> f64 {
        let cell = |row: usize, column: usize| {
            record.weights.get(row).and_then(|row| row.get(column)).unwrap_or(&0.0)
        };
        rows.iter().flat_map(|&row| columns.iter().map(move |&column| cell(row, column))).sum()
    };
    let all: Vec<usize> = (0..record.classes.len()).collect();
    let name = |classes: &Vec<usize>| match classes.as_slice() {
        [one] => record.classes[*one].as_str(),
        _ => "others",
    };
    let rows = order.iter().enumerate().map(|(at, row)| {
        let total = sum(row, &all);
        let cell = |(place, column): (usize, &Vec<usize>)| {
            let weighed = sum(row, column);
            let part = if total > 0.0 { weighed / total } else { 0.0 };
            ConfusionCell {
                weight: weight(weighed),
                share: percent(part),
                shade: format!("{part:.2}"),
                right: place == at,
            }
        };
        ConfusionRow {
            class: name(row),
            total: weight(total),
            cells: order.iter().enumerate().map(cell).collect(),
        }
    });
    ConfusionView { rows: rows.collect(), classes: order.iter().map(name).collect(), together }
}

/// The classes of each row: one each, but those beyond the most common in the last; and how many those are.
fn merged(record: &ConfusionRecord) -> (Vec<Vec<usize>>, usize) {
    let all = record.classes.len();
    if all <= MOST_CLASSES {
        return ((0..all).map(|class| vec![class]).collect(), 0);
    }
    let total = |class: usize| record.weights.get(class).map_or(0.0, |row| row.iter().sum::<f64>());
    let mut common: Vec<usize> = (0..all).collect();
    common.sort_by(|&a, &b| total(b).total_cmp(&total(a)));
    let (mut shown, others) = (common[..MOST_CLASSES - 1].to_vec(), common[MOST_CLASSES - 1..].to_vec());
    shown.sort_unstable();
    let together = others.len();
    (shown.into_iter().map(|class| vec![class]).chain([others]).collect(), together)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_classes_are_put_together_and_nothing_is_lost() {
        let classes: Vec<String> = (0..40).map(|class| format!("c{class}")).collect();
        let weights: Vec<Vec<f64>> = (0..40)
            .map(|row| (0..40).map(|column| if row == column { f64::from(row) } else { 0.5 }).collect())
            .collect();
        let record = ConfusionRecord { classes, weights };
        let matrix = confusion(&record);
        assert_eq!((matrix.rows.len(), matrix.together, matrix.classes[0]), (16, 25, "c25"));
        let last = &matrix.rows[15];
        assert_eq!((last.class, last.total.as_str()), ("others", "787.50"));
        assert_eq!(matrix.rows[0].cells[0].weight, "25");
    }

    #[test]
    fn a_class_without_rows_has_no_shares() {
        let record = ConfusionRecord {
            classes: vec!["a".to_string(), "b".to_string()],
            weights: vec![vec![3.0, 1.0], vec![0.0, 0.0]],
        };
        let matrix = confusion(&record);
        assert_eq!(
            (matrix.rows[0].cells[0].share.as_str(), matrix.rows[0].cells[0].shade.as_str()),
            ("75 %", "0.75")
        );
        assert_eq!(matrix.rows[1].cells[1].share, "0 %");
    }
}
