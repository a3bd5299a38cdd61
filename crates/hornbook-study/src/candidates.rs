//! The candidates: every learner of the registry that does the task, with the preprocessing it needs.

use crate::preprocessing::{transformer_that, with_preprocessing};
use crate::work::{WorkSize, declared_work};
use hornbook_core::{Declaration, Error, LearnerSpec, Parameters, Result, Rng};
use hornbook_data::{ColumnKind, Dataset};
use hornbook_evaluation::model_selection::SearchSpace;
use hornbook_learner::Registry;

/// A learner that a study may try.
#[derive(Debug, Clone)]
pub(crate) struct StudyCandidate {
    pub declaration: &'static Declaration,
    /// The learner itself, as it was asked for.
    own: LearnerSpec,
    /// What prepares the columns, the outermost first.
    before: Vec<&'static str>,
}

impl StudyCandidate {
    /// The learner with some parameters changed, and all that stands before it.
    pub fn spec(&self, changes: &Parameters) -> LearnerSpec {
        let mut spec = self.own.clone();
        spec.parameters.extend(changes.clone());
        with_preprocessing(spec, &self.before)
    }

    /// The combination of hyperparameters of a trial: the settings that the learner declares come first, in order, and then what is
    /// drawn at random.
    pub fn setting(&self, trial: usize, rng: &mut Rng) -> Result<Parameters> {
        let Some(declared) = self.declaration.study_settings.get(trial) else { return Ok(self.draw(rng)) };
        let mut setting = LearnerSpec::parse(&format!("{}({declared})", self.declaration.name))?.parameters;
        // What was asked for stays.
        setting.retain(|name, _| !self.own.parameters.contains_key(name));
        // Nothing else is left of a setting that was asked for: it would be the defaults once more.
        Ok(if setting.is_empty() { self.draw(rng) } else { setting })
    }

    /// How much work a fit to so many rows is; what declares nothing comes last.
    fn work(&self, size: WorkSize) -> Result<f64> {
        Ok(declared_work(self.declaration, &self.own.parameters, size)?.unwrap_or(f64::INFINITY))
    }

    /// A combination of hyperparameters that is worth trying, drawn at random. Three digits are as good as sixteen, and can be
    /// read.
    fn draw(&self, rng: &mut Rng) -> Parameters {
        let mut drawn = self.space().draw(rng);
        for value in drawn.values_mut() {
            if let Some(x) = value.as_f64().filter(|x| x.fract() != 0.0) {
                *value = format!("{x:.2e}").parse::<f64>().unwrap_or(x).into();
            }
        }
        drawn
    }

    /// What is worth trying of its parameters, but for those that were asked for.
    pub fn space(&self) -> SearchSpace {
        let Ok(learner) = Registry::filled().and_then(|registry| registry.learner(&self.own)) else {
            return SearchSpace::default();
        };
        let declared = SearchSpace::declared(&*learner);
        let free = declared.dimensions().iter().filter(|d| !self.own.parameters.contains_key(&d.parameter));
        free.fold(SearchSpace::default(), |space, d| space.vary(&d.parameter, d.values.clone()))
    }
}

/// All candidates: those that were named, or all learners that do the task and are not there on request only.
pub(crate) fn candidates(
    data: &Dataset,
    registry: &Registry,
    named: Option<&[LearnerSpec]>,
) -> Result<Vec<StudyCandidate>> {
    let task = data.task()?;
    let specs: Vec<LearnerSpec> = match named {
        Some(named) => named.to_vec(),
        None => registry
            .entries()
            .iter()
            .map(|entry| entry.declaration)
            .filter(|learner| !learner.explicit_only && learner.tasks.contains(&task))
            .filter(|learner| data.offset_name().is_none() || learner.capabilities.offset)
            .map(|learner| LearnerSpec::new(learner.name))
            .collect(),
    };
    if let (true, Some(offset)) = (specs.is_empty(), data.offset_name()) {
        return Err(Error::data(
            format!("no learner of {task} that a study tries takes an offset, and '{offset}' is one"),
            "leave it out, or name learners that take one, such as binomial-regression",
        ));
    }
    let has_missing = (0..data.features().len()).any(|place| {
        let column = data.feature(place);
        data.rows().iter().any(|row| column.is_missing(row as usize))
    });
    let texts =
        data.features().iter().any(|&position| data.table().columns()[position].kind() == ColumnKind::Text);
    let mut candidates = Vec::with_capacity(specs.len());
    for own in specs {
        let learner = registry.learner(&own)?;
        let declaration = learner.declaration();
        if !learner.tasks().contains(&task) {
            return Err(Error::data(
                format!("the learner '{}' does not support {task}", declaration.name),
                "leave it out of --learners",
            ));
        }
        let mut before = Vec::new();
        if has_missing && !learner.capabilities().missing {
            before.extend(transformer_that(registry, |kinds| kinds.missing));
        }
        if texts && !learner.capabilities().text {
            before.extend(transformer_that(registry, |kinds| kinds.text));
        }
        // Word counts need no scaling.
        if declaration.scale_sensitive && !texts {
            before.extend(transformer_that(registry, |kinds| kinds.scale));
        }
        let before = before.into_iter().map(|transformer| transformer.name).collect();
        candidates.push(StudyCandidate { declaration, own, before });
    }
    // The least work first, so that whatever the time is, the most learners have a score; who names learners says their order.
    if named.is_none() {
        let size = WorkSize::of(data);
        let work = |candidate: StudyCandidate| Ok((candidate.work(size)?, candidate));
        let mut by_work = candidates.into_iter().map(work).collect::<Result<Vec<(f64, StudyCandidate)>>>()?;
        by_work.sort_by(|a, b| a.0.total_cmp(&b.0));
        candidates = by_work.into_iter().map(|(_, candidate)| candidate).collect();
    }
    Ok(candidates)
}
