//! What no table should do to any learner: a sentence or a model, never a panic.

use hornbook::{Dataset, LearnerSpec, Run, Table};

/// Every learner with its default parameters, or cheaper ones where defaults are many members.
fn learners() -> impl Iterator<Item = (&'static str, Box<dyn hornbook::Learner>, bool)> {
    hornbook::registry().entries().iter().filter(|entry| entry.declaration.needs_target()).map(|entry| {
        let name = entry.declaration.name;
        let spec = match name {
            "cascade" | "voting" | "stacking" => format!("{name}(estimators=[decision-tree, baseline])"),
            _ => name.to_string(),
        };
        let learner = LearnerSpec::parse(&spec).and_then(|spec| hornbook::registry().learner(&spec));
        let learner = learner.expect(name);
        let takes_missing = learner.takes_missing();
        (name, learner, takes_missing)
    })
}

fn numbers(rows: usize) -> Vec<f64> {
    (0..rows).map(|i| (i * 37 % 101) as f64).collect()
}

fn classes(rows: usize) -> Vec<Option<&'static str>> {
    (0..rows).map(|i| Some(if i * 37 % 101 > 50 { "high" } else { "low" })).collect()
}

/// Trains where the learner does this task, and gives the model or the sentence.
fn train(learner: &dyn hornbook::Learner, data: &Dataset) -> Option<Result<(), String>> {
    let task = data.task().expect("a target");
    if !learner.declaration().tasks.contains(&task) {
        return None;
    }
    let trained = learner.train(data, &Run::default()).and_then(|model| model.predict(data.table()));
    Some(
        trained
            .map(|predicted| assert_eq!(predicted.values.len(), data.table().rows()))
            .map_err(|e| e.to_string()),
    )
}

#[test]
fn a_column_without_a_value() {
    let table = Table::builder()
        .number("x", numbers(60))
        .number("gap", vec![f64::NAN; 60])
        .category("class", &classes(60))
        .number("number", numbers(60))
        .build()
        .unwrap();
    for (name, learner, takes_missing) in learners() {
        for (target, other) in [("class", "number"), ("number", "class")] {
            let data = table.dataset().target(target).unwrap().without(&[other]).unwrap();
            match train(&*learner, &data) {
                Some(Err(sentence)) => {
                    assert!(!takes_missing && sentence.contains("'gap' is missing"), "{name}: {sentence}");
                }
                Some(Ok(())) => assert!(takes_missing, "{name} declares that it takes no missing values"),
                None => {}
            }
        }
    }
}

#[test]
fn targets_that_are_not_there() {
    let mut holes = numbers(60);
    holes[7] = f64::NAN;
    let mut gaps = classes(60);
    gaps[7] = None;
    let table =
        Table::builder().number("x", numbers(60)).number("y", holes).category("c", &gaps).build().unwrap();
    for (name, learner, _) in learners() {
        for (target, other) in [("y", "c"), ("c", "y")] {
            let data = table.dataset().target(target).unwrap().without(&[other]).unwrap();
            if let Some(found) = train(&*learner, &data) {
                let sentence = found.expect_err(name);
                assert!(sentence.contains("is missing in 1 of 60 rows"), "{name}: {sentence}");
            }
        }
    }
}

#[test]
fn one_class() {
    let table = Table::builder().number("x", numbers(40)).category("c", &[Some("only"); 40]).build().unwrap();
    let data = table.dataset().target("c").unwrap();
    for (name, learner, _) in learners() {
        if let Some(Err(sentence)) = train(&*learner, &data) {
            assert!(sentence.contains("class"), "{name}: {sentence}");
        }
    }
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
        match train(&*learner, &data) {
            Some(Ok(())) => {}
            other => panic!("{spec}: {other:?}"),
        }
    }
}

#[test]
fn text_is_refused_by_those_who_do_not_take_it() {
    let texts: Vec<Option<String>> = (0..60).map(|i| Some(format!("document number {i}"))).collect();
    let table = Table::builder()
        .column("text", hornbook::data::Column::Text(texts.into()))
        .category("class", &classes(60))
        .number("number", numbers(60))
        .build()
        .unwrap();
    for (name, learner, _) in learners() {
        let takes_text = learner.declaration().capabilities.text;
        for (target, other) in [("class", "number"), ("number", "class")] {
            let data = table.dataset().target(target).unwrap().without(&[other]).unwrap().with_text();
            match train(&*learner, &data) {
                Some(Err(sentence)) => {
                    // A learner that hands text on is refused in the words of the one within.
                    let is_within = !sentence.contains(&format!("'{name}'"));
                    assert!(!takes_text || is_within, "{name}: {sentence}");
                    assert!(sentence.contains("'text' holds text"), "{name}: {sentence}");
                }
                Some(Ok(())) => assert!(takes_text, "{name} declares that it takes no text"),
                None => {}
            }
        }
    }
}
