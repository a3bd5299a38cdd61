//! Odd tables end in a model or in a sentence that says what to do.

use crate::answers::ModelAnswers;
use crate::cases::{LearnerCase, asked_tasks};
use crate::laws::{says_what_to_do, soon};
use hornbook::data::Column;
use hornbook::{Dataset, Predictions, Run, Table, Task};
use std::sync::OnceLock;

/// Trains on every odd table, predicts and explains.
pub fn check(case: &LearnerCase) -> Vec<String> {
    static TABLES: OnceLock<Vec<(&'static str, Table)>> = OnceLock::new();
    let tables = TABLES.get_or_init(odd_tables);
    let mut broken = Vec::new();
    for (name, table) in tables {
        for task in asked_tasks(&*case.learner) {
            for data in with_roles(table, task, case.learner.capabilities().sample_weights) {
                let asked =
                    soon(|| train_and_ask(case, &data)).and_then(|answers| match (task, *name, answers) {
                        (Task::Classification, "one class", Some(answers)) => says_one_class(&answers),
                        _ => Ok(()),
                    });
                if let Err(what) = asked {
                    broken.push(format!("{} on {name} ({task}): {what}", case.text));
                }
            }
        }
    }
    broken
}

/// What a model says of the rows, if they end in one.
fn train_and_ask(case: &LearnerCase, data: &Dataset) -> Result<Option<ModelAnswers>, String> {
    let asked = case.learner.fit_with(data, &Run::default()).and_then(|model| {
        let answers = ModelAnswers::of(model.as_ref(), data.table())?;
        Ok((model, answers))
    });
    match asked {
        Ok((model, answers)) => {
            answers.check(model.as_ref(), data.table().rows())?;
            Ok(Some(answers))
        }
        Err(error) if says_what_to_do(&error.to_string()) => Ok(None),
        Err(error) => Err(format!("'{error}' does not say what to do")),
    }
}

/// Where training rows have one class, it is predicted.
fn says_one_class(answers: &ModelAnswers) -> Result<(), String> {
    let is_other = |predictions: &Predictions| match predictions {
        Predictions::Classes(codes, levels) => codes.iter().any(|&code| levels[code as usize] != "only"),
        Predictions::Numbers(_) => false,
    };
    match answers.predictions.iter().any(is_other) {
        true => Err("another class is predicted than the only one".to_string()),
        false => Ok(()),
    }
}

/// The datasets of a table for a task: plain, and with weights of zero for all rows but the first.
fn with_roles(table: &Table, task: Task, weighted: bool) -> Vec<Dataset> {
    let features: Vec<&String> =
        table.names().iter().filter(|name| !["class", "number"].contains(&name.as_str())).collect();
    let data = match task {
        Task::Classification => table.dataset().target("class").unwrap(),
        Task::Regression => table.dataset().target("number").unwrap(),
        _ => table.dataset(),
    };
    let data = data.only(&features).unwrap();
    let mut all = vec![data.clone()];
    if weighted {
        let weights = (0..table.rows()).map(|row| if row == 0 { 1.0 } else { 0.0 }).collect::<Vec<_>>();
        all.push(data.with_row_weights(&weights).unwrap());
    }
    all
}

/// Tables with something that no rule of a textbook speaks of.
fn odd_tables() -> Vec<(&'static str, Table)> {
    let rows = 40;
    let x = |rows: usize| (0..rows).map(|i| (i * 37 % 101) as f64).collect::<Vec<_>>();
    let number = |rows: usize| (0..rows).map(|i| (i * 53 % 17) as f64 + 1.0).collect::<Vec<_>>();
    let class = |rows: usize| (0..rows).map(|i| Some(["low", "high"][i * 37 % 101 / 51])).collect::<Vec<_>>();
    let with = |rows: usize, columns: Vec<(&str, Column)>| {
        let mut table = Table::builder().category("class", &class(rows)).number("number", number(rows));
        for (name, column) in columns {
            table = table.column(name, column);
        }
        table.build().unwrap()
    };
    let numbers = |values: Vec<f64>| Column::Number(values.into());
    let category = |labels: Vec<Option<String>>| {
        let table = Table::builder().category("it", &labels).build().unwrap();
        table.column("it").unwrap().clone()
    };
    let names = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
    let wide = |rows: usize| {
        let column = |at: usize| numbers((0..rows).map(|i| ((i + 3) * (at + 7) * 31 % 23) as f64).collect());
        names.iter().enumerate().map(|(at, name)| (*name, column(at))).collect::<Vec<_>>()
    };
    let ordinary = with(rows, vec![("x", numbers(x(rows)))]);
    let same_class = Table::builder().number("x", x(rows)).category("class", &vec![Some("only"); rows]);
    let same_number = Table::builder().number("x", x(rows)).category("class", &class(rows));
    vec![
        ("no rows", with(0, vec![("x", numbers(vec![]))])),
        ("one row", with(1, vec![("x", numbers(x(1)))])),
        ("two rows", with(2, vec![("x", numbers(vec![1.0, 2.0]))])),
        ("no columns", with(rows, vec![])),
        ("one class", same_class.number("number", number(rows)).build().unwrap()),
        ("one number", same_number.number("number", vec![3.0; rows]).build().unwrap()),
        ("a constant column", with(rows, vec![("x", numbers(x(rows))), ("same", numbers(vec![3.0; rows]))])),
        ("only a constant column", with(rows, vec![("same", numbers(vec![0.0; rows]))])),
        (
            "a column without a value",
            with(rows, vec![("x", numbers(x(rows))), ("gap", numbers(vec![f64::NAN; rows]))]),
        ),
        ("only a column without a value", with(rows, vec![("gap", numbers(vec![f64::NAN; rows]))])),
        (
            "a category without a value",
            with(rows, vec![("x", numbers(x(rows))), ("gap", category(vec![None; rows]))]),
        ),
        ("a category of one level", with(rows, vec![("same", category(vec![Some("it".to_string()); rows]))])),
        (
            "a category with a level for each row",
            with(rows, vec![("id", category((0..rows).map(|i| Some(format!("row {i}"))).collect()))]),
        ),
        ("more columns than rows", with(4, wide(4))),
        ("the same column twice", with(rows, vec![("x", numbers(x(rows))), ("again", numbers(x(rows)))])),
        ("one row many times", ordinary.take(&[3; 30])),
        ("two rows many times", ordinary.take(&(0..30).map(|i| i % 2).collect::<Vec<_>>())),
        (
            "an infinite value",
            with(
                rows,
                vec![(
                    "x",
                    numbers((0..rows).map(|i| if i == 5 { f64::INFINITY } else { i as f64 }).collect()),
                )],
            ),
        ),
    ]
}
