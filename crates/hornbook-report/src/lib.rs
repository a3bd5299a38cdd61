//! The report of a study, as one HTML page to read, print and keep.
//!
//! [`render`] makes the page of a [`StudyRecord`](hornbook_study::StudyRecord) and of nothing else, so that it can be
//! written again from `study.json`. The page needs no network and no other file; it is light or dark as the reader has it,
//! and prints.
//!
//! `sections/` works out what is shown, `plots/` draws it, `templates/` has the page itself.

mod page;
mod plots;
mod sections;
mod svg_check;
mod words;

pub use page::render;
