//! From probabilities to actions: losses, rejection, thresholds, calibration.
