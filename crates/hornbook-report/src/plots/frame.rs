//! Two axes, and a picture to draw between them.

use super::label_width;
use hornbook_core::format::shortened;
use hornbook_learner::drawing::{AxisScale, SvgBuilder, tick_text};

/// An axis.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlotAxis {
    /// What lies on it.
    pub label: String,
    /// Its ends.
    pub range: (f64, f64),
    /// Names of the positions 0, 1, …, instead of numbers.
    pub names: Vec<String>,
}

impl PlotAxis {
    /// An axis of numbers.
    pub fn new(label: &str, range: (f64, f64)) -> PlotAxis {
        PlotAxis { label: label.to_string(), range, names: Vec::new() }
    }

    /// An axis of names.
    pub fn of_names(label: &str, names: &[String]) -> PlotAxis {
        let range = (-0.5, names.len().max(1) as f64 - 0.5);
        PlotAxis { label: label.to_string(), range, names: names.to_vec() }
    }

    /// A position on it in words.
    pub fn place(&self, value: f64) -> String {
        let name = self.names.get(value.max(0.0).round() as usize);
        name.cloned().unwrap_or_else(|| hornbook_core::format::significant(value))
    }
}

/// A picture with two axes.
pub(super) struct PlotFrame {
    pub picture: SvgBuilder,
    pub x: AxisScale,
    pub y: AxisScale,
    pub bottom: f64,
}

/// Room above the axes for the name of the upright one, below for numbers and the name of the other, and at the right.
const TOP: f64 = 28.0;
const BOTTOM: f64 = 44.0;
const RIGHT: f64 = 14.0;

impl PlotFrame {
    /// Axes with their numbers and names, and nothing between them yet.
    pub fn new(
        (width, height): (f64, f64),
        title: &str,
        more: &str,
        across: &PlotAxis,
        up: &PlotAxis,
    ) -> PlotFrame {
        let mut picture = SvgBuilder::new(width, height, title, more);
        let bottom = height - BOTTOM;
        let y = AxisScale::new(up.range, (bottom, TOP));
        let numbers: Vec<(f64, String)> = y.ticks().into_iter().map(|tick| (tick, tick_text(tick))).collect();
        let widest = numbers.iter().map(|(_, text)| label_width(text)).fold(14.0, f64::max);
        let (left, right) = (widest + 10.0, width - RIGHT);
        let x = AxisScale::new(across.range, (left, right));
        for (tick, text) in &numbers {
            let at = y.at(*tick);
            picture.add(format_args!("<path class=\"hb-grid\" d=\"M{left:.1} {at:.1}H{right:.1}\"/>"));
            picture.text_with(left - 7.0, at + 4.0, "end", "class=\"hb-label\"", text);
        }
        picture.add(format_args!("<path class=\"hb-axis\" d=\"M{left:.1} {bottom:.1}H{right:.1}\"/>"));
        for (place, text) in places(across, &x, right - left) {
            picture.text_with(x.at(place), bottom + 18.0, "middle", "class=\"hb-label\"", &text);
        }
        let middle = 0.5 * (left + right);
        let room = ((right - left) / super::NAME_LETTER) as usize;
        picture.text_with(
            middle,
            height - 8.0,
            "middle",
            "class=\"hb-name\"",
            &shortened(&across.label, room),
        );
        picture.text_with(
            2.0,
            14.0,
            "start",
            "class=\"hb-name\"",
            &shortened(&up.label, (width / super::NAME_LETTER) as usize),
        );
        PlotFrame { picture, x, y, bottom }
    }

    /// Where a point stands, if it can be drawn: what lies beyond an end is put on it.
    pub fn point(&self, (x, y): (f64, f64), across: &PlotAxis, up: &PlotAxis) -> Option<(f64, f64)> {
        let inside = |value: f64, axis: &PlotAxis| value.clamp(axis.range.0, axis.range.1);
        let finite = x.is_finite() && y.is_finite();
        finite.then(|| (self.x.at(inside(x, across)), self.y.at(inside(y, up))))
    }
}

/// What is written below the axis, as far as there is room.
fn places(across: &PlotAxis, x: &AxisScale, width: f64) -> Vec<(f64, String)> {
    if across.names.is_empty() {
        let ticks: Vec<(f64, String)> = x.ticks().into_iter().map(|tick| (tick, tick_text(tick))).collect();
        let widest = ticks.iter().map(|(_, text)| label_width(text)).fold(0.0, f64::max) + 8.0;
        let every = (widest * ticks.len() as f64 / width).ceil().max(1.0) as usize;
        return ticks.into_iter().step_by(every).collect();
    }
    // A name needs room for a few letters; where there are too many, every second or third is named.
    let every = (across.names.len() as f64 * 34.0 / width).ceil().max(1.0) as usize;
    let letters = (width * every as f64 / across.names.len() as f64 / super::LETTER) as usize;
    let named = across.names.iter().enumerate().step_by(every);
    named.map(|(at, name)| (at as f64, shortened(name, letters.max(3)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_beyond_the_axes_stand_on_their_ends() {
        let (across, up) = (PlotAxis::new("x", (0.0, 1.0)), PlotAxis::new("y", (0.0, 10.0)));
        let frame = PlotFrame::new((400.0, 300.0), "a", "b", &across, &up);
        assert_eq!(frame.point((2.0, 11.0), &across, &up), frame.point((1.0, 10.0), &across, &up));
        assert_eq!(frame.point((f64::NAN, 1.0), &across, &up), None);
        assert_eq!(frame.point((1.0, 10.0), &across, &up), Some((386.0, 28.0)));
    }

    #[test]
    fn names_are_left_out_where_there_is_no_room() {
        let names: Vec<String> = (0..40).map(|at| format!("level number {at}")).collect();
        let axis = PlotAxis::of_names("levels", &names);
        let shown = places(&axis, &AxisScale::new(axis.range, (0.0, 340.0)), 340.0);
        assert_eq!(shown.len(), 10);
        assert!(shown.iter().all(|(_, text)| text.chars().count() <= 4), "{shown:?}");
        assert_eq!(axis.place(3.0), "level number 3");
    }
}
