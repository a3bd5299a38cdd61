use super::*;
use hornbook_core::{Run, Seed};
use hornbook_data::Table;
use hornbook_learner::{CHUNK_ROWS, TableBatches};
use hornbook_math::distributions::*;
use hornbook_math::matrix::Matrix;
use proptest::prelude::*;

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

fn assert_all_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{found:?} for {expected:?}");
    }
}

fn matrix<const N: usize>(rows: [[f64; N]; N]) -> Matrix {
    Matrix::from_rows(&rows).unwrap()
}

/// Heads, heads, tails, tails, tails, heads, heads.
// proves: 001:112, 001:122
#[test]
fn coin_goldens() {
    let seen = BernoulliBeta.statistics(&[1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]).unwrap();
    let best = BernoulliBeta.most_likely(&seen).unwrap();
    assert!(close(best[0], 4.0 / 7.0));
    assert!(close(BernoulliBeta.ln_likelihood(&best, &seen), -4.780356732903302));
    for (a, next) in [(1.0, 5.0 / 9.0), (2.0, 6.0 / 11.0), (10.0, 14.0 / 27.0), (1e-12, 4.0 / 7.0)] {
        let prior = Beta::new(a, a).unwrap();
        let after = BernoulliBeta.posterior(&prior, &seen).unwrap();
        assert!(close(BernoulliBeta.predictive(&after).unwrap().density(1.0), next));
        assert!(close(BernoulliBeta.worth_rows(&prior), 2.0 * a));
    }
    let flat = Beta::new(1.0, 1.0).unwrap();
    assert!(close(BernoulliBeta.ln_evidence(&flat, &seen).unwrap(), (1.0f64 / 280.0).ln()));
    let after = BernoulliBeta.posterior(&flat, &seen).unwrap();
    assert!((after.variance() - 0.024691358).abs() < 1e-9);
    assert!(close(BernoulliBeta.most_probable(&after).unwrap()[0], 4.0 / 7.0), "flat: MAP is ML");
    assert!(close(BernoulliBeta.expected(&after)[0], 5.0 / 9.0), "and the mean is not");
}

// proves: 001:123
#[test]
fn dirichlet_goldens() {
    let family = CategoricalDirichlet::new(3).unwrap();
    let seen = family.statistics(&[0.0, 0.0, 2.0, 0.0, 2.0]).unwrap();
    assert_all_close(&family.most_likely(&seen).unwrap(), &[0.6, 0.0, 0.4], 1e-15);
    let flat = Dirichlet::new(&[1.0; 3]).unwrap();
    let after = family.posterior(&flat, &seen).unwrap();
    assert_all_close(&family.expected(&after), &[0.5, 0.125, 0.375], 1e-15);
    assert_all_close(family.predictive(&after).unwrap().probabilities(), &[0.5, 0.125, 0.375], 1e-15);
    assert!(close(family.ln_evidence(&flat, &seen).unwrap(), -5.347107530717469));
    assert!(family.most_probable(&after).is_err(), "an outcome with concentration 1 has no inner mode");
    let informed = family.posterior(&Dirichlet::new(&[2.0; 3]).unwrap(), &seen).unwrap();
    assert_all_close(&family.most_probable(&informed).unwrap(), &[4.0 / 8.0, 1.0 / 8.0, 3.0 / 8.0], 1e-15);
}

// proves: 001:111, 001:113, 001:116, 001:118
#[test]
fn normal_goldens() {
    let values = [4.0, 6.0, 5.0, 7.0, 8.0];
    let both = NormalMeanPrecision.statistics(&values).unwrap();
    assert_eq!(NormalMeanPrecision.most_likely(&both).unwrap(), [6.0, 0.5]);
    assert!(close(NormalMeanPrecision.ln_likelihood(&[6.0, 0.5], &both), -8.827560617423227));

    let mean = NormalMean::new(2.0).unwrap();
    let after = mean.posterior(&Normal::new(0.0, 2.0).unwrap(), &both).unwrap();
    assert!(close(after.mean(), 60.0 / 11.0) && close(after.variance(), 4.0 / 11.0));
    assert!(close(mean.predictive(&after).unwrap().variance(), 26.0 / 11.0));
    assert!(close(mean.worth_rows(&Normal::new(0.0, 2.0).unwrap()), 0.5));

    let prior = NormalGamma::new(0.0, 1.0, 2.0, 3.0).unwrap();
    let after = NormalMeanPrecision.posterior(&prior, &both).unwrap();
    assert_eq!(after, NormalGamma::new(5.0, 6.0, 4.5, 23.0).unwrap());
    let next = NormalMeanPrecision.predictive(&after).unwrap();
    assert!(close(next.degrees(), 9.0) && close(next.scale().powi(2), 5.962962962962963));
    assert!(close(next.density(6.0), 0.14489382650464755));
    // The joint mode: the density falls in every direction.
    let best = NormalMeanPrecision.most_probable(&after).unwrap();
    for step in [[1e-3, 0.0], [-1e-3, 0.0], [0.0, 1e-3], [0.0, -1e-3]] {
        assert!(after.ln_density(&[best[0] + step[0], best[1] + step[1]]) < after.ln_density(&best));
    }
}

// proves: 001:117, 001:119
#[test]
fn multivariate_goldens() {
    let rows = [1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 4.0, 3.0];
    let both = MultivariateMeanPrecision::new(2).unwrap();
    let seen = both.statistics(&rows).unwrap();
    let prior = NormalWishart::new(&[0.0, 0.0], 1.0, 4.0, &Matrix::identity(2)).unwrap();
    let after = both.posterior(&prior, &seen).unwrap();
    assert_all_close(&after.mean()[..2], &[2.0, 2.0], 1e-14);
    assert_all_close(after.inverse_scale().values(), &[11.0, 8.0, 8.0, 11.0], 1e-14);
    assert!(close(after.precision().degrees(), 8.0) && close(after.confidence(), 5.0));
    let next = both.predictive(&after).unwrap();
    assert!(close(next.degrees(), 7.0) && close(next.density(&[2.0, 2.0]), 0.12297009194870227));
    assert_all_close(next.scale().row(0), &[1.885714285714, 1.371428571429], 1e-11);
    let best = both.most_probable(&after).unwrap();
    for at in 0..best.len() {
        for step in [1e-3, -1e-3] {
            let mut other = best.clone();
            other[at] += step;
            // The matrix stays symmetric.
            if at == 3 || at == 4 {
                other[7 - at] += step;
            }
            assert!(after.ln_density(&other) < after.ln_density(&best), "{at}");
        }
    }

    let known = MultivariateMean::new(&matrix([[1.0, 0.3], [0.3, 2.0]])).unwrap();
    let prior = MultivariateNormal::new(&[0.0, 0.0], &Matrix::diagonal(&[4.0, 4.0])).unwrap();
    let after = known.posterior(&prior, &seen).unwrap();
    let covariance = [0.234186525449, 0.062763557909, 0.062763557909, 0.443398385146];
    assert_all_close(after.covariance().values(), &covariance, 1e-11);
    assert_all_close(&after.mean(), &[2.314406197901, 2.183648785591], 1e-11);
    assert_eq!(known.most_likely(&seen).unwrap(), [2.5, 2.5]);
}

/// The evidence of rows is the product of their predictive densities, one after the other; the posterior is that of all rows
/// at once, and the statistics of parts merge.
fn check_family<F: ConjugateFamily>(
    family: F,
    prior: &F::ParameterDistribution,
    values: &[f64],
    ln_next: impl Fn(&F::Predictive, &[f64]) -> f64,
    numbers: impl Fn(&F::ParameterDistribution) -> Vec<f64>,
) {
    let name = family.pair().name;
    let all = family.statistics(values).unwrap();
    let (mut belief, mut chain) = (prior.clone(), 0.0);
    for row in values.chunks(family.columns()) {
        chain += ln_next(&family.predictive(&belief).unwrap(), row);
        belief = family.posterior(&belief, &family.statistics(row).unwrap()).unwrap();
    }
    let evidence = family.ln_evidence(prior, &all).unwrap();
    assert!((evidence - chain).abs() < 1e-10 * chain.abs().max(1.0), "{name}: {evidence} for {chain}");
    let at_once = family.posterior(prior, &all).unwrap();
    assert_all_close(&numbers(&belief), &numbers(&at_once), 1e-11);

    let cut = family.columns() * (values.len() / family.columns() / 3);
    let mut merged = family.statistics(&values[..cut]).unwrap();
    merged.merge(&family.statistics(&values[cut..]).unwrap());
    assert_all_close(&numbers(&family.posterior(prior, &merged).unwrap()), &numbers(&at_once), 1e-11);
    let nothing = family.posterior(prior, &family.empty()).unwrap();
    assert_all_close(&numbers(&nothing), &numbers(prior), 1e-14);
    assert!(family.most_likely(&family.empty()).is_err(), "{name}");
    assert_eq!(family.ln_evidence(prior, &family.empty()).unwrap(), 0.0, "{name}");

    // Bayes' rule: prior times likelihood over evidence is the posterior, whatever the parameters.
    let weight_two: Vec<f64> = values.iter().chain(values).copied().collect();
    let mut twice = family.empty();
    values.chunks(family.columns()).for_each(|row| family.add(&mut twice, row, 2.0).unwrap());
    let copies = family.statistics(&weight_two).unwrap();
    let (a, b) = (family.posterior(prior, &twice).unwrap(), family.posterior(prior, &copies).unwrap());
    assert_all_close(&numbers(&a), &numbers(&b), 1e-11);
    let (a, b) = (family.ln_evidence(prior, &twice).unwrap(), family.ln_evidence(prior, &copies).unwrap());
    assert!((a - b).abs() < 1e-10 * b.abs().max(1.0), "{name}: {a} and {b}");

    // The most likely parameters are: the likelihood falls in every direction that keeps them allowed.
    let best = family.most_likely(&all).unwrap();
    assert_eq!(best.len(), family.parameters().len(), "{name}");
    let highest = family.ln_likelihood(&best, &all);
    assert!(highest.is_finite(), "{name}");
    let share_one = name.contains("dirichlet");
    for (place, step) in (0..best.len()).flat_map(|place| [(place, 0.01), (place, -0.01)]) {
        let mut moved = best.clone();
        let change = step * moved[place];
        moved[place] += change;
        if share_one {
            moved[(place + 1) % best.len()] -= change;
        }
        let there = family.ln_likelihood(&moved, &all);
        // Where the parameters are not allowed there is no likelihood.
        assert!(
            there.is_nan() || there <= highest + 1e-12 * highest.abs(),
            "{name}: {there} above {highest}"
        );
    }
    assert!(family.worth_rows(&at_once) > family.worth_rows(prior), "{name}");
    assert!(conjugate_pairs().contains(family.pair()) && !family.describe(prior).is_empty());
}

fn univariate(predictive: &impl Univariate, row: &[f64]) -> f64 {
    predictive.ln_density(row[0])
}

fn multivariate(predictive: &impl Multivariate, row: &[f64]) -> f64 {
    predictive.ln_density(row)
}

// proves: 001:121
#[test]
fn evidence_is_the_product_of_predictions() {
    let beta = |b: &Beta| vec![b.a(), b.b()];
    let dirichlet = |d: &Dirichlet| d.concentrations().to_vec();
    let gamma = |g: &Gamma| vec![g.shape(), g.rate()];
    let prior = Beta::new(1.5, 0.7).unwrap();
    check_family(BernoulliBeta, &prior, &[1.0, 0.0, 1.0, 1.0, 0.0, 1.0], univariate, beta);
    check_family(BinomialBeta::new(7).unwrap(), &prior, &[3.0, 0.0, 7.0, 5.0, 2.0], univariate, beta);
    let prior = Dirichlet::new(&[0.5, 2.0, 1.0]).unwrap();
    check_family(
        CategoricalDirichlet::new(3).unwrap(),
        &prior,
        &[0.0, 2.0, 2.0, 1.0, 0.0],
        univariate,
        dirichlet,
    );
    let counts = [2.0, 1.0, 1.0, 0.0, 4.0, 0.0, 1.0, 1.0, 2.0];
    check_family(MultinomialDirichlet::new(4, 3).unwrap(), &prior, &counts, multivariate, dirichlet);
    let prior = Gamma::new(2.5, 1.5).unwrap();
    check_family(PoissonGamma, &prior, &[0.0, 3.0, 1.0, 7.0, 2.0], univariate, gamma);
    let times = [0.3, 2.5, 0.01, 1.1, 4.0];
    check_family(ExponentialGamma, &prior, &times, univariate, gamma);
    let values = [1.2, -0.3, 2.6, 0.9, 1.7, 3.3];
    check_family(NormalPrecision::new(1.0).unwrap(), &prior, &values, univariate, gamma);
    let normal = |n: &Normal| vec![n.mean(), n.variance()];
    check_family(
        NormalMean::new(1.7).unwrap(),
        &Normal::new(-1.0, 2.0).unwrap(),
        &values,
        univariate,
        normal,
    );
    let inverse = |g: &InverseGamma| vec![g.shape(), g.scale()];
    let prior = InverseGamma::new(2.5, 1.5).unwrap();
    check_family(NormalVariance::new(1.0).unwrap(), &prior, &values, univariate, inverse);
    let normal_gamma =
        |g: &NormalGamma| vec![g.mean()[0], g.confidence(), g.precision().shape(), g.precision().rate()];
    let prior = NormalGamma::new(0.5, 1.3, 2.0, 1.1).unwrap();
    check_family(NormalMeanPrecision, &prior, &values, univariate, normal_gamma);
    let rows = [1.2, -0.3, 2.6, 0.9, 1.7, 3.3, 0.4, 0.1, -1.0, 0.8];
    let known = MultivariateMean::new(&matrix([[1.0, 0.3], [0.3, 2.0]])).unwrap();
    let prior = MultivariateNormal::new(&[0.5, -0.5], &matrix([[2.0, -0.4], [-0.4, 1.0]])).unwrap();
    check_family(known, &prior, &rows, multivariate, |m| [m.mean(), m.covariance().into_values()].concat());
    let prior = NormalWishart::new(&[0.5, -0.5], 1.3, 3.2, &matrix([[2.0, -0.4], [-0.4, 1.0]])).unwrap();
    check_family(MultivariateMeanPrecision::new(2).unwrap(), &prior, &rows, multivariate, |w| {
        [
            w.mean()[..2].to_vec(),
            vec![w.confidence(), w.precision().degrees()],
            w.inverse_scale().values().to_vec(),
        ]
        .concat()
    });
    assert_eq!(conjugate_pairs().len(), 12);
}

/// Bayes' rule at any parameters: ln prior + ln likelihood − ln evidence = ln posterior.
// proves: 001:115
#[test]
fn posteriors_are_prior_times_likelihood_over_evidence() {
    fn check<F: ConjugateFamily>(family: F, prior: &F::ParameterDistribution, values: &[f64], at: f64)
    where
        F::ParameterDistribution: Univariate,
    {
        let seen = family.statistics(values).unwrap();
        let after = family.posterior(prior, &seen).unwrap();
        let rule = prior.ln_density(at) + family.ln_likelihood(&[at], &seen)
            - family.ln_evidence(prior, &seen).unwrap();
        assert!((rule - after.ln_density(at)).abs() < 1e-11 * rule.abs().max(1.0), "{}", family.pair().name);
    }
    check(BernoulliBeta, &Beta::new(1.5, 0.7).unwrap(), &[1.0, 0.0, 1.0], 0.37);
    check(BinomialBeta::new(7).unwrap(), &Beta::new(1.5, 0.7).unwrap(), &[3.0, 0.0, 7.0], 0.37);
    check(PoissonGamma, &Gamma::new(2.0, 0.4).unwrap(), &[3.0, 0.0, 7.0], 2.2);
    check(ExponentialGamma, &Gamma::new(2.0, 0.4).unwrap(), &[3.0, 0.2, 7.0], 0.6);
    check(NormalMean::new(1.3).unwrap(), &Normal::new(0.4, 2.0).unwrap(), &[3.0, 0.2, 7.0], 1.9);
    check(NormalPrecision::new(1.3).unwrap(), &Gamma::new(2.0, 0.4).unwrap(), &[3.0, 0.2, 7.0], 0.3);
    check(NormalVariance::new(1.3).unwrap(), &InverseGamma::new(2.0, 0.4).unwrap(), &[3.0, 0.2, 7.0], 3.3);
    let prior = NormalGamma::new(0.5, 1.3, 2.0, 1.1).unwrap();
    let seen = NormalMeanPrecision.statistics(&[3.0, 0.2, 7.0]).unwrap();
    let after = NormalMeanPrecision.posterior(&prior, &seen).unwrap();
    let at = [1.1, 0.4];
    let rule = prior.ln_density(&at) + NormalMeanPrecision.ln_likelihood(&at, &seen)
        - NormalMeanPrecision.ln_evidence(&prior, &seen).unwrap();
    assert!(close(rule, after.ln_density(&at)));
    let both = MultivariateMeanPrecision::new(2).unwrap();
    let prior = NormalWishart::new(&[0.5, -0.5], 1.3, 3.2, &matrix([[2.0, -0.4], [-0.4, 1.0]])).unwrap();
    let seen = both.statistics(&[3.0, 0.2, 1.0, -0.4, 0.6, 0.5]).unwrap();
    let at = [1.1, 0.4, 0.9, 0.2, 0.2, 1.4];
    let rule =
        prior.ln_density(&at) + both.ln_likelihood(&at, &seen) - both.ln_evidence(&prior, &seen).unwrap();
    assert!(close(rule, both.posterior(&prior, &seen).unwrap().ln_density(&at)));
}

// proves: 000b:NN31
#[test]
fn statements_are_true_of_the_priors_they_make() {
    fn check<F: ConjugateFamily>(family: F, low: f64, high: f64, value: f64)
    where
        F::ParameterDistribution: Univariate,
    {
        let name = family.pair().name;
        let between = family.stated(&[PriorStatement::Between { low, high, share: 0.8 }]).unwrap();
        assert!((between.cdf(low) - 0.1).abs() < 1e-10, "{name}");
        assert!((between.upper(high) - 0.1).abs() < 1e-10, "{name}");
        let near = family.stated(&[PriorStatement::CloseTo { value, between: (low, high) }]).unwrap();
        assert!((near.mean() - value).abs() < 1e-9 * value.abs(), "{name}");
        assert!((near.between(low, high) - USUAL_SHARE).abs() < 1e-10, "{name}");
        let worth = family.stated(&[PriorStatement::WorthRows { mean: value, rows: 12.0 }]).unwrap();
        assert!((family.worth_rows(&worth) - 12.0).abs() < 1e-9, "{name}");
        for wrong in [
            PriorStatement::Between { low: high, high: low, share: 0.9 },
            PriorStatement::Between { low, high, share: 1.0 },
            PriorStatement::Between { low, high, share: f64::NAN },
            PriorStatement::Between { low, high: f64::INFINITY, share: 0.9 },
            PriorStatement::CloseTo { value: high, between: (low, high) },
            PriorStatement::WorthRows { mean: value, rows: 0.0 },
            PriorStatement::WorthRows { mean: f64::NAN, rows: 3.0 },
        ] {
            assert!(family.stated(&[wrong]).is_err(), "{name}: {wrong:?}");
        }
        assert!(
            family.stated(&[]).is_err()
                && family.stated(&[PriorStatement::WorthRows { mean: value, rows: 1.0 }; 2]).is_err()
        );
    }
    check(BernoulliBeta, 0.1, 0.6, 0.25);
    check(PoissonGamma, 1.0, 6.0, 2.5);
    check(ExponentialGamma, 1.0, 6.0, 2.5);
    check(NormalMean::new(4.0).unwrap(), 1.0, 3.0, 2.3);
    check(NormalPrecision::new(4.0).unwrap(), 1.0, 3.0, 1.8);
    check(NormalVariance::new(4.0).unwrap(), 1.0, 3.0, 1.8);
    let impossible = [
        BernoulliBeta.stated(&[PriorStatement::Between { low: -0.1, high: 0.5, share: 0.9 }]).err(),
        BernoulliBeta.stated(&[PriorStatement::Between { low: 0.0, high: 0.5, share: 0.9 }]).err(),
        BernoulliBeta.stated(&[PriorStatement::WorthRows { mean: 1.0, rows: 4.0 }]).err(),
        PoissonGamma.stated(&[PriorStatement::WorthRows { mean: -1.0, rows: 4.0 }]).err(),
        PoissonGamma.stated(&[PriorStatement::CloseTo { value: 1.0, between: (-2.0, 3.0) }]).err(),
    ];
    assert!(impossible.iter().all(Option::is_some), "{impossible:?}");
}

#[test]
fn statements_about_several_parameters() {
    let mean = PriorStatement::Between { low: 1.0, high: 3.0, share: 0.9 };
    let variance = PriorStatement::Between { low: 0.5, high: 4.0, share: 0.8 };
    let prior = NormalMeanPrecision.stated(&[mean, variance]).unwrap();
    assert!((prior.marginal_mean().unwrap().between(1.0, 3.0) - 0.9).abs() < 1e-10);
    // The variance is above 4 where the precision is below 1/4.
    assert!(
        (prior.precision().cdf(0.25) - 0.1).abs() < 1e-10
            && (prior.precision().upper(2.0) - 0.1).abs() < 1e-10
    );
    let near = NormalMeanPrecision
        .stated(&[PriorStatement::CloseTo { value: 1.5, between: (1.0, 3.0) }, variance])
        .unwrap();
    assert!((near.mean()[0] - 1.5).abs() < 1e-9);
    assert!((near.marginal_mean().unwrap().between(1.0, 3.0) - 0.95).abs() < 1e-10);
    let worth = |mean: f64, rows: f64| PriorStatement::WorthRows { mean, rows };
    let prior = NormalMeanPrecision.stated(&[worth(2.0, 3.0), worth(4.0, 5.0)]).unwrap();
    assert_eq!(prior, NormalGamma::new(2.0, 3.0, 2.5, 10.0).unwrap());

    let shares = [worth(0.2, 10.0), worth(0.3, 10.0), worth(0.5, 10.0)];
    let prior = CategoricalDirichlet::new(3).unwrap().stated(&shares).unwrap();
    assert_eq!(prior.concentrations(), [2.0, 3.0, 5.0]);
    let off = [worth(0.2, 10.0), worth(0.3, 10.0), worth(0.6, 10.0)];
    let error = CategoricalDirichlet::new(3).unwrap().stated(&off).unwrap_err().to_string();
    assert!(error.contains("sum to 1.1"), "{error}");
    let uneven = [worth(0.2, 10.0), worth(0.3, 10.0), worth(0.5, 11.0)];
    assert!(CategoricalDirichlet::new(3).unwrap().stated(&uneven).is_err());
    assert!(CategoricalDirichlet::new(3).unwrap().stated(&[mean; 3]).is_err());

    let known = MultivariateMean::new(&matrix([[1.0, 0.3], [0.3, 2.0]])).unwrap();
    let prior = known.stated(&[worth(1.0, 4.0), mean]).unwrap();
    assert!(close(prior.covariance().at(0, 0), 0.25) && close(prior.mean()[1], 2.0));
    let both = MultivariateMeanPrecision::new(2).unwrap();
    let prior = both.stated(&[worth(1.0, 4.0), worth(2.0, 4.0), worth(3.0, 6.0), worth(0.5, 6.0)]).unwrap();
    assert_eq!(prior.inverse_scale().values(), [18.0, 0.0, 0.0, 3.0]);
    assert!(both.stated(&[worth(1.0, 4.0), worth(2.0, 5.0), worth(3.0, 6.0), worth(0.5, 6.0)]).is_err());
    assert!(
        both.stated(&[worth(1.0, 4.0), worth(2.0, 4.0), worth(3.0, 1.0), worth(0.5, 1.0)]).is_err(),
        "too few"
    );
}

#[test]
fn pictures_enclose_one() {
    let family = NormalVariance::new(0.0).unwrap();
    let seen = family.statistics(&[1.0, -2.0, 0.5, 1.5, -0.7, 2.2]).unwrap();
    let points = curve(&family, &InverseGamma::new(3.0, 4.0).unwrap(), &seen, 2001).unwrap();
    let step = points[1].at - points[0].at;
    let area = |of: fn(&CurvePoint) -> f64| points.iter().map(of).sum::<f64>() * step;
    assert!((area(|p| p.posterior) - 1.0).abs() < 1e-3, "{}", area(|p| p.posterior));
    assert!((area(|p| p.likelihood) - 1.0).abs() < 1e-12);
    assert!(area(|p| p.prior) > 0.9 && points.iter().all(|p| p.prior.is_finite()));
    assert!(curve(&family, &InverseGamma::new(3.0, 4.0).unwrap(), &seen, 1).is_err());

    let seen = NormalMeanPrecision.statistics(&[4.0, 6.0, 5.0, 7.0, 8.0]).unwrap();
    let prior = NormalGamma::new(0.0, 1.0, 2.0, 3.0).unwrap();
    let picture = grid(&prior, &seen, 200).unwrap();
    let cell = (picture.means[1] - picture.means[0]) * (picture.precisions[1] - picture.precisions[0]);
    let volume = picture.posterior.values().iter().sum::<f64>() * cell;
    assert!((volume - 1.0).abs() < 0.02, "{volume}");
    assert!((picture.likelihood.values().iter().sum::<f64>() * cell - 1.0).abs() < 1e-12);
    let after = NormalMeanPrecision.posterior(&prior, &seen).unwrap();
    assert_eq!(picture.posterior.at(3, 5), after.density(&[picture.means[3], picture.precisions[5]]));
}

/// If the prior is true, the next value lies within a 95 % interval of the prediction 95 times of a hundred.
#[test]
fn predictive_intervals_cover_as_stated() {
    const RUNS: u64 = 20_000;
    fn coverage<F: ConjugateFamily>(
        family: F,
        prior: &F::ParameterDistribution,
        draw: impl Fn(&F::ParameterDistribution, &mut hornbook_core::Rng) -> Box<dyn Univariate>,
    ) -> f64
    where
        F::Predictive: Univariate,
    {
        let mut inside = 0;
        for run in 0..RUNS {
            let mut rng = Seed(11).derive(run).rng();
            let truth = draw(prior, &mut rng);
            let values: Vec<f64> = (0..4).map(|_| truth.sample(&mut rng)).collect();
            let after = family.posterior(prior, &family.statistics(&values).unwrap()).unwrap();
            let next = family.predictive(&after).unwrap();
            let x = truth.sample(&mut rng);
            inside += u64::from(x >= next.quantile(0.025) && x <= next.upper_quantile(0.025));
        }
        inside as f64 / RUNS as f64
    }
    // Three standard errors of a fraction of 0.95 are 0.0046.
    let exact = |share: f64| (share - 0.95).abs() < 0.0046;
    let prior = NormalGamma::new(1.0, 0.5, 2.0, 3.0).unwrap();
    let share = coverage(NormalMeanPrecision, &prior, |belief, rng| {
        let drawn = belief.sample(rng);
        Box::new(Normal::new(drawn[0], drawn[1].sqrt().recip()).unwrap())
    });
    assert!(exact(share), "{share}");
    let prior = Normal::new(1.0, 3.0).unwrap();
    let share = coverage(NormalMean::new(2.0).unwrap(), &prior, |belief, rng| {
        Box::new(Normal::new(belief.sample(rng), 2f64.sqrt()).unwrap())
    });
    assert!(exact(share), "{share}");
    let prior = InverseGamma::new(2.0, 3.0).unwrap();
    let share = coverage(NormalVariance::new(1.0).unwrap(), &prior, |belief, rng| {
        Box::new(Normal::new(1.0, belief.sample(rng).sqrt()).unwrap())
    });
    assert!(exact(share), "{share}");
    let prior = Gamma::new(2.0, 0.5).unwrap();
    let share = coverage(ExponentialGamma, &prior, |belief, rng| {
        Box::new(Exponential::new(belief.sample(rng)).unwrap())
    });
    assert!(exact(share), "{share}");
    // Whole numbers cannot cover exactly: at least as much, and not all.
    let prior = Gamma::new(20.0, 0.5).unwrap();
    let share =
        coverage(PoissonGamma, &prior, |belief, rng| Box::new(Poisson::new(belief.sample(rng)).unwrap()));
    assert!(share > 0.9454 && share < 0.965, "{share}");
    let prior = Beta::new(2.0, 3.0).unwrap();
    let share = coverage(BinomialBeta::new(200).unwrap(), &prior, |belief, rng| {
        Box::new(Binomial::new(200, belief.sample(rng)).unwrap())
    });
    assert!(share > 0.9454 && share < 0.965, "{share}");
}

fn some_table(rows: usize) -> Table {
    let mut rng = Seed(3).rng();
    let x: Vec<f64> =
        (0..rows).map(|_| if rng.below(50) == 0 { f64::NAN } else { 1e6 + rng.unit() }).collect();
    let kinds: Vec<Option<String>> =
        (0..rows).map(|_| (rng.below(30) > 0).then(|| format!("k{}", rng.below(3)))).collect();
    let weights = (0..rows).map(|_| rng.below(4) as f64).collect();
    Table::builder().number("x", x).category("kind", &kinds).number("w", weights).build().unwrap()
}

// proves: 001:120
#[test]
fn batches_and_merged_parts_equal_memory() {
    let table = some_table(5 * CHUNK_ROWS + 77);
    let data = table.dataset().weight("w").unwrap();
    let kinds = data.clone().only(&["kind"]).unwrap();
    let family = CategoricalDirichlet::new(3).unwrap();
    let prior = Dirichlet::new(&[1.0; 3]).unwrap();
    let run = Run::default();
    let whole = ConjugateEstimate::of(family, prior.clone(), &kinds, &run).unwrap();
    let batches = TableBatches::new(kinds.clone(), 1000);
    assert_eq!(
        ConjugateEstimate::of_batches(family, prior.clone(), &batches, &run).unwrap(),
        whole,
        "whole numbers are exact"
    );
    let half = |from: usize, to: usize| {
        ConjugateEstimate::of(family, prior.clone(), &kinds.slice(from..to), &run).unwrap()
    };
    let rows = kinds.rows().len();
    assert_eq!(half(0, 999).merged(&half(999, rows)).unwrap(), whole);
    assert_eq!(half(0, 999).with_rows(&kinds.slice(999..rows), &run).unwrap(), whole);
    assert!(
        whole.incomplete() > 0 && whole.to_string().contains("left out because of missing values"),
        "{whole}"
    );

    let numbers = data.only(&["x"]).unwrap();
    let prior = NormalGamma::new(0.0, 1e-9, 1.0, 1.0).unwrap();
    let whole = ConjugateEstimate::of(NormalMeanPrecision, prior.clone(), &numbers, &run).unwrap();
    let exact = TableBatches::new(numbers.clone(), 2 * CHUNK_ROWS);
    assert_eq!(
        ConjugateEstimate::of_batches(NormalMeanPrecision, prior.clone(), &exact, &run).unwrap(),
        whole
    );
    assert_eq!(
        ConjugateEstimate::of(NormalMeanPrecision, prior.clone(), &numbers, &Run::default().threads(1))
            .unwrap(),
        whole
    );
    let odd = ConjugateEstimate::of_batches(
        NormalMeanPrecision,
        prior.clone(),
        &TableBatches::new(numbers, 1000),
        &run,
    )
    .unwrap();
    assert_all_close(&odd.most_likely().unwrap(), &whole.most_likely().unwrap(), 1e-11);
    assert!((whole.most_likely().unwrap()[1] - 12.0).abs() < 0.2, "a far origin costs no digits: {whole}");
}

#[test]
fn an_estimate_reads_well() {
    let table = Table::builder().number("x", vec![4.0, 6.0, 5.0, 7.0, 8.0]).build().unwrap();
    let prior = NormalGamma::new(0.0, 1.0, 2.0, 3.0).unwrap();
    let estimate =
        ConjugateEstimate::of(NormalMeanPrecision, prior, &table.dataset(), &Run::default()).unwrap();
    assert_eq!(
        estimate.to_string(),
        "parameter  MLE     MAP  posterior mean\n\
         mean         6       5               5\n\
         precision  0.5  0.1739          0.1957\n\
         prior: normal-gamma(mean 0 worth 1 rows, shape 2, rate 3), equivalent sample size 1 row\n\
         posterior: normal-gamma(mean 5 worth 6 rows, shape 4.5, rate 23), equivalent sample size 6 rows\n\
         log evidence: -14.95\n"
    );
}

#[test]
fn impossible_rows_are_refused() {
    for wrong in [
        BernoulliBeta.statistics(&[2.0]).err(),
        BernoulliBeta.statistics(&[f64::NAN]).err(),
        BinomialBeta::new(3).unwrap().statistics(&[4.0]).err(),
        BinomialBeta::new(3).unwrap().statistics(&[-1.0]).err(),
        CategoricalDirichlet::new(3).unwrap().statistics(&[3.0]).err(),
        CategoricalDirichlet::new(3).unwrap().statistics(&[-1.0]).err(),
        MultinomialDirichlet::new(3, 2).unwrap().statistics(&[-1.0, 4.0]).err(),
        MultinomialDirichlet::new(3, 2).unwrap().statistics(&[1.0, 1.0]).err(),
        MultinomialDirichlet::new(3, 2).unwrap().statistics(&[3.0]).err(),
        PoissonGamma.statistics(&[-1.0]).err(),
        PoissonGamma.statistics(&[0.5]).err(),
        ExponentialGamma.statistics(&[-0.1]).err(),
        NormalMeanPrecision.statistics(&[f64::INFINITY]).err(),
        MultivariateMeanPrecision::new(2).unwrap().statistics(&[1.0, 2.0, 3.0]).err(),
    ] {
        assert!(wrong.is_some());
    }
    let same = NormalMeanPrecision.statistics(&[2.0, 2.0, 2.0]).unwrap();
    let error = NormalMeanPrecision.most_likely(&same).unwrap_err().to_string();
    assert!(error.contains("variance is zero"), "{error}");
    assert!(NormalVariance::new(2.0).unwrap().most_likely(&same).is_err());
    assert!(NormalPrecision::new(2.0).unwrap().most_likely(&same).is_err());
    let line =
        MultivariateMeanPrecision::new(2).unwrap().statistics(&[1.0, 2.0, 2.0, 4.0, 3.0, 6.0]).unwrap();
    assert!(MultivariateMeanPrecision::new(2).unwrap().most_likely(&line).is_err());
    assert!(ExponentialGamma.most_likely(&ExponentialGamma.statistics(&[0.0, 0.0]).unwrap()).is_err());
    assert!(
        NormalMean::new(0.0).is_err()
            && NormalVariance::new(f64::NAN).is_err()
            && BinomialBeta::new(0).is_err()
    );
    assert!(CategoricalDirichlet::new(1).is_err() && MultivariateMeanPrecision::new(0).is_err());
    let prior = MultivariateNormal::new(&[0.0], &Matrix::identity(1)).unwrap();
    let known = MultivariateMean::new(&Matrix::identity(2)).unwrap();
    assert!(known.posterior(&prior, &known.statistics(&[1.0, 2.0]).unwrap()).is_err());
    let prior = NormalWishart::new(&[0.0], 1.0, 1.0, &Matrix::identity(1)).unwrap();
    let both = MultivariateMeanPrecision::new(2).unwrap();
    assert!(both.posterior(&prior, &both.empty()).is_err());
    let table = Table::builder().number("x", vec![1.0]).number("y", vec![2.0]).build().unwrap();
    let prior = Normal::new(0.0, 1.0).unwrap();
    let wide = ConjugateEstimate::of(NormalMean::new(1.0).unwrap(), prior, &table.dataset(), &Run::default())
        .unwrap_err();
    assert!(wide.to_string().contains("from 1 columns, and there are 2"), "{wide}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Parts in any order merge into the same, and a belief moves from the prior toward the rows.
    #[test]
    fn beliefs_stand_between_prior_and_rows(
        values in prop::collection::vec(-100.0..100.0f64, 1..40), cut in 0usize..40, mean in -50.0..50.0f64, rows in 0.1..50.0f64
    ) {
        let family = NormalMean::new(9.0).unwrap();
        let prior = family.stated(&[PriorStatement::WorthRows { mean, rows }]).unwrap();
        let cut = cut.min(values.len());
        let (left, right) = (family.statistics(&values[..cut]).unwrap(), family.statistics(&values[cut..]).unwrap());
        let (mut one, mut other) = (left.clone(), right.clone());
        one.merge(&right);
        other.merge(&left);
        let (a, b) = (family.posterior(&prior, &one).unwrap(), family.posterior(&prior, &other).unwrap());
        prop_assert!((a.mean() - b.mean()).abs() < 1e-11);
        let average = values.iter().sum::<f64>() / values.len() as f64;
        let n = values.len() as f64;
        // The prior counts as so many rows.
        prop_assert!((a.mean() - (rows * mean + n * average) / (rows + n)).abs() < 1e-9);
        prop_assert!((family.worth_rows(&a) - (rows + n)).abs() < 1e-9 * (rows + n));
    }
}
