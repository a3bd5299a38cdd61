use super::*;
use hornbook_math::loss::{
    AbsoluteLoss, ExponentialLoss, GammaLoss, HuberLoss, LogisticLoss, PinballLoss, PoissonLoss, SquaredLoss,
    TweedieLoss, sigmoid,
};

#[test]
fn gradients_keep_their_bounds_and_hessians_are_above_zero() {
    let huber = AdaptiveHuberLoss { quantile: 0.9, huber: HuberLoss { corner: 0.45 } };
    let losses: [&dyn RowLoss; 9] = [
        &LogisticLoss,
        &ExponentialLoss,
        &SquaredLoss,
        &AbsoluteLoss,
        &PinballLoss { level: 0.8 },
        &huber,
        &PoissonLoss,
        &GammaLoss,
        &TweedieLoss { power: 1.4 },
    ];
    let scores = [-1.3, -0.2, 0.4, 1.7];
    for loss in losses {
        let mut found = [[0.0; 2]; 4];
        loss.gradients(0, &[1.0; 4], &scores, &mut found);
        for [gradient, hessian] in found {
            let [most, most_hessian] = loss.bounds().unwrap_or([f64::INFINITY; 2]);
            assert!(gradient.abs() <= most && hessian > 0.0 && hessian <= most_hessian);
        }
    }
}

#[test]
fn starts_are_the_best_constants() {
    let targets = [0.5, 1.0, 4.0, 2.5, 7.0];
    let weights = [1.0, 2.0, 1.0, 3.0, 0.5];
    let losses: [&dyn RowLoss; 7] = [
        &SquaredLoss,
        &AbsoluteLoss,
        &PinballLoss { level: 0.3 },
        &PoissonLoss,
        &GammaLoss,
        &TweedieLoss { power: 1.6 },
        &PinballLoss { level: 0.9 },
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
    assert!((sigmoid(LogisticLoss.init_score(&classes, &[])) - 0.75).abs() < 1e-12);
    assert!((sigmoid(2.0 * ExponentialLoss.init_score(&classes, &[])) - 0.75).abs() < 1e-12);
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
