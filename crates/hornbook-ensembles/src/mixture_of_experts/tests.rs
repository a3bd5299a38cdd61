use super::*;
use crate::file;
use hornbook_core::{Observer, Seed, TraceEvent, Value};
use hornbook_data::{Dataset, Feature, Table, Target};
use hornbook_learner::{Inspect, Model, Predictions, Registry, RegistryEntry};
use hornbook_linear::{LinearModel, LinearRegression, LogisticRegression};
use std::sync::{Arc, Mutex};

fn mixture() -> MixtureOfExperts {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<MixtureOfExperts>(),
        ]
    });
    MixtureOfExperts::default()
}

/// Numbers between -1 and 1.
fn numbers(seed: u64, count: usize) -> Vec<f64> {
    let mut rng = Seed(seed).rng();
    (0..count).map(|_| 2.0 * rng.unit() - 1.0).collect()
}

/// About normal, with a deviation of 1.
fn noise(seed: u64, count: usize) -> Vec<f64> {
    let mut rng = Seed(seed).rng();
    (0..count).map(|_| (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0).collect()
}

/// Two lines that cross at 0.2, each on its side of it, with a noise of 0.1.
fn two_lines(count: usize) -> Table {
    lines_apart(count, 0.0)
}

/// The same, but the target jumps by so much where it goes from one line to the other.
fn lines_apart(count: usize, jump: f64) -> Table {
    let (x, noise) = (numbers(1, count), noise(2, count));
    let line = |x: f64| if x < 0.2 { 1.0 + 2.0 * x } else { 2.0 + jump - 3.0 * x };
    let y = x.iter().zip(&noise).map(|(&x, e)| line(x) + 0.1 * e);
    Table::builder().number("y", y.collect()).number("x", x.clone()).build().unwrap()
}

/// Classes by the sign of a product, a few of them wrong.
fn crossed(count: usize) -> Table {
    let (a, b, noise) = (numbers(3, count), numbers(4, count), noise(5, count));
    let class = |row: usize| Some(if a[row] * b[row] + 0.01 * noise[row] > 0.0 { "same" } else { "other" });
    let kind: Vec<Option<&str>> = (0..count).map(class).collect();
    Table::builder().category("kind", &kind).number("a", a.clone()).number("b", b.clone()).build().unwrap()
}

fn lines() -> Dataset {
    two_lines(300).dataset().target("y").unwrap()
}

fn crosses() -> Dataset {
    crossed(400).dataset().target("kind").unwrap()
}

fn expert(model: &EnsembleModel, place: usize) -> &LinearModel {
    gating_tree::linear(&model.members[place]).unwrap()
}

fn accuracy(model: &dyn Model, data: &Dataset) -> f64 {
    let Target::Classes(truth) = data.require_target().unwrap().1 else { panic!("classes") };
    let Predictions::Classes(codes, _) = model.predict(data.table()).unwrap().values else {
        panic!("classes")
    };
    codes.iter().zip(truth.codes.iter()).filter(|(a, b)| a == b).count() as f64 / codes.len() as f64
}

fn squares(model: &dyn Model, data: &Dataset) -> f64 {
    let Target::Numbers(truth) = data.require_target().unwrap().1 else { panic!("numbers") };
    let Predictions::Numbers(values) = model.predict(data.table()).unwrap().values else { panic!("numbers") };
    values.iter().zip(truth.iter()).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / values.len() as f64
}

#[test]
fn two_lines_are_found() {
    let data = lines();
    let model = mixture().fit(&data).unwrap();
    let mut found: Vec<(f64, f64)> = (1..3)
        .map(|place| (expert(&model, place).weights().at(0, 0), expert(&model, place).intercepts()[0]))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    for ((slope, constant), (true_slope, true_constant)) in found.iter().zip([(-3.0, 2.0), (2.0, 1.0)]) {
        assert!((slope - true_slope).abs() < 0.1 && (constant - true_constant).abs() < 0.1, "{found:?}");
    }
    // Where the gate is even.
    let gate = expert(&model, 0);
    assert!((-gate.intercepts()[0] / gate.weights().at(0, 0) - 0.2).abs() < 0.1);
    let CombinationRule::Experts { deviations, shares, .. } = &model.rule else { panic!("experts") };
    assert!(deviations.iter().all(|noise| (noise - 0.1).abs() < 0.02), "{deviations:?}");
    assert!((shares[1] + shares[2] - 1.0).abs() < 1e-12 && shares[0] == 1.0);
    let line = LinearRegression::default().fit(&data).unwrap();
    let (own, of_line) = (squares(&model, &data), squares(&line, &data));
    // The squares of 300 normal numbers lie this near to the noise in all but one sample of a thousand.
    let most = 0.01 * (1.0 + 3.0 * (2.0f64 / 300.0).sqrt());
    assert!(own < most && own < 0.1 * of_line, "{own} {of_line}");
    assert!(model.info().summary.converged);
}

/// The price keeps a gate soft, which costs most where the target jumps; a smaller one lets it be sharper.
#[test]
fn a_smaller_price_makes_a_sharper_gate() {
    let data = lines_apart(300, 2.0).dataset().target("y").unwrap();
    let with_price = |alpha: f64| {
        let model = mixture().alpha(alpha).fit(&data).unwrap();
        (expert(&model, 0).weights().at(0, 0).abs(), squares(&model, &data))
    };
    let found = [1.0, 1e-2, 1e-4].map(with_price);
    assert!(found.windows(2).all(|pair| pair[1].0 > pair[0].0 && pair[1].1 < pair[0].1), "{found:?}");
}

// proves: 002:R14
#[test]
fn what_no_line_can_tell_apart() {
    let data = crosses();
    let model = mixture().fit(&data).unwrap();
    let line = LogisticRegression::default().fit(&data).unwrap();
    let (own, of_line) = (accuracy(&model, &data), accuracy(&line, &data));
    assert!(own > 0.95 && of_line < 0.65, "{own} {of_line}");
    let shares = model.probabilities(data.table()).unwrap();
    assert!((0..400).all(|row| (shares.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-12));
    // A tree of gates finds three lines as well.
    let (x, e) = (numbers(6, 400), noise(7, 400));
    let y = x.iter().zip(&e).map(|(x, e)| (6.0 * x).sin() + 0.05 * e).collect();
    let waves = Table::builder().number("x", x.clone()).number("y", y).build().unwrap();
    let waves = waves.dataset().target("y").unwrap();
    let (flat, deep) = (mixture().fit(&waves).unwrap(), mixture().depth(2).fit(&waves).unwrap());
    assert_eq!((deep.members.len(), deep.info().summary.details["experts"].as_u64()), (7, Some(4)));
    assert!(squares(&deep, &waves) < 0.5 * squares(&flat, &waves));
}

/// Keeps the trace.
#[derive(Default)]
struct Notebook(Mutex<Vec<Value>>);

impl Observer for Notebook {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn TraceEvent) {
        assert!(event.to_string().starts_with("initialization "));
        self.0.lock().unwrap().push(event.to_json());
    }
}

#[test]
fn no_round_is_worse_than_the_one_before() {
    let cases = [
        (mixture(), lines()),
        (mixture().experts(3).alpha(1.0), lines()),
        (mixture().depth(2).n_init(3), lines()),
        (mixture(), crosses()),
        (mixture().experts(4).n_init(3).alpha(1e-4), crosses()),
    ];
    for (learner, data) in cases {
        let notebook = Arc::new(Notebook::default());
        let learner = learner.tol(1e-9);
        let model = learner.fit_with(&data, &Run::default().observer(notebook.clone())).unwrap();
        let events = notebook.0.lock().unwrap().clone();
        let merit =
            |event: &Value| event["log_likelihood"].as_f64().unwrap() - event["penalty"].as_f64().unwrap();
        let mut rises = 0;
        for start in 1..=u64::from(learner.n_init) {
            let own: Vec<&Value> = events.iter().filter(|event| event["start"] == start).collect();
            for (at, pair) in own.windows(2).enumerate() {
                assert_eq!(pair[1]["round"], at + 2);
                let gain = merit(pair[1]) - merit(pair[0]);
                assert!(gain > -1e-9 * merit(pair[0]).abs().max(1.0), "{learner:?}: {gain}");
                rises += usize::from(gain > 0.0);
            }
        }
        assert!(rises > 10);
        let shares: f64 = events[0]["shares"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-12);
        let details = &model.info().summary.details;
        let last = events.iter().rfind(|event| event["start"] == details["start"]).unwrap();
        assert_eq!(
            (&details["log_likelihood"], &details["rounds"]),
            (&last["log_likelihood"], &last["round"])
        );
    }
}

/// The numbers of `tests/reference/mixture_of_experts.py`, iteration by iteration.
// proves: 002:R13, 000b:KM74
#[test]
fn rounds_of_a_plain_program() {
    let json: Value =
        serde_json::from_str(include_str!("../../tests/reference/mixture_of_experts.json")).unwrap();
    let list = |value: &Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let column =
        |c: usize| json["x"].as_array().unwrap().iter().map(|row| row[c].as_f64().unwrap()).collect();
    let labels = |name: &str| -> Vec<Option<String>> {
        json[name].as_array().unwrap().iter().map(|k| Some(k.to_string())).collect()
    };
    let table = Table::builder()
        .number("a", column(0))
        .number("b", column(1))
        .number("numbers", list(&json["number"]));
    let table =
        table.category("kinds", &labels("kind")).category("grades", &labels("grade")).build().unwrap();
    let close = |own: f64, other: f64, what: &str| {
        assert!((own - other).abs() < 1e-6 * other.abs().max(1.0), "{what}: {own} and {other}");
    };
    for (target, experts) in [("numbers", 2), ("numbers", 3), ("kinds", 2), ("grades", 2)] {
        let name = format!("{target}_{experts}");
        let data = table.dataset().only(&["a", "b"]).unwrap().target(target).unwrap();
        let data = data.with_weights(list(&json["weights"])).unwrap();
        let learner = mixture().experts(experts).alpha(json["price"].as_f64().unwrap());
        let shape = learner.shape().unwrap();
        let rows = DistinctRows::of(&data, shape).unwrap();
        let Feature::Number(a) = rows.features.column(0) else { panic!("numbers") };
        let region = |a: f64| match experts {
            2 => usize::from(a >= 0.0),
            _ => usize::from(a >= -0.5) + usize::from(a >= 0.5),
        };
        let even = 0.1 / f64::from(experts);
        let mut responsibilities = vec![vec![1.0; rows.count()]];
        responsibilities.extend((0..experts as usize).map(|expert| {
            a.iter().map(|&a| even + if region(a) == expert { 0.9 } else { 0.0 }).collect::<Vec<f64>>()
        }));
        let search = EmSearch { learner: &learner, rows: &rows, shape, run: &Run::default() };
        let mut em_run = search.begin(&responsibilities).unwrap();
        let expected = json[&name]["rounds"].as_array().unwrap();
        (1..expected.len()).for_each(|_| search.step(&mut em_run).unwrap());
        for (round, expected) in em_run.rounds.iter().zip(expected) {
            close(round.log_likelihood, expected["log_likelihood"].as_f64().unwrap(), &name);
            close(round.penalty, expected["price"].as_f64().unwrap(), &name);
            for (own, other) in round.shares[1..].iter().zip(list(&expected["shares"])) {
                close(*own, other, &name);
            }
        }
        let same_weights = |model: &LinearModel, expected: &Value| {
            for (output, expected) in expected.as_array().unwrap().iter().enumerate() {
                let expected = list(expected);
                (0..2).for_each(|column| close(model.weights().at(output, column), expected[column], &name));
                close(model.intercepts()[output], expected[2], &name);
            }
        };
        same_weights(&em_run.parts.gates[0], &json[&name]["gate"]);
        for (expert, model) in em_run.parts.experts.iter().enumerate() {
            same_weights(model, &json[&name]["experts"][expert]);
        }
        for (own, other) in em_run.parts.deviations.iter().zip(list(&json[&name]["noise"])) {
            close(*own, other, &name);
        }
    }
}

#[test]
fn a_mixture_in_words() {
    let model = mixture().fit(&lines()).unwrap();
    let text = model.explain().to_string();
    for part in [
        "Gating network",
        "Experts",
        "log odds of 'expert 2' against 'expert 1'",
        "noise standard deviation 0.1",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let json = model.explain().to_json();
    let slope = json["experts"][0]["weights"]["coefficient"]["x"].as_f64().unwrap();
    assert_eq!(slope, expert(&model, 1).weights().at(0, 0));
    let rows = Table::builder().number("x", vec![-0.5, 0.9]).build().unwrap();
    let (features, _) = model.info().schema.features(&rows).unwrap();
    let shares = gating_tree::shares(&model.members, GatingTree::new(2, 1).unwrap(), &features).unwrap();
    for row in [0, 1] {
        let why = model.explain_row(&features, row).unwrap();
        let json = &why.to_json()["reasons"];
        assert_eq!(json["members"][1]["share"].as_f64().unwrap(), shares[1][row]);
        assert!(why.to_string().contains("expert 1 (gate probability "), "{why}");
        let said: f64 = (0..2)
            .map(|k| shares[k][row] * json["members"][k]["answer"].as_str().unwrap().parse::<f64>().unwrap())
            .sum();
        assert!(
            (said - model.predict(&rows).unwrap().values.label(row).parse::<f64>().unwrap()).abs() < 1e-12
        );
    }
    let deep = mixture().depth(2).n_init(2).fit(&crosses()).unwrap();
    assert!(deep.explain().to_string().contains("log odds of 'gate 3' against 'gate 2'"));
    assert!(deep.importances().unwrap().iter().all(|share| *share > 0.2));
}

#[test]
fn odd_rows() {
    // More experts than rows.
    let few = two_lines(3).dataset().target("y").unwrap();
    let model = mixture().experts(5).fit(&few).unwrap();
    assert!(
        model.info().summary.warnings.iter().any(|w| w.contains("more experts (5) than distinct rows (3)"))
    );
    assert!(squares(&model, &few).is_finite());
    // Nothing but constants.
    let same = Table::builder().number("x", vec![1.0; 9]).number("y", vec![2.0; 9]).build().unwrap();
    let model = mixture().fit(&same.dataset().target("y").unwrap()).unwrap();
    assert_eq!(model.predict(&same).unwrap().values.label(4), "2");
    // One class.
    let one = crossed(20);
    let keep: Vec<u32> =
        (0..20).filter(|&row| one.column("kind").unwrap().label(row as usize).unwrap() == "same").collect();
    let only = one.dataset().target("kind").unwrap().select(keep);
    let model = mixture().fit(&only).unwrap();
    assert_eq!(model.predict(&one).unwrap().values.label(0), "same");
    assert!(model.info().summary.warnings[0].contains("only one class"));
    assert!(model.explain().to_string().contains("always 'same'"));
    // Too many to be counted.
    for wrong in [mixture().experts(300), mixture().experts(2).depth(9), mixture().experts(7).depth(u32::MAX)]
    {
        let error = wrong.fit(&few).map(drop).unwrap_err().to_string();
        assert!(error.contains("at most 256 experts"), "{error}");
    }
    let stopped = mixture().max_iter(2).tol(0.0).fit(&lines()).unwrap();
    assert!(
        !stopped.info().summary.converged
            && stopped.info().summary.warnings[0].contains("did not converge in 2")
    );
    // Categories become columns of their levels.
    let color: Vec<Option<&str>> = (0..60).map(|i| Some(["red", "green", "blue"][i % 3])).collect();
    let y = (0..60).map(|i| f64::from(i % 3) * f64::from(i)).collect();
    let colored = Table::builder().category("colour", &color).number("x", (0..60).map(f64::from).collect());
    let colored = colored.number("y", y).build().unwrap().dataset().target("y").unwrap();
    let line = LinearRegression::default().fit(&colored).unwrap();
    let model = mixture().experts(3).fit(&colored).unwrap();
    assert!(squares(&model, &colored) < 0.1 * squares(&line, &colored));
}

/// A part whose rows are gone stays as it was, and the others go on.
#[test]
fn a_part_without_rows_stays() {
    let (learner, data) = (mixture(), lines());
    let shape = learner.shape().unwrap();
    let rows = DistinctRows::of(&data, shape).unwrap();
    let search = EmSearch { learner: &learner, rows: &rows, shape, run: &Run::default() };
    let mut em_run = search.begin(&rows.start(shape, false, &mut Seed(1).rng())).unwrap();
    let before = em_run.parts.experts[1].weights().clone();
    em_run.take_rows_of(2);
    search.step(&mut em_run).unwrap();
    assert_eq!(em_run.parts.experts[1].weights(), &before);
    let line = LinearRegression::default().fit(&data).unwrap();
    assert!((em_run.parts.experts[0].weights().at(0, 0) - line.weights().at(0, 0)).abs() < 1e-9);
    assert!(em_run.rounds[1].shares[2] < 1e-12 && em_run.rounds[1].log_likelihood.is_finite());
}

#[test]
fn files_with_wrong_parts_are_refused() {
    let fitted = || mixture().n_init(1).fit(&lines()).unwrap();
    let load = |model: &EnsembleModel| file::from_bytes(model.info.clone(), &model.to_bytes().unwrap());
    let good = fitted();
    let again = load(&good).unwrap();
    assert_eq!(again.to_bytes().unwrap(), good.to_bytes().unwrap());
    assert_eq!(again.explain(), good.explain());
    let wrong = |change: &dyn Fn(&mut EnsembleModel)| {
        let mut model = fitted();
        change(&mut model);
        assert!(load(&model).is_err());
    };
    wrong(&|model| drop(model.members.pop()));
    wrong(&|model| model.members.swap(0, 1));
    wrong(&|model| model.members[1] = Member::of(Box::new(mixture().n_init(1).fit(&lines()).unwrap())));
    wrong(&|model| {
        model.members[2] = Member::of(Box::new(LogisticRegression::default().fit(&crosses()).unwrap()))
    });
    for (branches, depth) in [(0u32, 1u32), (2, 0), (u32::MAX, u32::MAX), (3, 1), (1, 2)] {
        wrong(&|model| {
            let shape =
                serde_json::from_value(serde_json::json!({"branches": branches, "depth": depth})).unwrap();
            model.rule = CombinationRule::Experts { shape, shares: vec![1.0; 3], deviations: vec![1.0; 2] };
        });
    }
    let shape = GatingTree::new(2, 1).unwrap();
    for (shares, deviations) in [
        (vec![1.0, 0.5], vec![1.0; 2]),
        (vec![1.0, -0.5, 1.5], vec![1.0; 2]),
        (vec![1.0; 3], vec![1.0]),
        (vec![1.0; 3], vec![0.0, 1.0]),
        (vec![1.0; 3], vec![f64::NAN, 1.0]),
    ] {
        wrong(&|model| {
            model.rule =
                CombinationRule::Experts { shape, shares: shares.clone(), deviations: deviations.clone() }
        });
    }
}

#[test]
fn who_watches_may_end_it() {
    struct Enough;
    impl Observer for Enough {
        fn progress(&self, progress: hornbook_core::Progress) -> hornbook_core::ObserverAction {
            match progress.stage {
                "rounds" => hornbook_core::ObserverAction::Finish,
                _ => hornbook_core::ObserverAction::Continue,
            }
        }
    }
    let run = Run::default().observer(Arc::new(Enough));
    let model = mixture().experts(4).tol(0.0).n_init(2).fit_with(&lines(), &run).unwrap();
    assert_eq!(model.info().summary.details["rounds"], 11);
    assert!(!model.info().summary.converged);
    let run = Run::default();
    run.cancel_token().cancel();
    assert!(mixture().fit_with(&lines(), &run).is_err());
}
