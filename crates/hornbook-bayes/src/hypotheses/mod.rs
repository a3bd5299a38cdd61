//! Posteriors over lists of hypotheses.
