//! Plots as SVG pictures. Colors come from the style sheet of the page (`templates/style.css`): classes that begin with
//! `hb-` say what a shape is, and `hb-c0`, `hb-c1`, … which of the colors it has.

mod contributions;
mod curves;
mod frame;
mod intervals;
mod ranked;
mod sketch;

pub(crate) use contributions::contributions;
pub(crate) use curves::{CurvePlot, Series, SeriesStyle};
pub(crate) use frame::PlotAxis;
pub(crate) use intervals::{Emphasis, IntervalChart, IntervalRow};
pub(crate) use ranked::{RankedLearner, ranked};
pub(crate) use sketch::sketch;

/// Pixels of a letter of a label, and of a name, which are generous for a proportional face.
const LETTER: f64 = 6.9;
const NAME_LETTER: f64 = 8.2;

/// The width of a label.
fn label_width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// The width of a name.
fn name_width(text: &str) -> f64 {
    NAME_LETTER * text.chars().count() as f64
}
