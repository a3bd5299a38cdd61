//! Densities of classes in a model file. These structs are what a file holds, apart from those the program computes with: they
//! may gain fields at the end, and must not change.

use super::model::{ClassDensity, DensityClassifierModel};
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{Model as _, load_nested_model, nested_header, read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileClass {
    prior: f64,
    /// The header, as [`nested_header`] has it, and the bytes.
    density: Option<(String, Vec<u8>)>,
}

pub(super) fn to_bytes(model: &DensityClassifierModel) -> Result<Vec<u8>> {
    let mut classes = Vec::with_capacity(model.classes.len());
    for class in &model.classes {
        let density = match &class.density {
            Some(density) => Some((nested_header(&**density, &model.info().schema)?, density.to_bytes()?)),
            None => None,
        };
        classes.push(FileClass { prior: class.prior, density });
    }
    write_model_part(&classes)
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Vec<ClassDensity>> {
    let classes: Vec<FileClass> = read_model_part(bytes, "classes")?;
    let sum: f64 = classes.iter().map(|class| class.prior).sum();
    let sound = classes.iter().all(|class| class.prior >= 0.0) && (sum - 1.0).abs() < 1e-6;
    if classes.is_empty() || classes.len() != schema.target.classes.len() || !sound {
        return Err(Error::damaged("its priors do not fit its classes"));
    }
    let mut densities = Vec::with_capacity(classes.len());
    for FileClass { prior, density } in classes {
        let density = match density {
            Some((header, bytes)) => {
                let density = load_nested_model(&header, &bytes, schema)?;
                let own = &density.info().schema;
                if own.inputs != schema.inputs || own.target.task != Task::Density {
                    return Err(Error::damaged("a density within it does not fit its columns"));
                }
                Some(density)
            }
            None => None,
        };
        densities.push(ClassDensity { prior, density });
    }
    Ok(densities)
}
