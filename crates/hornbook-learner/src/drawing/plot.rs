use super::axis_scale::{AxisScale, bounds, tick_text, with_room};
use super::svg_builder::{COLORS, SvgBuilder};
use hornbook_core::format::shortened;

/// The size, and the room for the axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 56.0;

/// Lines over one axis, as a picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LinePlot {
    /// What it shows.
    pub title: String,
    /// What lies on the axis below.
    pub below: String,
    /// The lines, each in its color.
    pub curves: Vec<PlotLine>,
    /// Thin lines behind the others.
    pub behind: Vec<Vec<(f64, f64)>>,
    /// Names of positions on the axis below, in place of numbers; then points are not joined.
    pub names: Vec<String>,
    /// Short strokes on the axis below.
    pub rug: Vec<f64>,
    /// A position on the axis below that is marked by a dashed line, and why.
    pub mark: Option<(f64, String)>,
}

/// A line of a [`LinePlot`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlotLine {
    /// What it is.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl LinePlot {
    /// The plot as an SVG picture, light or dark as the reader has it. It says the numbers of a point when one points at
    /// it. Points that are not finite are left out.
    pub fn to_svg(&self) -> String {
        let finite = |point: &&(f64, f64)| point.0.is_finite() && point.1.is_finite();
        let lines = || self.curves.iter().map(|curve| &curve.points).chain(&self.behind);
        let range = |of: fn(&(f64, f64)) -> f64| bounds(lines().flatten().filter(finite).map(of));
        let (x_range, y_range) = (range(|point| point.0), with_room(range(|point| point.1)));
        // Names stand in the middle of their positions.
        let x_range = if self.names.is_empty() { x_range } else { (-0.5, self.names.len() as f64 - 0.5) };
        let across = WIDTH - LEFT - RIGHT;
        let x_scale = AxisScale::new(x_range, (LEFT, LEFT + across));
        let y_scale = AxisScale::new(y_range, (HEIGHT - BOTTOM, TOP));
        let (x, y) = (|value: f64| x_scale.at(value), |value: f64| y_scale.at(value));
        let names: Vec<&str> = self.curves.iter().map(|curve| curve.name.as_str()).collect();
        let more = format!("Lines of {} over {}.", names.join(", "), self.below);
        let mut picture = SvgBuilder::with_background(WIDTH, HEIGHT, &self.title, &more);
        picture.text_with(LEFT, 22.0, "start", "class=\"hb-ink\" font-weight=\"600\"", &self.title);
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in y_scale.ticks() {
            let at = y(tick);
            picture.add(format_args!(
                "<path class=\"hb-line\" d=\"M{LEFT} {at:.1}H{right}\" fill=\"none\" stroke-opacity=\"0.25\"/>"
            ));
            picture.text_with(
                LEFT - 8.0,
                at + 4.0,
                "end",
                "class=\"hb-faint\" font-size=\"12\"",
                &tick_text(tick),
            );
        }
        let named = self.names.iter().enumerate().map(|(at, name)| (at as f64, name.clone()));
        let numbered = x_scale.ticks().into_iter().map(|tick| (tick, tick_text(tick)));
        let marks: Vec<(f64, String)> =
            if self.names.is_empty() { numbered.collect() } else { named.collect() };
        // As many letters as there is room for.
        let letters = (across / marks.len().max(1) as f64 / 7.0) as usize;
        for (at, text) in &marks {
            let text = shortened(text, letters.max(3));
            picture.text_with(x(*at), bottom + 20.0, "middle", "class=\"hb-faint\" font-size=\"12\"", &text);
        }
        picture.add(format_args!(
            "<path class=\"hb-line\" d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\"/>"
        ));
        for &stroke in self.rug.iter().filter(|stroke| x_scale.holds(**stroke)) {
            let at = x(stroke);
            picture.add(format_args!(
                "<path class=\"hb-line\" d=\"M{at:.1} {bottom}v-7\" stroke-width=\"1.5\"/>"
            ));
        }
        picture.text_with(0.5 * (LEFT + right), HEIGHT - 14.0, "middle", "class=\"hb-ink\"", &self.below);
        if let Some((place, why)) = &self.mark {
            let at = x(*place);
            picture.add(format_args!(
                "<path class=\"hb-line\" d=\"M{at:.1} {TOP}V{bottom}\" stroke-dasharray=\"4 4\">{}</path>",
                SvgBuilder::tooltip(why)
            ));
        }
        let path = |points: &[(f64, f64)]| {
            let points = points.iter().filter(finite);
            points.map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect::<Vec<_>>().join(" ")
        };
        for points in &self.behind {
            picture.add(format_args!(
                "<polyline class=\"hb-line\" points=\"{}\" fill=\"none\" stroke-opacity=\"0.3\" stroke-width=\"0.8\"/>",
                path(points)
            ));
        }
        let mut key = LEFT;
        for (curve, color) in self.curves.iter().zip(COLORS.into_iter().cycle()) {
            if self.names.is_empty() {
                picture.add(format_args!(
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
                    path(&curve.points)
                ));
            }
            for &(at, value) in curve.points.iter().filter(finite) {
                let place = self
                    .names
                    .get(at as usize)
                    .filter(|_| at >= 0.0)
                    .cloned()
                    .unwrap_or_else(|| at.to_string());
                picture.add(format_args!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\" stroke=\"none\">{}</circle>",
                    x(at),
                    y(value),
                    SvgBuilder::tooltip(&format!("{}, {place}: {value:.4}", curve.name))
                ));
            }
            // Names for which there is no room are still in the hints.
            let room = 7.6 * curve.name.chars().count() as f64;
            if key + room <= WIDTH {
                picture.text_with(
                    key,
                    46.0,
                    "start",
                    &format!("style=\"fill:{color}\" font-weight=\"600\""),
                    &curve.name,
                );
            }
            key += room + 22.0;
        }
        picture.close()
    }
}
