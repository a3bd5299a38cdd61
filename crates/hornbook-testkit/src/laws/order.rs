//! The order of the rows does not matter.

use crate::answers::ModelAnswers;
use crate::cases::LearnerCase;
use crate::laws::weights::TOLERANCE;
use hornbook::{Dataset, Run};

/// Trains on the rows as they are and on the last row first.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    for one in &case.datasets {
        let ask = |rows: &Dataset| {
            let model = case.learner.fit_with(rows, &Run::default().seed(5))?;
            ModelAnswers::without_words(model.as_ref(), one.data.table())
        };
        let backwards = one.data.select((0..one.data.rows().len() as u32).rev().collect());
        let what = match (ask(&one.data), ask(&backwards)) {
            (Ok(forwards), Ok(backwards)) => match forwards.distance(&backwards) {
                apart if apart <= TOLERANCE => continue,
                apart => format!("answers are {apart:e} apart"),
            },
            (forwards, backwards) => format!("{:?} and {:?}", forwards.err(), backwards.err()),
        };
        broken.push(format!("{} on {}: {what}", case.text, one.name));
    }
    broken
}
