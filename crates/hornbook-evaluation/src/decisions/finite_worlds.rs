//! Expected loss and its best rule where every probability is known.

use super::*;
use hornbook_data::Matrix;
use hornbook_math::distributions::{Normal, Univariate};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// Every one of the rules over three cases, so that nothing beats the best, under losses that are not alike.
// proves: 002:D03
#[test]
fn no_rule_is_better_than_the_best() {
    let joint = Matrix::new(3, 2, vec![0.3, 0.1, 0.1, 0.2, 0.25, 0.05]).unwrap();
    let losses = LossMatrix::new(&["n", "p", "ask"], &["n", "p"], vec![0.0, 4.0, 1.0, 0.0, 0.6, 0.6]);
    let losses = losses.unwrap();
    let by_hand = |rule: &[u32]| -> f64 {
        let table = [[0.0, 4.0], [1.0, 0.0], [0.6, 0.6]];
        (0..3).map(|x| (0..2).map(|y| table[rule[x] as usize][y] * joint.at(x, y)).sum::<f64>()).sum()
    };
    let all: Vec<[u32; 3]> = (0..27).map(|code| [code / 9, code / 3 % 3, code % 3]).collect();
    for rule in &all {
        assert!(close(losses.generalization_loss(rule, &joint).unwrap(), by_hand(rule)));
    }
    let least = all.iter().map(|rule| by_hand(rule)).fold(f64::INFINITY, f64::min);
    let best = losses.best_rule(&joint).unwrap();
    assert!(close(best.loss, least) && close(by_hand(&best.actions), least));
    let (place, loss) = losses.best_hypothesis(&all, &joint).unwrap();
    assert!(close(loss, least) && all[place].to_vec() == best.actions);
    // Of a smaller space of hypotheses the best is worse: those that answer alike everywhere.
    let constant = [[0, 0, 0], [1, 1, 1], [2, 2, 2]];
    let (place, loss) = losses.best_hypothesis(&constant, &joint).unwrap();
    assert_eq!(place, 2, "asking costs 0.6 always, the others 1.4 and 0.65");
    assert!(close(loss, 0.6) && loss > least);
    assert!(losses.best_hypothesis::<Vec<u32>>(&[], &joint).unwrap_err().to_string().contains("is empty"));
    assert!(losses.best_hypothesis(&[[0, 0]], &joint).is_err());
}

/// Numbers instead of classes: the mean and the median of each case are best, and other functions cost more.
// proves: 002:D03
#[test]
fn functions_of_numbers_over_a_finite_world() {
    let values = [0.0, 1.0, 5.0];
    let joint = Matrix::new(2, 3, vec![0.2, 0.2, 0.1, 0.0, 0.1, 0.4]).unwrap();
    let (means, loss) = PredictionLoss::Squared.best_predictions(&values, &joint).unwrap();
    assert!(close(means[0], 1.4) && close(means[1], 4.2));
    // Σ P (y - mean)²: 0.2 · 1.96 + 0.2 · 0.16 + 0.1 · 12.96, and 0.1 · 10.24 + 0.4 · 0.64.
    assert!(close(loss, 1.72 + 1.28));
    let (medians, absolute) = PredictionLoss::Absolute.best_predictions(&values, &joint).unwrap();
    assert_eq!(medians, [1.0, 5.0]);
    assert!(close(absolute, 0.2 + 0.4 + 0.4));
    assert!(close(
        PredictionLoss::Squared.generalization_loss(&[1.0, 5.0], &values, &joint).unwrap(),
        0.2 + 1.6 + 1.6
    ));
    for (a, b) in [(1.3, 4.2), (1.4, 4.3), (0.0, 0.0), (2.0, 5.0)] {
        assert!(PredictionLoss::Squared.generalization_loss(&[a, b], &values, &joint).unwrap() > loss);
    }
    let unseen = Matrix::new(2, 3, vec![0.5, 0.25, 0.25, 0.0, 0.0, 0.0]).unwrap();
    assert_eq!(PredictionLoss::Squared.best_predictions(&values, &unseen).unwrap().0[1], 0.0);
    assert!(PredictionLoss::Squared.generalization_loss(&[1.0], &values, &joint).is_err());
    assert!(PredictionLoss::Squared.best_predictions(&[0.0, 1.0], &joint).is_err());
    assert!(PredictionLoss::Squared.best_predictions(&[f64::NAN, 1.0, 2.0], &joint).is_err());
}

/// Minus the risk, the posterior, likelihood times prior and its logarithm: under the zero-one loss they choose alike
/// everywhere; under other losses only the first follows the loss.
// proves: 002:J07
#[test]
fn four_forms_of_discriminants_on_a_line() {
    let classes =
        [Normal::new(0.0, 1.0).unwrap(), Normal::new(2.0, 1.0).unwrap(), Normal::new(5.0, 2.0).unwrap()];
    let priors = [0.5, 0.3, 0.2];
    let names = ["a", "b", "c"];
    let zero_one = LossMatrix::zero_one(&names).unwrap();
    let costly = LossMatrix::new(&names, &names, vec![0., 9., 9., 1., 0., 1., 1., 1., 0.]).unwrap();
    let mut differs = 0;
    for step in -30..90 {
        let x = f64::from(step) / 10.0 + 0.013;
        let likelihoods = classes.each_ref().map(|class| class.density(x));
        let logs = classes.each_ref().map(|class| class.ln_density(x));
        let p = posterior(&likelihoods, &priors).unwrap();
        let chosen = argmax_discriminant(&p).unwrap();
        let forms = [
            zero_one.discriminants(&p).unwrap(),
            discriminants(&likelihoods, &priors).unwrap(),
            log_discriminants(&logs, &priors).unwrap(),
        ];
        for form in &forms {
            assert_eq!(argmax_discriminant(form).unwrap(), chosen, "at {x}");
        }
        // g = -R by hand: 1 - P under the zero-one loss.
        assert!((0..3).all(|k| close(forms[0][k], p[k] - 1.0)));
        assert_eq!(zero_one.decide(&p).unwrap(), chosen);
        let g = costly.discriminants(&p).unwrap();
        assert!(close(g[0], -9.0 * (p[1] + p[2])) && close(g[1], -(p[0] + p[2])));
        let careful = argmax_discriminant(&g).unwrap();
        assert_eq!(costly.decide(&p).unwrap(), careful, "at {x}");
        differs += usize::from(careful != chosen);
    }
    assert!(differs > 5, "where saying a wrongly is dear, b is said sooner: {differs}");
}
