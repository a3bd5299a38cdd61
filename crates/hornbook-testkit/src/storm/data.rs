//! Random odd tables for random learners with random parameters.

use super::{Ended, said};
use crate::answers::ModelAnswers;
use crate::cases::cheap;
use hornbook::data::Column;
use hornbook::{CancelToken, Dataset, Error, LearnerSpec, Run, Table, Value};
use hornbook_core::{ParameterKind, ParameterSpec, Rng};

const SIZES: [f64; 14] =
    [0.0, 1.0, -1.0, 1e5, 1e15, 1e100, 1e149, 1e160, 1e300, 1.7e308, 1e-15, 1e-160, 1e-308, 5e-324];

/// Trains a random learner on a random table, and asks the model everything.
pub(super) fn attempt(rng: &mut Rng, token: &CancelToken, what: &mut String) -> Ended {
    let entries = hornbook::registry().entries();
    let declaration = entries[rng.below(entries.len())].declaration;
    let mut spec = LearnerSpec::new(declaration.name);
    for parameter in declaration.parameters {
        if rng.below(4) == 0 {
            spec = spec.with(parameter.name, value(parameter, rng));
        }
    }
    let table = table(rng);
    let task = declaration.tasks[rng.below(declaration.tasks.len())];
    let target = match task {
        hornbook::Task::Classification => Some("class"),
        hornbook::Task::Regression => Some("number"),
        _ => None,
    };
    *what = format!("{spec} for {task} of {} rows", table.rows());
    let Some((_, learner)) = cheap(spec) else { return Ok(true) };
    let run = Run::default().seed(rng.bits()).canceled_by(token.clone());
    let trained = dataset(&table, target, rng).and_then(|data| {
        let model = learner.fit_with(&data, &run)?;
        let answers = ModelAnswers::of(model.as_ref(), &table)?;
        Ok(answers.check(model.as_ref(), table.rows()))
    });
    match trained {
        Ok(sense) => sense.map(|()| false),
        Err(Error::Canceled) => Ok(true),
        Err(error) => said(Some(error)),
    }
}

/// A value of a parameter: mostly one in its range, and seldom one that is not.
fn value(parameter: &ParameterSpec, rng: &mut Rng) -> Value {
    let options = parameter.kind.options();
    if !options.is_empty() && rng.below(3) > 0 {
        return Value::from(options[rng.below(options.len())].0);
    }
    let low = parameter.range.low.unwrap_or(0.0);
    match parameter.kind {
        ParameterKind::Integer => Value::from(low as u64 + [0, 1, 2, 3, 7, 30, 300][rng.below(7)]),
        ParameterKind::Float | ParameterKind::FloatOr(_) => {
            let high = parameter.range.high.unwrap_or(1e300);
            let picked = match rng.below(4) {
                0 => [low, high, low.next_up(), high.next_down()][rng.below(4)],
                1 => SIZES[rng.below(SIZES.len())],
                _ => low + rng.unit() * (high - low).min(10.0),
            };
            Value::from(picked)
        }
        ParameterKind::Boolean => Value::from(rng.below(2) == 0),
        ParameterKind::CountOrFraction(_) => {
            [Value::from(1 + rng.below(9)), Value::from(rng.unit())][rng.below(2)].clone()
        }
        ParameterKind::Numbers => {
            Value::from((0..rng.below(4)).map(|_| SIZES[rng.below(SIZES.len())]).collect::<Vec<f64>>())
        }
        ParameterKind::Learner => Value::from(LEARNERS[rng.below(LEARNERS.len())]),
        ParameterKind::Learners => Value::from(
            (0..1 + rng.below(3)).map(|_| LEARNERS[rng.below(LEARNERS.len())]).collect::<Vec<_>>(),
        ),
        _ if parameter.optional => Value::Null,
        _ => (parameter.default)(),
    }
}

/// Learners that stand within others.
const LEARNERS: [&str; 7] = [
    "baseline",
    "decision-tree",
    "ridge",
    "logistic-regression",
    "gaussian-naive-bayes",
    "k-neighbors",
    "kernel-density",
];

/// A number of any size: all of a column are of one size, or each of its own.
fn numbers(rows: usize, rng: &mut Rng) -> Vec<f64> {
    let size = SIZES[rng.below(SIZES.len())];
    let manner = rng.below(6);
    (0..rows)
        .map(|row| match manner {
            0 => size,
            1 => SIZES[rng.below(SIZES.len())],
            2 if rng.below(4) == 0 => f64::NAN,
            3 if row == 0 => size,
            4 => (rng.unit() - 0.5) * size,
            5 => rng.below(4) as f64,
            _ => rng.unit() * 8.0,
        })
        .collect()
}

fn labels(rows: usize, rng: &mut Rng) -> Vec<Option<String>> {
    let levels = 1 + [1, 2, 4, 1000][rng.below(4)];
    let gaps = rng.below(3) == 0;
    (0..rows).map(|_| (!gaps || rng.below(5) > 0).then(|| format!("level {}", rng.below(levels)))).collect()
}

fn table(rng: &mut Rng) -> Table {
    let rows = [0, 1, 2, 3, 12, 60, 60, 60][rng.below(8)];
    let mut table = Table::builder();
    for name in ["a", "b", "c", "d"].into_iter().take(rng.below(5)) {
        table = match rng.below(5) {
            0 => table.category(name, &labels(rows, rng)),
            1 if rng.below(4) == 0 => table.column(name, Column::Text(labels(rows, rng).into())),
            _ => table.number(name, numbers(rows, rng)),
        };
    }
    let mut classes = labels(rows, rng);
    if rng.below(8) > 0 {
        classes = (0..rows).map(|_| Some(["u", "v", "w"][rng.below(3)].to_string())).collect();
    }
    table.category("class", &classes).number("number", numbers(rows, rng)).build().unwrap()
}

fn dataset(table: &Table, target: Option<&str>, rng: &mut Rng) -> Result<Dataset, Error> {
    let features: Vec<&str> =
        ["a", "b", "c", "d"].into_iter().filter(|name| table.find(name).is_some()).collect();
    let data = match target {
        Some(target) => table.dataset().target(target)?,
        None => table.dataset(),
    };
    let mut data = data.only(&features)?;
    if rng.below(8) == 0 {
        data = data.with_groups((0..table.rows()).map(|_| rng.below(5) as u32).collect())?;
    }
    match rng.below(3) {
        0 => data.with_weights(numbers(table.rows(), rng).into_iter().map(f64::abs).collect()),
        _ => Ok(data),
    }
}
