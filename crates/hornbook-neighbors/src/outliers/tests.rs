use super::*;
use crate::test_support::{NeighborsTraceLog, features, halves, reference, table};
use crate::{FeatureScaling, MetricName};
use hornbook_core::{Run, Seed};
use hornbook_data::Table;
use hornbook_learner::outliers::Contamination;
use hornbook_learner::{Fit, LoadModel, Model};
use std::sync::Arc;

fn line(x: Vec<f64>) -> Table {
    Table::builder().number("x", x).build().unwrap()
}

// proves: 001:10, 000b:CL35
#[test]
fn factors_are_those_of_scikit_learn() {
    let reference = reference();
    for name in ["wine", "diabetes"] {
        let (table, target) = table(name);
        let (train, test) = halves(&table.dataset().without(&[target]).unwrap());
        let model = LocalOutlierFactor::default().fit(&train).unwrap();
        let close = |ours: f64, theirs: f64| {
            assert!((ours - theirs).abs() < 1e-9 * theirs, "{name}: {ours}, {theirs}")
        };
        let expected = reference[name]["factors"]["training"].as_array().unwrap();
        assert_eq!(expected.len(), model.training_measures().len());
        for (&ours, theirs) in model.training_measures().iter().zip(expected) {
            close(ours, theirs.as_f64().unwrap());
        }
        let expected = reference[name]["factors"]["new"].as_array().unwrap();
        let found = model.measures(&test.row_features()).unwrap();
        assert_eq!(expected.len(), found.len());
        for (&ours, theirs) in found.iter().zip(expected) {
            if let Some(theirs) = theirs.as_f64() {
                close(ours, theirs);
            }
        }
        let scores = model.scores_of(&test.row_features()).unwrap();
        assert!(
            scores.iter().zip(&found).all(|(score, factor)| (score - factor / (1.0 + factor)).abs() < 1e-15)
        );
    }
}

#[test]
fn distances_by_hand() {
    let table = line(vec![0.0, 1.0, 2.0, 3.0, 20.0]);
    let model = KNeighborsOutliers::default().n_neighbors(2).fit(&table.dataset()).unwrap();
    assert_eq!(model.training_measures(), [1.5, 1.0, 1.0, 1.5, 17.5]);
    // The median is 1.5.
    assert_eq!(model.training_scores()[0], 0.5);
    assert_eq!(model.training_scores()[4], 17.5 / 19.0);
    assert_eq!(model.threshold(), 0.75);
    let new = line(vec![1.5, 9.5]);
    assert_eq!(model.measures(&features(&model, &new)).unwrap(), [0.5, 7.0]);
    let found = model.predict(&new).unwrap().values;
    assert_eq!((found.label(0).as_str(), found.label(1).as_str()), ("inlier", "outlier"));
}

#[test]
fn training_rows_are_scored_as_they_were_in_training() {
    // With a copy, and one that stands alone.
    let table = line(vec![0.0, 0.0, 1.0, 2.5, 3.0, 9.0]);
    let rows = table.dataset().row_features();
    for model in [
        KNeighborsOutliers::default().n_neighbors(2).fit(&table.dataset()).unwrap(),
        LocalOutlierFactor::default().n_neighbors(2).fit(&table.dataset()).unwrap(),
    ] {
        assert_eq!(model.scores_of(&rows).unwrap(), model.training_scores());
    }
}

#[test]
fn contamination_says_how_many() {
    let (table, target) = table("wine");
    let data = table.dataset().without(&[target]).unwrap();
    for share in [0.05, 0.2] {
        let learner = LocalOutlierFactor::default()
            .contamination(Contamination::Share(share))
            .scale(FeatureScaling::Standard);
        let model = learner.fit(&data).unwrap();
        let above = model.training_scores().iter().filter(|score| **score > model.threshold()).count();
        // The quantile lies between two of the 178 rows.
        assert_eq!(above, (share * 177.0) as usize + 1, "{share}");
    }
}

#[test]
fn new_rows_have_neighbors_where_they_are() {
    let table = line(vec![0.0, 1.0, 3.0, 3.5, 9.0]);
    let rows = table.dataset().row_features();
    let learner = LocalOutlierFactor::default().n_neighbors(1).novelty(true);
    let model = learner.fit(&table.dataset()).unwrap();
    // The last row reaches itself at 5.5, as far as its neighbor reaches it: usual, though it was not in training.
    let found = model.measures(&rows).unwrap();
    assert!((found[4] - 1.0).abs() < 1e-9 && model.training_measures()[4] > 5.0, "{found:?}");
    let again = OutliersModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
    assert_eq!(again.measures(&rows).unwrap(), found, "a file knows that rows are new");
}

fn some_table(seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let mut column = || (0..20).map(|_| rng.below(6) as f64).collect::<Vec<_>>();
    Table::builder().number("a", column()).number("b", column()).build().unwrap()
}

#[test]
fn traces_and_explanations() {
    let table = some_table(3);
    let notes = Arc::new(NeighborsTraceLog::default());
    let run = Run::default().observer(notes.clone());
    let far = KNeighborsOutliers::default().fit_with(&table.dataset(), &run).unwrap();
    assert_eq!(notes.0.lock().unwrap()[0].1["event"], "indexed");
    let local = LocalOutlierFactor::default().n_neighbors(4).fit(&table.dataset()).unwrap();
    assert!(local.explain().to_string().contains("local outlier factor over 4 neighbors"));
    let row = far.explain_row(&features(&far, &table), 2).unwrap();
    assert_eq!(row.to_json()["neighbors"].as_array().unwrap().len(), 5);
    assert!(row.to_string().contains("above 0.75 is an outlier"), "{row}");
    assert!(local.probabilities(&table).is_err());
}

#[test]
fn neighbors_are_shown() {
    let table = line(vec![0.0, 1.0, 3.0, 7.0]);
    let weighted = table.dataset().with_weights(vec![1.0, 0.0, 1.0, 1.0]).unwrap();
    let model = KNeighborsOutliers::default().n_neighbors(1).fit(&weighted).unwrap();
    let rows: Vec<u32> = model.nearest_others(1).iter().map(|some| some[0].row).collect();
    assert_eq!(rows, [2, 0, 2]);
    let query = model.info().schema.features(&line(vec![1.0])).unwrap().0;
    let found = model.nearest(&query, 2).unwrap();
    assert_eq!(
        found.of(0).iter().map(|one| (one.row, one.distance)).collect::<Vec<_>>(),
        [(0, 1.0), (2, 2.0)]
    );
}

#[test]
fn odd_tables() {
    let refused = LocalOutlierFactor::default().fit(&line(vec![1.0]).dataset()).unwrap_err().to_string();
    assert!(refused.contains("one row"), "{refused}");
    let same = line(vec![4.0; 6]);
    let far = KNeighborsOutliers::default().n_neighbors(2).fit(&same.dataset()).unwrap();
    assert_eq!(far.scores(&same).unwrap().unwrap(), [0.5; 6]);
    assert_eq!(far.scores(&line(vec![5.0])).unwrap().unwrap(), [1.0]);
    let local = LocalOutlierFactor::default().n_neighbors(2).fit(&same.dataset()).unwrap();
    assert!(local.scores(&same).unwrap().unwrap().iter().all(|score| (score - 0.5).abs() < 1e-12));
    let few = LocalOutlierFactor::default().fit(&line(vec![1.0, 2.0, 4.0]).dataset()).unwrap();
    assert_eq!(
        few.info().summary.warnings,
        ["n_neighbors is 20 and the weight of the other rows is 2: all of them are neighbors"]
    );
    let mixed = Table::builder()
        .number("x", vec![1.0, f64::NAN, 1.5, 9.0])
        .category("kind", &[Some("u"), Some("u"), Some("u"), Some("v")])
        .build()
        .unwrap();
    let gower = KNeighborsOutliers::default().n_neighbors(2).metric(MetricName::Gower);
    let model = gower.fit(&mixed.dataset()).unwrap();
    assert!(model.training_scores()[3] > model.training_scores()[0]);
}
