//! What holds for every distribution of one number, and what is asked of their parameters.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_math::distributions::*;
use hornbook_math::probability::integrate;
use proptest::prelude::*;

/// Any density, with parameters of any ordinary size.
fn density(which: usize, a: f64, b: f64, center: f64) -> Box<dyn Univariate> {
    match which {
        0 => Box::new(Normal::new(center, a).unwrap()),
        1 => Box::new(LogNormal::new(center, a.min(3.0)).unwrap()),
        2 => Box::new(Uniform::new(center, center + a).unwrap()),
        3 => Box::new(Exponential::new(a).unwrap()),
        4 => Box::new(Laplace::new(center, a).unwrap()),
        5 => Box::new(Logistic::new(center, a).unwrap()),
        6 => Box::new(Cauchy::new(center, a).unwrap()),
        7 => Box::new(Student::new(a, center, b).unwrap()),
        8 => Box::new(Gamma::new(a, b).unwrap()),
        9 => Box::new(ChiSquare::new(a).unwrap()),
        10 => Box::new(InverseGamma::new(a, b).unwrap()),
        11 => Box::new(Weibull::new(a, b).unwrap()),
        12 => Box::new(Fisher::new(a, b).unwrap()),
        _ => Box::new(Beta::new(a, b).unwrap()),
    }
}

/// Any distribution of whole numbers.
fn counts(which: usize, n: u64, p: f64, a: f64, b: f64) -> Box<dyn Univariate> {
    match which {
        0 => Box::new(Bernoulli::new(p).unwrap()),
        1 => Box::new(Binomial::new(n, p).unwrap()),
        2 => Box::new(Geometric::new(p).unwrap()),
        3 => Box::new(Poisson::new(a).unwrap()),
        4 => Box::new(NegativeBinomial::new(a, p).unwrap()),
        5 => Box::new(Hypergeometric::new(n, (n as f64 * p) as u64, n / 3).unwrap()),
        _ => Box::new(BetaBinomial::new(n, a, b).unwrap()),
    }
}

/// A size from a hundredth to some hundreds, small and large alike.
fn size() -> impl Strategy<Value = f64> {
    (-2.0f64..2.5).prop_map(|power| 10f64.powf(power))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn quantiles_undo_tails(
        which in 0usize..14, a in size(), b in size(), center in -3.0f64..3.0, p in 1e-9f64..0.5,
    ) {
        let family = density(which, a, b, center);
        let (low, high) = (family.quantile(p), family.upper_quantile(p));
        prop_assert!(low <= high, "{low} {high}");
        let (bottom, top) = family.support();
        prop_assert!(low >= bottom && high <= top);
        // A place is a double: beside it lies what its neighbors have.
        let slack = |x: f64| 1e-11 * p + 4.0 * f64::EPSILON * x.abs() * family.density(x);
        if low > f64::MIN_POSITIVE && low < top - 1e-9 && family.density(low).is_finite() {
            prop_assert!((family.cdf(low) - p).abs() <= slack(low), "{} for {p} at {low}", family.cdf(low));
        }
        if high > f64::MIN_POSITIVE && high < top - 1e-9 && family.density(high).is_finite() {
            prop_assert!((family.upper(high) - p).abs() <= slack(high), "{} for {p} at {high}", family.upper(high));
        }
    }

    #[test]
    fn tails_are_monotone_and_fill_one(
        which in 0usize..14, a in size(), b in size(), center in -3.0f64..3.0,
        p in 1e-6f64..0.999, more in 1e-3f64..1.0,
    ) {
        let family = density(which, a, b, center);
        let x = family.quantile(p);
        // With few degrees of freedom places are beyond numbers.
        prop_assume!(x.is_finite());
        let y = x + more * x.abs().max(1e-3);
        let ((below, above), (further, less)) = (family.tails(x), family.tails(y));
        prop_assert!(further >= below * (1.0 - 1e-12) && less <= above * (1.0 + 1e-12));
        prop_assert!((below + above - 1.0).abs() < 1e-13, "{below} + {above}");
        prop_assert!((family.ln_cdf(x).exp() - below).abs() < 1e-12 && (family.ln_upper(x).exp() - above).abs() < 1e-12);
        let inside = family.between(x, y);
        prop_assert!((inside - (further - below)).abs() < 1e-13 && inside >= 0.0 && family.between(y, x) == 0.0);
    }

    #[test]
    fn densities_integrate_to_probabilities(
        which in 0usize..14, a in 0.2f64..8.0, b in 0.2f64..8.0, center in -3.0f64..3.0,
        p in 0.05f64..0.9, width in 0.01f64..0.09,
    ) {
        let family = density(which, a, b, center);
        let (low, high) = (family.quantile(p), family.quantile(p + width));
        // Laplace's density has a kink.
        prop_assume!(!(low < center && high > center && which == 4));
        let area = integrate(|x| family.density(x), low, high);
        prop_assert!((area - width).abs() < 1e-11, "{area} for {width}");
        prop_assert!((family.ln_density(low).exp() / family.density(low) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn counts_add_up(
        which in 0usize..7, n in 1u64..60, p in 0.02f64..0.98, a in 0.1f64..30.0, b in 0.1f64..30.0, u in 1e-6f64..1.0,
    ) {
        let family = counts(which, n, p, a, b);
        let (low, high) = family.support();
        let end = high.min(family.upper_quantile(1e-15));
        let (mut sum, mut mean, mut largest) = (0.0, 0.0, (0.0, f64::NAN));
        let mut k = low;
        while k <= end {
            let mass = family.density(k);
            sum += mass;
            mean += mass * k;
            if mass > largest.0 * (1.0 + 1e-9) {
                largest = (mass, k);
            }
            prop_assert!((family.cdf(k) - sum).abs() < 1e-12, "{} for {sum} at {k}", family.cdf(k));
            prop_assert!((family.upper(k) + sum - 1.0).abs() < 1e-12);
            prop_assert_eq!((family.density(k + 0.5), family.cdf(k + 0.5)), (0.0, family.cdf(k)));
            k += 1.0;
        }
        prop_assert!((mean - family.mean()).abs() < 1e-9 * (1.0 + family.mean()), "{mean} for {}", family.mean());
        prop_assert!((family.density(family.mode()) / largest.0 - 1.0).abs() < 1e-8, "{} for {largest:?}", family.mode());
        let q = family.quantile(u);
        prop_assert!(family.cdf(q) >= u * (1.0 - 1e-13) && (q <= low || family.cdf(q - 1.0) < u));
    }
}

#[test]
fn ends_of_the_support() {
    for which in 0..14 {
        let family = density(which, 1.5, 2.5, 0.5);
        let (low, high) = family.support();
        assert_eq!((family.quantile(0.0), family.quantile(1.0)), (low, high), "{which}");
        assert_eq!((family.upper_quantile(0.0), family.upper_quantile(1.0)), (high, low), "{which}");
        assert_eq!(
            (family.tails(f64::NEG_INFINITY), family.tails(f64::INFINITY)),
            ((0.0, 1.0), (1.0, 0.0)),
            "{which}"
        );
        assert_eq!((family.density(f64::NEG_INFINITY), family.density(f64::INFINITY)), (0.0, 0.0), "{which}");
        assert_eq!(
            (family.ln_cdf(f64::NEG_INFINITY), family.ln_upper(f64::INFINITY)),
            (f64::NEG_INFINITY, f64::NEG_INFINITY),
            "{which}"
        );
        assert_eq!((family.ln_cdf(f64::INFINITY), family.ln_upper(f64::NEG_INFINITY)), (0.0, 0.0), "{which}");
        if low.is_finite() {
            assert_eq!(
                (family.density(low - 1.0), family.cdf(low - 1.0), family.upper(low - 1.0)),
                (0.0, 0.0, 1.0)
            );
            assert_eq!(
                (family.ln_cdf(low - 1.0), family.ln_upper(low - 1.0)),
                (f64::NEG_INFINITY, 0.0),
                "{which}"
            );
        }
        for nonsense in [
            family.density(f64::NAN),
            family.ln_density(f64::NAN),
            family.cdf(f64::NAN),
            family.upper(f64::NAN),
            family.ln_cdf(f64::NAN),
            family.ln_upper(f64::NAN),
            family.quantile(-0.1),
            family.quantile(f64::NAN),
            family.upper_quantile(1.1),
        ] {
            assert!(nonsense.is_nan(), "{which}");
        }
    }
    for which in 0..7 {
        let family = counts(which, 9, 0.4, 2.5, 3.5);
        let (low, high) = family.support();
        assert_eq!((family.quantile(0.0), family.quantile(1.0)), (low, high), "{which}");
        assert_eq!(
            (family.density(low - 1.0), family.density(1.5), family.cdf(-1.0)),
            (0.0, 0.0, 0.0),
            "{which}"
        );
        assert_eq!(
            (family.tails(f64::INFINITY), family.density(f64::INFINITY)),
            ((1.0, 0.0), 0.0),
            "{which}"
        );
        assert!(family.density(f64::NAN).is_nan() && family.cdf(f64::NAN).is_nan(), "{which}");
        assert!(family.quantile(1.5).is_nan() && family.ln_upper(f64::NAN).is_nan(), "{which}");
    }
}

#[test]
fn where_densities_begin() {
    let at_zero: [(Box<dyn Univariate>, f64); 10] = [
        (Box::new(Gamma::new(1.0, 3.0).unwrap()), 3.0),
        (Box::new(Gamma::new(0.5, 3.0).unwrap()), f64::INFINITY),
        (Box::new(Gamma::new(2.0, 3.0).unwrap()), 0.0),
        (Box::new(ChiSquare::new(2.0).unwrap()), 0.5),
        (Box::new(Weibull::new(1.0, 2.0).unwrap()), 0.5),
        (Box::new(Weibull::new(0.5, 2.0).unwrap()), f64::INFINITY),
        (Box::new(Fisher::new(2.0, 5.0).unwrap()), 1.0),
        (Box::new(Fisher::new(1.0, 5.0).unwrap()), f64::INFINITY),
        (Box::new(InverseGamma::new(1.0, 1.0).unwrap()), 0.0),
        (Box::new(LogNormal::new(0.0, 1.0).unwrap()), 0.0),
    ];
    for (family, expected) in &at_zero {
        let found = family.density(0.0);
        assert!(found == *expected || (found - expected).abs() < 1e-14, "{found} for {expected}");
    }
    let ends = |a: f64, b: f64| [0.0, 1.0].map(|x| Beta::new(a, b).unwrap().density(x));
    assert_eq!((ends(0.5, 2.0), ends(2.0, 0.5)), ([f64::INFINITY, 0.0], [0.0, f64::INFINITY]));
    assert!((ends(1.0, 3.0)[0] - 3.0).abs() < 1e-14);
    // What always or never happens.
    let sure = Binomial::new(4, 1.0).unwrap();
    assert_eq!((sure.density(4.0), sure.quantile(0.3), sure.entropy(), sure.mode()), (1.0, 4.0, 0.0, 4.0));
    let first = Geometric::new(1.0).unwrap();
    assert_eq!((first.density(1.0), first.quantile(0.5), first.cdf(1.0)), (1.0, 1.0, 1.0));
    let none = Binomial::new(0, 0.5).unwrap();
    assert_eq!((none.density(0.0), none.quantile(0.5), none.mean()), (1.0, 0.0, 0.0));
    let empty = Hypergeometric::new(0, 0, 0).unwrap();
    assert_eq!((empty.density(0.0), empty.quantile(0.5), empty.mean()), (1.0, 0.0, 0.0));
    let no_trials = BetaBinomial::new(0, 1.0, 2.0).unwrap();
    assert_eq!((no_trials.density(0.0), no_trials.quantile(0.9), no_trials.mode()), (1.0, 0.0, 0.0));
    let no_failures = NegativeBinomial::new(2.0, 1.0).unwrap();
    assert_eq!((no_failures.density(0.0), no_failures.quantile(0.9), no_failures.entropy()), (1.0, 0.0, 0.0));
}

#[test]
fn parameters_that_cannot_be() {
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    for wrong in [
        Normal::new(nan, 1.0).err(),
        Normal::new(0.0, 0.0).err(),
        Normal::new(0.0, infinite).err(),
        LogNormal::new(infinite, 1.0).err(),
        Uniform::new(1.0, 1.0).err(),
        Uniform::new(2.0, 1.0).err(),
        Uniform::new(-1.7e308, 1.7e308).err(),
        Uniform::new(nan, 1.0).err(),
        Exponential::new(-1.0).err(),
        Laplace::new(0.0, -1.0).err(),
        Logistic::new(0.0, nan).err(),
        Cauchy::new(infinite, 1.0).err(),
        Student::new(0.0, 0.0, 1.0).err(),
        Student::new(3.0, 0.0, 0.0).err(),
        Gamma::new(0.0, 1.0).err(),
        Gamma::new(1.0, infinite).err(),
        ChiSquare::new(nan).err(),
        InverseGamma::new(1.0, -2.0).err(),
        Weibull::new(0.0, 1.0).err(),
        Fisher::new(1.0, 0.0).err(),
        Beta::new(-1.0, 1.0).err(),
        Bernoulli::new(1.1).err(),
        Binomial::new(3, nan).err(),
        Binomial::new(u64::MAX, 0.5).err(),
        Geometric::new(0.0).err(),
        Poisson::new(0.0).err(),
        NegativeBinomial::new(0.0, 0.5).err(),
        NegativeBinomial::new(1.0, 0.0).err(),
        Hypergeometric::new(10, 11, 2).err(),
        Hypergeometric::new(10, 2, 11).err(),
        BetaBinomial::new(3, 0.0, 1.0).err(),
    ] {
        let sentence = wrong.expect("an error").to_string();
        assert!(
            sentence.contains("distribution: parameter '") && sentence.contains("; expected "),
            "{sentence}"
        );
    }
}

/// The entropy of a wide distribution is not added up number by number.
#[test]
fn entropies_of_large_counts() {
    let tau_e = std::f64::consts::TAU * std::f64::consts::E;
    for mean in [1e5, 1e10, 1e14] {
        // The asymptotic series.
        let expected = 0.5 * (tau_e * mean).ln() - 1.0 / (12.0 * mean) - 1.0 / (24.0 * mean * mean);
        let ours = Poisson::new(mean).unwrap().entropy();
        assert!((ours / expected - 1.0).abs() < 1e-12, "{mean}: {ours} for {expected}");
    }
    // A fair coin's first term beyond the normal one is of order 1/n.
    let n = 1u64 << 46;
    let ours = Binomial::new(n, 0.5).unwrap().entropy();
    let expected = 0.5 * (tau_e * n as f64 / 4.0).ln();
    assert!((ours / expected - 1.0).abs() < 1e-12, "{ours} for {expected}");
}

// proves: 000a:J14, 001:60, 002:A15
#[test]
fn goldens_of_the_curriculum() {
    let near = |ours: f64, golden: f64| assert!((ours - golden).abs() < 1e-12, "{ours} for {golden}");
    near(Binomial::new(5, 0.4).unwrap().density(3.0), 0.2304);
    near(Normal::new(0.0, 2.0).unwrap().density(1.0), 0.17603266338214973);
    // The logarithm of the density is -1/8 - ln(2 sqrt(2 pi)).
    near(Normal::new(0.0, 2.0).unwrap().ln_density(1.0), -1.7370857137646178);
    near(Normal::new(0.0, 2.0).unwrap().cdf(1.0), 0.6914624612740131);
    near(Normal::new(3.0, 2.0).unwrap().standardize(4.0), 0.5);
    near(Gamma::new(3.0, 2.0).unwrap().density(2.0), 0.2930502222197468);
    near(Student::new(9.0, 0.0, 1.0).unwrap().upper_quantile(0.025), 2.262157162798205);
    let coin = Bernoulli::new(0.3).unwrap();
    near(coin.mean(), 0.3);
    near(coin.variance(), 0.21);
}
