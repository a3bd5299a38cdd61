//! Classifiers by normal distributions of the classes.
