//! Whether one learner is better than another: tests of differences.
