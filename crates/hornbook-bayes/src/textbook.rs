//! Worked numbers of the textbooks.

use crate::NaiveBayes;
use crate::hypotheses::{Example, Hypothesis, brute_force};
use hornbook_data::Table;
use hornbook_learner::{Fit, Model};

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} and not {expected}");
}

/// Four outcomes and the probabilities that a hypothesis gave them.
// proves: 000a:K11
#[test]
fn the_likelihood_of_four_outcomes() {
    let probabilities = [0.9, 0.2, 0.6, 0.92];
    let outcomes: Vec<Example> =
        [1.0, 0.0, 1.0, 1.0].iter().enumerate().map(|(row, d)| (vec![row as f64], *d)).collect();
    let hypothesis = Hypothesis::of_probability("h", 1.0, move |x: &[f64]| probabilities[x[0] as usize]);
    let found = brute_force(&[hypothesis], &outcomes).unwrap();
    let ln = found.table.ln_likelihood()[0];
    close(ln, -0.9227112997, 5e-11);
    close(ln.exp(), 0.39744, 1e-12);
}

/// Lines through five points with normal errors of deviation 1: the more squares, the less likely.
// proves: 000a:K8, 002:A16
#[test]
fn the_likelihood_of_three_lines() {
    let points: Vec<Example> =
        [2.1, 3.9, 6.2, 7.8, 10.1].iter().zip(1..).map(|(y, x)| (vec![f64::from(x)], *y)).collect();
    let line = |w0: f64, w1: f64| {
        Hypothesis::with_noise(format!("{w0} + {w1} x"), 1.0 / 3.0, move |x: &[f64]| w0 + w1 * x[0], 1.0)
    };
    let found = brute_force(&[line(0.05, 1.99), line(0.0, 2.0), line(0.3, 1.9)], &points).unwrap();
    for (found, expected) in found.table.ln_likelihood().iter().zip([-4.64819267, -4.64969267, -4.68969267]) {
        close(*found, expected, 5e-9);
    }
    assert_eq!(found.table.most_likely(), [0], "the line of least squares");
}

/// Loans with an m-estimate of m = 3 and the prior 1/3 in both columns of categories.
// proves: 002:K03, 002:K05
#[test]
fn loans_with_a_prior_of_one_third() {
    let rows = [
        ("Y", "Single", 125.0, "No"),
        ("N", "Married", 100.0, "No"),
        ("N", "Single", 70.0, "No"),
        ("Y", "Married", 120.0, "No"),
        ("N", "Divorced", 95.0, "Yes"),
        ("N", "Married", 60.0, "No"),
        ("Y", "Divorced", 220.0, "No"),
        ("N", "Single", 85.0, "Yes"),
        ("N", "Married", 75.0, "No"),
        ("N", "Single", 90.0, "Yes"),
    ];
    let table = Table::builder()
        .category("Owner", &rows.map(|row| Some(row.0)))
        .category("Marital", &rows.map(|row| Some(row.1)))
        .number("Income", rows.map(|row| row.2).to_vec())
        .category("Default", &rows.map(|row| Some(row.3)))
        .build()
        .unwrap();
    // Three categories are expected of both columns, so that each has a prior of 1/3.
    let learner = NaiveBayes::default().m(3.0).min_categories(3).var_smoothing(0.0).sample_variance(true);
    let model = learner.fit(&table.dataset().target("Default").unwrap()).unwrap();
    let asked = Table::builder()
        .category("Owner", &[Some("N")])
        .category("Marital", &[Some("Married")])
        .number("Income", vec![120.0])
        .build()
        .unwrap();
    let (features, _) = model.info().schema.features(&asked).unwrap();
    let joint = model.joint_log_probabilities(&features).unwrap();
    let likelihood = |class: usize| joint.row(0)[class].exp() / model.priors()[class];
    // (4 + 1) / (7 + 3) for both columns of those who paid; a book that prints 6/10 has added 2 and not 3 · 1/3.
    close(likelihood(0), 0.5 * 0.5 * 0.007192295, 1e-9);
    // (3 + 1) / (3 + 3) and (0 + 1) / (3 + 3) of those who did not.
    close(likelihood(1), 1.3502e-10, 5e-15);
    assert_eq!(model.predict(&asked).unwrap().values.label(0), "No");
}

/// Posteriors after each example by Bayes' rule, and h_MAP of the whole table. A hypothesis that allows for noise survives an
/// example against it; one that does not is out for good.
// proves: 000a:K6, 002:A09
#[test]
fn posteriors_while_examples_arrive() {
    let coin = |name: &str, prior: f64, p: f64| {
        Hypothesis::new(name, prior, move |heads: &bool| if *heads { p } else { 1.0 - p })
    };
    let coins = [coin("heads only", 0.5, 1.0), coin("bent", 0.2, 0.8), coin("fair", 0.3, 0.5)];
    let tosses = [true, true, false, true];
    let found = brute_force(&coins, &tosses).unwrap();
    let (priors, p) = ([0.5, 0.2, 0.3], [1.0, 0.8, 0.5]);
    for (seen, posterior) in found.history.iter().enumerate() {
        let joint: Vec<f64> = (0..3)
            .map(|h| {
                let likelihood = |heads: &bool| if *heads { p[h] } else { 1.0 - p[h] };
                priors[h] * tosses[..seen].iter().map(likelihood).product::<f64>()
            })
            .collect();
        let evidence: f64 = joint.iter().sum();
        for (found, joint) in posterior.iter().zip(&joint) {
            close(*found, joint / evidence, 1e-12);
        }
    }
    assert_eq!(found.history.len(), 5);
    // Two heads make "heads only" likelier, and one tail rules it out; "bent" has one tail against it and stays.
    assert!(found.history[2][0] > found.history[0][0] && found.history[3][0] == 0.0);
    assert!(found.history[3][1] > 0.0 && found.history[4][0] == 0.0);
    // 0.2 · 0.8³ · 0.2 = 0.02048 and 0.3 · 0.5⁴ = 0.01875.
    let evidence = 0.02048 + 0.01875;
    assert_eq!(found.table.most_probable(), [1]);
    close(found.table.posterior()[1], 0.02048 / evidence, 1e-12);
    close(found.table.ln_evidence(), f64::ln(evidence), 1e-12);
    assert_eq!(found.table.most_likely(), [1]);
}
