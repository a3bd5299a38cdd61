//! Model files written by earlier releases load and predict as they did.

mod common;

#[test]
fn kept_files_load_for_ever() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "hornbook") {
            continue;
        }
        let model = hornbook::model_file::load(&path, &hornbook::registry()).unwrap();
        let predictions = model.predict(&common::table()).unwrap().values;
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        let found: Vec<String> = (0..predictions.len()).map(|row| predictions.label(row)).collect();
        assert_eq!(found, expected.lines().collect::<Vec<_>>(), "{}", path.display());
        assert!(!model.explain().to_string().is_empty());
        count += 1;
    }
    assert!(count >= 6, "only {count} files are kept");
}

#[test]
fn every_kind_of_model_has_a_kept_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for (name, model) in common::models() {
        assert!(
            folder.join(format!("{name}.hornbook")).exists(),
            "run `cargo run -p hornbook --example keep_model_files`"
        );
        let bytes = hornbook::model_file::to_bytes(model.as_ref()).unwrap();
        let again = hornbook::model_file::from_bytes(&bytes, &hornbook::registry()).unwrap();
        assert_eq!(hornbook::model_file::to_bytes(again.as_ref()).unwrap(), bytes);
    }
}
