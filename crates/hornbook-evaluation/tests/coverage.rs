//! Do intervals hold what they promise? Each covers the truth in 93 to 97 of 100 seeded trials.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Rng, Run, Seed};
use hornbook_evaluation::Interval;
use hornbook_evaluation::intervals::{Bootstrap, clopper_pearson, normal_share, student_mean, wilson};
use hornbook_evaluation::measures::{AucComponents, SortedScores};
use rayon::prelude::*;

const TRIALS: u64 = 10_000;

/// The share of trials whose interval holds the truth.
fn coverage(seed: u64, truth: f64, trial: impl Fn(&mut Rng, Seed) -> Option<Interval> + Sync) -> f64 {
    let holds = |index| {
        let own = Seed(seed).derive(index);
        trial(&mut own.rng(), own.derive(1)).is_some_and(|interval| interval.contains(truth))
    };
    (0..TRIALS).into_par_iter().filter(|&index| holds(index)).count() as f64 / TRIALS as f64
}

fn keeps_its_promise(name: &str, coverage: f64) {
    assert!((0.93..=0.97).contains(&coverage), "{name} covers {coverage}");
}

fn normal(rng: &mut Rng) -> f64 {
    hornbook_math::distributions::normal_quantile((rng.bits() >> 11) as f64 / (1u64 << 53) as f64 + 1e-17)
}

fn successes(rng: &mut Rng, n: u32, p: f64) -> f64 {
    (0..n).filter(|_| rng.unit() < p).count() as f64
}

#[test]
fn shares() {
    for (n, p) in [(40, 0.3), (100, 0.85), (400, 0.1)] {
        let size = f64::from(n);
        keeps_its_promise("Wilson", coverage(1, p, |rng, _| wilson(successes(rng, n, p), size, 0.95)));
    }
    let normal =
        coverage(2, 0.3, |rng, _| Some(normal_share(successes(rng, 400, 0.3), 400.0, 0.95)?.interval));
    keeps_its_promise("normal approximation", normal);
    let exact = coverage(3, 0.3, |rng, _| clopper_pearson(successes(rng, 400, 0.3), 400.0, 0.95));
    keeps_its_promise("Clopper-Pearson", exact);
}

/// Where the rules of thumb are broken, the normal approximation does fall short, and it says so.
#[test]
fn the_normal_approximation_knows_when_to_doubt() {
    let short =
        coverage(4, 0.05, |rng, _| Some(normal_share(successes(rng, 30, 0.05), 30.0, 0.95)?.interval));
    assert!(short < 0.85, "{short}");
    assert!(!normal_share(2.0, 30.0, 0.95).unwrap().doubts.is_empty());
}

#[test]
fn means_and_areas() {
    let mean = coverage(5, 0.0, |rng, _| student_mean(&[0; 10].map(|_| normal(rng)), 0.95));
    keeps_its_promise("Student", mean);

    // Scores of positive rows are shifted by 1: the area is Φ(1/√2).
    let area = hornbook_math::distributions::normal_cdf(0.5f64.sqrt());
    let delong = coverage(6, area, |rng, _| {
        let positive: Vec<bool> = (0..120).map(|row| row % 3 == 0).collect();
        let scores: Vec<f64> = positive.iter().map(|&p| normal(rng) + f64::from(u8::from(p))).collect();
        AucComponents::of(&SortedScores::new(&positive, &scores, None).ok()?).interval(0.95)
    });
    keeps_its_promise("DeLong", delong);
}

fn bootstrapped(corrected: bool, truth: f64, statistic: fn(&[f64], &[f64]) -> f64) -> f64 {
    coverage(7, truth, |rng, seed| {
        let values: Vec<f64> = (0..100).map(|_| normal(rng)).collect();
        let bootstrap = Bootstrap { resamples: 400, corrected, seed, ..Bootstrap::default() };
        bootstrap.interval(values.len(), |times| statistic(&values, times), &Run::default()).ok()?
    })
}

#[test]
fn bootstraps() {
    let mae = |errors: &[f64], times: &[f64]| {
        let (sum, n) = errors.iter().zip(times).fold((0.0, 0.0), |(s, n), (e, t)| (s + t * e.abs(), n + t));
        sum / n
    };
    let rmse = |errors: &[f64], times: &[f64]| {
        let (sum, n) = errors.iter().zip(times).fold((0.0, 0.0), |(s, n), (e, t)| (s + t * e * e, n + t));
        f64::sqrt(sum / n)
    };
    let expected = (2.0 / std::f64::consts::PI).sqrt();
    keeps_its_promise("percentiles of the MAE", bootstrapped(false, expected, mae));
    keeps_its_promise("BCa of the MAE", bootstrapped(true, expected, mae));
    keeps_its_promise("BCa of the RMSE", bootstrapped(true, 1.0, rmse));
}
