//! How often each comparison finds a difference where there is none: at most 6 % of the time at a level of 5 %.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Rng, Seed};
use hornbook_evaluation::significance::*;
use hornbook_math::distributions::normal_quantile;
use rayon::prelude::*;

const LEVEL: f64 = 0.05;
const MOST: f64 = 0.06;
const TRIALS: u64 = 10_000;
const TWO: Alternative = Alternative::TwoSided;

/// The share of trials that find something. Trial `i` draws from seed `i`.
fn rejections(trials: u64, finds: impl Fn(&mut Rng) -> bool + Sync) -> f64 {
    let found =
        (0..trials).into_par_iter().filter(|&trial| finds(&mut Seed(2024).derive(trial).rng())).count();
    found as f64 / trials as f64
}

fn normal(rng: &mut Rng) -> f64 {
    normal_quantile(rng.unit() + f64::EPSILON / 4.0)
}

fn normals(rng: &mut Rng, n: usize) -> Vec<f64> {
    (0..n).map(|_| normal(rng)).collect()
}

fn is_honest(name: &str, share: f64) {
    assert!(share <= MOST, "{name} rejects {share}");
    // A test that never finds anything would pass as well.
    assert!(share > 0.005, "{name} rejects {share}");
}

// proves: 001:93
#[test]
fn independent_pairs() {
    let pair = |rng: &mut Rng| (normals(rng, 12), normals(rng, 12));
    is_honest(
        "one-sample t",
        rejections(TRIALS, |rng| one_sample_t(&normals(rng, 10), 0.0, TWO, 0.95).unwrap().rejects(LEVEL)),
    );
    is_honest(
        "paired t",
        rejections(TRIALS, |rng| {
            let (a, b) = pair(rng);
            paired_t(&a, &b, TWO, 0.95).unwrap().rejects(LEVEL)
        }),
    );
    for method in [WilcoxonMethod::Exact, WilcoxonMethod::Normal] {
        is_honest(
            "Wilcoxon",
            rejections(TRIALS, |rng| {
                let (a, b) = pair(rng);
                wilcoxon(&a, &b, ZeroMethod::Drop, method, TWO).unwrap().rejects(LEVEL)
            }),
        );
    }
    is_honest(
        "sign",
        rejections(TRIALS, |rng| {
            let (a, b) = pair(rng);
            sign_test(&a, &b, TWO).unwrap().rejects(LEVEL)
        }),
    );
    is_honest(
        "exact permutation",
        rejections(2000, |rng| {
            permutation_test(&normals(rng, 8), &normals(rng, 8), TWO, 0, Seed(0)).unwrap().rejects(LEVEL)
        }),
    );
    is_honest(
        "random permutation",
        rejections(2000, |rng| {
            let seed = Seed(rng.bits());
            permutation_test(&normals(rng, 25), &normals(rng, 25), TWO, 199, seed).unwrap().rejects(LEVEL)
        }),
    );
}

#[test]
fn two_error_rates() {
    let errors = |rng: &mut Rng, rows: u64| (0..rows).filter(|_| rng.unit() < 0.25).count() as u64;
    is_honest(
        "independent samples",
        rejections(TRIALS, |rng| {
            error_rates([errors(rng, 200), errors(rng, 200)], [200, 200], TWO, 0.95).unwrap().rejects(LEVEL)
        }),
    );
    // Rows of different difficulty, on which both err alike.
    let test_predictions = |rng: &mut Rng| -> PairedOutcomes {
        let (first, second): (Vec<bool>, Vec<bool>) = (0..200)
            .map(|_| {
                let difficulty = rng.unit() * rng.unit();
                (rng.unit() > difficulty, rng.unit() > difficulty)
            })
            .unzip();
        PairedOutcomes::of(&first, &second).unwrap()
    };
    let wrong = |rows: &PairedOutcomes| {
        [rows.only_second_right + rows.both_wrong, rows.only_first_right + rows.both_wrong]
    };
    is_honest(
        "the same rows",
        rejections(TRIALS, |rng| {
            error_rates_same_rows(wrong(&test_predictions(rng)), 200, TWO, 0.95).unwrap().rejects(LEVEL)
        }),
    );
    is_honest(
        "paired rows",
        rejections(TRIALS, |rng| {
            let rows = test_predictions(rng);
            error_rates_paired(rows.only_second_right, rows.only_first_right, 200, TWO, 0.95)
                .unwrap()
                .rejects(LEVEL)
        }),
    );
    for method in [McNemar::Exact, McNemar::MidP, McNemar::ChiSquare, McNemar::Corrected] {
        is_honest(
            "McNemar",
            rejections(TRIALS, |rng| {
                mcnemar(&test_predictions(rng), method, TWO, 0.95).unwrap().rejects(LEVEL)
            }),
        );
    }
}

/// Differences of folds that correlate by `rho`, as those of overlapping training sets do.
fn correlated(rng: &mut Rng, n: usize, rho: f64) -> Vec<f64> {
    let common = rho.sqrt() * normal(rng);
    (0..n).map(|_| common + (1.0 - rho).sqrt() * normal(rng)).collect()
}

#[test]
fn overlapping_training_sets() {
    for (folds, share) in [(10, 0.1), (100, 0.1), (30, 0.3)] {
        let zeros = vec![0.0; folds];
        let naive = rejections(TRIALS, |rng| {
            paired_t(&correlated(rng, folds, share), &zeros, TWO, 0.95).unwrap().rejects(LEVEL)
        });
        assert!(naive > MOST, "the naive test rejects only {naive} of {folds} folds");
        is_honest(
            "corrected t",
            rejections(TRIALS, |rng| {
                let scores = correlated(rng, folds, share);
                corrected_resampled_t(&scores, &zeros, share, TWO, 0.95).unwrap().rejects(LEVEL)
            }),
        );
        // The posterior of the same model is as well calibrated.
        is_honest(
            "correlated t",
            rejections(TRIALS, |rng| {
                let posterior =
                    correlated_t(&correlated(rng, folds, share), &zeros, 0.0, share, 0.95).unwrap();
                posterior.first_greater.max(posterior.second_greater) > 1.0 - 0.5 * LEVEL
            }),
        );
    }
}

#[test]
fn five_times_two_folds() {
    // Both folds of a repetition test on rows that the other trains on, and repetitions share all rows.
    let differences = |rng: &mut Rng| -> [[f64; 2]; 5] {
        let all = 0.1f64.sqrt() * normal(rng);
        std::array::from_fn(|_| {
            let both = 0.1f64.sqrt() * normal(rng);
            std::array::from_fn(|_| all + both + 0.8f64.sqrt() * normal(rng))
        })
    };
    is_honest(
        "5x2cv t",
        rejections(TRIALS, |rng| five_by_two_t(&differences(rng), TWO).unwrap().rejects(LEVEL)),
    );
    is_honest("5x2cv F", rejections(TRIALS, |rng| five_by_two_f(&differences(rng)).unwrap().rejects(LEVEL)));
}

#[test]
fn families_of_learners() {
    const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
    let results = |rng: &mut Rng| {
        let rows: Vec<Vec<f64>> = (0..15).map(|_| normals(rng, 5)).collect();
        ScoreTable::new(&NAMES, &rows, ScoreDirection::Higher).unwrap()
    };
    is_honest("Friedman", rejections(TRIALS, |rng| friedman(&results(rng)).rejects(LEVEL)));
    is_honest("Iman-Davenport", rejections(TRIALS, |rng| iman_davenport(&results(rng)).rejects(LEVEL)));
    let finds = |tests: PairTests| tests.pairs.iter().any(|pair| pair.adjusted <= LEVEL);
    let critical = nemenyi_difference(5, 15, LEVEL).unwrap();
    is_honest(
        "Nemenyi",
        rejections(TRIALS, |rng| {
            let mut ranks = results(rng).mean_ranks();
            ranks.sort_by(f64::total_cmp);
            ranks[4] - ranks[0] >= critical
        }),
    );
    use Adjustment::{BergmannHommel, Bonferroni, Hochberg, Holm, Shaffer};
    for adjustment in [Bonferroni, Holm, Hochberg, Shaffer, BergmannHommel] {
        is_honest(
            adjustment.name(),
            rejections(TRIALS / 4, |rng| finds(all_pairs(&results(rng), adjustment).unwrap())),
        );
    }
    for adjustment in [Bonferroni, Holm, Hochberg] {
        is_honest(
            adjustment.name(),
            rejections(TRIALS / 4, |rng| finds(against_control(&results(rng), "c", adjustment).unwrap())),
        );
    }
}
