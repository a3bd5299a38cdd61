//! The candidates and the settings that are tried of each.

use super::preparation::{ColumnKinds, with_preparation};
use super::work::{WorkSize, declared_work};
use hornbook_core::{Declaration, Error, LearnerSpec, Parameters, Result, Rng};
use hornbook_data::{Dataset, Target};
use hornbook_evaluation::model_selection::SearchSpace;
use hornbook_learner::Registry;

/// How far from a good setting others are looked for, as a fraction of the range of each hyperparameter.
const STEP: f64 = 0.2;

/// A learner that a study may try.
#[derive(Debug, Clone)]
pub(crate) struct StudyCandidate {
    pub declaration: &'static Declaration,
    /// The learner itself, as it was asked for.
    own: LearnerSpec,
    /// What prepares the columns, in the order in which it works.
    before: Vec<LearnerSpec>,
    /// How much work a fit is; what declares nothing comes last.
    pub work: f64,
}

impl StudyCandidate {
    /// The learner with some parameters changed, and all that stands before it.
    pub fn spec(&self, changes: &Parameters) -> LearnerSpec {
        let mut spec = self.own.clone();
        spec.parameters.extend(changes.clone());
        with_preparation(spec, &self.before)
    }

    /// The hyperparameter that counts stages, if it was not asked for and what stands before the learner lets a warm start through.
    pub fn stages(&self, registry: &Registry) -> Option<&'static str> {
        let stages = self.declaration.stages.filter(|name| !self.own.parameters.contains_key(*name))?;
        let learner = registry.learner(&self.spec(&Parameters::new())).ok()?;
        learner.capabilities().warm_start.then_some(stages)
    }

    /// The declared setting of a turn: 0 is the default, then those that the learner declares, in order.
    pub fn declared_setting(&self, turn: usize) -> Result<Option<Parameters>> {
        if turn == 0 {
            return Ok(Some(Parameters::new()));
        }
        let Some(declared) = self.declaration.study_settings.get(turn - 1) else { return Ok(None) };
        let mut setting = LearnerSpec::parse(&format!("{}({declared})", self.declaration.name))?.parameters;
        // What was asked for stays.
        setting.retain(|name, _| !self.own.parameters.contains_key(name));
        // Nothing else is left of a setting that was asked for: it would be the defaults once more.
        Ok((!setting.is_empty()).then_some(setting))
    }

    /// A setting near a good one. Three digits are as good as sixteen, and can be read.
    pub fn near(&self, good: &Parameters, rng: &mut Rng) -> Result<Option<Parameters>> {
        let mut setting = Parameters::new();
        for dimension in self.space()?.dimensions() {
            let declared = self.declaration.parameter(&dimension.parameter)?;
            let value = good.get(&dimension.parameter).cloned().unwrap_or_else(|| (declared.default)());
            let mut value = dimension.values.near(&value, STEP, rng);
            if let Some(x) = value.as_f64().filter(|x| x.fract() != 0.0) {
                value = format!("{x:.2e}").parse::<f64>().unwrap_or(x).into();
            }
            setting.insert(dimension.parameter.clone(), value);
        }
        Ok((!setting.is_empty()).then_some(setting))
    }

    /// What is worth trying of its parameters, but for those that were asked for and the stages, which are found on the way.
    fn space(&self) -> Result<SearchSpace> {
        let learner = Registry::filled()?.learner(&self.own)?;
        let declared = SearchSpace::declared(&*learner);
        let is_free = |parameter: &str| {
            !self.own.parameters.contains_key(parameter) && self.declaration.stages != Some(parameter)
        };
        let free = declared.dimensions().iter().filter(|d| is_free(&d.parameter));
        Ok(free.fold(SearchSpace::default(), |space, d| space.vary(&d.parameter, d.values.clone())))
    }
}

/// All candidates, the least work first: those that were named, or all learners that do the task and are not there on request only.
pub(crate) fn candidates(
    data: &Dataset,
    registry: &Registry,
    named: Option<&[LearnerSpec]>,
) -> Result<Vec<StudyCandidate>> {
    let task = data.task()?;
    let (_, target) = data.require_target()?;
    let is_fit_for = |learner: &Declaration| match target {
        Target::Classes(classes) => !(learner.binary_only && classes.levels.len() > 2),
        Target::Numbers(values) => {
            !(learner.positive_target && data.rows().iter().any(|row| values[row as usize] < 0.0))
        }
    };
    let specs: Vec<LearnerSpec> = match named {
        Some(named) => named.to_vec(),
        None => registry
            .entries()
            .iter()
            .map(|entry| entry.declaration)
            .filter(|learner| !learner.explicit_only && learner.tasks.contains(&task) && is_fit_for(learner))
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
    let kinds = ColumnKinds::of(data);
    let size = WorkSize::of(data);
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
        let before = kinds.preparation(declaration, learner.capabilities(), registry);
        let work = declared_work(declaration, &own.parameters, size)?.unwrap_or(f64::INFINITY);
        candidates.push(StudyCandidate { declaration, own, before, work });
    }
    candidates.sort_by(|a, b| a.work.total_cmp(&b.work));
    Ok(candidates)
}
