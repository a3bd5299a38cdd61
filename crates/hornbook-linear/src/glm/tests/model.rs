//! What a model of means says, keeps and shows.

use super::*;
use crate::testing::{LinearTraceRecorder, check_file, table_of};
use crate::{Link, ResponseType};
use hornbook_core::{CancelToken, Run};
use hornbook_learner::{Inspect, Model, Predictor};
use std::sync::Arc;

fn cars(target: &str) -> Dataset {
    let table = table_of(include_str!("../../../../../data/mtcars.csv"));
    table.dataset().target(target).unwrap().only(&["hp", "wt"]).unwrap()
}

#[test]
fn the_table_in_words() {
    let said = PoissonRegression::default().fit(&cars("carb")).unwrap().explain();
    let text = said.to_string();
    for line in [
        "log of the mean of 'carb'",
        "feature      coefficient  std. error",
        "null deviance 27.04 on 31 degrees of freedom",
        "residual deviance",
        "dispersion taken to be 1",
        "AIC",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(
        said.to_json()["coefficients"]["coefficients"][1]["z"].is_f64() && !text.contains("overdispersion")
    );
    let gamma = GammaRegression::default().fit(&cars("mpg")).unwrap().explain();
    assert!(gamma.to_string().contains("dispersion estimated as 0.01"), "{gamma}");
    assert!(gamma.to_json()["coefficients"]["coefficients"][1]["t"].is_f64());
    let priced = PoissonRegression::default().alpha(1.0).fit(&cars("carb")).unwrap().explain().to_string();
    assert!(!priced.contains("std. error") && !priced.contains("AIC"), "{priced}");
}

#[test]
fn counts_that_vary_too_much_are_pointed_out() {
    let model = PoissonRegression::default().fit(&cars("disp")).unwrap();
    let ratio = model.glm_fit().unwrap().over_dispersion().unwrap();
    assert!(ratio > 2.0);
    let text = model.explain().to_string();
    assert!(text.contains("times the Poisson variance") && text.contains("times too small"), "{text}");
}

#[test]
fn a_row_on_the_scale_of_the_link_and_then_its_mean() {
    let data = cars("mpg");
    for link in [LinkChoice::Log, LinkChoice::Inverse, LinkChoice::Identity] {
        let model = GeneralizedLinear::default().family(Family::Gamma).link(link).fit(&data).unwrap();
        let ResponseType::Mean { link } = *model.response() else { panic!("{:?}", model.response()) };
        let rows = data.row_features();
        let found = model.shap_values(&rows, None, &Run::default()).unwrap().unwrap();
        for (row, mean) in numbers(&model, &data).into_iter().enumerate() {
            let sum = found.base()[0] + (0..2).map(|input| found.value(row, input, 0)).sum::<f64>();
            close(&[link.mean(sum)], &[mean], 1e-12);
        }
        let said = model.explain_row(&rows, 2).unwrap();
        assert!(said.to_string().contains("mean of 'mpg': base value"), "{said}");
        assert!(said.to_string().contains("the mean is "), "{said}");
        close(&[said.to_json()["mean"].as_f64().unwrap()], &[numbers(&model, &data)[2]], 1e-12);
        let importances = model.importances().unwrap();
        assert!((importances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn the_trace_goes_down_to_the_model() {
    let notes = Arc::new(LinearTraceRecorder::default());
    let run = Run::default().observer(notes.clone());
    let model = PoissonRegression::default().fit_with(&cars("carb"), &run).unwrap();
    let events = notes.events();
    let known = model.glm_fit().unwrap();
    assert_eq!(events.len() as u64, known.steps + 1);
    assert_eq!(events[0].0, "iteration 0: deviance 27.04");
    assert!(events[1].0.contains("largest change"));
    let deviances: Vec<f64> = events.iter().map(|(_, json)| json["deviance"].as_f64().unwrap()).collect();
    assert!(deviances.windows(2).all(|pair| pair[1] <= pair[0] + 1e-13));
    assert_eq!(*deviances.last().unwrap(), known.deviance);
    assert_eq!(events.last().unwrap().1["weights"][1], model.weights().at(0, 1));
}

#[test]
fn whoever_watches_can_stop_or_cancel() {
    let run = Run::default()
        .observer(Arc::new(LinearTraceRecorder { enough: Some(1), ..LinearTraceRecorder::default() }));
    let model = PoissonRegression::default().fit_with(&cars("carb"), &run).unwrap();
    assert!(!model.info().summary.converged);
    assert!(model.info().summary.warnings[0].contains("stopped after 1 iterations"));
    assert!(model.coefficients(0).iter().all(|one| one.error.is_none()));
    let token = CancelToken::default();
    let notes = LinearTraceRecorder { cancel: Some(token.clone()), ..LinearTraceRecorder::default() };
    let run = Run::default().canceled_by(token).observer(Arc::new(notes));
    let canceled = PoissonRegression::default().fit_with(&cars("carb"), &run);
    assert!(matches!(canceled, Err(hornbook_core::Error::Canceled)));
}

#[test]
fn a_sum_without_a_mean_is_an_error() {
    let learner = GeneralizedLinear::default().family(Family::Gamma).link(LinkChoice::Inverse);
    let model = learner.fit(&cars("mpg")).unwrap();
    assert_eq!(model.response(), &ResponseType::Mean { link: Link::Inverse });
    let far = Table::builder().number("hp", vec![100.0, -1e6]).number("wt", vec![2.0, 2.0]).build().unwrap();
    let error = model.predict(&far).unwrap_err().to_string();
    assert!(
        error.contains("linear predictor of row 2 is") && error.contains("has no mean for it"),
        "{error}"
    );
    let model = PoissonRegression::default().fit(&cars("carb")).unwrap();
    let far = Table::builder().number("hp", vec![1e9]).number("wt", vec![2.0]).build().unwrap();
    assert!(model.predict(&far).unwrap_err().to_string().contains("has no mean for it"));
}

#[test]
fn an_offset_is_part_of_the_model_and_its_file() {
    let table = some_table(80, 3);
    let data = weighted(&table, "count").offset("a").unwrap();
    let model = PoissonRegression::default().fit(&data).unwrap();
    assert_eq!((model.weights().at(0, 0), model.offset_column()), (1.0, Some(0)));
    let text = model.explain().to_string();
    assert!(text.contains("plus the offset 'a'"), "{text}");
    // Whatever the offset is moved by, the constant takes back.
    let a =
        hornbook_encoding::encoded_features(&table.dataset().only(&["a"]).unwrap()).unwrap().into_values();
    let mut builder = Table::builder().number("a", a.iter().map(|x| x + 5.0).collect::<Vec<f64>>());
    for (name, column) in table.names().iter().zip(table.columns()).skip(1) {
        builder = builder.column(name, column.clone());
    }
    let moved = weighted(&builder.build().unwrap(), "count").offset("a").unwrap();
    let other = PoissonRegression::default().fit(&moved).unwrap();
    close(&[other.intercepts()[0] + 5.0], model.intercepts(), 1e-7);
    close(other.weights().row(0), model.weights().row(0), 1e-7);
    check_file(&model, &data);
    let without = Table::builder().number("b", vec![1e4]).category("kind", &[Some("r")]).build().unwrap();
    let said = model.predict(&without).unwrap_err().to_string();
    assert!(said.contains("the model needs its offset 'a' in every row, and the table lacks it"), "{said}");
}

#[test]
fn who_takes_no_offset_says_so() {
    let data = weighted(&some_table(20, 3), "count").offset("a").unwrap();
    let said = crate::LinearRegression::default().fit(&data).unwrap_err().to_string();
    assert!(said.contains("the learner 'linear-regression' takes no offset, and 'a' is one"), "{said}");
}
