//! What a learner declares can be read off its models by name, with a value of the declared type that a file gives back.

use crate::cases::{LearnerCase, asked_tasks};
use hornbook::{Error, Run, attribute, attributes_of, model_file};

/// Reads every attribute of a model of every task, before and after it is saved.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    for task in asked_tasks(case.learner.as_ref()) {
        let Some(data) = case
            .datasets
            .iter()
            .map(|dataset| &dataset.data)
            .find(|data| data.task().map_or(!task.needs_target(), |own| own == task))
        else {
            continue;
        };
        let Ok(model) = case.learner.fit_with(data, &Run::default()) else { continue };
        let again = model_file::to_bytes(&*model)
            .and_then(|bytes| model_file::from_bytes(&bytes, hornbook::registry()));
        let again = match again {
            Ok(again) => again,
            Err(error) => {
                broken.push(format!("{}: {error}", case.text));
                continue;
            }
        };
        for spec in attributes_of(&*model).unwrap_or_default() {
            let value = attribute(&*model, spec.name);
            match &value {
                Ok(value) if !value.is_of(spec.kind) => broken.push(format!(
                    "{}: the attribute '{}' is {value:?}, and declared to be {:?}",
                    case.text, spec.name, spec.kind
                )),
                Ok(_) => {}
                // What only an option computes is refused with a sentence.
                Err(Error::Mismatch { problem, .. }) if !problem.contains("has no attribute") => {}
                Err(error) => broken.push(format!("{}: {error}", case.text)),
            }
            // Numbers that are not there (NaN) are equal to nobody, and their text is.
            if format!("{value:?}") != format!("{:?}", attribute(&*again, spec.name)) {
                broken.push(format!("{}: a file changes the attribute '{}'", case.text, spec.name));
            }
        }
    }
    broken
}
