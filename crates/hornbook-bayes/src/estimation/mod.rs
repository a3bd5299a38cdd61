//! Parameters of distributions from data and prior beliefs.
