use super::*;
use crate::optimize::{Objective, check_gradient};

/// A loss as a function of its score.
struct OfScore<'a>(&'a dyn PointLoss, f64);

impl Objective for OfScore<'_> {
    fn dimension(&self) -> usize {
        1
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient[0] = self.0.grad_hess(self.1, x[0])[0];
        self.0.loss(self.1, x[0])
    }
}

/// Its gradient as a function of its score.
struct GradientOfScore<'a>(&'a dyn PointLoss, f64);

impl Objective for GradientOfScore<'_> {
    fn dimension(&self) -> usize {
        1
    }

    fn value_and_gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let [slope, hessian] = self.0.grad_hess(self.1, x[0]);
        gradient[0] = hessian;
        slope
    }
}

fn check(loss: &dyn PointLoss, targets: &[f64]) {
    for &target in targets {
        for score in [-1.3, -0.2, 0.4, 1.7] {
            for checks in [
                check_gradient(&OfScore(loss, target), &[score]).unwrap(),
                check_gradient(&GradientOfScore(loss, target), &[score]).unwrap(),
            ] {
                assert!(checks[0].agrees(), "target {target}, score {score}: {:?}", checks[0]);
            }
            let all = loss.derivatives(target, score);
            assert_eq!([all.gradient, all.hessian], loss.grad_hess(target, score));
            assert_eq!(all.loss, loss.loss(target, score));
        }
    }
}

#[test]
fn gradients_and_hessians_are_derivatives() {
    check(&SquaredLoss, &[0.3, 2.0]);
    check(&AbsoluteLoss, &[0.9, 2.5]);
    check(&PinballLoss { level: 0.8 }, &[0.9, 2.5]);
    check(&HuberLoss { corner: 0.45 }, &[0.6, 3.0]);
    check(&PoissonLoss, &[0.0, 2.0]);
    check(&GammaLoss, &[0.3, 2.0]);
    check(&TweedieLoss { power: 1.4 }, &[0.0, 2.0]);
    check(&LogisticLoss, &[0.0, 0.3, 1.0]);
    check(&ExponentialLoss, &[0.0, 1.0]);
}

#[test]
fn named_values() {
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    close(SquaredLoss.loss(1.0, 4.0), 4.5);
    close(AbsoluteLoss.loss(1.0, 4.0), 3.0);
    assert_eq!(AbsoluteLoss.grad_hess(1.0, 1.0), [0.0, 0.0]);
    // A target above the quantile of level 0.9 costs nine times as much as one below.
    close(PinballLoss { level: 0.9 }.loss(3.0, 1.0), 1.8);
    close(PinballLoss { level: 0.9 }.loss(1.0, 3.0), 0.2);
    // Half the square up to the corner, 1.5 · (4 - 0.75) beyond.
    close(HuberLoss { corner: 1.5 }.loss(0.0, 1.0), 0.5);
    close(HuberLoss { corner: 1.5 }.loss(0.0, -4.0), 4.875);
    assert_eq!(HuberLoss { corner: 1.5 }.grad_hess(0.0, -4.0), [-1.5, 0.0]);
    close(LogisticLoss.loss(1.0, 0.0), 2f64.ln());
    // Odds of three to one.
    close(LogisticLoss.loss(1.0, 3f64.ln()), -0.75f64.ln());
    assert_eq!(LogisticLoss.grad_hess(0.0, 0.0), [0.5, 0.25]);
    close(ExponentialLoss.loss(1.0, 2f64.ln()), 0.5);
    close(ExponentialLoss.loss(0.0, 2f64.ln()), 2.0);
    close(PoissonLoss.loss(3.0, 2f64.ln()), 2.0 - 3.0 * 2f64.ln());
    close(GammaLoss.loss(3.0, 2f64.ln()), 2f64.ln() + 1.5);
    close(TweedieLoss { power: 1.5 }.loss(3.0, 4f64.ln()), 4.0 + 3.0);
}

#[test]
fn rows_far_on_their_side_keep_their_digits() {
    let far = LogisticLoss.derivatives(1.0, 50.0);
    let expected = (-50f64).exp();
    for found in [far.loss, -far.gradient, far.hessian] {
        assert!((found / expected - 1.0).abs() < 1e-12, "{found}");
    }
    let wrong = LogisticLoss.derivatives(0.0, 1000.0);
    assert_eq!((wrong.loss, wrong.gradient, wrong.hessian), (1000.0, 1.0, 0.0));
}

#[test]
fn deviances_with_a_logarithmic_link_are_those_of_the_variance_but_for_a_constant() {
    let losses: [(&dyn PointLoss, f64); 3] =
        [(&PoissonLoss, 1.0), (&GammaLoss, 2.0), (&TweedieLoss { power: 1.4 }, 1.4)];
    for (loss, power) in losses {
        let rest =
            |score: f64| loss.loss(2.5, score) - VarianceFunction { power }.half_deviance(2.5, score.exp());
        assert!((rest(0.3) - rest(1.9)).abs() < 1e-12, "{power}");
    }
}

#[test]
fn softmax_of_two_classes_is_logistic() {
    let mut scores = [-0.4, 0.4];
    let log_sum = SoftmaxLoss::normalize(&mut scores);
    assert!((scores[1] - sigmoid(0.8)).abs() < 1e-12);
    let [gradient, hessian] = SoftmaxLoss { classes: 2 }.grad_hess(true, scores[1]);
    let expected = LogisticLoss.derivatives(1.0, 0.8);
    assert!((gradient - expected.gradient).abs() < 1e-12);
    // Both classes move: twice the Hessian of the log odds.
    assert!((hessian - 2.0 * expected.hessian).abs() < 1e-12);
    assert!((log_sum - 0.4 - expected.loss).abs() < 1e-12);
}
