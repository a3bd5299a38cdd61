use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the chosen model learned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelRecord {
    /// The learner's name.
    pub learner: String,
    /// The first sentence of what it is.
    pub summary: String,
    /// The learner with the parameters that are not the default ones, as the command line takes it.
    pub spec: String,
    /// All its parameters.
    pub parameters: Map<String, Value>,
    /// How many rows it was trained on.
    pub rows: usize,
    /// Its size, if it can say.
    pub size: Option<f64>,
    /// The file it was written to, if it was.
    pub file: Option<String>,
    /// What was learned, in words: coefficient tables, rules, trees as text.
    pub explanation: Vec<ModelSection>,
    /// A tree drawn as SVG, if it has one small enough to read.
    pub drawing: Option<String>,
    /// How much it leans on each column, the most first.
    pub importances: Vec<Importance>,
    /// What the importances are, as a sentence.
    pub importance_note: String,
    /// How its prediction changes along the columns that matter most.
    pub dependences: Vec<Dependence>,
    /// Why some rows get their predictions.
    pub cases: Vec<CaseRecord>,
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelSection {
    /// What it is about.
    pub title: String,
    /// Plain text in lines of one width of letters.
    pub text: String,
}

/// How much a model leans on a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Importance {
    /// The column.
    pub column: String,
    /// How much worse the measure gets when the column is shuffled.
    pub loss: f64,
    /// The interval of that.
    pub interval: Option<(f64, f64)>,
}

/// How the prediction changes along a column, with the others as they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dependence {
    /// The column.
    pub column: String,
    /// The levels, for a category; empty for numbers.
    pub levels: Vec<String>,
    /// The places on the axis: numbers, or the positions of the levels.
    pub places: Vec<f64>,
    /// What is predicted on average at each place: a line for each output, with its name (a class, or the target).
    pub lines: Vec<(String, Vec<f64>)>,
    /// Some values of the column, to show where the rows are.
    pub rug: Vec<f64>,
}

/// A row and why it gets its prediction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseRecord {
    /// The number of the row in the table, from 1.
    pub row: usize,
    /// Why it is shown: the surest, the least sure, the worst mistake.
    pub why: String,
    /// The true class or number.
    pub truth: String,
    /// The prediction.
    pub predicted: String,
    /// The probability of the predicted class, for classes.
    pub probability: Option<f64>,
    /// What the contributions are measured in, and what they start from, as a sentence.
    pub scale: String,
    /// What each column adds, the largest first; empty if the model knows no exact way.
    pub contributions: Vec<ContributionRecord>,
}

/// What a column's value adds to a prediction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContributionRecord {
    /// The column.
    pub column: String,
    /// Its value in the row.
    pub value: String,
    /// What it adds.
    pub contribution: f64,
}

/// Where the model is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WrongRecord {
    /// The worst mistakes, the worst first.
    pub worst: Vec<CaseRecord>,
    /// Parts of the rows with a significantly worse error, the worst first.
    pub slices: Vec<Slice>,
    /// How slices were looked for, as a sentence; says so if none is worse.
    pub slices_note: String,
}

/// A part of the rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// The rows, in words: `age above 60`.
    pub rows: String,
    /// The columns it is made of.
    pub columns: Vec<String>,
    /// How many rows there are.
    pub count: usize,
    /// The mean error in it: the share of wrong classes, or the mean absolute error.
    pub error: f64,
    /// The interval of that.
    pub interval: Option<(f64, f64)>,
    /// The mean error of the other rows.
    pub elsewhere: f64,
    /// The p-value of the difference, corrected for all slices looked at.
    pub p_value: f64,
}
