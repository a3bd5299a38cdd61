//! The distributions against mpmath; `reference/distributions.py` made the numbers.

use hornbook_math::distributions as d;

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
    for nonsense in [
        d::normal_quantile(-0.1),
        d::student_cdf(1.0, 0.0),
        d::student_quantile(2.0, 3.0),
        d::beta_cdf(0.5, -1.0, 1.0),
        d::beta_inverse(f64::NAN, 1.0, 1.0),
        d::chi_square_cdf(-1.0, 1.0),
    ] {
        assert!(nonsense.is_nan());
    }
}
