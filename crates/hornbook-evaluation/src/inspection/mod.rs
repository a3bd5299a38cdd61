//! Model-agnostic interpretation: partial dependence (PDP, ICE), ALE, feature interactions.
//!
//! - [`partial_dependence`]: what the model says on average if one or two columns had given values, and for each row
//!   by itself (ICE curves);
//! - [`accumulated_effects`]: accumulated local effects (ALE), valid with correlated features;
//! - [`interactions`]: which columns act together, by Friedman's H-statistic;
//! - [`sampled_shap_values`]: SHAP values by sampling, for models that have no exact ones;
//! - [`permutation_importance`](crate::permutation_importance): permutation feature importance.
//!
//! What is read is the predicted number, or the probability of each class as the model shows it, after calibration. All work
//! on the rows of a table that the model may or may not have been trained on, and that needs no target; columns are found
//! by name. Weights of rows count, and the result is the same on any number of threads.

mod accumulated_effects;
mod feature_grid;
mod interactions;
mod partial_dependence;
mod plot;
pub(crate) mod rows;
mod sampled_shap;
mod similar_levels;
#[cfg(test)]
mod tests;

pub use accumulated_effects::{AccumulatedEffects, accumulated_effects};
pub use feature_grid::{FeatureGrid, GridAxis, GridValue};
pub use interactions::{Interaction, Interactions, interactions};
pub use partial_dependence::{PartialDependence, partial_dependence};
pub use sampled_shap::sampled_shap_values;
