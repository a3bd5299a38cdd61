use super::*;
use crate::test_support::{features, halves, numbers, reference, table};
use hornbook_data::Table;
use hornbook_learner::Model;

#[test]
fn the_same_as_scikit_learn() {
    let reference = reference();
    for name in ["iris", "wine", "digits", "diabetes"] {
        let (table, target) = table(name);
        let (train, test) = halves(&table.dataset().target(target).unwrap());
        let radius = reference[name]["radius"]["radius"].as_f64().unwrap();
        let learner = RadiusNeighbors::default().radius(radius).weights(VoteWeights::Distance);
        let model = learner.clone().fit(&train).unwrap();
        let strict = learner.outlier_label(None).fit(&train).unwrap();
        for (row, expected) in reference[name]["radius"]["answers"].as_array().unwrap().iter().enumerate() {
            let one = test.select(vec![row as u32]);
            let one = one.row_features();
            let Some(expected) = expected.as_array() else {
                assert!(strict.predict_features(&one).is_err(), "{name}: nobody is near row {row}");
                continue;
            };
            let found = match name {
                "diabetes" => numbers(&model.predict_features(&one).unwrap()),
                _ => model.probabilities_of(&one).unwrap().into_values(),
            };
            for (ours, theirs) in found.iter().zip(expected) {
                let theirs = theirs.as_f64().unwrap();
                assert!((ours - theirs).abs() < 1e-9 * theirs.abs().max(1.0), "{name}: {ours} and {theirs}");
            }
        }
    }
}

#[test]
fn a_radius_without_neighbors() {
    let table = Table::builder()
        .number("x", vec![0.0, 1.0, 2.0])
        .category("class", &[Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let far = Table::builder().number("x", vec![1.5, 9.0]).build().unwrap();
    let model = RadiusNeighbors::default().outlier_label(None).fit(&data).unwrap();
    assert_eq!(
        model.predict(&far).unwrap_err().to_string(),
        "no training row is within 1 of row 2; give a larger radius, or say with outlier_label what to predict there"
    );
    let lenient = RadiusNeighbors::default().fit(&data).unwrap();
    assert_eq!(lenient.probabilities(&far).unwrap().row(1), [0.0, 1.0]);
    let explained = lenient.explain_row(&features(&lenient, &far), 1).unwrap().to_string();
    assert!(explained.contains("there are none"), "{explained}");
    assert!(lenient.explain().to_string().contains("all rows within 1 of a row vote for 'class'"));
    let numbers_of =
        Table::builder().number("x", vec![0.0, 1.0]).number("y", vec![2.0, 6.0]).build().unwrap();
    let data = numbers_of.dataset().target("y").unwrap().with_weights(vec![3.0, 1.0]).unwrap();
    let mean = RadiusNeighbors::default().fit(&data).unwrap();
    assert_eq!(numbers(&mean.predict(&far).unwrap().values)[1], 3.0, "the mean of all");
}

#[test]
fn a_radius_of_zero_finds_the_same_row() {
    let table =
        Table::builder().number("x", vec![0.0, 1.0, 1.0]).number("y", vec![2.0, 6.0, 8.0]).build().unwrap();
    let model = RadiusNeighbors::default().radius(0.0).fit(&table.dataset().target("y").unwrap()).unwrap();
    assert_eq!(numbers(&model.predict(&table).unwrap().values), [2.0, 7.0, 7.0]);
}
