//! Reports of records of every kind.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;
mod markup;

use hornbook_report::render;
use hornbook_study::StudyRecord;
use markup::Document;
use std::fs;
use std::path::Path;

/// The pictures of a document that a reader should find: those of figures, and the sketches of columns.
fn check(name: &str, record: &StudyRecord) -> Document {
    let html = render(record).unwrap();
    let document = Document::parse(&html).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    for number in ["NaN", "Infinity", "inf\"", "inf "] {
        assert!(!html.contains(number), "{name}: {number}");
    }
    assert!(html.len() < 1_000_000, "{name}: {} bytes", html.len());
    for outside in ["src=", "http:", "https:", "url(", "@import"] {
        let rest = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!rest.contains(outside), "{name} has {outside}");
    }
    let pictures = document.all("svg");
    for picture in &pictures {
        assert_eq!(picture.attribute("role"), Some("img"), "{name}");
        assert!(
            picture.first("title").is_some_and(|title| !title.text.is_empty()),
            "{name}: no alternative text"
        );
        assert!(picture.first("desc").is_some(), "{name}: {:?} has no description", picture.first("title"));
    }
    for cell in document.all("th") {
        assert!(cell.attribute("scope").is_some(), "{name}: a heading of a table without scope: {cell:?}");
    }
    let levels: Vec<u32> = document.headings();
    assert_eq!(levels.first(), Some(&1), "{name}");
    assert!(levels.windows(2).all(|two| two[1] <= two[0] + 1), "{name}: headings jump: {levels:?}");
    let ids = document.ids();
    for link in document.all("a") {
        let target = link.attribute("href").and_then(|href| href.strip_prefix('#')).unwrap();
        assert!(ids.iter().any(|id| id == target), "{name}: nothing is called {target}");
    }
    let mut unique = ids.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "{name}: {ids:?}");
    document
}

#[test]
fn a_report_shows_the_members_and_the_simple_model() {
    let html = render(&common::regression()).unwrap();
    for shown in
        ["Member of the ensemble", "70 %", "A simpler model is nearly as good.", "simple-model.hornbook"]
    {
        assert!(html.contains(shown), "{shown}");
    }
    let plain = render(&common::binary()).unwrap();
    assert!(!plain.contains("Member of the ensemble") && !plain.contains("A simple model"));
}

#[test]
fn reports_are_well_formed_and_small() {
    // The browser's test looks at what is written here.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports");
    fs::create_dir_all(&folder).unwrap();
    for (name, record) in common::all() {
        check(name, &record);
        fs::write(folder.join(name).with_extension("html"), render(&record).unwrap()).unwrap();
    }
}

#[test]
fn every_figure_is_there() {
    let titles = |record: &StudyRecord| -> Vec<String> {
        let document = check("figures", record);
        let pictures = document.all("svg");
        pictures.iter().filter_map(|picture| picture.first("title")).map(|title| title.text.clone()).collect()
    };
    let shown =
        |titles: &[String], begin: &str| titles.iter().filter(|title| title.starts_with(begin)).count();
    let binary = titles(&common::binary());
    for (begin, times) in [
        ("ROC AUC of the selected model and the baseline", 1),
        ("ROC AUC of the candidate models", 1),
        ("Mean ranks of the candidate models", 1),
        ("ROC curve of class leaves", 1),
        ("Precision-recall curve of class leaves", 1),
        ("Calibration curve of class leaves", 1),
        ("Learning curve", 1),
        ("churn: one tree", 1),
        ("Permutation importance of each feature", 1),
        ("Partial dependence", 4),
        ("SHAP values of the prediction", 9),
        ("Error by subgroup", 1),
        ("Histogram of", 3),
        ("Levels of", 10),
    ] {
        assert_eq!(shown(&binary, begin), times, "{begin}: {binary:#?}");
    }
    let numbers = titles(&common::regression());
    for begin in ["Predicted versus true price", "Residual quantiles", "Learning curve: RMSE"] {
        assert_eq!(shown(&numbers, begin), 1, "{begin}");
    }
    assert_eq!(shown(&numbers, "ROC"), 0);
    assert_eq!(shown(&titles(&common::multiclass()), "ROC curve of each class"), 1);
    assert_eq!(shown(&titles(&common::large()), "ROC curve of the 10 most common of 40 classes"), 1);
    assert!(titles(&common::minimal()).is_empty());
}

#[test]
fn sections_say_what_the_record_says() {
    let html = render(&common::binary()).unwrap();
    for text in [
        "0.872",
        "95 % CI 0.853 to 0.891",
        "Significantly better than the baseline",
        "2 candidates not evaluated",
        "It would have taken about 40 minutes, and 2 were left.",
        "Not significantly different from the best",
        "Eliminated on a subsample",
        "0.167",
        "Hornbook 0.1.0, random seed 7.",
        "9f2c61d08e5b7a34",
        "Excluded on request",
    ] {
        assert_eq!(html.contains(text), text != "Excluded on request", "{text}");
    }
    let nothing = render(&common::nothing_learned()).unwrap();
    assert!(nothing.contains("Not significantly better than the baseline") && nothing.contains("p = 0.337"));
    assert!(nothing.contains("For anything: it is not significantly better"));
    let mut cut_short = common::count();
    assert!(render(&cut_short).unwrap().contains(&cut_short.method.stopped));
    cut_short.method.stopped = String::new();
    assert!(render(&cut_short).unwrap().contains("The study ended before it was finished"));
}

#[test]
fn names_and_values_of_the_table_are_text() {
    let bad = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    let mut record = common::binary();
    record.name = bad.to_string();
    record.target = bad.to_string();
    record.positive = Some(bad.to_string());
    record.data.columns[1].name = bad.to_string();
    record.data.findings[0].sentence = bad.to_string();
    record.leaderboard.entries[0].learner = bad.to_string();
    record.leaderboard.entries[0].summary = bad.to_string();
    record.result.classes[1].class = bad.to_string();
    record.result.confusion.as_mut().unwrap().classes[0] = bad.to_string();
    record.model.partial_dependence[0].column = bad.to_string();
    record.model.partial_dependence[2].levels[0] = bad.to_string();
    record.model.importances[0].column = bad.to_string();
    record.model.local_explanations[0].contributions[0].value = bad.to_string();
    record.model.parameters.insert(bad.to_string(), bad.into());
    record.error_analysis.slices[0].rows = bad.to_string();
    record.method.command = Some(bad.to_string());
    let html = render(&record).unwrap();
    let document = Document::parse(&html).unwrap();
    assert_eq!(document.all("script").len(), 1, "only our own");
    assert_eq!(document.all("img").len(), 0);
    assert!(!html.contains("<script>alert") && !html.contains("<img"));
}

#[test]
fn a_drawing_that_is_more_is_refused() {
    let mut record = common::binary();
    record.model.drawing = Some("<svg><script>alert(1)</script></svg>".to_string());
    let error = render(&record).unwrap_err().to_string();
    assert!(error.contains("an element 'script'"), "{error}");
}

#[test]
fn the_same_record_gives_the_same_bytes_also_after_its_file() {
    for (name, record) in common::all() {
        let html = render(&record).unwrap();
        assert!(html == render(&record).unwrap(), "{name}");
        let read: StudyRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
        assert!(html == render(&read).unwrap(), "{name}");
    }
}
