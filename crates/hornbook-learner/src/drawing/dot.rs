//! A diagram in the language of Graphviz.

use super::diagram::Diagram;
use super::svg_builder::COLORS;
use std::fmt::Write as _;

impl Diagram {
    /// The diagram for Graphviz, whole.
    pub fn to_dot(&self) -> String {
        let mut dot = format!(
            "digraph {{\n  label={};\n  labelloc=t;\n  fontname=\"sans-serif\";\n  \
             node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n",
            quoted(&self.title)
        );
        for (at, node) in self.nodes().iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = if node.branches.is_empty() {
                let color = COLORS[node.tint.color % COLORS.len()];
                // The color with how much there is of it.
                let strength = (0x18 as f64 + 0x78 as f64 * node.tint.strength.clamp(0.0, 1.0)) as u8;
                writeln!(
                    dot,
                    "  n{at} [label={}, style=\"rounded,filled\", color=\"{color}\", fillcolor=\"{color}{strength:02x}\"];",
                    quoted(&node.answer.join("\n"))
                )
            } else {
                writeln!(dot, "  n{at} [label={}];", quoted(&node.question))
            };
        }
        for (at, node) in self.nodes().iter().enumerate() {
            for branch in &node.branches {
                let _ = writeln!(dot, "  n{at} -> n{} [label={}];", branch.to, quoted(&branch.label));
            }
        }
        dot.push_str("}\n");
        dot
    }
}

/// Text in quotation marks, as the language wants it.
fn quoted(text: &str) -> String {
    let safe =
        text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace(['\r', '\0'], " ");
    format!("\"{safe}\"")
}
