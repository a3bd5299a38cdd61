//! Do intervals hold what they promise? Each covers the truth as often as it says, within three standard errors of the seeded
//! trials. Shares of a sample jump from one value to the next, so their intervals cover with a probability that is not 95 % but
//! is known: the sum over all outcomes whose interval holds the truth.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Rng, Run, Seed};
use hornbook_evaluation::Interval;
use hornbook_evaluation::intervals::{Bootstrap, clopper_pearson, normal_share, student_mean, wilson};
use hornbook_evaluation::measures::{AucComponents, SortedScores};
use rayon::prelude::*;

/// Trials of intervals that cover as often as they say to the last digit.
fn trials() -> u64 {
    if std::env::var_os("HORNBOOK_FULL").is_some() { 200_000 } else { 10_000 }
}

/// Trials of intervals that are only asymptotically right: more would show how far 300 rows are from infinity.
const ASYMPTOTIC_TRIALS: u64 = 10_000;

/// The share of trials whose interval holds the truth.
fn coverage(
    trials: u64,
    seed: u64,
    truth: f64,
    trial: impl Fn(&mut Rng, Seed) -> Option<Interval> + Sync,
) -> f64 {
    let holds = |index| {
        let own = Seed(seed).derive(index);
        trial(&mut own.rng(), own.derive(1)).is_some_and(|interval| interval.contains(truth))
    };
    (0..trials).into_par_iter().filter(|&index| holds(index)).count() as f64 / trials as f64
}

/// Within three standard errors of what is promised.
fn keeps_its_promise(name: &str, trials: u64, coverage: f64, promised: f64) {
    let error = (promised * (1.0 - promised) / trials as f64).sqrt();
    assert!(
        (coverage - promised).abs() <= 3.0 * error,
        "{name} covers {coverage} and not {promised} ± 3 · {error}"
    );
}

type ShareInterval = fn(f64, f64, f64) -> Option<Interval>;

/// The probability that an interval of a share holds it.
fn exact_coverage(interval: ShareInterval, n: u32, p: f64) -> f64 {
    let holds = |k: u32| interval(f64::from(k), f64::from(n), 0.95).is_some_and(|found| found.contains(p));
    let probability =
        |k: u32| hornbook_math::distributions::binomial_probability(u64::from(k), u64::from(n), p);
    (0..=n).filter(|&k| holds(k)).map(probability).sum()
}

fn normal(rng: &mut Rng) -> f64 {
    hornbook_math::distributions::normal_quantile((rng.bits() >> 11) as f64 / (1u64 << 53) as f64 + 1e-17)
}

fn successes(rng: &mut Rng, n: u32, p: f64) -> f64 {
    (0..n).filter(|_| rng.unit() < p).count() as f64
}

#[test]
fn shares() {
    let normal: ShareInterval = |k, n, level| Some(normal_share(k, n, level)?.interval);
    let methods: [(&str, ShareInterval); 3] =
        [("Wilson", wilson), ("normal approximation", normal), ("Clopper-Pearson", clopper_pearson)];
    for (name, method) in methods {
        for (n, p) in [(40, 0.3), (100, 0.85), (400, 0.1)] {
            let exact = exact_coverage(method, n, p);
            let found = coverage(trials(), 1, p, |rng, _| method(successes(rng, n, p), f64::from(n), 0.95));
            keeps_its_promise(name, trials(), found, exact);
        }
    }
    // Over all shares, the exact interval never covers too little, and Wilson's covers 95 % on average.
    let shares = || (1..200).map(|i| f64::from(i) / 200.0);
    assert!(shares().all(|p| exact_coverage(clopper_pearson, 50, p) >= 0.95));
    let mean = shares().map(|p| exact_coverage(wilson, 50, p)).sum::<f64>() / 199.0;
    assert!((mean - 0.95).abs() < 0.005, "{mean}");
}

/// Where the rules of thumb are broken, the normal approximation does fall short, and it says so.
#[test]
fn the_normal_approximation_knows_when_to_doubt() {
    let normal: ShareInterval = |k, n, level| Some(normal_share(k, n, level)?.interval);
    let short = coverage(trials(), 4, 0.05, |rng, _| normal(successes(rng, 30, 0.05), 30.0, 0.95));
    let exact = exact_coverage(normal, 30, 0.05);
    keeps_its_promise("the normal approximation of few rows", trials(), short, exact);
    assert!(exact < 0.85, "{exact}");
    assert!(!normal_share(2.0, 30.0, 0.95).unwrap().doubts.is_empty());
}

#[test]
fn means_and_areas() {
    let mean = coverage(trials(), 5, 0.0, |rng, _| student_mean(&[0; 10].map(|_| normal(rng)), 0.95));
    keeps_its_promise("Student", trials(), mean, 0.95);

    // Scores of positive rows are shifted by 1: the area is Φ(1/√2).
    let area = hornbook_math::distributions::normal_cdf(0.5f64.sqrt());
    let delong = coverage(ASYMPTOTIC_TRIALS, 6, area, |rng, _| {
        let positive: Vec<bool> = (0..300).map(|row| row % 3 == 0).collect();
        let scores: Vec<f64> = positive.iter().map(|&p| normal(rng) + f64::from(u8::from(p))).collect();
        AucComponents::of(&SortedScores::new(&positive, &scores, None).ok()?).interval(0.95)
    });
    keeps_its_promise("DeLong", ASYMPTOTIC_TRIALS, delong, 0.95);
}

/// Trials of a bootstrap, each of which costs as much as a thousand others.
const BOOTSTRAP_TRIALS: u64 = 3000;

fn bootstrapped(corrected: bool, truth: f64, statistic: fn(&[f64], &[f64]) -> f64) -> f64 {
    coverage(BOOTSTRAP_TRIALS, 7, truth, |rng, seed| {
        let values: Vec<f64> = (0..200).map(|_| normal(rng)).collect();
        let bootstrap = Bootstrap { resamples: 999, corrected, seed, ..Bootstrap::default() };
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
    let promise = |name: &str, found: f64| keeps_its_promise(name, BOOTSTRAP_TRIALS, found, 0.95);
    promise("percentiles of the MAE", bootstrapped(false, expected, mae));
    promise("BCa of the MAE", bootstrapped(true, expected, mae));
    // Squares have a skewness that 200 rows do not average out: 40,000 trials of the same interval by `reference/rates.py` cover
    // 0.941 of the time.
    keeps_its_promise("BCa of the RMSE", BOOTSTRAP_TRIALS, bootstrapped(true, 1.0, rmse), 0.941);
}
