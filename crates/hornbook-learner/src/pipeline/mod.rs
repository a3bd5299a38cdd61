//! Pipelines: transformers, and a learner behind them.
//!
//! What stands before a learner (imputation, scaling, encoding) belongs to what is fitted: in each training fold anew, so that
//! nothing of the test rows leaks into it. A pipeline is therefore a learner like any other. It fits each transformer to what
//! the one before it makes of the training rows, and the last learner to the rest; its model transforms rows in the same way
//! and lets the last model speak. Importances, SHAP values and explanations are those of the last model, led back to the
//! inputs. A pipeline of transformers only is a transformer.
//!
//! A pipeline takes what its steps take: missing values and categories if every step does until one leaves none, sample weights
//! and files larger than memory if all do, several targets, a validation set and a warm start if the last does. An offset passes
//! by all transformers. With a warm start the transformers stay as they were fitted.
//!
//! Cost: that of the steps, and memory for the transformed rows of one step after the other. In batches nothing is kept: rows
//! are transformed again whenever they are read.
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Baseline, Fit, Model, Pipeline, Registry, RegistryEntry, SelectColumns};
//!
//! Registry::fill(|| vec![RegistryEntry::of::<Baseline>(), RegistryEntry::of::<SelectColumns>()]); // or hornbook::registry()
//! let table = Table::builder().number("x", vec![1.0, 2.0]).number("y", vec![3.0, 5.0]).build()?;
//! let pipeline = Pipeline::default().step(SelectColumns::default()).step(Baseline::default());
//! let model = pipeline.fit(&table.dataset().target("y")?)?;
//! assert_eq!(model.predict(&table)?.values.label(0), "4");
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod fit;
mod model;
mod params;

pub use model::PipelineModel;
pub use params::Pipeline;
