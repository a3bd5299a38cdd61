//! A [`PruningCurve`] as text and as a drawing.

use super::PruningCurve;
use hornbook_learner::drawing::{LinePlot, PlotCurve};
use std::fmt;

/// The marks of the sets in the text, by turns.
const MARKS: [char; 6] = ['*', 'o', '+', 'x', '#', '@'];
/// The text's columns and lines.
const COLUMNS: usize = 60;
const LINES: usize = 15;

impl PruningCurve {
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

    /// The curve as a drawing: a line a set, and a dashed one where the rule stops.
    pub fn to_svg(&self) -> String {
        let curve = |(set, name): (usize, &String)| PlotCurve {
            name: name.clone(),
            points: self.points.iter().map(|point| (point.nodes as f64, point.scores[set])).collect(),
        };
        let mark = self.points.get(self.kept);
        LinePlot {
            title: format!("{} against nodes", self.measure),
            below: "nodes".to_string(),
            curves: self.sets.iter().enumerate().map(curve).collect(),
            mark: mark.map(|kept| (kept.nodes as f64, format!("pruned: {} nodes", kept.nodes))),
            ..LinePlot::default()
        }
        .to_svg()
    }
}

impl fmt::Display for PruningCurve {
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
