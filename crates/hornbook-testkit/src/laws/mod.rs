//! The laws, a module each: `check` says of one learner on one dataset what does not hold.

pub mod attributes;
pub mod batches;
pub mod cancellation;
pub mod capabilities;
pub mod model_files;
pub mod odd_sizes;
pub mod odd_tables;
pub mod order;
pub mod parameters;
pub mod threads;
pub mod weights;

use crate::cases::{LearnerCase, cases};
use crate::exceptions::{EXCEPTIONS, LawException};
use std::time::{Duration, Instant};

/// What a fit with its predictions and explanations may take on a small table, and a damaged model file with what is asked of it.
pub const LONG: Duration = Duration::from_secs(1);
/// How often work is tried that took long: on a busy machine it may have to wait, and what holds is the soonest.
const TRIES: usize = 3;

/// A law of one learner: what does not hold, a sentence each.
pub type Law = fn(&LearnerCase) -> Vec<String>;

/// Checks a law of every learner; `name` is what [`EXCEPTIONS`] call it.
///
/// # Panics
///
/// With every sentence, if it does not hold, and if it does where an exception says that it cannot.
pub fn hold(name: &str, law: Law) {
    let mut broken = Vec::new();
    let mut needed = vec![false; EXCEPTIONS.len()];
    for case in cases() {
        for complaint in law(case) {
            let covers =
                |exception: &LawException| exception.covers(name, case.declaration().name, &complaint);
            match EXCEPTIONS.iter().position(covers) {
                Some(at) => needed[at] = true,
                None => broken.push(complaint),
            }
        }
    }
    let checked = |exception: &LawException| {
        exception.law == name && cases().iter().any(|case| case.declaration().name == exception.learner)
    };
    for (exception, needed) in EXCEPTIONS.iter().zip(needed) {
        if checked(exception) && !needed {
            let (learner, about) = (exception.learner, exception.about);
            broken.push(format!("{learner} keeps the law now ({about}): take it off the list of exceptions"));
        }
    }
    assert!(broken.is_empty(), "{} complaints:\n{}", broken.len(), broken.join("\n"));
}

/// What work ends in, or that it takes long.
pub fn soon<T>(work: impl Fn() -> Result<T, String>) -> Result<T, String> {
    let mut soonest = Duration::MAX;
    for _ in 0..TRIES {
        let start = Instant::now();
        let ended = work()?;
        soonest = soonest.min(start.elapsed());
        if soonest <= LONG {
            return Ok(ended);
        }
    }
    Err(format!("it took {soonest:?}"))
}

/// Whether the sentence of a refusal says what to do.
pub fn says_what_to_do(sentence: &str) -> bool {
    sentence.split_once("; ").is_some_and(|(_, advice)| !advice.trim().is_empty())
}
