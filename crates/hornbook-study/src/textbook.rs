//! Worked examples of the textbooks that need learners of several crates.

use hornbook_data::Table;
use hornbook_evaluation::model_selection::{ScoredModel, simplest_within_one_se};
use hornbook_evaluation::{CrossValidation, Resampling};
use hornbook_linear::PolynomialRegression;

/// The degree that Occam's razor takes of the polynomials from 1 to 4, by the errors of four folds.
fn chosen_degree(y: impl Fn(f64) -> f64) -> u32 {
    let x: Vec<f64> = (0..16).map(|i| f64::from(i) / 2.0).collect();
    let targets = x.iter().map(|&x| y(x)).collect();
    let table = Table::builder().number("x", x).number("y", targets).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let score = |degree: u32| {
        let learner = PolynomialRegression::default().degree(degree);
        let result = CrossValidation::new(4).seed(1).evaluate(&learner, &data).unwrap();
        let name = |score: &&hornbook_evaluation::Score| score.measure.to_string() == "RMSE";
        let folds = result.scores.iter().find(name).unwrap().over_folds.as_ref().unwrap();
        // What is left of an exact fit is rounding.
        ScoredModel {
            score: (folds.mean * 1e9).round() / 1e9,
            standard_error: folds.deviation / 2.0,
            size: Some(f64::from(degree)),
        }
    };
    let candidates: Vec<ScoredModel> = (1..=4).map(score).collect();
    simplest_within_one_se(&candidates, false).unwrap() as u32 + 1
}

/// Points of y = 0.4 x + 3 are fitted by every degree, and the simplest is taken; those of a parabola need two.
// proves: 002:A03, 000a:D2
#[test]
fn occams_razor_takes_the_line() {
    assert_eq!(chosen_degree(|x| 0.4 * x + 3.0), 1);
    assert_eq!(chosen_degree(|x| 0.4 * x * x + 3.0), 2);
    assert_eq!(chosen_degree(|x| x.powi(3) - 5.0 * x * x), 3);
}
