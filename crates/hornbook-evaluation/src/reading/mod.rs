//! Reading any model by asking it: what columns do, alone and together.
//!
//! - [`partial_dependence`]: what the model says on average if one or two columns had given values, and for each row
//!   by itself (ICE curves);
//! - [`accumulated_effects`]: the same for columns that go together with others;
//! - [`interactions`]: which columns act together, by Friedman's H;
//! - [`permutation_importance`](crate::permutation_importance): which columns the model leans on.
//!
//! What is read is the predicted number, or the probability of each class as the model shows it, after calibration. All work
//! on the rows of a table that the model may or may not have been trained on, and that needs no target; columns are found
//! by name. Weights of rows count, and the result is the same on any number of threads.

mod accumulated_effects;
mod axis;
mod interactions;
mod partial_dependence;
mod plot;
pub(crate) mod rows;
mod similar_levels;
#[cfg(test)]
mod tests;

pub use accumulated_effects::{AccumulatedEffects, accumulated_effects};
pub use axis::{Along, Axis, Value};
pub use interactions::{Interaction, Interactions, interactions};
pub use partial_dependence::{PartialDependence, partial_dependence};
