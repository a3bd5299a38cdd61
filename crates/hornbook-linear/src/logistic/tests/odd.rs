//! Rows that are not as one would wish.

use super::*;
use hornbook_learner::{Model, Predictor};

fn two_columns(a: Vec<f64>, b: Vec<f64>, y: &[&str]) -> Dataset {
    let y: Vec<Option<&str>> = y.iter().map(|&y| Some(y)).collect();
    let table = Table::builder().number("a", a).number("b", b).category("y", &y).build().unwrap();
    table.dataset().target("y").unwrap()
}

const MIXED: [&str; 8] = ["n", "n", "y", "n", "y", "n", "y", "y"];

fn counting() -> Vec<f64> {
    (0..8).map(f64::from).collect()
}

#[test]
fn one_class_only() {
    let data = two_columns(counting(), counting(), &["only"; 8]);
    for learner in [free(), LogisticRegression::default()] {
        let model = learner.fit(&data).unwrap();
        assert_eq!(
            model.info().summary.warnings,
            ["the target has only one class, 'only': every prediction will be 'only'"]
        );
        assert_eq!(model.raw_probabilities(&data.row_features()).unwrap().at(3, 0), 1.0);
        assert!(model.explain().to_string().contains("score of 'only'"));
    }
}

#[test]
fn a_class_without_rows_is_never_predicted() {
    let data = two_columns(counting(), vec![0.0; 8], &["a", "b", "c", "b", "c", "c", "b", "c"]);
    let weights = vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    let model = LogisticRegression::default().fit(&data.clone().with_weights(weights).unwrap()).unwrap();
    assert_eq!(model.response(), &crate::ResponseType::Logistic { classes: [1, 2] });
    let probabilities = model.probabilities_of(&data.row_features()).unwrap();
    for row in 0..8 {
        assert_eq!(probabilities.at(row, 0), 0.0);
        assert!((probabilities.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn constant_columns_get_no_weight() {
    let data = two_columns(counting(), vec![0.1; 8], &MIXED);
    let alone = data.clone().only(&["a"]).unwrap();
    for penalty in [WeightPenalty::None, WeightPenalty::L1, WeightPenalty::L2, WeightPenalty::Elasticnet] {
        let learner = LogisticRegression::default().penalty(penalty);
        let (model, without) = (learner.fit(&data).unwrap(), learner.fit(&alone).unwrap());
        assert_eq!(model.weights().at(0, 1), 0.0);
        close(&learned(&model)[..2], &learned(&without), 1e-9);
        let warns = !model.info().summary.warnings.is_empty();
        assert_eq!(warns, penalty == WeightPenalty::None);
    }
    let model = free().fit(&data).unwrap();
    assert!(model.info().summary.warnings[0].contains("not estimable: the coefficient of 'b'"));
    let coefficients = model.coefficients(0);
    assert!(coefficients[1].error.is_some() && coefficients[2].error.is_none());
    assert_eq!(model.likelihood_fit().unwrap().effective_dof, Some(2.0));
}

#[test]
fn columns_that_depend_on_each_other_share() {
    let double: Vec<f64> = counting().iter().map(|x| 2.0 * x).collect();
    let data = two_columns(counting(), double, &MIXED);
    let alone = free().tol(1e-12).fit(&data.clone().only(&["a"]).unwrap()).unwrap();
    let both = free().tol(1e-12).fit(&data).unwrap();
    let (derivative, [a, b]) = (alone.weights().at(0, 0), [both.weights().at(0, 0), both.weights().at(0, 1)]);
    // In units of the standard deviations, both weights are the same.
    close(&[a, b], &[derivative / 2.0, derivative / 4.0], 1e-9);
    assert!(both.info().summary.converged);
    assert!(both.info().summary.warnings[0].contains("'a', 'b'"));
    let coefficients = both.coefficients(0);
    assert!(coefficients[1].error.is_none() && coefficients[2].error.is_none());
    assert_eq!(both.likelihood_fit().unwrap().aic(), alone.likelihood_fit().unwrap().aic());
}

/// Rows with many columns of numbers that mean nothing.
fn wide(rows: usize, columns: usize, classes: usize) -> Dataset {
    let mut rng = hornbook_core::Seed(5).rng();
    let mut builder = Table::builder();
    for column in 0..columns {
        builder = builder.number(&format!("c{column}"), (0..rows).map(|_| rng.unit()).collect());
    }
    let ys: Vec<Option<&str>> = (0..rows).map(|row| Some(["u", "v", "w"][row % classes])).collect();
    builder.category("y", &ys).build().unwrap().dataset().target("y").unwrap()
}

#[test]
fn fewer_rows_than_columns() {
    // 450 columns are beyond Newton's method.
    for (columns, classes) in [(30, 2), (30, 3), (450, 2)] {
        let data = wide(12, columns, classes);
        let model = free().fit(&data).unwrap();
        assert!(!model.info().summary.converged);
        assert!(model.info().summary.warnings[0].contains("complete separation"));
        assert!(learned(&model).iter().all(|x| x.is_finite()));
        for penalty in [WeightPenalty::L2, WeightPenalty::L1, WeightPenalty::Elasticnet] {
            let priced = LogisticRegression::default().penalty(penalty).C(10.0).fit(&data).unwrap();
            assert!(priced.info().summary.converged, "{columns} columns, {classes} classes, {penalty:?}");
            assert!(
                priced.likelihood_fit().unwrap().deviance < model.likelihood_fit().unwrap().null_deviance
            );
        }
    }
}

#[test]
fn separable_classes() {
    let parted = ["n", "n", "n", "n", "y", "y", "y", "y"];
    let noise = vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1];
    let data = two_columns(counting(), noise, &parted);
    let model = free().fit(&data).unwrap();
    assert!(!model.info().summary.converged && model.likelihood_fit().unwrap().is_separated);
    assert!(model.info().summary.warnings[0].contains("add regularization"));
    assert!(learned(&model).iter().all(|x| x.is_finite()) && model.weights().at(0, 0) > 1.0);
    assert!(model.coefficients(0).iter().all(|one| one.error.is_none()));
    assert!(model.likelihood_fit().unwrap().aic().is_none());
    let fine = LogisticRegression::default().fit(&data).unwrap();
    assert!(fine.info().summary.converged && fine.info().summary.warnings.is_empty());
}

#[test]
fn classes_that_are_separable_but_for_a_tie() {
    // At 3 there are rows of both classes: only the rest is parted.
    let data = two_columns(
        vec![0.0, 1.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0],
        vec![0.0; 8],
        &["n", "n", "n", "n", "y", "y", "y", "y"],
    );
    let model = free().fit(&data).unwrap();
    assert!(model.likelihood_fit().unwrap().is_separated && !model.info().summary.converged);
    assert!(learned(&model).iter().all(|x| x.is_finite()));
    // A few steps do not find it out, and say that they were too few.
    let hasty = free().max_iter(2).fit(&data).unwrap();
    assert!(hasty.info().summary.warnings[0].contains("did not converge in 2 iterations"));
}

#[test]
fn setosa_is_separable_from_the_others() {
    let model = free().fit(&iris().dataset().target("species").unwrap()).unwrap();
    assert!(model.likelihood_fit().unwrap().is_separated);
    assert!(learned(&model).iter().all(|x| x.is_finite()));
}

#[test]
fn units_do_not_matter() {
    let (a, b) = (counting(), vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1]);
    let plain = free().tol(1e-12).fit(&two_columns(a.clone(), b.clone(), &MIXED)).unwrap();
    let scaled = |x: &[f64], unit: f64| x.iter().map(|x| x * unit).collect::<Vec<f64>>();
    let odd = two_columns(scaled(&a, 1e-100), scaled(&b, 1e100), &MIXED);
    let found = free().tol(1e-12).fit(&odd).unwrap();
    assert!(found.info().summary.converged);
    let back = [found.weights().at(0, 0) * 1e-100, found.weights().at(0, 1) * 1e100];
    close(&back, plain.weights().values(), 1e-9);
    let z = |model: &LinearModel| {
        model.coefficients(0)[1..].iter().map(|one| one.statistic.unwrap()).collect::<Vec<f64>>()
    };
    close(&z(&found), &z(&plain), 1e-8);
    // With a penalty, a column of tiny numbers is too dear, and one of huge numbers costs nothing.
    let priced = LogisticRegression::default().fit(&odd).unwrap();
    assert!(priced.info().summary.converged);
    assert!(priced.weights().at(0, 0).abs() * 1e-100 < 1e-90 && priced.weights().at(0, 1) != 0.0);
}

#[test]
fn far_from_zero_is_as_good() {
    let b = vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1];
    let far: Vec<f64> = counting().iter().map(|x| x + 1e9).collect();
    let near = free().tol(1e-12).fit(&two_columns(counting(), b.clone(), &MIXED)).unwrap();
    let model = free().tol(1e-12).fit(&two_columns(far, b, &MIXED)).unwrap();
    close(model.weights().values(), near.weights().values(), 1e-9);
}

#[test]
fn first_rows_that_lie_elsewhere_cost_no_digits() {
    // The first rows say where the origin is; these weigh nothing, and the others lie far from them.
    let (near, absent) = (some_table(300, 2, 4), 256);
    let column = |name: &str| {
        hornbook_encoding::encoded_features(&near.dataset().only(&[name]).unwrap()).unwrap().into_values()
    };
    let far: Vec<f64> =
        column("a").iter().enumerate().map(|(i, a)| if i < absent { 0.0 } else { a + 1e9 }).collect();
    let far = near.with_column("far", hornbook_data::Column::Number(far.into())).unwrap();
    let weights: Vec<f64> = (0..300).map(|i| if i < absent { 0.0 } else { 1.0 }).collect();
    let fit = |data: Dataset| free().tol(1e-12).fit(&data.with_weights(weights.clone()).unwrap()).unwrap();
    let mut expected = fit(data(&near)).weights().values().to_vec();
    expected.rotate_left(1);
    // A number near 1e9 has seven digits behind the point.
    let found = fit(data(&far).without(&["a"]).unwrap());
    close(found.weights().values(), &expected, 1e-5);
}

#[test]
fn rows_without_weight_are_absent_however_large() {
    let b = vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1];
    let plain = two_columns(counting(), b.clone(), &MIXED);
    let (a, b) = ([counting(), vec![1e308]].concat(), [b, vec![-1e308]].concat());
    let more = two_columns(a, b, &[&MIXED[..], &["n"]].concat());
    let more = more.with_weights([vec![1.0; 8], vec![0.0]].concat()).unwrap();
    for learner in [free(), LogisticRegression::default()] {
        close(&learned(&learner.fit(&more).unwrap()), &learned(&learner.fit(&plain).unwrap()), 1e-6);
    }
}

#[test]
fn what_cannot_be_learned_from_gets_a_sentence() {
    let data = two_columns(counting(), vec![0.0; 8], &MIXED);
    let zero = data.clone().with_weights(vec![0.0; 8]).unwrap();
    assert!(free().fit(&zero).unwrap_err().to_string().contains("weight zero"));
    let huge = two_columns(counting().iter().map(|x| x * 1e200).collect(), vec![0.0; 8], &MIXED);
    let error = free().fit(&huge).unwrap_err().to_string();
    assert!(error.contains("column 'a' are too large"), "{error}");
    assert!(LogisticRegression::default().C(0.0).fit(&data).is_err());
    let infinite = two_columns(vec![f64::INFINITY; 8], counting(), &MIXED);
    assert!(free().fit(&infinite).unwrap_err().to_string().contains("infinite"));
    let numbers = Table::builder().number("a", counting()).number("y", counting()).build().unwrap();
    let error = free().fit(&numbers.dataset().target("y").unwrap()).unwrap_err().to_string();
    assert!(error.contains("does not support regression"), "{error}");
}

#[test]
fn no_columns_at_all() {
    // A category of one level has nothing to be compared with; and a table may have no inputs.
    let ys = ["n", "y", "y", "y"].map(Some);
    let one_level =
        Table::builder().category("a", &["same"; 4].map(Some)).category("y", &ys).build().unwrap();
    let bare = Table::builder().category("y", &ys).build().unwrap();
    for table in [one_level, bare] {
        for learner in [free(), LogisticRegression::default()] {
            let model = learner.fit(&table.dataset().target("y").unwrap()).unwrap();
            let probabilities = model.probabilities(&table).unwrap();
            assert!((probabilities.at(0, 1) - 0.75).abs() < 1e-9);
            assert!(model.info().summary.converged);
            assert_eq!(model.predict(&table).unwrap().values.label(0), "y");
        }
    }
    let table = Table::builder().category("a", &["same"; 3].map(Some)).number("y", vec![1.0, 2.0, 6.0]);
    let table = table.build().unwrap();
    let mean = crate::LinearRegression::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    assert!((mean.intercepts()[0] - 3.0).abs() < 1e-12);
}

#[test]
fn prices_beyond_measure() {
    let data = two_columns(counting(), vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1], &MIXED);
    for penalty in [WeightPenalty::L1, WeightPenalty::L2, WeightPenalty::Elasticnet] {
        let learner = LogisticRegression::default().penalty(penalty).tol(1e-12);
        let dear = learner.clone().C(5e-324).fit(&data).unwrap();
        assert!(dear.info().summary.converged);
        close(&learned(&dear), &[0.0; 3], 1e-12);
        let cheap = learner.C(1e300).fit(&data).unwrap();
        assert!(cheap.info().summary.converged);
        close(&learned(&cheap), &learned(&free().tol(1e-12).fit(&data).unwrap()), 1e-6);
    }
}
