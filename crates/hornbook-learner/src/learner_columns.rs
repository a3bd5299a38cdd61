//! Which columns of a table a learner takes: by what it declares, and by the names among its parameters.

use crate::fit::Learner;
use crate::registry::Registry;
use hornbook_core::{ColumnSelector, ColumnTransformers, LearnerSpec, ParameterKind, ParameterValue};
use hornbook_data::{ColumnKind, TakenColumns};
use std::collections::BTreeMap;

/// The columns that a learner takes beside numbers, categories, booleans and dates: kinds that it declares, and those that it or a
/// learner within it names (`columns(notes=bag-of-words)`), which it is given whatever they hold. Every interface asks here.
pub fn taken_columns(learner: &dyn Learner) -> TakenColumns {
    let mut named = BTreeMap::new();
    add_named(learner, &mut named);
    let capabilities = learner.capabilities();
    TakenColumns {
        kinds: ColumnKind::taken_by(capabilities),
        named,
        vectorizes: capabilities.text && vectorizes(learner),
    }
}

/// What a transformer reads strings as, if it works on them as one thing only: a vectorizer on text, an encoder on categories.
pub fn strings_read_by(transformer: &dyn Learner) -> Option<ColumnKind> {
    match transformer.removes() {
        removes if removes.text && !removes.categories => Some(ColumnKind::Text),
        removes if removes.categories && !removes.text => Some(ColumnKind::Category),
        _ => None,
    }
}

/// Whether any text becomes numbers in it, whatever its column is called.
fn vectorizes(learner: &dyn Learner) -> bool {
    let within = learners_within(learner);
    let sees_all =
        |selector: &ColumnSelector| selector.selects_all("text") && selector.selects_all("category");
    match within.is_empty() {
        true => strings_read_by(learner) == Some(ColumnKind::Text),
        false => {
            within.iter().any(|(selector, own)| selector.as_ref().is_none_or(sees_all) && vectorizes(&**own))
        }
    }
}

/// Adds the columns that a learner names among its parameters, and those that learners within it name.
fn add_named(learner: &dyn Learner, named: &mut BTreeMap<String, Option<ColumnKind>>) {
    let mut add = |selector: &ColumnSelector, kind: Option<ColumnKind>| {
        for name in selector.names() {
            let known = named.entry(name.to_string()).or_insert(kind);
            // What is given to an encoder and to a vectorizer stays what it is.
            *known = known.filter(|known| kind == Some(*known));
        }
    };
    for (name, value) in learner.parameters() {
        let parameter = learner.declaration().parameter(&name);
        if parameter.is_ok_and(|parameter| parameter.kind == ParameterKind::Columns)
            && let Some(selector) = ColumnSelector::from_value(&value)
        {
            add(&selector, None);
        }
    }
    let within = learners_within(learner);
    for (selector, own) in &within {
        if let Some(selector) = selector {
            add(selector, strings_read_by(&**own));
        }
    }
    within.iter().for_each(|(_, own)| add_named(&**own, named));
}

/// The learners among the parameters of a learner, those of a column transformer with their columns. Whatever is wrong with one is
/// said when the learner is fitted.
fn learners_within(learner: &dyn Learner) -> Vec<(Option<ColumnSelector>, Box<dyn Learner>)> {
    let mut specs: Vec<(Option<ColumnSelector>, LearnerSpec)> = Vec::new();
    for (name, value) in learner.parameters() {
        let Ok(parameter) = learner.declaration().parameter(&name) else { continue };
        match parameter.kind {
            ParameterKind::Learner => specs.extend(LearnerSpec::from_value(&value).map(|spec| (None, spec))),
            ParameterKind::Learners => {
                let several = Vec::<LearnerSpec>::from_value(&value).unwrap_or_default();
                specs.extend(several.into_iter().map(|spec| (None, spec)));
            }
            ParameterKind::ColumnTransformers => {
                let several = ColumnTransformers::from_value(&value).unwrap_or_default();
                specs.extend(several.0.into_iter().map(|(selector, spec)| (Some(selector), spec)));
            }
            _ => {}
        }
    }
    let learner = |spec: &LearnerSpec| Registry::filled().and_then(|registry| registry.learner(spec)).ok();
    specs.into_iter().filter_map(|(selector, spec)| Some((selector, learner(&spec)?))).collect()
}
