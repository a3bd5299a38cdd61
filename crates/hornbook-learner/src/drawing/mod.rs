//! Drawing what was learned: trees as [`Diagram`]s, curves as [`LinePlot`]s.
//!
//! A model with trees hands out a [`Diagram`] ([`Model::diagram`](crate::Model::diagram)): plain text in boxes, and what
//! leads from one to another. [`Diagram::to_svg`] and [`Diagram::to_dot`] write any of them.

mod diagram;
mod dot;
mod layout;
mod picture;
mod plot;
mod scale;
mod svg;
#[cfg(test)]
mod tests;

pub use diagram::{Branch, Diagram, DiagramNode, Tint, diagram_of};
pub use picture::{COLOURS, Picture, shortened};
pub use plot::{Curve as PlotCurve, LinePlot};
pub use scale::{Scale, bounds, tick_text, with_room};
