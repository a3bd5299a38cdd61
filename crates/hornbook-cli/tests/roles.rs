//! Role by command: each command that divides rows does so by their roles.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::desk::{Desk, hornbook, stdout};
use serde_json::Value;

const ROWS: usize = 240;

/// Every row twice, with a label that is noise: copies are of the same group and predefined fold. A tree looks perfect if they
/// are torn apart, and no better than chance if not.
fn copies() -> String {
    let of_pair = |pair: usize| {
        // The bits of a product look like noise.
        let noise = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        format!("{},{pair},{},{}\n", noise % 10_007, pair % 5, ["no", "yes"][(noise >> 5) % 2])
    };
    let rows: String = (0..ROWS).map(|row| of_pair(row % (ROWS / 2))).collect();
    format!("x,who,part,kind\n{rows}")
}

/// Twelve days of a label, then twelve of the other, in rows that do not stand in the order of time.
fn days() -> String {
    let of_day = |day: usize| format!("{day},{day},{}\n", ["no", "yes"][day / 12 % 2]);
    let rows: String = (0..ROWS).map(|row| of_day(row * 77 % ROWS)).collect();
    format!("x,day,kind\n{rows}")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--json"]].concat())).unwrap()
}

/// How good a command takes a tree to be on the x of a file.
fn scores(desk: &Desk, file: &str, role: &[&str]) -> Vec<(&'static str, f64)> {
    let roles = [&["--target", "kind", "--only", "x"], role].concat();
    let ask = |command: &[&str], more: &[&str]| json(&[command, &[file], &roles[..], more].concat());
    let space = ["--search", "min_samples_leaf=1,2", "--strategy", "grid"];
    let study = desk.name("study");
    let _ = std::fs::remove_dir_all(&study);
    let number = |value: &Value| value.as_f64().unwrap();
    let tuned = ask(&["tune"], &[&space[..], &["--test", "0"]].concat());
    let nested = ask(&["tune"], &[&space[..], &["--nested", "4"]].concat());
    let learning = ask(&["curve"], &[]);
    let points = learning["points"].as_array().unwrap();
    vec![
        ("evaluate", number(&ask(&["evaluate"], &[])["scores"][0]["value"])),
        (
            "compare",
            number(
                &ask(&["compare"], &["--learners", "decision-tree,baseline"])["learners"][0]["evaluation"]["scores"]
                    [0]["value"],
            ),
        ),
        ("tune", number(&tuned["tuning"]["best"]["mean"])),
        ("tune --nested", number(&nested["test"]["scores"][0]["value"])),
        ("curve", number(&points[points.len() - 1]["test"]["mean"])),
        (
            "curve --vary",
            number(&ask(&["curve"], &["--vary", "min_samples_leaf=1,2"])["points"][0]["validation"]["mean"]),
        ),
        (
            "study",
            number(
                &ask(&["study"], &["--learners", "decision-tree", "--out", &study])["result"]["scores"][0]["value"],
            ),
        ),
    ]
}

// proves: 002:E02
#[test]
fn commands_keep_the_roles_of_rows() {
    let desk = Desk::new();
    let copies = desk.write("copies.csv", &copies());
    let days = desk.write("days.csv", &days());
    let cases = [(&copies, ["--group", "who"]), (&copies, ["--fold", "part"]), (&days, ["--order", "day"])];
    for (file, role) in cases {
        let honest = scores(&desk, file, &role);
        let taken_in = scores(&desk, file, &[]);
        for ((command, kept), (_, plain)) in honest.into_iter().zip(taken_in) {
            assert!(kept < 0.75, "{command} does not keep {role:?}: {kept}");
            assert!(plain > 0.85, "{command} tells nothing of {role:?}: {plain} without it");
        }
    }
}

#[test]
fn a_model_is_calibrated_and_given_intervals_in_time() {
    let desk = Desk::new();
    let days = desk.write("days.csv", &days());
    let sure = |role: &[&str]| {
        let model = desk.name("model.hornbook");
        let fit = [
            "fit",
            &days,
            "--target",
            "kind",
            "--only",
            "x",
            "--calibrate",
            "platt",
            "--intervals",
            "--out",
            &model,
        ];
        stdout(&[&fit[..], role].concat());
        let rows = stdout(&["predict", &model, &days, "--probabilities", "--json"]);
        let most = |line: &str| {
            let row: Value = serde_json::from_str(line).unwrap();
            let row = row.as_object().unwrap();
            row.values().filter_map(Value::as_f64).fold(0.0, f64::max)
        };
        let all: Vec<f64> = rows.lines().map(most).collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    let in_time = sure(&["--order", "day"]);
    let shuffled = sure(&[]);
    assert!(in_time < 0.75 && shuffled > 0.85, "{in_time} in time, {shuffled} shuffled");
}

#[test]
fn an_offset_and_a_cost_are_taken() {
    let desk = Desk::new();
    let row = |i: usize| {
        let hours = 1 + i % 17;
        let x = i % 5;
        format!("{},{x},{}\n", (hours as f64).ln(), hours * (1 + 2 * x))
    };
    let counts: String = (0..150).map(row).collect();
    let counts = desk.write("counts.csv", &format!("log_hours,x,calls\n{counts}"));
    let roles = ["--target", "calls", "--offset", "log_hours"];
    let result = json(&[&["evaluate", &counts, "--learner", "poisson-regression"], &roles[..]].concat());
    let error = result["scores"][0]["value"].as_f64().unwrap();
    assert!(error < 0.5 * result["baseline"][0]["value"].as_f64().unwrap(), "{error}");
    let model = desk.name("counts.hornbook");
    let said =
        stdout(&[&["fit", &counts, "--learner", "poisson-regression", "--out", &model], &roles[..]].concat());
    assert!(said.contains("from 150 rows and 1 column\n"), "{said}");
    assert_eq!(stdout(&["predict", &model, &counts]).lines().count(), 151);
    let record = json(&[&["study", &counts, "--out", &desk.name("study")], &roles[..]].concat());
    let features: Vec<&str> = record["model"]["importances"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|i| i["column"].as_str())
        .collect();
    assert_eq!(features, ["x"]);

    let row = |i: usize| {
        format!(
            "{},{},{}\n",
            i % 7,
            if i.is_multiple_of(4) { 10 } else { 1 },
            if i.is_multiple_of(4) { "rare" } else { "usual" }
        )
    };
    let dear: String = (0..40).map(row).collect();
    let dear = desk.write("dear.csv", &format!("x,loss,kind\n{dear}"));
    let result = json(&["evaluate", &dear, "--target", "kind", "--cost", "loss", "--learner", "baseline"]);
    assert_eq!(result["scores"][0]["measure"], "expected loss");
    assert_eq!(result["scores"][0]["value"], 2.5);
    let refused =
        hornbook(&["evaluate", &counts, "--target", "calls", "--cost", "x", "--json"]).output().unwrap();
    let error: Value = serde_json::from_slice(&refused.stderr).unwrap();
    assert_eq!((refused.status.code(), &error["error"]["code"]), (Some(3), &Value::from("data")));
}
