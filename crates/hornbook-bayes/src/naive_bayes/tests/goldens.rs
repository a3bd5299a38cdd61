//! The numbers of the textbooks.

use super::*;
use hornbook_core::PerColumn;

/// The sunny, cool, humid and windy day of the textbook.
fn query() -> Table {
    words("Outlook Temperature Humidity Wind", "Sunny Cool High Strong")
}

fn products(learner: &NaiveBayes) -> (Vec<f64>, Vec<f64>) {
    let model = learner.fit(&play_tennis()).unwrap();
    let (rows, _) = model.info().schema.features(&query()).unwrap();
    let joint = model.joint_log_probabilities(&rows).unwrap();
    // Classes in order: No, Yes.
    (
        joint.row(0).iter().map(|log| log.exp()).collect(),
        model.probabilities_of(&rows).unwrap().row(0).to_vec(),
    )
}

// proves: 000a:K18, 001:173, 001:177, 002:K01, 002:K02
#[test]
fn play_tennis_by_every_estimate() {
    let none = NaiveBayes::default().alpha(0.0);
    let uniform = |m: f64| NaiveBayes::default().m(m);
    for (learner, yes, no, p_no) in [
        (none, 0.005291005, 0.020571429, 0.795417349),
        (NaiveBayes::default(), 0.007083825, 0.018221574, 0.720067),
        (uniform(1.0), 0.006125, 0.019290123, 0.759002),
        (uniform(2.0), 0.006869164, 0.018180256, 0.725776),
        (uniform(5.0), 0.008661756, 0.015888889, 0.647188),
        (uniform(0.0), 0.005291005, 0.020571429, 0.795417349),
    ] {
        let (joint, posterior) = products(&learner);
        close(&joint, &[no, yes], 1e-9);
        assert!((posterior[0] - p_no).abs() < 1e-6, "{posterior:?}");
    }
    let exact = 5.0 / 14.0 * (3.0 / 5.0) * (1.0 / 5.0) * (4.0 / 5.0) * (3.0 / 5.0);
    close(&products(&NaiveBayes::default().alpha(0.0)).0[..1], &[exact], 1e-14);
}

// proves: 000a:K20, 001:175, 002:K04, 002:K05
#[test]
fn m_estimates_of_the_wind() {
    // Strong wind on 3 of 5 days without play; and no overcast day among them.
    let p = |learner: NaiveBayes, column: usize, level: &str| {
        let model = learner.fit(&play_tennis()).unwrap();
        let input = &model.info().schema.inputs[column];
        let level = (0..3).find(|&code| input.kind.level(code) == level).unwrap();
        model.category_log_probabilities(column).unwrap().at(0, level as usize).exp()
    };
    for (m, strong) in [(0.0, 0.6), (1.0, 0.5833333), (2.0, 0.5714286), (5.0, 0.55), (10.0, 0.5333333)] {
        assert!((p(NaiveBayes::default().m(m), 3, "Strong") - strong).abs() < 1e-7);
    }
    assert!((p(NaiveBayes::default(), 0, "Overcast") - 0.125).abs() < 1e-12);
    assert!((p(NaiveBayes::default().m(3.0), 0, "Overcast") - 0.125).abs() < 1e-12);
    // With the fraction of overcast days (4 of 14) as the prior estimate.
    let share = NaiveBayes::default().m(3.0).prior_estimate(PriorEstimate::Share);
    assert!((p(share, 0, "Overcast") - 3.0 * 4.0 / 14.0 / 8.0).abs() < 1e-12);
}

// proves: 002:K03
#[test]
fn loans_with_numbers_and_categories() {
    let rows = "Y Single 125 No\nN Married 100 No\nN Single 70 No\nY Married 120 No\nN Divorced 95 Yes\nN Married 60 No\n\
                Y Divorced 220 No\nN Single 85 Yes\nN Married 75 No\nN Single 90 Yes";
    let data = words("Owner Marital Income Default", rows).dataset().target("Default").unwrap();
    let plain = NaiveBayes::default().alpha(0.0).var_smoothing(0.0).sample_variance(true);
    let model = plain.fit(&data).unwrap();
    close(model.means().values(), &[110.0, 90.0], 1e-12);
    close(model.variances().values(), &[2975.0, 25.0], 1e-12);
    let asked = words("Owner Marital Income", "N Married 120");
    let likelihoods = |model: &NaiveBayesModel| -> Vec<f64> {
        let (rows, _) = model.info().schema.features(&asked).unwrap();
        let joint = model.joint_log_probabilities(&rows).unwrap();
        joint.row(0).iter().zip(model.priors()).map(|(log, p)| log.exp() / p).collect()
    };
    assert!((likelihoods(&model)[0] - 0.002348505).abs() < 1e-9);
    assert_eq!(likelihoods(&model)[1], 0.0);
    assert_eq!(model.predict(&asked).unwrap().values.label(0), "No");
    // Each column has a prior estimate of its own: 1/2 for Owner, 1/3 for Marital.
    let smoothed = likelihoods(&plain.m(3.0).fit(&data).unwrap());
    let no = (4.0 + 1.5) / 10.0 * (4.0 + 1.0) / 10.0 * 0.007192295;
    let yes = (3.0 + 1.5) / 6.0 * (0.0 + 1.0) / 6.0 * 1.2151766e-9;
    assert!((smoothed[0] - no).abs() < 1e-10 && (smoothed[1] - yes).abs() < 1e-16, "{smoothed:?}");
    let by_weight = NaiveBayes::default().var_smoothing(0.0).fit(&data).unwrap();
    close(by_weight.variances().values(), &[2550.0, 50.0 / 3.0], 1e-12);
}

/// Ten rows a class with the fractions of the example: P(x1 = 1) = .2, .7 and P(x2 = 1) = .5, .9.
fn missing_and_noisy() -> Dataset {
    let bit = |share: usize, i: usize| u32::from(i < share);
    let (mut x1, mut x2, mut y) = (vec![], vec![], vec![]);
    for (class, shares) in [[2, 5], [7, 9]].into_iter().enumerate() {
        for i in 0..10 {
            x1.push(bit(shares[0], i));
            x2.push(bit(shares[1], i));
            y.push(class as u32);
        }
    }
    let columns = vec![("x1".into(), coded(&["0", "1"], &x1)), ("x2".into(), coded(&["0", "1"], &x2))];
    with_classes(&Table::new(columns).unwrap(), &y)
}

// proves: 001:108, 001:109
#[test]
fn missing_and_noisy_features() {
    let plain = NaiveBayes::default().alpha(0.0).priors(vec![0.6, 0.4]);
    let noisy = plain.clone().noise(PerColumn::named([("x2", 0.1)]));
    let asked = |learner: &NaiveBayes, x2: Option<&str>| {
        let model = learner.fit(&missing_and_noisy()).unwrap();
        let table = Table::builder().category("x1", &[Some("1")]).category("x2", &[x2]).build().unwrap();
        model.probabilities(&table).unwrap().row(0).to_vec()
    };
    close(&asked(&plain, None), &[0.3, 0.7], 1e-12);
    close(&asked(&noisy, None), &[0.3, 0.7], 1e-12);
    close(&asked(&noisy, Some("0")), &[0.54347826087, 0.45652173913], 1e-11);
    close(&asked(&plain, Some("0")), &[0.681818, 0.318182], 1e-6);
}

#[test]
fn noise_widens_normal_columns() {
    let data = columns(&[vec![0.0], vec![2.0], vec![10.0], vec![14.0]], &[0, 0, 1, 1]);
    let learner = NaiveBayes::default().var_smoothing(0.0).noise(PerColumn::named([("x0", 3.0)]));
    let model = learner.fit(&data).unwrap();
    let joint = model.joint_log_probabilities(&data.row_features()).unwrap();
    // N(0; 1, 1 + 3), and half the rows.
    let expected = 0.5f64.ln() - 0.5 * (std::f64::consts::TAU * 4.0).ln() - 1.0 / 8.0;
    assert!((joint.at(0, 0) - expected).abs() < 1e-12);
}

// proves: 001:174, 002:K06
#[test]
fn words_of_sport_and_technology() {
    // ball bug code goal team
    let rows = [vec![2.0, 0.0, 0.0, 1.0, 0.0], vec![0.0, 0.0, 0.0, 1.0, 1.0], vec![0.0, 1.0, 2.0, 0.0, 1.0]];
    let data = columns(&rows, &[0, 0, 1]);
    let model = MultinomialNaiveBayes::default().fit(&data).unwrap();
    let theta = model.feature_log_probabilities();
    let exp = |class: usize| theta.row(class).iter().map(|log| log.exp()).collect::<Vec<_>>();
    close(&exp(0), &[0.3, 0.1, 0.1, 0.3, 0.2], 1e-14);
    close(&exp(1), &[1.0 / 9.0, 2.0 / 9.0, 3.0 / 9.0, 1.0 / 9.0, 2.0 / 9.0], 1e-14);
    let texts = columns(&[vec![1.0, 0.0, 0.0, 0.0, 1.0], vec![0.0, 0.0, 1.0, 0.0, 1.0]], &[0, 1]);
    let p = probabilities(&model, &texts);
    close(&[p[0], p[3]], &[0.8293515358361775, 0.6493506493506492], 1e-12);
    let plain = MultinomialNaiveBayes::default().alpha(0.0).fit(&data).unwrap();
    assert_eq!(plain.feature_log_probabilities().at(0, 1), f64::NEG_INFINITY);
    assert!(plain.info().summary.warnings[0].contains("zero probability"), "{:?}", plain.info().summary);
}
