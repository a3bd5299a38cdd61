use super::*;

/// Gradients and Hessians are the derivatives of the loss.
fn check(loss: &dyn RowLoss, targets: &[f64], hessian_too: bool) {
    for &target in targets {
        for score in [-1.3, -0.2, 0.4, 1.7] {
            let step = 1e-5;
            let at = |score: f64| loss.loss(target, score);
            let [gradient, hessian] = loss.grad_hess(target, score);
            let expected = (at(score + step) - at(score - step)) / (2.0 * step);
            assert!((gradient - expected).abs() < 1e-7, "{gradient} {expected}");
            if hessian_too {
                let gradient = |score: f64| loss.grad_hess(target, score)[0];
                let expected = (gradient(score + step) - gradient(score - step)) / (2.0 * step);
                assert!((hessian - expected).abs() < 1e-7, "{hessian} {expected}");
            }
            if let Some([max_gradient, max_hessian]) = loss.bounds() {
                assert!(gradient.abs() <= max_gradient && hessian <= max_hessian);
            }
        }
    }
}

#[test]
fn slopes_are_derivatives() {
    check(&LogisticLoss, &[0.0, 1.0], true);
    check(&ExponentialLoss, &[0.0, 1.0], true);
    check(&SquaredLoss, &[0.3, 2.0], true);
    check(&AbsoluteLoss, &[0.3, 2.0], false);
    check(&QuantileLoss(0.8), &[0.3, 2.0], false);
    check(&HuberLoss { quantile: 0.9, edge: 0.45 }, &[0.3, 2.0], false);
    check(&PoissonLoss, &[0.0, 2.0], true);
    check(&GammaLoss, &[0.3, 2.0], true);
    check(&TweedieLoss(1.4), &[0.0, 2.0], true);
}

#[test]
fn starts_are_the_best_constants() {
    let targets = [0.5, 1.0, 4.0, 2.5, 7.0];
    let weights = [1.0, 2.0, 1.0, 3.0, 0.5];
    let losses: [&dyn RowLoss; 7] = [
        &SquaredLoss,
        &AbsoluteLoss,
        &QuantileLoss(0.3),
        &PoissonLoss,
        &GammaLoss,
        &TweedieLoss(1.6),
        &QuantileLoss(0.9),
    ];
    for loss in losses {
        let start = loss.init_score(&targets, &weights);
        let total =
            |score: f64| -> f64 { targets.iter().zip(&weights).map(|(t, w)| w * loss.loss(*t, score)).sum() };
        for other in [start - 0.01, start + 0.01] {
            assert!(total(start) <= total(other) + 1e-12);
        }
    }
    let classes = [0.0, 1.0, 1.0, 1.0];
    assert!((LogisticLoss.inverse_link(LogisticLoss.init_score(&classes, &[])) - 0.75).abs() < 1e-12);
    assert!((ExponentialLoss.inverse_link(ExponentialLoss.init_score(&classes, &[])) - 0.75).abs() < 1e-12);
}

#[test]
fn softmax_of_two_classes_is_logistic() {
    let softmax = SoftmaxLoss { classes: 2 };
    let mut scores = [-0.4, 0.4];
    SoftmaxLoss::inverse_link(&mut scores);
    assert!((scores[1] - LogisticLoss.inverse_link(0.8)).abs() < 1e-12);
    assert!((softmax.grad_hess(true, scores[1])[0] - LogisticLoss.grad_hess(1.0, 0.8)[0]).abs() < 1e-12);
    assert!((SoftmaxLoss::loss(1, &[-0.4, 0.4]) - LogisticLoss.loss(1.0, 0.8)).abs() < 1e-12);
}

#[test]
fn ranking_pushes_the_better_row_up() {
    let ranking = LambdaRank::new(&[0, 0, 0, 1]);
    let targets = [0.0, 2.0, 1.0, 3.0];
    let scores = [0.5, 0.0, 0.0, 0.0];
    let gradients = ranking.gradients_of(0, &targets, &scores);
    let of = |row: u32| gradients.iter().find(|(r, _)| *r == row).unwrap().1[0];
    assert!(of(1) < of(2) && of(2) < of(0), "the best is pushed up most");
    assert!((of(0) + of(1) + of(2)).abs() < 1e-12, "what one gains the others lose");
    // Gains 0, 3 and 1 in the order of the scores, row 2 before row 1 since a tie is not a good order.
    let ideal = 3.0 + 1.0 / 3f64.log2();
    let gain = 1.0 / 3f64.log2() + 3.0 / 4f64.log2();
    assert!((ranking.loss(&targets, &scores) - (1.0 - gain / ideal) / 2.0).abs() < 1e-12);
    assert_eq!(ranking.gradients_of(1, &targets, &scores)[0].1[0], 0.0);
}
