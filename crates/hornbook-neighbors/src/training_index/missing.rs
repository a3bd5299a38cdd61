//! Numbers that are missing, where the metric cannot do without.

use hornbook_core::{Error, Result};
use hornbook_data::{Feature, Features, Input, InputKind, Scalars};

/// An error that names the first number that is missing.
pub(super) fn check_known(inputs: &[Input], rows: &Features<'_>, learner: &str) -> Result<()> {
    let is_clean = match rows {
        Features::Matrix(matrix) => match matrix.values() {
            Scalars::F64(values) => values.iter().all(|x| !x.is_nan()),
            Scalars::F32(values) => values.iter().all(|x| !x.is_nan()),
        },
        _ => false,
    };
    if is_clean {
        return Ok(());
    }
    for (column, input) in inputs.iter().enumerate() {
        if !matches!(input.kind, InputKind::Number | InputKind::Date) {
            continue;
        }
        if let Feature::Number(numbers) = rows.column(column)
            && let Some(row) = numbers.iter().position(|x| x.is_nan())
        {
            return Err(Error::data(
                format!(
                    "column '{}' is missing (NaN) in row {}, and '{learner}' handles missing values only with the metric \
                     'gower'",
                    input.name,
                    row + 1
                ),
                "impute it (fill-missing), leave the row or the column out, or choose that metric",
            ));
        }
    }
    Ok(())
}
