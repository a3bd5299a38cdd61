//! The numbers of statsmodels and scikit-learn.

use super::*;
use hornbook_learner::Model;
use serde_json::Value;

fn reference(name: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../../../tests/reference/logistic.json")).unwrap();
    all[name].clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(values) => values.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().unwrap()],
    }
}

/// Compares the whole table of `summary(glm)`.
fn same_table(model: &LinearModel, name: &str) {
    let (fit, expected) = (model.likelihood_fit().unwrap(), reference(name));
    let rows = expected["table"].as_array().unwrap();
    let coefficients = model.coefficients(0);
    assert_eq!(coefficients.len(), rows.len());
    for (found, row) in coefficients.iter().zip(rows) {
        let (low, high) = found.interval.unwrap();
        let found = [found.estimate, found.error.unwrap(), found.statistic.unwrap(), found.p_value.unwrap()];
        close(&[&found[..], &[low, high]].concat(), &numbers(row), 1e-6);
    }
    close(&[fit.deviance], &numbers(&expected["deviance"]), 1e-9);
    close(&[fit.degrees().unwrap()], &numbers(&expected["degrees"]), 0.0);
    close(&[fit.aic().unwrap()], &numbers(&expected["aic"]), 1e-9);
    if fit.intercept {
        close(&[fit.null_deviance], &numbers(&expected["null_deviance"]), 1e-9);
    }
    assert!(model.info().summary.converged && model.info().summary.warnings.is_empty());
}

#[test]
fn the_table_of_a_generalized_linear_model() {
    let tight = free().tol(1e-12);
    let cars_by_power = of_cars("am", &["hp", "wt"]);
    same_table(&tight.fit(&cars_by_power).unwrap(), "cars");
    let weights = (0..32).map(|i| 1.0 + f64::from(i % 3)).collect();
    same_table(&tight.fit(&cars_by_power.clone().with_weights(weights).unwrap()).unwrap(), "cars_weighted");
    let through_origin = tight.clone().fit_intercept(false).fit(&cars_by_power).unwrap();
    same_table(&through_origin, "cars_origin");
    // Without columns and constant, both classes are as likely.
    close(&[through_origin.likelihood_fit().unwrap().null_deviance], &[64.0 * 2f64.ln()], 1e-12);

    let two: Vec<u32> = (50..150).collect();
    let iris = iris().take(&two);
    let model = tight.fit(&iris.dataset().target("species").unwrap()).unwrap();
    same_table(&model, "iris");
}

#[test]
fn a_category_is_compared_with_its_first_level() {
    let cars = cars();
    let gears: Vec<Option<String>> =
        column(&cars, "gear").iter().map(|gears| Some(gears.to_string())).collect();
    let table = Table::builder()
        .column("mpg", cars.column("mpg").unwrap().clone())
        .category("gear", &gears)
        .column("vs", cars.column("vs").unwrap().clone())
        .build()
        .unwrap();
    let data = table.dataset().target("vs").unwrap().classify().unwrap();
    let model = free().tol(1e-12).fit(&data).unwrap();
    assert_eq!(model.coefficients(0)[2].name, "gear=4");
    same_table(&model, "gears");
}

#[test]
fn more_classes_without_a_penalty() {
    let model = free().tol(1e-12).fit(&of_cars("gear", &["mpg", "hp"])).unwrap();
    let expected = reference("multinomial");
    close(&learned(&model), &numbers(&expected["weights"]), 1e-7);
    let errors: Vec<f64> =
        (0..3).flat_map(|class| model.coefficients(class)).map(|one| one.error.unwrap()).collect();
    close(&errors, &numbers(&expected["errors"]), 1e-6);
    let fit = model.likelihood_fit().unwrap();
    close(&[fit.deviance], &numbers(&expected["deviance"]), 1e-9);
    assert_eq!(fit.effective_dof, Some(6.0));
}

fn column(table: &Table, name: &str) -> Vec<f64> {
    hornbook_encoding::encoded_features(&table.dataset().only(&[name]).unwrap()).unwrap().into_values()
}

/// Compares weights and constants.
fn same_weights(model: &LinearModel, name: &str) {
    assert!(model.info().summary.converged, "{name}");
    let expected = reference(name);
    close(model.weights().values(), &numbers(&expected["weights"]), 1e-6);
    close(model.intercepts(), &numbers(&expected["intercepts"]), 1e-6);
}

const CAR_COLUMNS: [&str; 7] = ["mpg", "cyl", "disp", "hp", "drat", "wt", "qsec"];

/// The columns of the cars in units of their standard deviation, as scikit-learn would have them.
fn scaled_cars() -> Dataset {
    let cars = cars();
    let mut builder = Table::builder();
    for name in CAR_COLUMNS {
        let values = column(&cars, name);
        let mean = values.iter().sum::<f64>() / 32.0;
        let deviation = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 32.0).sqrt();
        builder = builder.number(name, values.iter().map(|x| (x - mean) / deviation).collect());
    }
    let table = builder.column("vs", cars.column("vs").unwrap().clone()).build().unwrap();
    table.dataset().target("vs").unwrap().classify().unwrap()
}

#[test]
fn prices_of_squares() {
    let tight = LogisticRegression::default().tol(1e-12);
    let data = of_cars("vs", &CAR_COLUMNS);
    let weights: Vec<f64> = (0..32).map(|i| 0.5 + f64::from(i % 4)).collect();
    same_weights(&tight.fit(&data).unwrap(), "l2");
    same_weights(&tight.clone().C(100.0).fit(&data).unwrap(), "l2_cheap");
    same_weights(&tight.clone().C(0.3).fit(&data.with_weights(weights).unwrap()).unwrap(), "l2_weighted");
    same_weights(&tight.fit_intercept(false).fit(&scaled_cars()).unwrap(), "l2_origin");
}

#[test]
fn prices_of_sizes() {
    let weights: Vec<f64> = (0..32).map(|i| 0.5 + f64::from(i % 4)).collect();
    let tight = LogisticRegression::default().tol(1e-12);
    let lasso = tight.clone().penalty(WeightPenalty::L1).C(0.5).fit(&scaled_cars()).unwrap();
    same_weights(&lasso, "l1");
    assert_eq!(lasso.weights().values().iter().filter(|&&w| w == 0.0).count(), 4);
    let mixed = tight.penalty(WeightPenalty::Elasticnet).l1_ratio(0.3).C(0.4);
    same_weights(&mixed.fit(&scaled_cars().with_weights(weights).unwrap()).unwrap(), "elasticnet");
}

#[test]
fn more_classes_with_prices() {
    let (iris, tight) = (iris(), LogisticRegression::default().tol(1e-12));
    let data = iris.dataset().target("species").unwrap();
    let weights = (0..150).map(|i| 0.5 + f64::from(i % 4)).collect();
    same_weights(&tight.fit(&data).unwrap(), "softmax");
    let weighted = data.clone().with_weights(weights).unwrap();
    same_weights(&tight.clone().C(10.0).fit(&weighted).unwrap(), "softmax_weighted");
    same_weights(&tight.clone().penalty(WeightPenalty::L1).C(0.5).fit(&data).unwrap(), "softmax_l1");
    let mixed = tight.penalty(WeightPenalty::Elasticnet).l1_ratio(0.5);
    same_weights(&mixed.fit(&data).unwrap(), "softmax_elasticnet");
}
