//! To come in the same change.
