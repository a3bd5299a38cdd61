use super::*;
use crate::densities::kernel_density::tests::shipped;
use crate::densities::{Bandwidth, Histogram, HistogramBins, KernelDensity};
use hornbook_core::LearnerSpec;
use hornbook_data::{Matrix, Table};
use hornbook_learner::{Baseline, Fit, Inspect, Model, Predictions, Predictor, Registry, RegistryEntry};

fn fill() {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<KernelDensity>(),
            RegistryEntry::of::<Histogram>(),
            RegistryEntry::of::<DensityClassifier>(),
            RegistryEntry::of::<Baseline>(),
        ]
    });
}

fn fixed(width: f64) -> LearnerSpec {
    LearnerSpec::of(&KernelDensity::default().bandwidth(Bandwidth::Number(width)))
}

/// Two rows of a at 0 and 2, one of b at 3; windows of bandwidth 1.
// proves: 001:98, 001:110, 000b:LD02
#[test]
fn bayes_rule_by_hand() {
    fill();
    let table = Table::builder()
        .number("x", vec![0.0, 2.0, 3.0])
        .category("kind", &[Some("a"), Some("a"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("kind").unwrap();
    let model = DensityClassifier::default().estimator(fixed(1.0)).fit(&data).unwrap();
    let bump = |u: f64| (-0.5 * u * u).exp();
    let (a, b) = (0.5 * (bump(2.0) + bump(0.0)), bump(1.0));
    let probabilities = model.probabilities(&table).unwrap();
    let expected = a * 2.0 / 3.0 / (a * 2.0 / 3.0 + b / 3.0);
    assert!((probabilities.at(1, 0) - expected).abs() < 1e-14);
    let even =
        DensityClassifier::default().estimator(fixed(1.0)).priors(Some(vec![0.5, 0.5])).fit(&data).unwrap();
    assert!((even.probabilities(&table).unwrap().at(1, 0) - a / (a + b)).abs() < 1e-14);
    assert_eq!(model.priors(), [2.0 / 3.0, 1.0 / 3.0]);
    // Far out, the nearer class is certain, and nothing is undefined.
    let far = Matrix::new(2, 1, vec![1e5, -1e5]).unwrap();
    let sure = model.raw_probabilities(&model.info().schema.matrix(far.view()).unwrap()).unwrap();
    assert_eq!(sure.values(), [0.0, 1.0, 1.0, 0.0]);
    let missing = Matrix::new(1, 1, vec![f64::NAN]).unwrap();
    let prior = model.raw_probabilities(&model.info().schema.matrix(missing.view()).unwrap()).unwrap();
    assert!((prior.at(0, 0) - 2.0 / 3.0).abs() < 1e-15, "all features missing: the priors");
}

#[test]
fn tells_flowers_apart() {
    fill();
    let table = shipped("iris");
    let target = table.names().last().unwrap().clone();
    let data = table.dataset().target(&target).unwrap();
    let Predictions::Classes(codes, levels) =
        DensityClassifier::default().fit(&data).unwrap().predict(&table).unwrap().values
    else {
        panic!("numbers")
    };
    let truth = table.column(&target).unwrap();
    let right = codes
        .iter()
        .enumerate()
        .filter(|(row, code)| truth.label(*row).as_deref() == Some(&levels[**code as usize]))
        .count();
    assert!(right >= 144, "{right}");
    let bins = LearnerSpec::of(&Histogram::default().bins(HistogramBins::Count(3)).alpha(0.1));
    let model = DensityClassifier::default().estimator(bins).fit(&data).unwrap();
    assert_eq!(model.members().len(), 3);
    assert!(model.explain().to_string().contains("histogram(bins=3, alpha=0.1)"), "{}", model.explain());
    let rows = model.info().schema.features(&table).unwrap().0;
    let why = model.explain_row(&rows, 0).unwrap();
    assert!(why.to_string().contains("log density") && why.sections[0].json.as_object().unwrap().len() == 3);
    let sums = model.probabilities(&table).unwrap();
    assert!((0..150).all(|row| (sums.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-12));
}

/// Where no class has a density, the priors are the answer.
#[test]
fn nowhere_is_the_prior() {
    fill();
    let table = Table::builder()
        .number("x", vec![0.0, 1.0, 5.0, 6.0])
        .category("kind", &[Some("a"), Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    let bins = LearnerSpec::new("histogram").with("bins", 2);
    let learner = DensityClassifier::default().estimator(bins).priors(Some(vec![0.3, 0.7]));
    let model = learner.fit(&table.dataset().target("kind").unwrap()).unwrap();
    let at = Matrix::new(1, 1, vec![3.0]).unwrap();
    let found = model.raw_probabilities(&model.info().schema.matrix(at.view()).unwrap()).unwrap();
    assert_eq!(found.values(), [0.3, 0.7]);
}

#[test]
fn refusals() {
    fill();
    let table = Table::builder()
        .number("x", vec![0.0, 1.0, 5.0, 5.0])
        .category("kind", &[Some("a"), Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("kind").unwrap();
    let model = DensityClassifier::default().fit(&data).unwrap();
    let said = &model.info().summary.warnings;
    assert!(said[0].contains("class 'b': column 'x' does not vary"), "{said:?}");
    for (priors, said) in [
        (vec![0.5, 0.6], "that sum to 1"),
        (vec![1.0], "that sum to 1"),
        (vec![1.5, -0.5], "that sum to 1"),
        (vec![f64::NAN, 0.5], "'priors' is NaN; expected numbers"),
    ] {
        let error =
            DensityClassifier::default().estimator(fixed(1.0)).priors(Some(priors)).fit(&data).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    let error = DensityClassifier::default()
        .estimator(LearnerSpec::new("baseline"))
        .fit(&data)
        .unwrap_err()
        .to_string();
    assert!(error.contains("'baseline' is no density estimator"), "{error}");
    // A class without rows.
    let part = data.select(vec![0, 1]);
    let model = DensityClassifier::default().estimator(fixed(1.0)).fit(&part).unwrap();
    assert_eq!(model.priors(), [1.0, 0.0]);
    assert!(model.density(1).is_none() && model.density(0).is_some());
    assert_eq!(model.probabilities(&table).unwrap().row(2), [1.0, 0.0]);
    let only_b = DensityClassifier::default().estimator(fixed(1.0)).priors(Some(vec![0.0, 1.0]));
    assert!(only_b.fit(&part).is_err());
}
