//! Learners behind transformers that prepare the columns for them.

use hornbook_core::{Declaration, LearnerSpec, RemovedKinds};
use hornbook_learner::{Pipeline, Registry};

/// The first transformer of the registry that leaves none of something: missing values, text, differences in scale.
pub(crate) fn transformer_that(
    registry: &Registry,
    removes: fn(RemovedKinds) -> bool,
) -> Option<&'static Declaration> {
    registry.entries().iter().map(|entry| entry.declaration).find(|declaration| removes(declaration.removes))
}

/// A learner behind transformers, in the order in which they work.
pub(crate) fn with_preprocessing(own: LearnerSpec, before: &[&'static str]) -> LearnerSpec {
    if before.is_empty() {
        return own;
    }
    let transformers = before.iter().map(|name| LearnerSpec::new(name));
    Pipeline::default().steps(transformers.chain([own]).collect()).into()
}

/// The learner itself, and what is done to the columns before it, in words.
pub(crate) fn without_preprocessing(spec: &LearnerSpec) -> (LearnerSpec, Vec<&'static str>) {
    let unpacked = || {
        let steps = Pipeline::steps_of(spec)?;
        let (own, before) = steps.split_last()?;
        let words: Option<Vec<&'static str>> = before.iter().map(applied).collect();
        Some((own.clone(), words?))
    };
    unpacked().unwrap_or_else(|| (spec.clone(), Vec::new()))
}

/// What columns are called behind a transformer with its defaults.
fn applied(spec: &LearnerSpec) -> Option<&'static str> {
    let entry = Registry::filled().ok()?.find(&spec.name).ok()?;
    entry.declaration.applied.filter(|_| spec.parameters.is_empty())
}

/// A learner as people call it: `ridge(alpha=2), scaled` for `pipeline(scale-columns, ridge(alpha=2))`.
pub fn display_name(spec: &str) -> String {
    LearnerSpec::parse(spec).map_or_else(|_| spec.to_string(), |spec| in_words(&spec))
}

/// The same of a learner that is at hand.
pub(crate) fn in_words(spec: &LearnerSpec) -> String {
    let (own, done) = without_preprocessing(spec);
    std::iter::once(own.to_string())
        .chain(done.iter().map(ToString::to_string))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_call_a_learner() {
        Registry::fill(|| {
            let mut entries = hornbook_learner::registry_entries();
            entries.extend(hornbook_preprocessing::registry_entries());
            entries
        });
        let registry = Registry::filled().unwrap();
        let imputer = transformer_that(registry, |kinds| kinds.missing).unwrap().name;
        let scaler = transformer_that(registry, |kinds| kinds.scale).unwrap().name;
        let spec = with_preprocessing(LearnerSpec::new("ridge").with("alpha", 2), &[imputer, scaler]);
        assert_eq!(spec.to_string(), "pipeline(fill-missing, scale-columns, ridge(alpha=2))");
        assert_eq!(display_name(&spec.to_string()), "ridge(alpha=2), imputed, scaled");
        assert_eq!(without_preprocessing(&spec).0.name, "ridge");
        for plain in [
            "random-forest(n_estimators=50)",
            "scale-columns",
            "pipeline(scale-columns(method=robust), ridge)",
            "(((",
        ] {
            assert_eq!(display_name(plain), plain);
        }
    }
}
