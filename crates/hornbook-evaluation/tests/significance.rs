//! The comparisons against SciPy, statsmodels, scikit-posthocs, mlxtend and baycomp; `reference/comparing.py` made the
//! numbers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::{Seed, Value};
use hornbook_evaluation::significance::*;
use serde_json::from_value;

const LEVEL: f64 = 0.9;

fn cases(test: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(include_str!("reference/comparing.json")).unwrap();
    let found: Vec<Value> = all.into_iter().filter(|case| case["test"] == test).collect();
    assert!(!found.is_empty(), "no case of {test}");
    found
}

fn numbers(value: &Value) -> Vec<f64> {
    from_value(value.clone()).unwrap()
}

fn side(case: &Value) -> Alternative {
    [Alternative::TwoSided, Alternative::Less, Alternative::Greater]
        .into_iter()
        .find(|side| case["side"] == side.name())
        .unwrap()
}

/// The statistic, the p-value and the interval, as far as the reference has them.
fn same(test: &TestResult, case: &Value) {
    let near = |ours: f64, name: &str| {
        let Some(expected) = case["expected"][name].as_f64() else { return };
        let error = (ours - expected).abs() / expected.abs().max(1e-3);
        assert!(error < 1e-10, "{name} is {ours} for {expected}: {case}");
    };
    near(test.statistic, "statistic");
    near(test.p_value, "p");
    near(test.interval.map_or(f64::NAN, |interval| interval.low), "low");
    near(test.interval.map_or(f64::NAN, |interval| interval.high), "high");
}

fn close(ours: &[f64], expected: &Value, tolerance: f64) {
    let expected = numbers(expected);
    assert_eq!(ours.len(), expected.len());
    let far = ours.iter().zip(&expected).any(|(a, b)| (a - b).abs() > tolerance);
    assert!(!far, "{ours:?} for {expected:?}");
}

#[test]
fn student_agrees_with_scipy() {
    for case in cases("one_sample_t") {
        same(&one_sample_t(&numbers(&case["a"]), 0.5, side(&case), LEVEL).unwrap(), &case);
    }
    for case in cases("paired_t") {
        same(&paired_t(&numbers(&case["a"]), &numbers(&case["b"]), side(&case), LEVEL).unwrap(), &case);
    }
    for case in cases("corrected_t") {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        same(&corrected_resampled_t(&a, &b, 0.2, side(&case), LEVEL).unwrap(), &case);
    }
}

/// The numbers of `reference/two_sample_t.py`.
#[test]
fn two_samples_agree_with_scipy() {
    let all: Vec<Value> = serde_json::from_str(include_str!("reference/two_sample_t.json")).unwrap();
    assert_eq!(all.len(), 72);
    for case in all {
        let variances = match case["pooled"].as_bool().unwrap() {
            true => SampleVariances::Pooled,
            false => SampleVariances::Separate,
        };
        let (first, second) = (numbers(&case["first"]), numbers(&case["second"]));
        let found = two_sample_t(&first, &second, variances, side(&case), LEVEL).unwrap();
        same(&found.test, &case);
        let sizes = [found.test.degrees[0], found.standard_error, found.effect_size];
        for (ours, name) in sizes.into_iter().zip(["degrees", "standard_error", "effect_size"]) {
            let expected = case["expected"][name].as_f64().unwrap();
            assert!(
                (ours - expected).abs() < 1e-10 * expected.abs(),
                "{name} is {ours} for {expected}: {case}"
            );
        }
    }
}

#[test]
fn five_by_two_agrees_with_mlxtend() {
    let differences = |case: &Value| -> [[f64; 2]; 5] {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        std::array::from_fn(|i| [a[2 * i] - b[2 * i], a[2 * i + 1] - b[2 * i + 1]])
    };
    for case in cases("five_by_two_t") {
        same(&five_by_two_t(&differences(&case), Alternative::TwoSided).unwrap(), &case);
    }
    for case in cases("five_by_two_f") {
        same(&five_by_two_f(&differences(&case)).unwrap(), &case);
    }
}

#[test]
fn error_rates_agree_with_statsmodels() {
    for case in cases("error_rates") {
        let (errors, rows) = (from_value(case["errors"].clone()), from_value(case["rows"].clone()));
        same(&error_rates(errors.unwrap(), rows.unwrap(), side(&case), LEVEL).unwrap(), &case);
    }
    for case in cases("power") {
        let rates = from_value(case["rates"].clone()).unwrap();
        let power = power(rates, case["rows"].as_u64().unwrap(), 0.05).unwrap();
        assert!((power - case["expected"]["p"].as_f64().unwrap()).abs() < 1e-10, "{power}: {case}");
    }
}

#[test]
fn mcnemar_agrees_with_statsmodels() {
    for case in cases("mcnemar") {
        let [both_right, only_first_right, only_second_right, both_wrong] =
            from_value(case["table"].clone()).unwrap();
        let rows = PairedOutcomes { both_right, only_first_right, only_second_right, both_wrong };
        let method = match case["method"].as_str().unwrap() {
            "exact" => McNemar::Exact,
            "mid" => McNemar::MidP,
            "chi" => McNemar::ChiSquare,
            _ => McNemar::Corrected,
        };
        same(&mcnemar(&rows, method, side(&case), LEVEL).unwrap(), &case);
    }
}

#[test]
fn ranks_signs_and_swaps_agree_with_scipy() {
    for case in cases("wilcoxon") {
        let zeros = match case["zeros"].as_str().unwrap() {
            "drop" => ZeroMethod::Drop,
            "pratt" => ZeroMethod::Pratt,
            _ => ZeroMethod::Split,
        };
        let method = if case["method"] == "normal" { WilcoxonMethod::Normal } else { WilcoxonMethod::Auto };
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        same(&wilcoxon(&a, &b, zeros, method, side(&case)).unwrap(), &case);
    }
    for case in cases("sign") {
        same(&sign_test(&numbers(&case["a"]), &numbers(&case["b"]), side(&case)).unwrap(), &case);
    }
    for case in cases("permutation") {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        same(&permutation_test(&a, &b, side(&case), 0, Seed(0)).unwrap(), &case);
    }
}

fn probabilities(posterior: &ComparisonPosterior) -> [f64; 3] {
    [posterior.first_greater, posterior.equivalent, posterior.second_greater]
}

#[test]
fn posteriors_agree_with_baycomp() {
    for case in cases("correlated_t") {
        let (rope, share) = (case["rope"].as_f64().unwrap(), case["share"].as_f64().unwrap());
        let found = correlated_t(&numbers(&case["a"]), &numbers(&case["b"]), rope, share, LEVEL).unwrap();
        close(&probabilities(&found), &case["expected"]["probabilities"], 1e-10);
    }
    // Four standard errors of 200,000 draws here and as many there.
    let draws = 200_000;
    let tolerance = 4.0 * (0.25 * 2.0 / draws as f64).sqrt();
    for case in cases("signed_rank") {
        let (a, b, rope) = (numbers(&case["a"]), numbers(&case["b"]), case["rope"].as_f64().unwrap());
        let found = bayesian_signed_rank(&a, &b, rope, draws, Seed(1)).unwrap();
        close(&probabilities(&found), &case["expected"]["probabilities"], tolerance);
    }
}

fn results(case: &Value) -> ScoreTable {
    let names: Vec<String> = from_value(case["names"].clone()).unwrap();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<Vec<f64>> = from_value(case["rows"].clone()).unwrap();
    let better = if case["better"] == "higher" { ScoreDirection::Higher } else { ScoreDirection::Lower };
    ScoreTable::new(&names, &rows, better).unwrap()
}

#[test]
fn many_learners_agree_with_the_references() {
    for case in cases("many") {
        let results = results(&case);
        let expected = &case["expected"];
        let found = |test: TestResult| [test.statistic, test.p_value];
        let adjusted = |tests: PairTests| tests.pairs.iter().map(|pair| pair.adjusted).collect::<Vec<f64>>();
        close(&results.mean_ranks(), &expected["ranks"], 1e-12);
        close(&found(friedman(&results)), &expected["friedman"], 1e-10);
        close(&found(iman_davenport(&results)), &expected["iman_davenport"], 1e-10);
        close(&adjusted(nemenyi(&results)), &expected["nemenyi"], 1e-10);
        let control = against_control(&results, &results.learners()[0], Adjustment::Holm).unwrap();
        close(&adjusted(control), &expected["control"], 1e-10);
        for (name, adjustment) in [
            ("bonferroni", Adjustment::Bonferroni),
            ("holm", Adjustment::Holm),
            ("hochberg", Adjustment::Hochberg),
            ("shaffer", Adjustment::Shaffer),
            ("bergmann", Adjustment::BergmannHommel),
        ] {
            if !expected[name].is_null() {
                let tests = all_pairs(&results, adjustment).unwrap();
                close(
                    &tests.pairs.iter().map(|pair| pair.p_value).collect::<Vec<f64>>(),
                    &expected["p"],
                    1e-10,
                );
                close(&adjusted(tests), &expected[name], 1e-10);
            }
        }
    }
}

#[test]
fn six_learners_of_weka_on_ten_data_sets() {
    let case = cases("many").pop().unwrap();
    let results = results(&case);
    assert_eq!(results.learners()[1], "RandomForest");
    let means = results.mean_ranks();
    assert!(means.iter().zip([3.10, 2.90, 3.90, 4.00, 3.45, 3.65]).all(|(a, b)| (a - b).abs() < 1e-12));
    let test = friedman(&results);
    assert!((test.statistic - 2.956656).abs() < 1e-6 && (test.p_value - 0.706668).abs() < 1e-6);
    let diagram = CriticalDifference::of(&results, 0.05).unwrap();
    assert!((diagram.difference - 2.384235).abs() < 1e-6);
    assert_eq!(diagram.groups, [(0, 5)]);
    let pairs = nemenyi(&results).pairs;
    let pair = pairs.iter().find(|pair| pair.first == "RandomForest" && pair.second == "IBk").unwrap();
    assert!((pair.adjusted - 0.7770).abs() < 5e-5);
    let column = |which: usize| -> Vec<f64> {
        case["rows"].as_array().unwrap().iter().map(|row| row[which].as_f64().unwrap()).collect()
    };
    let (forest, tree) = (column(1), column(0));
    let two = Alternative::TwoSided;
    let test = wilcoxon(&forest, &tree, ZeroMethod::Drop, WilcoxonMethod::Auto, two).unwrap();
    assert_eq!((test.statistic, test.p_value), (14.0, 0.359375));
    let posterior = bayesian_signed_rank(&forest, &tree, 1.0, 50_000, Seed(0)).unwrap();
    assert!(probabilities(&posterior).iter().zip([0.71, 0.15, 0.14]).all(|(a, b)| (a - b).abs() < 0.01));
}

#[test]
fn controls_and_counts_that_cannot_be() {
    let results = results(&cases("many")[0]);
    let message =
        |control: &str, adjustment| against_control(&results, control, adjustment).unwrap_err().to_string();
    assert!(message("z", Adjustment::Holm).starts_with("there is no learner 'z'"));
    assert!(message("a", Adjustment::Shaffer).starts_with("Shaffer is for all pairs"));
    assert!(nemenyi_difference(1, 10, 0.05).is_err() && nemenyi_difference(3, 0, 0.05).is_err());
    assert!(nemenyi_difference(3, 10, 1.0).is_err() && bonferroni_dunn_difference(1, 10, 0.05).is_err());
    // Demšar's table: q = 2.241 for three learners against a control at 5 %.
    let difference = bonferroni_dunn_difference(3, 2, 0.05).unwrap();
    assert!((difference - 2.241).abs() < 1e-3, "{difference}");
    assert!(CriticalDifference::of(&results, 0.0).is_err());
}
