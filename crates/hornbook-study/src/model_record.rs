//! What is said of the models that a study made.

use crate::record::{MemberRecord, ModelSection, SimpleModelRecord};
use crate::search::{in_words, without_preparation};
use hornbook_core::{LearnerSpec, Result};
use hornbook_learner::{Model, Registry};

/// Text of an explanation that is kept, in letters; the model's own `explain` has the rest.
const MOST_TEXT: usize = 20_000;
/// Levels of a drawn tree.
const DRAWN_DEPTH: usize = 4;

/// What a model says of itself, section by section.
pub(crate) fn explanation(model: &dyn Model) -> Vec<ModelSection> {
    let sections = model.explain().sections.into_iter();
    sections
        .map(|section| ModelSection { title: section.heading.to_string(), text: shortened(section.text) })
        .collect()
}

/// The only diagram of a model.
pub(crate) fn drawing(model: &dyn Model) -> Option<String> {
    match model.inspect().diagrams() {
        1 => model.inspect().diagram(0).map(|diagram| diagram.to_svg(Some(DRAWN_DEPTH))),
        _ => None,
    }
}

/// The members of an ensemble with their weights; none of a single model.
pub(crate) fn members(specs: &[LearnerSpec], weights: &[f64]) -> Vec<MemberRecord> {
    if specs.len() < 2 {
        return Vec::new();
    }
    let member = |(spec, &weight): (&LearnerSpec, &f64)| MemberRecord {
        learner: without_preparation(spec).0.name,
        name: in_words(spec),
        spec: spec.to_string(),
        weight,
    };
    specs.iter().zip(weights).map(member).collect()
}

/// The record of the simple model beside the one that is kept.
pub(crate) fn simple_model_record(
    spec: &LearnerSpec,
    model: &dyn Model,
    registry: &Registry,
    sentence: String,
) -> Result<SimpleModelRecord> {
    let declaration = registry.find(&without_preparation(spec).0.name)?.declaration;
    Ok(SimpleModelRecord {
        learner: declaration.name.to_string(),
        summary: declaration.summary().to_string(),
        name: in_words(spec),
        spec: spec.to_string(),
        sentence,
        size: model.inspect().size().filter(|size| size.is_finite()),
        file: None,
        explanation: explanation(model),
        drawing: drawing(model),
    })
}

/// A text that is not too long to read.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}\n… `hornbook explain` shows the rest", &text[..end]),
        None => text,
    }
}
