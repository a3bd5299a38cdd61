//! Drawing what was learned: trees as [`Diagram`]s, curves as [`LinePlot`]s.
//!
//! A model with trees hands out a [`Diagram`] ([`Model::diagram`](crate::Model::diagram)): plain text in boxes, and what
//! leads from one to another. [`Diagram::to_svg`] and [`Diagram::to_dot`] write any of them.

mod axis_scale;
mod diagram;
mod dot;
mod layout;
mod plot;
mod svg;
mod svg_builder;
#[cfg(test)]
mod tests;

pub use axis_scale::{AxisScale, bounds, tick_text, with_room};
pub use diagram::{Diagram, DiagramBranch, DiagramNode, Tint, diagram_of};
pub use plot::{LinePlot, PlotLine as PlotCurve};
pub use svg_builder::{COLORS, SvgBuilder};
