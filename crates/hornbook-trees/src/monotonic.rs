//! Monotonic constraints, as every tree takes them.

use hornbook_core::{Error, PerColumn, Result};
use hornbook_data::Schema;

/// For each column whether the prediction may only rise (1) or only fall (-1) along it, or is free (0); an error if the
/// constraints do not suit the columns or the target.
pub(crate) fn monotonic_directions(
    learner: &str,
    constraints: &PerColumn,
    schema: &Schema,
) -> Result<Vec<f64>> {
    const PARAMETER: &str = "monotonic_cst";
    let refuse = |found: String, expected: &str| Error::Parameter {
        learner: learner.to_string(),
        parameter: PARAMETER.to_string(),
        found,
        expected: expected.to_string(),
    };
    if let Some(wrong) = constraints.numbers().find(|x| ![-1.0, 0.0, 1.0].contains(x)) {
        return Err(refuse(wrong.to_string(), "1 (increasing), -1 (decreasing) or 0 (unconstrained)"));
    }
    let columns: Vec<&str> = schema.inputs.iter().map(|input| input.name.as_str()).collect();
    let directions = constraints.for_columns((learner, PARAMETER), &columns, 0.0)?;
    let constrained = schema.inputs.iter().zip(&directions).filter(|(_, direction)| **direction != 0.0);
    if let Some((input, _)) = constrained.into_iter().find(|(input, _)| input.kind.levels().is_some()) {
        return Err(refuse(
            format!("given for '{}', which is categorical", input.name),
            "columns of numbers",
        ));
    }
    if schema.target.classes.len() > 2 {
        let found = format!("given with a target of {} classes", schema.target.classes.len());
        return Err(refuse(found, "none, or a numeric or two-class target"));
    }
    Ok(directions)
}
