//! From a table to an answer that can be defended.
//!
//! A [`Study`] looks at the rows ([`examine`]), locks a part of them away or settles on nested cross-validation, tries
//! learners of every family on the others, tunes the best, chooses the simplest of those that cannot be told apart, and
//! gives the last word to rows that had no part in any of it. What it found is a [`Record`]: plain data, of which the
//! report is made.

mod answer;
mod candidates;
mod choice;
mod events;
pub mod examine;
mod folder;
mod judge;
mod last_word;
mod ledger;
mod prepared;
mod procedure;
mod reading;
pub mod record;
mod selection;
mod study;
mod time;

pub use events::StudyEvent;
pub use folder::StudyFolder;
pub use prepared::called;
pub use record::Record;
pub use study::{Finished, Study};
