//! Choosing among learners and their parameters.
