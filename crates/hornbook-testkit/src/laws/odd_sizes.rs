//! Values, targets and sample weights of any size: every learner answers with a finite model or a sentence, and soon.

use crate::answers::ModelAnswers;
use crate::cases::{LearnerCase, learns_from};
use crate::laws::{says_what_to_do, soon};
use hornbook::{Dataset, Error, Learner, Model, Run, Seed, Table};

const ROWS: usize = 80;

/// Sizes that overflow when they are squared, summed or multiplied, and such that vanish.
const SIZES: [f64; 10] = [1.5e308, 1e300, 1e200, 1e160, 1e15, 1e5, 1e-15, 1e-160, 1e-308, 5e-324];

/// Numbers without a pattern, from -1 to 1.
fn noise(seed: u64) -> Vec<f64> {
    let mut rng = Seed(seed).rng();
    (0..ROWS).map(|_| 2.0 * rng.unit() - 1.0).collect()
}

/// A table whose values, targets or weights are odd.
pub struct OddSizes {
    /// The values of a column.
    pub values: Vec<f64>,
    /// The numbers to predict.
    pub targets: Vec<f64>,
    /// The sample weights.
    pub weights: Option<Vec<f64>>,
}

impl OddSizes {
    /// Nothing odd yet.
    pub fn plain() -> OddSizes {
        let targets = noise(2).iter().zip(noise(1)).map(|(e, x)| 3.0 + x + 0.2 * e).collect();
        OddSizes { values: noise(1), targets, weights: None }
    }

    /// The datasets of both tasks, and one without a target.
    pub fn datasets(&self) -> Vec<Dataset> {
        let class = |(a, b): (f64, f64)| Some(if a + 0.5 * b > 0.0 { "u" } else { "v" });
        let classes: Vec<Option<&str>> = noise(1).into_iter().zip(noise(3)).map(class).collect();
        let table = Table::builder()
            .number("a", self.values.clone())
            .number("b", noise(4))
            .category("class", &classes)
            .number("number", self.targets.clone())
            .build()
            .unwrap();
        let weighted = |data: Dataset| match &self.weights {
            Some(weights) => data.with_weights(weights.clone()).unwrap(),
            None => data,
        };
        let of = |target: &str| weighted(table.dataset().target(target).unwrap().only(&["a", "b"]).unwrap());
        vec![of("class"), of("number"), weighted(table.dataset().only(&["a", "b"]).unwrap())]
    }
}

/// Trains, predicts and explains where the learner does this task and takes such weights; a sentence is as good as a model.
fn work(learner: &dyn Learner, data: &Dataset) -> Result<(), String> {
    let suits = match data.task() {
        Ok(task) => learns_from(learner, task),
        Err(_) => !learner.needs_target(),
    };
    if !suits || data.weights().is_some() && !learner.capabilities().sample_weights {
        return Ok(());
    }
    soon(|| {
        let trained = learner.fit_with(data, &Run::default());
        sentence_or_sense(trained.and_then(|model| answer(model.as_ref(), data.table())))
    })
}

/// What a model says, and whether it can be meant.
fn answer(model: &dyn Model, table: &Table) -> Result<Result<(), String>, Error> {
    Ok(ModelAnswers::of(model, table)?.check(model, ROWS))
}

fn sentence_or_sense(answered: Result<Result<(), String>, Error>) -> Result<(), String> {
    match answered {
        Ok(sense) => sense,
        Err(error) if says_what_to_do(&error.to_string()) => Ok(()),
        Err(error) => Err(format!("'{error}' does not say what to do")),
    }
}

/// The learner on some odd tables. Options other than the defaults meet one size of three, each its own.
fn sweep(case: &LearnerCase, odd: impl Fn(f64) -> Vec<(&'static str, OddSizes)>) -> Vec<String> {
    let mut broken = Vec::new();
    for (at, size) in SIZES.into_iter().enumerate() {
        if !case.is_default()
            && !(at + case.text.len()).is_multiple_of(3)
            && std::env::var_os("HORNBOOK_FULL").is_none()
        {
            continue;
        }
        for (what, odd) in odd(size) {
            for data in odd.datasets() {
                if let Err(sentence) = work(case.learner.as_ref(), &data) {
                    broken.push(format!("{}, {what} {size:e}: {sentence}", case.text));
                }
            }
        }
    }
    broken
}

/// Values of all sizes, and one such value among others.
pub fn check_values(case: &LearnerCase) -> Vec<String> {
    sweep(case, |size| {
        let all = noise(1).iter().map(|x| x * size).collect();
        let one = noise(1).iter().enumerate().map(|(i, x)| if i == 7 { size } else { *x }).collect();
        vec![
            ("values of", OddSizes { values: all, ..OddSizes::plain() }),
            ("one value of", OddSizes { values: one, ..OddSizes::plain() }),
        ]
    })
}

/// Targets of all sizes, of one sign and of both.
pub fn check_targets(case: &LearnerCase) -> Vec<String> {
    sweep(case, |size| {
        let all = OddSizes::plain().targets.iter().map(|y| y / 5.0 * size).collect();
        let signs = noise(5).iter().map(|e| size.copysign(*e)).collect();
        vec![
            ("targets of", OddSizes { targets: all, ..OddSizes::plain() }),
            ("targets of ±", OddSizes { targets: signs, ..OddSizes::plain() }),
        ]
    })
}

/// Weights of all sizes, beside weights of 1 and alone.
pub fn check_weights(case: &LearnerCase) -> Vec<String> {
    if !case.learner.capabilities().sample_weights {
        return Vec::new();
    }
    sweep(case, |size| {
        let mixed = (0..ROWS).map(|i| if i % 2 == 0 { 1.0 } else { size }).collect();
        let one = (0..ROWS).map(|i| if i == 7 { size } else { 1.0 }).collect();
        vec![
            ("weights of", OddSizes { weights: Some(vec![size; ROWS]), ..OddSizes::plain() }),
            ("weights of 1 and", OddSizes { weights: Some(mixed), ..OddSizes::plain() }),
            ("a weight of", OddSizes { weights: Some(one), ..OddSizes::plain() }),
        ]
    })
}

/// A model meets rows of any size.
pub fn check_rows_to_predict(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    for data in OddSizes::plain().datasets() {
        let Ok(model) = case.learner.fit_with(&data, &Run::default()) else { continue };
        for size in [1.7e308, -1.7e308, 1e200, 5e-324] {
            let table = Table::builder().number("a", vec![size; ROWS]).number("b", vec![-size; ROWS]);
            let table = table.build().unwrap();
            if let Err(sentence) = soon(|| sentence_or_sense(answer(model.as_ref(), &table))) {
                broken.push(format!("{}, rows of {size:e}: {sentence}", case.text));
            }
        }
    }
    broken
}

/// Nothing that somebody may mean is refused: weights that sum to 1 or fall by half a thousand times, values and targets of 1e100.
pub fn check_what_is_meant(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    let learned = ["baseline", "linear-regression", "ridge", "decision-tree", "random-forest", "k-neighbors"];
    if !case.is_default() || !learned.contains(&case.declaration().name) {
        return broken;
    }
    let shares = noise(9).iter().map(|x| (x + 1.1) / ROWS as f64).collect();
    let decay = (0..ROWS as i32).map(|i| 0.5f64.powi(13 * i)).collect();
    let large = noise(1).iter().map(|x| x * 1e100).collect();
    let targets = OddSizes::plain().targets.iter().map(|y| y * 1e100).collect();
    for (what, odd) in [
        ("weights of 1e-5", OddSizes { weights: Some(vec![1e-5; ROWS]), ..OddSizes::plain() }),
        ("weights that sum to 1", OddSizes { weights: Some(shares), ..OddSizes::plain() }),
        (
            "weights that fall by half a thousand times",
            OddSizes { weights: Some(decay), ..OddSizes::plain() },
        ),
        ("values of 1e100", OddSizes { values: large, ..OddSizes::plain() }),
        ("targets of 1e100", OddSizes { targets, ..OddSizes::plain() }),
    ] {
        for data in odd.datasets().iter().take(2) {
            if !case.learner.tasks().contains(&data.task().unwrap()) {
                continue;
            }
            let trained = case.learner.fit_with(data, &Run::default());
            match trained.and_then(|model| answer(model.as_ref(), data.table())) {
                Ok(Ok(())) => {}
                Ok(Err(sentence)) => broken.push(format!("{}, {what}: {sentence}", case.text)),
                Err(error) => broken.push(format!("{}, {what}: {error}", case.text)),
            }
        }
    }
    broken
}
