use std::fmt::{Arguments, Write as _};

/// Colors that can be told apart, by turns: dark enough for white paper, light enough for a dark screen.
pub const COLORS: [&str; 10] = [
    "#3b78c4", "#d1662f", "#3f9a57", "#a855b5", "#a8842c", "#c24b6e", "#2a9d9d", "#7a6fd0", "#7f8f2f",
    "#8a8f98",
];

/// An SVG picture in the making. Text is escaped.
#[derive(Debug, Clone)]
pub struct SvgBuilder(String);

impl SvgBuilder {
    /// A picture of a size. The title is what it shows in a line, for those who hear it; `more` says more.
    pub fn new(width: f64, height: f64, title: &str, more: &str) -> SvgBuilder {
        let mut picture = SvgBuilder(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" stroke=\"currentColor\" fill=\"currentColor\" \
             font-family=\"system-ui, sans-serif\" font-size=\"13\">\n"
        ));
        picture.add(format_args!("<title>{}</title>", escaped(title)));
        if !more.is_empty() {
            picture.add(format_args!("<desc>{}</desc>", escaped(more)));
        }
        picture
    }

    /// The same on paper of its own, light or dark as the reader has it. Classes of shapes: `paper`, `ink`, `faint`.
    pub fn with_background(width: f64, height: f64, title: &str, more: &str) -> SvgBuilder {
        let mut picture = SvgBuilder::new(width, height, title, more);
        picture.add(format_args!(
            "<style>.hb-paper{{fill:#fff}}.hb-ink{{fill:#1f2328}}.hb-faint{{fill:#59636e}}.hb-line{{stroke:#8c959f}}\
             .hb-halo{{stroke:#fff}}@media (prefers-color-scheme:dark){{.hb-paper{{fill:#0d1117}}.hb-ink{{fill:#e6edf3}}\
             .hb-faint{{fill:#9198a1}}.hb-line{{stroke:#6e7681}}.hb-halo{{stroke:#0d1117}}}}</style>"
        ));
        picture.add(format_args!(
            "<rect class=\"hb-paper\" width=\"{width:.0}\" height=\"{height:.0}\" stroke=\"none\"/>"
        ));
        picture
    }

    /// A straight line.
    pub fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, thickness: f64) {
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke-width=\"{thickness}\" \
             stroke-linecap=\"round\"/>"
        ));
    }

    /// A line of text; the anchor is `start`, `middle` or `end`.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.text_with(x, y, anchor, "", text);
    }

    /// The same with more attributes.
    pub fn text_with(&mut self, x: f64, y: f64, anchor: &str, attributes: &str, text: &str) {
        let space = if attributes.is_empty() { "" } else { " " };
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" stroke=\"none\"{space}{attributes} \
             xml:space=\"preserve\">{}</text>",
            escaped(text)
        ));
    }

    /// Any element, as it is.
    pub fn add(&mut self, element: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{element}");
    }

    /// The picture.
    pub fn close(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    /// What is shown of a point when one points at it, inside an element.
    pub fn tooltip(text: &str) -> String {
        format!("<title>{}</title>", escaped(text))
    }
}

/// Text that cannot be taken for markup; characters that XML does not allow are left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => safe.push(letter),
        }
    }
    safe
}
