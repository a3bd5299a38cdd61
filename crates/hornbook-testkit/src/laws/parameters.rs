//! A hyperparameter out of its declared range, or of another type, is refused by name; the ends of the range are in it.

use crate::cases::LearnerCase;
use hornbook::{Error, LearnerSpec, Run, Value};
use hornbook_core::{ParameterKind, ParameterSpec};

/// Tries values just outside of each range, at its ends, and of other types.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    if !case.is_default() {
        return broken;
    }
    for parameter in case.declaration().parameters {
        for value in outside(parameter) {
            match attempt(case, parameter, value.clone()) {
                Err(Error::Parameter { parameter: named, expected, .. })
                    if named == parameter.name && expected == parameter.allowed() => {}
                other => broken.push(format!(
                    "{}: {} = {value} should be refused by its range, and was {other:?}",
                    case.text, parameter.name
                )),
            }
        }
        for value in ends(parameter) {
            // Refused later, if at all: what does not go together is no matter of the range.
            if let Err(Error::Parameter { expected, .. }) = attempt(case, parameter, value.clone())
                && expected == parameter.allowed()
            {
                broken.push(format!("{}: {} = {value} lies in its range", case.text, parameter.name));
            }
        }
    }
    let unknown =
        hornbook::registry().learner(&LearnerSpec::new(case.declaration().name).with("no_such_parameter", 1));
    match unknown {
        Err(Error::Parameter { parameter, .. }) if parameter == "no_such_parameter" => {}
        other => broken.push(format!("{}: an unknown parameter gave {:?}", case.text, other.err())),
    }
    broken
}

/// Makes the learner and begins to train it: parameters are checked before anything else, and then whether to go on.
fn attempt(case: &LearnerCase, parameter: &ParameterSpec, value: Value) -> Result<(), Error> {
    let spec = LearnerSpec::new(case.declaration().name).with(parameter.name, value);
    let learner = hornbook::registry().learner(&spec)?;
    let run = Run::default();
    run.cancel_token().cancel();
    match learner.fit_with(&case.datasets[0].data, &run) {
        Err(Error::Canceled) => Ok(()),
        Err(error) => Err(error),
        Ok(_) => panic!("{} goes on though it was canceled", case.text),
    }
}

fn is_integer(parameter: &ParameterSpec) -> bool {
    parameter.kind == ParameterKind::Integer
}

/// Numbers that are refused, and values of other types.
fn outside(parameter: &ParameterSpec) -> Vec<Value> {
    let mut values = Vec::new();
    let range = parameter.range;
    if let Some(low) = range.low {
        values.push(if range.low_open {
            low
        } else if is_integer(parameter) {
            low - 1.0
        } else {
            low.next_down()
        });
        values.push(low - 1e6);
    }
    if let Some(high) = range.high {
        values.push(if range.high_open {
            high
        } else if is_integer(parameter) {
            high + 1.0
        } else {
            high.next_up()
        });
        values.push(high + 1e6);
    }
    let mut values: Vec<Value> = values.into_iter().map(|x| in_its_kind(parameter, x)).collect();
    match parameter.kind {
        ParameterKind::Integer => {
            values.extend([Value::from(0.5), Value::from("many"), Value::from(-1), true.into()])
        }
        ParameterKind::Float | ParameterKind::FloatOr(_) => values.extend([Value::from("many"), true.into()]),
        ParameterKind::Boolean => values.extend([Value::from("perhaps"), Value::from(1)]),
        ParameterKind::Choice(_) => values.extend([Value::from("no such option"), Value::from(1)]),
        ParameterKind::CountOrFraction(_) => {
            values.extend([Value::from(0), Value::from(1.5), Value::from(-1)])
        }
        ParameterKind::Numbers => values.extend([Value::from("many"), Value::from(1)]),
        ParameterKind::Learner
        | ParameterKind::Learners
        | ParameterKind::Columns
        | ParameterKind::ColumnTransformers => values.push(Value::from(1)),
        // A map without a column is one of no numbers.
        ParameterKind::PerColumn | ParameterKind::ColumnSets => values.push(Value::from(true)),
        ParameterKind::Text => values.push(Value::from(1)),
        // What is wrong within a declared value is said by what it holds; of tools, which are not learners.
        ParameterKind::Variant(_) | ParameterKind::Variants(_) | ParameterKind::Argument(_) => {}
    }
    if !parameter.optional
        && !matches!(parameter.kind, ParameterKind::Variant(_) | ParameterKind::Variants(_))
    {
        values.push(Value::Null);
    }
    values
}

/// The smallest and the largest value, where they are allowed.
fn ends(parameter: &ParameterSpec) -> Vec<Value> {
    let range = parameter.range;
    let low = range.low.map(|low| match (range.low_open, is_integer(parameter)) {
        (false, _) => low,
        (true, true) => low + 1.0,
        (true, false) => low.next_up(),
    });
    let high = range.high.map(|high| match (range.high_open, is_integer(parameter)) {
        (false, _) => high,
        (true, true) => high - 1.0,
        (true, false) => high.next_down(),
    });
    low.into_iter().chain(high).map(|x| in_its_kind(parameter, x)).collect()
}

/// A number, or a list of it where a list is wanted.
fn in_its_kind(parameter: &ParameterSpec, x: f64) -> Value {
    match parameter.kind {
        ParameterKind::Numbers => Value::from(vec![x]),
        _ => Value::from(x),
    }
}
