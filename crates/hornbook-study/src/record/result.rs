use serde::{Deserialize, Serialize};

/// The performance of the selected model on held-out test rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// The evaluation design, in words.
    pub design: String,
    /// Which rows were tested.
    #[serde(default)]
    pub tested: TestedRows,
    /// How many test rows there are.
    pub rows: usize,
    /// The scores of the selected model, the deciding metric first.
    pub scores: Vec<ScoreRecord>,
    /// The scores of the baseline.
    pub baseline: Vec<ScoreRecord>,
    /// Whether the model is significantly better than the baseline.
    pub beats_baseline: bool,
    /// The p-value of the permutation test that features (or, on test rows, predictions) have nothing to do with the target, if there is
    /// one.
    pub p_value: Option<f64>,
    /// The curves of each class against the rest; empty for numbers.
    pub classes: Vec<ClassPlots>,
    /// The confusion matrix; none for regression.
    pub confusion: Option<ConfusionRecord>,
    /// Plots of predicted numbers; none for classes.
    pub numbers: Option<NumberPlots>,
    /// The calibration of the probabilities, as a sentence; none for regression.
    pub calibration: Option<String>,
    /// The decision threshold for the given costs.
    pub decision: Option<DecisionRecord>,
    /// The learning curve; none if there was no time.
    pub learning_curve: Option<LearningCurveRecord>,
}

/// Which rows the kept model, or the whole procedure that selects it, was tested on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestedRows {
    /// A test set that selection did not see.
    #[default]
    HeldOut,
    /// The rows of a test file.
    TestFile,
    /// All rows, by cross-validation.
    #[serde(alias = "nested_folds")]
    CrossValidation,
    /// The rows of the later folds in time, by time-series cross-validation: the first ones are trained on only.
    #[serde(alias = "nested_time_series")]
    TimeSeriesSplit,
    /// The rows that a predefined fold tests.
    #[serde(alias = "nested_predefined_folds")]
    PredefinedFolds,
    /// A part of the rows, which models of the others predict: for all folds there was no time.
    HoldOutValidation,
}

/// A score with its confidence interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreRecord {
    /// The metric's name.
    pub measure: String,
    /// Its value.
    pub value: f64,
    /// The lower end of the confidence interval.
    pub low: Option<f64>,
    /// The upper end of the confidence interval.
    pub high: Option<f64>,
    /// The confidence level.
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
    /// Its ROC AUC.
    pub area: Option<f64>,
    /// False positive rate and true positive rate.
    pub roc: Vec<(f64, f64)>,
    /// Recall and precision.
    pub precision_recall: Vec<(f64, f64)>,
    /// The prevalence of the class: the precision by chance.
    pub share: f64,
    /// Mean predicted probability, observed frequency and weight of each bin.
    pub calibration: Vec<(f64, f64, f64)>,
}

/// A confusion matrix.
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
    /// Quantiles of the residuals: per cent and value.
    pub residual_quantiles: Vec<(f64, f64)>,
    /// The half-width of the prediction interval with coverage `interval_level`.
    pub interval_half_width: Option<f64>,
    /// The coverage of that interval.
    pub interval_level: Option<f64>,
}

/// The cost-sensitive decision rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionRecord {
    /// What it means, as a sentence.
    pub sentence: String,
    /// The decision threshold on the probability of the positive class.
    pub threshold: Option<f64>,
    /// What each action costs in each class: action, class, cost.
    pub costs: Vec<(String, String, f64)>,
    /// The mean cost on the test rows with the best actions, and with those of the likeliest class.
    pub mean_cost: Option<(f64, f64)>,
}

/// A learning curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LearningCurveRecord {
    /// What was measured.
    pub measure: String,
    /// The sizes, from the smallest.
    pub points: Vec<LearningPointRecord>,
    /// Whether more rows would help.
    pub still_helps: bool,
    /// The conclusion as a sentence.
    #[serde(alias = "verdict")]
    pub conclusion: String,
}

/// One size of training sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LearningPointRecord {
    /// The size of the training set.
    pub rows: f64,
    /// The training score.
    pub training: Option<f64>,
    /// The validation score.
    pub test: f64,
    /// The confidence interval of the latter.
    pub interval: Option<(f64, f64)>,
    /// The baseline's validation score.
    pub baseline: Option<f64>,
}
