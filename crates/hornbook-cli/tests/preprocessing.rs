//! Pipelines and columns of text, as the command reads, fits and explains them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::desk::{Desk, data, hornbook, stdout, succeed};

fn refused(arguments: &[&str]) -> String {
    let output = hornbook(arguments).output().unwrap();
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Rows with a gap, whose scaled numbers would have sixteen digits.
fn measurements() -> String {
    let mut rows = "bill,mass,day,score\n".to_string();
    for i in 0..24 {
        let bill = if i == 2 { String::new() } else { format!("{:.1}", 17.3 + 0.7 * f64::from(i * i % 11)) };
        rows +=
            &format!("{bill},{},2024-01-{:02},{}\n", 3000 + 125 * (i * 7 % 13), i + 1, 5 * (i * i % 11) + i);
    }
    rows
}

#[test]
fn explanations_behind_transformers_have_the_values_of_the_file() {
    let desk = Desk::new();
    let (table, model) = (desk.write("birds.csv", &measurements()), desk.name("model.hornbook"));
    let fit = |learner: &str| {
        stdout(&[
            "fit",
            &table,
            "--target",
            "score",
            "--without",
            "day",
            "--learner",
            learner,
            "--out",
            &model,
        ])
    };
    let row = |row: &str| stdout(&["explain", &model, "--data", &table, "--row", row]);
    let said = fit("pipeline(fill-missing(add_indicator=false), scale-columns, ridge)");
    assert!(said.starts_with("ridge (imputed, scaled) for 'score' (regression), from 24 rows"), "{said}");
    let learned = stdout(&["explain", &model]);
    assert!(learned.starts_with("ridge (imputed, scaled) for 'score' (regression)"), "{learned}");
    let why = row("2");
    assert!(why.contains("(is 18)") && why.contains("(is 3875)"), "{why}");
    assert!(row("3").contains("(is missing)"), "{}", row("3"));
    let longest = |text: &str| {
        let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
        text.split_whitespace().map(digits).max().unwrap_or_default()
    };
    assert!(longest(&why) <= 7, "numbers are rounded: {why}");
    let json = stdout(&["explain", &model, "--data", &table, "--row", "2", "--json"]);
    assert!(json.contains(r#""value":"18""#), "{json}");

    fit("pipeline(fill-missing(add_indicator=false), scale-columns, decision-tree)");
    let why = row("2");
    assert!(why.contains("bill is 18, transformed to -"), "{why}");
    fit("pipeline(scale-columns, gradient-boosting)");
    let said = stdout(&["explain", &model]);
    assert!(said.starts_with("gradient-boosting (scaled) for 'score'"), "{said}");
    let said = stdout(&[
        "fit",
        &table,
        "--only",
        "bill,mass",
        "--learner",
        "pipeline(fill-missing, isolation-forest)",
    ]);
    assert!(said.starts_with("isolation-forest (imputed; outliers), from 24 rows"), "{said}");
    // A moment is a date to whoever reads of it.
    let dated =
        ["fit", &table, "--target", "score", "--only", "day", "--learner", "random-forest", "--out", &model];
    stdout(&dated);
    assert!(row("2").contains("(is 2024-01-02)"), "{}", row("2"));
}

/// Thirty tickets: notes that all differ, and another column of such words.
fn tickets(rows: usize) -> String {
    let mut text = "notes,who,size,hours\n".to_string();
    for i in 0..rows {
        let what = ["printer", "network", "screen"][i % 3];
        text += &format!("the {what} of desk {i} fails,customer {},{},{}\n", 7 * i % 31, i % 5, 1 + i % 3);
    }
    text
}

#[test]
fn a_column_that_is_named_gets_to_its_transformer() {
    let desk = Desk::new();
    let (many, few) = (desk.write("many.csv", &tickets(30)), desk.write("few.csv", &tickets(9)));
    let model = desk.name("model.hornbook");
    let fit = |table: &str, learner: &str| {
        let output = succeed(&["fit", table, "--target", "hours", "--learner", learner, "--out", &model]);
        String::from_utf8(output.stderr).unwrap()
    };
    // Text is left out by who takes none; a column that is named is not, whatever it is among few rows.
    let notes = fit(&many, "ridge");
    assert!(notes.contains("text columns are not used as features: 'notes', 'who'"), "{notes}");
    for table in [&many, &few] {
        let notes = fit(table, "pipeline(columns(notes=bag-of-words), ridge)");
        assert!(!notes.contains("'notes'"), "{notes}");
        let learned = stdout(&["explain", &model]);
        assert!(learned.contains("printer") && !learned.contains("customer 7: "), "{learned}");
        let new = desk
            .write("new.csv", "notes,who,size\nthe network is down,nobody,1\nthe screen is black,nobody,1\n");
        let predicted = stdout(&["predict", &model, &new]);
        let hours: Vec<f64> = predicted.lines().skip(1).map(|line| line.parse().unwrap()).collect();
        assert!(hours[1] - hours[0] > 0.5, "words that training had: {predicted}");
        fit(table, "pipeline(columns(who=one-hot, notes=drop), ridge)");
        assert!(stdout(&["explain", &model]).contains("who=customer 7"));
        fit(table, "pipeline(columns(who=one-hot, @rest=bag-of-words), ridge)");
        assert!(stdout(&["explain", &model]).contains("printer"));
    }
    // A vectorizer of a table of few rows finds its text.
    fit(&few, "pipeline(drop-columns(columns=who), bag-of-words, ridge)");
    assert!(stdout(&["explain", &model]).contains("network"));
    let named = refused(&["fit", &many, "--target", "hours", "--only", "notes", "--learner", "ridge"]);
    assert!(
        named.contains("column 'notes' holds text, which the learner 'ridge' does not handle")
            && named.contains("vectorize it first with bag-of-words, read it as categories"),
        "{named}"
    );
    let target = refused(&[
        "fit",
        &many,
        "--target",
        "hours",
        "--learner",
        "pipeline(columns(hours=scale-columns), ridge)",
    ]);
    assert!(target.contains("column 'hours' is given to 'scale-columns', and is no feature"), "{target}");
    // Wherever a learner meets a file.
    let learner = "pipeline(columns(notes=bag-of-words, who=drop), ridge)";
    let asked =
        |command: &str, more: &[&str]| succeed(&[&[command, &many, "--target", "hours"], more].concat());
    asked("evaluate", &["--learner", learner, "--folds", "3"]);
    asked(
        "compare",
        &[
            "--learners",
            &format!("{learner},pipeline(drop-columns(columns=notes+who), ridge)"),
            "--folds",
            "3",
        ],
    );
    let bias = ["compute", "bias-variance", &many, "hours", "--learner", learner, "--rounds", "3"];
    assert!(stdout(&bias).contains("variance"));
}

#[test]
fn steps_that_do_not_fit_the_target_are_named() {
    let cars = data("mtcars.csv");
    let said = |target: &str, learner: &str| {
        refused(&["fit", &cars, "--target", target, "--without", "car", "--learner", learner])
    };
    let numeric = said("mpg", "pipeline(fill-missing, scale-columns, logistic-regression)");
    assert!(
        numeric.contains(
            "step 'logistic-regression' of the pipeline, behind 'scale-columns', does not support regression, and the target \
             'mpg' is numeric"
        ),
        "{numeric}"
    );
    let transformer = said("mpg", "pipeline(fill-missing, scale-columns)");
    assert!(
        transformer.contains(
            "step 'scale-columns' of the pipeline, behind 'fill-missing', is a transformer and predicts nothing, and 'mpg' is a \
             target"
        ) && transformer.contains("pipeline(fill-missing, scale-columns, …)"),
        "{transformer}"
    );
    let middle = said("mpg", "pipeline(scale-columns, ridge, one-hot, lasso)");
    assert!(
        middle.contains(
            "step 'ridge' of the pipeline, behind 'scale-columns', is no transformer, and 'one-hot' stands behind it"
        ),
        "{middle}"
    );
    let unsupervised = said("mpg", "pipeline(scale-columns, isolation-forest)");
    assert!(
        unsupervised
            .contains("step 'isolation-forest' of the pipeline, behind 'scale-columns', is unsupervised"),
        "{unsupervised}"
    );
    let classes = refused(&[
        "fit",
        &data("iris.csv"),
        "--target",
        "species",
        "--learner",
        "pipeline(scale-columns, ridge)",
    ]);
    assert!(
        classes.contains(
            "step 'ridge' of the pipeline, behind 'scale-columns', does not support classification"
        ),
        "{classes}"
    );
}

#[test]
fn who_learns_by_steps_or_penalties_of_one_size_names_a_date_beside_small_numbers() {
    let desk = Desk::new();
    let rows: String = (0..40)
        .map(|i| format!("2024-01-{:02},{}.5,{},{}\n", 1 + i % 28, i * 7 % 13, ["no", "yes"][i % 2], i % 9))
        .collect();
    let table = desk.write("dates.csv", &format!("day,size,class,score\n{rows}"));
    let said = |target: &str, learner: &str| {
        let fit = ["fit", &table, "--target", target, "--only", "day,size", "--learner", learner];
        String::from_utf8(succeed(&fit).stderr).unwrap()
    };
    for (target, learner) in [("score", "lasso-cv"), ("score", "delta-rule"), ("class", "perceptron")] {
        let uneven = said(target, learner);
        assert!(
            uneven.contains("column 'day' varies ") && uneven.contains("times as much as 'size'"),
            "{learner}: {uneven}"
        );
        let scaled = said(target, &format!("pipeline(scale-columns, {learner})"));
        assert!(!scaled.contains("varies"), "{learner}: {scaled}");
    }
    for learner in ["ridge", "lasso", "bayesian-ridge", "huber-regression", "linear-regression"] {
        assert!(!said("score", learner).contains("column 'day'"), "{learner}");
    }
}

#[test]
fn advice_on_decimal_commas_can_be_followed() {
    let desk = Desk::new();
    let rows = |comma: &str| {
        let mut text = "price;size\n".to_string();
        (0..40).for_each(|i| text += &format!("{i}{comma}{};{}\n", i % 10, i % 7));
        text
    };
    let commas = desk.write("commas.csv", &rows(","));
    let said = stdout(&["describe", &commas]);
    assert!(
        said.contains("write them with decimal points: 0.0 for 0,0") && !said.contains("--type"),
        "{said}"
    );
    assert!(stdout(&["describe", &commas, "--json"]).contains("write them with decimal points"));
    let points = desk.write("points.csv", &rows("."));
    let said = stdout(&["describe", &points]);
    assert!(said.lines().any(|line| line.starts_with("price") && line.contains("number")), "{said}");
}
