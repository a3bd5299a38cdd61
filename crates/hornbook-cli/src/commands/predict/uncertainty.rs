//! Conformal prediction intervals and prediction sets.

use hornbook::data::{Column, Levels, Matrix, Numbers};
use hornbook::{Error, Model, Predictions, Result};

/// What is between the classes of a set.
const BETWEEN: &str = "|";

/// How far predictions may be off at a level, by what the model's file says.
pub fn error_at(model: &dyn Model, level: f64) -> Result<f64> {
    let intervals = model.info().intervals.as_ref().ok_or_else(|| {
        Error::mismatch(
            "the model's file has no out-of-fold residuals for conformal prediction intervals",
            "train it with `hornbook study`, or with `hornbook fit --intervals`, which cross-validates it for that",
        )
    })?;
    intervals.error(level)
}

/// The columns low and high.
pub fn around(predicted: &Predictions, error: f64) -> Vec<(String, Column)> {
    let Predictions::Numbers(values) = predicted else { return Vec::new() };
    let moved = |by: f64| Column::Number(Numbers::from(values.iter().map(|x| x + by).collect::<Vec<_>>()));
    vec![("low".to_string(), moved(-error)), ("high".to_string(), moved(error))]
}

/// The column of sets: the classes that are probable enough, the most probable first, and never none.
pub fn sets(probabilities: &Matrix, classes: &Levels, error: f64) -> (String, Column) {
    // Rounding must not exclude a class that sits exactly at the limit.
    let least = 1.0 - error - 1e-12;
    let sets = (0..probabilities.rows()).map(|row| {
        let shares = probabilities.row(row);
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then(a.cmp(&b)));
        let kept = order.iter().enumerate().filter(|(place, class)| *place == 0 || shares[**class] >= least);
        Some(kept.map(|(_, &class)| classes[class].as_str()).collect::<Vec<_>>().join(BETWEEN))
    });
    ("set".to_string(), Column::Text(sets.collect::<Vec<_>>().into()))
}
