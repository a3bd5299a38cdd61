//! Learners behind those that prepare columns for them.

use hornbook_core::{LearnerSpec, ParameterValue};

/// What prepares columns for another learner, and what people call it. Its parameter for that learner is [`WITHIN`].
pub(crate) const IMPUTER: &str = "fill-missing";
pub(crate) const VECTORIZER: &str = "bag-of-words";
pub(crate) const SCALER: &str = "scale-columns";
const IN_WORDS: [(&str, &str); 3] = [(IMPUTER, "imputed"), (VECTORIZER, "vectorized"), (SCALER, "scaled")];
const WITHIN: &str = "estimator";

/// A learner with others before it, the outermost first.
pub(crate) fn with_preprocessing(own: LearnerSpec, before: &[&str]) -> LearnerSpec {
    before.iter().rev().fold(own, |spec, before| LearnerSpec::new(before).with(WITHIN, spec.to_value()))
}

/// The learner itself, and what is done to the columns before it, in words.
pub(crate) fn without_preprocessing(spec: &LearnerSpec) -> (LearnerSpec, Vec<&'static str>) {
    let (mut spec, mut done) = (spec.clone(), Vec::new());
    while let Some((_, words)) = IN_WORDS.iter().find(|(name, _)| *name == spec.name)
        && spec.parameters.len() == 1
        && let Some(within) = spec.parameters.get(WITHIN).and_then(LearnerSpec::from_value)
    {
        done.push(*words);
        spec = within;
    }
    (spec, done)
}

/// A learner as people call it: `ridge(alpha=2), scaled` for `scale-columns(estimator=ridge(alpha=2))`.
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
        let spec = with_preprocessing(LearnerSpec::new("ridge").with("alpha", 2), &[IMPUTER, SCALER]);
        assert_eq!(spec.to_string(), "fill-missing(estimator=scale-columns(estimator=ridge(alpha=2)))");
        assert_eq!(display_name(&spec.to_string()), "ridge(alpha=2), imputed, scaled");
        assert_eq!(without_preprocessing(&spec).0.name, "ridge");
        for plain in [
            "random-forest(n_estimators=50)",
            "scale-columns",
            "bag-of-words(estimator=ridge, binary=true)",
            "(((",
        ] {
            assert_eq!(display_name(plain), plain);
        }
    }
}
