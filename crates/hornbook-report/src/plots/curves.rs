//! Curves, dots and bands between two axes: ROC, calibration, learning and dependence curves, and scatters.

use super::frame::{PlotAxis, PlotFrame};
use hornbook_learner::drawing::{COLORS, SvgBuilder};

/// Curves between two axes.
#[derive(Debug, Clone, Default)]
pub(crate) struct CurvePlot {
    /// What it shows, in a line.
    pub title: String,
    /// What there is to see in it, for those who hear it.
    pub more: String,
    /// Width and height in pixels.
    pub size: (f64, f64),
    /// The axis below.
    pub across: PlotAxis,
    /// The upright axis.
    pub up: PlotAxis,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Dashed lines to compare with, and what they are.
    pub guides: Vec<(String, Vec<(f64, f64)>)>,
    /// Short strokes on the axis below.
    pub rug: Vec<f64>,
}

/// One curve, or one cloud of dots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Series {
    /// What it is.
    pub name: String,
    /// Which of the colors it has.
    pub color: usize,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The interval about each point, if there are any.
    pub bands: Vec<Option<(f64, f64)>>,
    /// What each point weighs beside the others, from 0 to 1, if that is shown.
    pub weights: Vec<f64>,
    /// How it is drawn.
    pub style: SeriesStyle,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SeriesStyle {
    /// A line only.
    #[default]
    Line,
    /// A line with its points.
    Dotted,
    /// Points only, so many that they may cover each other.
    Dots,
    /// Points only, at names.
    Marks,
}

/// A curve says its numbers at this many points at most.
const MOST_HINTS: usize = 24;

impl CurvePlot {
    /// The plot as an SVG picture.
    pub fn to_svg(&self) -> String {
        let mut frame = PlotFrame::new(self.size, &self.title, &self.more, &self.across, &self.up);
        for &stroke in self.rug.iter().filter(|&&stroke| frame.x.holds(stroke)) {
            let (at, bottom) = (frame.x.at(stroke), frame.bottom);
            frame.picture.add(format_args!("<path class=\"hb-axis\" d=\"M{at:.1} {bottom:.1}v-6\"/>"));
        }
        for (what, points) in &self.guides {
            let (path, hint) = (self.path(&frame, points), SvgBuilder::tooltip(what));
            frame.picture.add(format_args!("<path class=\"hb-guide\" d=\"{path}\">{hint}</path>"));
        }
        self.series.iter().for_each(|series| self.band(&mut frame, series));
        self.series.iter().for_each(|series| self.draw(&mut frame, series));
        frame.picture.close()
    }

    /// A path through points; those that nobody could tell from the one before are left out.
    fn path(&self, frame: &PlotFrame, points: &[(f64, f64)]) -> String {
        let places: Vec<(f64, f64)> =
            points.iter().filter_map(|&point| frame.point(point, &self.across, &self.up)).collect();
        let mut kept: Vec<(f64, f64)> = Vec::new();
        for (at, &place) in places.iter().enumerate() {
            let far = kept.last().is_none_or(|last| (place.0 - last.0).hypot(place.1 - last.1) >= 0.8);
            if far || at + 1 == places.len() {
                kept.push(place);
            }
        }
        let steps = kept.iter().enumerate();
        steps.map(|(at, (x, y))| format!("{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" })).collect()
    }

    /// The intervals of a series: an area between joined ones, else an upright line at each point.
    fn band(&self, frame: &mut PlotFrame, series: &Series) {
        let held: Vec<(f64, (f64, f64))> = series
            .points
            .iter()
            .zip(&series.bands)
            .filter_map(|(point, band)| Some((point.0, (*band)?)))
            .collect();
        let color = series.color % COLORS.len();
        if matches!(series.style, SeriesStyle::Dots | SeriesStyle::Marks) || held.len() < 2 {
            for (x, (low, high)) in held {
                let path = self.path(frame, &[(x, low), (x, high)]);
                frame.picture.add(format_args!("<path class=\"hb-curve hb-c{color}\" d=\"{path}\"/>"));
            }
            return;
        }
        let upper = held.iter().map(|&(x, (_, high))| (x, high));
        let lower = held.iter().rev().map(|&(x, (low, _))| (x, low));
        let path = self.path(frame, &upper.chain(lower).collect::<Vec<_>>());
        frame.picture.add(format_args!("<path class=\"hb-band hb-c{color}\" d=\"{path}Z\"/>"));
    }

    fn draw(&self, frame: &mut PlotFrame, series: &Series) {
        let color = series.color % COLORS.len();
        if matches!(series.style, SeriesStyle::Line | SeriesStyle::Dotted) {
            let (path, hint) = (self.path(frame, &series.points), SvgBuilder::tooltip(&series.name));
            frame
                .picture
                .add(format_args!("<path class=\"hb-curve hb-c{color}\" d=\"{path}\">{hint}</path>"));
        }
        let (class, every) = match series.style {
            SeriesStyle::Line => ("hb-hit", series.points.len().div_ceil(MOST_HINTS).max(1)),
            SeriesStyle::Dotted => ("hb-dot", 1),
            SeriesStyle::Dots => ("hb-spot", 1),
            SeriesStyle::Marks => ("hb-dot", 1),
        };
        for (at, &point) in series.points.iter().enumerate().step_by(every) {
            let Some((x, y)) = frame.point(point, &self.across, &self.up) else { continue };
            let radius = match (series.style, series.weights.get(at)) {
                // The area says what a point weighs.
                (_, Some(weight)) => 2.5 + 6.5 * weight.clamp(0.0, 1.0).sqrt(),
                (SeriesStyle::Line | SeriesStyle::Marks, None) => 6.0,
                _ => 3.2,
            };
            let hint = SvgBuilder::tooltip(&self.hint(series, at, point));
            frame.picture.add(format_args!(
                "<circle class=\"{class} hb-c{color}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\">{hint}</circle>"
            ));
        }
    }

    /// What is said of a point.
    fn hint(&self, series: &Series, at: usize, (x, y): (f64, f64)) -> String {
        let number = hornbook_core::format::significant;
        let mut text =
            format!("{}: {}, {}: {}", self.across.label, self.across.place(x), self.up.label, number(y));
        if !series.name.is_empty() {
            text = format!("{}. {text}", series.name);
        }
        if let Some((low, high)) = series.bands.get(at).copied().flatten() {
            text.push_str(&format!(" ({} to {})", number(low), number(high)));
        }
        if let Some(weight) = series.weights.get(at) {
            text.push_str(&format!(", weight: {}", hornbook_core::format::percent(*weight)));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(series: Series) -> CurvePlot {
        CurvePlot {
            title: "a & b".to_string(),
            size: (400.0, 300.0),
            across: PlotAxis::new("x", (0.0, 1.0)),
            up: PlotAxis::new("y", (0.0, 1.0)),
            series: vec![series],
            guides: vec![("chance".to_string(), vec![(0.0, 0.0), (1.0, 1.0)])],
            ..CurvePlot::default()
        }
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_ends() {
        let points: Vec<(f64, f64)> =
            (0..=100_000).map(|at| (f64::from(at) / 1e5, f64::from(at) / 1e5)).collect();
        let svg = plot(Series { name: "long".to_string(), points, ..Series::default() }).to_svg();
        assert!(svg.len() < 16_000, "{}", svg.len());
        assert!(svg.contains("L386.0 28.0") && svg.contains("a &amp; b") && svg.contains(">chance<"));
        assert!(svg.matches("hb-hit").count() <= MOST_HINTS);
    }

    #[test]
    fn points_say_their_numbers_intervals_and_weights() {
        let series = Series {
            name: "test".to_string(),
            points: vec![(0.25, 0.5), (0.5, f64::NAN), (0.75, 0.5)],
            bands: vec![Some((0.4, 0.6)), None, Some((0.3, 0.7))],
            weights: vec![0.1, 0.2, 0.7],
            style: SeriesStyle::Dotted,
            color: 12,
        };
        let svg = plot(series).to_svg();
        assert!(svg.contains("test. x: 0.25, y: 0.5 (0.4 to 0.6), weight: 10 %"), "{svg}");
        assert!(svg.contains("hb-band hb-c2") && !svg.contains("NaN"));
        assert_eq!(svg.matches("<circle").count(), 2);
    }
}
