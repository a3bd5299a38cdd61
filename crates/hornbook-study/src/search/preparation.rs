//! Learners behind transformers that give them columns they can take.

use hornbook_core::format::counted;
use hornbook_core::{Capabilities, Declaration, LearnerSpec, RemovedKinds};
use hornbook_data::{ColumnKind, Dataset, Feature};
use hornbook_ensembles::Voting;
use hornbook_learner::{ColumnTransformer, Pipeline, Registry};

/// A category of more levels than this is one of many: a learner that is not made for it learns them by heart.
const MANY_LEVELS: usize = 20;

/// What is in the columns of a table that not every learner takes.
#[derive(Debug, Clone, Default)]
pub(crate) struct ColumnKinds {
    has_missing: bool,
    has_text: bool,
    has_dates: bool,
    has_categories: bool,
    /// The categories of many levels.
    many_levels: Vec<String>,
}

impl ColumnKinds {
    pub fn of(data: &Dataset) -> ColumnKinds {
        let mut kinds = ColumnKinds::default();
        for (place, &position) in data.features().iter().enumerate() {
            let feature = data.feature(place);
            kinds.has_missing |= data.rows().iter().any(|row| feature.is_missing(row as usize));
            match (data.table().columns()[position].kind(), &feature) {
                (ColumnKind::Text, _) => kinds.has_text = true,
                (ColumnKind::Date, _) => kinds.has_dates = true,
                (_, Feature::Code(_, levels)) => {
                    kinds.has_categories = true;
                    if levels.len() > MANY_LEVELS {
                        kinds.many_levels.push(data.table().names()[position].clone());
                    }
                }
                _ => (),
            }
        }
        kinds
    }

    /// The transformers that a learner needs before it, in the order in which they work.
    pub fn preparation(
        &self,
        declaration: &Declaration,
        takes: Capabilities,
        registry: &Registry,
    ) -> Vec<LearnerSpec> {
        let mut steps = Vec::new();
        let transformer = |removes: fn(RemovedKinds) -> bool, supervised: bool| {
            transformer_that(registry, removes, supervised).map(|found| LearnerSpec::new(found.name))
        };
        if self.has_dates {
            steps.extend(transformer(|kinds| kinds.dates, false));
        }
        if !self.many_levels.is_empty()
            && !takes.many_levels
            && let Some(encoder) = transformer(|kinds| kinds.categories, true)
        {
            steps.push(ColumnTransformer::of_columns(&self.many_levels, encoder).into());
        }
        if self.has_missing && !takes.missing {
            steps.extend(transformer(|kinds| kinds.missing, false));
        }
        if self.has_categories && !takes.categories {
            steps.extend(transformer(|kinds| kinds.categories, false));
        }
        if declaration.scale_sensitive {
            steps.extend(transformer(|kinds| kinds.scale, false));
        }
        // Last, because word counts need no scaling.
        if self.has_text && !takes.text {
            steps.extend(transformer(|kinds| kinds.text, false));
        }
        steps
    }
}

/// The first transformer of the registry that leaves none of something: missing values, text, differences in scale.
fn transformer_that(
    registry: &Registry,
    removes: fn(RemovedKinds) -> bool,
    supervised: bool,
) -> Option<&'static Declaration> {
    let declarations = registry.entries().iter().map(|entry| entry.declaration);
    declarations.into_iter().find(|found| removes(found.removes) && found.supervised == supervised)
}

/// A learner behind transformers, in the order in which they work.
pub(crate) fn with_preparation(own: LearnerSpec, before: &[LearnerSpec]) -> LearnerSpec {
    if before.is_empty() {
        return own;
    }
    Pipeline::default().steps(before.iter().cloned().chain([own]).collect()).into()
}

/// The learner itself, and what is done to the columns before it, in words.
pub(crate) fn without_preparation(spec: &LearnerSpec) -> (LearnerSpec, Vec<&'static str>) {
    let unpacked = || {
        let steps = Pipeline::steps_of(spec)?;
        let (own, before) = steps.split_last()?;
        let words: Option<Vec<&'static str>> = before.iter().map(applied).collect();
        Some((own.clone(), words?))
    };
    unpacked().unwrap_or_else(|| (spec.clone(), Vec::new()))
}

/// What columns are called behind a transformer with its defaults, or behind one that sees some of the columns.
fn applied(spec: &LearnerSpec) -> Option<&'static str> {
    if let Some(only) = ColumnTransformer::only_part_of(spec) {
        return applied(&only);
    }
    let entry = Registry::filled().ok()?.find(&spec.name).ok()?;
    entry.declaration.applied.filter(|_| spec.parameters.is_empty())
}

/// A learner as people call it: `ridge(alpha=2), scaled` for `pipeline(scale-columns, ridge(alpha=2))`.
pub fn display_name(spec: &str) -> String {
    LearnerSpec::parse(spec).map_or_else(|_| spec.to_string(), |spec| in_words(&spec))
}

/// The same of a learner that is at hand. Ensembles are called by their members.
pub(crate) fn in_words(spec: &LearnerSpec) -> String {
    if let Some(members) = Voting::members_of(spec) {
        return match &members[..] {
            [one, other] => format!("ensemble of {} and {}", in_words(one), in_words(other)),
            members => format!("ensemble of {}", counted(members.len() as u64, "model")),
        };
    }
    let (own, done) = without_preparation(spec);
    std::iter::once(own.to_string())
        .chain(done.iter().map(ToString::to_string))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    fn registry() -> &'static Registry {
        Registry::fill(|| {
            let mut entries = hornbook_learner::registry_entries();
            entries.extend(hornbook_preprocessing::registry_entries());
            entries.extend(hornbook_linear::registry_entries());
            entries.extend(hornbook_trees::registry_entries());
            entries
        })
    }

    fn prepared(data: &Dataset, own: LearnerSpec) -> String {
        let learner = registry().learner(&own).unwrap();
        let steps =
            ColumnKinds::of(data).preparation(learner.declaration(), learner.capabilities(), registry());
        let spec = with_preparation(own, &steps);
        registry().learner(&spec).unwrap();
        spec.to_string()
    }

    #[test]
    fn learners_get_what_they_take() {
        let cities: Vec<String> = (0..60).map(|i| format!("city {}", i % 30)).collect();
        let cities: Vec<Option<&str>> = cities.iter().map(|city| Some(city.as_str())).collect();
        let sizes = (0..60).map(|i| if i == 7 { f64::NAN } else { f64::from(i) }).collect();
        let table = Table::builder()
            .category("city", &cities)
            .number("size", sizes)
            .number("y", (0..60).map(f64::from).collect())
            .build()
            .unwrap();
        let data = table.dataset().target("y").unwrap();
        let ridge = LearnerSpec::new("ridge").with("alpha", 2);
        assert_eq!(
            prepared(&data, ridge.clone()),
            "pipeline(columns(city=target-encoding), fill-missing, scale-columns, ridge(alpha=2))"
        );
        assert_eq!(
            prepared(&data, LearnerSpec::new("random-forest")),
            "pipeline(columns(city=target-encoding), random-forest)"
        );
        assert_eq!(prepared(&data, LearnerSpec::new("gradient-boosting")), "gradient-boosting");
        let plain = data.clone().without(&["city", "size"]).unwrap();
        assert_eq!(prepared(&plain, LearnerSpec::new("random-forest")), "random-forest");
    }

    #[test]
    fn what_people_call_a_learner() {
        registry();
        let steps = [LearnerSpec::new("fill-missing"), LearnerSpec::new("scale-columns")];
        let spec = with_preparation(LearnerSpec::new("ridge").with("alpha", 2), &steps);
        assert_eq!(spec.to_string(), "pipeline(fill-missing, scale-columns, ridge(alpha=2))");
        assert_eq!(display_name(&spec.to_string()), "ridge(alpha=2), imputed, scaled");
        assert_eq!(without_preparation(&spec).0.name, "ridge");
        assert_eq!(display_name("pipeline(columns(city=target-encoding), ridge)"), "ridge, target encoded");
        assert_eq!(
            display_name("voting(estimators=[naive-bayes, pipeline(scale-columns, ridge)])"),
            "ensemble of naive-bayes and ridge, scaled"
        );
        assert_eq!(display_name("voting(estimators=[a, b, c])"), "ensemble of 3 models");
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
