//! The command as people and programs use it: files written, pipes, streams.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::desk::{Desk, data, hornbook, stdout, succeed};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

#[test]
fn several_targets_at_once() {
    let (desk, iris) = (Desk::new(), data("iris.csv"));
    let model = desk.name("both.hornbook");
    let targets = ["--target", "petal_length", "--target", "petal_width"];
    let fit =
        ["fit", &iris, "--learner", "random-forest", "--n-estimators", "20", "--oob-score", "--out", &model];
    let said = stdout(&[&fit[..], &targets].concat());
    assert!(said.starts_with("random-forest for 'petal_length', 'petal_width' (regression)"), "{said}");
    let predicted = stdout(&["predict", &model, &iris]);
    assert!(predicted.starts_with("predicted_petal_length,predicted_petal_width\n"), "{predicted}");
    let row: Vec<f64> = predicted.lines().nth(1).unwrap().split(',').map(|x| x.parse().unwrap()).collect();
    assert!((row[0] - 1.4).abs() < 0.2 && (row[1] - 0.2).abs() < 0.1, "{row:?}");
    let learned = stdout(&["explain", &model]);
    assert!(learned.contains("petal_length: R² 0.9") && learned.contains("petal_width: R² 0.9"), "{learned}");
    let why = stdout(&["explain", &model, "--data", &iris, "--row", "1"]);
    assert!(
        why.starts_with("row 1: petal_length = 1.4") && why.contains("petal_width: base value 1."),
        "{why}"
    );
    let moved = stdout(&["explain", &model, "--data", &iris, "--shap"]);
    assert!(moved.contains("petal_length  petal_width"), "{moved}");

    let classes = desk.name("classes.hornbook");
    let targets = ["--target", "species", "--target", "petal_width", "--classify", "--out", &classes];
    let fit = ["fit", &iris, "--learner", "extra-trees", "--n-estimators", "5"];
    stdout(&[&fit[..], &targets].concat());
    let predicted = stdout(&["predict", &classes, &iris, "--probabilities"]);
    let expected = "predicted_species,predicted_petal_width,probability_species_setosa,";
    assert!(predicted.starts_with(expected), "{predicted}");

    let refused =
        |arguments: &[&str]| String::from_utf8(hornbook(arguments).output().unwrap().stderr).unwrap();
    let both = ["--target", "petal_length", "--target", "petal_width"];
    let said = refused(&[&["fit", &iris, "--learner", "decision-tree"][..], &both].concat());
    assert!(said.contains("predicts one target, and there are 2"), "{said}");
    let said = refused(&[&["evaluate", &iris, "--learner", "random-forest"][..], &both].concat());
    assert!(said.contains("there are 2 targets, and one is evaluated at a time"), "{said}");
    let said = refused(&["predict", &classes, &iris, "--reject-cost", "0.1"]);
    assert!(said.contains("need the class probabilities of one target"), "{said}");
}

// proves: 001:176, 000a:K21
#[test]
fn documents_from_the_file_to_the_explanation() {
    let desk = Desk::new();
    let sport =
        ["the team won the match", "a late goal and the match was over", "our team lost after a red card"];
    let money =
        ["the bank raised its rates", "shares fell on the market", "the bank lost money on the market"];
    let mut rows = "text,size,topic\n".to_string();
    for (documents, topic) in [(sport, "sport"), (money, "money")] {
        documents.iter().for_each(|text| rows += &format!("{text},{},{topic}\n", text.len()));
    }
    let (table, model) = (desk.write("documents.csv", &rows), desk.name("words.hornbook"));
    let learner = [
        "--learner",
        "pipeline(bag-of-words, multinomial-naive-bayes)",
        "--type",
        "text=text",
        "--without",
        "size",
    ];
    let asked = |command: &str, more: &[&str]| {
        let start = [command, &table, "--target", "topic"];
        succeed(&[&start[..], &learner, more].concat())
    };
    let fit = asked("fit", &["--out", &model]);
    let said = String::from_utf8(fit.stdout).unwrap();
    assert!(
        said.starts_with(
            "multinomial-naive-bayes (vectorized) for 'topic' (classification), from 6 rows and 1 column"
        ),
        "{said}"
    );
    let notes = String::from_utf8(fit.stderr).unwrap();
    assert!(!notes.contains("text columns are not used"), "{notes}");

    let new = desk.write("new.csv", "text\nrates at the bank\nthe goal of the team\n\"\"\n");
    let predicted = stdout(&["predict", &model, &new, "--type", "text=text"]);
    assert_eq!(
        predicted, "predicted_topic\nmoney\nsport\nmoney\n",
        "the last one by the shares of the classes"
    );
    let why = stdout(&["explain", &model, "--data", &new, "--type", "text=text", "--row", "1"]);
    assert!(why.starts_with("row 1: topic = money") && why.contains("bank"), "{why}");
    assert!(stdout(&["explain", &model]).contains("rates"));

    // Wherever a learner meets a file.
    asked(
        "tune",
        &["--folds", "2", "--search", "bag-of-words.ngram_max=1,2", "--strategy", "grid", "--test", "0"],
    );
    asked("fit", &["--calibrate", "platt", "--calibration-folds", "2"]);
    asked("evaluate", &["--folds", "2"]);
    let both = ["compare", &table, "--target", "topic", "--type", "text=text", "--folds", "2", "--learners"];
    // A tree takes no text, and the file is read without it.
    stdout(&[&both[..], &["pipeline(bag-of-words, multinomial-naive-bayes),decision-tree"]].concat());
}

#[test]
fn outliers_are_found_without_a_target() {
    let desk = Desk::new();
    let mut rows = "x,kind\n".to_string();
    (0..60).for_each(|i| rows += &format!("{},{}\n", i % 7, ["a", "b"][i % 2]));
    rows += "90,a\n";
    let (table, model) = (desk.write("rows.csv", &rows), desk.name("forest.hornbook"));
    let said = stdout(&["fit", &table, "--learner", "isolation-forest", "--out", &model]);
    assert!(said.starts_with("isolation-forest (outliers), from 61 rows and 2 columns"), "{said}");

    let predicted = stdout(&["predict", &model, &table, "--keep"]);
    let lines: Vec<&str> = predicted.lines().collect();
    assert_eq!(lines[0], "x,kind,predicted_outlier,score_outlier");
    assert!(lines[61].starts_with("90,a,outlier,"), "{}", lines[61]);
    let score = |line: &str| line.rsplit(',').next().unwrap().parse::<f64>().unwrap();
    assert!(score(lines[61]) > 0.7 && lines[1..61].iter().all(|line| score(line) < 0.6), "{predicted}");

    let learned = stdout(&["explain", &model]);
    assert!(learned.starts_with("isolation-forest (outliers), from 61 rows"), "{learned}");
    let why = stdout(&["explain", &model, "--data", &table, "--row", "61"]);
    assert!(why.starts_with("row 61: outlier = outlier") && why.contains("x     +"), "{why}");
    let refused = hornbook(&["predict", &model, &table, "--probabilities"]).output().unwrap();
    let refused = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(refused.contains("anomaly scores, not probabilities"), "{refused}");
}

#[test]
fn boosting_goes_on_and_watches() {
    let desk = Desk::new();
    let (cars, five, ten) = (data("mtcars.csv"), desk.name("five.hornbook"), desk.name("ten.hornbook"));
    let fit = |more: &[&str]| {
        let shared =
            ["fit", &cars, "--target", "mpg", "--learner", "gradient-boosting", "--min-samples-leaf", "3"];
        stdout(&[&shared[..], more].concat())
    };
    assert!(fit(&["--max-iter", "5", "--out", &five]).contains("rounds: 5\n"));
    assert!(fit(&["--max-iter", "5", "--warm-start", &five, "--out", &ten]).contains("rounds: 10\n"));
    let whole = desk.name("whole.hornbook");
    fit(&["--max-iter", "10", "--out", &whole]);
    let predict = |model: &str| -> Vec<f64> {
        stdout(&["predict", model, &cars]).lines().skip(1).map(|line| line.parse().unwrap()).collect()
    };
    let (ours, expected) = (predict(&ten), predict(&whole));
    assert_eq!((ours.len(), expected.len()), (32, 32));
    assert!(ours.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9), "{ours:?} {expected:?}");
    // The rows themselves fit better and better, until nothing is left to win.
    assert!(fit(&["--max-iter", "900", "--validation", &cars, "--out", &ten]).contains("validation loss: "));
    let refused = hornbook(&["fit", &cars, "--target", "mpg", "--warm-start", &five]).output().unwrap();
    let sentence = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(sentence.contains("is of 'gradient-boosting', and the learner is 'decision-tree'"), "{sentence}");
}

#[test]
fn a_model_predicts_the_rows_it_learned() {
    let desk = Desk::new();
    let model = desk.tennis();
    let table = std::fs::read_to_string(data("play_tennis.csv")).unwrap();
    let truth: Vec<&str> = table.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();

    let predicted = stdout(&["predict", &model, &data("play_tennis.csv")]);
    let lines: Vec<&str> = predicted.lines().collect();
    assert_eq!(lines[0], "predicted_Play");
    assert_eq!(&lines[1..], truth);

    // A file read in small batches says the same, with one header.
    for rows in ["1", "5"] {
        assert_eq!(stdout(&["predict", &model, &data("play_tennis.csv"), "--batch-rows", rows]), predicted);
    }
    let kept = stdout(&[
        "predict",
        &model,
        &data("play_tennis.csv"),
        "--keep",
        "--probabilities",
        "--batch-rows",
        "4",
    ]);
    assert_eq!(
        kept.lines().next().unwrap(),
        "Outlook,Temperature,Humidity,Wind,Play,predicted_Play,probability_No,probability_Yes"
    );
    assert_eq!(kept.lines().count(), 15);
    assert_eq!(kept.lines().nth(1).unwrap(), "Sunny,Hot,High,Weak,No,No,1,0");

    let json = stdout(&["predict", &model, &data("play_tennis.csv"), "--json"]);
    assert_eq!(json.lines().next().unwrap(), r#"{"predicted_Play":"No"}"#);

    for name in ["out.csv", "out.parquet", "out.csv.gz", "out.jsonl"] {
        let out = desk.name(name);
        succeed(&["predict", &model, &data("play_tennis.csv"), "--out", &out]);
        assert!(stdout(&["describe", &out]).contains("14 rows, 1 column"), "{name}");
    }
    assert!(!desk.path("out.csv.part").exists());
}

#[test]
fn a_calibrated_model_is_kept_and_decides_by_cost() {
    let desk = Desk::new();
    let model = desk.name("iris.hornbook");
    let iris = data("iris.csv");
    let said = stdout(&[
        "fit",
        &iris,
        "--target",
        "species",
        "--max-depth",
        "2",
        "--calibrate",
        "temperature",
        "--out",
        &model,
    ]);
    assert!(said.contains("calibration: temperature, from 5 folds"), "{said}");
    let calibration =
        |text: String| text.lines().skip_while(|line| *line != "Calibration").nth(1).map(str::to_string);
    let explained = calibration(stdout(&["explain", &model])).unwrap();
    assert!(explained.contains("divided by the temperature"), "{explained}");

    // The least costly action, whatever the order of the classes in the file, and in batches as in one piece.
    let losses = desk.write(
        "losses.csv",
        "action,virginica,versicolor,setosa\nsetosa,1,1,0\nversicolor,1,0,1\nvirginica,0,1,1\nlook again,0.01,0.01,0.01\n",
    );
    let decided = stdout(&["predict", &model, &iris, "--loss", &losses]);
    assert!(decided.lines().any(|line| line == "look again"), "{decided}");
    assert_eq!(stdout(&["predict", &model, &iris, "--loss", &losses, "--batch-rows", "7"]), decided);
    let rejected = |cost: &str| {
        let predicted = stdout(&["predict", &model, &iris, "--reject-cost", cost]);
        predicted.lines().filter(|line| *line == "reject").count()
    };
    assert!(rejected("0.001") >= rejected("0.05") && rejected("0.05") > 0);
    assert_eq!(rejected("1"), 0);
}

#[test]
fn standard_input_is_a_file() {
    let desk = Desk::new();
    let model = desk.tennis();
    let mut child = hornbook(&["predict", &model, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = "Wind,Humidity,Outlook,Temperature\nWeak,High,Overcast,Hot\nWeak,High,Foggy,Hot\n";
    child.stdin.take().unwrap().write_all(rows.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap(), "Yes");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "warning: column 'Outlook' has 1 unseen value, such as 'Foggy' (training had 'Overcast', 'Rain', \
         'Sunny'); taken as missing\n"
    );
}

#[test]
fn a_row_is_explained() {
    let desk = Desk::new();
    let model = desk.tennis();
    let whole = stdout(&["explain", &model]);
    assert!(whole.starts_with("decision-tree for 'Play' (classification), from 14 rows\n"), "{whole}");
    let row = stdout(&["explain", &model, "--data", &data("play_tennis.csv"), "--row", "3"]);
    assert!(row.starts_with("row 3: Play = Yes\n"), "{row}");
    let json = stdout(&["explain", &model, "--data", &data("play_tennis.csv"), "--row", "3", "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["prediction"], "Yes");
    let beyond =
        hornbook(&["explain", &model, "--data", &data("play_tennis.csv"), "--row", "15"]).output().unwrap();
    assert_eq!(beyond.status.code(), Some(3));
    assert_eq!(
        String::from_utf8(beyond.stderr).unwrap(),
        "error: there is no row 15: the file has 14; name a row from 1 on\n"
    );
}

#[test]
fn a_damaged_model_is_refused() {
    let desk = Desk::new();
    let model = desk.tennis();
    let mut bytes = std::fs::read(&model).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&model, bytes).unwrap();
    let output = hornbook(&["explain", &model]).output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: not a usable model file: its checksum does not match its contents: it is damaged; fetch or write \
         the file again\n"
    );
}

#[test]
fn rows_that_do_not_fit_the_model() {
    let desk = Desk::new();
    let model = desk.name("iris.hornbook");
    succeed(&["fit", &data("iris.csv"), "--target", "species", "--out", &model]);
    let lacking = desk.write("lacking.csv", "petal_length,petal_width\n1,2\n");
    let output = hornbook(&["predict", &model, &lacking]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("'sepal_length', 'sepal_width'"));
    let broken =
        desk.write("broken.csv", "sepal_length,sepal_width,petal_length,petal_width\n1,2,3,4\n1,2,three,4\n");
    let output = hornbook(&["predict", &model, &broken]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line 3") && said.contains("petal_length"), "{said}");
}

/// A category written with digits must not become a number on the way to a model that knows it as a category.
#[test]
fn codes_keep_their_zeros() {
    let desk = Desk::new();
    let rows: String = (0..40).map(|i| if i % 2 == 0 { "007,a\n" } else { "7,b\n" }).collect();
    let file = desk.write("codes.csv", &format!("code,y\n{rows}"));
    let model = desk.name("codes.hornbook");
    succeed(&["fit", &file, "--target", "y", "--type", "code=category", "--out", &model]);
    assert!(stdout(&["predict", &model, &file]).starts_with("predicted_y\na\nb\na\n"));
}

#[test]
fn batches_learn_what_memory_learns() {
    let desk = Desk::new();
    let (whole, parts) = (desk.name("whole.hornbook"), desk.name("parts.hornbook"));
    let mut rows = String::from("x,y\n");
    for i in 0..40_000 {
        rows += &format!("{},{}\n", i % 97, if i % 10 == 9 { String::new() } else { (i % 3).to_string() });
    }
    let file = desk.write("rows.csv", &rows);
    let fit = |out: &str, more: &[&str]| {
        let base = ["fit", &file, "--target", "y", "--classify", "--learner", "baseline", "--out", out];
        let output = succeed(&[&base[..], more].concat());
        String::from_utf8(output.stderr).unwrap()
    };
    let left_out = "warning: 4000 rows of 40000 are left out: the target 'y' is missing\n";
    assert_eq!(fit(&whole, &[]), left_out);
    assert_eq!(fit(&parts, &["--batch-rows", "16384"]), left_out);
    assert_eq!(stdout(&["explain", &whole]), stdout(&["explain", &parts]));
    // Without a target, too.
    let density = |out: &str, more: &[&str]| {
        let base = ["fit", &file, "--only", "x", "--learner", "histogram", "--out", out];
        succeed(&[&base[..], more].concat());
    };
    density(&whole, &[]);
    density(&parts, &["--batch-rows", "10000"]);
    assert_eq!(stdout(&["explain", &whole]), stdout(&["explain", &parts]));
}

#[test]
fn a_trace_is_text_or_json_lines() {
    let file = data("play_tennis.csv");
    let text = stdout(&["fit", &file, "--target", "Play", "--trace"]);
    assert!(text.contains("Outlook"), "{text}");
    let json = stdout(&["fit", &file, "--target", "Play", "--trace", "--json"]);
    assert!(json.lines().count() > 2);
    for line in json.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn threads_do_not_change_an_evaluation() {
    let say = |threads| {
        stdout(&["evaluate", &data("iris.csv"), "--target", "species", "--threads", threads, "--json"])
    };
    assert_eq!(say("1"), say("3"));
}

/// `hornbook describe … | head -1`: the reader goes away, and that is no error.
#[test]
fn a_closed_pipe_is_quiet() {
    let desk = Desk::new();
    let header: Vec<String> = (0..6000).map(|i| format!("a_rather_long_column_name_{i}")).collect();
    let wide = desk.write("wide.csv", &format!("{}\n{}\n", header.join(","), vec!["1"; 6000].join(",")));
    let tall = desk.write(
        "tall.csv",
        &format!("Outlook,Temperature,Humidity,Wind\n{}", "Rain,Mild,High,Weak\n".repeat(200_000)),
    );
    let model = desk.tennis();
    for arguments in
        [vec!["describe", &wide], vec!["describe", &wide, "--json"], vec!["predict", &model, &tall]]
    {
        let mut child = hornbook(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0u8; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn control_c_cancels() {
    let arguments = ["evaluate", &data("iris.csv"), "--target", "species", "--repeats", "100000"];
    let child = hornbook(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("error: canceled before it was finished; nothing was kept\n"), "{said}");
}

#[test]
fn completions_and_manual_pages() {
    assert!(stdout(&["completions", "bash"]).contains("_hornbook()"));
    let desk = Desk::new();
    succeed(&["man", &desk.name("pages")]);
    assert!(desk.path("pages/hornbook-fit.1").exists());
}

#[test]
fn trees_and_curves_are_drawn() {
    let desk = Desk::new();
    let model = desk.tennis();
    let (svg, dot, curve) = (desk.name("tree.svg"), desk.name("tree.dot"), desk.name("curve.svg"));
    succeed(&["explain", &model, "--svg", &svg, "--dot", &dot]);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert!(read(&svg).starts_with("<svg ") && read(&svg).contains(">Outlook"));
    assert!(read(&dot).starts_with("digraph {") && !read(&dot).contains("more"));
    succeed(&["explain", &model, "--svg", &svg, "--dot", &dot, "--max-depth", "1"]);
    assert!(read(&svg).contains(" more<") && read(&dot).contains(" more\""));
    let said = stdout(&["explain", &model, "--svg", &svg, "--tree", "1", "--json"]);
    assert!(said.contains("\"boxes\":"), "{said}");
    let rows = data("play_tennis.csv");
    // With a row, the tree is drawn and the row is explained.
    std::fs::remove_file(&svg).unwrap();
    assert!(
        stdout(&["explain", &model, "--data", &rows, "--row", "1", "--svg", &svg])
            .contains("row 1: Play = No")
    );
    assert!(read(&svg).contains("<title>decision-tree for Play"));
    succeed(&["explain", &model, "--data", &rows, "--partial-dependence", "Outlook", "--svg", &curve]);
    assert!(read(&curve).contains("Partial dependence: mean probability of Yes"));
    succeed(&["explain", &model, "--data", &rows, "--ale", "Wind", "--svg", &curve]);
    assert!(read(&curve).contains("Accumulated local effects"));
}

#[test]
fn a_tree_that_is_cut_back_is_drawn() {
    let desk = Desk::new();
    let (rows, svg) = (data("iris.csv"), desk.name("curve.svg"));
    let read = || std::fs::read_to_string(&svg).unwrap();
    let curve = |flag: &str| stdout(&["curve", &rows, "--target", "species", flag, "--svg", &svg]);
    assert!(curve("--size").contains("kept by ccp_alpha"));
    assert!(read().starts_with("<svg ") && read().contains("accuracy against nodes"));
    assert!(curve("--pruning-path").contains("ccp_alpha"));
    assert!(read().starts_with("<svg ") && read().contains("pruning path of decision-tree"));
    // A folder cannot be written.
    let folder = desk.name("");
    let output =
        hornbook(&["curve", &rows, "--target", "species", "--size", "--svg", &folder]).output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_tree_of_an_isolation_forest_is_drawn() {
    let desk = Desk::new();
    let (model, svg, dot) = (desk.name("cars.hornbook"), desk.name("tree.svg"), desk.name("tree.dot"));
    succeed(&[
        "fit",
        &data("mtcars.csv"),
        "--learner",
        "isolation-forest",
        "--n-estimators",
        "3",
        "--out",
        &model,
    ]);
    succeed(&["explain", &model, "--tree", "2", "--svg", &svg, "--dot", &dot]);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert!(read(&svg).contains("<title>tree 2 of 3 of isolation-forest"));
    assert!(read(&dot).starts_with("digraph {"));
    let output = hornbook(&["explain", &model, "--svg", &svg]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("this model has 3 trees"), "{output:?}");
}

#[test]
fn a_mixture_of_experts_from_file_to_explanation() {
    let desk = Desk::new();
    let text: String = (0..80)
        .map(|i| (f64::from(i) - 40.0) / 20.0)
        .map(|x| format!("{x},{}\n", if x < 0.0 { 1.0 - 2.0 * x } else { 1.0 + 3.0 * x }))
        .collect();
    let rows = desk.write("bent.csv", &format!("x,y\n{text}"));
    let model = desk.name("bent.hornbook");
    let mixture = ["--target", "y", "--learner", "mixture-of-experts"];
    let said = stdout(&[&["fit", &rows][..], &mixture, &["--out", &model, "--trace"]].concat());
    assert!(said.contains("log-likelihood") && said.contains("experts: 2"), "{said}");
    let said = stdout(&["explain", &model]);
    assert!(said.contains("Gating network") && said.contains("Experts"), "{said}");
    let said = stdout(&["explain", &model, "--data", &rows, "--row", "80"]);
    assert!(said.contains("expert 1 (gate probability ") && said.contains("so y is 6."), "{said}");
    let error = |learner: &str| -> f64 {
        let flags = ["evaluate", &rows, "--target", "y", "--learner", learner, "--json"];
        let json: serde_json::Value = serde_json::from_str(&stdout(&flags)).unwrap();
        let scores = json["scores"].as_array().unwrap().iter();
        let rmse =
            scores.clone().find(|score| score["measure"] == "RMSE").unwrap_or_else(|| panic!("{json}"));
        rmse["value"].as_f64().unwrap()
    };
    assert!(error("mixture-of-experts") < 0.2 * error("linear-regression"));
}

#[test]
fn rows_that_stand_out_are_named() {
    let desk = Desk::new();
    let (cars, line, tree) = (data("mtcars.csv"), desk.name("line.hornbook"), desk.name("tree.hornbook"));
    for (learner, model) in [("linear-regression", &line), ("decision-tree", &tree)] {
        succeed(&["fit", &cars, "--target", "mpg", "--learner", learner, "--out", model]);
    }
    let said = stdout(&["explain", &line, "--data", &cars, "--diagnostics"]);
    assert!(
        said.contains("Most influential rows\n") && said.contains("Durbin–Watson statistic 1.861"),
        "{said}"
    );
    assert!(said.contains("row 9 has high leverage"), "{said}");
    let all: serde_json::Value =
        serde_json::from_str(&stdout(&["explain", &line, "--data", &cars, "--diagnostics", "--json"]))
            .unwrap();
    let leverages = find(&all, "leverage").and_then(|x| x.as_array()).unwrap();
    let total: f64 = leverages.iter().filter_map(serde_json::Value::as_f64).sum();
    assert!(leverages.len() == 32 && (total - 11.0).abs() < 1e-9, "as many as there are weights: {total}");
    let code = |arguments: &[&str]| hornbook(arguments).output().unwrap().status.code();
    assert_eq!(code(&["explain", &line, "--diagnostics"]), Some(2));
    assert_eq!(code(&["explain", &tree, "--data", &cars, "--diagnostics"]), Some(3));
}

/// The first value of this name, wherever it stands.
fn find<'a>(value: &'a serde_json::Value, name: &str) -> Option<&'a serde_json::Value> {
    match value {
        serde_json::Value::Object(map) => {
            map.get(name).or_else(|| map.values().find_map(|inside| find(inside, name)))
        }
        serde_json::Value::Array(list) => list.iter().find_map(|inside| find(inside, name)),
        _ => None,
    }
}

/// Rows of a number that follows `x`, with noise, and a column that says nothing.
fn noisy(rows: usize, seed: usize, shift: f64) -> String {
    let mut text = "x,kind,y\n".to_string();
    let mut state = seed as u64 * 2654435761 + 1;
    let mut chance = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    for _ in 0..rows {
        let x = 10.0 * chance();
        let kind = ["u", "v", "w"][(3.0 * chance()) as usize];
        text += &format!("{},{kind},{}\n", x + shift, 2.0 * x + 4.0 * chance());
    }
    text
}

fn columns(csv: &str) -> Vec<Vec<String>> {
    csv.lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect()
}

#[test]
fn intervals_hold_the_truth_and_sets_the_class() {
    let desk = Desk::new();
    let (table, new) =
        (desk.write("old.csv", &noisy(400, 1, 0.0)), desk.write("new.csv", &noisy(1000, 2, 0.0)));
    let model = desk.name("line.hornbook");
    stdout(&[
        "fit",
        &table,
        "--target",
        "y",
        "--learner",
        "linear-regression",
        "--intervals",
        "--out",
        &model,
    ]);
    let found = stdout(&["predict", &model, &new, "--keep", "--intervals", "0.9"]);
    assert!(found.starts_with("x,kind,y,predicted_y,low,high\n"), "{found}");
    let is_inside = |row: &&Vec<String>| {
        let at = |column: usize| row[column].parse::<f64>().unwrap();
        at(4) <= at(2) && at(2) <= at(5)
    };
    let inside = columns(&found).iter().filter(is_inside).count();
    assert!((870..=930).contains(&inside), "{inside} of 1000");
    assert!(stdout(&["explain", &model]).contains("90 %: prediction ±"));
    let refused = hornbook(&["predict", &model, &new, "--intervals", "0.9999"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the highest level is 0.9975"));

    let classes = desk.name("kinds.hornbook");
    let fit =
        ["fit", &data("iris.csv"), "--target", "species", "--out", &classes, "--learner", "naive-bayes"];
    let plain = hornbook(&fit).output().unwrap();
    assert!(plain.status.success());
    let refused = hornbook(&["predict", &classes, &data("iris.csv"), "--intervals", "0.9"]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("hornbook fit --intervals"));
    stdout(&[&fit[..], &["--intervals"]].concat());
    let found = stdout(&["predict", &classes, &data("iris.csv"), "--intervals", "0.99"]);
    assert!(found.starts_with("predicted_species,set\nsetosa,setosa\n"), "{found}");
    assert!(found.contains("|"), "some flowers are two kinds at this level: {found}");
}

#[test]
fn reasons_name_the_columns_that_decide() {
    let desk = Desk::new();
    let table = desk.write("old.csv", &noisy(300, 3, 0.0));
    let model = desk.name("trees.hornbook");
    stdout(&["fit", &table, "--target", "y", "--learner", "gradient-boosting", "--out", &model]);
    let rows = desk.write("new.csv", "x,kind\n9.5,u\n0.5,w\n");
    let found = stdout(&["predict", &model, &rows, "--reasons", "1"]);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], "predicted_y,reasons");
    assert!(lines[1].contains(",x 9.5 (+") && lines[2].contains(",x 0.5 (-"), "{found}");
    let two = stdout(&["predict", &model, &rows, "--reasons", "2"]);
    assert!(two.contains("kind u ("), "{two}");

    // Toward the prediction, whichever class it is.
    let kinds = desk.name("kinds.hornbook");
    let two_kinds = desk.write(
        "two.csv",
        &(0..200).fold("x,c\n".to_string(), |text, i| {
            text + &format!("{},{}\n", i % 20, if i % 20 < 10 { "low" } else { "top" })
        }),
    );
    stdout(&["fit", &two_kinds, "--target", "c", "--learner", "gradient-boosting", "--out", &kinds]);
    let found = stdout(&["predict", &kinds, &desk.write("both.csv", "x\n2\n17\n"), "--reasons", "3"]);
    assert!(found.contains("low,x 2 (+") && found.contains("top,x 17 (+"), "{found}");

    let neighbors = desk.name("near.hornbook");
    stdout(&["fit", &table, "--target", "y", "--learner", "k-neighbors", "--out", &neighbors]);
    let refused = hornbook(&["predict", &neighbors, &rows, "--reasons", "1"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("hornbook explain"));
}

#[test]
fn rows_unlike_those_of_training_are_pointed_out() {
    let desk = Desk::new();
    let model = desk.name("line.hornbook");
    let table = desk.write("old.csv", &noisy(600, 4, 0.0));
    stdout(&["fit", &table, "--target", "y", "--learner", "linear-regression", "--out", &model]);
    let same = succeed(&["predict", &model, &desk.write("same.csv", &noisy(500, 5, 0.0))]);
    assert_eq!(String::from_utf8_lossy(&same.stderr), "");
    let moved = desk.write("moved.csv", &noisy(500, 6, 3.0));
    let report = desk.name("drift.json");
    // Batches change nothing.
    let found = succeed(&["predict", &model, &moved, "--drift", &report, "--batch-rows", "64"]);
    let said = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(said.contains("data drift in column 'x': ") && !said.contains("'kind'"), "{said}");
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
    assert_eq!(report["drifted"], serde_json::json!(["x"]));
    assert_eq!(report["rows"], 500);
    let silent = succeed(&["predict", &model, &moved, "--no-drift"]);
    assert_eq!(String::from_utf8_lossy(&silent.stderr), "");
    assert_eq!(silent.stdout, found.stdout);
    let batches = desk.name("batches.hornbook");
    let fit = ["fit", &table, "--target", "y", "--learner", "linear-regression", "--out", &batches];
    stdout(&[&fit[..], &["--batch-rows", "100"]].concat());
    let refused =
        hornbook(&["predict", &batches, &moved, "--drift", &desk.name("no.json")]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no profile of its training data"));
}

#[test]
fn standard_input_is_predicted_while_it_comes() {
    let desk = Desk::new();
    let model = desk.name("line.hornbook");
    let table = desk.write("old.csv", &noisy(200, 7, 0.0));
    stdout(&["fit", &table, "--target", "y", "--learner", "linear-regression", "--out", &model]);
    let mut child = hornbook(&["predict", &model, "-", "--keep", "--no-drift"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut count = 0;
        for line in std::io::BufRead::lines(&mut output) {
            let line = line.unwrap();
            if count < 2 {
                sender.send(line).unwrap();
            }
            count += 1;
        }
        count
    });
    let rows = "x,kind,id\n".to_string() + &"2.5,u,007\n".repeat(1 << 20);
    input.write_all(rows.as_bytes()).unwrap();
    // More rows may come: predictions are there before the input ends.
    let patience = std::time::Duration::from_secs(300);
    assert_eq!(lines.recv_timeout(patience).unwrap(), "x,kind,id,predicted_y");
    assert!(
        lines.recv_timeout(patience).unwrap().starts_with("2.5,u,007,"),
        "columns stay as they are written"
    );
    input.write_all(b"3.5,v,008\n").unwrap();
    drop(input);
    assert_eq!(reader.join().unwrap(), (1 << 20) + 2);
    assert!(child.wait().unwrap().success());
}
