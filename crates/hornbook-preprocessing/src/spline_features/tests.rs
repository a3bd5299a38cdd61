//! Splines within the knots and beyond them.

use super::*;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Transformer};

fn data(values: Vec<f64>) -> Dataset {
    Table::builder().number("x", values).build().unwrap().dataset()
}

fn splines(learner: &SplineFeatures, at: f64) -> Vec<f64> {
    let model = learner.fit(&data((0..=20).map(|i| f64::from(i) / 2.0).collect())).unwrap();
    let made = model.fitted().transform(&data(vec![at]).row_features()).unwrap();
    let one = |column: usize| match made.features().column(column) {
        Feature::Number(values) => values[0],
        _ => panic!("no numbers"),
    };
    (0..made.width()).map(one).collect()
}

#[test]
fn splines_add_up_to_1_everywhere() {
    use SplineExtrapolation::{Constant, Continue, Linear, Periodic};
    for extrapolation in [Constant, Linear, Continue, Periodic] {
        for degree in 0..4 {
            let learner = SplineFeatures::default().extrapolation(extrapolation).degree(degree);
            for x in [-3.0, 0.0, 1.3, 7.5, 10.0, 12.5] {
                let sum: f64 = splines(&learner, x).iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{extrapolation:?}, degree {degree}, {x}: {sum}");
            }
        }
    }
}

#[test]
fn beyond_the_knots_each_rule_is_kept() {
    let of = |extrapolation: SplineExtrapolation, x: f64| {
        splines(&SplineFeatures::default().extrapolation(extrapolation), x)
    };
    assert_eq!(of(SplineExtrapolation::Constant, 12.0), of(SplineExtrapolation::Constant, 10.0));
    let line = |x: f64| of(SplineExtrapolation::Linear, x)[6];
    assert!((line(12.0) - line(11.0) - (line(11.0) - line(10.0))).abs() < 1e-12 && line(11.0) > line(10.0));
    let around = |x: f64| of(SplineExtrapolation::Periodic, x);
    assert!(around(12.0).iter().zip(around(2.0)).all(|(a, b)| (a - b).abs() < 1e-12));
    let strict = SplineFeatures::default().extrapolation(SplineExtrapolation::Error);
    let model = strict.fit(&data(vec![0.0, 1.0, 2.0])).unwrap();
    let refused = model.fitted().transform(&data(vec![3.0]).row_features()).unwrap_err().to_string();
    assert!(refused.contains("column 'x' is 3 in row 1, beyond all of training"), "{refused}");
}
