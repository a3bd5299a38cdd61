//! A sample weight of 2 is the row twice, and one of 0 is the row absent.

use crate::answers::ModelAnswers;
use crate::cases::LearnerCase;
use crate::explained_number::ExplainedNumber;
use hornbook::{Dataset, Result, Run};

/// How far numbers may be apart that were added up in another order.
pub const TOLERANCE: f64 = 1e-9;
/// The same of what an explanation says beside answers, such as standard errors, which come from inverses.
const EXPLAINED_TOLERANCE: f64 = 1e-6;

/// Trains on weights and on so many copies of each row.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    if !case.learner.capabilities().sample_weights {
        return broken;
    }
    for one in &case.datasets {
        // Whether a row is absent is a question of its own, which learners that round keep to the last bit.
        for (weights, pattern) in [
            ("weights of 0 and 1", [1, 1, 0, 1, 1, 1, 0]),
            ("weights of 0 to 3", [0, 3, 2, 1, 1, 2, 1]),
            ("every weight 2", [2; 7]),
        ] {
            if let Err(what) = compare(case, &one.data, &pattern) {
                broken.push(format!("{} on {}, {weights}: {what}", case.text, one.name));
            }
        }
    }
    broken
}

fn compare(case: &LearnerCase, data: &Dataset, pattern: &[u32]) -> std::result::Result<(), String> {
    let rows = data.rows().len() as u32;
    let weight = |row: u32| pattern[row as usize % pattern.len()];
    let weights: Vec<f64> = (0..rows).map(|row| f64::from(weight(row))).collect();
    let copies = (0..rows).flat_map(|row| std::iter::repeat_n(row, weight(row) as usize)).collect();
    let run = Run::default().seed(5);
    let ask = |rows: &Dataset| -> Result<(ModelAnswers, Vec<ExplainedNumber>)> {
        let model = case.learner.fit_with(rows, &run)?;
        let answers = ModelAnswers::without_words(model.as_ref(), data.table())?;
        Ok((answers, ExplainedNumber::all_of(model.as_ref())))
    };
    let weighted = data.with_row_weights(&weights).map_err(|error| error.to_string())?;
    match (ask(&weighted), ask(&data.select(copies))) {
        (Ok((by_weights, explained)), Ok((by_copies, explained_copies))) => {
            match by_weights.distance(&by_copies) {
                apart if apart <= TOLERANCE => same_explanation(&explained, &explained_copies),
                apart => Err(format!("answers are {apart:e} apart")),
            }
        }
        (Err(by_weights), Err(by_copies)) if by_weights.kind() == by_copies.kind() => Ok(()),
        // An option of a learner may say that it takes none.
        (Err(error), _) if !case.is_default() && error.to_string().contains("takes no sample weights") => {
            Ok(())
        }
        (Err(error), _) => Err(format!("weights are refused: {error}")),
        (_, Err(error)) => Err(format!("copies are refused: {error}")),
    }
}

/// What is explained is the same, but for how many rows there were, which copies are more of.
fn same_explanation(
    by_weights: &[ExplainedNumber],
    by_copies: &[ExplainedNumber],
) -> std::result::Result<(), String> {
    let paths =
        |numbers: &[ExplainedNumber]| numbers.iter().map(|number| number.path.clone()).collect::<Vec<_>>();
    if paths(by_weights) != paths(by_copies) {
        return Err("the explanation has other numbers".to_string());
    }
    let differs = |(one, other): &(&ExplainedNumber, &ExplainedNumber)| {
        !one.counts_rows() && !one.is_close(other, EXPLAINED_TOLERANCE)
    };
    match by_weights.iter().zip(by_copies).find(differs) {
        Some((one, other)) => Err(format!("{} is {} and {}", one.path, one.value, other.value)),
        None => Ok(()),
    }
}
