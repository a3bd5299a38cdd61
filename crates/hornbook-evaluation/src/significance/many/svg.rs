//! The critical difference diagram as a picture.

use super::diagram::CriticalDifference;
use hornbook_learner::drawing::SvgBuilder;

/// Pixels of a line of text, and of a letter of it, which is generous for a proportional face.
const LINE: f64 = 20.0;
const LETTER: f64 = 8.0;
/// Between the axis, the bars, and the names.
const GAP: f64 = 14.0;
/// Between two bars.
const BAR: f64 = 9.0;
/// The length of a tick.
const TICK: f64 = 6.0;

/// The axis of ranks at the top, lines from it to the names, the better half on the left; between them a bar for each
/// group.
pub(super) fn draw(diagram: &CriticalDifference) -> String {
    let k = diagram.ranks.len();
    let label = |(name, rank): &(String, f64)| format!("{name}  {rank:.2}");
    let longest = diagram.ranks.iter().map(|ranked| label(ranked).chars().count()).max().unwrap_or(0);
    let margin = longest as f64 * LETTER + 2.0 * GAP;
    let length = (60.0 * (k as f64 - 1.0)).clamp(240.0, 660.0);
    let width = 2.0 * margin + length;
    let x = |rank: f64| margin + (rank - 1.0) / (k as f64 - 1.0) * length;
    let axis = 5.0 * LINE;
    let (rows, bars) = layout(diagram, x);
    let first_name = axis + GAP + rows as f64 * BAR + GAP;
    let half = k.div_ceil(2);
    let height = first_name + half as f64 * LINE;
    let mut picture = SvgBuilder::new(width, height, &diagram.title(), "");

    picture.text(0.5 * width, LINE, "middle", &diagram.title());
    // The difference itself, above the axis from its best end.
    let end = x(1.0 + diagram.difference).min(width - GAP);
    let ruler = 2.5 * LINE;
    picture.line(x(1.0), ruler, end, ruler, 1.5);
    picture.line(x(1.0), ruler - 4.0, x(1.0), ruler + 4.0, 1.5);
    picture.line(end, ruler - 4.0, end, ruler + 4.0, 1.5);
    picture.text(0.5 * (x(1.0) + end), ruler - 7.0, "middle", "CD");

    picture.line(x(1.0), axis, x(k as f64), axis, 1.5);
    // Every rank has a number as long as two digits have room.
    let every = (3.0 * LETTER * (k as f64 - 1.0) / length).ceil().max(1.0) as usize;
    for rank in (1..=k).step_by(every) {
        let at = x(rank as f64);
        picture.line(at, axis - TICK, at, axis, 1.5);
        picture.text(at, axis - TICK - 5.0, "middle", &rank.to_string());
    }
    for (row, from, to) in bars {
        let y = axis + GAP + row as f64 * BAR;
        picture.line(from - 4.0, y, to + 4.0, y, 5.0);
    }
    for (place, ranked) in diagram.ranks.iter().enumerate() {
        let left = place < half;
        // From the outside in, so that no line crosses another.
        let row = if left { place } else { k - 1 - place };
        let y = first_name + row as f64 * LINE;
        let edge = if left { margin - GAP } else { width - margin + GAP };
        let at = x(ranked.1);
        picture.line(at, axis, at, y, 1.0);
        picture.line(at, y, edge, y, 1.0);
        let (anchor, shift) = if left { ("end", -6.0) } else { ("start", 6.0) };
        picture.text(edge + shift, y + 4.5, anchor, &label(ranked));
    }
    picture.close()
}

/// How many rows the bars of the groups take, and each one's row and ends. Bars that do not meet share a row.
fn layout(diagram: &CriticalDifference, x: impl Fn(f64) -> f64) -> (usize, Vec<(usize, f64, f64)>) {
    let mut ends: Vec<f64> = Vec::new();
    let mut bars = Vec::new();
    for &(first, last) in &diagram.groups {
        let (from, to) = (x(diagram.ranks[first].1), x(diagram.ranks[last].1));
        let row = ends.iter().position(|end| end + 2.0 * GAP < from).unwrap_or(ends.len());
        if row == ends.len() {
            ends.push(to);
        } else {
            ends[row] = to;
        }
        bars.push((row, from, to));
    }
    (ends.len(), bars)
}
