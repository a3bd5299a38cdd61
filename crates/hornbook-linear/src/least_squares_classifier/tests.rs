//! Hyperplanes by least squares, with and without doubt.

use super::*;
use crate::testing::{LinearTraceRecorder, boolean, gate, list};
use crate::testing::{close, data, iris, learned, some_table};
use crate::{LinearRegression, LinearRejectReason, RejectDecision, ResponseType};
use hornbook_core::Run;
use hornbook_data::Table;
use hornbook_learner::{Fit, Model};
use std::sync::Arc;

fn pairwise() -> LeastSquaresClassifier {
    LeastSquaresClassifier::default().planes(HyperplaneScheme::Pairwise)
}

// proves: 000b:LD03
#[test]
fn booleans_have_the_weights_of_least_squares() {
    // The optimum of the delta rule: (-0.5, 0.5, 0.5) for AND with -1 and 1, and nothing for XOR.
    let and = LeastSquaresClassifier::default().fit(&boolean(-1.0, |a, b| a && b)).unwrap();
    close(&learned(&and), &[-0.5, 0.5, 0.5], 1e-12);
    assert!(and.margin_fit().unwrap().is_separated());
    let xor = LeastSquaresClassifier::default().fit(&boolean(-1.0, |a, b| a != b)).unwrap();
    close(&learned(&xor), &[0.0, 0.0, 0.0], 1e-12);
    assert_eq!(xor.margin_fit().unwrap().wrong, 0.5);
}

// proves: 000b:LD01, 000b:LD04, 000b:LD10
#[test]
fn each_class_is_a_regression_of_its_indicator() {
    let table = iris();
    let all = table.dataset().target("species").unwrap();
    let model = LeastSquaresClassifier::default().fit(&all).unwrap();
    let hornbook_data::Target::Classes(classes) = all.target_values().unwrap().1.clone() else {
        panic!("classes")
    };
    for class in 0..3 {
        let y: Vec<f64> = classes.codes.iter().map(|&code| if code == class { 1.0 } else { -1.0 }).collect();
        let numbers = all.clone().with_target("y", hornbook_data::Target::Numbers(y.into())).unwrap();
        let one = LinearRegression::default().fit(&numbers).unwrap();
        close(model.weights().row(class as usize), one.weights().row(0), 1e-10);
        close(&model.intercepts()[class as usize..=class as usize], one.intercepts(), 1e-10);
    }
    // 127 of 150 are right, as numpy's lstsq with the largest sum has it.
    close(&[model.margin_fit().unwrap().wrong], &[23.0 / 150.0], 1e-12);
    assert_eq!(model.margin_fit().unwrap().curve.len(), 1);
}

// proves: 000b:LD12
#[test]
fn pairs_do_not_mask() {
    // Three classes in a row: no sum of the middle one is ever the largest.
    let x: Vec<f64> = (0..30).map(f64::from).collect();
    let y: Vec<_> = (0..30).map(|i| Some(["a", "b", "c"][i / 10])).collect();
    let table = Table::builder().number("x", x).category("y", &y).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let masked = LeastSquaresClassifier::default().fit(&data).unwrap();
    assert!((0..30).all(|row| masked.predict(&table).unwrap().values.label(row) != "b"));
    let model = pairwise().fit(&data).unwrap();
    assert_eq!(model.response(), &ResponseType::Pairs { classes: vec![0, 1, 2] });
    assert_eq!((model.margin_fit().unwrap().wrong, model.intercepts().len()), (0.0, 3));
    let verdicts = model.reject_decisions(&data.row_features()).unwrap();
    assert_eq!(
        (&verdicts[0], &verdicts[15], &verdicts[29]),
        (&RejectDecision::Class(0), &RejectDecision::Class(1), &RejectDecision::Class(2))
    );
    let said = model.explain().to_string();
    assert!(
        said.contains("score of 'b' against 'a'") && said.contains("every row is classified correctly"),
        "{said}"
    );
}

// proves: 000a:E4, 000b:LD11
#[test]
fn doubt_says_why() {
    let data = gate_of_three();
    let each = LeastSquaresClassifier::default().fit(&data).unwrap();
    let ask = |x: f64, y: f64| {
        let table = Table::builder().number("x", vec![x]).number("y", vec![y]).build().unwrap();
        let rows = each.info().schema.features(&table).unwrap().0;
        let verdict = each.reject_decisions(&rows).unwrap().remove(0);
        (
            verdict.clone(),
            verdict.describe(&each.info().schema.target.classes),
            each.explain_row(&rows, 0).unwrap().to_string(),
        )
    };
    let (verdict, said, _) = ask(0.0, 0.0);
    assert_eq!((verdict, &*said), (RejectDecision::Class(0), "'a', not rejected"));
    let (verdict, said, explained) = ask(9.0, 9.0);
    assert_eq!(
        (verdict, &*said),
        (
            RejectDecision::Reject(LinearRejectReason::Several(vec![1, 2])),
            "reject: 'b' and 'c' claim the row"
        )
    );
    assert!(explained.contains(&said), "{explained}");
    let (verdict, said, _) = ask(2.2, 2.2);
    assert_eq!(
        (verdict, &*said),
        (RejectDecision::Reject(LinearRejectReason::Nobody), "reject: no class claims the row")
    );
}

fn gate_of_three() -> hornbook_data::Dataset {
    let table = Table::builder()
        .number("x", vec![0.0, 1.0, 5.0, 6.0, 0.0, 1.0])
        .number("y", vec![0.0, 1.0, 0.0, 1.0, 5.0, 6.0])
        .category("kind", &[Some("a"), Some("a"), Some("b"), Some("b"), Some("c"), Some("c")]);
    table.build().unwrap().dataset().target("kind").unwrap()
}

#[test]
fn odd_tables() {
    let one = gate(&[&[1.0], &[2.0]], &[true, true]);
    for learner in [LeastSquaresClassifier::default(), pairwise()] {
        let model = learner.fit(&one).unwrap();
        assert!(model.info().summary.warnings[0].contains("only one class"));
        assert_eq!(model.predict(one.table()).unwrap().values.label(0), "2:+");
        let weightless = gate(&[&[1.0], &[2.0]], &[true, false]).with_weights(vec![0.0, 0.0]).unwrap();
        assert!(learner.fit(&weightless).unwrap_err().to_string().contains("weight zero"));
        let infinite = gate(&[&[1.0], &[f64::INFINITY]], &[true, false]);
        assert!(learner.fit(&infinite).unwrap_err().to_string().contains("infinite"));
        let constant = gate(&[&[7.0, 1.0], &[7.0, 2.0], &[7.0, 3.0]], &[true, false, false]);
        let model = learner.fit(&constant).unwrap();
        assert!(model.margin_fit().unwrap().is_separated());
        assert!(model.info().summary.warnings[0].contains("not estimable"));
    }
}

#[test]
fn the_trace_has_each_plane() {
    let table = some_table(60, 3, 4);
    let traced = |learner: LeastSquaresClassifier| {
        let notes = Arc::new(LinearTraceRecorder::default());
        let model = learner.fit_with(&data(&table), &Run::default().observer(notes.clone())).unwrap();
        let events: Vec<(String, serde_json::Value)> =
            notes.events().into_iter().filter(|(_, json)| json["event"] == "plane").collect();
        let weights: Vec<f64> = events
            .iter()
            .flat_map(|(_, json)| {
                [vec![json["intercept"].as_f64().unwrap()], list(&json["weights"])].concat()
            })
            .collect();
        assert_eq!(weights, learned(&model));
        events
    };
    let each = traced(LeastSquaresClassifier::default());
    assert!(each[0].0.starts_with("'u' against the others, 60 rows: intercept "), "{}", each[0].0);
    let pairs = traced(pairwise());
    assert_eq!((pairs[0].1["class"].as_str(), pairs[0].1["against"].as_str()), (Some("v"), Some("u")));
    assert!(pairs.iter().all(|(_, json)| json["rows"].as_u64() < Some(60)));
}
