//! How good predictions are: plain functions of what was true and what was predicted.
