//! Values, targets and sample weights of any size: every learner answers with a finite model or a sentence, and soon.

use hornbook::{Dataset, Error, Learner, LearnerSpec, Model, Run, Table};
use std::time::{Duration, Instant};

const ROWS: usize = 80;

/// Sizes that overflow when they are squared, summed or multiplied, and such that vanish.
const SIZES: [f64; 10] = [1.5e308, 1e300, 1e200, 1e160, 1e15, 1e5, 1e-15, 1e-160, 1e-308, 5e-324];

/// What a fit, a prediction and an explanation may take. Far more than they do: the machine may be busy.
const LONG: Duration = Duration::from_secs(20);

/// Every learner, with few members where the default is many.
fn learners() -> Vec<(String, Box<dyn Learner>)> {
    let specs = hornbook::registry().entries().iter().map(|entry| {
        let name = entry.declaration.name;
        match name {
            "cascade" | "voting" | "stacking" => {
                format!("{name}(estimators=[decision-tree, linear-regression])")
            }
            "random-forest" | "extra-trees" | "isolation-forest" | "bagging" | "ada-boost" => {
                format!("{name}(n_estimators=5)")
            }
            "gradient-boosting" => format!("{name}(max_iter=5)"),
            "perceptron" | "delta-rule" => format!("{name}(max_iter=50)"),
            "mixture-of-experts" => format!("{name}(max_iter=5)"),
            "bfs-id3" => format!("{name}(max_steps=10000)"),
            _ => name.to_string(),
        }
    });
    let classifiers = ["cascade", "voting", "stacking"]
        .map(|name| format!("{name}(estimators=[decision-tree, gaussian-naive-bayes])"));
    let more = [
        "perceptron(variant=pocket,max_iter=50)",
        "delta-rule(mode=batch,max_iter=50)",
        "gradient-boosting(max_iter=5,loss=quantile)",
    ];
    let more = more.map(str::to_string);
    let learner = |spec: String| {
        let made = LearnerSpec::parse(&spec).and_then(|parsed| hornbook::registry().learner(&parsed));
        made.ok().map(|learner| (spec, learner))
    };
    let all: Vec<_> = specs.chain(classifiers).chain(more).filter_map(learner).collect();
    assert_eq!(all.len(), hornbook::registry().entries().len() + 6, "some learners could not be made");
    all
}

/// Numbers without a pattern, the same every time, from -1 to 1.
fn noise(seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..ROWS).map(|_| next()).collect()
}

struct Odd {
    values: Vec<f64>,
    targets: Vec<f64>,
    weights: Option<Vec<f64>>,
}

impl Odd {
    fn plain() -> Odd {
        let targets = noise(2).iter().zip(noise(1)).map(|(e, x)| 3.0 + x + 0.2 * e).collect();
        Odd { values: noise(1), targets, weights: None }
    }

    /// The datasets of both tasks, and one without a target.
    fn datasets(&self) -> Vec<Dataset> {
        let class = |(a, b): (f64, f64)| Some(if a + 0.5 * b > 0.0 { "u" } else { "v" });
        let classes: Vec<Option<&str>> = noise(1).into_iter().zip(noise(3)).map(class).collect();
        let table = Table::builder()
            .number("a", self.values.clone())
            .number("b", noise(4))
            .category("class", &classes)
            .number("number", self.targets.clone())
            .build()
            .unwrap();
        let of = |target: &str, other: &str| {
            let data = table.dataset().target(target).unwrap().without(&[other]).unwrap();
            match &self.weights {
                Some(weights) => data.with_weights(weights.clone()).unwrap(),
                None => data,
            }
        };
        let without = table.dataset().without(&["class", "number"]).unwrap();
        vec![of("class", "number"), of("number", "class"), without]
    }
}

/// Trains, predicts and explains; a sentence is as good as a model.
fn work(learner: &dyn Learner, data: &Dataset, what: &str) -> Result<(), Error> {
    let model = learner.train(data, &Run::default())?;
    answer(model.as_ref(), data, what)
}

fn answer(model: &dyn Model, data: &Dataset, what: &str) -> Result<(), Error> {
    let predicted = model.predict(data.table())?.values;
    assert_eq!(predicted.len(), ROWS, "{what}");
    if let hornbook::Predictions::Numbers(values) = &predicted
        && model.info().schema.target.task == hornbook::Task::Regression
    {
        assert!(values.iter().all(|value| value.is_finite()), "{what}: {values:?}");
    }
    if model.info().schema.target.task == hornbook::Task::Classification {
        let probabilities = model.probabilities(data.table())?;
        for row in 0..ROWS {
            let sum: f64 = probabilities.row(row).iter().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{what}: {:?}", probabilities.row(row));
        }
    }
    assert!(!model.explain().to_string().is_empty(), "{what}");
    let (rows, _) = model.info().schema.features(data.table())?;
    model.explain_row(&rows, 0)?;
    Ok(())
}

/// All learners on one table.
fn sweep(odd: &Odd, what: &str) {
    let datasets = odd.datasets();
    for (name, learner) in learners() {
        let declaration = learner.declaration();
        for data in &datasets {
            let suits = match data.task() {
                Ok(task) => declaration.tasks.contains(&task) && declaration.needs_target(),
                Err(_) => !declaration.needs_target(),
            };
            if !suits || data.weights().is_some() && !declaration.abilities.sample_weights {
                continue;
            }
            let (what, start) = (format!("{name}, {what}"), Instant::now());
            if let Err(error) = work(&*learner, data, &what) {
                let sentence = error.to_string();
                assert!(sentence.contains("; "), "{what}: '{sentence}' does not say what to do");
            }
            let taken = start.elapsed();
            assert!(taken < LONG, "{what} took {taken:?}");
            if std::env::var_os("HORNBOOK_SHOW_SLOW").is_some() && taken > Duration::from_millis(200) {
                eprintln!("{what}: {taken:?}");
            }
        }
    }
}

#[test]
fn values() {
    for size in SIZES {
        let all = noise(1).iter().map(|x| x * size).collect();
        sweep(&Odd { values: all, ..Odd::plain() }, &format!("values of {size:e}"));
        let one = noise(1).iter().enumerate().map(|(i, x)| if i == 7 { size } else { *x }).collect();
        sweep(&Odd { values: one, ..Odd::plain() }, &format!("one value of {size:e}"));
    }
}

#[test]
fn targets() {
    for size in SIZES {
        let plain = Odd::plain();
        let all = plain.targets.iter().map(|y| y / 5.0 * size).collect();
        sweep(&Odd { targets: all, ..Odd::plain() }, &format!("targets of {size:e}"));
        let signs = noise(5).iter().map(|e| size.copysign(*e)).collect();
        sweep(&Odd { targets: signs, ..Odd::plain() }, &format!("targets of ±{size:e}"));
    }
}

#[test]
fn weights() {
    for size in SIZES {
        let all = Some(vec![size.min(1.7e308); ROWS]);
        sweep(&Odd { weights: all, ..Odd::plain() }, &format!("weights of {size:e}"));
        let mixed = Some((0..ROWS).map(|i| if i % 2 == 0 { 1.0 } else { size }).collect());
        sweep(&Odd { weights: mixed, ..Odd::plain() }, &format!("weights of 1 and {size:e}"));
        let one = Some((0..ROWS).map(|i| if i == 7 { size } else { 1.0 }).collect());
        sweep(&Odd { weights: one, ..Odd::plain() }, &format!("a weight of {size:e}"));
    }
}

/// Nothing that somebody may mean is refused.
#[test]
fn what_is_meant_is_learned() {
    let light = Some(vec![1e-5; ROWS]);
    let shares = Some(noise(9).iter().map(|x| (x + 1.1) / ROWS as f64).collect());
    let decay = Some((0..ROWS as i32).map(|i| 0.5f64.powi(13 * i)).collect());
    let large = noise(1).iter().map(|x| x * 1e100).collect();
    let targets = Odd::plain().targets.iter().map(|y| y * 1e100).collect();
    let cases = [
        ("weights of 1e-5", Odd { weights: light, ..Odd::plain() }),
        ("weights that sum to 1", Odd { weights: shares, ..Odd::plain() }),
        ("weights that fall by half a thousand times", Odd { weights: decay, ..Odd::plain() }),
        ("values of 1e100", Odd { values: large, ..Odd::plain() }),
        ("targets of 1e100", Odd { targets, ..Odd::plain() }),
    ];
    for (what, odd) in &cases {
        for (name, learner) in learners() {
            let learned = [
                "baseline",
                "linear-regression",
                "ridge",
                "decision-tree",
                "random-forest(n_estimators=5)",
                "k-neighbors",
            ];
            let datasets = odd.datasets();
            for data in datasets.iter().take(2).filter(|_| learned.contains(&name.as_str())) {
                if learner.declaration().tasks.contains(&data.task().unwrap()) {
                    let what = format!("{name}, {what}");
                    work(&*learner, data, &what).unwrap_or_else(|error| panic!("{what}: {error}"));
                }
            }
        }
    }
}

/// A model meets rows of any size.
#[test]
fn rows_to_predict() {
    for data in &Odd::plain().datasets() {
        for (name, learner) in learners() {
            let Ok(model) = learner.train(data, &Run::default()) else { continue };
            for size in [1.7e308, -1.7e308, 1e200, 5e-324] {
                let table = Table::builder().number("a", vec![size; ROWS]).number("b", vec![-size; ROWS]);
                let table = table.build().unwrap();
                let what = format!("{name}, rows of {size:e}");
                if let Err(error) = answer(model.as_ref(), &table.dataset(), &what) {
                    assert!(error.to_string().contains("; "), "{what}: {error}");
                }
            }
        }
    }
}
