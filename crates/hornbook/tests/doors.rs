//! The committed doors are those the declarations make.

#[test]
fn doors_are_up_to_date() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in hornbook::doors::files(hornbook::registry()) {
        let committed = std::fs::read_to_string(root.join(&file.path)).unwrap_or_default();
        assert!(
            committed == file.contents,
            "{} is out of date; run `cargo run -p hornbook --example doors`",
            file.path
        );
    }
}
