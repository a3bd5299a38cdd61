//! Binomial regression against R, and against itself.

use super::*;
use crate::testing::{
    LinearTraceRecorder, close, data, gate, learned, list, some_table, table_from, weighted,
};
use crate::{Coefficient, LinearModel, LogisticRegression, WeightPenalty};
use hornbook_core::Run;
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, Model, Predictor};
use serde_json::Value;
use std::sync::Arc;

const LINKS: [ClassLinkChoice; 4] =
    [ClassLinkChoice::Logit, ClassLinkChoice::Probit, ClassLinkChoice::Cloglog, ClassLinkChoice::Cauchit];

fn of(link: ClassLinkChoice) -> BinomialRegression {
    BinomialRegression::default().link(link)
}

fn link_named(name: &str) -> ClassLinkChoice {
    match name {
        "logit" => ClassLinkChoice::Logit,
        "probit" => ClassLinkChoice::Probit,
        "cloglog" => ClassLinkChoice::Cloglog,
        "cauchit" => ClassLinkChoice::Cauchit,
        other => panic!("{other}"),
    }
}

#[test]
fn the_tables_of_r() {
    let all: Value = serde_json::from_str(include_str!("../../tests/reference/binomial_r.json")).unwrap();
    let fits = all.as_array().unwrap();
    assert_eq!(fits.len(), 15);
    for fit in fits {
        let columns: Vec<&str> =
            fit["columns"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
        let inputs = table_from(&fit["data"], &columns, &fit["levels"]);
        let classes: Vec<Option<&str>> =
            fit["classes"].as_array().unwrap().iter().map(Value::as_str).collect();
        let mut builder = Table::builder();
        for (name, column) in inputs.names().iter().zip(inputs.columns()) {
            builder = builder.column(name, column.clone());
        }
        let mut data = builder.category("y", &classes).build().unwrap().dataset().target("y").unwrap();
        if let Some(offset) = fit["offset"].as_str() {
            data = data.offset(offset).unwrap();
        }
        let name = format!("{} {} {}", fit["link"], fit["intercept"], fit["offset"]);
        let learner = of(link_named(fit["link"].as_str().unwrap())).tol(1e-18);
        let model = learner.fit_intercept(fit["intercept"].as_bool().unwrap()).fit(&data).unwrap();
        assert!(model.info().summary.converged, "{name}");
        let coefficients = model.coefficients(0);
        let pick = |of: fn(&Coefficient) -> f64| coefficients.iter().map(of).collect::<Vec<f64>>();
        close(&pick(|one| one.estimate), &list(&fit["weights"]), 1e-7);
        close(&pick(|one| one.error.unwrap()), &list(&fit["errors"]), 1e-6);
        close(&pick(|one| one.statistic.unwrap()), &list(&fit["statistics"]), 1e-6);
        close(&pick(|one| one.p_value.unwrap()), &list(&fit["p_values"]), 1e-6);
        let known = model.likelihood_fit().unwrap();
        let ours = [known.null_deviance, known.deviance, known.degrees().unwrap(), known.aic().unwrap()];
        let theirs = ["null_deviance", "deviance", "degrees", "aic"].map(|key| fit[key].as_f64().unwrap());
        close(&ours, &theirs, 1e-9);
        let place = model.info().schema.target.classes.iter().position(|class| class == "yes").unwrap();
        let probabilities = model.raw_probabilities(&data.row_features()).unwrap();
        close(&probabilities.column(place), &list(&fit["probabilities"]), 1e-7);
    }
}

#[test]
fn logit_is_logistic_regression() {
    let data = weighted(&some_table(300, 2, 5));
    let plain = LogisticRegression::default().penalty(WeightPenalty::None).tol(1e-12).fit(&data).unwrap();
    let ours = of(ClassLinkChoice::Logit).fit(&data).unwrap();
    close(&learned(&ours), &learned(&plain), 1e-6);
    let errors = |model: &LinearModel| -> Vec<f64> {
        model.coefficients(0).iter().map(|one| one.error.unwrap()).collect()
    };
    close(&errors(&ours), &errors(&plain), 1e-6);
    // The penalty is that of a mean, and logistic regression has it beside a sum.
    let price = 0.05;
    let total: f64 = data.row_weights().iter().sum();
    let priced = LogisticRegression::default().C(1.0 / (price * total)).tol(1e-12).fit(&data).unwrap();
    close(&learned(&of(ClassLinkChoice::Logit).alpha(price).fit(&data).unwrap()), &learned(&priced), 1e-6);
}

#[test]
fn separable_classes_are_said_and_finite() {
    for link in LINKS {
        let apart = gate(&[&[1.0], &[2.0], &[3.0], &[4.0]], &[false, false, true, true]);
        let model = of(link).fit(&apart).unwrap();
        let summary = &model.info().summary;
        assert!(
            !summary.converged && summary.warnings[0].contains("complete separation"),
            "{link:?}: {summary:?}"
        );
        assert!(
            learned(&model).iter().all(|x| x.is_finite() && x.abs() < 1e6),
            "{link:?}: {:?}",
            learned(&model)
        );
        assert!(model.likelihood_fit().unwrap().is_separated && model.coefficients(0)[1].error.is_none());
        let found = model.raw_probabilities(&apart.row_features()).unwrap();
        assert!((0..4).all(|row| found.at(row, usize::from(row > 1)) > 0.9), "{link:?}: {found:?}");
        // A penalty has a best point.
        let priced = of(link).alpha(0.1).fit(&apart).unwrap();
        assert!(priced.info().summary.converged && priced.info().summary.warnings.is_empty(), "{link:?}");
    }
    // Only one column's rows are settled.
    let some = gate(
        &[&[0.0, 0.0], &[0.0, 1.0], &[0.0, 2.0], &[0.0, 3.0], &[1.0, 0.5], &[1.0, 2.0]],
        &[false, true, false, true, true, true],
    );
    let model = of(ClassLinkChoice::Probit).fit(&some).unwrap();
    assert!(
        model.info().summary.warnings[0].contains("quasi-complete separation"),
        "{:?}",
        model.info().summary
    );
    assert!(learned(&model).iter().all(|x| x.is_finite()));
}

#[test]
fn odd_tables() {
    let learner = BinomialRegression::default();
    let said = |data: Dataset| learner.fit(&data).unwrap_err().to_string();
    assert!(
        said(data(&some_table(60, 3, 1))).contains("has 3 classes, and the learner 'binomial-regression'")
    );
    let one = learner.fit(&gate(&[&[1.0], &[2.0]], &[true, true])).unwrap();
    assert!(one.info().summary.warnings[0].contains("only"), "{:?}", one.info().summary.warnings);
    let constant = learner.fit(&gate(&[&[7.0], &[7.0], &[7.0]], &[true, true, false])).unwrap();
    assert!(constant.info().summary.converged);
    close(&learned(&constant), &[0.430_727_299_295, 0.0], 1e-9);
}

#[test]
fn an_offset_moves_every_prediction() {
    let table = some_table(200, 2, 9);
    let plain = weighted(&table);
    let data = plain.clone().offset("a").unwrap();
    let model = of(ClassLinkChoice::Cloglog).fit(&data).unwrap();
    assert_eq!((model.weights().at(0, 0), model.offset_column()), (1.0, Some(0)));
    assert!(model.coefficients(0).iter().all(|one| one.name != "a"));
    assert!(model.explain().to_string().contains("plus the offset 'a'"));
    let without = Table::builder().number("b", vec![1.0]).category("kind", &[Some("r")]).build().unwrap();
    let said = model.predict(&without).unwrap_err().to_string();
    assert!(said.contains("needs its offset 'a' in every row"), "{said}");
    let said = LogisticRegression::default().fit(&data).unwrap_err().to_string();
    assert!(said.contains("'logistic-regression' takes no offset, and 'a' is one"), "{said}");
}

#[test]
fn the_trace_goes_down() {
    let notes = Arc::new(LinearTraceRecorder::default());
    let data = data(&some_table(120, 2, 2));
    let model =
        BinomialRegression::default().fit_with(&data, &Run::default().observer(notes.clone())).unwrap();
    let deviances: Vec<f64> =
        notes.events().iter().map(|(_, event)| event["deviance"].as_f64().unwrap()).collect();
    assert!(deviances.len() > 3 && deviances.is_sorted_by(|a, b| a >= b), "{deviances:?}");
    assert_eq!(deviances.last(), Some(&model.likelihood_fit().unwrap().deviance));
}
