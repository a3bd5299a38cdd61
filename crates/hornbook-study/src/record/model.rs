use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The selected model and its interpretation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelRecord {
    /// The learner's name.
    pub learner: String,
    /// The first sentence of what it is.
    pub summary: String,
    /// The learner with the hyperparameters that are not the default ones, as the command line takes it.
    pub spec: String,
    /// The members, if it is an ensemble of several learners, the largest weight first.
    #[serde(default)]
    pub members: Vec<MemberRecord>,
    /// All its hyperparameters.
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
    /// Permutation feature importances, the largest first.
    pub importances: Vec<Importance>,
    /// What the importances are, as a sentence.
    pub importance_note: String,
    /// Partial dependence on the most important features.
    #[serde(alias = "dependences")]
    pub partial_dependence: Vec<PartialDependenceCurve>,
    /// Local explanations (SHAP values) of some rows.
    #[serde(alias = "cases")]
    pub local_explanations: Vec<LocalExplanation>,
}

/// A member of an ensemble.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemberRecord {
    /// The learner's name.
    pub learner: String,
    /// The learner with its hyperparameters, as people call it.
    pub name: String,
    /// The learner with the hyperparameters that are not the default ones, as the command line takes it.
    pub spec: String,
    /// Its weight; those of all members sum to 1.
    pub weight: f64,
}

/// The simplest model that gives up little of the score of the one that is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SimpleModelRecord {
    /// The learner's name.
    pub learner: String,
    /// The first sentence of what it is.
    pub summary: String,
    /// The learner with its hyperparameters, as people call it.
    pub name: String,
    /// The learner with the hyperparameters that are not the default ones, as the command line takes it.
    pub spec: String,
    /// What it costs in score, as a sentence.
    pub sentence: String,
    /// Its size, if it can say.
    pub size: Option<f64>,
    /// The file it was written to, if it was.
    pub file: Option<String>,
    /// What was learned, in words.
    pub explanation: Vec<ModelSection>,
    /// A tree drawn as SVG, if it has one small enough to read.
    pub drawing: Option<String>,
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelSection {
    /// What it is about.
    pub title: String,
    /// Plain text in lines of one width of letters.
    pub text: String,
}

/// The permutation importance of a feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Importance {
    /// The column.
    pub column: String,
    /// How much worse the metric gets when the feature is permuted.
    pub loss: f64,
    /// Its confidence interval.
    pub interval: Option<(f64, f64)>,
}

/// The partial dependence on a feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartialDependenceCurve {
    /// The column.
    pub column: String,
    /// The levels, for a category; empty for numbers.
    pub levels: Vec<String>,
    /// The grid: numbers, or the indices of the levels.
    #[serde(alias = "places")]
    pub grid: Vec<f64>,
    /// What is predicted on average at each grid point: a line for each output, with its name (a class, or the target).
    pub lines: Vec<(String, Vec<f64>)>,
    /// Some values of the column, to show where the rows are.
    pub rug: Vec<f64>,
}

/// The local explanation of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LocalExplanation {
    /// The number of the row in the table, from 1.
    pub row: usize,
    /// Why it is shown: most confident, least confident, largest error.
    pub why: String,
    /// The true class or number.
    pub truth: String,
    /// The prediction.
    pub predicted: String,
    /// The probability of the predicted class, for classes.
    pub probability: Option<f64>,
    /// The unit and the base value of the SHAP values, as a sentence.
    pub scale: String,
    /// The SHAP values, the largest first; empty if the model has no exact ones.
    pub contributions: Vec<ContributionRecord>,
}

/// The SHAP value of a feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContributionRecord {
    /// The column.
    pub column: String,
    /// Its value in the row.
    pub value: String,
    /// Its SHAP value.
    pub contribution: f64,
}

/// Error analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorAnalysis {
    /// The largest errors, the largest first.
    pub worst: Vec<LocalExplanation>,
    /// Slices (subgroups) with a significantly higher error, the worst first.
    pub slices: Vec<Slice>,
    /// How slices were looked for, as a sentence; says so if none is worse.
    pub slices_note: String,
}

/// A slice (subgroup) of the rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// The rows, in words: `age above 60`.
    pub rows: String,
    /// The columns it is made of.
    pub columns: Vec<String>,
    /// How many rows there are.
    pub count: usize,
    /// The mean error in it: the error rate, or the mean absolute error.
    pub error: f64,
    /// Its confidence interval.
    pub interval: Option<(f64, f64)>,
    /// The mean error of the other rows.
    pub elsewhere: f64,
    /// The p-value of the difference, corrected for all slices looked at.
    pub p_value: f64,
}
