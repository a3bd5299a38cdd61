//! What the textbooks promise of scaling and of densities.

use crate::MetricName;
use crate::density::KNeighborsDensity;
use crate::scale::FeatureScaling;
use crate::{KNeighbors, test_support};
use hornbook_core::Seed;
use hornbook_data::Table;
use hornbook_learner::{Fit, Model};

/// Heights in meters and incomes, with a target that follows the height.
fn people(seed: u64, rows: usize) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let mut rng = Seed(seed).rng();
    let height: Vec<f64> = (0..rows).map(|_| 1.5 + 0.3 * rng.unit()).collect();
    let income: Vec<f64> = (0..rows).map(|_| 1e4 + 1e7 * rng.unit()).collect();
    let target = height.iter().map(|h| 100.0 * (h - 1.0) + rng.unit()).collect();
    (height, income, target)
}

fn table(height: Vec<f64>, income: Vec<f64>, target: Option<Vec<f64>>) -> Table {
    let builder = Table::builder().number("height", height).number("income", income);
    match target {
        Some(target) => builder.number("y", target).build().unwrap(),
        None => builder.build().unwrap(),
    }
}

/// Standardizing within the learner is (v - mean) / standard deviation of the training rows before it, so that units do not
/// count and no column drowns another.
// proves: 002:Q07
#[test]
fn standardized_neighbors_are_neighbors_of_z_scores() {
    let (height, income, y) = people(1, 200);
    let (new_height, new_income, _) = people(2, 50);
    let scores = |known: &[f64], asked: &[f64]| -> Vec<f64> {
        let n = known.len() as f64;
        let mean = known.iter().sum::<f64>() / n;
        let deviation = (known.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
        asked.iter().map(|x| (x - mean) / deviation).collect()
    };
    let z = scores(&height, &height);
    assert!(z.iter().sum::<f64>().abs() < 1e-9, "the mean is 0");
    assert!((z.iter().map(|z| z * z).sum::<f64>() / 200.0 - 1.0).abs() < 1e-9, "the deviation is 1");
    let answers = |learner: &KNeighbors, known: &Table, asked: &Table| {
        let model = learner.fit(&known.dataset().target("y").unwrap()).unwrap();
        test_support::numbers(&model.predict(asked).unwrap().values)
    };
    let (plain, standard) = (
        KNeighbors::default().scale(FeatureScaling::None),
        KNeighbors::default().scale(FeatureScaling::Standard),
    );
    let known = table(height.clone(), income.clone(), Some(y.clone()));
    let asked = table(new_height.clone(), new_income.clone(), None);
    // By hand: the mean and the deviation are those of the training rows, for the rows that are asked as well.
    let by_hand = answers(
        &plain,
        &table(z, scores(&income, &income), Some(y.clone())),
        &table(scores(&height, &new_height), scores(&income, &new_income), None),
    );
    let found = answers(&standard, &known, &asked);
    for (found, expected) in found.iter().zip(&by_hand) {
        assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
    }
    // Centimeters instead of meters change nothing, and incomes are all that counts without scaling.
    let in_cm = |height: &[f64]| height.iter().map(|h| 100.0 * h).collect::<Vec<f64>>();
    let found_in_cm = answers(
        &standard,
        &table(in_cm(&height), income.clone(), Some(y.clone())),
        &table(in_cm(&new_height), new_income.clone(), None),
    );
    assert_eq!(found_in_cm.len(), 50);
    assert!(found.iter().zip(&found_in_cm).all(|(a, b)| (a - b).abs() < 1e-12));
    let truth = |row: usize| 100.0 * (new_height[row] - 1.0) + 0.5;
    let error = |found: &[f64]| (0..50).map(|row| (found[row] - truth(row)).abs()).sum::<f64>() / 50.0;
    let drowned = error(&answers(&plain, &known, &asked));
    assert!(error(&found) < 0.35 * drowned, "{} and {drowned} without scaling", error(&found));
    // A column of one value says nothing, and is no division by zero.
    let constant = table(vec![1.7; 200], income, Some(y));
    assert!(answers(&standard, &constant, &asked).iter().all(|x| x.is_finite()));
}

/// In a uniform density the ball of the k-th of n neighbors holds a share of the rows that has the distribution Beta(k, n + 1 -
/// k), whatever the metric and the units. So the mean error of the log density is known, and its spread.
// proves: 000b:CL37
#[test]
fn errors_of_the_density_have_their_distribution() {
    let (k, rows, samples) = (40, 400, 300);
    let middle = Table::builder().number("a", vec![0.5]).number("b", vec![1.5]).build().unwrap();
    let truth = (1.0f64 / 3.0).ln();
    // ln(k/n) less the mean of the logarithm of such a share.
    let harmonic = |power: i32| (k..=rows).map(|i| f64::from(i).powi(-power)).sum::<f64>();
    let bias = (f64::from(k) / f64::from(rows)).ln() + harmonic(1);
    let deviation = harmonic(2).sqrt();
    let learner = KNeighborsDensity::default().n_neighbors(k as u32);
    let learners = [
        learner.clone(),
        learner.clone().metric(MetricName::Manhattan),
        learner.clone().metric(MetricName::Chebyshev),
        learner.clone().metric(MetricName::Mahalanobis),
        learner.clone().scale(FeatureScaling::Standard),
        learner.clone().scale(FeatureScaling::MinMax),
    ];
    for learner in &learners {
        let errors: Vec<f64> = (0..samples)
            .map(|seed| {
                let mut rng = Seed(seed).rng();
                let mut column = |stretch: f64| (0..rows).map(|_| stretch * rng.unit()).collect::<Vec<_>>();
                let table =
                    Table::builder().number("a", column(1.0)).number("b", column(3.0)).build().unwrap();
                let model = learner.fit(&table.dataset()).unwrap();
                test_support::numbers(&model.predict(&middle).unwrap().values)[0] - truth
            })
            .collect();
        let n = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / n;
        let spread = (errors.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        assert!((mean - bias).abs() < 3.0 * deviation / n.sqrt(), "{learner:?}: {mean} and {bias}");
        // The standard error of a standard deviation of nearly normal numbers.
        assert!(
            (spread / deviation - 1.0).abs() < 3.0 / (2.0 * n).sqrt(),
            "{learner:?}: {spread} and {deviation}"
        );
    }
}
