//! What the learners of the crate have in common is tested together.

mod codes;
mod files;
mod goldens;
mod laws;
mod odd;
mod parity;
mod spy;

use crate::*;
use hornbook_core::{Observer, Run, TraceEvent, Value};
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Baseline, Learner, Model, Predictions, Registry, RegistryEntry};
use hornbook_trees::{DecisionTree, GradientBoosting};
use std::sync::{Arc, Mutex};

fn registry() -> &'static Registry {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<Baseline>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<GradientBoosting>(),
            RegistryEntry::of::<Bagging>(),
            RegistryEntry::of::<Voting>(),
            RegistryEntry::of::<Stacking>(),
            RegistryEntry::of::<Cascade>(),
            RegistryEntry::of::<ClassHierarchy>(),
            RegistryEntry::of::<OutputCode>(),
            RegistryEntry::of::<OneVsRest>(),
            RegistryEntry::of::<OneVsOne>(),
            RegistryEntry::of::<AdaBoost>(),
            RegistryEntry::of::<hornbook_linear::LinearRegression>(),
            RegistryEntry::of::<hornbook_linear::LogisticRegression>(),
            RegistryEntry::of::<MixtureOfExperts>(),
            RegistryEntry::of::<spy::Memory>(),
        ]
    })
}

/// The learner that a text describes.
fn learner(text: &str) -> Box<dyn Learner> {
    registry().learner(&hornbook_core::LearnerSpec::parse(text).unwrap()).unwrap()
}

/// Every learner of the crate, with more than its defaults, by whether it also does numbers.
const CLASSES_ONLY: [&str; 9] = [
    "cascade(columns=x+z)",
    "class-hierarchy",
    "class-hierarchy(hierarchy=((a,b),c))",
    "output-code",
    "output-code(code=exhaustive,decoding=hard)",
    "one-vs-rest",
    "one-vs-rest(decoding=hard)",
    "one-vs-one",
    "ada-boost(algorithm=m1,estimator=decision-tree(max_depth=3))",
];
const BOTH: [&str; 12] = [
    "bagging(oob_score=true)",
    "bagging(bootstrap=false,max_samples=0.6,max_features=0.7)",
    "bagging(estimator=bagging(n_estimators=3),n_estimators=3,bootstrap_features=true)",
    "voting",
    "voting(voting=soft,estimators=[decision-tree(max_depth=2),baseline],weights=[1,0.5])",
    "voting(learn_weights=true)",
    "stacking",
    "stacking(passthrough=true,folds=3,estimators=[baseline,decision-tree(max_depth=2)])",
    "ada-boost(n_estimators=8)",
    "ada-boost(n_estimators=8,resampling=true,learning_rate=0.7)",
    "mixture-of-experts(n_init=3)",
    "mixture-of-experts(n_init=2,depth=2,max_iter=20)",
];

/// A mixed table with gaps, classes a, b and c, and numbers, made by a rule.
fn table(rows: u32) -> Table {
    registry();
    let noise = |i: u32, m: u32| f64::from(i.wrapping_mul(2_654_435_761) >> 7 & 1023) % f64::from(m);
    let x: Vec<f64> = (0..rows).map(|i| noise(i, 29)).collect();
    let z: Vec<f64> = (0..rows).map(|i| if i % 7 == 3 { f64::NAN } else { noise(i + 77, 17) }).collect();
    let color: Vec<Option<&str>> =
        (0..rows).map(|i| ["red", "green", "blue"].get((i * 5 % 4) as usize).copied()).collect();
    let score = |i: u32| x[i as usize] + 0.4 * noise(i + 5, 11) + if i % 4 == 1 { 6.0 } else { 0.0 };
    let class = |i: u32| match score(i) {
        s if s < 10.0 => "a",
        s if s < 22.0 => "b",
        _ => "c",
    };
    let kind: Vec<Option<&str>> = (0..rows).map(|i| Some(class(i))).collect();
    let y: Vec<f64> = (0..rows).map(score).collect();
    let builder = Table::builder().number("x", x).number("z", z).category("colour", &color);
    builder.category("kind", &kind).number("y", y).build().unwrap()
}

fn classes(table: &Table) -> Dataset {
    table.dataset().target("kind").unwrap().without(&["y"]).unwrap()
}

fn numbers(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().without(&["kind"]).unwrap()
}

/// Every learner with the rows it is for.
fn everyone(table: &Table) -> Vec<(&'static str, Dataset)> {
    let mut all: Vec<(&str, Dataset)> = CLASSES_ONLY.map(|text| (text, classes(table))).to_vec();
    all.extend(BOTH.iter().flat_map(|&text| [(text, classes(table)), (text, numbers(table))]));
    all.into_iter().map(|(text, data)| (text, suiting(text, data))).collect()
}

/// Linear models see no columns with gaps.
fn suiting(text: &str, data: Dataset) -> Dataset {
    if text.starts_with("mixture") { data.only(&["x"]).unwrap() } else { data }
}

/// What a model predicts, as bits: probabilities or numbers.
fn answers(model: &dyn Model, table: &Table) -> Vec<f64> {
    match model.predict(table).unwrap().values {
        Predictions::Numbers(values) => values,
        Predictions::Classes(..) => model.probabilities(table).unwrap().into_values(),
    }
}

/// Keeps the trace.
#[derive(Default)]
struct Notebook(Mutex<Vec<Value>>);

impl Observer for Notebook {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn TraceEvent) {
        assert!(!event.to_string().is_empty());
        self.0.lock().unwrap().push(event.to_json());
    }
}

fn traced(learner: &dyn Learner, data: &Dataset) -> (Box<dyn Model>, Vec<Value>) {
    let notebook = Arc::new(Notebook::default());
    let model = learner.fit_with(data, &Run::default().observer(notebook.clone())).unwrap();
    let events = notebook.0.lock().unwrap().clone();
    (model, events)
}
