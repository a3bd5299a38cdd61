//! The class that is predicted where no row says.

use crate::plurality::{TieBreak, plurality_value};
use hornbook_core::{Declared, Error, Result, Seed, closest_name};
use hornbook_data::{Dataset, Target};

/// The class of this name, or the most common one of the rows if none is named.
pub(crate) fn default_class<L: Declared>(
    name: Option<&String>,
    ties: TieBreak,
    data: &Dataset,
    seed: Seed,
) -> Result<usize> {
    let Target::Classes(classes) = data.require_target()?.1 else { return Ok(0) };
    let Some(name) = name else {
        let mut weights = vec![0.0; classes.levels.len()];
        for row in data.rows().iter().map(|r| r as usize) {
            weights[classes.codes[row] as usize] += data.weights().map_or(1.0, |w| w[row]);
        }
        return Ok(plurality_value(&weights, ties, seed).unwrap_or(0));
    };
    classes.levels.iter().position(|class| class == name).ok_or_else(|| Error::Parameter {
        learner: L::declaration().name.to_string(),
        parameter: "default_class".to_string(),
        found: format!("'{name}', which is no class of the target"),
        expected: match closest_name(name, &classes.levels) {
            Some(near) => format!("'{near}'?"),
            None => format!("one of {}", classes.levels.join(", ")),
        },
    })
}
