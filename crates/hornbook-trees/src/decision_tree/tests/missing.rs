//! What becomes of missing values, rule by rule.

use super::*;
use std::path::Path;

/// PlayTennis with the wind of the first day unknown.
fn windless() -> Table {
    let text = include_str!("../../../tests/data/play_tennis.txt").replacen("Weak", "?", 1);
    words("Outlook Temperature Humidity Wind Play", &text)
}

// proves: 000a:H24, 000a:H25, 001:25
#[test]
fn a_missing_wind_counts_as_the_most_common() {
    let data = windless().dataset().target("Play").unwrap().only(&["Wind"]).unwrap();
    // Weak is the most common wind of the node; among the days without play, strong.
    for (missing, exact, strong) in
        [(Missing::NodeMode, 0.048127030408269, 6.0), (Missing::ClassMode, 0.151835501362342, 7.0)]
    {
        let (model, events) = traced(&id3().missing(missing), &data);
        assert!((gain(&events[0], "Wind", "gain") - exact).abs() < 1e-9, "{missing:?}");
        let branch: f64 = model.tree.tally(1).iter().sum();
        assert_eq!(branch, strong, "{missing:?}");
        // In prediction the class is not known: weak, either way.
        let first = model.probabilities(&windless()).unwrap().row(0).to_vec();
        let weak = words("Wind", "Weak");
        assert_eq!(first, model.probabilities(&weak).unwrap().row(0));
    }
}

#[test]
fn a_missing_number_counts_as_the_median() {
    let nan = f64::NAN;
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 10.0, 11.0, 12.0, nan, nan])
        .category("c", &["a", "a", "a", "b", "b", "b", "b", "b"].map(Some))
        .build()
        .unwrap();
    let data = table.dataset().target("c").unwrap();
    let by = |missing| DecisionTree::default().missing(missing).max_depth(1).fit(&data).unwrap();
    // The median of all known numbers is 3, so that only 1 and 2 are pure; that of the second class is 11.
    assert_eq!(
        (by(Missing::NodeMode).tree.tally(1), by(Missing::NodeMode).tree.tally(2)),
        (&[2.0, 0.0][..], &[1.0, 5.0][..])
    );
    assert_eq!(
        (by(Missing::ClassMode).tree.tally(1), by(Missing::ClassMode).tree.tally(2)),
        (&[3.0, 0.0][..], &[0.0, 5.0][..])
    );
    // In prediction it is 3 either way, above the first threshold and below the second.
    let unknown = Table::builder().number("x", vec![nan]).build().unwrap();
    assert_eq!(by(Missing::NodeMode).predict(&unknown).unwrap().values.label(0), "b");
    assert_eq!(by(Missing::ClassMode).predict(&unknown).unwrap().values.label(0), "a");
    // Where training knows every number, prediction has its median all the same.
    let known = data.select((0..6).collect());
    let model = DecisionTree::default().missing(Missing::NodeMode).fit(&known).unwrap();
    assert_eq!(model.predict(&unknown).unwrap().values.label(0), "a");
}

#[test]
fn surrogates_as_rpart_has_them() {
    let table = Table::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/iris.csv")).unwrap();
    let data = table.dataset().target("species").unwrap();
    let model = DecisionTree::default().missing(Missing::Surrogate).max_depth(2).fit(&data).unwrap();
    // summary(rpart(Species ~ .)) has these agreements, to three digits; columns in the order of the table.
    let expected = [
        (0, [(3, 0.8, true, 150.0), (0, 5.45, true, 138.0), (1, 3.35, false, 125.0)], 150.0),
        (2, [(2, 4.75, true, 91.0), (0, 6.15, true, 73.0), (1, 2.95, true, 67.0)], 100.0),
    ];
    for (node, surrogates, rows) in expected {
        let found = &model.tree.nodes[node].surrogates;
        assert_eq!(found.len(), 3);
        for (found, (column, place, below, agreed)) in found.iter().zip(surrogates) {
            let tree::SurrogateTest::AtMost { threshold, below_first } = found.test else { panic!() };
            assert_eq!((found.column, below_first), (column, below));
            assert!((threshold - place).abs() < 1e-9 && (found.agreement - agreed / rows).abs() < 1e-12);
        }
    }
    // A row without petals is asked for its sepals.
    let nan = f64::NAN;
    let sepals = Table::builder()
        .number("sepal_length", vec![5.0, 7.0])
        .number("sepal_width", vec![3.5, 3.0])
        .number("petal_length", vec![nan, nan])
        .number("petal_width", vec![nan, nan])
        .build()
        .unwrap();
    let found = model.predict(&sepals).unwrap().values;
    assert_eq!([found.label(0), found.label(1)], ["setosa", "virginica"]);
    let (features, _) = model.info().schema.features(&sepals).unwrap();
    let text = model.explain_row(&features, 0).unwrap().to_string();
    assert!(
        text.contains("petal_length is missing: petal_length <= 2.45 (instead, sepal_length is 5)"),
        "{text}"
    );
}

#[test]
fn surrogates_divide_the_rows_of_training() {
    let nan = f64::NAN;
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 4.0, 10.0, 11.0, 12.0, 13.0, nan, nan, nan])
        .number("twin", vec![0.1, 0.2, 0.3, 0.4, 1.0, 1.1, 1.2, 1.3, 0.2, 1.2, nan])
        .category("kind", &["u", "u", "u", "u", "v", "v", "v", "v", "u", "v", "v"].map(Some))
        .number("y", vec![0.0, 0.0, 0.0, 0.0, 9.0, 9.0, 9.0, 9.0, 0.0, 9.0, 9.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap().without(&["kind"]).unwrap();
    let model = DecisionTree::default().missing(Missing::Surrogate).max_depth(1).fit(&data).unwrap();
    // The last row knows neither: with sides of equal weight it goes to the first.
    assert_eq!((model.tree.nodes[1].weight, model.tree.nodes[2].weight), (6.0, 5.0));
    let with_kind = table.dataset().target("y").unwrap();
    let model = DecisionTree::default().missing(Missing::Surrogate).fit(&with_kind).unwrap();
    assert_eq!(model.nodes(), 3);
    let text = model.explain().to_string();
    // Ten of the eleven rows know their twin, eight their x.
    assert!(text.contains("twin <= 0.7 (agrees in 0.9091)\n    x <= 7 (agrees in 0.7273)"), "{text}");
    // Nothing to ask instead: all three go to the first.
    let alone = DecisionTree::default().missing(Missing::Surrogate).max_depth(1);
    let model = alone.fit(&data.only(&["x"]).unwrap()).unwrap();
    assert_eq!((model.tree.nodes[1].weight, model.tree.nodes[2].weight), (7.0, 4.0));
    let none = alone.max_surrogates(0).fit(&with_kind).unwrap();
    assert!(none.tree.nodes.iter().all(|node| node.surrogates.is_empty()));
}

#[test]
fn a_column_that_is_never_known_is_not_asked() {
    let table = Table::builder()
        .number("m", vec![f64::NAN; 6])
        .category::<&str>("k", &[None; 6])
        .number("x", vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
        .category("c", &["a", "a", "a", "b", "b", "b"].map(Some))
        .build()
        .unwrap();
    let data = table.dataset().target("c").unwrap();
    for missing in
        [Missing::Direction, Missing::Fractional, Missing::NodeMode, Missing::ClassMode, Missing::Surrogate]
    {
        let model = DecisionTree::default().missing(missing).fit(&data).unwrap();
        assert_eq!(model.leaves(), 2, "{missing:?}");
        assert_eq!(model.tree.nodes[0].split.column(), Some(2));
    }
}
