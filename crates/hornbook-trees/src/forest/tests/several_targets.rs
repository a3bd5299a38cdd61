//! Forests of several targets.

use super::*;
use hornbook_data::{Column, Feature, Matrix, Numbers, TargetSchema};
use hornbook_learner::{Inspect, OutputRequest, Predictor};

/// `y`, and a number in another unit that depends on another column.
fn two_numbers(table: &Table, unit: f64) -> Dataset {
    let Features::Columns(columns, _) = table.dataset().only(&["c", "y"]).unwrap().row_features() else {
        panic!("columns")
    };
    let [Feature::Number(c), Feature::Number(y)] = &columns[..] else { panic!("numbers") };
    let other = |(c, y): (&f64, &f64)| unit * (10.0 * if c.is_nan() { 50.0 } else { *c } + y);
    let z: Vec<f64> = c.iter().zip(y.iter()).map(other).collect();
    let table = table.with_column("z", Column::Number(Numbers::from(z))).unwrap();
    table.dataset().targets(&["y", "z"]).unwrap().without(&["class"]).unwrap()
}

fn both_numbers(table: &Table) -> Dataset {
    two_numbers(table, 1024.0)
}

fn answers(model: &ForestModel, table: &Table) -> Vec<Predictions> {
    let outputs = model.raw_outputs(&features(model, table), OutputRequest::PREDICTIONS).unwrap();
    outputs.into_iter().map(|outputs| outputs.predictions).collect()
}

#[test]
fn a_target_twice_is_that_target() {
    let table = some_table(300, 3, 3);
    for (target, others) in [("class", ["y"]), ("y", ["class"])] {
        let twin = table.with_column("twin", table.column(target).unwrap().clone()).unwrap();
        let both = twin.dataset().targets(&[target, "twin"]).unwrap().without(&others).unwrap();
        let single = table.dataset().target(target).unwrap().without(&others).unwrap();
        for bins in [true, false] {
            // Rows are drawn in an order that depends on the names of their labels, which are others for numbers: those
            // are compared without drawing.
            let draws = target == "class";
            let random = forest(20).bootstrap(draws).oob_score(draws).oob_importances(draws);
            let fit =
                |data: &Dataset| if bins { random.fit(data).unwrap() } else { extra(20).fit(data).unwrap() };
            let (one, two) = (fit(&single), fit(&both));
            assert_eq!(one.nodes(), two.nodes());
            let both = answers(&two, &table);
            assert_eq!(both[0], both[1]);
            match (&both[0], one.predict(&table).unwrap().values) {
                (Predictions::Numbers(ours), Predictions::Numbers(theirs)) => {
                    assert!(ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-9));
                }
                (ours, theirs) => assert_eq!(*ours, theirs),
            }
            assert_eq!(two.oob_scores().len(), 2 * one.oob_scores().len());
            for score in two.oob_scores() {
                assert!((score.value - one.oob_score().unwrap().value).abs() < 1e-9);
            }
            let shuffled =
                one.oob_importances().into_iter().flatten().zip(two.oob_importances().into_iter().flatten());
            for (one, two) in shuffled {
                assert!((one.mean - two.mean).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn units_do_not_matter_and_each_target_is_learned() {
    let table = some_table(800, 4, 3);
    let data = both_numbers(&table);
    let model = forest(60).oob_score(true).oob_importances(true).fit(&data).unwrap();
    let scores = model.oob_scores();
    assert!(scores.iter().all(|score| score.value > 0.8 && score.low < score.value), "{scores:?}");
    let other_unit = forest(60).fit(&two_numbers(&table, 1.0 / 1024.0)).unwrap();
    assert_eq!(answers(&other_unit, &table)[0], answers(&model, &table)[0]);
    let importances = model.oob_importances().unwrap();
    assert!(importances[0].low > 0.05 && importances[2].low > 0.05, "{importances:?}");
    let words = model.explain().to_string();
    assert!(words.contains("y: R² ") && words.contains("z: R² "), "{words}");
    let why = model.explain_row(&features(&model, &table), 0).unwrap();
    assert_eq!(why.to_json()["feature_contributions"].as_array().unwrap().len(), 2);
    assert!(why.to_string().contains("z: base value"), "{why}");
}

// proves: 001:5
#[test]
fn classes_of_several_targets() {
    let table = some_table(400, 5, 3);
    let data = table.dataset().targets(&["class", "kind"]).unwrap().without(&["y"]).unwrap();
    let (data, dropped) = data.drop_missing_target().unwrap();
    assert!(dropped > 0 && dropped < 60);
    let model = forest(30).oob_score(true).fit(&data).unwrap();
    let classes: Vec<usize> = model.info().schema.targets().map(TargetSchema::outputs).collect();
    assert_eq!(classes, [3, 5]);
    let shares = model.raw_outputs(&features(&model, &table), OutputRequest::PROBABILITIES).unwrap();
    let shares: Vec<Matrix> = shares.into_iter().filter_map(|outputs| outputs.probabilities).collect();
    for (shares, width) in shares.iter().zip(classes) {
        assert_eq!((shares.rows(), shares.columns()), (400, width));
        assert!((0..400).all(|row| (shares.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-9));
    }
    assert_eq!(model.probabilities(&table).unwrap(), shares[0]);
    assert_eq!(answers(&model, &table)[0], model.predict(&table).unwrap().values);
    assert_eq!(model.oob_predictions().unwrap().columns(), 8);
    assert_eq!(
        model.shap_values(&features(&model, &table), None, &Run::default()).unwrap().unwrap().outputs(),
        8
    );
    let drawing = model.diagram(0).unwrap().to_svg(Some(2));
    assert!(drawing.contains("kind: k"), "{drawing}");
    assert!(drawing.contains("for class, kind"), "{drawing}");
}

#[test]
fn files_of_several_targets() {
    let table = some_table(120, 7, 3);
    let model = forest(5).oob_score(true).fit(&both_numbers(&table)).unwrap();
    let bytes = model.to_bytes().unwrap();
    let again = ForestModel::from_bytes(model.info().clone(), &bytes).unwrap();
    assert_eq!(again.oob_scores(), model.oob_scores());
    let mut short = model.info().clone();
    short.schema.additional_targets.clear();
    assert!(ForestModel::from_bytes(short, &bytes).is_err());
}

#[test]
fn what_is_refused() {
    let table = some_table(60, 8, 3);
    let error = |result: hornbook_core::Result<ForestModel>| result.unwrap_err().to_string();
    let mixed = table.dataset().targets(&["class", "y"]).unwrap();
    assert!(error(forest(3).fit(&mixed)).contains("the targets mix classes and numbers: 'y'"));
    assert!(error(forest(3).quantiles(true).fit(&both_numbers(&table))).contains("true for 2 targets"));
    let tree = crate::DecisionTree::default().fit(&both_numbers(&table)).unwrap_err().to_string();
    assert!(tree.contains("predicts one target, and there are 2"), "{tree}");
    assert!(
        table.dataset().targets(&["y", "y"]).unwrap_err().to_string().contains("twice among the targets")
    );
    // A constant target among others is predicted as it is, and said.
    let constant = table.with_column("one", Column::Number(vec![3.0; 60].into())).unwrap();
    let data = constant.dataset().targets(&["y", "one"]).unwrap();
    let model = forest(5).fit(&data).unwrap();
    assert_eq!(answers(&model, &constant)[1], Predictions::Numbers(vec![3.0; 60]));
    let classed = data.without(&["class"]).unwrap().classify().unwrap();
    let warnings = &forest(2).fit(&classed).unwrap().info.summary.warnings;
    assert!(warnings[0].contains("the target 'one' has only one class, '3'"), "{warnings:?}");
}
