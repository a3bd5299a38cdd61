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
use crate::cpu_time::CpuClock;
use crate::exceptions::{EXCEPTIONS, LawException};
use std::time::Duration;

/// What a fit with its predictions and explanations may take of a processor on a small table, and a damaged model file with what is
/// asked of it.
pub const LONG: Duration = Duration::from_secs(1);

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
    let clock = CpuClock::start();
    let ended = work()?;
    let taken = clock.elapsed();
    if taken > LONG { Err(format!("it took {taken:?} of a processor")) } else { Ok(ended) }
}

/// Whether the sentence of a refusal says what to do.
pub fn says_what_to_do(sentence: &str) -> bool {
    sentence.split_once("; ").is_some_and(|(_, advice)| !advice.trim().is_empty())
}
