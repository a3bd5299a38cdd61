//! What a study found, as one page to read, print and keep.
