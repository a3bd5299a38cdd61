//! A density of neighbours in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::Learned;
use crate::file::{FilePlaces, damaged, read, write};
use hornbook_core::{Result, Task};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileDensity {
    places: FilePlaces,
    k: f64,
}

pub(super) fn to_bytes(learned: &Learned) -> Result<Vec<u8>> {
    write(&FileDensity { places: FilePlaces::of(&learned.places)?, k: learned.k })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Learned> {
    let FileDensity { places, k } = read(bytes)?;
    let places = places.places(schema)?;
    let is_sound = k > 0.0 && k <= places.total_weight() && schema.target.task == Task::Density;
    match is_sound {
        true => Ok(Learned { places, k }),
        false => Err(damaged("what it says of neighbours is not sound")),
    }
}
