//! A model file of each kind, with what it predicts. A file that is there is kept as it is: it must load for ever.

#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "the tests of model files use more of it, and stop where they cannot go on"
)]
#[path = "../../crates/hornbook/tests/common/mod.rs"]
mod models;

use crate::repository;

/// Writes those that are not there, and says which they were.
pub fn write() -> hornbook::Result<Vec<String>> {
    let folder = repository::root().join("crates/hornbook/tests/files");
    let mut written = Vec::new();
    for (name, model) in models::models() {
        let path = folder.join(format!("{name}.hornbook"));
        if path.exists() {
            continue;
        }
        hornbook::model_file::save(model.as_ref(), &path)?;
        let predictions = model.predict(&models::table())?.values;
        let lines: Vec<String> = (0..predictions.len()).map(|row| predictions.label(row)).collect();
        let expected = folder.join(format!("{name}.txt"));
        std::fs::write(&expected, lines.join("\n") + "\n")
            .map_err(|e| hornbook::Error::file("write", expected.display(), e))?;
        written.push(format!("wrote {}", path.display()));
    }
    Ok(written)
}
