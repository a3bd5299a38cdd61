//! The same numbers as scikit-learn's vectorizers (`reference/make_text.py`).

use hornbook_core::CountOrFraction;
use hornbook_text::{
    Analyzer, IdfKind, NgramOptions, Norm, TermWeightingOptions, Vectorizer, VocabularyLimits,
};
use serde_json::Value;

fn reference() -> Value {
    serde_json::from_str(include_str!("reference/text.json")).expect("JSON")
}

fn of(grams: NgramOptions) -> Vectorizer {
    Vectorizer { grams, ..Vectorizer::default() }
}

fn cases() -> Vec<(&'static str, Vectorizer)> {
    let plain = Vectorizer::default;
    let weighting = |weighting: TermWeightingOptions| Vectorizer { weighting, ..plain() };
    let limits = |limits: VocabularyLimits| Vectorizer { limits, ..plain() };
    let two = VocabularyLimits { min_documents: CountOrFraction::Count(2), ..VocabularyLimits::default() };
    let stop_words = vec!["the".to_string(), "with".to_string()];
    let analyzer = |analyzer, ngram_min, ngram_max| Vectorizer {
        limits: two,
        ..of(NgramOptions { analyzer, ngram_min, ngram_max, ..NgramOptions::default() })
    };
    vec![
        ("counts", plain()),
        ("pairs", of(NgramOptions { ngram_max: 2, stop_words, ..NgramOptions::default() })),
        ("limits", limits(VocabularyLimits { max_documents: CountOrFraction::Fraction(0.5), ..two })),
        ("most", limits(VocabularyLimits { most: Some(4), ..VocabularyLimits::default() })),
        (
            "binary",
            Vectorizer {
                weighting: TermWeightingOptions { binary: true, ..TermWeightingOptions::COUNTS },
                ..of(NgramOptions { lowercase: false, ..NgramOptions::default() })
            },
        ),
        ("characters", analyzer(Analyzer::Char, 2, 3)),
        ("within words", analyzer(Analyzer::CharWb, 3, 5)),
        ("tf-idf", weighting(TermWeightingOptions::TF_IDF)),
        (
            "sublinear",
            weighting(TermWeightingOptions {
                sublinear: true,
                idf: IdfKind::Plain,
                norm: Norm::Sum,
                ..TermWeightingOptions::COUNTS
            }),
        ),
        ("hashed", Vectorizer { hashed: Some((16, true)), ..plain() }),
        (
            "hashed without signs",
            Vectorizer {
                hashed: Some((8, false)),
                ..weighting(TermWeightingOptions { norm: Norm::Euclidean, ..TermWeightingOptions::COUNTS })
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
    for (name, vectorizer) in cases() {
        let expected = &all[name];
        let (fitted, rows) = vectorizer.fit(&documents, None).expect(name);
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
    let vectorizer = Vectorizer {
        weighting: TermWeightingOptions::TF_IDF,
        limits: VocabularyLimits { most: Some(2), ..VocabularyLimits::default() },
        ..Vectorizer::default()
    };
    let (weighted, _) = vectorizer.fit(&documents, Some(&[1.0, 2.0, 0.0])).expect("fitted");
    let (repeated, _) = vectorizer.fit(&twice, None).expect("fitted");
    assert_eq!(weighted, repeated);
    assert_eq!(weighted.words().expect("words"), ["goal", "team"]);
}

#[test]
fn what_cannot_be_is_said() {
    let said = |vectorizer: Vectorizer, documents: &[Option<&str>]| {
        vectorizer.fit(documents, None).expect_err("refused").to_string()
    };
    assert!(said(Vectorizer::default(), &[Some("a . b"), None]).contains("have no words"));
    let rare = VocabularyLimits { min_documents: CountOrFraction::Count(2), ..VocabularyLimits::default() };
    let rare = Vectorizer { limits: rare, ..Vectorizer::default() };
    assert!(said(rare, &[Some("ball"), Some("goal")]).contains("between min_df and max_df"));
    assert!(
        said(Vectorizer { hashed: Some((0, true)), ..Vectorizer::default() }, &[]).contains("into 0 columns")
    );
    assert!(Vectorizer::default().fit(&[Some("ball")], Some(&[])).is_err());
}
