//! A model file of each kind, with what it predicts. A file that is there is kept as it is: it must load for ever.

use crate::repository;
use hornbook_testkit::kept_models as models;

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
