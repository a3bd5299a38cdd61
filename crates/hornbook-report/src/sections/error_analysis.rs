//! Error analysis.

use super::Figure;
use super::local_explanations::{LocalExplanationView, case};
use crate::plots::{Emphasis, IntervalChart, IntervalRow};
use hornbook_core::format::{p_value, percent, significant, thousands};
use hornbook_study::StudyRecord;
use hornbook_study::record::Slice;
use serde::Serialize;

/// Mistakes and slices that are shown at most.
const MOST: usize = 20;

#[derive(Serialize)]
pub(super) struct ErrorAnalysisSection<'a> {
    worst: Vec<LocalExplanationView<'a>>,
    slices: Vec<SliceRow<'a>>,
    figure: Option<Figure>,
    /// What the error of a slice is.
    error: &'static str,
}

#[derive(Serialize)]
struct SliceRow<'a> {
    rows: &'a str,
    count: String,
    error: String,
    interval: String,
    elsewhere: String,
    p_value: String,
}

impl<'a> ErrorAnalysisSection<'a> {
    pub fn of(record: &'a StudyRecord) -> ErrorAnalysisSection<'a> {
        let error_analysis = &record.error_analysis;
        let classes = record.task.is_classification();
        let show: fn(f64) -> String = if classes { percent } else { significant };
        let slices = &error_analysis.slices[..error_analysis.slices.len().min(MOST)];
        let error = if classes { "error rate" } else { "mean absolute error" };
        ErrorAnalysisSection {
            worst: error_analysis.worst.iter().take(MOST).map(case).collect(),
            slices: slices.iter().map(|slice| shown(slice, show)).collect(),
            figure: chart(slices, show, error),
            error,
        }
    }
}

/// The interval of a slice's error in words.
fn ends(slice: &Slice, show: fn(f64) -> String) -> String {
    slice.interval.map_or_else(String::new, |(low, high)| format!("{} to {}", show(low), show(high)))
}

fn shown(slice: &Slice, show: fn(f64) -> String) -> SliceRow<'_> {
    SliceRow {
        rows: &slice.rows,
        count: thousands(slice.count),
        error: show(slice.error),
        interval: ends(slice, show),
        elsewhere: show(slice.elsewhere),
        p_value: p_value(slice.p_value),
    }
}

fn chart(slices: &[Slice], show: fn(f64) -> String, error: &str) -> Option<Figure> {
    let worst = slices.first()?;
    let row = |slice: &Slice| IntervalRow {
        name: slice.rows.clone(),
        value: slice.error,
        interval: slice.interval,
        text: show(slice.error),
        full: match slice.interval {
            Some(_) => format!("{} ({})", show(slice.error), ends(slice, show)),
            None => show(slice.error),
        },
        emphasis: Emphasis::Normal,
    };
    let chart = IntervalChart {
        title: "Error by subgroup".to_string(),
        more: format!(
            "Highest where {}: {}, other rows {}.",
            worst.rows,
            show(worst.error),
            show(worst.elsewhere)
        ),
        below: error.to_string(),
        rows: slices.iter().map(row).collect(),
        guide: Some(worst.elsewhere),
        small: false,
    };
    let note = "The dashed line is the error of the rows outside the worst subgroup.";
    Some(Figure::wide(chart.to_svg(), "Subgroups with significantly higher error", note))
}
