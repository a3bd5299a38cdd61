//! The distributions against mpmath; `reference/distributions.py` made the numbers.

use hornbook_math::distributions as d;

// proves: 000a:J6, 001:53, 001:54, 001:96
#[test]
fn agree_with_fifty_digits() {
    let mut worst = (0.0, String::new());
    for line in include_str!("reference/distributions.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let n: Vec<f64> = fields[1..].iter().map(|f| f.parse().unwrap()).collect();
        let ours = match fields[0] {
            "normal_cdf" => d::normal_cdf(n[0]),
            "normal_quantile" => d::normal_quantile(n[0]),
            "student_cdf" => d::student_cdf(n[0], n[1]),
            "student_quantile" => d::student_quantile(n[0], n[1]),
            "beta_cdf" => d::beta_cdf(n[0], n[1], n[2]),
            "beta_inverse" => d::beta_inverse(n[0], n[1], n[2]),
            "chi_square_cdf" => d::chi_square_cdf(n[0], n[1]),
            "chi_square_upper" => d::chi_square_upper(n[0], n[1]),
            "chi_square_quantile" => d::chi_square_quantile(n[0], n[1]),
            "fisher_cdf" => d::fisher_cdf(n[0], n[1], n[2]),
            "fisher_upper" => d::fisher_upper(n[0], n[1], n[2]),
            "fisher_quantile" => d::fisher_quantile(n[0], n[1], n[2]),
            "binomial_probability" => d::binomial_probability(n[0] as u64, n[1] as u64, n[2]),
            "binomial_cdf" => d::binomial_cdf(n[0] as u64, n[1] as u64, n[2]),
            "binomial_upper" => d::binomial_upper(n[0] as u64, n[1] as u64, n[2]),
            "studentized_range_cdf" => d::studentized_range_cdf(n[0], n[1] as u32, n[2]),
            "studentized_range_upper" => d::studentized_range_upper(n[0], n[1] as u32, n[2]),
            "studentized_range_quantile" => d::studentized_range_quantile(n[0], n[1] as u32, n[2]),
            other => panic!("no function {other}"),
        };
        // Tails beneath 1e-290 are denormal on the way.
        let error = if n[3].abs() < 1e-290 { (ours - n[3]).abs() } else { ((ours - n[3]) / n[3]).abs() };
        if error.is_nan() || error > worst.0 {
            worst = (error, format!("{line}: {ours:e}"));
        }
    }
    assert!(worst.0 < 1e-13, "off by {:e}: {}", worst.0, worst.1);
}

#[test]
fn ends_and_nonsense() {
    assert_eq!(d::normal_quantile(0.0), f64::NEG_INFINITY);
    assert_eq!(d::normal_quantile(1.0), f64::INFINITY);
    assert_eq!((d::beta_inverse(0.0, 2.0, 3.0), d::beta_inverse(1.0, 2.0, 3.0)), (0.0, 1.0));
    assert_eq!((d::beta_cdf(0.0, 2.0, 3.0), d::beta_cdf(1.0, 2.0, 3.0)), (0.0, 1.0));
    assert_eq!(d::student_cdf(f64::NEG_INFINITY, 3.0), 0.0);
    assert_eq!(d::student_cdf(f64::INFINITY, 3.0), 1.0);
    assert_eq!(d::student_quantile(0.0, 3.0), f64::NEG_INFINITY);
    assert_eq!(d::student_quantile(0.975, f64::INFINITY), d::normal_quantile(0.975));
    assert_eq!(d::chi_square_upper(f64::INFINITY, 3.0), 0.0);
    assert_eq!(d::chi_square_quantile(0.0, 3.0), 0.0);
    assert_eq!(d::chi_square_quantile(1.0, 3.0), f64::INFINITY);
    assert_eq!((d::fisher_cdf(0.0, 2.0, 3.0), d::fisher_upper(f64::INFINITY, 2.0, 3.0)), (0.0, 0.0));
    assert_eq!((d::fisher_quantile(0.0, 2.0, 3.0), d::fisher_quantile(1.0, 2.0, 3.0)), (0.0, f64::INFINITY));
    assert_eq!(d::fisher_upper(2.5, 4.0, f64::INFINITY), d::chi_square_upper(10.0, 4.0));
    assert_eq!(d::fisher_upper(2.0, f64::INFINITY, 4.0), d::chi_square_cdf(2.0, 4.0));
    assert!(
        (d::fisher_cdf(d::fisher_quantile(0.3, f64::INFINITY, 4.0), f64::INFINITY, 4.0) - 0.3).abs() < 1e-14
    );
    assert_eq!((d::binomial_probability(0, 0, 0.5), d::binomial_probability(4, 3, 0.5)), (1.0, 0.0));
    assert_eq!((d::binomial_probability(0, 3, 1.0), d::binomial_probability(3, 3, 1.0)), (0.0, 1.0));
    assert_eq!((d::binomial_cdf(3, 3, 0.5), d::binomial_upper(3, 3, 0.5)), (1.0, 0.0));
    assert_eq!((d::binomial_cdf(0, 3, 0.0), d::binomial_upper(2, 3, 1.0)), (1.0, 1.0));
    assert_eq!((d::studentized_range_cdf(0.0, 3, 5.0), d::studentized_range_upper(-1.0, 3, 5.0)), (0.0, 1.0));
    assert_eq!(d::studentized_range_upper(f64::INFINITY, 3, 5.0), 0.0);
    assert_eq!(d::studentized_range_quantile(0.0, 3, 5.0), 0.0);
    assert_eq!(d::studentized_range_quantile(1.0, 3, 5.0), f64::INFINITY);
    for nonsense in [
        d::normal_quantile(-0.1),
        d::student_cdf(1.0, 0.0),
        d::student_quantile(2.0, 3.0),
        d::beta_cdf(0.5, -1.0, 1.0),
        d::beta_inverse(f64::NAN, 1.0, 1.0),
        d::chi_square_cdf(-1.0, 1.0),
        d::chi_square_quantile(0.5, 0.0),
        d::fisher_upper(1.0, 0.0, 1.0),
        d::fisher_upper(1.0, f64::INFINITY, f64::INFINITY),
        d::fisher_quantile(1.5, 1.0, 1.0),
        d::binomial_probability(1, 2, f64::NAN),
        d::binomial_cdf(1, 2, 1.5),
        d::studentized_range_upper(1.0, 1, 5.0),
        d::studentized_range_cdf(f64::NAN, 3, 5.0),
        d::studentized_range_quantile(0.5, 3, 0.0),
        d::signed_rank_tails(1.0, &[0.3]).0,
        d::signed_rank_tails(1.0, &[f64::NAN]).0,
        d::signed_rank_tails(1.0, &[4e6, 4e6]).0,
        d::signed_rank_tails(f64::NAN, &[1.0]).1,
    ] {
        assert!(nonsense.is_nan());
    }
}

#[test]
fn few_degrees_of_freedom() {
    // Nearly all of the distribution is far out: once the distance to the middle had no digits left.
    for p in [0.1, 0.3, 0.34232500612612665, 0.45, 0.4999] {
        let x = d::student_quantile(p, 0.013722214003107757);
        assert!((d::student_cdf(x, 0.013722214003107757) / p - 1.0).abs() < 1e-12, "{p}: {x}");
    }
    assert_eq!(d::student_quantile(0.5, 3.0), 0.0);
    // mpmath: the square of the distance is too large for a number, its tail is not small.
    let far = d::student_cdf(-1e200, 0.02);
    assert!((far / 4.742_748_715_096_579e-5 - 1.0).abs() < 1e-12, "{far:e}");
    assert!((d::student_quantile(far, 0.02) / -1e200 - 1.0).abs() < 1e-9);
}

#[test]
fn the_range_of_two_is_a_difference() {
    // Of two variables the range is |x − y|, which is √2 times a normal or Student variable.
    for q in [0.01, 0.5, 2.0, 5.0, 12.0] {
        for degrees in [1.0, 2.5, 7.0, 60.0, 1e4, f64::INFINITY] {
            let expected = 2.0 * d::student_cdf(-q / 2f64.sqrt(), degrees);
            let ours = d::studentized_range_upper(q, 2, degrees);
            assert!((ours / expected - 1.0).abs() < 1e-12, "{q} {degrees}: {ours:e} for {expected:e}");
            let rest = d::studentized_range_cdf(q, 2, degrees);
            assert!((ours + rest - 1.0).abs() < 1e-13, "{q} {degrees}: {ours} and {rest}");
        }
    }
}

#[test]
fn an_estimated_deviation_agrees_with_scipy() {
    // scipy.stats.studentized_range.sf of SciPy 1.17, whose own integration stops at about 1e-11.
    for (q, groups, degrees, expected) in [
        (2.0, 3, 5.0, 0.4023624309957803),
        (3.77, 3, 12.0, 0.05018236176055357),
        (4.2, 6, 20.0, 0.07090150978641618),
        (8.0, 4, 3.0, 0.03259266422985041),
        (5.0, 10, 120.0, 0.01980610356635859),
    ] {
        let ours = d::studentized_range_upper(q, groups, degrees);
        assert!((ours - expected).abs() < 1e-11, "{q} {groups} {degrees}: {ours}");
    }
}

#[test]
fn critical_values_of_the_range_agree_with_r() {
    // qtukey(.95, k, Inf) / sqrt(2) of R 4.2 for k = 2 to 10. Its search stops up to 1.8e-7 away.
    let expected = [
        1.959963985,
        2.343700588,
        2.569031777,
        2.727774383,
        2.849705443,
        2.948320061,
        3.030878523,
        3.101730458,
        3.163683754,
    ];
    for (groups, expected) in (2..).zip(expected) {
        let ours = d::studentized_range_quantile(0.95, groups, f64::INFINITY) / 2f64.sqrt();
        assert!((ours - expected).abs() < 2e-7, "{groups}: {ours}");
    }
}

#[test]
fn quantiles_of_the_range_undo_it() {
    for (p, groups, degrees) in
        [(0.001, 3, 4.0), (0.3, 7, f64::INFINITY), (0.95, 3, 12.0), (0.99, 20, 2.0), (0.9999, 5, 1e5)]
    {
        let q = d::studentized_range_quantile(p, groups, degrees);
        assert!(
            (d::studentized_range_cdf(q, groups, degrees) - p).abs() < 1e-13,
            "{p} {groups} {degrees}: {q}"
        );
    }
}

/// The tails of the signed rank by trying all signs.
fn signs_tried(sum: f64, ranks: &[f64]) -> (f64, f64) {
    let sums: Vec<f64> = (0..1u32 << ranks.len())
        .map(|signs| ranks.iter().enumerate().filter(|(i, _)| signs >> i & 1 == 1).map(|(_, r)| r).sum())
        .collect();
    let share =
        |inside: &dyn Fn(f64) -> bool| sums.iter().filter(|&&s| inside(s)).count() as f64 / sums.len() as f64;
    (share(&|s| s <= sum), share(&|s| s >= sum))
}

#[test]
fn signed_ranks_by_trying_all_signs() {
    let whole: Vec<f64> = (1..=12).map(f64::from).collect();
    for ranks in [whole.as_slice(), &[1.5, 1.5, 3.0, 5.0, 5.0, 5.0, 7.0], &[4.5], &[]] {
        for sum in [-1.0, 0.0, 1.5, 4.75, 10.0, 39.0, 78.0, 100.0] {
            assert_eq!(d::signed_rank_tails(sum, ranks), signs_tried(sum, ranks), "{sum} of {ranks:?}");
        }
    }
}

/// Time does not grow with parameters, and what is found for large ones goes on from what is found for smaller ones.
#[test]
fn parameters_of_any_size_are_answered_soon() {
    let start = std::time::Instant::now();
    let huge = [1e15, 1e18, 1e100, 1e300, f64::MAX];
    for degrees in huge {
        assert!((d::student_cdf(-1.959963984540054, degrees) - 0.025).abs() < 1e-12);
        assert!((d::student_quantile(0.975, degrees) - 1.959963984540054).abs() < 1e-12);
        assert!((d::fisher_upper(3.0, 2.0, degrees) - (-3.0f64).exp()).abs() < 1e-12);
        let chi_square = d::chi_square_quantile(0.95, 3.0) / 3.0;
        assert!((d::fisher_quantile(0.95, 3.0, degrees) / chi_square - 1.0).abs() < 1e-10);
        assert!((d::studentized_range_upper(3.314, 3, degrees) - 0.05).abs() < 1e-4);
        // A share of a thousandth of a standard deviation above one half.
        assert!((d::beta_cdf(0.5, degrees, degrees) - 0.5).abs() < 1e-9, "{degrees}");
        assert!((d::beta_inverse(0.25, degrees, degrees) - 0.5).abs() < 1e-6);
        assert!((d::chi_square_cdf(degrees, degrees) - 0.5).abs() < 1e-7);
        assert!((d::chi_square_quantile(0.5, degrees) / degrees - 1.0).abs() < 1e-9);
        let both = d::fisher_upper(1.0, degrees, degrees);
        assert!((both - 0.5).abs() < 1e-6, "{both}");
        for tails in [d::gamma_tails(degrees, 0.9 * degrees), d::gamma_tails(degrees, 1.1 * degrees)] {
            assert!(tails.0 + tails.1 == 1.0 && tails.0.min(tails.1) == 0.0, "{tails:?}");
        }
    }
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn expansions_for_large_parameters_join_the_series() {
    let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-8, "{what}: {a} and {b}");
    for deviations in [-2.0, -0.5, 0.0, 1.0, 3.0] {
        let at = |shape: f64| d::gamma_tails(shape, shape + deviations * shape.sqrt());
        let (before, behind) = (at(1e12), at(1e12 * (1.0 + 1e-9)));
        near(before.0, behind.0, "gamma");
        near(before.1, behind.1, "gamma");
        let at = |a: f64| d::beta_cdf(0.5 * (1.0 + deviations / (2.0 * a).sqrt()), a, a);
        near(at(1e12), at(1e12 * (1.0 + 1e-9)), "beta of equals");
        let share = |b: f64| d::beta_cdf((1.0 + 0.3 * deviations) / b, 1.3, b);
        near(share(1e15), share(1e15 * (1.0 + 1e-9)), "beta of a small and a large");
    }
}
