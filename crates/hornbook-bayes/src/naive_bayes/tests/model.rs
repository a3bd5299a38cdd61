//! Words, files, exports and contributions.

use super::*;
use hornbook_core::ColumnSets;
use hornbook_learner::{LoadModel, Predictor};

fn tennis() -> NaiveBayesModel {
    NaiveBayes::default().alpha(0.0).fit(&play_tennis()).unwrap()
}

#[test]
fn a_row_is_explained_by_products() {
    let model = tennis();
    let asked = words("Outlook Temperature Humidity Wind", "Sunny Cool High Strong");
    let (rows, _) = model.info().schema.features(&asked).unwrap();
    let text = model.explain_row(&rows, 0).unwrap().to_string();
    assert!(
        text.contains(
            "P(Yes) · P(Outlook = Sunny | Yes) · P(Temperature = Cool | Yes) · P(Humidity = High | Yes) · \
             P(Wind = Strong | Yes)"
        ),
        "{text}"
    );
    assert!(text.contains("= 0.6429 · 0.2222 · 0.3333 · 0.3333 · 0.3333 = 0.005291"), "{text}");
    assert!(text.contains("posterior probability: 0.7954"), "{text}");
    assert!(text.contains("for No against Yes"), "{text}");
    let json = model.explain_row(&rows, 0).unwrap().to_json();
    let odds = (0.020571429f64 / 0.005291005).ln();
    assert!((json["log_odds"]["sum"].as_f64().unwrap() - odds).abs() < 1e-6);
    let columns: f64 =
        json["log_odds"]["columns"].as_object().unwrap().values().map(|x| x.as_f64().unwrap()).sum();
    assert!((columns + json["log_odds"]["prior"].as_f64().unwrap() - odds).abs() < 1e-6);
}

#[test]
fn the_trace_shows_the_tables() {
    let notes = Arc::new(BayesTraceRecorder::default());
    let run = Run::default().observer(notes.clone());
    NaiveBayes::default().alpha(0.0).fit_with(&play_tennis(), &run).unwrap();
    let events = notes.0.lock().unwrap();
    assert_eq!(events.len(), 5);
    assert_eq!(events[0].0, "P(No) = 0.3571 (5 rows), P(Yes) = 0.6429 (9 rows)");
    let sunny = list(&events[1].1["table"]["probabilities"]["Sunny"]);
    close(&sunny, &[0.6, 2.0 / 9.0], 1e-12);
    assert!(events[1].0.contains("P(Sunny | …)"), "{}", events[1].0);
    let text = tennis().explain().to_string();
    assert!(text.contains("P(Yes)  0.6429  9 rows"), "{text}");
}

fn loans() -> Dataset {
    let rows = "Y Single 125 1 No\nN Married 100 0 No\nN Single 70 2 No\nY Married 120 1 No\nN Divorced 95 5 Yes\n\
                N Married 60 0 No\nY Divorced 220 1 No\nN Single 85 3 Yes\nN Married 75 0 No\nN Single 90 4 Yes";
    words("Owner Marital Income Late Default", rows).dataset().target("Default").unwrap()
}

// proves: 001:178
#[test]
fn the_export_is_linear_and_the_same() {
    let learner = NaiveBayes::default()
        .shared_variance(true)
        .bernoulli_columns(ColumnSets::named(&[&["Late"]]))
        .binarize(1.5);
    let data = loans();
    let model = learner.fit(&data).unwrap();
    let linear = model.log_linear().unwrap();
    assert_eq!(
        linear.names,
        ["Owner=N", "Owner=Y", "Marital=Divorced", "Marital=Married", "Marital=Single", "Income", "Late>1.5"]
    );
    let scores = linear.scores(&[1.0, 0.0, 0.0, 1.0, 0.0, 120.0, 0.0]).unwrap();
    let asked = words("Owner Marital Income Late", "N Married 120 1");
    let p = model.probabilities(&asked).unwrap();
    let odds = (p.at(0, 1) / p.at(0, 0)).ln();
    assert!((scores[1] - scores[0] - odds).abs() < 1e-9, "{scores:?} {odds}");
    let unequal = NaiveBayes::default().fit(&data).unwrap().log_linear().unwrap_err().to_string();
    assert!(unequal.contains("not linear in column 'Income'"), "{unequal}");
}

#[test]
fn contributions_add_up_to_the_scores() {
    let learner = NaiveBayes::default().bernoulli_columns(ColumnSets::named(&[&["Late"]])).var_smoothing(0.1);
    let data = loans();
    let model = learner.fit(&data).unwrap();
    let rows = data.row_features();
    let joint = model.joint_log_probabilities(&rows).unwrap();
    for background in [None, Some(&rows)] {
        let parts = model.shap_values(&rows, background, &Run::default()).unwrap().unwrap();
        for row in 0..10 {
            for class in 0..2 {
                let sum: f64 = (0..4).map(|column| parts.value(row, column, class)).sum();
                assert!((parts.base()[class] + sum - joint.at(row, class)).abs() < 1e-9);
            }
        }
        // The training rows are the background that the sums describe.
        let mean: f64 = (0..10).map(|row| joint.at(row, 0)).sum::<f64>() / 10.0;
        assert!((parts.base()[0] - mean).abs() < 1e-9);
    }
    let kernels = learner.numbers(Likelihood::Kernel).fit(&data).unwrap();
    assert!(kernels.shap_values(&rows, None, &Run::default()).unwrap().is_none());
    assert!(kernels.shap_values(&rows, Some(&rows), &Run::default()).unwrap().is_some());
}

// proves: 002:K07
#[test]
fn columns_that_repeat_are_said() {
    let x: Vec<Vec<f64>> = (0..400)
        .map(|i| {
            let (class, noise) = (f64::from(i % 2), f64::from(i * 37 % 101) / 25.0);
            vec![class + noise; 6]
        })
        .collect();
    let y: Vec<u32> = (0..400).map(|i| i % 2).collect();
    let warnings = &GaussianNaiveBayes::default().fit(&matrix(&x, &y)).unwrap().info.summary.warnings;
    assert!(warnings[0].contains("'x0' and 'x1'") && warnings[0].contains("12 more pairs"), "{warnings:?}");
    assert!(warnings[1].contains("overconfident"), "{warnings:?}");
    let once: Vec<Vec<f64>> = x.iter().map(|row| vec![row[0]]).collect();
    let alone = GaussianNaiveBayes::default().fit(&matrix(&once, &y)).unwrap();
    assert!(alone.info.summary.warnings.is_empty(), "{:?}", alone.info.summary.warnings);
    let word: Vec<Option<&str>> = (0..400).map(|i| Some(["u", "v", "w"][i * 37 % 101 % 3])).collect();
    let twice = Table::builder().category("a", &word).category("b", &word).build().unwrap();
    let said = NaiveBayes::default().fit(&with_classes(&twice, &y)).unwrap();
    assert!(said.info.summary.warnings[0].contains("'a' and 'b'"), "{:?}", said.info.summary.warnings);
}

#[test]
fn kernels_see_what_a_normal_does_not() {
    // One class in the middle of the other's two heaps.
    let x: Vec<Vec<f64>> =
        (0..300).map(|i| vec![[0.0, 5.0, 10.0][i % 3] + (i / 3 % 10) as f64 / 10.0]).collect();
    let y: Vec<u32> = (0..300).map(|i| u32::from(i % 3 == 1)).collect();
    let data = columns(&x, &y);
    let model = NaiveBayes::default().numbers(Likelihood::Kernel).fit(&data).unwrap();
    let p = probabilities(&model, &data);
    assert!(y.iter().enumerate().all(|(row, &class)| p[2 * row + class as usize] > 0.99));
    // Far away the density is tiny and its logarithm is right: that of the nearest kernels.
    let far = columns(&[vec![1e4]], &[0]);
    let joint = model.joint_log_probabilities(&far.row_features()).unwrap();
    assert!(joint.values().iter().all(|log| log.is_finite() && *log < -1e5));
}

/// Priors of a file are those of somebody who gave them, and so must sum to 1.
#[test]
fn priors_of_files_sum_to_one() {
    let data = columns(&[vec![1.0], vec![2.0], vec![4.0], vec![7.0]], &[0, 0, 1, 1]);
    let model = NaiveBayes::default().priors(vec![0.375, 0.625]).fit(&data).unwrap();
    let mut bytes = model.to_bytes().unwrap();
    let at = bytes.windows(8).position(|part| part == 0.375f64.to_le_bytes()).unwrap();
    assert!(NaiveBayesModel::from_bytes(model.info().clone(), &bytes).is_ok());
    bytes[at..at + 8].copy_from_slice(&0.75f64.to_le_bytes());
    let sentence = NaiveBayesModel::from_bytes(model.info().clone(), &bytes).unwrap_err().to_string();
    assert!(sentence.contains("do not sum to 1"), "{sentence}");
}
