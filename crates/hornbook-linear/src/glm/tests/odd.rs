//! Rows that are not as one would wish.

use super::*;
use hornbook_learner::Model;

fn rows(a: Vec<f64>, b: Vec<f64>, y: Vec<f64>) -> Dataset {
    let table = Table::builder().number("a", a).number("b", b).number("y", y).build().unwrap();
    table.dataset().target("y").unwrap()
}

fn counting() -> Vec<f64> {
    (0..8).map(f64::from).collect()
}

fn waves() -> Vec<f64> {
    vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6, -0.1]
}

const COUNTS: [f64; 8] = [0.0, 2.0, 1.0, 3.0, 2.0, 5.0, 4.0, 7.0];

#[test]
fn targets_that_a_family_does_not_have() {
    let with = |y: f64| {
        let mut counts = COUNTS.map(|y| y + 1.0).to_vec();
        counts[3] = y;
        rows(counting(), waves(), counts)
    };
    let error = PoissonRegression::default().fit(&with(-1.0)).unwrap_err().to_string();
    assert!(error.contains("the target 'y' is -1 in row 4") && error.contains("zero or above"), "{error}");
    for y in [0.0, -2.0] {
        let error = GammaRegression::default().fit(&with(y)).unwrap_err().to_string();
        assert!(error.contains("in row 4") && error.contains("above zero"), "{error}");
    }
    assert!(PoissonRegression::default().fit(&with(0.0)).is_ok());
    // Rows of weight zero are absent, whatever they hold.
    let mut weights = vec![1.0; 8];
    weights[3] = 0.0;
    let absent = with(-1.0).with_weights(weights).unwrap();
    assert!(GammaRegression::default().fit(&absent).unwrap().info().summary.converged);
}

#[test]
fn there_is_no_family_between() {
    let data = rows(counting(), waves(), COUNTS.to_vec());
    for power in [0.5, f64::NAN] {
        let error = TweedieRegression::default().power(power).fit(&data).unwrap_err().to_string();
        assert!(error.contains("'power'"), "{error}");
    }
}

#[test]
fn one_value_only() {
    let data = rows(counting(), waves(), vec![3.0; 8]);
    for family in [Family::Normal, Family::Poisson, Family::Gamma, Family::InverseGaussian] {
        let model = GeneralizedLinear::default().family(family).fit(&data).unwrap();
        assert!(model.info().summary.converged, "{family:?}");
        assert_eq!(model.info().summary.warnings, ["the target has only one value, 3"]);
        close(&numbers(&model, &data), &[3.0; 8], 1e-12);
        // Only counts vary though they do not.
        let has_errors = model.coefficients(0).iter().any(|one| one.error.is_some());
        assert_eq!(has_errors, family == Family::Poisson, "{family:?}");
        assert!(!model.explain().to_string().contains("NaN"));
    }
}

#[test]
fn all_zero() {
    let data = rows(counting(), waves(), vec![0.0; 8]);
    let error = PoissonRegression::default().fit(&data).unwrap_err().to_string();
    assert!(error.contains("the mean of the target is 0"), "{error}");
    let identity = GeneralizedLinear::default().family(Family::Poisson).link(LinkChoice::Identity);
    assert!(identity.fit(&data).unwrap_err().to_string().contains("above zero"));
    let normal = TweedieRegression::default().fit(&data).unwrap();
    assert_eq!(numbers(&normal, &data), [0.0; 8]);
    // Without a constant, the mean starts at 1 and goes to zero where the columns let it.
    let model = PoissonRegression::default().fit_intercept(false).fit(&data).unwrap();
    assert!(learned(&model).iter().all(|x| x.is_finite()));
}

#[test]
fn constant_columns_get_no_weight() {
    let data = rows(counting(), vec![0.1; 8], COUNTS.to_vec());
    let model = PoissonRegression::default().fit(&data).unwrap();
    let alone = PoissonRegression::default().fit(&data.clone().only(&["a"]).unwrap()).unwrap();
    assert_eq!(model.weights().at(0, 1), 0.0);
    close(&learned(&model)[..2], &learned(&alone), 1e-12);
    assert!(model.info().summary.warnings[0].contains("not estimable: the coefficient of 'b'"));
    let coefficients = model.coefficients(0);
    assert!(coefficients[1].error.is_some() && coefficients[2].error.is_none());
    assert_eq!(model.glm_fit().unwrap().effective_dof, Some(2.0));
}

#[test]
fn columns_that_depend_on_each_other_share() {
    let double: Vec<f64> = counting().iter().map(|x| 2.0 * x).collect();
    let data = rows(counting(), double, COUNTS.to_vec());
    let both = PoissonRegression::default().fit(&data).unwrap();
    let alone = PoissonRegression::default().fit(&data.clone().only(&["a"]).unwrap()).unwrap();
    let slope = alone.weights().at(0, 0);
    close(both.weights().row(0), &[slope / 2.0, slope / 4.0], 1e-9);
    assert!(both.info().summary.converged && both.info().summary.warnings[0].contains("'a', 'b'"));
    close(&[both.glm_fit().unwrap().aic.unwrap()], &[alone.glm_fit().unwrap().aic.unwrap()], 1e-12);
}

#[test]
fn fewer_rows_than_columns() {
    let mut rng = Seed(3).rng();
    let mut builder = Table::builder();
    for column in 0..12 {
        builder = builder.number(&format!("c{column}"), (0..6).map(|_| rng.unit()).collect());
    }
    let table = builder.number("y", vec![1.0, 2.0, 4.0, 3.0, 2.0, 5.0]).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    for family in [Family::Poisson, Family::Gamma] {
        let model = GeneralizedLinear::default().family(family).fit(&data).unwrap();
        close(&numbers(&model, &data), &[1.0, 2.0, 4.0, 3.0, 2.0, 5.0], 1e-5);
        let known = model.glm_fit().unwrap();
        assert_eq!(known.degrees(), Some(0.0));
        assert!(known.deviance < 1e-9 && known.over_dispersion().is_none());
        assert!(!model.explain().to_string().contains("NaN"));
    }
    let priced = PoissonRegression::default().alpha(0.1).fit(&data).unwrap();
    assert!(priced.info().summary.converged && priced.info().summary.warnings.is_empty());
}

#[test]
fn means_that_go_to_zero() {
    let kinds: Vec<Option<&str>> = ["u", "u", "u", "u", "v", "v", "v", "v"].map(Some).to_vec();
    let y = vec![2.0, 1.0, 3.0, 2.0, 0.0, 0.0, 0.0, 0.0];
    let table = Table::builder().category("kind", &kinds).number("y", y).build().unwrap();
    let model = PoissonRegression::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    assert!(model.info().summary.warnings[0].contains("go to 0 for some rows"), "{:?}", model.info().summary);
    assert!(model.weights().at(0, 0) < -10.0 && model.weights().at(0, 0).is_finite());
}

#[test]
fn a_link_that_leaves_its_range() {
    // The best straight line would be below zero on the left: steps are halved, and the search stays where means are.
    let y = vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 20.0, 60.0];
    let data = rows(counting(), waves(), y);
    let learner = GeneralizedLinear::default().family(Family::Poisson).link(LinkChoice::Identity);
    let model = learner.fit(&data).unwrap();
    assert!(numbers(&model, &data).iter().all(|&mean| mean > 0.0));
    let error = learner.fit_intercept(false).fit(&rows(waves(), waves(), COUNTS.to_vec())).unwrap_err();
    assert!(error.to_string().contains("no coefficients were found"), "{error}");
}

/// A column that does not vary and one that repeats another determine no coefficient, in whatever unit counts are: a column
/// and the intercept are left.
#[test]
fn degrees_of_freedom_do_not_depend_on_the_unit() {
    let x = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let counts = [1.0, 3.0, 2.0, 5.0, 4.0, 9.0];
    for unit in [1e-16, 1.0, 1e16] {
        let table = Table::builder()
            .number("constant", vec![7.0; 6])
            .number("x", x.to_vec())
            .number("twice", x.iter().map(|x| 2.0 * x).collect())
            .number("count", counts.iter().map(|count| count * unit).collect())
            .build()
            .unwrap();
        let learner = GeneralizedLinear::default().family(Family::Poisson).link(LinkChoice::Log);
        let model = learner.fit(&table.dataset().target("count").unwrap()).unwrap();
        assert_eq!(model.glm_fit().unwrap().effective_dof, Some(2.0), "{unit:e}");
    }
}
