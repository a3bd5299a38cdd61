//! Odd tables, files and explanations.

use super::*;
use crate::{LinearRejectReason, RejectDecision, ResponseType};
use hornbook_learner::{Inspect, Predictor};

#[test]
fn constant_columns_do_no_harm() {
    let data = gate(&[&[1.0, 7.0], &[2.0, 7.0], &[3.0, 7.0]], &[false, false, true]);
    let model = Perceptron::default().max_iter(10_000).fit(&data).unwrap();
    assert!(model.margin_fit().unwrap().is_separated());
    assert_eq!(model.importances().unwrap(), [1.0, 0.0]);
    let same = gate(&[&[7.0], &[7.0]], &[false, true]);
    let model = Perceptron::default().max_iter(10).fit(&same).unwrap();
    assert_eq!(model.margin_fit().unwrap().wrong, 0.5);
}

#[test]
fn a_rate_that_leads_beyond_numbers_is_said() {
    let data = gate(&[&[1e149], &[2e149], &[3e149]], &[false, true, false]);
    let model = Perceptron::default().eta0(1e158).max_iter(50).fit(&data).unwrap();
    assert!(learned(&model).iter().all(|w| w.is_finite()));
    assert!(!model.info().summary.converged);
    assert!(model.info().summary.warnings[0].contains("the weights diverged"), "{:?}", model.info().summary);
}

#[test]
fn no_progress_ends_the_search_if_asked() {
    let data = crate::testing::boolean(0.0, |a, b| a != b);
    let model = Perceptron::default().tol(Some(1e-3)).fit(&data).unwrap();
    let fit = model.margin_fit().unwrap();
    assert!(fit.rounds < 50 && model.info().summary.converged, "{fit:?}");
    assert_eq!(fit.curve.len() as u64, fit.rounds);
}

#[test]
fn a_margin_asks_for_more() {
    let data = whole_iris();
    let plain = Perceptron::default().max_iter(5000).fit(&data).unwrap();
    let wide = Perceptron::default().max_iter(5000).margin(20.0).fit(&data).unwrap();
    assert!(plain.margin_fit().unwrap().is_separated() && wide.margin_fit().unwrap().is_separated());
    let sums = wide.decisions(&data.row_features()).unwrap();
    assert!(sums.values().iter().all(|sum| sum.abs() > 20.0));
}

/// The two kinds of iris that a hyperplane parts.
fn whole_iris() -> hornbook_data::Dataset {
    let table = iris();
    let target = table.names().last().unwrap().to_string();
    table.dataset().target(&target).unwrap().select((0..100).collect())
}

#[test]
fn what_it_says() {
    let data = crate::testing::boolean(0.0, |a, b| a && b);
    let model = Perceptron::default().shuffle(false).fit(&data).unwrap();
    let text = model.explain().to_string();
    for part in
        ["score of '2:+' against '1:-'", "every row is classified correctly", "a perceptron makes at most"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let rows = data.row_features();
    let said = model.explain_row(&rows, 3).unwrap().to_string();
    assert!(said.contains("'2:+' is predicted") && said.contains("not rejected"), "{said}");
    assert_eq!(model.raw_probabilities(&rows).unwrap().row(3), [0.0, 1.0]);
    assert_eq!(model.response(), &ResponseType::Sign { classes: [0, 1], zero_is_second: false });
    assert_eq!(model.reject_decisions(&rows).unwrap()[3], RejectDecision::Class(1));
    // On the plane nobody claims a row.
    let plane = Table::builder().number("x1", vec![0.0]).number("x2", vec![2.0]).build().unwrap();
    let rows = model.info().schema.features(&plane).unwrap().0;
    assert_eq!(model.reject_decisions(&rows).unwrap(), [RejectDecision::Reject(LinearRejectReason::Nobody)]);
}
