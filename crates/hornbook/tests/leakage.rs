//! Nothing leaks from test rows through a pipeline: not into what is fitted, and not from a row's own target into its encoding.

use hornbook::data::{Dataset, Feature, Features, Input};
use hornbook::evaluation::{CrossValidation, Resampling};
use hornbook::{
    ColumnOrigins, Fit, Learner, LearnerSpec, Model, Registry, RegistryEntry, Run, Table, TrainingInput,
    TransformedRows, Transformer, TransformerModel,
};
use hornbook_core::{Learner as Declare, Result};
use hornbook_learner::{FittedTransformer, Section};
use std::collections::BTreeSet;
use std::sync::Mutex;

const ROWS: usize = 60;

/// The rows that a spy was fitted on, and those that it then transformed, by their numbers.
static SEEN: Mutex<Vec<(BTreeSet<u64>, BTreeSet<u64>)>> = Mutex::new(Vec::new());

/// A transformer that changes nothing and remembers which rows it saw.
#[derive(Debug, Clone, Declare)]
#[learner(
    name = "spy-transformer",
    family = "preprocessing",
    tasks(transformation),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
struct SpyTransformer {}

#[derive(Debug)]
struct FittedSpy {
    inputs: Vec<Input>,
    fitted_on: BTreeSet<u64>,
}

/// The numbers of some rows, which the column `id` holds.
fn numbers_of(inputs: &[Input], rows: &Features<'_>) -> BTreeSet<u64> {
    let place = inputs.iter().position(|input| input.name == "id").expect("a column of numbers");
    match rows.column(place) {
        Feature::Number(ids) => ids.iter().map(|id| *id as u64).collect(),
        _ => panic!("no numbers"),
    }
}

impl Fit for SpyTransformer {
    type Model = TransformerModel<FittedSpy>;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Self::Model> {
        let data = input.dataset()?;
        let inputs = Input::of_dataset(data);
        let fitted_on = numbers_of(&inputs, &data.row_features());
        TransformerModel::new(self, input.rows(), FittedSpy { inputs, fitted_on }, run)
    }
}

impl Transformer for FittedSpy {
    fn outputs(&self) -> Vec<Input> {
        self.inputs.clone()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        SEEN.lock().unwrap().push((self.fitted_on.clone(), numbers_of(&self.inputs, rows)));
        Ok(TransformedRows::unchanged(rows))
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single(0..self.inputs.len())
    }
}

impl FittedTransformer for FittedSpy {
    type Serialized = Vec<u64>;

    fn section(&self) -> Section {
        Section { heading: "spy", text: String::new(), json: serde_json::Value::Null }
    }

    fn serialized(&self) -> Result<Vec<u64>> {
        Ok(self.fitted_on.iter().copied().collect())
    }

    fn from_serialized(inputs: &[Input], fitted_on: Vec<u64>) -> Option<FittedSpy> {
        Some(FittedSpy { inputs: inputs.to_vec(), fitted_on: fitted_on.into_iter().collect() })
    }
}

/// All learners and the spy. Each test is a process of its own, so that nobody has filled the registry before.
fn registry_with_spy() -> &'static Registry {
    let registry = Registry::fill(|| {
        let families = [
            hornbook_learner::registry_entries(),
            hornbook_linear::registry_entries(),
            hornbook_preprocessing::registry_entries(),
            hornbook_trees::registry_entries(),
            hornbook_ensembles::registry_entries(),
        ];
        let all = families.into_iter().flatten();
        all.chain([RegistryEntry::of::<SpyTransformer>()]).collect()
    });
    assert!(
        registry.find("spy-transformer").is_ok(),
        "run each test in a process of its own (cargo nextest)"
    );
    registry
}

fn learner(text: &str) -> Box<dyn Learner> {
    Registry::filled().unwrap().learner(&LearnerSpec::parse(text).unwrap()).unwrap()
}

/// Numbers with gaps, levels, and a target; the rows from `from` on are others if `is_other`.
fn table(from: usize, is_other: bool) -> Table {
    let other = |row: usize| is_other && row >= from;
    let number = |row: usize, factor: usize| match row * factor % 60 {
        gap if gap % 11 == 4 => f64::NAN,
        x => x as f64,
    };
    let size = |row: usize| if other(row) { 1e6 + row as f64 } else { number(row, 37) };
    let kind = |row: usize| match other(row) {
        true => Some("other".to_string()),
        false => ["u", "v", "w"].get(row * 5 % 7 % 4).map(|level| level.to_string()),
    };
    let y = |row: usize| if other(row) { -1e6 } else { (row * 37 % 60) as f64 + (row % 3) as f64 };
    let class = |row: usize| Some(if other(row) || row * 37 % 60 > 30 { "high" } else { "low" });
    Table::builder()
        .number("id", (0..ROWS).map(|row| row as f64).collect())
        .number("size", (0..ROWS).map(size).collect())
        .category("kind", &(0..ROWS).map(kind).collect::<Vec<_>>())
        .number("y", (0..ROWS).map(y).collect())
        .category("class", &(0..ROWS).map(class).collect::<Vec<_>>())
        .build()
        .unwrap()
}

fn data(from: usize, is_other: bool) -> Dataset {
    table(from, is_other).dataset().target("y").unwrap().without(&["class"]).unwrap()
}

#[test]
fn no_step_is_fitted_on_rows_that_it_is_tested_on() {
    registry_with_spy();
    for text in [
        "pipeline(spy-transformer, fill-missing, one-hot, ridge)",
        "pipeline(pipeline(spy-transformer, fill-missing), one-hot, ridge)",
        "pipeline(columns(id+size=spy-transformer, kind=target-encoding), fill-missing, ridge)",
        "pipeline(spy-transformer, target-encoding, fill-missing, ridge)",
        "bagging(estimator=pipeline(spy-transformer, decision-tree), n_estimators=3)",
        "stacking(estimators=[pipeline(spy-transformer, decision-tree(max_depth=2)), baseline], folds=3)",
    ] {
        SEEN.lock().unwrap().clear();
        CrossValidation::new(4).seed(3).evaluate(&*learner(text), &data(0, false)).unwrap();
        let seen = SEEN.lock().unwrap().clone();
        let mut tested = BTreeSet::new();
        for (fitted_on, transformed) in &seen {
            let is_training = transformed.is_subset(fitted_on);
            let is_testing = transformed.is_disjoint(fitted_on);
            // A bootstrap sample is a part of the training rows, and its model sees all of them.
            let is_sampled = text.starts_with("bagging");
            assert!(
                is_training || is_testing || is_sampled,
                "{text}: fitted on some of the rows it is tested on"
            );
            assert!(fitted_on.len() < ROWS, "{text}: fitted on all rows");
            if is_testing {
                tested.extend(transformed.iter().copied());
            }
        }
        assert_eq!(tested.len(), ROWS, "{text}: every row is tested by a spy that was not fitted on it");
    }
}

/// Every transformer, each of which is to learn from training rows only.
const PIPELINES: [&str; 13] = [
    "pipeline(fill-missing, scale-columns)",
    "pipeline(fill-missing(strategy=most_frequent), scale-columns(method=robust))",
    "one-hot",
    "ordinal",
    "missing-indicator",
    "feature-hashing(n_features=8)",
    "binning",
    "binning(strategy=kmeans)",
    "power",
    "quantile-transform",
    "spline-features",
    "pipeline(target-encoding, scale-columns)",
    "columns(@number=polynomial-features, @category=target-encoding)",
];

/// The columns that a model makes of some rows, by name.
fn made(model: &dyn Model, rows: &Table) -> Vec<(String, String)> {
    let (features, _) = model.info().schema.features(rows).unwrap();
    let transformer = model.transformer().unwrap();
    let made = transformer.transform(&features).unwrap();
    let features = made.features();
    let column = |(at, output): (usize, Input)| match features.column(at) {
        Feature::Number(values) => (output.name, format!("{:?}", &values[..])),
        Feature::Code(codes, levels) => {
            let level = |code: &u32| levels.get(*code as usize).cloned();
            (output.name, format!("{:?}", codes.iter().map(level).collect::<Vec<_>>()))
        }
        other => (output.name, format!("{other:?}")),
    };
    transformer.outputs().into_iter().enumerate().map(column).collect()
}

#[test]
fn test_rows_change_nothing_that_is_fitted() {
    hornbook::registry();
    let (train, rest): (Vec<u32>, Vec<u32>) = (0..ROWS as u32).partition(|row| *row < 40);
    let seen = table(40, false).take(&train);
    let probe = table(40, false).take(&rest);
    for text in PIPELINES {
        let of = |is_other: bool| {
            let rows = data(40, is_other).select(train.clone());
            let learner = learner(text);
            let rows = if learner.needs_target() { rows } else { rows.without_targets() };
            let (model, cross_fitted) = learner.fit_transform_boxed(&rows, &Run::default()).unwrap();
            let cross_fitted = cross_fitted.map(|rows| {
                let features = rows.features();
                let column = |at: usize| match features.column(at) {
                    Feature::Number(values) => format!("{:?}", &values[..]),
                    Feature::Code(codes, _) => format!("{:?}", &codes[..]),
                    other => format!("{other:?}"),
                };
                (0..features.width()).map(column).collect::<Vec<_>>()
            });
            (made(&*model, &probe), made(&*model, &seen), cross_fitted)
        };
        assert_eq!(of(false), of(true), "{text}");
    }
}

#[test]
fn no_training_row_sees_its_own_target() {
    hornbook::registry();
    for text in [
        "target-encoding",
        "pipeline(target-encoding, scale-columns)",
        "columns(kind=target-encoding, @rest=keep)",
        "pipeline(columns(kind=target-encoding, @rest=drop))",
    ] {
        let encoded = |row: usize, target: Option<f64>| {
            let table = table(ROWS, false);
            let Feature::Number(y) = Feature::of(table.column("y").unwrap()) else { panic!("levels") };
            let mut y = y.to_vec();
            y[row] = target.unwrap_or(y[row]);
            let data = Table::builder()
                .column("id", table.column("id").unwrap().clone())
                .column("kind", table.column("kind").unwrap().clone())
                .number("y", y)
                .build()
                .unwrap();
            let data = data.dataset().target("y").unwrap();
            let (model, made) = learner(text).fit_transform_boxed(&data, &Run::default()).unwrap();
            let place = model.transformer().unwrap().outputs().iter().position(|o| o.name == "kind").unwrap();
            match made.unwrap().features().column(place) {
                Feature::Number(values) => values.to_vec(),
                _ => panic!("no numbers"),
            }
        };
        // Scaling behind it sees the encodings of all rows, so that only encodings by themselves stay.
        let is_scaled = text.contains("scale-columns");
        for row in [0, 17, 59] {
            let (before, after) = (encoded(row, None), encoded(row, Some(1e4)));
            assert!(is_scaled || before[row] == after[row], "{text}, row {row}");
            assert!(before != after, "{text}: other rows see the target");
        }
    }
}
