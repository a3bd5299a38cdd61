//! What a study found, as one page to read, print and keep.
//!
//! [`render`] makes the page of a [`Record`](hornbook_study::Record) and of nothing else, so that it can be written again
//! from `study.json`. The page needs no network and no other file; it is light or dark as the reader has it, and prints.
//!
//! `sections/` works out what is shown, `plots/` draws it, `templates/` has the page itself.

mod drawn;
mod page;
mod plots;
mod sections;
mod words;

pub use page::render;
