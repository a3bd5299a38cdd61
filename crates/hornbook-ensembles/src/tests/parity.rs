//! The numbers of `tests/reference/ensembles.py`.

use super::*;
use hornbook_core::LearnerSpec;

struct Reference {
    json: Value,
    train: Table,
    new: Table,
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn reference() -> Reference {
    registry();
    let json: Value = serde_json::from_str(include_str!("../../tests/reference/ensembles.json")).unwrap();
    let rows = |x: &str, kind: &str, y: &str| {
        let column =
            |c: usize| json[x].as_array().unwrap().iter().map(|row| row[c].as_f64().unwrap()).collect();
        let codes: Vec<u64> = json[kind].as_array().unwrap().iter().map(|k| k.as_u64().unwrap()).collect();
        let kinds: Vec<Option<String>> = codes.iter().map(|k| Some(k.to_string())).collect();
        let twos: Vec<Option<String>> = codes.iter().map(|k| Some(u64::from(*k > 0).to_string())).collect();
        let builder =
            Table::builder().number("x0", column(0)).number("x1", column(1)).number("x2", column(2));
        let builder = builder.category("kind", &kinds).category("two", &twos);
        builder.number("y", list(&json[y])).build().unwrap()
    };
    Reference { train: rows("x", "kind", "y"), new: rows("new_x", "new_kind", "new_y"), json }
}

impl Reference {
    fn data(&self, target: &str) -> Dataset {
        self.train.dataset().only(&["x0", "x1", "x2"]).unwrap().target(target).unwrap()
    }

    fn train(&self, text: &str, target: &str) -> Box<dyn Model> {
        learner(text).fit_with(&self.data(target), &Run::default()).unwrap()
    }

    fn same_probabilities(&self, model: &dyn Model, expected: &Value) {
        let found = model.probabilities(&self.new).unwrap();
        for (row, expected) in expected.as_array().unwrap().iter().enumerate() {
            close(found.row(row), &list(expected), row);
        }
    }

    fn same_labels(&self, model: &dyn Model, expected: &Value) {
        let found = model.predict(&self.new).unwrap().values;
        for (row, expected) in expected.as_array().unwrap().iter().enumerate() {
            assert_eq!(found.label(row), expected.to_string(), "row {row}");
        }
    }
}

fn close(found: &[f64], expected: &[f64], what: impl std::fmt::Debug) {
    assert_eq!(found.len(), expected.len(), "{what:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{what:?}: {found} for {expected}");
    }
}

/// Votes and errors, from the trace.
fn votes_and_errors(text: &str, data: &Dataset, expected: &Value) -> Box<dyn Model> {
    let (model, events) = traced(&*learner(text), data);
    for (field, name) in [("vote", "votes"), ("error", "errors")] {
        let found: Vec<f64> = events.iter().map(|event| event[field].as_f64().unwrap()).collect();
        close(&found, &list(&expected[name]), name);
    }
    model
}

const STUMP: &str = "estimator=decision-tree(max_depth=1)";

#[test]
fn ada_boost_of_classes() {
    let reference = reference();
    for (name, told, target) in [
        ("samme", "n_estimators=12", "kind"),
        ("samme_slow", "n_estimators=12,learning_rate=0.5", "kind"),
        ("samme_weighted", "n_estimators=12", "kind"),
        ("samme_two", "n_estimators=30", "two"),
    ] {
        let mut data = reference.data(target);
        if name == "samme_weighted" {
            data = data.with_weights(list(&reference.json["weights"])).unwrap();
        }
        let expected = &reference.json[name];
        let model = votes_and_errors(&format!("ada-boost({STUMP},{told})"), &data, expected);
        reference.same_probabilities(&*model, &expected["probabilities"]);
        reference.same_labels(&*model, &expected["classes"]);
    }
    // For two classes M1 is the same.
    let expected = &reference.json["samme_two"];
    let text = format!("ada-boost({STUMP},n_estimators=30,algorithm=m1)");
    votes_and_errors(&text, &reference.data("two"), expected);
}

#[test]
fn ada_boost_of_numbers() {
    let reference = reference();
    let tree = "estimator=decision-tree(max_depth=2),n_estimators=8";
    let all = [
        ("loss=linear", &reference.json["r2"]["linear"]),
        ("loss=square", &reference.json["r2"]["square"]),
        ("loss=exponential", &reference.json["r2"]["exponential"]),
        ("learning_rate=0.3", &reference.json["r2_slow"]),
    ];
    for (told, expected) in all {
        let text = format!("ada-boost({tree},{told})");
        let model = votes_and_errors(&text, &reference.data("y"), expected);
        close(&answers(&*model, &reference.new), &list(&expected["numbers"]), told);
    }
}

// proves: 002:R02, 002:R07, 002:R10, 001:28, 002:R06
#[test]
fn votes_and_means() {
    let reference = reference();
    let trees: Vec<LearnerSpec> =
        [1, 2, 3].map(|depth| DecisionTree::default().max_depth(depth).into()).to_vec();
    let voting = Voting::default().estimators(trees);
    let train = |voting: Voting, target: &str| voting.fit(&reference.data(target)).unwrap();
    let soft = train(voting.clone().voting(VotingKind::Soft).weights(vec![1.0, 2.0, 0.5]), "kind");
    reference.same_probabilities(&soft, &reference.json["soft"]);
    let hard = train(voting.clone().weights(vec![1.0, 2.0, 1.5]), "kind");
    reference.same_labels(&hard, &reference.json["hard"]);
    // Leaves of one or two rows would leave the choice between equal splits open.
    let trees = [1, 2, 3].map(|depth| DecisionTree::default().max_depth(depth).min_samples_leaf(8.0).into());
    let mean = train(voting.estimators(trees.to_vec()).weights(vec![1.0, 2.0, 0.5]), "y");
    close(&answers(&mean, &reference.new), &list(&reference.json["mean"]), "mean");
}

// proves: 000a:E1, 001:190, 002:P01, 000b:KM30, 000b:KM33, 001:191
#[test]
fn classes_against_each_other() {
    let reference = reference();
    let rest = reference.train("one-vs-rest(estimator=decision-tree(max_depth=2))", "kind");
    reference.same_probabilities(&*rest, &reference.json["one_vs_rest"]);
    let one = reference.train("one-vs-one(estimator=decision-tree(max_depth=2))", "kind");
    reference.same_labels(&*one, &reference.json["one_vs_one"]);
}

/// Within two standard errors of scikit-learn's accuracy, of the difference of two scores on 400 rows.
// proves: 002:R03, 002:R15
#[test]
fn bagging_is_as_good() {
    let reference = reference();
    let expected = reference.json["bagging_accuracy"].as_f64().unwrap();
    let model = reference.train("bagging(n_estimators=50,oob_score=true)", "kind");
    let (found, truth) =
        (model.predict(&reference.new).unwrap().values, reference.new.column("kind").unwrap());
    let right = (0..400).filter(|&row| Some(found.label(row)) == truth.label(row)).count() as f64 / 400.0;
    let error = (expected * (1.0 - expected) / 400.0).sqrt();
    assert!((right - expected).abs() < 2.0 * error, "{right} for {expected}");
    let out_of_bag = model.info().summary.details["oob_score"].as_f64().unwrap();
    assert!((out_of_bag - expected).abs() < 4.0 * error, "{out_of_bag} for {expected}");
}
