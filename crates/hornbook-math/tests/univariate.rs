//! Every distribution of one number against mpmath, which SciPy checked; `reference/univariate.py` made the numbers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::common::{numbers, reference};
use serde_json::Value;

/// The worst relative difference, or absolute below one for what may be zero or a logarithm.
const EXACT: f64 = 1e-12;

/// Collects what is off.
#[derive(Default)]
struct Checks {
    count: usize,
    off: Vec<String>,
}

impl Checks {
    fn relative(&mut self, what: String, ours: f64, expected: f64) {
        // Below 1e-290 numbers have fewer digits on the way.
        let size = if expected.abs() < 1e-290 { 1e-290 } else { expected.abs() };
        self.check(what, ours, expected, EXACT * size);
    }

    fn logarithm(&mut self, what: String, ours: f64, expected: f64) {
        self.check(what, ours, expected, EXACT * expected.abs().max(1.0));
    }

    fn check(&mut self, what: String, ours: f64, expected: f64, tolerance: f64) {
        self.count += 1;
        if ours != expected && ((ours - expected).abs() > tolerance || ours.is_nan() || expected.is_nan()) {
            let off = (ours - expected).abs() / expected.abs();
            self.off.push(format!("{what}: {ours:e} for {expected:e}, off by {off:e}"));
        }
    }

    fn finish(self, least: usize) {
        assert!(self.count >= least, "only {} checks", self.count);
        assert!(
            self.off.is_empty(),
            "{} of {} are off:\n{}",
            self.off.len(),
            self.count,
            self.off.join("\n")
        );
    }
}

// proves: 001:53, 001:54, 002:U03, 001:65
#[test]
fn densities_and_tails_agree_with_fifty_digits() {
    let mut checks = Checks::default();
    for (name, family, entry) in reference() {
        let logs = entry["log_tails"].as_str().unwrap();
        for point in entry["points"].as_array().unwrap() {
            let point = numbers(point);
            let x = point[0];
            let at = |what: &str| format!("{what} of {name} at {x:e}");
            checks.relative(at("density"), family.density(x), point[1]);
            checks.logarithm(at("ln density"), family.ln_density(x), point[2]);
            checks.relative(at("cdf"), family.cdf(x), point[3]);
            checks.relative(at("upper"), family.upper(x), point[4]);
            if point[3] > 1e-290 || logs == "both" || logs == "lower" {
                checks.logarithm(
                    at("ln cdf"),
                    family.ln_cdf(x),
                    if point[5].is_nan() { f64::NEG_INFINITY } else { point[5] },
                );
            }
            if point[4] > 1e-290 || logs == "both" || logs == "upper" {
                checks.logarithm(
                    at("ln upper"),
                    family.ln_upper(x),
                    if point[6].is_nan() { f64::NEG_INFINITY } else { point[6] },
                );
            }
        }
    }
    checks.finish(2500);
}

#[test]
fn quantiles_agree_with_fifty_digits() {
    let mut checks = Checks::default();
    for (name, family, entry) in reference() {
        for quantile in entry["quantiles"].as_array().unwrap() {
            let (p, x) = (quantile[1].as_f64().unwrap(), quantile[2].as_f64().unwrap());
            let lower = quantile[0] == "lower";
            let ours = if lower { family.quantile(p) } else { family.upper_quantile(p) };
            // Near zero a place is as exact as its distance from the middle.
            let size = x.abs().max((x - family.quantile(0.5)).abs());
            checks.check(format!("{} quantile of {name} at {p:e}", quantile[0]), ours, x, EXACT * size);
        }
    }
    checks.finish(500);
}

#[test]
fn moments_and_entropies_agree_with_fifty_digits() {
    let mut checks = Checks::default();
    for (name, family, entry) in reference() {
        let ours = [
            ("mean", family.mean()),
            ("variance", family.variance()),
            ("skewness", family.skewness()),
            ("kurtosis", family.kurtosis()),
            ("entropy", family.entropy()),
            ("mode", family.mode()),
        ];
        for ((what, ours), expected) in ours.into_iter().zip(entry["moments"].as_array().unwrap()) {
            let label = format!("{what} of {name}");
            match expected {
                Value::Null => assert!(ours.is_nan(), "{label} is {ours}"),
                Value::String(_) => assert_eq!(ours, f64::INFINITY, "{label}"),
                number => checks.logarithm(label, ours, number.as_f64().unwrap()),
            }
        }
    }
    checks.finish(450);
}
