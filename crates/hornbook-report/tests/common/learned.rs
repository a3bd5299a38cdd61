//! Models and mistakes as a study records them.

use super::words;
use hornbook_learner::drawing::{Diagram, DiagramBranch, DiagramNode, Tint};
use hornbook_study::record::{
    ContributionRecord, ErrorAnalysis, Importance, LocalExplanation, MemberRecord, ModelRecord, ModelSection,
    PartialDependenceCurve, SimpleModelRecord, Slice,
};
use serde_json::{Map, json};

const COLUMNS: [&str; 9] = [
    "contract",
    "tenure",
    "internet",
    "monthly_charges",
    "support",
    "payment",
    "total_charges",
    "paperless",
    "partner",
];

fn tree() -> String {
    let leaf = |text: &str, color: usize, strength: f64| DiagramNode {
        answer: vec![words(text), format!("{:.0} % of the rows", 40.0 * strength)],
        tint: Tint { color, strength },
        shares: if color == 0 { vec![strength, 1.0 - strength] } else { vec![1.0 - strength, strength] },
        ..DiagramNode::default()
    };
    let ask = |question: &str, yes: usize, no: usize| DiagramNode {
        question: words(question),
        branches: vec![
            DiagramBranch { label: words("yes"), to: yes },
            DiagramBranch { label: words("no"), to: no },
        ],
        ..leaf("stays", 0, 0.6)
    };
    let nodes = vec![
        ask("contract = month-to-month", 1, 2),
        ask("internet = fibre", 3, 4),
        leaf("stays", 0, 0.93),
        ask("tenure <= 15.5", 5, 6),
        leaf("stays", 0, 0.72),
        leaf("leaves", 1, 0.7),
        leaf("stays", 0, 0.57),
    ];
    Diagram::new("churn: one tree that says nearly the same", nodes)
        .unwrap()
        .legend(&["stays", "leaves"])
        .to_svg(None)
}

/// A model with everything that can be said of one.
/// A member of an ensemble.
pub fn member(learner: &str, weight: f64) -> MemberRecord {
    MemberRecord { learner: words(learner), name: words(learner), spec: words(learner), weight }
}

/// A simple model beside the one that is kept.
pub fn simple_model(learner: &str) -> SimpleModelRecord {
    SimpleModelRecord {
        learner: words(learner),
        summary: words("A sum of columns with coefficients."),
        name: format!("{learner}, scaled"),
        spec: words(learner),
        sentence: words("A simpler model is nearly as good."),
        size: Some(5.0),
        file: Some(words("simple-model.hornbook")),
        explanation: vec![ModelSection {
            title: words("coefficients"),
            text: words("rooms  2.3\nage  -0.7"),
        }],
        drawing: None,
    }
}

pub fn model(learner: &str, target: &str, outputs: &[&str]) -> ModelRecord {
    let mut parameters = Map::new();
    for (name, value) in [
        ("rounds", json!(300)),
        ("max_depth", json!(3)),
        ("learning_rate", json!(0.05)),
        ("seed", json!(null)),
    ] {
        parameters.insert(words(name), value);
    }
    let importances = COLUMNS.iter().enumerate().map(|(at, column)| {
        let loss = 0.09 * (-0.6 * at as f64).exp() - 0.0006;
        Importance { column: words(column), loss, interval: Some((loss - 0.003, loss + 0.003)) }
    });
    let text = "feature              gain   share\ncontract            812.4    41 %\ntenure              402.0    20 %\n\
                internet            301.7    15 %\nmonthly_charges     188.2     9 %\n<script>alert(1)</script>";
    ModelRecord {
        learner: words(learner),
        summary: words("Averages deep trees of rows and columns drawn at random."),
        spec: format!("{learner} --max-depth 3 --learning-rate 0.05"),
        members: Vec::new(),
        parameters,
        rows: 5634,
        size: Some(2400.0),
        file: Some(words("churn.hornbook")),
        explanation: vec![
            ModelSection { title: words("Gains"), text: words(text) },
            ModelSection {
                title: words("The first tree"),
                text: words("contract = month-to-month?\n  yes: +0.41\n  no:  −0.87"),
            },
        ],
        drawing: Some(tree()),
        importances: importances.collect(),
        importance_note: words("Each column of the locked rows was shuffled 20 times."),
        partial_dependence: vec![
            numbers("tenure", 72.0, outputs),
            numbers("monthly_charges", 118.75, outputs),
            levels("contract", &["month-to-month", "one year", "two year"], outputs),
            levels("internet", &["fibre", "DSL", "none"], outputs),
        ],
        local_explanations: vec![
            case(target, 3186, "the surest"),
            case(target, 871, "the least sure"),
            case(target, 5012, "an ordinary row"),
        ],
    }
}

fn numbers(column: &str, high: f64, outputs: &[&str]) -> PartialDependenceCurve {
    let grid: Vec<f64> = (0..=30).map(|at| high * f64::from(at) / 30.0).collect();
    let line =
        |at: usize| grid.iter().map(|x| 0.6 / (at + 1) as f64 * (-2.0 * x / high).exp() + 0.05).collect();
    PartialDependenceCurve {
        column: words(column),
        levels: Vec::new(),
        lines: outputs.iter().enumerate().map(|(at, name)| (words(name), line(at))).collect(),
        rug: (0..40).map(|at| high * (f64::from(at) / 40.0).powi(2)).collect(),
        grid,
    }
}

fn levels(column: &str, levels: &[&str], outputs: &[&str]) -> PartialDependenceCurve {
    let line = |at: usize| (0..levels.len()).map(|level| 0.45 / (1 + at + level) as f64).collect();
    PartialDependenceCurve {
        column: words(column),
        levels: levels.iter().map(|level| words(level)).collect(),
        grid: (0..levels.len()).map(|level| level as f64).collect(),
        lines: outputs.iter().enumerate().map(|(at, name)| (words(name), line(at))).collect(),
        rug: Vec::new(),
    }
}

fn case(target: &str, row: usize, why: &str) -> LocalExplanation {
    let part = |(at, column): (usize, &&str)| ContributionRecord {
        column: words(column),
        value: if at % 2 == 0 { words("month-to-month") } else { format!("{}", 3 * at + row % 7) },
        contribution: (1.1 - 0.11 * at as f64) * if (at + row).is_multiple_of(3) { -0.7 } else { 1.0 },
    };
    LocalExplanation {
        row,
        why: words(why),
        truth: words("leaves"),
        predicted: words("leaves"),
        probability: Some(0.5 + 0.45 * (row as f64 / 6000.0)),
        scale: format!("Log odds of {target}, beginning with those of the mean row, −1.02."),
        contributions: COLUMNS.iter().enumerate().map(part).collect(),
    }
}

/// Mistakes, and parts of the rows where there are more of them.
pub fn error_analysis(answers: &[String]) -> ErrorAnalysis {
    let mistake = |at: usize| LocalExplanation {
        truth: answers[at % answers.len()].clone(),
        predicted: answers[(at + 1) % answers.len()].clone(),
        probability: Some(0.97 - 0.01 * at as f64),
        ..case("churn", 411 + 97 * at, "sure and wrong")
    };
    let slice = |at: usize, rows: &str, columns: &[&str]| Slice {
        rows: words(rows),
        columns: columns.iter().map(|column| words(column)).collect(),
        count: 380 - 90 * at,
        error: 0.31 - 0.03 * at as f64,
        interval: Some((0.27 - 0.03 * at as f64, 0.36 - 0.02 * at as f64)),
        elsewhere: 0.14,
        p_value: 0.0004 * (at as f64 + 1.0) * 3.0,
    };
    ErrorAnalysis {
        worst: (0..6).map(mistake).collect(),
        slices: vec![
            slice(0, "contract is month-to-month and tenure at most 6", &["contract", "tenure"]),
            slice(1, "payment is electronic cheque", &["payment"]),
            slice(2, "monthly_charges above 95", &["monthly_charges"]),
        ],
        slices_note: words(
            "64 parts of one or two columns were looked at; three have a larger error that chance does not explain.",
        ),
    }
}
