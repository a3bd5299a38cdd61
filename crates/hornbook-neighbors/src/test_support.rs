//! What the tests of several learners need.

use hornbook_core::{Observer, Seed, TraceEvent};
use hornbook_data::{Dataset, Features, Table};
use hornbook_learner::{LoadModel, Model, Predictions};
use serde_json::Value;
use std::path::Path;
use std::sync::Mutex;

/// Writes down every trace event.
#[derive(Default)]
pub(crate) struct NeighborsTraceLog(pub Mutex<Vec<(String, Value)>>);

impl Observer for NeighborsTraceLog {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        self.0.lock().unwrap().push((event.to_string(), event.to_json()));
    }
}

/// A table of the reference values, with its target.
pub(crate) fn table(name: &str) -> (Table, &'static str) {
    let (path, target) = match name {
        "iris" => ("../../data/iris.csv".to_string(), "species"),
        _ => (format!("../hornbook-trees/tests/data/{name}.csv"), "target"),
    };
    (Table::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap(), target)
}

/// What scikit-learn says.
pub(crate) fn reference() -> Value {
    serde_json::from_str(include_str!("../tests/reference/neighbors.json")).unwrap()
}

/// The rows of a table that are learned from, and those that are predicted.
pub(crate) fn halves(data: &Dataset) -> (Dataset, Dataset) {
    let rows = |first: u32| data.select((first..data.rows().len() as u32).step_by(2).collect());
    (rows(0), rows(1))
}

pub(crate) fn numbers(predictions: &Predictions) -> Vec<f64> {
    match predictions {
        Predictions::Numbers(numbers) => numbers.clone(),
        Predictions::Classes(codes, _) => codes.iter().map(|&code| code.into()).collect(),
    }
}

pub(crate) fn features(model: &dyn Model, table: &Table) -> Features<'static> {
    model.info().schema.features(table).unwrap().0
}

/// Writes a model, reads it back, and reads damaged bytes, which must end in an error or in a model that can be used.
pub(crate) fn check_file<M: LoadModel>(model: &M, table: &Table) {
    let bytes = model.to_bytes().unwrap();
    let again = M::from_bytes(model.info().clone(), &bytes).unwrap();
    assert_eq!(again.to_bytes().unwrap(), bytes);
    assert_eq!(again.predict(table).unwrap().values, model.predict(table).unwrap().values);
    assert_eq!(again.explain(), model.explain());
    let mut rng = Seed(9).rng();
    for _ in 0..400 {
        let mut damaged = bytes.clone();
        // Half of them where the file says what follows.
        let until = if rng.below(2) == 0 { 60 } else { usize::MAX };
        let at = rng.below(damaged.len().min(until));
        damaged[at] = rng.bits() as u8;
        if let Ok(model) = M::from_bytes(model.info().clone(), &damaged) {
            let _ = (model.predict(table), model.explain());
            let _ = model.explain_row(&features(&model, table), 0);
        }
    }
    for cut in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert!(M::from_bytes(model.info().clone(), &bytes[..cut]).is_err());
    }
    let mut info = model.info().clone();
    info.schema.inputs.pop();
    assert!(M::from_bytes(info, &bytes).is_err(), "rows of another schema");
}
