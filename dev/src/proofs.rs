//! Which test proves which entry of the curriculum.
//!
//! A test says so itself, in a comment above it: `// proves: 000a:H4, 001:18` in Rust, `# proves: …` in Python. The comment
//! must belong to a test that is run: not to a helper, and not to a test that is ignored or skipped.

use crate::repository::{self, SourceFile};
use std::collections::BTreeMap;

/// A test that says what it proves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Proof {
    /// The crate, or `python`.
    pub package: String,
    /// The function.
    pub test: String,
    /// The ids it proves.
    pub ids: Vec<String>,
}

/// All proofs of the repository, and what is wrong with the comments, a sentence each.
pub fn proofs() -> (Vec<Proof>, Vec<String>) {
    let mut found = Vec::new();
    let mut complaints = Vec::new();
    let rust = repository::files("crates", ".rs").into_iter().chain(repository::files("dev", ".rs"));
    for source in rust.filter(|source| source.path != "dev/src/proofs.rs") {
        read_comments(&source, &RUST, &mut found, &mut complaints);
    }
    for source in repository::files("python/tests", ".py") {
        read_comments(&source, &PYTHON, &mut found, &mut complaints);
    }
    (found, complaints)
}

/// The tests of each id, as `hornbook-math: limits`.
pub fn by_id(proofs: &[Proof]) -> BTreeMap<&str, Vec<String>> {
    let mut tests: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for proof in proofs {
        for id in &proof.ids {
            tests.entry(id).or_default().push(format!("{}: {}", proof.package, proof.test));
        }
    }
    tests
}

/// How a language writes comments and tests.
struct Language {
    comment: &'static str,
    function: &'static str,
    /// What must stand between the comment and the function.
    test: Option<&'static str>,
    /// What may not.
    skipped: &'static str,
}

const RUST: Language =
    Language { comment: "// proves:", function: "fn ", test: Some("#[test]"), skipped: "#[ignore" };
const PYTHON: Language =
    Language { comment: "# proves:", function: "def test_", test: None, skipped: "mark.skip(" };

fn read_comments(
    source: &SourceFile,
    language: &Language,
    found: &mut Vec<Proof>,
    complaints: &mut Vec<String>,
) {
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let mut at = 0;
    while at < lines.len() {
        let Some(mut list) = lines[at].strip_prefix(language.comment).map(str::to_string) else {
            at += 1;
            continue;
        };
        let place = format!("{}:{}", source.path, at + 1);
        at += 1;
        // A list may go on in further lines of comment.
        let mark = language.comment.trim_end_matches(" proves:");
        while list.trim_end().ends_with(',') && at < lines.len() && lines[at].starts_with(mark) {
            list += lines[at].trim_start_matches(mark);
            at += 1;
        }
        let ids: Vec<String> =
            list.split(',').map(|id| id.trim().to_string()).filter(|id| !id.is_empty()).collect();
        let Some(offset) = lines[at..].iter().position(|line| line.contains(language.function)) else {
            complaints.push(format!("{place}: no test follows this comment"));
            continue;
        };
        let between = &lines[at..at + offset];
        if language.test.is_some_and(|test| !between.contains(&test)) {
            complaints.push(format!("{place}: what follows this comment is no test"));
        }
        if between.iter().any(|line| line.contains(language.skipped)) {
            complaints.push(format!("{place}: a test that is skipped proves nothing"));
        }
        if ids.is_empty() {
            complaints.push(format!("{place}: which ids does it prove?"));
        }
        let line = lines[at + offset];
        let start = line.find(language.function).map_or(0, |start| start + language.function.len());
        let name: String = line[start..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let prefix = language.function.rsplit(' ').next().unwrap_or_default();
        found.push(Proof { package: source.package().to_string(), test: format!("{prefix}{name}"), ids });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, text: &str, language: &Language) -> (Vec<Proof>, Vec<String>) {
        let source = SourceFile { path: path.to_string(), text: text.to_string() };
        let (mut found, mut complaints) = (Vec::new(), Vec::new());
        read_comments(&source, language, &mut found, &mut complaints);
        (found, complaints)
    }

    #[test]
    fn comments_belong_to_the_test_below() {
        let text = "// proves: 000a:H4,\n//     001:18\n#[test]\nfn limits() {\n}\n";
        let (found, complaints) = read("crates/hornbook-math/src/x.rs", text, &RUST);
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!(found[0].package, "hornbook-math");
        assert_eq!(found[0].test, "limits");
        assert_eq!(found[0].ids, ["000a:H4", "001:18"]);
    }

    #[test]
    fn helpers_and_skipped_tests_prove_nothing() {
        let (_, helper) = read("crates/a/src/x.rs", "// proves: 001:1\nfn helper() {}\n", &RUST);
        assert!(helper[0].contains("is no test"), "{helper:?}");
        let (_, ignored) =
            read("crates/a/src/x.rs", "// proves: 001:1\n#[test]\n#[ignore]\nfn t() {}\n", &RUST);
        assert!(ignored[0].contains("skipped"), "{ignored:?}");
        let text = "# proves: 001:1\n@pytest.mark.skip(reason='x')\ndef test_one():\n";
        let (found, skipped) = read("python/tests/x.py", text, &PYTHON);
        assert_eq!(found[0].test, "test_one");
        assert!(skipped[0].contains("skipped"), "{skipped:?}");
    }
}
