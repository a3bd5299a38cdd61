//! Writes a model file of each kind into `tests/files`, with what it predicts. A file that is there is kept as it
//! is: it must load for ever.

#[path = "../tests/common/mod.rs"]
mod common;

fn main() -> hornbook::Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for (name, model) in common::models() {
        let path = folder.join(format!("{name}.hornbook"));
        if path.exists() {
            continue;
        }
        hornbook::model_file::save(model.as_ref(), &path)?;
        let predictions = model.predict(&common::table())?.values;
        let lines: Vec<String> = (0..predictions.len()).map(|row| predictions.label(row)).collect();
        let expected = folder.join(format!("{name}.txt"));
        std::fs::write(&expected, lines.join("\n") + "\n")
            .map_err(|e| hornbook::Error::file("write", expected.display(), e))?;
    }
    Ok(())
}
