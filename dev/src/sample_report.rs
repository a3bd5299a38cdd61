//! What a reader sees of the report of a made-up study.

#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "the tests of the report use more of it, and stop where they cannot go on"
)]
#[path = "../../crates/hornbook-report/tests/common/mod.rs"]
mod records;

/// The words of the page, without its markup.
pub fn page() -> String {
    let html = hornbook::report::render(&records::binary()).unwrap_or_default();
    let mut words = String::new();
    let mut rest = html.as_str();
    while let Some(start) = rest.find('<') {
        words.push_str(&rest[..start]);
        words.push(' ');
        let skipped = ["style", "script"].iter().find(|tag| rest[start + 1..].starts_with(**tag));
        let end = match skipped {
            Some(tag) => rest[start..].find(&format!("</{tag}>")).map(|at| at + tag.len() + 3),
            None => rest[start..].find('>').map(|at| at + 1),
        };
        match end {
            Some(length) => rest = &rest[start + length..],
            None => return words,
        }
    }
    words.push_str(rest);
    words
}
