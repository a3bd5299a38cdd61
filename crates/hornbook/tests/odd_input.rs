//! Tables that go to some learners only: what every learner meets is in `laws.rs`.

use hornbook::{LearnerSpec, Run, Table};

fn numbers(rows: usize) -> Vec<f64> {
    (0..rows).map(|i| (i * 37 % 101) as f64).collect()
}

fn classes(rows: usize) -> Vec<Option<&'static str>> {
    (0..rows).map(|i| Some(if i * 37 % 101 > 50 { "high" } else { "low" })).collect()
}

#[test]
fn weights_below_zero() {
    let table = Table::builder().number("x", numbers(3)).category("c", &classes(3)).build().unwrap();
    let data = table.dataset().target("c").unwrap();
    let sentence = data.with_weights(vec![1.0, -1.0, 1.0]).unwrap_err().to_string();
    assert!(sentence.contains("-1"), "{sentence}");
}

#[test]
fn a_category_with_a_level_for_every_row() {
    let rows = 1_000_000;
    let names: Vec<Option<String>> = (0..rows).map(|i| Some(format!("level {i}"))).collect();
    let table = Table::builder()
        .number("x", numbers(rows))
        .category("id", &names)
        .category("class", &classes(rows))
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    for spec in [
        "decision-tree(max_depth=3)",
        "decision-tree(max_depth=3,splits=histogram)",
        "c45(max_depth=3)",
        "random-forest(n_estimators=2,max_depth=3)",
        "extra-trees(n_estimators=2,max_depth=3)",
        "gradient-boosting(max_iter=2)",
        "baseline",
    ] {
        let learner =
            LearnerSpec::parse(spec).and_then(|spec| hornbook::registry().learner(&spec)).expect(spec);
        let model = learner.fit_with(&data, &Run::default()).expect(spec);
        assert_eq!(model.predict(data.table()).expect(spec).values.len(), rows, "{spec}");
    }
}
