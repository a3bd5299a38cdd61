//! Numbers that are missing, where the metric cannot do without.

use hornbook_core::{Error, Result};
use hornbook_data::Features;
use hornbook_encoding::Encoder;

/// An error that names the first number that is missing.
pub(super) fn check_known(encoder: &Encoder, rows: &Features<'_>, learner: &str) -> Result<()> {
    let Some((row, input)) = encoder.first_missing(rows) else { return Ok(()) };
    Err(Error::data(
        format!(
            "column '{}' is missing (NaN) in row {}, and '{learner}' handles missing values only with the metric 'gower'",
            encoder.inputs()[input].name,
            row + 1
        ),
        "impute it (fill-missing), leave the row or the column out, or choose that metric",
    ))
}
