use super::*;
use hornbook_core::ToJson;
use hornbook_data::{Matrix, Table};
use proptest::prelude::*;

fn matrix(rows: &[&[f64]]) -> Matrix {
    Matrix::new(rows.len(), rows[0].len(), rows.concat()).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

fn spam() -> LossMatrix {
    LossMatrix::two_classes("good", "spam", 10.0, 1.0).unwrap()
}

// proves: 001:107, 002:J03, 002:J04
#[test]
fn bayes_risk_golden() {
    let classes = ["a", "b", "c"];
    let losses = LossMatrix::new(&classes, &classes, vec![0., 1., 12., 2., 0., 1., 3., 2., 0.]).unwrap();
    let posterior = [0.6, 0.3, 0.1];
    for (risk, expected) in losses.risks(&posterior).unwrap().into_iter().zip([1.5, 1.3, 2.4]) {
        assert!(close(risk, expected));
    }
    assert_eq!(losses.decide(&posterior).unwrap(), 1);
    let zero_one = LossMatrix::zero_one(&classes).unwrap();
    assert_eq!(zero_one.decide(&posterior).unwrap(), 0);
    assert!(close(zero_one.risks(&posterior).unwrap()[0], 0.4));
    assert!(close(conditional_error(&posterior).unwrap(), 0.4));
    let both = matrix(&[&posterior, &[0.0, 0.0, 1.0]]);
    assert_eq!(losses.decide_all(&both).unwrap(), [1, 2]);
    assert!(close(losses.risks_all(&both).unwrap().at(1, 1), 1.0));
    assert!(close(losses.expected_loss(&[1, 2], &both, Some(&[1.0, 3.0])).unwrap(), 1.3 / 4.0));
}

// proves: 002:D02
#[test]
fn spam_golden() {
    let losses = spam();
    // A: one row of a hundred wrong, spam let through. B: one of two hundred, good mail thrown away.
    let a = losses.mean_loss(&[0, 1, 0], &[1, 1, 0], Some(&[1.0, 49.0, 50.0])).unwrap();
    let b = losses.mean_loss(&[1, 1, 0], &[0, 1, 0], Some(&[0.5, 49.5, 50.0])).unwrap();
    assert!(close(a, 0.01) && close(b, 0.05));
    assert!(close(losses.threshold().unwrap(), 10.0 / 11.0));
    let risks = losses.risks(&[0.1, 0.9]).unwrap();
    assert!(close(risks[1], 1.0) && close(risks[0], 0.9));
    assert_eq!((losses.decide(&[0.1, 0.9]).unwrap(), losses.decide(&[0.05, 0.95]).unwrap()), (0, 1));
}

// proves: 002:J05, 002:J06, 000a:E4
#[test]
fn reject_golden() {
    let p = [0.5, 0.3, 0.2];
    let by_risk = |theta: f64| {
        let losses = LossMatrix::zero_one(&["1", "2", "3"]).unwrap().with_reject(theta).unwrap();
        losses.actions()[losses.decide(&p).unwrap()].clone()
    };
    assert_eq!([by_risk(0.4), by_risk(0.6), by_risk(0.5)], [REJECT, "1", "1"]);
    let rule = |theta| chow(&p, theta).unwrap();
    // A tie: this rule rejects, where the risks take the class.
    assert_eq!([rule(0.4), rule(0.6), rule(0.5)], [None, Some(0), None]);
    assert_eq!([rule(0.0), rule(1.0), rule(7.0)], [None, Some(0), Some(0)]);
    assert_eq!(chow(&[1.0, 0.0], 0.0).unwrap(), None);
    assert!(chow(&p, -0.1).is_err() && chow(&p, f64::NAN).is_err());
    assert_eq!(only_one(&[]), Err(RejectReason::NoneFired));
    assert_eq!(only_one(&[false, true]), Ok(1));
    assert_eq!(only_one(&[true, true]), Err(RejectReason::SeveralFired(vec![0, 1])));
}

#[test]
fn a_threshold_as_losses() {
    for positive in [0, 1] {
        let losses = LossMatrix::at_threshold(&["no", "yes"], positive, 0.3).unwrap();
        let says = |p: f64| {
            let probabilities = if positive == 1 { [1.0 - p, p] } else { [p, 1.0 - p] };
            losses.actions()[losses.decide(&probabilities).unwrap()].clone()
        };
        let (name, other) = if positive == 1 { ("yes", "no") } else { ("no", "yes") };
        assert_eq!([says(0.29), says(0.3), says(0.31)], [other, name, name]);
    }
    let never = LossMatrix::at_threshold(&["no", "yes"], 1, 1.0).unwrap();
    assert_eq!(never.actions()[never.decide(&[0.01, 0.99]).unwrap()], "no");
    assert!(
        LossMatrix::at_threshold(&["no", "yes"], 1, 1.5).unwrap_err().to_string().contains("no probability")
    );
    assert!(LossMatrix::at_threshold(&["no", "yes"], 2, 0.5).is_err());
}

// proves: 002:J10
#[test]
fn utilities_are_losses_turned() {
    let losses =
        LossMatrix::from_utilities(&["umbrella", "none"], &["rain", "sun"], vec![8., 3., 0., 10.]).unwrap();
    assert_eq!(losses.expected_utilities(&[0.5, 0.5]).unwrap(), [5.5, 5.0]);
    assert_eq!(losses.decide(&[0.5, 0.5]).unwrap(), 0);
    assert_eq!(losses.decide(&[0.4, 0.6]).unwrap(), 1);
    assert!(losses.threshold().unwrap_err().to_string().contains("an action for each"));
}

// proves: 002:D01, 002:D03, 002:D04, 001:99
#[test]
fn a_finite_world() {
    // Three cases; the most probable classes are right with 0.3 + 0.2 + 0.25.
    let joint = matrix(&[&[0.3, 0.1], &[0.1, 0.2], &[0.25, 0.05]]);
    assert!(close(bayes_error(&joint).unwrap(), 0.25));
    let zero_one = LossMatrix::zero_one(&["n", "p"]).unwrap();
    let best = zero_one.best_rule(&joint).unwrap();
    assert_eq!(best.actions, [0, 1, 0]);
    assert!(close(best.loss, 0.25));
    assert!(close(zero_one.generalization_loss(&[0, 0, 0], &joint).unwrap(), 0.35));
    // A missed positive costs four times as much: the first case turns, the third does not.
    let careful = LossMatrix::two_classes("n", "p", 1.0, 4.0).unwrap().best_rule(&joint).unwrap();
    assert_eq!(careful.actions, [1, 1, 0]);
    let (cases, truth) = ([0, 0, 1, 1, 1], [0, 1, 1, 1, 0]);
    let seen = zero_one.best_empirical_rule(&cases, 3, &truth, None).unwrap();
    assert_eq!(seen.actions, [0, 1, 0]);
    assert!(close(seen.loss, 0.4));
    assert!(bayes_error(&matrix(&[&[0.5, 0.1]])).unwrap_err().to_string().contains("sum to 0.6"));
    assert!(zero_one.generalization_loss(&[0], &joint).unwrap_err().to_string().contains("an action for 1"));
    assert!(zero_one.best_rule(&matrix(&[&[0.5, 0.3, 0.2]])).is_err());
}

#[test]
fn losses_from_files_and_tables() {
    let table = Table::builder()
        .category("action", &[Some("good"), Some("spam"), Some("ask")])
        .number("spam", vec![1.0, 0.0, 0.2])
        .number("good", vec![0.0, 10.0, 0.2])
        .build()
        .unwrap();
    let losses = LossMatrix::from_table(&table).unwrap().for_classes(&["good", "spam"]).unwrap();
    assert_eq!(losses.to_json()["losses"], serde_json::json!([[0.0, 1.0], [10.0, 0.0], [0.2, 0.2]]));
    assert_eq!(
        losses.to_string(),
        "action / true class  good  spam\ngood                    0     1\nspam                   10     0\nask                   0.2   0.2\n"
    );
    let error = |classes: &[&str]| losses.for_classes(classes).unwrap_err().to_string();
    assert!(error(&["good", "spa"]).contains("losses for 'spam', which is no class; did you mean 'spa'?"));
    assert!(error(&["good", "spam", "news"]).contains("no losses for the class 'news'"));

    let words = Table::builder().category("a", &[Some("x")]).category("y", &[Some("much")]).build().unwrap();
    assert!(LossMatrix::from_table(&words).unwrap_err().to_string().contains("'y' are not numbers"));
    let gap = Table::builder().category("a", &[Some("x")]).number("y", vec![f64::NAN]).build().unwrap();
    assert!(
        LossMatrix::from_table(&gap)
            .unwrap_err()
            .to_string()
            .contains("loss of 'x' for the class 'y' is NaN")
    );
    let unnamed = Table::builder().category("a", &[None::<&str>]).number("y", vec![0.0]).build().unwrap();
    assert!(
        LossMatrix::from_table(&unnamed)
            .unwrap_err()
            .to_string()
            .contains("row 1 of the losses names no action")
    );
    let empty = Table::builder().build().unwrap();
    assert!(LossMatrix::from_table(&empty).is_err());

    let path = std::env::temp_dir().join(format!("hornbook-losses-{}.csv", std::process::id()));
    std::fs::write(&path, "action,0,1\n0,0,1\n1,1,0\n").unwrap();
    let read = LossMatrix::read(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read.unwrap(), LossMatrix::zero_one(&["0", "1"]).unwrap());
}

#[test]
fn impossible_losses_are_refused() {
    let text = |result: hornbook_core::Result<LossMatrix>| result.unwrap_err().to_string();
    assert!(
        text(LossMatrix::new(&["a"], &["a", "b"], vec![1.0])).contains("1 losses do not fit 1 actions and 2")
    );
    assert!(
        text(LossMatrix::new(&["a"], &["a", "b"], vec![0.0, f64::NAN])).contains("for the class 'b' is NaN")
    );
    assert!(text(LossMatrix::new(&["a"], &["a", "b"], vec![0.0, f64::INFINITY])).contains("inf"));
    assert!(text(LossMatrix::new(&["a", "a"], &["a", "b"], vec![0.0; 4])).contains("the action 'a' twice"));
    assert!(text(LossMatrix::zero_one::<&str>(&[])).contains("no action"));
    assert!(text(spam().with_action("ask", &[1.0])).contains("1 losses for 2 classes"));
    assert!(text(spam().with_reject(0.1).unwrap().with_reject(0.1)).contains("'reject' twice"));
    assert!(text(spam().with_reject(f64::NAN)).contains("is NaN"));
    let losses = spam();
    assert!(losses.risks(&[0.5]).is_err() && losses.risks(&[0.7, 0.7]).is_err());
    assert!(losses.mean_loss(&[2], &[0], None).unwrap_err().to_string().contains("the action of row 1 is 2"));
    assert!(losses.mean_loss(&[0], &[0], Some(&[0.0])).is_err());
    assert!(losses.mean_loss(&[], &[], None).is_err());
    let mad = LossMatrix::two_classes("n", "p", -1.0, 1.0).unwrap();
    assert!(mad.threshold().unwrap_err().to_string().contains("costs less than being right"));
}

#[test]
fn the_error_falls_as_rows_are_rejected() {
    let p = matrix(&[&[0.9, 0.1], &[0.6, 0.4], &[0.4, 0.6], &[0.2, 0.8]]);
    let curve = error_reject_curve(&p, &[0, 1, 1, 0], None).unwrap();
    let values: Vec<(f64, f64, f64)> = curve.iter().map(|c| (c.confidence, c.rejected, c.error)).collect();
    // The rows of confidence 0.6 go together.
    assert_eq!(values, [(0.6, 0.0, 0.5), (0.8, 0.5, 0.5), (0.9, 0.75, 0.0)]);
    let weighted = error_reject_curve(&p, &[0, 1, 1, 0], Some(&[2.0, 0.0, 1.0, 1.0])).unwrap();
    assert!(close(weighted[0].error, 0.25) && close(weighted[1].rejected, 0.25));
    assert_eq!(weighted.last().unwrap().to_json()["error"], 0.0);
}

// proves: 001:84
#[test]
fn thresholds_for_a_purpose() {
    let scores = [0.9, 0.8, 0.7, 0.7, 0.4, 0.2];
    let positive = [true, true, false, true, true, false];
    let threshold_counts = threshold_counts(&scores, &positive, None).unwrap();
    assert_eq!(
        threshold_counts.iter().map(|c| c.threshold).collect::<Vec<_>>(),
        [f64::INFINITY, 0.9, 0.8, 0.7, 0.4, 0.2]
    );
    let precise = best_threshold_reaching(
        &threshold_counts,
        |cut| cut.counts.precision(),
        0.9,
        |cut| cut.counts.recall(),
    )
    .unwrap();
    assert_eq!((precise.threshold, precise.counts.recall()), (0.8, 0.5));
    let complete = best_threshold_reaching(
        &threshold_counts,
        |cut| cut.counts.recall(),
        1.0,
        |cut| cut.counts.precision(),
    )
    .unwrap();
    assert_eq!((complete.threshold, complete.counts.precision()), (0.4, 0.8));
    let never = best_threshold_reaching(
        &threshold_counts,
        |cut| cut.counts.precision(),
        1.5,
        |cut| cut.counts.recall(),
    )
    .unwrap_err()
    .to_string();
    assert_eq!(
        never,
        "no threshold reaches 1.5: the most there is is 1.0000; ask for less, or improve the model"
    );
    assert_eq!(best_threshold(&threshold_counts, |cut| cut.counts.matthews()).unwrap().threshold, 0.4);
    assert_eq!(
        best_threshold(&threshold_counts, |cut| cut.counts.balanced_accuracy()).unwrap().threshold,
        0.8
    );
    let losses = LossMatrix::two_classes("n", "p", 10.0, 1.0).unwrap();
    let cheapest = best_threshold(&threshold_counts, |cut| -cut.mean_loss(&losses).unwrap()).unwrap();
    assert_eq!((cheapest.threshold, cheapest.mean_loss(&losses).unwrap()), (0.8, 2.0 / 6.0));
    assert!(cheapest.mean_loss(&losses.with_reject(1.0).unwrap()).is_err());
    assert_eq!(threshold_counts[0].to_json()["threshold"], serde_json::Value::Null);
}

#[test]
fn bad_scores_are_refused() {
    assert!(
        threshold_counts(&[0.1, f64::NAN], &[true, false], None)
            .unwrap_err()
            .to_string()
            .contains("position 2 is NaN")
    );
    assert!(threshold_counts(&[0.1], &[true, false], None).is_err());
    assert!(threshold_counts(&[], &[], None).is_err());
    assert!(threshold_counts(&[0.1], &[true], Some(&[0.0])).is_err());
    assert!(best_threshold(&[], |cut| cut.counts.accuracy()).is_err());
    let one_class = threshold_counts(&[0.1, 0.2], &[true, true], None).unwrap();
    let error = best_threshold(&one_class, |cut| cut.counts.balanced_accuracy()).unwrap_err().to_string();
    assert!(error.contains("undefined at every threshold"), "{error}");
}

// proves: 002:J08
#[test]
fn regions_of_two_normals() {
    // Densities N(0, 1) and N(2, 1) with priors 0.5: the boundary is at 1; with the second ten times as likely it
    // moves to 1 − ln(10) / 2.
    let at = |prior: f64| {
        move |x: f64| {
            let density = |mean: f64| (-0.5 * (x - mean) * (x - mean)).exp();
            posterior(&[density(0.0), density(2.0)], &[1.0 - prior, prior]).unwrap()
        }
    };
    let losses = LossMatrix::zero_one(&["a", "b"]).unwrap();
    let grid = [-1.0, 0.5, 3.0];
    let line = regions_of_line(&losses, &grid, at(0.5)).unwrap();
    assert_eq!(line.actions, [0, 0, 1]);
    assert!((line.boundaries[0].x - 1.0).abs() < 1e-9 && line.boundaries.len() == 1);
    let moved = regions_of_line(&losses, &[-2.0, 3.0], at(10.0 / 11.0)).unwrap();
    assert!((moved.boundaries[0].x - (1.0 - 10f64.ln() / 2.0)).abs() < 1e-9);
    // Between the two classes lies a region of doubt that no point of the grid is in.
    let doubtful = losses.clone().with_reject(0.2).unwrap();
    let line = regions_of_line(&doubtful, &[-1.0, 3.0], at(0.5)).unwrap();
    let steps: Vec<(u32, u32)> = line.boundaries.iter().map(|c| (c.before, c.after)).collect();
    assert_eq!(steps, [(0, 2), (2, 1)]);
    assert!((line.boundaries[0].x - (1.0 - 4f64.ln() / 2.0)).abs() < 1e-9);

    let plane = regions_of_plane(&losses, &[0.0, 1.0], &[0.0, 1.0, 2.0], |x, y| at(0.5)(x + y)).unwrap();
    assert_eq!(plane.actions, [[0, 0], [0, 1], [1, 1]]);
    assert!(plane.boundaries.iter().all(|c| (c.x + c.y - 1.0).abs() < 1e-9));
    assert_eq!(plane.boundaries.len(), 3);
    assert!(regions_of_line(&losses, &[1.0, 0.0], at(0.5)).is_err());
    assert!(
        regions_of_line(&losses, &[0.0], |_| vec![0.5, 0.6]).unwrap_err().to_string().contains("sum to 1.1")
    );
}

// proves: 001:98, 001:100, 001:101, 002:J02, 002:J07, 002:J09
#[test]
fn three_forms_of_a_discriminant() {
    let (likelihoods, priors) = ([0.2, 0.5, 0.1], [0.5, 0.1, 0.4]);
    let logs: Vec<f64> = likelihoods.iter().map(|l: &f64| l.ln()).collect();
    let forms = [
        posterior(&likelihoods, &priors).unwrap(),
        discriminants(&likelihoods, &priors).unwrap(),
        log_discriminants(&logs, &priors).unwrap(),
    ];
    for form in &forms {
        assert_eq!(argmax_discriminant(form).unwrap(), 0);
    }
    assert!(close(forms[0][0], 0.1 / 0.19));
    // For two classes the difference of logarithms is the log odds.
    let two = log_discriminants(&[0.9f64.ln(), 0.2f64.ln()], &[0.1, 0.9]).unwrap();
    assert!(close(binary_discriminant(two[0], two[1]), log_odds(1.0 / 3.0)));
    assert_eq!((log_odds(0.0), log_odds(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    assert!(posterior(&[0.0, 0.0], &[0.5, 0.5]).is_err());
    assert!(discriminants(&[-1.0, 0.0], &[0.5, 0.5]).is_err());
    assert!(log_discriminants(&[f64::NAN, 0.0], &[0.5, 0.5]).is_err());
    assert!(argmax_discriminant(&[]).is_err() && argmax_discriminant(&[f64::NAN]).is_err());
}

#[test]
fn points_refuse_what_is_no_distribution() {
    assert!(PredictionLoss::Absolute.best(&[1.0], &[0.5]).is_err());
    assert!(PredictionLoss::Absolute.best(&[1.0, 2.0], &[1.0]).is_err());
    assert!(PredictionLoss::Squared.best(&[f64::NAN], &[1.0]).is_err());
    assert!(PredictionLoss::Pinball(1.0).best(&[1.0], &[1.0]).is_err());
    // Of two medians the lower one.
    assert_eq!(PredictionLoss::Absolute.best(&[4.0, 1.0], &[0.5, 0.5]).unwrap(), 1.0);
}

proptest! {
    #[test]
    fn a_cut_counts_what_a_loop_counts(
        rows in proptest::collection::vec((0u32..6, any::<bool>(), 0u32..3), 1..40)
    ) {
        prop_assume!(rows.iter().any(|r| r.2 > 0));
        let scores: Vec<f64> = rows.iter().map(|r| f64::from(r.0) / 5.0 - 0.4).collect();
        let positive: Vec<bool> = rows.iter().map(|r| r.1).collect();
        let weights: Vec<f64> = rows.iter().map(|r| f64::from(r.2)).collect();
        let threshold_counts = threshold_counts(&scores, &positive, Some(&weights)).unwrap();
        prop_assert!(threshold_counts.windows(2).all(|pair| pair[0].threshold > pair[1].threshold));
        for cut in &threshold_counts {
            let count = |is_positive: bool, above: bool| -> f64 {
                (0..rows.len())
                    .filter(|&i| positive[i] == is_positive && (scores[i] >= cut.threshold) == above)
                    .map(|i| weights[i])
                    .sum()
            };
            prop_assert!(close(cut.counts.true_positives, count(true, true)));
            prop_assert!(close(cut.counts.false_positives, count(false, true)));
            prop_assert!(close(cut.counts.false_negatives, count(true, false)));
            prop_assert!(close(cut.counts.true_negatives, count(false, false)));
        }
    }

    #[test]
    fn the_best_point_has_the_least_risk(
        pairs in proptest::collection::vec((-9i32..9, 1u32..9), 1..8), other in -10.0f64..10.0, q in 0.05f64..0.95
    ) {
        let total: f64 = pairs.iter().map(|p| f64::from(p.1)).sum();
        let values: Vec<f64> = pairs.iter().map(|p| f64::from(p.0)).collect();
        let probabilities: Vec<f64> = pairs.iter().map(|p| f64::from(p.1) / total).collect();
        for loss in [PredictionLoss::Squared, PredictionLoss::Absolute, PredictionLoss::Pinball(q)] {
            let best = loss.best(&values, &probabilities).unwrap();
            let risk = |at: f64| loss.risk(at, &values, &probabilities).unwrap();
            prop_assert!(risk(best) <= risk(other) + 1e-9, "{:?}: {} is worse than {}", loss, best, other);
        }
    }

    /// The threshold of a loss matrix decides as the risks do, and as Chow's rule does with a rejection.
    #[test]
    fn rules_agree_with_the_risks(p in 0.0f64..1.0, fp in 0.1f64..9.0, fnc in 0.1f64..9.0, theta in 0.01f64..0.99) {
        let losses = LossMatrix::two_classes("n", "p", fp, fnc).unwrap();
        let threshold = losses.threshold().unwrap();
        prop_assume!((p - threshold).abs() > 1e-9);
        prop_assert_eq!(losses.decide(&[1.0 - p, p]).unwrap() == 1, p >= threshold);
        prop_assume!((p.max(1.0 - p) - (1.0 - theta)).abs() > 1e-9 && (p - 0.5).abs() > 1e-9);
        let reject = LossMatrix::zero_one(&["n", "p"]).unwrap().with_reject(theta).unwrap();
        let by_risk = reject.decide(&[1.0 - p, p]).unwrap();
        prop_assert_eq!(chow(&[1.0 - p, p], theta).unwrap().unwrap_or(2), by_risk);
    }
}
