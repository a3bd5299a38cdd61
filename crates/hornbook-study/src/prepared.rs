//! Learners behind those that prepare columns for them.

use hornbook_core::{LearnerSpec, ParameterValue};

/// What prepares columns for another learner, and what people call it. Its parameter for that learner is [`WITHIN`].
pub(crate) const FILLS_GAPS: &str = "fill-missing";
pub(crate) const COUNTS_WORDS: &str = "bag-of-words";
pub(crate) const SCALES: &str = "scale-columns";
const IN_WORDS: [(&str, &str); 3] =
    [(FILLS_GAPS, "gaps filled"), (COUNTS_WORDS, "words counted"), (SCALES, "columns scaled")];
const WITHIN: &str = "estimator";

/// A learner with others before it, the outermost first.
pub(crate) fn prepared(own: LearnerSpec, before: &[&str]) -> LearnerSpec {
    before.iter().rev().fold(own, |spec, before| LearnerSpec::new(before).with(WITHIN, spec.to_value()))
}

/// The learner itself, and what is done to the columns before it, in words.
pub(crate) fn itself(spec: &LearnerSpec) -> (LearnerSpec, Vec<&'static str>) {
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

/// A learner as people call it: `ridge(alpha=2), columns scaled` for `scale-columns(estimator=ridge(alpha=2))`.
pub fn called(spec: &str) -> String {
    LearnerSpec::parse(spec).map_or_else(|_| spec.to_string(), |spec| in_words(&spec))
}

/// The same of a learner that is at hand.
pub(crate) fn in_words(spec: &LearnerSpec) -> String {
    let (own, done) = itself(spec);
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
        let spec = prepared(LearnerSpec::new("ridge").with("alpha", 2), &[FILLS_GAPS, SCALES]);
        assert_eq!(spec.to_string(), "fill-missing(estimator=scale-columns(estimator=ridge(alpha=2)))");
        assert_eq!(called(&spec.to_string()), "ridge(alpha=2), gaps filled, columns scaled");
        assert_eq!(itself(&spec).0.name, "ridge");
        for plain in [
            "random-forest(n_estimators=50)",
            "scale-columns",
            "bag-of-words(estimator=ridge, binary=true)",
            "(((",
        ] {
            assert_eq!(called(plain), plain);
        }
    }
}
