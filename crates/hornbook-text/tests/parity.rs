//! The same numbers as scikit-learn's vectorisers (`reference/make_text.py`).

use hornbook_core::Amount;
use hornbook_text::{Grams, Limits, Norm, Pieces, Rarity, Vectoriser, Weighting};
use serde_json::Value;

fn reference() -> Value {
    serde_json::from_str(include_str!("reference/text.json")).expect("JSON")
}

fn of(grams: Grams) -> Vectoriser {
    Vectoriser { grams, ..Vectoriser::default() }
}

fn cases() -> Vec<(&'static str, Vectoriser)> {
    let plain = Vectoriser::default;
    let weighting = |weighting: Weighting| Vectoriser { weighting, ..plain() };
    let limits = |limits: Limits| Vectoriser { limits, ..plain() };
    let two = Limits { min_documents: Amount::Count(2), ..Limits::default() };
    let stop_words = vec!["the".to_string(), "with".to_string()];
    let pieces = |pieces, shortest, longest| Vectoriser {
        limits: two,
        ..of(Grams { pieces, shortest, longest, ..Grams::default() })
    };
    vec![
        ("counts", plain()),
        ("pairs", of(Grams { longest: 2, stop_words, ..Grams::default() })),
        ("limits", limits(Limits { max_documents: Amount::Share(0.5), ..two })),
        ("most", limits(Limits { most: Some(4), ..Limits::default() })),
        (
            "binary",
            Vectoriser {
                weighting: Weighting { binary: true, ..Weighting::COUNTS },
                ..of(Grams { lowercase: false, ..Grams::default() })
            },
        ),
        ("characters", pieces(Pieces::Char, 2, 3)),
        ("within words", pieces(Pieces::CharWb, 3, 5)),
        ("tf-idf", weighting(Weighting::TF_IDF)),
        (
            "sublinear",
            weighting(Weighting {
                sublinear: true,
                rarity: Rarity::Plain,
                norm: Norm::Sum,
                ..Weighting::COUNTS
            }),
        ),
        ("hashed", Vectoriser { hashed: Some((16, true)), ..plain() }),
        (
            "hashed without signs",
            Vectoriser {
                hashed: Some((8, false)),
                ..weighting(Weighting { norm: Norm::Euclidean, ..Weighting::COUNTS })
            },
        ),
    ]
}

#[test]
fn every_kind_of_row_is_the_same() {
    let reference = reference();
    let documents: Vec<Option<&str>> =
        reference["documents"].as_array().expect("documents").iter().map(Value::as_str).collect();
    let all = reference["cases"].as_object().expect("cases");
    assert_eq!(all.len(), cases().len());
    for (name, vectoriser) in cases() {
        let expected = &all[name];
        let (fitted, rows) = vectoriser.fit(&documents, None).expect(name);
        let words: Option<Vec<String>> = serde_json::from_value(expected["words"].clone()).expect(name);
        assert_eq!(fitted.words().map(<[String]>::to_vec), words, "{name}");
        let expected: Vec<Vec<f64>> = serde_json::from_value(expected["rows"].clone()).expect(name);
        let again = fitted.apply(&documents);
        for matrix in [rows, again] {
            let dense = matrix.to_dense();
            for (row, expected) in expected.iter().enumerate() {
                for (found, expected) in dense.row(row).iter().zip(expected) {
                    assert!(
                        (found - expected).abs() < 1e-12,
                        "{name}, row {row}: {found} and not {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_document_of_weight_2_is_two_documents() {
    let documents = ["ball goal", "goal team team", "code"].map(Some);
    let twice = ["ball goal", "goal team team", "goal team team"].map(Some);
    let vectoriser = Vectoriser {
        weighting: Weighting::TF_IDF,
        limits: Limits { most: Some(2), ..Limits::default() },
        ..Vectoriser::default()
    };
    let (weighted, _) = vectoriser.fit(&documents, Some(&[1.0, 2.0, 0.0])).expect("fitted");
    let (repeated, _) = vectoriser.fit(&twice, None).expect("fitted");
    assert_eq!(weighted, repeated);
    assert_eq!(weighted.words().expect("words"), ["goal", "team"]);
}

#[test]
fn what_cannot_be_is_said() {
    let said = |vectoriser: Vectoriser, documents: &[Option<&str>]| {
        vectoriser.fit(documents, None).expect_err("refused").to_string()
    };
    assert!(said(Vectoriser::default(), &[Some("a . b"), None]).contains("have no words"));
    let rare = Limits { min_documents: Amount::Count(2), ..Limits::default() };
    let rare = Vectoriser { limits: rare, ..Vectoriser::default() };
    assert!(said(rare, &[Some("ball"), Some("goal")]).contains("in enough documents"));
    assert!(
        said(Vectoriser { hashed: Some((0, true)), ..Vectoriser::default() }, &[]).contains("no columns")
    );
    assert!(Vectoriser::default().fit(&[Some("ball")], Some(&[])).is_err());
}
