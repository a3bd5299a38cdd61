//! Parameters of learners and of declared values among the parameters: `estimator.max_depth`, `ridge.alpha`, `kernel.gamma`.

use crate::fit::Learner;
use crate::registry::Registry;
use hornbook_core::{
    ColumnTransformers, Declaration, Error, LearnerSpec, ParameterKind, ParameterSpec, ParameterValue,
    Parameters, Result, Value, numbered_names, set_variant_path, variant_parameter, variant_parameters,
};

/// The name of a parameter of a learner among the parameters. The learner is named by its parameter (`estimator.max_depth`), or
/// among several by its own name (`ridge.alpha`); of equal names, the second has `-2` behind it (`scale-columns-2.method`).
#[derive(Debug, Clone, Copy)]
pub struct ParameterPath<'a> {
    learner: &'a str,
    rest: &'a str,
}

/// Learners that stand in a parameter of another.
struct LearnersWithin {
    parameter: &'static ParameterSpec,
    names: Vec<String>,
    specs: Vec<LearnerSpec>,
}

impl<'a> ParameterPath<'a> {
    /// The path that a name is; none if it is the name of a parameter of the learner itself.
    pub fn parse(name: &'a str) -> Option<ParameterPath<'a>> {
        let (learner, rest) = name.split_once('.')?;
        Some(ParameterPath { learner, rest })
    }

    /// The parameter of the outer learner that holds the learner, and its value with the nested parameter set.
    pub(crate) fn set(
        self,
        declaration: &'static Declaration,
        parameters: &Parameters,
        value: &Value,
    ) -> Result<(&'static str, Value)> {
        if let Some((parameter, present)) = self.declared_value(declaration, parameters)
            && let Some(changed) = set_variant_path(parameter, &present, self.rest, value)?
        {
            return Ok((parameter.name, changed));
        }
        let (mut within, at) = self.find(declaration, parameters)?;
        set_in(&mut within.specs[at], self.rest, value)?;
        Ok((within.parameter.name, within.with_specs(&parameters[within.parameter.name])))
    }

    /// The declaration of the nested parameter.
    fn spec(
        self,
        declaration: &'static Declaration,
        parameters: &Parameters,
    ) -> Result<(&'static Declaration, &'static ParameterSpec)> {
        if let Some((parameter, present)) = self.declared_value(declaration, parameters)
            && let Some(nested) = variant_parameter(parameter, &present, self.rest)?
        {
            return Ok((declaration, nested));
        }
        let (within, at) = self.find(declaration, parameters)?;
        let spec = &within.specs[at];
        let nested = Registry::filled()?.find(&spec.name)?.declaration;
        match ParameterPath::parse(self.rest) {
            Some(path) => path.spec(nested, &spec.parameters),
            None => Ok((nested, nested.parameter(self.rest)?)),
        }
    }

    /// The parameter of this name that holds declared values, and its value with all that is within.
    fn declared_value(
        self,
        declaration: &'static Declaration,
        parameters: &Parameters,
    ) -> Option<(&'static ParameterSpec, Value)> {
        let parameter = declaration.parameter(self.learner).ok()?;
        if !matches!(parameter.kind, ParameterKind::Variant(_) | ParameterKind::Variants(_)) {
            return None;
        }
        let present = parameters.get(parameter.name).cloned().unwrap_or_else(parameter.default);
        Some((parameter, (parameter.read)(&present).ok()??))
    }

    fn find(
        self,
        declaration: &'static Declaration,
        parameters: &Parameters,
    ) -> Result<(LearnersWithin, usize)> {
        let mut names = Vec::new();
        for parameter in declaration.parameters {
            let value = parameters.get(parameter.name).unwrap_or(&Value::Null);
            let Some(within) = LearnersWithin::of(parameter, value) else { continue };
            if let Some(at) = within.names.iter().position(|name| name == self.learner) {
                return Ok((within, at));
            }
            names.extend(within.names);
        }
        Err(Error::Parameter {
            learner: declaration.name.to_string(),
            parameter: format!("{}.{}", self.learner, self.rest),
            found: "not known".to_string(),
            expected: match names.is_empty() {
                true => "a parameter of its own: there is no learner within".to_string(),
                false => format!("a parameter of one of {}", names.join(", ")),
            },
        })
    }
}

impl LearnersWithin {
    fn of(parameter: &'static ParameterSpec, value: &Value) -> Option<LearnersWithin> {
        let (names, specs) = match parameter.kind {
            ParameterKind::Learner => {
                (vec![parameter.name.to_string()], vec![LearnerSpec::from_value(value)?])
            }
            ParameterKind::Learners => {
                let specs = Vec::<LearnerSpec>::from_value(value)?;
                (step_names(&specs), specs)
            }
            ParameterKind::ColumnTransformers => {
                let all = ColumnTransformers::from_value(value)?;
                let specs: Vec<LearnerSpec> = all.0.into_iter().map(|(_, spec)| spec).collect();
                (step_names(&specs), specs)
            }
            _ => return None,
        };
        Some(LearnersWithin { parameter, names, specs })
    }

    /// The value of the parameter with these learners.
    fn with_specs(&self, value: &Value) -> Value {
        match self.parameter.kind {
            ParameterKind::Learner => self.specs[0].to_value(),
            ParameterKind::ColumnTransformers => {
                let mut all = ColumnTransformers::from_value(value).unwrap_or_default();
                for ((_, spec), changed) in all.0.iter_mut().zip(&self.specs) {
                    *spec = changed.clone();
                }
                all.to_value()
            }
            _ => self.specs.to_value(),
        }
    }
}

/// The names of several learners: their own, with a number behind those that come again.
pub fn step_names(specs: &[LearnerSpec]) -> Vec<String> {
    numbered_names(&specs.iter().map(|spec| spec.name.as_str()).collect::<Vec<_>>())
}

fn set_in(spec: &mut LearnerSpec, name: &str, value: &Value) -> Result<()> {
    let declaration = Registry::filled()?.find(&spec.name)?.declaration;
    let (parameter, value) = match ParameterPath::parse(name) {
        Some(path) => path.set(declaration, &spec.parameters, value)?,
        None => {
            let parameter = declaration.parameter(name)?;
            (parameter.name, parameter.read_for(declaration.name, value)?)
        }
    };
    spec.parameters.insert(parameter.to_string(), value);
    Ok(())
}

/// The declaration of a parameter of a learner, or of a learner among its parameters, with the learner that declares it.
pub fn parameter_of(
    learner: &dyn Learner,
    name: &str,
) -> Result<(&'static Declaration, &'static ParameterSpec)> {
    let declaration = learner.declaration();
    match ParameterPath::parse(name) {
        Some(path) => path.spec(declaration, &learner.parameters()),
        None => Ok((declaration, declaration.parameter(name)?)),
    }
}

/// All parameters of a learner and of the steps among its parameters, each with the name or path that sets it.
pub fn all_parameters(learner: &dyn Learner) -> Vec<(String, &'static ParameterSpec)> {
    let parameters = learner.parameters();
    let mut all = Vec::new();
    for parameter in learner.declaration().parameters {
        all.push((parameter.name.to_string(), parameter));
        let value = parameters.get(parameter.name).unwrap_or(&Value::Null);
        let declared = variant_parameters(parameter, value);
        all.extend(declared.into_iter().map(|(path, spec)| (format!("{}.{path}", parameter.name), spec)));
        // What a single learner within should be tried with is for who names it to say.
        if parameter.kind == ParameterKind::Learner || !learner.declaration().composite {
            continue;
        }
        let Some(within) = LearnersWithin::of(parameter, value) else { continue };
        for (name, spec) in within.names.iter().zip(&within.specs) {
            let Ok(step) = Registry::filled().and_then(|registry| registry.learner(spec)) else { continue };
            all.extend(
                all_parameters(&*step).into_iter().map(|(path, spec)| (format!("{name}.{path}"), spec)),
            );
        }
    }
    all
}
