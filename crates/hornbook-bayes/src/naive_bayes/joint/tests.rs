use super::*;
use crate::testing::{close, right, with_classes};
use hornbook_core::{Run, Seed};
use hornbook_data::Table;
use hornbook_learner::{Fit, Model, TrainingInput};

fn weather() -> Table {
    let word =
        |text: &str| text.split(' ').map(|w| Some(w.to_string()).filter(|w| w != "?")).collect::<Vec<_>>();
    Table::builder()
        .category("sky", &word("sun sun sun rain rain rain"))
        .category("wind", &word("weak weak strong weak strong ?"))
        .build()
        .unwrap()
}

// proves: 000a:K10, 000a:K19
#[test]
fn shares_of_whole_rows() {
    let data = with_classes(&weather(), &[1, 0, 0, 1, 0, 0]);
    let model = JointBayes::default().m(0.0).fit(&data).unwrap();
    let p = model.probabilities(data.table()).unwrap();
    close(p.row(0), &[0.5, 0.5], 1e-12);
    close(p.row(2), &[1.0, 0.0], 1e-12);
    // A gap: all three rainy rows.
    close(p.row(5), &[2.0 / 3.0, 1.0 / 3.0], 1e-12);
    let drawn = JointBayes::default().m(2.0).fit(&data).unwrap();
    // One row of the class 1, and two imagined ones of which a third are.
    close(
        drawn.probabilities(data.table()).unwrap().row(3),
        &[(4.0 / 3.0) / 3.0, (1.0 + 2.0 / 3.0) / 3.0],
        1e-12,
    );
    let unseen =
        Table::builder().category("sky", &[Some("snow")]).category("wind", &[None::<&str>]).build().unwrap();
    close(drawn.probabilities(&unseen).unwrap().row(0), &[4.0 / 6.0, 2.0 / 6.0], 1e-12);
    assert_eq!((model.combinations(), model.possible_combinations()), (5, 4.0));
    let text = model.explain().to_string();
    assert!(text.contains("sky = sun, wind = weak"), "{text}");
    let row = model.explain_row(&data.row_features(), 0).unwrap().to_string();
    assert!(row.contains("2 rows with sky = sun, wind = weak"), "{row}");
}

#[test]
fn columns_that_only_tell_together() {
    // Whether two bits differ, and a number in bins.
    let rows = 400;
    let bit = |i: usize, shift: usize| (i >> shift) & 1;
    let x: Vec<f64> = (0..rows).map(|i| bit(i, 0) as f64 * 10.0 + (i % 3) as f64).collect();
    let z: Vec<f64> = (0..rows).map(|i| bit(i, 1) as f64).collect();
    let table = Table::builder().number("x", x).number("z", z).build().unwrap();
    let data = with_classes(&table, &(0..rows).map(|i| (bit(i, 0) ^ bit(i, 1)) as u32).collect::<Vec<_>>());
    let model = JointBayes::default().fit(&data).unwrap();
    assert_eq!(right(&model, &data), rows);
    assert!(right(&crate::NaiveBayes::default().fit(&data).unwrap(), &data) < 300);
    assert!(model.info().summary.warnings.is_empty(), "{:?}", model.info().summary.warnings);
    let words: Vec<Option<&str>> = ["u", "v", "w"].map(Some).to_vec();
    let wide = Table::builder().category("a", &words).category("b", &words).build().unwrap();
    let few = JointBayes::default().fit(&with_classes(&wide, &[0, 1, 0])).unwrap();
    assert!(
        few.info().summary.warnings[0].starts_with("3 of 9 combinations"),
        "{:?}",
        few.info().summary.warnings
    );
}

#[test]
fn more_rows_are_one_fit() {
    let rows = 3_000;
    let mut rng = Seed(2).rng();
    let x: Vec<f64> = (0..rows).map(|_| rng.below(40) as f64 / 3.0).collect();
    let kind: Vec<Option<&str>> = (0..rows).map(|_| [Some("u"), Some("v"), None][rng.below(3)]).collect();
    let table = Table::builder().number("x", x).category("kind", &kind).build().unwrap();
    let classes: Vec<u32> = (0..rows).map(|_| rng.below(3) as u32).collect();
    let weights = (0..rows).map(|row| [0.1, 0.7, 0.0, 1.0][row % 4]).collect();
    let data = with_classes(&table, &classes).with_weights(weights).unwrap();
    let (learner, run) = (JointBayes::default(), Run::default());
    let categories = data.without(&["x"]).unwrap();
    let first = learner.fit(&categories.slice(0..100)).unwrap();
    let both = learner
        .fit_with(TrainingInput::from(&categories.slice(100..rows)).with_warm_start(&first), &run)
        .unwrap();
    assert_eq!(both.learned, learner.fit(&categories).unwrap().learned);
}
