//! What all tools share.

use super::*;
use hornbook::data::{TableFile, argument_from_text};
use hornbook_core::ParameterKind;

#[test]
fn an_unknown_tool_or_argument_is_refused_with_the_nearest_names() {
    let error = |name: &str| hornbook::tools().find(name).unwrap_err();
    assert_eq!(error("entrpy").to_string(), "there is no tool 'entrpy'; did you mean 'entropy'?");
    assert_eq!(error("entrpy").code(), "unknown-tool");
    assert!(error("huffman").to_string().contains("optimal-code"));
    assert!(error("zzz").to_string().contains("lists all of them"));
    assert_eq!(
        refusal("entropy", &[("cuonts", "1")]),
        "entropy: parameter 'cuonts' is not known; expected 'counts'?"
    );
    assert!(refusal("entropy", &[("counts", "-1,2")]).contains("parameter 'counts' is -1; expected numbers"));
    assert!(refusal("entropy", &[("counts", "a")]).contains("parameter 'counts' is 'a'"));
    assert!(refusal("solve", &[("matrix", "1,2;3,4")]).contains("parameter 'right' is missing"));
    assert!(refusal("decompose", &[("matrix", "1,2;3")]).contains("parameter 'matrix'"));
    assert!(refusal("minimize", &[("formula", "x +")]).contains("cannot be read"));
    assert!(refusal("distribution", &[("parameters", "men=1")]).contains("'mean'?"));
    assert!(
        refusal("distribution", &[("family", "binomial"), ("parameters", "n=4")]).contains("without 'p'")
    );
}

#[test]
fn tools_are_found_by_other_names_and_words() {
    let tools = hornbook::tools();
    assert_eq!(tools.find("KL Divergence").unwrap().declaration.name, "cross-entropy");
    assert!(tools.search("confidence level").iter().any(|entry| entry.declaration.name == "coverage"));
    let names: std::collections::BTreeSet<&str> =
        tools.entries().iter().map(|entry| entry.declaration.name).collect();
    assert_eq!(names.len(), tools.entries().len(), "names differ");
    // An argument is one of a Python function too.
    let keywords = [
        "class", "from", "lambda", "in", "is", "not", "and", "or", "if", "for", "with", "as", "def", "del",
        "global",
    ];
    for entry in tools.entries() {
        let declaration = entry.declaration;
        assert!(declaration.parameters.iter().all(|p| !keywords.contains(&p.name)), "{}", declaration.name);
        assert_eq!(tools.find(declaration.name).unwrap().declaration.name, declaration.name);
        for alias in declaration.aliases {
            assert_eq!(
                tools.find(alias).unwrap().declaration.name,
                declaration.name,
                "'{alias}' names one tool"
            );
        }
    }
}

/// Whatever the arguments, an answer or a sentence: no tool panics.
#[test]
fn odd_arguments_end_in_an_answer_or_a_sentence() {
    let odd = [
        "",
        "0",
        "-1",
        "1e308",
        "nan",
        "1,2",
        "1,2;3,4",
        "0,0;0,0",
        "a",
        "a,b",
        "x",
        "x/0",
        "{}",
        "[]",
        "[[]]",
        "@nothing.csv",
        "true",
    ];
    let mut panics = Vec::new();
    for entry in hornbook::tools().entries() {
        let parameters = entry.declaration.parameters;
        let run = Run::default().threads(1);
        let mut try_out = |arguments: &[(&str, &str)]| {
            let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let _ = entry
                    .compute_text(arguments, &run)
                    .map(|report| (report.to_string(), report.to_json(), report.steps()));
            }));
            if tried.is_err() {
                panics.push(format!("{} {arguments:?}", entry.declaration.name));
            }
        };
        for text in odd {
            let needed: Vec<(&str, &str)> =
                parameters.iter().filter(|p| p.required).map(|p| (p.name, text)).collect();
            try_out(&needed);
            for parameter in parameters.iter().filter(|p| !p.required) {
                let given: Vec<(&str, &str)> =
                    needed.iter().copied().chain([(parameter.name, text)]).collect();
                try_out(&given);
            }
        }
        // All arguments the same: some fit together.
        for text in odd {
            let all: Vec<(&str, &str)> = parameters
                .iter()
                .filter(|p| {
                    p.required || matches!(p.kind, ParameterKind::Numbers | ParameterKind::Argument(_))
                })
                .map(|p| (p.name, text))
                .collect();
            try_out(&all);
        }
    }
    assert!(panics.is_empty(), "{}", panics.join("\n"));
}

#[test]
fn lists_and_matrices_come_from_files() {
    let plainly = TableFile::default();
    let tool = hornbook::tools().find("information-gain").unwrap().declaration;
    let column = format!("@{}:Wind", data("play_tennis.csv"));
    let value =
        argument_from_text(tool.name, tool.parameter("attribute").unwrap(), &column, &plainly).unwrap();
    assert_eq!(value.as_array().unwrap().len(), 14);
    assert_eq!(value[0], "Weak");
    let tool = hornbook::tools().find("sufficient-statistics").unwrap().declaration;
    let matrix = format!("@{}:sepal_length+sepal_width", data("iris.csv"));
    let value = argument_from_text(tool.name, tool.parameter("rows").unwrap(), &matrix, &plainly).unwrap();
    assert_eq!((value.as_array().unwrap().len(), numbers(&value[0])), (150, vec![5.1, 3.5]));
    let wrong = |text: &str| {
        argument_from_text(tool.name, tool.parameter("rows").unwrap(), text, &plainly)
            .unwrap_err()
            .to_string()
    };
    assert!(wrong(&format!("@{}", data("iris.csv"))).contains("species"));
    assert!(wrong(&format!("@{}:sepal", data("iris.csv"))).contains("there is no column 'sepal'"));
    let list = hornbook::tools().find("entropy").unwrap().declaration.parameter("counts").unwrap();
    let error = argument_from_text("entropy", list, &format!("@{}", data("iris.csv")), &plainly)
        .unwrap_err()
        .to_string();
    assert!(error.contains("has 5 columns; name one"), "{error}");
}

#[test]
fn files_of_arguments_are_read_as_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.csv").to_string_lossy().into_owned();
    std::fs::write(&path, "x;kind\n1;a\n2;b\n3;-\n4;a\n").unwrap();
    let reading = TableFile {
        delimiter: Some(";".into()),
        na_values: Some(vec!["-".into()]),
        types: [("x".to_string(), "category".to_string())].into(),
        ..TableFile::default()
    };
    let tool = hornbook::tools().find("contingency").unwrap();
    let table = tool.declaration.parameter("table").unwrap();
    let value = argument_from_text("contingency", table, &path, &reading).unwrap();
    let columns = serde_json::json!(["x", "kind"]);
    let arguments = [("table".to_string(), value), ("columns".to_string(), columns)].into_iter().collect();
    let report = tool.compute(&arguments, &Run::default()).unwrap();
    // Of four rows, one has no kind.
    assert_eq!(report.to_json()["rows"].as_f64(), Some(3.0));
    let list = hornbook::tools().find("entropy").unwrap().declaration.parameter("counts").unwrap();
    let numbers = TableFile { types: Default::default(), ..reading };
    let value = argument_from_text("entropy", list, &format!("@{path}:x"), &numbers).unwrap();
    assert_eq!(value, serde_json::json!([1.0, 2.0, 3.0, 4.0]));
    // Nothing is said: the path alone is the value, as it always was.
    let plain = argument_from_text("contingency", table, "a.csv", &TableFile::default()).unwrap();
    assert_eq!(plain, "a.csv");
}

#[derive(Default)]
struct Listener(std::sync::Mutex<Vec<String>>);

impl hornbook::Observer for Listener {
    fn warn(&self, sentence: &str) {
        self.0.lock().unwrap().push(sentence.to_string());
    }
}

#[test]
fn rows_that_are_left_out_are_told() {
    let listener = std::sync::Arc::new(Listener::default());
    let run = Run::default().observer(listener.clone());
    let table = r#"{"x": ["a", "b", "a", null], "y": ["no", null, "yes", "yes"]}"#;
    for (tool, arguments) in [
        ("contingency", [("table", table), ("columns", "x,y")]),
        ("feature-ranking", [("table", table), ("target", "y")]),
    ] {
        hornbook::tools().find(tool).unwrap().compute_text(&arguments, &run).unwrap();
    }
    assert_eq!(
        *listener.0.lock().unwrap(),
        [
            "of 4 rows, 2 are counted: in the others a value is missing",
            "1 row of 4 is left out: the target 'y' is missing"
        ]
    );
}

#[test]
fn steps_show_the_derivation() {
    let entry = hornbook::tools().find("entropy").unwrap();
    let report = entry.compute_text(&[("counts", "9,5")], &Run::default()).unwrap();
    assert_eq!(report.steps(), ["H = −(0.642857 log 0.642857 + 0.357143 log 0.357143) = 0.940286"]);
}

#[test]
fn the_same_seed_gives_the_same_result_on_any_number_of_threads() {
    let entry = hornbook::tools().find("coverage").unwrap();
    let of = |threads: usize, seed: u64| {
        let run = Run::default().threads(threads).seed(seed);
        entry.compute_text(&[("p", "0.3"), ("samples", "300")], &run).unwrap().to_json()
    };
    assert_eq!(of(1, 5), of(3, 5));
    assert_ne!(of(1, 5), of(1, 6));
}
