use super::*;

/// Slopes and curvatures are the derivatives of the loss.
fn check(loss: &dyn RowLoss, targets: &[f64], curvature_too: bool) {
    for &target in targets {
        for score in [-1.3, -0.2, 0.4, 1.7] {
            let step = 1e-5;
            let at = |score: f64| loss.loss(target, score);
            let [slope, curvature] = loss.slope(target, score);
            let expected = (at(score + step) - at(score - step)) / (2.0 * step);
            assert!((slope - expected).abs() < 1e-7, "{slope} {expected}");
            if curvature_too {
                let slope = |score: f64| loss.slope(target, score)[0];
                let expected = (slope(score + step) - slope(score - step)) / (2.0 * step);
                assert!((curvature - expected).abs() < 1e-7, "{curvature} {expected}");
            }
            if let Some([most_slope, most_curvature]) = loss.bounds() {
                assert!(slope.abs() <= most_slope && curvature <= most_curvature);
            }
        }
    }
}

#[test]
fn slopes_are_derivatives() {
    check(&Logistic, &[0.0, 1.0], true);
    check(&Exponential, &[0.0, 1.0], true);
    check(&Squared, &[0.3, 2.0], true);
    check(&Absolute, &[0.3, 2.0], false);
    check(&Quantile(0.8), &[0.3, 2.0], false);
    check(&Huber { quantile: 0.9, edge: 0.45 }, &[0.3, 2.0], false);
    check(&Poisson, &[0.0, 2.0], true);
    check(&Gamma, &[0.3, 2.0], true);
    check(&Tweedie(1.4), &[0.0, 2.0], true);
}

#[test]
fn starts_are_the_best_constants() {
    let targets = [0.5, 1.0, 4.0, 2.5, 7.0];
    let weights = [1.0, 2.0, 1.0, 3.0, 0.5];
    let losses: [&dyn RowLoss; 7] =
        [&Squared, &Absolute, &Quantile(0.3), &Poisson, &Gamma, &Tweedie(1.6), &Quantile(0.9)];
    for loss in losses {
        let start = loss.start(&targets, &weights);
        let total =
            |score: f64| -> f64 { targets.iter().zip(&weights).map(|(t, w)| w * loss.loss(*t, score)).sum() };
        for other in [start - 0.01, start + 0.01] {
            assert!(total(start) <= total(other) + 1e-12);
        }
    }
    let classes = [0.0, 1.0, 1.0, 1.0];
    assert!((Logistic.respond(Logistic.start(&classes, &[])) - 0.75).abs() < 1e-12);
    assert!((Exponential.respond(Exponential.start(&classes, &[])) - 0.75).abs() < 1e-12);
}

#[test]
fn softmax_of_two_classes_is_logistic() {
    let softmax = Softmax { classes: 2 };
    let mut scores = [-0.4, 0.4];
    Softmax::respond(&mut scores);
    assert!((scores[1] - Logistic.respond(0.8)).abs() < 1e-12);
    assert!((softmax.slope(true, scores[1])[0] - Logistic.slope(1.0, 0.8)[0]).abs() < 1e-12);
    assert!((Softmax::loss(1, &[-0.4, 0.4]) - Logistic.loss(1.0, 0.8)).abs() < 1e-12);
}

#[test]
fn ranking_pushes_the_better_row_up() {
    let ranking = LambdaRank::new(&[0, 0, 0, 1]);
    let targets = [0.0, 2.0, 1.0, 3.0];
    let scores = [0.5, 0.0, 0.0, 0.0];
    let slopes = ranking.slopes_of(0, &targets, &scores);
    let of = |row: u32| slopes.iter().find(|(r, _)| *r == row).unwrap().1[0];
    assert!(of(1) < of(2) && of(2) < of(0), "the best is pushed up most");
    assert!((of(0) + of(1) + of(2)).abs() < 1e-12, "what one gains the others lose");
    // Gains 0, 3 and 1 in the order of the scores, row 2 before row 1 since a tie is not a good order.
    let ideal = 3.0 + 1.0 / 3f64.log2();
    let gain = 1.0 / 3f64.log2() + 3.0 / 4f64.log2();
    assert!((ranking.loss(&targets, &scores) - (1.0 - gain / ideal) / 2.0).abs() < 1e-12);
    assert_eq!(ranking.slopes_of(1, &targets, &scores)[0].1[0], 0.0);
}
