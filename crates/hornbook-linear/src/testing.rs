//! What the tests of several learners need.

use crate::LinearModel;
use hornbook_core::{CancelToken, Observer, ObserverAction, Progress, Seed, TraceEvent};
use hornbook_data::{Categories, Column, Dataset, Features, Table};
use hornbook_learner::{Inspect, LoadModel, Model, ModelInfo, Predictions, Predictor};
use serde_json::Value;
use std::sync::Mutex;

/// A table from a CSV file: columns of numbers, and the others categories.
pub(crate) fn table_of(text: &str) -> Table {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    let mut builder = Table::builder();
    for (i, name) in header.iter().enumerate() {
        builder = match rows.iter().map(|row| row[i].parse::<f64>()).collect::<Result<Vec<_>, _>>() {
            Ok(values) => builder.number(name, values),
            Err(_) => builder.category(name, &rows.iter().map(|row| Some(row[i])).collect::<Vec<_>>()),
        };
    }
    builder.build().unwrap()
}

pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{place}: {a} and not {b}");
    }
}

/// Constants and weights, sum by sum.
pub(crate) fn learned(model: &LinearModel) -> Vec<f64> {
    let of = |output: usize| [&[model.intercepts()[output]], model.weights().row(output)].concat();
    (0..model.intercepts().len()).flat_map(of).collect()
}

/// Writes down what a fit says, and ends it where it was told.
#[derive(Default)]
pub(crate) struct LinearTraceRecorder {
    pub events: Mutex<Vec<(String, Value)>>,
    /// Ends the search at this step.
    pub enough: Option<u64>,
    /// Cancels it there.
    pub cancel: Option<CancelToken>,
}

impl LinearTraceRecorder {
    pub fn events(&self) -> Vec<(String, Value)> {
        self.events.lock().unwrap().clone()
    }
}

impl Observer for LinearTraceRecorder {
    fn progress(&self, progress: Progress) -> ObserverAction {
        if let Some(token) = self.cancel.as_ref().filter(|_| progress.done == 2) {
            token.cancel();
        }
        if self.enough.is_some_and(|enough| progress.done >= enough) {
            ObserverAction::Finish
        } else {
            ObserverAction::Continue
        }
    }

    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        self.events.lock().unwrap().push((event.to_string(), event.to_json()));
    }
}

pub(crate) fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// A table of columns in a JSON object, in the order given. Words are categories, whose levels may be given.
pub(crate) fn table_from(data: &Value, columns: &[&str], levels: &Value) -> Table {
    let mut builder = Table::builder();
    for name in columns {
        let cells = data[name].as_array().unwrap();
        builder = match cells.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>() {
            Some(numbers) => builder.number(name, numbers),
            None => {
                let names: Vec<&str> =
                    levels[name].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
                let code = |cell: &Value| names.iter().position(|name| Some(*name) == cell.as_str()).unwrap();
                let codes: Vec<u32> = cells.iter().map(|cell| code(cell) as u32).collect();
                let levels: Vec<String> = names.iter().map(|name| name.to_string()).collect();
                builder
                    .column(name, Column::Category(Categories { codes: codes.into(), levels: levels.into() }))
            }
        };
    }
    builder.build().unwrap()
}

/// The predictions for rows, which are numbers.
pub(crate) fn numbers(model: &LinearModel, data: &Dataset) -> Vec<f64> {
    numbers_of_features(model, &data.row_features())
}

pub(crate) fn numbers_of_features(model: &LinearModel, rows: &Features<'_>) -> Vec<f64> {
    match model.raw_predictions(rows).unwrap() {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => panic!("classes"),
    }
}

fn read(info: &ModelInfo, bytes: &[u8]) -> hornbook_core::Result<LinearModel> {
    LinearModel::from_bytes(info.clone(), bytes)
}

/// A model comes back from its file as it was, and bytes that are cut or changed do no harm.
pub(crate) fn check_file(model: &LinearModel, data: &Dataset) {
    let (info, bytes, rows) = (model.info(), model.to_bytes().unwrap(), data.row_features());
    let back = read(info, &bytes).unwrap();
    // In words, since what is not known is NaN.
    assert_eq!(format!("{:?}", back.fit_statistics()), format!("{:?}", model.fit_statistics()));
    assert_eq!(back.response(), model.response());
    assert_eq!((back.weights(), back.intercepts()), (model.weights(), model.intercepts()));
    assert_eq!(back.explain(), model.explain());
    assert_eq!(back.to_bytes().unwrap(), bytes);
    // The bare weights are a whole model, too; everything else that is cut is not.
    let refused = (0..bytes.len()).filter(|&end| read(info, &bytes[..end]).is_err()).count();
    assert!(refused + 1 >= bytes.len(), "{} cuts of {} are read", bytes.len() - refused, bytes.len());
    for place in 0..bytes.len() {
        for mask in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[place] ^= mask;
            if let Ok(model) = read(info, &changed) {
                let _ = (model.explain(), model.raw_predictions(&rows), model.explain_row(&rows, 0));
                let _ = (model.importances(), model.predictive_deviations(&rows));
            }
        }
    }
    let mut of_classes = info.clone();
    of_classes.schema.target.task = hornbook_core::Task::Classification;
    assert!(read(&of_classes, &bytes).unwrap_err().to_string().contains("does not fit its target"));
}

pub(crate) fn iris() -> Table {
    table_of(include_str!("../../../data/iris.csv"))
}

pub(crate) fn cars() -> Table {
    table_of(include_str!("../../../data/mtcars.csv"))
}

/// Two columns, a category, weights of 0 to 3, and a target of some classes that depends on all of them by chance.
pub(crate) fn some_table(rows: usize, classes: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut a, mut b, mut w) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kinds, mut ys) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let (x, z, kind) = (rng.unit() * 10.0, 1e3 + rng.unit(), rng.below(3));
        let sum = 0.6 * (x - 5.0) + 2.0 * (z - 1e3) + [0.0, 1.0, -1.0][kind] + 6.0 * (rng.unit() - 0.5);
        let class = ((sum + 4.0) / 8.0 * classes as f64).clamp(0.0, classes as f64 - 1.0) as usize;
        a.push(x);
        b.push(z);
        w.push(rng.below(4) as f64);
        kinds.push(Some(["r", "s", "t"][kind]));
        ys.push(Some(["u", "v", "w", "x"][class]));
    }
    let builder = Table::builder().number("a", a).number("b", b).category("kind", &kinds).number("weight", w);
    builder.category("y", &ys).build().unwrap()
}

pub(crate) fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["weight"]).unwrap()
}

pub(crate) fn weighted(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().weight("weight").unwrap()
}

/// Numbers in columns `x1`, `x2`, …, and classes `-` and `+`.
pub(crate) fn gate(rows: &[&[f64]], is_positive: &[bool]) -> Dataset {
    let mut builder = Table::builder();
    for column in 0..rows[0].len() {
        builder = builder
            .number(&format!("x{}", column + 1), rows.iter().map(|row| row[column]).collect::<Vec<_>>());
    }
    let classes: Vec<_> = is_positive.iter().map(|&is| Some(if is { "2:+" } else { "1:-" })).collect();
    builder.category("y", &classes).build().unwrap().dataset().target("y").unwrap()
}

/// The booleans of two bits, in the order of counting; `low` stands for false.
pub(crate) fn boolean(low: f64, function: impl Fn(bool, bool) -> bool) -> Dataset {
    let bits = [(false, false), (false, true), (true, false), (true, true)];
    let value = |bit: bool| if bit { 1.0 } else { low };
    let rows: Vec<[f64; 2]> = bits.iter().map(|&(a, b)| [value(a), value(b)]).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| row.as_slice()).collect();
    gate(&rows, &bits.map(|(a, b)| function(a, b)))
}
