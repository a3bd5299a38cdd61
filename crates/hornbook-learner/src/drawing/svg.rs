//! A diagram as a picture.

use super::diagram::{Diagram, DiagramNode};
use super::layout::{LayoutBox, middles};
use super::svg_builder::{COLORS, SvgBuilder};
use hornbook_core::format::shortened;

/// Pixels of a line of text, and of a letter of it, which is generous for a proportional face.
const LINE: f64 = 17.0;
const LETTER: f64 = 7.7;
/// Letters of a line, and of the label of a branch; longer ones are cut, and shown whole when one points at them.
const MOST_LETTERS: usize = 34;
const MOST_LABEL: usize = 22;
/// Between the text and the edge of its box, between boxes, between levels, and around everything.
const PADDING: f64 = 10.0;
const GAP: f64 = 16.0;
const LEVEL: f64 = 58.0;
const MARGIN: f64 = 20.0;
/// The least width of a box.
const LEAST: f64 = 56.0;
/// The height of the bar of fractions.
const BAR: f64 = 5.0;

impl Diagram {
    /// The diagram as an SVG picture, down to a depth if one is given: light or dark as the reader has it.
    pub fn to_svg(&self, max_depth: Option<usize>) -> String {
        let shown = self.drawn(max_depth);
        let depths = shown.depths();
        let blocks = blocks(&shown);
        let (places, tree_width) = middles(&blocks, GAP);
        let mut heights = vec![0.0f64; depths.iter().max().map_or(1, |deepest| deepest + 1)];
        for (node, &depth) in shown.nodes().iter().zip(&depths) {
            heights[depth] = heights[depth].max(height(node));
        }
        let key = DiagramLegend::of(&shown.legend);
        let top = MARGIN + LINE + key.height + MARGIN;
        let tops: Vec<f64> = heights
            .iter()
            .scan(top, |next, height| {
                let top = *next;
                *next += height + LEVEL;
                Some(top)
            })
            .collect();
        let bottom = tops.last().zip(heights.last()).map_or(top, |(top, height)| top + height);
        let title_width = shown.title.chars().count() as f64 * LETTER;
        let inner = tree_width.max(title_width).max(key.width);
        let left = MARGIN + 0.5 * (inner - tree_width);
        let leaves = self.nodes().iter().filter(|node| node.branches.is_empty()).count();
        let more =
            format!("A tree of {} boxes, {leaves} of them leaves. {}", self.nodes().len(), self.words());
        let mut picture =
            SvgBuilder::with_background(inner + 2.0 * MARGIN, bottom + MARGIN, &shown.title, &more);
        picture.text_with(
            MARGIN,
            MARGIN + 11.0,
            "start",
            "class=\"hb-ink\" font-weight=\"600\"",
            &shown.title,
        );
        key.draw(&mut picture, MARGIN + LINE + 10.0);
        let x = |at: usize| left + places[at];
        for (at, node) in shown.nodes().iter().enumerate() {
            let from = (x(at), tops[depths[at]] + height(node));
            for branch in &node.branches {
                let to = (x(branch.to), tops[depths[branch.to]]);
                edge(&mut picture, from, to);
            }
        }
        for (at, node) in shown.nodes().iter().enumerate() {
            let from = (x(at), tops[depths[at]] + height(node));
            for branch in &node.branches {
                label(&mut picture, from, (x(branch.to), tops[depths[branch.to]]), &branch.label);
            }
            draw(&mut picture, node, x(at), tops[depths[at]], blocks[at].width);
        }
        picture.close()
    }

    /// The first splits, for those who hear the picture.
    fn words(&self) -> String {
        match self.nodes() {
            [only] => format!("It has no split and predicts {}.", only.answer.join(", ")),
            [root, ..] => format!("The first split is {}.", root.question),
            [] => String::new(),
        }
    }
}

/// The lines of a box: its split, or its prediction.
fn lines(node: &DiagramNode) -> &[String] {
    if node.branches.is_empty() { &node.answer } else { std::slice::from_ref(&node.question) }
}

/// The boxes, each wide enough for its text and for the label of the branch that leads to it.
fn blocks(diagram: &Diagram) -> Vec<LayoutBox> {
    let room = |text: &str, most: usize| text.chars().count().min(most) as f64 * LETTER;
    let mut blocks: Vec<LayoutBox> = Vec::new();
    for node in diagram.nodes() {
        let widest = lines(node).iter().map(|line| room(line, MOST_LETTERS)).fold(0.0, f64::max);
        let children = node.branches.iter().map(|branch| branch.to).collect();
        blocks.push(LayoutBox { width: (widest + 2.0 * PADDING).max(LEAST), children });
    }
    for branch in diagram.nodes().iter().flat_map(|node| &node.branches) {
        let block = &mut blocks[branch.to];
        block.width = block.width.max(room(&branch.label, MOST_LABEL));
    }
    blocks
}

fn height(node: &DiagramNode) -> f64 {
    let bar = if node.branches.is_empty() && !node.shares.is_empty() { BAR + 4.0 } else { 0.0 };
    lines(node).len() as f64 * LINE + 2.0 * PADDING - 4.0 + bar
}

fn draw(picture: &mut SvgBuilder, node: &DiagramNode, x: f64, top: f64, width: f64) {
    let (left, height) = (x - 0.5 * width, height(node));
    let shape =
        format!("x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\"");
    let hint = SvgBuilder::tooltip(&lines(node).join(", "));
    if node.branches.is_empty() {
        let color = COLORS[node.tint.color % COLORS.len()];
        let strength = 0.12 + 0.36 * node.tint.strength.clamp(0.0, 1.0);
        picture.add(format_args!("<rect {shape} class=\"hb-paper\" stroke=\"none\"/>"));
        picture.add(format_args!(
            "<rect {shape} fill=\"{color}\" fill-opacity=\"{strength:.2}\" stroke=\"{color}\">{hint}</rect>"
        ));
        bar(picture, node, (left + PADDING, top + height - PADDING - 1.0), width - 2.0 * PADDING);
    } else {
        picture.add(format_args!("<rect {shape} class=\"hb-paper hb-line\">{hint}</rect>"));
    }
    for (at, line) in lines(node).iter().enumerate() {
        let style = match (at, node.branches.is_empty()) {
            (0, true) => "class=\"hb-ink\" font-weight=\"600\"",
            (0, false) => "class=\"hb-ink\"",
            _ => "class=\"hb-faint\" font-size=\"12\"",
        };
        let y = top + PADDING + 10.0 + at as f64 * LINE;
        picture.text_with(x, y, "middle", style, &shortened(line, MOST_LETTERS));
    }
}

/// The fractions of the colors, side by side.
fn bar(picture: &mut SvgBuilder, node: &DiagramNode, (mut left, top): (f64, f64), width: f64) {
    let total: f64 = node.shares.iter().sum();
    for (color, share) in node.shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        let part = width * share / total;
        picture.add(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{part:.1}\" height=\"{BAR}\" fill=\"{}\" stroke=\"none\"/>",
            COLORS[color % COLORS.len()]
        ));
        left += part;
    }
}

fn edge(picture: &mut SvgBuilder, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let middle = 0.5 * (y1 + y2);
    picture.add(format_args!(
        "<path class=\"hb-line\" d=\"M{x1:.1} {y1:.1}C{x1:.1} {middle:.1} {x2:.1} {middle:.1} {x2:.1} {y2:.1}\" \
         fill=\"none\" stroke-width=\"1.3\"/>"
    ));
}

/// The label of a branch, close to the box it leads to.
fn label(picture: &mut SvgBuilder, (x1, y1): (f64, f64), (x2, y2): (f64, f64), text: &str) {
    let short = shortened(text, MOST_LABEL);
    // A point of the curve, late on its way.
    let t: f64 = 0.72;
    let (a, b) = ((1.0 - t).powi(3) + 3.0 * (1.0 - t).powi(2) * t, 3.0 * (1.0 - t) * t * t + t.powi(3));
    let middle = 0.5 * (y1 + y2);
    let x = a * x1 + b * x2;
    let y = (1.0 - t).powi(3) * y1 + 3.0 * (1.0 - t) * t * middle + t.powi(3) * y2;
    // The style sheet gives the letters an edge in the color of the paper, so that the line does not cross them.
    let style = "class=\"hb-faint hb-halo\" font-size=\"12\" stroke-width=\"7\" paint-order=\"stroke\"";
    picture.add(format_args!("<g>{}", SvgBuilder::tooltip(text)));
    picture.text_with(x, y + 4.0, "middle", style, &short);
    picture.add(format_args!("</g>"));
}

/// What the colors mean.
struct DiagramLegend<'a> {
    names: &'a [String],
    width: f64,
    height: f64,
}

impl DiagramLegend<'_> {
    /// Names beyond this many are counted.
    const MOST: usize = 10;

    fn of(names: &[String]) -> DiagramLegend<'_> {
        let shown = names.iter().take(DiagramLegend::MOST);
        let width = shown.map(|name| DiagramLegend::width(name)).sum::<f64>()
            + if names.len() > DiagramLegend::MOST { 80.0 } else { 0.0 };
        DiagramLegend { names, width, height: if names.is_empty() { 0.0 } else { LINE + 6.0 } }
    }

    fn width(name: &str) -> f64 {
        name.chars().count().min(MOST_LABEL) as f64 * LETTER + 34.0
    }

    fn draw(&self, picture: &mut SvgBuilder, top: f64) {
        let mut x = MARGIN;
        for (name, color) in self.names.iter().zip(COLORS) {
            picture.add(format_args!(
                "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"12\" height=\"12\" rx=\"3\" fill=\"{color}\" stroke=\"none\"/>"
            ));
            picture.text_with(
                x + 18.0,
                top + 10.5,
                "start",
                "class=\"hb-ink\"",
                &shortened(name, MOST_LABEL),
            );
            x += DiagramLegend::width(name);
        }
        if let Some(more) = self.names.len().checked_sub(DiagramLegend::MOST).filter(|more| *more > 0) {
            picture.text_with(x, top + 10.5, "start", "class=\"hb-faint\"", &format!("… {more} more"));
        }
    }
}
