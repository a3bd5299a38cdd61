use super::*;
use crate::testing::{BayesTraceRecorder, close, right, with_classes};
use hornbook_core::{Run, Seed};
use hornbook_data::{Categories, Column, Dataset, MISSING_CODE, Table};
use hornbook_learner::{Fit, Model, TrainingInput};
use proptest::prelude::*;
use std::sync::Arc;

fn coded(levels: u32, codes: Vec<u32>) -> Column {
    let levels = (0..levels).map(|level| level.to_string()).collect();
    Column::Category(Categories { codes: codes.into(), levels })
}

/// Each column is mostly a copy of the one before; the class is whether the last two agree.
fn chain(rows: usize, seed: u64) -> Dataset {
    let mut rng = Seed(seed).rng();
    let mut columns = vec![vec![0u32; rows]; 4];
    let mut y = vec![0; rows];
    for row in 0..rows {
        let mut value = rng.below(3) as u32;
        for column in &mut columns {
            value = if rng.below(4) == 0 { rng.below(3) as u32 } else { value };
            column[row] = value;
        }
        y[row] = u32::from(columns[2][row] == columns[3][row]);
        if rng.below(8) == 0 {
            columns[rng.below(4)][row] = MISSING_CODE;
        }
    }
    let named = ["a", "b", "c", "d"].into_iter().zip(columns);
    let table = Table::new(named.map(|(name, codes)| (name.to_string(), coded(3, codes))).collect()).unwrap();
    with_classes(&table, &y)
}

#[test]
fn the_tree_is_the_chain() {
    let data = chain(4000, 1);
    let notes = Arc::new(BayesTraceRecorder::default());
    let run = Run::default().observer(notes.clone());
    let model = TreeAugmentedNaiveBayes::default().fit_with(&data, &run).unwrap();
    assert_eq!(model.parents().unwrap(), [None, Some(0), Some(1), Some(2)]);
    assert!(notes.0.lock().unwrap()[0].0.contains("b depends on a"));
    let text = model.explain().to_string();
    assert!(text.contains("d depends on the class and c"), "{text}");
    let row = model.explain_row(&data.row_features(), 0).unwrap().to_string();
    assert!(row.contains("P(b = "), "{row}");
    // Whether two columns agree is nothing that naive Bayes could see.
    let naive = crate::NaiveBayes::default().fit(&data).unwrap();
    let average = AveragedOneDependence::default().fit(&data).unwrap();
    assert!(right(&model, &data) > 3500 && right(&naive, &data) < 3400, "{}", right(&naive, &data));
    assert!(right(&average, &data) > 3400, "{}", right(&average, &data));
    assert!(average.explain().to_string().contains("the average of 4 models") && average.parents().is_none());
}

/// The probability of a row by summing over everything that is missing.
fn by_enumeration(model: &OneDependenceModel, class: usize, values: &[u32]) -> f64 {
    match values.iter().position(|value| *value == MISSING_CODE) {
        Some(gap) => (0..3u32)
            .map(|value| {
                let mut filled = values.to_vec();
                filled[gap] = value;
                by_enumeration(model, class, &filled)
            })
            .sum(),
        None => {
            let parents = model.parents().unwrap();
            let factor = |column: usize| {
                let context = parents[column].map_or(0, |parent| values[parent] as usize);
                model.dependence.tables[column].row(class, context)[values[column] as usize]
            };
            (0..values.len()).map(factor).sum::<f64>().exp()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn missing_values_are_summed_over(seed in 0u64..500, holes in 0u32..16) {
        let data = chain(60, seed);
        let model = TreeAugmentedNaiveBayes::default().fit(&data).unwrap();
        let mut rng = Seed(seed).derive(1).rng();
        let values: Vec<u32> =
            (0..4).map(|i| if holes >> i & 1 == 1 { MISSING_CODE } else { rng.below(3) as u32 }).collect();
        let names = ["a", "b", "c", "d"];
        let columns = names.iter().zip(&values).map(|(name, value)| (name.to_string(), coded(3, vec![*value])));
        let (rows, _) = model.info().schema.features(&Table::new(columns.collect()).unwrap()).unwrap();
        let joint = model.joint_log_probabilities(&rows).unwrap();
        for class in 0..2 {
            let exact = model.priors()[class] * by_enumeration(&model, class, &values);
            prop_assert!((joint.at(0, class).exp() - exact).abs() < 1e-12);
        }
    }
}

/// The chain, and two columns of numbers with gaps; rows weigh fractions.
fn with_numbers(rows: usize) -> Dataset {
    let data = chain(rows, 5);
    let mut rng = Seed(6).rng();
    let mut number = || {
        let one = |_| if rng.below(20) == 0 { f64::NAN } else { (rng.unit() * 300.0).floor() / 7.0 };
        Column::Number((0..rows).map(one).collect::<Vec<f64>>().into())
    };
    let mut columns: Vec<(String, Column)> =
        data.table().names().iter().cloned().zip(data.table().columns().iter().cloned()).collect();
    columns.push(("x".to_string(), number()));
    columns.push(("z".to_string(), number()));
    let weights = (0..rows).map(|row| [0.1, 0.0, 0.7, 1.0, 2.3][row % 5]).collect();
    let classes = crate::naive_bayes::classes_of(&data).unwrap();
    with_classes(&Table::new(columns).unwrap(), &classes).with_weights(weights).unwrap()
}

#[test]
fn more_rows_are_one_fit() {
    let (data, learner, run) = (chain(900, 3), AveragedOneDependence::default(), Run::default());
    let first = learner.fit(&data.slice(0..250)).unwrap();
    let both =
        learner.fit_with(TrainingInput::from(&data.slice(250..900)).with_warm_start(&first), &run).unwrap();
    let all = learner.fit(&data).unwrap();
    assert_eq!((all.info(), &all.dependence), (both.info(), &both.dependence));
    // Numbers stay in the bins of the first rows.
    let data = with_numbers(400);
    let first = learner.fit(&data.slice(0..200)).unwrap();
    let both =
        learner.fit_with(TrainingInput::from(&data.slice(200..400)).with_warm_start(&first), &run).unwrap();
    assert_eq!(first.dependence.discretization, both.dependence.discretization);
    assert!(both.info().summary.weight > 1.9 * first.info().summary.weight);
    let refused = TreeAugmentedNaiveBayes::default();
    let tree = refused.fit(&data).unwrap();
    assert!(
        refused
            .fit_with(TrainingInput::from(&data).with_warm_start(&tree), &run)
            .unwrap_err()
            .to_string()
            .contains("does not support warm start")
    );
}

#[test]
fn two_columns_by_hand() {
    // Two rows a class; with one column the average is naive Bayes.
    let table =
        Table::new(vec![("a".into(), coded(2, vec![0, 0, 1, 0])), ("b".into(), coded(2, vec![0, 1, 1, 1]))]);
    let data = with_classes(&table.unwrap(), &[0, 0, 1, 1]);
    let model = AveragedOneDependence::default().fit(&data).unwrap();
    let joint = model.joint_log_probabilities(&data.row_features()).unwrap();
    // Class 0, a = 0, b = 0: P(a) = 3/4, P(b | a) = 2/4; P(b) = 2/4, P(a | b) = 2/3.
    let exact = 0.5 * (0.75 * 0.5 + 0.5 * 2.0 / 3.0) / 2.0;
    assert!((joint.at(0, 0).exp() - exact).abs() < 1e-12);
    // A value that is too rare is no parent: b = 0 has one row.
    let strict = AveragedOneDependence::default().min_samples(2.0).fit(&data).unwrap();
    let joint = strict.joint_log_probabilities(&data.row_features()).unwrap();
    assert!((joint.at(0, 0).exp() - 0.5 * 0.75 * 0.5).abs() < 1e-12);
    let none = AveragedOneDependence::default().min_samples(100.0).fit(&data).unwrap();
    let naive = crate::NaiveBayes::default().fit(&data).unwrap();
    let p = |model: &dyn Model| {
        model.predictor().unwrap().raw_probabilities(&data.row_features()).unwrap().into_values()
    };
    close(&p(&none), &p(&naive), 1e-12);
}

#[test]
fn numbers_and_rows_without_a_value() {
    let numbers: Vec<f64> = (0..300).map(|i| f64::from(i % 100) + f64::from(i % 2) * 30.0).collect();
    let table = Table::builder().number("x", numbers).number("gap", vec![f64::NAN; 300]).build().unwrap();
    let data = with_classes(&table, &(0..300).map(|i| i % 2).collect::<Vec<_>>());
    let models = [
        TreeAugmentedNaiveBayes::default().fit(&data).unwrap(),
        AveragedOneDependence::default().fit(&data).unwrap(),
    ];
    for model in models {
        assert!(right(&model, &data) > 170);
        let empty =
            Table::builder().number("x", vec![f64::NAN]).number("gap", vec![f64::NAN]).build().unwrap();
        close(model.probabilities(&empty).unwrap().row(0), &[0.5, 0.5], 1e-12);
        assert!(model.explain_row(&data.row_features(), 3).is_ok());
    }
}
