use super::of_tree::tables;
use crate::decision_tree::tests::{Notebook, play_tennis, restaurant, words};
use crate::rules::{Conclusion, DecisionList, OnFailure, RuleAccuracyEstimate, RuleList, RuleListModel};
use hornbook_core::Run;
use hornbook_data::{Dataset, Table, Target};
use hornbook_learner::{Fit, Model, Predictions};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::Arc;

fn traced<L: Fit>(learner: &L, data: &Dataset) -> (L::Model, Vec<Value>) {
    let notebook = Arc::new(Notebook::default());
    let model = learner.fit_with(data, &Run::default().observer(notebook.clone())).unwrap();
    let events = notebook.0.lock().unwrap().clone();
    (model, events)
}

fn strict(max_literals: u32) -> DecisionList {
    DecisionList::default().max_literals(max_literals).on_failure(OnFailure::Fail)
}

fn text(model: &RuleListModel) -> String {
    model.explain().sections[0].text.clone()
}

fn codes(model: &RuleListModel, table: &Table) -> Vec<u32> {
    let Predictions::Classes(codes, _) = model.predict(table).unwrap().values else { panic!() };
    codes
}

/// How many rows of a dataset get another class than theirs.
fn wrong(model: &RuleListModel, data: &Dataset) -> usize {
    let Target::Classes(classes) = data.require_target().unwrap().1 else { panic!() };
    let predicted = codes(model, data.table());
    data.rows().iter().filter(|&row| predicted[row as usize] != classes.codes[row as usize]).count()
}

// proves: 002:C01, 002:C02, 002:C04
#[test]
fn restaurant_as_a_decision_list() {
    let data = restaurant().dataset().target("WillWait").unwrap();
    for literals in [1, 2] {
        let (model, events) = traced(&strict(literals), &data);
        assert_eq!(
            text(&model),
            "if Pat = Some then Yes (4 rows)\n\
             else if Hun = No then No (4 rows)\n\
             else if Fri = No then No (1 row)\n\
             else if Price = $ then Yes (2 rows)\n\
             else if Alt = Yes then No (1 row)\n\
             else No (no rows)"
        );
        assert_eq!(wrong(&model, &data), 0);
        let left: Vec<f64> = events.iter().map(|e| e["left"].as_f64().unwrap()).collect();
        assert_eq!(left, [8.0, 4.0, 3.0, 1.0, 0.0]);
        assert_eq!(events[1]["test"], "Hun = No");
    }
}

// proves: 002:C03
#[test]
fn exclusive_or_needs_two_literals() {
    let table = words("a b c", "0 0 n\n0 1 y\n1 0 y\n1 1 n");
    let data = table.dataset().target("c").unwrap();
    let failure = strict(1).fit(&data).unwrap_err().to_string();
    assert_eq!(
        failure,
        "no rule of at most 1 literal matches rows of one class only among 4 of 4 rows; allow more literals or \
         thresholds, or take the majority of those rows with on_failure 'majority'"
    );
    let model = DecisionList::default().max_literals(1).fit(&data).unwrap();
    assert!(!model.info().summary.converged);
    assert_eq!(model.info().summary.warnings.len(), 1);
    assert_eq!(text(&model), "always n (4 rows, 2 wrong)");
    assert_eq!(wrong(&strict(2).fit(&data).unwrap(), &data), 0);
    assert_eq!(
        strict(2).default_class("y".to_string()).fit(&data).unwrap().default_rule().conclusion,
        Conclusion::Class(1)
    );
    let refusal = strict(2).default_class("x".to_string()).fit(&data).unwrap_err().to_string();
    assert!(refusal.contains("'x', which is no class of the target"), "{refusal}");
}

#[test]
fn numbers_are_cut_where_classes_change() {
    let x: Vec<f64> = (0..9).map(f64::from).collect();
    let c: Vec<_> = "aaabbbaaa".chars().map(|c| Some(c.to_string())).collect();
    let table = Table::builder().number("x", x).category("c", &c).build().unwrap();
    let data = table.dataset().target("c").unwrap();
    // The two ends are uniform, and what is then left is a range that needs one bound only.
    assert_eq!(
        text(&strict(1).fit(&data).unwrap()),
        "if x <= 2.5 then a (3 rows)\nelse if x <= 5.5 then b (3 rows)\nelse if x > 2.5 then a (3 rows)\nelse a (no rows)"
    );
    let why = {
        let model = strict(1).fit(&data).unwrap();
        let rows = model.info().schema.features(&table).unwrap().0;
        assert!(model.explain_row(&rows, 9).is_err());
        model.explain_row(&rows, 4).unwrap().sections[0].text.clone()
    };
    assert_eq!(why, "1 rule before it does not fire\nx is 4: x <= 5.5\nso c is b (3 rows)");
}

#[test]
fn a_constant_column_leaves_one_rule() {
    let data = words("a c", "x y\nx n\nx y").dataset().target("c").unwrap();
    assert_eq!(
        text(&RuleList::default().fit(&data).unwrap()).lines().next().unwrap(),
        "always y (3 rows, 1 wrong), estimated accuracy 0.3264"
    );
}

// proves: 000a:H20
#[test]
fn rule_lists_match_the_reference() {
    let reference: Value = serde_json::from_str(include_str!("../../../tests/reference/rules.json")).unwrap();
    for (name, table, target) in
        [("play_tennis", play_tennis(), "Play"), ("restaurant", restaurant(), "WillWait")]
    {
        let model = RuleList::default().fit(&table.dataset().target(target).unwrap()).unwrap();
        let found = model.explain().sections[0].json.clone();
        let expected = &reference[name];
        assert_eq!(found["default"]["then"], expected["default"], "{name}");
        let (found, expected) = (found["rules"].as_array().unwrap(), expected["rules"].as_array().unwrap());
        assert_eq!(found.len(), expected.len(), "{name}: {}", text(&model));
        for (found, expected) in found.iter().zip(expected) {
            let conditions: Vec<String> = found["if"]
                .as_array()
                .unwrap()
                .iter()
                .map(|c| c.as_str().unwrap().replace(" or missing", ""))
                .collect();
            assert_eq!(serde_json::json!(conditions), expected["if"], "{name}");
            assert_eq!(
                (&found["then"], &found["weight"]),
                (&expected["then"], &expected["weight"]),
                "{name}"
            );
            let gap = found["estimate"].as_f64().unwrap() - expected["estimate"].as_f64().unwrap();
            assert!(gap.abs() < 1e-9, "{name}: {gap}");
        }
    }
}

#[test]
fn dropping_is_traced() {
    let data = restaurant().dataset().target("WillWait").unwrap();
    let (model, events) = traced(&RuleList::default(), &data);
    let relaxed: Vec<&Value> = events.iter().filter(|e| e["event"] == "relaxed").collect();
    let dropped: Vec<&&Value> = relaxed.iter().filter(|e| e["dropped"] == true).collect();
    assert!(!dropped.is_empty() && dropped.len() < relaxed.len());
    for event in &relaxed {
        let (with, without) = (event["with"].as_f64().unwrap(), event["without"].as_f64().unwrap());
        assert_eq!(event["dropped"] == true, without >= with - 1e-12);
    }
    assert!(model.estimates().windows(2).all(|pair| pair[0] >= pair[1]));
}

fn both(data: &Dataset) -> Vec<RuleListModel> {
    let two = Run::default().threads(2);
    vec![
        DecisionList::default().fit_with(data, &two).unwrap(),
        RuleList::default().fit_with(data, &two).unwrap(),
        RuleList::default().estimate(RuleAccuracyEstimate::Validation).fit_with(data, &two).unwrap(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_list_that_does_not_fail_makes_no_error(table in tables()) {
        let data = table.dataset().target("class").unwrap();
        let list = DecisionList::default().max_literals(3).fit(&data).unwrap();
        if list.info().summary.converged {
            prop_assert_eq!(wrong(&list, &data), 0);
            prop_assert!(strict(3).fit(&data).is_ok());
        } else {
            prop_assert!(strict(3).fit(&data).is_err());
            // What is wrong are rows of the default.
            let default = list.default_rule();
            let class = default.tally.iter().copied().fold(0.0, f64::max);
            prop_assert_eq!(wrong(&list, &data) as f64, default.weight - class);
        }
    }

    #[test]
    fn the_predicted_class_is_the_likeliest(table in tables()) {
        let data = table.dataset().target("class").unwrap();
        for model in &both(&data) {
            let probabilities = model.probabilities(&table).unwrap();
            for (row, code) in codes(model, &table).into_iter().enumerate() {
                prop_assert_eq!(hornbook_learner::first_largest(probabilities.row(row)) as u32, code);
                prop_assert!((probabilities.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }
}
