//! Made-up records for tests and for looking at. Their numbers come from plain formulas, and fit together.

mod leaderboard;
mod learned;
mod table;

use hornbook_study::StudyRecord;
use hornbook_study::record::{
    ClassPlots, ConfusionRecord, DataRecord, DecisionRecord, ErrorAnalysis, Leaderboard, LearningCurveRecord,
    LearningPointRecord, MethodRecord, ModelRecord, NumberPlots, ResultRecord, ScoreRecord, StudyTask,
    TestedRows, VERSION,
};

/// Every record with its name.
pub fn all() -> Vec<(&'static str, StudyRecord)> {
    vec![
        ("binary", binary()),
        ("multiclass", multiclass()),
        ("regression", regression()),
        ("count", count()),
        ("nothing-learned", nothing_learned()),
        ("minimal", minimal()),
        ("large", large()),
    ]
}

pub fn words(text: &str) -> String {
    text.to_string()
}

/// A score with an interval of a width.
pub fn score(measure: &str, value: f64, half: f64) -> ScoreRecord {
    let (low, high) = (value - half, value + half);
    ScoreRecord {
        measure: words(measure),
        value,
        low: Some(low),
        high: Some(high),
        level: Some(0.95),
        method: Some(words("bootstrap")),
        text: format!("{measure} {value:.3}, 95 % CI {low:.3} to {high:.3} (bootstrap)"),
    }
}

/// The record of two classes in which everything is there.
pub fn binary() -> StudyRecord {
    let classes = vec![words("stays"), words("leaves")];
    StudyRecord {
        version: VERSION,
        simple_model: None,
        name: words("customers.csv"),
        answer: vec![
            words(
                "Whether a customer leaves can be predicted from 10 columns by a random forest: the ROC AUC is 0.872 (95 % CI 0.853 to 0.891), and the baseline has 0.500.",
            ),
            words(
                "Four learners do as well as far as these rows can tell; this one was chosen because it predicts in a quarter of the time.",
            ),
            words(
                "Beware of customers without a contract: there the model is wrong in 31 % of the rows, against 14 % elsewhere.",
            ),
        ],
        target: words("churn"),
        task: StudyTask::Binary,
        classes: classes.clone(),
        positive: Some(words("leaves")),
        data: table::customers(),
        leaderboard: leaderboard::contest("ROC AUC", true, 0.872, 12),
        result: ResultRecord {
            design: words("Held-out test set of 20 % of the rows, evaluated once."),
            tested: TestedRows::HeldOut,
            rows: 1409,
            scores: vec![
                score("ROC AUC", 0.872, 0.019),
                score("accuracy", 0.823, 0.020),
                score("balanced accuracy", 0.761, 0.024),
                score("log loss", 0.391, 0.021),
                score("Brier score", 0.126, 0.009),
            ],
            baseline: vec![
                score("ROC AUC", 0.5, 0.0),
                score("accuracy", 0.735, 0.023),
                score("balanced accuracy", 0.5, 0.0),
                score("log loss", 0.579, 0.013),
                score("Brier score", 0.195, 0.006),
            ],
            beats_baseline: true,
            p_value: Some(1e-9),
            classes: vec![curves("stays", 0.735, 0.147), curves("leaves", 0.265, 0.147)],
            confusion: Some(ConfusionRecord {
                classes: classes.clone(),
                weights: vec![vec![941.0, 95.0], vec![154.0, 219.0]],
            }),
            numbers: None,
            calibration: Some(words(
                "Calibration: no evidence of miscalibration (Spiegelhalter's test, p = 0.412).",
            )),
            decision: Some(DecisionRecord {
                sentence: words(
                    "A customer who leaves unnoticed costs five times as much as a letter, so letters go out early.",
                ),
                threshold: Some(1.0 / 6.0),
                costs: vec![
                    (words("write"), words("stays"), 1.0),
                    (words("write"), words("leaves"), 0.0),
                    (words("wait"), words("stays"), 0.0),
                    (words("wait"), words("leaves"), 5.0),
                ],
                mean_cost: Some((0.342, 0.611)),
            }),
            learning_curve: Some(learning_curve("ROC AUC", true)),
        },
        model: learned::model("random-forest", "churn", &["leaves"]),
        error_analysis: learned::error_analysis(&classes),
        method: method(),
        notes: vec![words(
            "Rows are assumed to come from one time and place; if they have an order, say so with --order.",
        )],
    }
}

fn method() -> MethodRecord {
    MethodRecord {
        trials: 42,
        stopped: words("The search used the whole time budget."),
        steps: vec![
            words("20 % of the rows were held out as test set, stratified by the target."),
            words(
                "Every learner that takes these rows was tuned by successive halving within five folds of the others.",
            ),
            words(
                "Those not significantly different from the best were found by the corrected resampled t-test with Holm's correction.",
            ),
            words("The chosen one was trained on all rows but the test set, and evaluated on that once."),
        ],
        design: words("Evaluation on a held-out test set."),
        seed: 7,
        budget_seconds: 600.0,
        used_seconds: 412.7,
        cut_short: false,
        command: Some(words("hornbook study customers.csv --target churn --minutes 10 --seed 7")),
        release: words("0.1.0"),
        fingerprint: words("9f2c61d08e5b7a34"),
    }
}

/// Curves of a class that a power law separates.
fn curves(class: &str, share: f64, power: f64) -> ClassPlots {
    let grid = |at: i32| f64::from(at) / 200.0;
    let roc: Vec<(f64, f64)> = (0..=200).map(|at| (grid(at), grid(at).powf(power))).collect();
    let precision = |recall: f64| {
        let wrong = recall.powf(1.0 / power) * (1.0 - share);
        recall * share / (recall * share + wrong)
    };
    let calibration = (0..10).map(|bin| {
        let mean = 0.05 + 0.1 * f64::from(bin);
        (mean, mean + 0.05 * (mean * 9.0).sin(), 400.0 * (1.0 - mean).powi(2) + 20.0)
    });
    ClassPlots {
        class: words(class),
        area: Some(1.0 / (1.0 + power)),
        roc,
        precision_recall: (1..=200).map(|at| (grid(at), precision(grid(at)))).collect(),
        share,
        calibration: calibration.collect(),
    }
}

fn learning_curve(measure: &str, higher: bool) -> LearningCurveRecord {
    let sign = if higher { -1.0 } else { 1.0 };
    let points = [176.0, 352.0, 704.0, 1408.0, 2817.0, 5634.0].map(|rows: f64| {
        let gap = 3.2 / rows.sqrt();
        let test = 0.885 + sign * gap;
        LearningPointRecord {
            rows,
            training: Some(0.885 - 0.4 * sign * gap),
            test,
            interval: Some((test - 0.3 * gap, test + 0.3 * gap)),
            baseline: Some(if higher { 0.5 } else { 1.4 }),
        }
    });
    LearningCurveRecord {
        measure: words(measure),
        points: points.to_vec(),
        still_helps: true,
        conclusion: words(
            "More rows would still help: the last doubling brought 0.018, and its interval is clear of zero.",
        ),
    }
}

/// Several classes.
pub fn multiclass() -> StudyRecord {
    let classes: Vec<String> = ["bream", "perch", "pike", "roach"].map(words).to_vec();
    let plots = classes
        .iter()
        .enumerate()
        .map(|(at, class)| curves(class, 0.4 - 0.1 * at as f64, 0.1 + 0.1 * at as f64));
    let confusion = (0..4)
        .map(|row| (0..4).map(|column| if row == column { 30.0 } else { 1.5 * f64::from(column) }).collect());
    let mut record = binary();
    record.task = StudyTask::Multiclass;
    record.target = words("species");
    record.positive = None;
    record.result.classes = plots.collect();
    record.result.confusion =
        Some(ConfusionRecord { classes: classes.clone(), weights: confusion.collect() });
    record.result.decision = None;
    let names: Vec<&str> = classes.iter().map(String::as_str).collect();
    record.model = learned::model("random-forest", "species", &names);
    record.error_analysis = learned::error_analysis(&classes);
    record.classes = classes;
    record
}

/// A number.
pub fn regression() -> StudyRecord {
    let mut record = binary();
    let pair = |at: u32| {
        let truth = 50_000.0 + 9_000.0 * f64::from(at % 40);
        (truth, truth * (1.0 + 0.2 * f64::from(at).sin()) + 8_000.0)
    };
    record.task = StudyTask::Regression;
    record.target = words("price");
    record.classes = Vec::new();
    record.positive = None;
    record.leaderboard = leaderboard::contest("RMSE", false, 46_210.0, 9);
    record.result.scores =
        vec![score("RMSE", 46_210.0, 3_900.0), score("MAE", 31_077.0, 2_100.0), score("R²", 0.812, 0.031)];
    record.result.baseline =
        vec![score("RMSE", 106_800.0, 5_300.0), score("MAE", 82_400.0, 3_300.0), score("R²", -0.002, 0.003)];
    record.result.classes = Vec::new();
    record.result.confusion = None;
    record.result.calibration = None;
    record.result.decision = None;
    record.result.numbers = Some(NumberPlots {
        truth_predicted: (0..1000).map(pair).collect(),
        residual_quantiles: (0..=20)
            .map(|at| (5.0 * f64::from(at), 9_000.0 * (f64::from(at) / 2.6 - 3.9).sinh() / 3.0))
            .collect(),
        interval_half_width: Some(71_250.0),
        interval_level: Some(0.9),
    });
    record.result.learning_curve = Some(learning_curve("RMSE", false));
    record.model = learned::model("ridge", "price", &["price"]);
    record.model.drawing = None;
    record.model.members = vec![learned::member("ridge", 0.7), learned::member("random-forest", 0.3)];
    record.simple_model = Some(learned::simple_model("ridge"));
    record.error_analysis = learned::error_analysis(&[words("312500"), words("198000")]);
    record
}

/// A number of things.
pub fn count() -> StudyRecord {
    let mut record = regression();
    record.task = StudyTask::Count;
    record.target = words("claims");
    record.leaderboard = leaderboard::contest("Poisson deviance", false, 0.93, 5);
    record.result.scores = vec![score("Poisson deviance", 0.93, 0.06)];
    record.result.baseline = vec![score("Poisson deviance", 1.31, 0.07)];
    record.method.cut_short = true;
    record
}

/// Two classes and nothing to predict them by.
pub fn nothing_learned() -> StudyRecord {
    let mut record = binary();
    record.answer = vec![
        words(
            "Nothing was learned: the ROC AUC is 0.508 (95 % CI 0.471 to 0.545), and the baseline has 0.500.",
        ),
        words("The interval holds the baseline, so these columns may say nothing about churn."),
        words("More columns would help before more rows would."),
    ];
    record.result.scores = vec![score("ROC AUC", 0.508, 0.037)];
    record.result.baseline = vec![score("ROC AUC", 0.5, 0.0)];
    record.result.beats_baseline = false;
    record.result.p_value = Some(0.337);
    record.result.classes = vec![curves("stays", 0.735, 0.97), curves("leaves", 0.265, 0.97)];
    record.error_analysis.slices = Vec::new();
    record.error_analysis.slices_note = words("No part of the rows is worse than the others.");
    record
}

/// A record in which everything that may be absent is.
pub fn minimal() -> StudyRecord {
    StudyRecord {
        version: VERSION,
        simple_model: None,
        name: words("table"),
        answer: vec![words("No learner takes these rows.")],
        target: words("y"),
        task: StudyTask::Regression,
        classes: Vec::new(),
        positive: None,
        data: DataRecord { rows: 3, usable_rows: 3, columns: Vec::new(), findings: Vec::new() },
        leaderboard: Leaderboard {
            measure: words("RMSE"),
            higher_is_better: false,
            design: words("Three folds."),
            entries: Vec::new(),
            best: 0,
            chosen: 0,
            why: words("There was no other."),
            groups: Vec::new(),
            test: String::new(),
        },
        result: ResultRecord {
            design: words("Three folds."),
            tested: TestedRows::HeldOut,
            rows: 3,
            scores: Vec::new(),
            baseline: Vec::new(),
            beats_baseline: false,
            p_value: None,
            classes: Vec::new(),
            confusion: None,
            numbers: None,
            calibration: None,
            decision: None,
            learning_curve: None,
        },
        model: ModelRecord {
            learner: words("baseline"),
            summary: words("Predicts the mean."),
            spec: words("baseline"),
            members: Vec::new(),
            parameters: Default::default(),
            rows: 3,
            size: None,
            file: None,
            explanation: Vec::new(),
            drawing: None,
            importances: Vec::new(),
            importance_note: String::new(),
            partial_dependence: Vec::new(),
            local_explanations: Vec::new(),
        },
        error_analysis: ErrorAnalysis {
            worst: Vec::new(),
            slices: Vec::new(),
            slices_note: words("There are too few rows to look."),
        },
        method: MethodRecord { steps: Vec::new(), command: None, cut_short: true, ..method() },
        notes: Vec::new(),
    }
}

/// Fifty learners, two hundred columns, forty classes and long texts.
pub fn large() -> StudyRecord {
    let mut record = multiclass();
    record.classes = (0..40).map(|class| format!("class number {class}")).collect();
    record.data = table::of_many_columns(200);
    record.leaderboard = leaderboard::contest("ROC AUC", true, 0.9, 50);
    record.result.classes = record.classes.iter().map(|class| curves(class, 0.025, 0.3)).collect();
    let weights = vec![vec![1.0; 40]; 40];
    record.result.confusion = Some(ConfusionRecord { classes: record.classes.clone(), weights });
    let names: Vec<&str> = record.classes.iter().map(String::as_str).collect();
    record.model = learned::model("random-forest", "class", &names);
    record.model.explanation[0].text = "a line of the explanation of a very large forest\n".repeat(20_000);
    record.error_analysis = learned::error_analysis(&record.classes);
    record
}
