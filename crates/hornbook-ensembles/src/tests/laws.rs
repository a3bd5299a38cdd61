//! What holds for every learner of the crate.

use super::*;
use hornbook_core::ToJson;
use hornbook_data::{Column, Target};
use hornbook_learner::RowSampler;

fn train(text: &str, data: &Dataset, threads: usize) -> Box<dyn Model> {
    learner(text).fit_with(data, &Run::default().seed(5).threads(threads)).unwrap()
}

// proves: 002:R04
#[test]
fn column_order_does_not_sway_the_draws() {
    let table = table(120);
    let turned = Table::new(
        table
            .names()
            .iter()
            .cloned()
            .zip(table.columns().iter().cloned())
            .rev()
            .collect::<Vec<(String, Column)>>(),
    )
    .unwrap();
    let text = "bagging(n_estimators=7,max_features=0.5)";
    let columns = |table: &Table| {
        let model = learner(text).fit_with(&classes(table), &Run::default()).unwrap();
        let bytes = model.to_bytes().unwrap();
        let model = file::from_bytes(model.info().clone(), &bytes).unwrap();
        let names = &model.info.schema.inputs;
        let of = |member: &Member| {
            let columns = member.columns.clone().unwrap();
            let mut names: Vec<String> = columns.iter().map(|&c| names[c as usize].name.clone()).collect();
            names.sort();
            (names, member.model.info().summary.rows)
        };
        model.members.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(columns(&table), columns(&turned));
    assert_eq!(
        RowSampler::of(&classes(&table)).assign_folds(&classes(&table), Some(4), hornbook_core::Seed(1)).1,
        4
    );
}

#[test]
fn all_learn_something() {
    let table = table(300);
    let new = table.take(&(0..100).collect::<Vec<_>>());
    for (text, data) in everyone(&table) {
        let model = train(text, &data, 2);
        match (data.require_target().unwrap().1, model.predict(&table).unwrap().values) {
            (Target::Classes(truth), Predictions::Classes(codes, _)) => {
                let right = codes.iter().zip(truth.codes.iter()).filter(|(a, b)| a == b).count();
                assert!(right > 210, "{text}: {right} of 300");
                let shares = model.probabilities(&new).unwrap();
                assert!(
                    (0..100).all(|row| (shares.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-9),
                    "{text}"
                );
            }
            (Target::Numbers(truth), Predictions::Numbers(values)) => {
                let mean = truth.iter().sum::<f64>() / 300.0;
                let square = |values: &[f64]| {
                    values.iter().zip(truth.iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
                };
                assert!(square(&values) < 0.5 * square(&vec![mean; 300]), "{text}");
            }
            _ => panic!("{text}"),
        }
        let importances = model.inspect().importances();
        assert!(importances.is_none_or(|shares| (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9), "{text}");
        let (features, _) = model.info().schema.features(&new).unwrap();
        let why = model.explain_row(&features, 7).unwrap().to_string();
        assert!(
            why.contains(&format!("is {}", model.predict(&new).unwrap().values.cell_text(7))),
            "{text}: {why}"
        );
        assert!(model.explain_row(&features, 100).is_err());
        assert!(model.explain().sections.len() >= 2);
    }
}

#[test]
fn every_learner_shows_its_working() {
    let table = table(80);
    for (text, data) in everyone(&table) {
        let (model, events) = traced(&*learner(text), &data);
        assert!(!events.is_empty(), "{text}");
        let plain = learner(text).fit_with(&data, &Run::default()).unwrap();
        assert!(plain.to_bytes().unwrap() == model.to_bytes().unwrap(), "{text}: a trace changes the model");
    }
}

/// The one above must see what the ones below say of rows that they do not know.
// proves: 002:R11, 002:R12, 000b:KM73
#[test]
fn stacking_does_not_leak() {
    let kind: Vec<Option<&str>> =
        (0..60u32).map(|i| Some(if i * 7919 % 13 < 6 { "a" } else { "b" })).collect();
    let data = Table::builder().number("x", (0..60).map(f64::from).collect()).category("kind", &kind);
    let data = data.build().unwrap().dataset().target("kind").unwrap();
    for text in ["stacking(estimators=[memory])", "stacking(estimators=[memory],leave_one_out=true)"] {
        let model = learner(text).fit_with(&data, &Run::default()).unwrap();
        // The memory says nothing of new rows, so nothing can be learned from what it says.
        let shares = model.probabilities(data.table()).unwrap();
        assert!((1..60).all(|row| shares.row(row) == shares.row(0)), "{text}");
    }
    // With copies of every row that are dealt apart it would know them all.
    let twice = data.select((0..60).chain(0..60).collect());
    let model = learner("stacking(estimators=[memory])").fit_with(&twice, &Run::default()).unwrap();
    let shares = model.probabilities(data.table()).unwrap();
    assert!((1..60).all(|row| shares.row(row) == shares.row(0)));
    // Learned weights are from held-out rows: a memory is worth no more than a guess there.
    let voting = learner("voting(estimators=[memory,decision-tree],learn_weights=true)");
    let easy: Vec<Option<&str>> = (0..60).map(|i| Some(if i < 30 { "a" } else { "b" })).collect();
    let easy = Table::builder().number("x", (0..60).map(f64::from).collect()).category("kind", &easy);
    let (_, events) = traced(&*voting, &easy.build().unwrap().dataset().target("kind").unwrap());
    assert!(
        events[0]["value"].as_f64().unwrap() < 0.4 && events[1]["value"].as_f64().unwrap() > 0.6,
        "{events:?}"
    );
}

// proves: 002:R18, 002:R19
#[test]
fn members_and_stability() {
    use crate::reports::{Diversity, stability};
    let table = table(300);
    let data = classes(&table);
    let model = Bagging::default().n_estimators(9).fit(&data).unwrap();
    let report = Diversity::of_model(&model, &table).unwrap();
    assert_eq!((report.accuracies.len(), report.pairs.len()), (9, 36));
    assert!(report.accuracies.iter().all(|&a| a > report.chance && a <= report.majority + 0.1));
    assert!(report.to_string().contains("error correlation"));
    assert_eq!(report.to_json()["pairs"].as_array().unwrap().len(), 36);
    assert!(report.pairs.iter().all(|p| p.kappa <= 1.0 && p.kappa > 0.0));
    let codes = OneVsRest::default().fit(&data).unwrap();
    assert!(Diversity::of_model(&codes, &table).unwrap_err().to_string().contains("no base learners"));
    let stack = Stacking::default().fit(&data).unwrap();
    assert_eq!(Diversity::of_model(&stack, &table).unwrap().accuracies.len(), 3);
    let change = |text: &str, data: &Dataset| {
        stability(&*learner(text), data, 6, 0.1, &Run::default()).unwrap().change
    };
    assert_eq!(change("baseline", &data), 0.0);
    let (deep, bagged) = (change("decision-tree", &data), change("bagging(n_estimators=30)", &data));
    assert!(deep > 0.0 && bagged < deep, "{deep} {bagged}");
    assert!(change("decision-tree", &numbers(&table)) > change("baseline", &numbers(&table)));
    assert!(stability(&Baseline::default(), &data, 1, 0.1, &Run::default()).is_err());
}

/// What is divided among the columns is what the ensemble says, where it is a mean of its members.
#[test]
fn contributions_of_means_add_up() {
    let table = table(120);
    let rows: Vec<u32> = (0..30).collect();
    let mut known = 0;
    for (text, data) in everyone(&table) {
        let model = train(text, &data, 2);
        let (few, _) = model.info().schema.features(&table.take(&rows)).unwrap();
        let (background, _) = model.info().schema.features(&table.take(&rows[..5])).unwrap();
        for background in [None, Some(&background)] {
            let Some(found) =
                model.predictor().unwrap().shap_values(&few, background, &Run::default()).unwrap()
            else {
                continue;
            };
            known += 1;
            let said = match model.predictor().unwrap().raw_predictions(&few).unwrap() {
                Predictions::Numbers(values) => values,
                Predictions::Classes(..) => {
                    model.predictor().unwrap().raw_probabilities(&few).unwrap().into_values()
                }
            };
            for (at, said) in said.iter().enumerate() {
                let (row, output) = (at / found.outputs(), at % found.outputs());
                let moved: f64 = (0..found.columns()).map(|column| found.value(row, column, output)).sum();
                let apart = (found.base()[output] + moved - said).abs();
                assert!(apart < 1e-10 * said.abs().max(1.0), "{text}: {apart}");
            }
        }
    }
    assert!(known >= 4, "{known}");
}

#[test]
fn only_means_of_what_can_be_divided_have_contributions() {
    let table = table(80);
    for (text, some) in [
        ("bagging(n_estimators=4,max_features=0.5)", true),
        ("bagging(n_estimators=2,estimator=bagging(n_estimators=2))", true),
        ("voting(voting=soft,weights=[1,0,2])", true),
        ("voting(voting=hard)", false),
        ("ada-boost(n_estimators=4)", false),
        ("bagging(estimator=baseline)", false),
        // Boosting divides log odds, whose mean is not the mean of probabilities.
        ("bagging(n_estimators=2,estimator=gradient-boosting(max_iter=3))", false),
    ] {
        let model = train(text, &classes(&table), 1);
        let (rows, _) = model.info().schema.features(&table).unwrap();
        assert_eq!(
            model.predictor().unwrap().shap_values(&rows, None, &Run::default()).unwrap().is_some(),
            some,
            "{text}"
        );
    }
}
