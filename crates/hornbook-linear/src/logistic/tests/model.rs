//! What a model for classes says, keeps and shows.

use super::*;
use crate::ResponseType;
use crate::testing::LinearTraceRecorder;
use hornbook_core::{CancelToken, Run};
use hornbook_learner::{Inspect, LoadModel, Model, ModelInfo, Predictor};
use std::sync::Arc;

fn two_kinds() -> LinearModel {
    free().fit(&of_cars("am", &["hp", "wt"])).unwrap()
}

fn three_kinds() -> LinearModel {
    LogisticRegression::default().fit(&data(&some_table(300, 3, 1))).unwrap()
}

#[test]
fn the_table_in_words() {
    let said = two_kinds().explain();
    let text = said.to_string();
    for line in [
        "log odds of '1' against '0'",
        "feature      coefficient  std. error       z        p              95 % CI",
        "(intercept)        18.87       7.444   2.535   0.0113       4.277 to 33.46",
        "null deviance 43.23 on 31 degrees of freedom",
        "residual deviance 10.06 on 29 degrees of freedom",
        "AIC 16.06",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let json = said.to_json();
    assert!((json["coefficients"]["coefficients"][2]["z"].as_f64().unwrap() + 2.634_19).abs() < 1e-5);
    assert!((json["fit"]["aic"].as_f64().unwrap() - 16.059_11).abs() < 1e-5);
    let priced = three_kinds().explain().to_string();
    assert!(priced.contains("score of 'u'") && !priced.contains("std. error"), "{priced}");
}

#[test]
fn what_moved_one_row_adds_up() {
    for (model, table, score) in [
        (two_kinds(), cars(), "log odds of '1' against '0'"),
        (three_kinds(), some_table(300, 3, 1), "score of 'v'"),
    ] {
        let rows = model.info().schema.features(&table).unwrap().0;
        let said = model.explain_row(&rows, 2).unwrap();
        assert!(said.to_string().contains(score) && said.to_string().contains("Probabilities"), "{said}");
        let found = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
        let probabilities = model.raw_probabilities(&rows).unwrap();
        for row in 0..rows.rows() {
            let sums: Vec<f64> = (0..found.outputs())
                .map(|k| found.base()[k] + (0..rows.width()).map(|j| found.value(row, j, k)).sum::<f64>())
                .collect();
            let exponentials: Vec<f64> = match model.response() {
                ResponseType::Logistic { .. } => vec![1.0, sums[0].exp()],
                _ => sums.iter().map(|sum| sum.exp()).collect(),
            };
            let total: f64 = exponentials.iter().sum();
            let expected: Vec<f64> = exponentials.iter().map(|e| e / total).collect();
            close(probabilities.row(row), &expected, 1e-12);
        }
        let importances = model.importances().unwrap();
        assert!((importances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_level_that_training_has_not_seen_counts_as_the_mean() {
    let model = three_kinds();
    let table = Table::builder().number("a", vec![5.0]).number("b", vec![1000.5]);
    let table = table.category("kind", &[Some("new")]).build().unwrap();
    let prediction = model.predict(&table).unwrap();
    assert!(prediction.warnings[0].contains("unseen value"));
    let found = model
        .shap_values(&model.info().schema.features(&table).unwrap().0, None, &Run::default())
        .unwrap()
        .unwrap();
    assert!((0..3).all(|output| found.value(0, 2, output).abs() < 1e-12));
    let missing = Table::builder().number("a", vec![f64::NAN]).number("b", vec![1.0]);
    let missing = missing.category("kind", &[Some("r")]).build().unwrap();
    assert!(
        model.predict(&missing).unwrap_err().to_string().contains("column 'a' is missing (NaN) in row 1")
    );
}

fn read(info: &ModelInfo, bytes: &[u8]) -> hornbook_core::Result<LinearModel> {
    LinearModel::from_bytes(info.clone(), bytes)
}

#[test]
fn files_that_do_not_fit_their_target_are_refused() {
    for model in [two_kinds(), three_kinds()] {
        let (info, bytes) = (model.info().clone(), model.to_bytes().unwrap());
        // What sums stand for must fit the task, and a model for classes must say it.
        let mut of_numbers = info.clone();
        of_numbers.schema.target.task = hornbook_core::Task::Regression;
        assert!(read(&of_numbers, &bytes).unwrap_err().to_string().contains("does not fit its target"));
        let mut fewer = info.clone();
        fewer.schema.target.classes = fewer.schema.target.classes[..1].to_vec().into();
        assert!(read(&fewer, &bytes).unwrap_err().to_string().contains("does not fit its target"));
    }
    let numbers = Table::builder().number("x", vec![1.0, 2.0, 4.0]).number("y", vec![1.0, 2.0, 3.0]);
    let numbers = numbers.build().unwrap();
    let model = crate::LinearRegression::default().fit(&numbers.dataset().target("y").unwrap()).unwrap();
    let bytes = model.to_bytes().unwrap();
    assert_eq!(read(model.info(), &bytes).unwrap().weights(), model.weights());
    let mut for_classes = model.info().clone();
    for_classes.schema.target.task = hornbook_core::Task::Classification;
    assert!(read(&for_classes, &bytes).unwrap_err().to_string().contains("what its sums stand for"));
}

#[test]
fn the_trace_goes_down_to_the_model() {
    let notes = Arc::new(LinearTraceRecorder::default());
    let model =
        free().fit_with(&of_cars("am", &["hp", "wt"]), &Run::default().observer(notes.clone())).unwrap();
    let events = notes.events();
    assert_eq!(events.len() as u64, model.likelihood_fit().unwrap().steps + 1);
    assert!(events[0].0.starts_with("iteration 0: loss 0.6755, gradient "), "{}", events[0].0);
    let losses: Vec<f64> = events.iter().map(|(_, json)| json["loss"].as_f64().unwrap()).collect();
    assert!(losses.windows(2).all(|pair| pair[1] <= pair[0] + 1e-15));
    let last = &events.last().unwrap().1;
    assert_eq!(last["weights"][1], model.weights().at(0, 1));
    assert_eq!(last["intercepts"][0], model.intercepts()[0]);
    assert!(last["gradient_norm"].as_f64().unwrap() <= 1e-6);
    close(&[losses[losses.len() - 1] * 64.0], &[model.likelihood_fit().unwrap().deviance], 1e-12);
}

#[test]
fn whoever_watches_can_stop_or_cancel() {
    let data = of_cars("am", &["hp", "wt"]);
    let run = Run::default()
        .observer(Arc::new(LinearTraceRecorder { enough: Some(2), ..LinearTraceRecorder::default() }));
    let model = free().fit_with(&data, &run).unwrap();
    assert!(!model.info().summary.converged && model.likelihood_fit().unwrap().steps == 2);
    assert!(model.info().summary.warnings[0].contains("stopped after 2 iterations"));
    let token = CancelToken::default();
    let notes = LinearTraceRecorder { cancel: Some(token.clone()), ..LinearTraceRecorder::default() };
    let run = Run::default().canceled_by(token).observer(Arc::new(notes));
    assert!(matches!(free().fit_with(&data, &run), Err(hornbook_core::Error::Canceled)));
}
