//! The worked examples of books, step by step.

use super::*;
use crate::testing::boolean;

/// Rows in the order of the book.
fn in_order() -> Perceptron {
    Perceptron::default().shuffle(false)
}

fn and(a: bool, b: bool) -> bool {
    a && b
}

#[test]
fn booleans_with_a_rate_of_one() {
    // Zero start, an update when y f <= 0.
    for (function, expected) in [
        (and as fn(bool, bool) -> bool, [-4.0, 3.0, 2.0]),
        (|a, b| a || b, [-1.0, 2.0, 2.0]),
        (|a, b| !(a && b), [4.0, -3.0, -2.0]),
    ] {
        let model = in_order().fit(&boolean(0.0, function)).unwrap();
        assert_eq!(learned(&model), expected);
        let fit = model.margin_fit().unwrap();
        assert!(fit.is_separated() && model.info().summary.converged);
        assert!(fit.updates as f64 <= fit.mistake_bound().unwrap(), "{fit:?}");
    }
    let xor = in_order().fit(&boolean(0.0, |a, b| a != b)).unwrap();
    assert!(!xor.info().summary.converged && !xor.margin_fit().unwrap().is_separated());
    assert!(xor.info().summary.warnings[0].contains("may not be linearly separable"));
    assert_eq!(xor.margin_fit().unwrap().mistake_bound(), None);
}

// proves: 001:185, 001:186
#[test]
fn batches_add_up_all_mistakes() {
    let learner = in_order().mode(UpdateMode::Batch);
    let (steps, _) = traced(&learner, &boolean(0.0, and));
    assert_eq!(steps[..3], [vec![-2.0, 0.0, 0.0], vec![-1.0, 1.0, 1.0], vec![-3.0, 0.0, 0.0]]);
    assert_eq!((steps.len(), &steps[8]), (9, &vec![-3.0, 2.0, 2.0]));
}

// proves: 000a:I1, 000a:I5, 001:181, 002:I04
#[test]
fn plus_and_minus_with_zero_as_minus() {
    // Mitchell's rule: steps of eta (t - o), and sgn(0) = -1.
    let learner = in_order().eta0(0.1).coding(TargetCoding::PlusMinus).at_zero(AtZero::First);
    let (steps, mistakes) = traced(&learner, &boolean(-1.0, and));
    assert_eq!(mistakes, [1, 2, 0]);
    close(&steps[0], &[0.2, 0.2, 0.2], 1e-15);
    close(&steps[2], &[-0.2, 0.2, 0.2], 1e-15);
    let (steps, mistakes) = traced(&learner, &boolean(-1.0, |a, b| a || b));
    assert_eq!(mistakes, [2, 1, 0]);
    close(&steps[1], &[0.4, 0.0, 0.0], 1e-15);
    close(&steps[2], &[0.2, 0.2, 0.2], 1e-15);
}

// proves: 002:I03, 000b:NN02
#[test]
fn zero_and_one_with_zero_as_one() {
    // Russell and Norvig's rule: 1 if the sum is at least 0.
    let learner = in_order().at_zero(AtZero::Second);
    let data = boolean(0.0, and);
    let (steps, mistakes) = traced(&learner, &data);
    assert_eq!(mistakes, [2, 3, 3, 2, 1, 0]);
    let ends: Vec<usize> = mistakes
        .iter()
        .scan(0, |sum, m| {
            *sum += *m as usize;
            Some(*sum)
        })
        .collect();
    let after: Vec<Vec<f64>> = ends[..5].iter().map(|&end| steps[end - 1].clone()).collect();
    let expected = [[0.0, 1.0, 1.0], [-1.0, 2.0, 1.0], [-2.0, 2.0, 1.0], [-2.0, 2.0, 2.0], [-3.0, 2.0, 1.0]];
    assert_eq!(after, expected);
    // The sum of the last row is zero, and the model knows what that means.
    let model = learner.fit(&data).unwrap();
    assert_eq!(model.decisions(&data.row_features()).unwrap().at(3, 0), 0.0);
    assert_eq!(model.predict(data.table()).unwrap().values.label(3), "2:+");
}

#[test]
fn two_of_three_bits() {
    // Tan's table: 1 if at least two bits are, steps of 0.5 (y - h), sign(0) = +1.
    let rows: [[f64; 3]; 8] = [
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 0.0],
        [1.0, 1.0, 1.0],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 1.0],
        [0.0, 0.0, 0.0],
    ];
    let is_positive: Vec<bool> = rows.iter().map(|row| row.iter().sum::<f64>() > 1.5).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| row.as_slice()).collect();
    let data = gate(&rows, &is_positive);
    let learner = in_order().eta0(0.5).coding(TargetCoding::PlusMinus).at_zero(AtZero::Second);
    let (steps, mistakes) = traced(&learner, &data);
    assert_eq!(mistakes, [5, 2, 3, 4, 1, 2, 0]);
    let ends: Vec<usize> = mistakes
        .iter()
        .scan(0, |sum, m| {
            *sum += *m as usize;
            Some(*sum)
        })
        .collect();
    let expected = [
        [-1.0, 0.0, 1.0, 1.0],
        [-1.0, 0.0, 2.0, 1.0],
        [-2.0, 0.0, 2.0, 1.0],
        [-2.0, 1.0, 2.0, 2.0],
        [-3.0, 1.0, 2.0, 1.0],
        [-3.0, 2.0, 2.0, 1.0],
    ];
    for (end, expected) in ends.iter().zip(expected) {
        assert_eq!(steps[end - 1], expected);
    }
}

#[test]
fn the_trace_reads_like_the_book() {
    let notes = Arc::new(LinearTraceRecorder::default());
    let learner = in_order().eta0(0.1).coding(TargetCoding::PlusMinus).at_zero(AtZero::First);
    learner.fit_with(&boolean(-1.0, and), &Run::default().observer(notes.clone())).unwrap();
    let said: Vec<String> = notes.events().into_iter().map(|(text, _)| text).collect();
    assert_eq!(said[0], "epoch 1, row 4: (0, 0, 0) becomes (0.2, 0.2, 0.2)");
    assert_eq!(said[1], "epoch 1: 1 mistake; misclassified fraction 0.5");
    assert_eq!(said.last().unwrap(), "epoch 3: 0 mistakes; misclassified fraction 0");
}
