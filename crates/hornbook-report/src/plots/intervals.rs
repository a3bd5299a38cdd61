//! A dot and its interval on each line, over one axis.

use super::{label_width, name_width};
use hornbook_core::format::shortened;
use hornbook_learner::drawing::{AxisScale, SvgBuilder, bounds, tick_text, with_room};

/// Dots and intervals below each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntervalChart {
    /// What it shows, in a line.
    pub title: String,
    /// What there is to see in it, for those who hear it.
    pub more: String,
    /// What lies on the axis.
    pub below: String,
    /// The lines.
    pub rows: Vec<IntervalRow>,
    /// A position on the axis to compare with.
    pub guide: Option<f64>,
    /// Whether it is a small picture.
    pub small: bool,
}

/// A line of an [`IntervalChart`].
#[derive(Debug, Clone)]
pub(crate) struct IntervalRow {
    /// What it is about.
    pub name: String,
    /// The dot.
    pub value: f64,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
    /// The value, as it is written at the right.
    pub text: String,
    /// The value and its interval, as they are said of it.
    pub full: String,
    /// How it stands out.
    pub emphasis: Emphasis,
}

/// How a line stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// The one that all is about.
    Strong,
    /// As good as that.
    Normal,
    /// Not as good.
    Faint,
}

impl Emphasis {
    fn class(self) -> &'static str {
        match self {
            Emphasis::Strong => "hb-first",
            Emphasis::Normal => "hb-level",
            Emphasis::Faint => "hb-behind",
        }
    }
}

/// The width of a small chart, and of others.
const SMALL: f64 = 430.0;
const WIDTH: f64 = 560.0;
const ROW: f64 = 26.0;
const TOP: f64 = 6.0;
/// Letters of a name; longer ones are cut.
const MOST_LETTERS: usize = 30;

impl IntervalChart {
    /// The chart as an SVG picture.
    pub fn to_svg(&self) -> String {
        let ends = |row: &IntervalRow| {
            let (low, high) = row.interval.unwrap_or((row.value, row.value));
            [low, row.value, high]
        };
        let numbers = self.rows.iter().flat_map(ends).chain(self.guide).filter(|x| x.is_finite());
        let range = with_room(bounds(numbers));
        let width = if self.small { SMALL } else { WIDTH };
        // The first one's name is bold, and so wider.
        let bold = |row: &IntervalRow| if row.emphasis == Emphasis::Strong { 1.1 } else { 1.0 };
        let name = |row: &IntervalRow| bold(row) * name_width(&shortened(&row.name, MOST_LETTERS));
        let names = self.rows.iter().map(name).fold(0.0, f64::max);
        let texts = self.rows.iter().map(|row| bold(row) * label_width(&row.text)).fold(0.0, f64::max);
        let (left, right) = (names + 16.0, width - texts - 18.0);
        let x = AxisScale::new(range, (left, right));
        let bottom = TOP + ROW * self.rows.len() as f64 + 4.0;
        let mut picture = SvgBuilder::new(width, bottom + 44.0, &self.title, &self.more);
        for tick in x.ticks() {
            let at = x.at(tick);
            picture.add(format_args!("<path class=\"hb-grid\" d=\"M{at:.1} {TOP}V{bottom:.1}\"/>"));
            picture.text_with(at, bottom + 17.0, "middle", "class=\"hb-label\"", &tick_text(tick));
        }
        picture.add(format_args!("<path class=\"hb-axis\" d=\"M{left:.1} {bottom:.1}H{right:.1}\"/>"));
        picture.text_with(0.5 * (left + right), bottom + 38.0, "middle", "class=\"hb-name\"", &self.below);
        if let Some(at) = self.guide.map(|guide| x.at(guide)) {
            picture.add(format_args!("<path class=\"hb-guide\" d=\"M{at:.1} {TOP}V{bottom:.1}\"/>"));
        }
        for (place, row) in self.rows.iter().enumerate().filter(|(_, row)| row.value.is_finite()) {
            let y = TOP + ROW * (place as f64 + 0.5);
            let class = row.emphasis.class();
            picture.add(format_args!(
                "<g class=\"{class}\">{}<rect class=\"hb-row\" y=\"{:.1}\" width=\"{width}\" height=\"{ROW}\"/>",
                SvgBuilder::tooltip(&format!("{}: {}", row.name, row.full)),
                y - 0.5 * ROW
            ));
            let name = shortened(&row.name, MOST_LETTERS);
            picture.text_with(left - 14.0, y + 4.5, "end", "class=\"hb-name\"", &name);
            if let Some((low, high)) = row.interval.filter(|ends| ends.0.is_finite() && ends.1.is_finite()) {
                picture.add(format_args!(
                    "<path class=\"hb-interval\" d=\"M{:.1} {y:.1}H{:.1}\"/>",
                    x.at(low),
                    x.at(high)
                ));
            }
            picture.add(format_args!(
                "<circle class=\"hb-dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>",
                x.at(row.value)
            ));
            picture.text_with(width - 4.0, y + 4.5, "end", "class=\"hb-figure\"", &row.text);
            picture.add(format_args!("</g>"));
        }
        picture.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_their_dots() {
        let row = |name: &str, value: f64, interval| IntervalRow {
            name: name.to_string(),
            value,
            interval,
            text: format!("{value:.1}"),
            full: format!("{value:.2}"),
            emphasis: Emphasis::Normal,
        };
        let chart = IntervalChart {
            title: "scores".to_string(),
            below: "accuracy".to_string(),
            rows: vec![
                row("<forest>", 0.9, Some((0.8, 1.0))),
                row("tree", 0.7, None),
                row("broken", f64::NAN, None),
            ],
            guide: Some(0.5),
            ..IntervalChart::default()
        };
        let svg = chart.to_svg();
        assert!(svg.contains("&lt;forest&gt;: 0.90") && !svg.contains("NaN"));
        assert_eq!((svg.matches("<circle").count(), svg.matches("hb-interval").count()), (2, 1));
        // No line at all can be drawn, too.
        assert!(!IntervalChart::default().to_svg().contains("NaN"));
    }
}
