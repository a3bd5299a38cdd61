//! What the tests of several classifiers need.

use hornbook_core::{Observer, TraceEvent};
use hornbook_data::{
    ClassLabels, Column, Dataset, Numbers, ScalarBuffer, SharedMatrix, SharedScalars, Table, Target,
};
use hornbook_learner::{Model, Predictions};
use serde_json::Value;
use std::sync::Mutex;

/// Numbers `x0`, `x1`, … and classes, as an array of Python's lies in memory.
pub(crate) fn matrix(x: &[Vec<f64>], y: &[u32]) -> Dataset {
    let values: ScalarBuffer<f64> = x.iter().flatten().copied().collect();
    let shared = SharedMatrix::new(x.len(), x[0].len(), SharedScalars::F64(values)).unwrap();
    let columns = shared.columns().into_iter().enumerate();
    let columns = columns.map(|(i, c)| (format!("x{i}"), Column::Number(Numbers::Matrix(c))));
    with_classes(&Table::new(columns.collect()).unwrap(), y)
}

/// The same column by column.
pub(crate) fn columns(x: &[Vec<f64>], y: &[u32]) -> Dataset {
    let column = |i: usize| Column::Number(x.iter().map(|row| row[i]).collect::<Vec<f64>>().into());
    let table = Table::new((0..x[0].len()).map(|i| (format!("x{i}"), column(i))).collect()).unwrap();
    with_classes(&table, y)
}

pub(crate) fn with_classes(table: &Table, y: &[u32]) -> Dataset {
    let levels = (0..=*y.iter().max().unwrap()).map(|level| level.to_string()).collect();
    let codes = y.to_vec().into();
    table.dataset().with_target("y", Target::Classes(ClassLabels { codes, levels })).unwrap()
}

pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(a == b || (a - b).abs() <= tolerance * b.abs().max(1.0), "{place}: {a} and not {b}");
    }
}

/// The numbers of a list of lists.
pub(crate) fn list(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(list).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

/// How many rows get their class.
pub(crate) fn right(model: &dyn Model, data: &Dataset) -> usize {
    let Predictions::Classes(codes, _) =
        model.predictor().unwrap().raw_predictions(&data.row_features()).unwrap()
    else {
        panic!("classes")
    };
    let truth = crate::naive_bayes::classes_of(data).unwrap();
    codes.iter().zip(&truth).filter(|(a, b)| a == b).count()
}

/// The tables that reference programs looked at, and what they found.
pub(crate) struct Tables(Value, Value);

impl Tables {
    pub fn read(found: &str) -> Tables {
        let tables = serde_json::from_str(include_str!("../tests/reference/tables.json")).unwrap();
        Tables(tables, serde_json::from_str(found).unwrap())
    }

    pub fn table(&self, name: &str) -> (Vec<Vec<f64>>, Vec<u32>) {
        if name == "iris" {
            let lines = include_str!("../../../data/iris.csv").lines().skip(1);
            let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
            let x =
                rows.iter().map(|row| row[..4].iter().map(|cell| cell.parse().unwrap()).collect()).collect();
            let species = ["setosa", "versicolor", "virginica"];
            let y =
                rows.iter().map(|row| species.iter().position(|s| *s == row[4]).unwrap() as u32).collect();
            return (x, y);
        }
        let x = self.0[name]["x"].as_array().unwrap().iter().map(list).collect();
        (x, list(&self.0[name]["y"]).into_iter().map(|y| y as u32).collect())
    }

    pub fn expected(&self, name: &str) -> &Value {
        &self.1[name]
    }

    /// Priors 1, 2, 3, … in proportion.
    pub fn given(y: &[u32]) -> Vec<f64> {
        let classes = *y.iter().max().unwrap() + 1;
        (1..=classes).map(|i| f64::from(i) / f64::from(classes * (classes + 1) / 2)).collect()
    }
}

/// Writes down every trace event.
#[derive(Default)]
pub(crate) struct BayesTraceRecorder(pub Mutex<Vec<(String, Value)>>);

impl Observer for BayesTraceRecorder {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        self.0.lock().unwrap().push((event.to_string(), event.to_json()));
    }
}
