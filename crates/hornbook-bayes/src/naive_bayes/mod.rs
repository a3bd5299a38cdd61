//! Classifiers that take columns as independent within a class.
