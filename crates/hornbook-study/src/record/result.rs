use serde::{Deserialize, Serialize};

/// How good the chosen model is, on rows that had no part in choosing it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// Which rows judged, in words.
    pub design: String,
    /// How many rows judged.
    pub rows: usize,
    /// The chosen model by each measure, the one that counts first.
    pub scores: Vec<ScoreRecord>,
    /// The baseline by each measure.
    pub baseline: Vec<ScoreRecord>,
    /// Whether the interval of the first score clears the baseline: whether anything was learned at all.
    pub beats_baseline: bool,
    /// The p-value of the test against the baseline, if there is one.
    pub p_value: Option<f64>,
    /// The curves of each class against the rest; empty for numbers.
    pub classes: Vec<ClassPlots>,
    /// What was predicted for what; none for numbers.
    pub confusion: Option<ConfusionRecord>,
    /// Plots of predicted numbers; none for classes.
    pub numbers: Option<NumberPlots>,
    /// Whether probabilities can be believed, and what was done about it, as a sentence; none for numbers.
    pub calibration: Option<String>,
    /// What to do for the costs given, or for equal ones.
    pub decision: Option<DecisionRecord>,
    /// What more rows would bring; none if there was no time.
    pub learning_curve: Option<LearningCurveRecord>,
}

/// A score and where it would lie on other rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// The measure's name.
    pub measure: String,
    /// Its value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
    /// How often such an interval holds the true value.
    pub level: Option<f64>,
    /// How the interval was made.
    pub method: Option<String>,
    /// Value and interval as people read them.
    pub text: String,
}

/// The curves of one class against the rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassPlots {
    /// The class.
    pub class: String,
    /// The area under its ROC curve.
    pub area: Option<f64>,
    /// False positive rate and true positive rate.
    pub roc: Vec<(f64, f64)>,
    /// Recall and precision.
    pub precision_recall: Vec<(f64, f64)>,
    /// The share of the class: what precision is by chance.
    pub share: f64,
    /// Mean probability, share of the class and weight of each bin.
    pub calibration: Vec<(f64, f64, f64)>,
}

/// What was predicted for what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConfusionRecord {
    /// The classes.
    pub classes: Vec<String>,
    /// The weight of the rows of each true class (outer) and predicted class (inner).
    pub weights: Vec<Vec<f64>>,
}

/// Plots of predicted numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumberPlots {
    /// Truth and prediction of some rows.
    pub truth_predicted: Vec<(f64, f64)>,
    /// What the truth exceeds the prediction by: quantiles in per cent, with their values.
    pub residual_quantiles: Vec<(f64, f64)>,
    /// The half-width of the interval about a prediction that holds `interval_level` of the truths.
    pub interval_half_width: Option<f64>,
    /// How often that interval holds the truth.
    pub interval_level: Option<f64>,
}

/// What to do with probabilities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionRecord {
    /// What it means, as a sentence.
    pub sentence: String,
    /// From which probability of the positive class on to act, for two classes.
    pub threshold: Option<f64>,
    /// What each action costs in each class: action, class, cost.
    pub costs: Vec<(String, String, f64)>,
    /// The mean cost on the judged rows with the best actions, and with those of the likeliest class.
    pub mean_cost: Option<(f64, f64)>,
}

/// What more rows would bring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LearningCurveRecord {
    /// What was measured.
    pub measure: String,
    /// The sizes, from the smallest.
    pub points: Vec<LearningPointRecord>,
    /// Whether more rows would help.
    pub still_helps: bool,
    /// The verdict as a sentence.
    pub verdict: String,
}

/// One size of training sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LearningPointRecord {
    /// The rows trained on.
    pub rows: f64,
    /// The measure on the rows trained on.
    pub training: Option<f64>,
    /// The measure on the others.
    pub test: f64,
    /// The interval of the latter.
    pub interval: Option<(f64, f64)>,
    /// The baseline's measure on the others.
    pub baseline: Option<f64>,
}
