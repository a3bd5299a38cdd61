//! Random numbers have the distribution they are drawn from.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::common::reference;
use hornbook_core::Seed;
use hornbook_math::distributions::*;
use hornbook_math::matrix::Matrix;

const COUNT: usize = 20_000;

/// Pearson's statistic of samples in cells of about equal probability, as a p-value.
fn surprise_in_cells(family: &dyn Univariate, samples: &[f64]) -> f64 {
    let mut edges: Vec<f64> = (1..25).map(|i| family.quantile(f64::from(i) / 25.0)).collect();
    edges.dedup();
    edges.insert(0, f64::NEG_INFINITY);
    edges.push(f64::INFINITY);
    let (mut statistic, mut cells) = (0.0, 0.0);
    for edge in edges.windows(2) {
        let expected = COUNT as f64 * family.between(edge[0], edge[1]);
        let found = samples.iter().filter(|&&x| x > edge[0] && x <= edge[1]).count() as f64;
        if expected < 1.0 {
            assert!(found < 12.0, "{found} samples where {expected} are expected");
            continue;
        }
        statistic += (found - expected).powi(2) / expected;
        cells += 1.0;
    }
    if cells < 2.0 { 1.0 } else { chi_square_upper(statistic, cells - 1.0) }
}

/// Kolmogorov and Smirnov's statistic, times the root of the count.
fn furthest_from_cdf(family: &dyn Univariate, samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    let n = samples.len() as f64;
    let gap = |(i, &x): (usize, &f64)| {
        let below = family.cdf(x);
        (below - i as f64 / n).max((i as f64 + 1.0) / n - below)
    };
    n.sqrt() * samples.iter().enumerate().map(gap).fold(0.0, f64::max)
}

#[test]
fn of_one_number() {
    for (at, (name, family, entry)) in reference().into_iter().enumerate() {
        let mut samples = family.samples(COUNT, Seed(7).derive(at as u64));
        assert_eq!(samples, family.samples(COUNT, Seed(7).derive(at as u64)));
        let (low, high) = family.support();
        assert!(samples.iter().all(|x| (low..=high).contains(x)), "{name} leaves its support");
        let p = surprise_in_cells(family.as_ref(), &samples);
        assert!(p > 1e-4, "{name}: cells have p {p:e}");
        let kurtosis = entry["moments"][3].as_f64();
        if let Some(kurtosis) = kurtosis.filter(|k| *k < 100.0) {
            let mean = samples.iter().sum::<f64>() / COUNT as f64;
            let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / COUNT as f64;
            let n = (COUNT as f64).sqrt();
            assert!((mean - family.mean()).abs() < 4.5 * family.deviation() / n, "{name}: mean {mean}");
            let off = (variance / family.variance() - 1.0).abs();
            assert!(off < 5.0 * (kurtosis + 2.0).sqrt() / n, "{name}: variance {variance}");
        }
        let whole = samples.iter().all(|x| x.fract() == 0.0);
        if !whole {
            let gap = furthest_from_cdf(family.as_ref(), &mut samples);
            // Exceeded once in ten thousand times.
            assert!(gap < 2.23, "{name}: {gap} from the cdf");
        }
    }
}

/// Draws that are far beyond a loop over the events.
#[test]
fn of_large_counts() {
    let families: [(&str, Box<dyn Univariate>); 4] = [
        ("poisson", Box::new(Poisson::new(1e9).unwrap())),
        ("binomial", Box::new(Binomial::new(1 << 50, 1e-6).unwrap())),
        ("binomial", Box::new(Binomial::new(1 << 40, 0.999).unwrap())),
        ("negative binomial", Box::new(NegativeBinomial::new(50.0, 1e-7).unwrap())),
    ];
    for (name, family) in &families {
        let mut samples = family.samples(2000, Seed(3));
        let gap = furthest_from_cdf(family.as_ref(), &mut samples);
        assert!(gap < 2.23, "{name}: {gap} from the cdf");
    }
}

/// Means and covariances of samples against those of the distribution, in standard errors estimated by fourths.
fn moments_agree(name: &str, family: &dyn Multivariate) {
    let (points, d) = (family.samples(COUNT, Seed(11)), family.dimension());
    assert_eq!(points, family.samples(COUNT, Seed(11)), "{name}");
    let (mean, covariance) = (family.mean(), family.covariance());
    let average = |f: &dyn Fn(&[f64]) -> f64| {
        let values: Vec<f64> = (0..COUNT).map(|row| f(points.row(row))).collect();
        let mean = values.iter().sum::<f64>() / COUNT as f64;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / COUNT as f64;
        (mean, (variance / COUNT as f64).sqrt())
    };
    for i in 0..d {
        let (found, error) = average(&|x| x[i]);
        assert!((found - mean[i]).abs() < 4.5 * error + 1e-12, "{name}: mean {i} is {found} for {}", mean[i]);
        for j in 0..d {
            let (found, error) = average(&|x| (x[i] - mean[i]) * (x[j] - mean[j]));
            let expected = covariance.at(i, j);
            assert!(
                (found - expected).abs() < 5.0 * error + 1e-12,
                "{name}: {i} {j} is {found} for {expected}"
            );
        }
    }
}

#[test]
fn of_several_numbers() {
    let square = |values: &[f64]| Matrix::new(2, 2, values.to_vec()).unwrap();
    let scale = square(&[2.0, 0.5, 0.5, 1.0]);
    moments_agree("multinomial", &Multinomial::new(40, &[0.5, 0.3, 0.0, 0.2]).unwrap());
    moments_agree("dirichlet", &Dirichlet::new(&[0.3, 2.0, 5.0]).unwrap());
    moments_agree("dirichlet-multinomial", &DirichletMultinomial::new(30, &[0.7, 2.0, 5.0]).unwrap());
    moments_agree("normal", &MultivariateNormal::new(&[1.0, -2.0], &scale).unwrap());
    moments_agree("student", &MultivariateStudent::new(9.0, &[1.0, -2.0], &scale).unwrap());
    moments_agree("wishart", &Wishart::new(4.5, &scale).unwrap());
    moments_agree("normal-gamma", &NormalGamma::new(1.0, 2.0, 6.0, 3.0).unwrap());
    moments_agree("normal-wishart", &NormalWishart::new(&[1.0, -1.0], 2.0, 12.0, &scale).unwrap());
}

/// Coordinates and projections of the multivariate ones have the distributions they must have.
#[test]
fn marginals() {
    let scale = Matrix::new(2, 2, vec![2.0, 0.5, 0.5, 1.0]).unwrap();
    let column =
        |points: &Matrix, j: usize| (0..points.rows()).map(|i| points.at(i, j)).collect::<Vec<f64>>();
    let check = |name: &str, family: &dyn Univariate, mut samples: Vec<f64>| {
        let gap = furthest_from_cdf(family, &mut samples);
        assert!(gap < 2.23, "{name}: {gap} from the cdf");
    };
    let student = MultivariateStudent::new(3.0, &[1.0, -2.0], &scale).unwrap().samples(COUNT, Seed(2));
    check("t", &Student::new(3.0, 1.0, 2f64.sqrt()).unwrap(), column(&student, 0));
    let shares = Dirichlet::new(&[0.01, 2.0, 5.0]).unwrap().samples(COUNT, Seed(3));
    check("Dirichlet", &Beta::new(2.0, 5.01).unwrap(), column(&shares, 1));
    let wishart = Wishart::new(1.5, &scale).unwrap().samples(COUNT, Seed(4));
    check("Wishart", &Gamma::new(0.75, 0.5).unwrap(), column(&wishart, 3));
    let prior = NormalGamma::new(1.0, 2.0, 1.5, 3.0).unwrap();
    check("normal-gamma", &prior.marginal_mean().unwrap(), column(&prior.samples(COUNT, Seed(5)), 0));
}
