//! A [`SizeCurve`] as text and as a drawing.

use super::SizeCurve;
use std::fmt::{self, Write as _};

/// The marks of the sets in the text, by turns.
const MARKS: [char; 6] = ['*', 'o', '+', 'x', '#', '@'];
/// The colours of the sets in the drawing, by turns: dark enough for white paper, light enough for a dark screen.
const COLOURS: [&str; 6] = ["#3b78c4", "#d1662f", "#3f9a57", "#a855b5", "#a8842c", "#c24b6e"];

/// The text's columns and lines.
const COLUMNS: usize = 60;
const LINES: usize = 15;

/// The drawing's size, and the room for the axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 48.0;

impl SizeCurve {
    /// The lowest and highest score; apart, if they are not.
    fn scores(&self) -> (f64, f64) {
        let all = || self.points.iter().flat_map(|point| point.scores.iter().copied());
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
    }

    /// The most nodes of any point, at least two.
    fn most_nodes(&self) -> f64 {
        self.points.iter().map(|point| point.nodes).max().unwrap_or(2).max(2) as f64
    }

    /// The curve as a drawing: a line a set, and a dashed one where the rule stops. It takes the colour of the text
    /// around it, and says the numbers of a point when one points at it.
    pub fn to_svg(&self) -> String {
        let (low, high) = self.scores();
        let most = self.most_nodes();
        let x = |nodes: usize| LEFT + (WIDTH - LEFT - RIGHT) * (nodes as f64 - 1.0) / (most - 1.0);
        let y = |score: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - low) / (high - low);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\">\n<title>{} against nodes</title>\n",
            self.measure
        );
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"currentColor\"/>"
        );
        for (at, anchor, text) in [(1, "start", "1".to_string()), (most as usize, "end", most.to_string())] {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{text}</text>",
                x(at),
                bottom + 16.0
            );
        }
        for score in [low, high] {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{score:.3}</text>",
                LEFT - 6.0,
                y(score) + 4.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">nodes</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 12.0
        );
        if let Some(kept) = self.points.get(self.kept) {
            let at = x(kept.nodes);
            let _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"currentColor\" stroke-dasharray=\"4 4\">\
                 <title>pruned: {} nodes</title></path>",
                kept.nodes
            );
        }
        for (set, name) in self.sets.iter().enumerate() {
            let colour = COLOURS[set % COLOURS.len()];
            let points: Vec<String> = self
                .points
                .iter()
                .map(|point| format!("{:.1},{:.1}", x(point.nodes), y(point.scores[set])))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                points.join(" ")
            );
            for point in &self.points {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{}, {} nodes: {:.4}</title></circle>",
                    x(point.nodes),
                    y(point.scores[set]),
                    escaped(name),
                    point.nodes,
                    point.scores[set]
                );
            }
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"24\" fill=\"{colour}\">{}</text>",
                LEFT + 140.0 * set as f64,
                escaped(name)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Text that cannot be taken for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl fmt::Display for SizeCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.scores();
        let most = self.most_nodes();
        let mut grid = vec![vec![' '; COLUMNS]; LINES];
        let column =
            |nodes: usize| ((nodes as f64 - 1.0) / (most - 1.0) * (COLUMNS - 1) as f64).round() as usize;
        if let Some(kept) = self.points.get(self.kept) {
            grid.iter_mut().for_each(|line| line[column(kept.nodes)] = '.');
        }
        for (set, _) in self.sets.iter().enumerate() {
            for point in &self.points {
                let height = (point.scores[set] - low) / (high - low) * (LINES - 1) as f64;
                let line = LINES - 1 - (height.round() as usize).min(LINES - 1);
                grid[line][column(point.nodes)] = MARKS[set % MARKS.len()];
            }
        }
        let names = self.sets.iter().enumerate();
        let names: Vec<String> =
            names.map(|(set, name)| format!("{} {name}", MARKS[set % MARKS.len()])).collect();
        writeln!(f, "{}: {}, . where pruning stops", self.measure, names.join(", "))?;
        for (line, cells) in grid.iter().enumerate() {
            let score = match line {
                0 => format!("{high:8.3}"),
                last if last + 1 == LINES => format!("{low:8.3}"),
                _ => " ".repeat(8),
            };
            let cells: String = cells.iter().collect();
            writeln!(f, "{score} |{}", cells.trim_end())?;
        }
        writeln!(f, "{} +{}", " ".repeat(8), "-".repeat(COLUMNS))?;
        writeln!(f, "{}1{:>width$} nodes", " ".repeat(10), most, width = COLUMNS - 1)
    }
}
