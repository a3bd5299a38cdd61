//! From a table to an answer that can be defended.

pub mod record;

pub use record::Record;
