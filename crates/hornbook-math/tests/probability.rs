//! Joint tables, Bayes' rule, limit laws and integrals.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_math::distributions::{Discrete, Normal, Univariate};
use hornbook_math::information::entropy;
use hornbook_math::matrix::Matrix;
use hornbook_math::probability::*;
use proptest::prelude::*;

fn near(ours: f64, golden: f64) {
    assert!((ours - golden).abs() < 1e-12, "{ours} for {golden}");
}

fn table() -> JointTable {
    let joint = Matrix::new(2, 3, vec![0.1, 0.2, 0.1, 0.3, 0.2, 0.1]).unwrap();
    JointTable::new(&[0.0, 1.0], &[0.0, 1.0, 2.0], &joint).unwrap()
}

// proves: 001:77, 001:78, 001:55, 001:57
#[test]
fn a_joint_table_golden() {
    let table = table();
    near(table.first().mean(), 0.6);
    near(table.second().mean(), 0.8);
    near(table.first().variance(), 0.24);
    near(table.second().variance(), 0.56);
    near(table.covariance(), -0.08);
    near(table.correlation(), -0.2182178902359923);
    near(entropy(table.first().probabilities()), 0.9709505944546688);
    near(entropy(table.second().probabilities()), 1.5219280948873626);
    near(table.conditional_entropy(), 1.4754887502163472);
    near(table.mutual_information(), 0.0464393446710154);
    near(table.joint_entropy(), 0.9709505944546688 + 1.4754887502163472);
    near(table.variance_of_sum(), 0.24 + 0.56 - 0.16);
    assert!(!table.is_independent(1e-3));
}

// proves: 001:58, 000a:K1
#[test]
fn conditionals_and_bayes_in_a_table() {
    let table = table();
    let given = table.second_given(1.0).unwrap();
    near(given.density(0.0), 0.5);
    near(table.first_given(2.0).unwrap().density(1.0), 0.5);
    let seen = table.posterior(0.0).unwrap();
    near(seen.evidence, 0.4);
    near(seen.probabilities[0], 0.25);
    // The product rule makes the table again.
    let rows = Matrix::new(2, 3, vec![0.25, 0.5, 0.25, 0.5, 1.0 / 3.0, 1.0 / 6.0]).unwrap();
    let again = JointTable::from_conditionals(&[0.0, 1.0], &[0.0, 1.0, 2.0], &[0.4, 0.6], &rows).unwrap();
    for (a, b) in again.probabilities().values().iter().zip(table.probabilities().values()) {
        near(*a, *b);
    }
    let counts = Matrix::new(2, 2, vec![6.0, 2.0, 3.0, 1.0]).unwrap();
    assert!(JointTable::from_counts(&[0.0, 1.0], &[0.0, 1.0], &counts).unwrap().is_independent(1e-15));
    let never = Matrix::new(2, 2, vec![0.5, 0.0, 0.5, 0.0]).unwrap();
    let never = JointTable::new(&[0.0, 1.0], &[5.0, 7.0], &never).unwrap();
    assert!(never.first_given(7.0).unwrap_err().to_string().contains("probability 0"));
    assert!(never.first_given(6.0).unwrap_err().to_string().contains("no value"));
    assert!(never.posterior(7.0).is_err());
    assert!(never.correlation().is_nan());
}

#[test]
fn tables_that_cannot_be() {
    let square = |values: &[f64]| Matrix::new(2, 2, values.to_vec()).unwrap();
    let both = [0.0, 1.0];
    for wrong in [
        JointTable::new(&both, &both, &square(&[0.5, 0.5, 0.5, 0.5])).err(),
        JointTable::new(&both, &both, &square(&[1.5, -0.5, 0.0, 0.0])).err(),
        JointTable::new(&both, &both, &square(&[f64::NAN, 0.5, 0.5, 0.0])).err(),
        JointTable::new(&[0.0, 0.0], &both, &square(&[0.25; 4])).err(),
        JointTable::new(&[0.0, f64::INFINITY], &both, &square(&[0.25; 4])).err(),
        JointTable::new(&[0.0], &both, &square(&[0.25; 4])).err(),
        JointTable::new(&[], &[], &Matrix::zeros(0, 0)).err(),
        JointTable::from_counts(&both, &both, &square(&[0.0; 4])).err(),
        JointTable::from_conditionals(&both, &both, &[1.0], &square(&[0.5; 4])).err(),
        posterior(&[0.5, 0.5], &[0.5]).err(),
        posterior(&[0.5, 0.5], &[0.0, 0.0]).err(),
        posterior(&[0.5, 0.5], &[f64::NAN, 1.0]).err(),
        posterior(&[0.5, 0.4], &[1.0, 1.0]).err(),
        large_numbers_size(1.0, 0.0, 0.1).err(),
    ] {
        assert!(wrong.expect("an error").to_string().contains("; "));
    }
}

// proves: 001:70, 001:71, 001:72, 001:73
#[test]
fn limit_laws() {
    near(chebyshev_deviations(2.0), 0.25);
    near(chebyshev_deviations(3.0), 1.0 / 9.0);
    assert_eq!(chebyshev(4.0, 1.0), 1.0);
    assert!(chebyshev(-1.0, 1.0).is_nan() && chebyshev(1.0, 0.0).is_nan());
    assert!(large_numbers_bound(1.0, 0.0, 1.0).is_nan());
    // The size is the least for which the bound holds.
    let n = large_numbers_size(2.5, 0.3, 0.07).unwrap();
    assert!(large_numbers_bound(2.5, n, 0.3) <= 0.07 && large_numbers_bound(2.5, n - 1.0, 0.3) > 0.07);
    near(standardized_mean(5.4, 5.0, 2.0, 25.0), 1.0);
    // The mean of ten values of accuracy.
    let accuracies = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
    let (mean, variance) = mean_and_variance_of_mean(&accuracies);
    near(mean, 0.815);
    assert!((variance - 5.1666667e-05).abs() < 1e-12);
    // The bound holds for a distribution, and is not sharp for the normal one.
    let normal = Normal::new(0.0, 1.0).unwrap();
    assert!(2.0 * normal.upper(2.0) < chebyshev_deviations(2.0));
}

// proves: 000a:J10, 001:52
#[test]
fn random_variables_by_their_values() {
    let die = Discrete::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[1.0 / 6.0; 6]).unwrap();
    near(die.mean(), 3.5);
    near(die.variance(), 35.0 / 12.0);
    near(die.kurtosis(), -1.2685714285714285);
    near(die.entropy(), 6f64.ln());
    let two = die.plus(&die).unwrap();
    near(two.density(7.0), 1.0 / 6.0);
    near(two.variance(), 2.0 * die.variance());
    assert_eq!((die.quantile(0.5), die.quantile(1.0 / 6.0), die.upper_quantile(1.0 / 6.0)), (3.0, 1.0, 5.0));
    assert_eq!((die.cdf(0.0), die.cdf(6.0), die.density(2.5)), (0.0, 1.0, 0.0));
    let found = Discrete::fit(&[2.0, 5.0, 2.0], Some(&[1.0, 2.0, 1.0])).unwrap();
    assert_eq!((found.values(), found.probabilities()), (&[2.0, 5.0][..], &[0.5, 0.5][..]));
    let colors = Discrete::categorical(&[0.2, 0.5, 0.3]).unwrap();
    assert_eq!((colors.mode(), colors.density(2.0)), (1.0, 0.3));
    for wrong in [
        Discrete::new(&[1.0], &[0.5, 0.5]).err(),
        Discrete::new(&[], &[]).err(),
        Discrete::new(&[1.0, f64::NAN], &[0.5, 0.5]).err(),
        Discrete::new(&[1.0, 2.0], &[0.5, 0.6]).err(),
        die.scaled(f64::INFINITY).err(),
    ] {
        assert!(wrong.expect("an error").to_string().contains("discrete distribution: parameter"));
    }
}

// proves: 001:59
#[test]
fn integrals() {
    near(integrate(|x| x.exp(), 0.0, 1.0), 1f64.exp_m1());
    near(integrate(|x| x, 2.0, 0.0), -2.0);
    near(integrate(|x| (-x).exp(), 0.0, f64::INFINITY), 1.0);
    near(integrate(|x| x.exp(), f64::NEG_INFINITY, 0.0), 1.0);
    assert_eq!(integrate(|x| x, 1.0, 1.0), 0.0);
    assert!(integrate(|x| x, f64::NAN, 1.0).is_nan() && integrate(|_| f64::NAN, 0.0, 1.0).is_nan());
    // The mean and the variance by integrals.
    let normal = Normal::new(1.5, 0.5).unwrap();
    let (low, high) = normal.support();
    let mean = expectation(|x| normal.density(x), low, high, |x| x);
    near(mean, 1.5);
    near(expectation(|x| normal.density(x), low, high, |x| (x - mean).powi(2)), 0.25);
    near(expectation(|x| normal.density(x), 1.0, 2.0, |_| 1.0), normal.between(1.0, 2.0));
}

proptest! {
    #[test]
    fn what_holds_in_every_table(cells in prop::collection::vec(0.01f64..1.0, 6)) {
        let counts = Matrix::new(2, 3, cells).unwrap();
        let table = JointTable::from_counts(&[-1.0, 2.0], &[0.0, 1.0, 5.0], &counts).unwrap();
        prop_assert!(table.mutual_information() > -1e-12 && table.correlation().abs() <= 1.0 + 1e-12);
        let chain = entropy(table.first().probabilities()) + table.conditional_entropy();
        prop_assert!((table.joint_entropy() - chain).abs() < 1e-12);
        // The mean of the conditional means is the mean.
        let mean: f64 = [-1.0, 2.0].iter()
            .map(|&x| table.first().density(x) * table.second_given(x).unwrap().mean()).sum();
        prop_assert!((mean - table.second().mean()).abs() < 1e-12);
        let product = table.expectation(|x, y| x * y);
        let moment = product - table.first().mean() * table.second().mean();
        prop_assert!((table.covariance() - moment).abs() < 1e-12);
        let seen = table.posterior(5.0).unwrap();
        prop_assert!((seen.evidence - table.second().density(5.0)).abs() < 1e-12);
        prop_assert!((seen.probabilities[1] - table.first_given(5.0).unwrap().density(2.0)).abs() < 1e-12);
    }
}
