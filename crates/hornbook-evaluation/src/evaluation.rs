use crate::curves::Curves;
use crate::measure::Measure;
use crate::measures::{CalibrationTest, ConfusionMatrix};
use crate::resampling::Split;
use crate::score::Score;
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::format::{Align, aligned, percent_chosen};
use hornbook_core::{Parameters, ToJson, Value};
use hornbook_learner::outliers;
use serde_json::json;
use std::fmt;

/// How good a learner is on rows it did not see.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The learner's name.
    pub learner: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// How the rows were divided, in words.
    pub design: String,
    /// How many rows there were.
    pub rows: usize,
    /// A score a metric, over all evaluated rows together; the one to look at first in front.
    pub scores: Vec<Score>,
    /// The same scores of the [`Baseline`](hornbook_learner::Baseline) on the same rows; none for a single model.
    pub baseline: Vec<Score>,
    /// The positive class, of which precision, recall and their like are; `None` if they are means over the classes.
    pub positive: Option<String>,
    /// Which classes were taken for which, for a target of classes.
    pub confusion: Option<ConfusionMatrix>,
    /// The metrics fold by fold.
    pub folds: Vec<Fold>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
    /// The evaluated rows with their predictions.
    pub test_predictions: TestPredictions,
}

/// The metrics of one fold. A single fold is too small for an interval to say much; the spread over folds is
/// what it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Fold {
    /// Which repetition it belongs to, from 0.
    pub repeat: usize,
    /// Which fold of the repetition it is, from 0.
    pub fold: usize,
    /// How many rows were trained on.
    pub train_rows: usize,
    /// How many rows were evaluated.
    pub test_rows: usize,
    /// The learner's metrics.
    pub values: Vec<(Measure, f64)>,
    /// The baseline's.
    pub baseline: Vec<(Measure, f64)>,
}

impl Evaluation {
    /// What plots of the predictions show; `None` if a curve is undefined, as for a single class.
    pub fn curves(&self) -> Option<Curves> {
        Curves::of(&self.test_predictions).ok()
    }

    /// Spiegelhalter's test of calibration; `None` where no probabilities were asked for.
    pub fn calibration(&self) -> Option<CalibrationTest> {
        let TargetsAndPredictions::Classes { levels, truth, probabilities, .. } =
            &self.test_predictions.values
        else {
            return None;
        };
        self.scores.iter().any(|score| score.measure.needs_probabilities()).then_some(())?;
        // Anomaly scores are ranked, which makes no probabilities.
        (*levels != outliers::answers()).then_some(())?;
        let weights = Some(&self.test_predictions.weights[..]);
        CalibrationTest::of(levels.len(), truth, probabilities.values(), weights).ok()
    }

    /// The score of a metric, if it was asked for.
    pub fn score(&self, measure: Measure) -> Option<&Score> {
        self.scores.iter().find(|score| score.measure == measure)
    }

    fn table(&self) -> String {
        let level = self.scores.iter().find_map(|s| s.interval).map_or(0.95, |interval| interval.level);
        let (base, folds) = (!self.baseline.is_empty(), self.scores.iter().any(|s| s.over_folds.is_some()));
        let interval_head = format!("{} CI", percent_chosen(level));
        let mut heads = vec!["metric", "value", &interval_head, "method"];
        heads.extend(base.then_some("baseline"));
        heads.extend(folds.then_some("mean ± SD over folds"));
        let mut rows = vec![heads.into_iter().map(str::to_string).collect::<Vec<_>>()];
        for (index, score) in self.scores.iter().enumerate() {
            let show = |value: f64| score.measure.show(value);
            let [interval, method, over_folds] = score.cells();
            let mut row = vec![score.measure.to_string(), show(score.value), interval, method];
            row.extend(self.baseline.get(index).map(|base| show(base.value)));
            row.extend(folds.then_some(over_folds));
            rows.push(row);
        }
        let right = |column: usize| column == 1 || (base && column == 4);
        aligned(&rows, |column| if right(column) { Align::Right } else { Align::Left })
    }
}

impl Fold {
    pub(crate) fn of(split: &Split, measures: &[Measure], values: &[f64], baseline: Option<&[f64]>) -> Fold {
        let named = |values: &[f64]| measures.iter().copied().zip(values.iter().copied()).collect();
        Fold {
            repeat: split.repeat,
            fold: split.fold,
            train_rows: split.train.len(),
            test_rows: split.test.len(),
            values: named(values),
            baseline: baseline.map_or_else(Vec::new, named),
        }
    }

    fn to_json(&self) -> Value {
        let values = |values: &[(Measure, f64)]| -> Parameters {
            values.iter().map(|(measure, value)| (measure.to_string(), json!(value))).collect()
        };
        json!({
            "repeat": self.repeat + 1,
            "fold": self.fold + 1,
            "train_rows": self.train_rows,
            "test_rows": self.test_rows,
            "values": values(&self.values),
            "baseline": values(&self.baseline),
        })
    }
}

impl ToJson for Evaluation {
    fn to_json(&self) -> Value {
        json!({
            "learner": self.learner,
            "parameters": self.parameters,
            "design": self.design,
            "rows": self.rows,
            "scores": self.scores,
            "baseline": self.baseline,
            "positive": self.positive,
            "confusion": self.confusion.as_ref().map(ConfusionMatrix::to_json),
            "calibration": self.calibration().map(|test| test.to_json()),
            "folds": self.folds.iter().map(Fold::to_json).collect::<Vec<_>>(),
            "curves": self.curves().map(|curves| curves.to_json()),
            "notes": self.notes,
        })
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} on {} rows, {}", self.learner, self.rows, self.design)?;
        let of_positive = |m: &Measure| {
            matches!(
                m,
                Measure::Precision
                    | Measure::Recall
                    | Measure::Specificity
                    | Measure::F(_)
                    | Measure::AveragePrecision
            )
        };
        if let Some(class) = &self.positive
            && self.scores.iter().any(|score| of_positive(&score.measure))
        {
            writeln!(f, "positive class: {class}")?;
        }
        writeln!(f)?;
        f.write_str(&self.table())?;
        if let Some(test) = self.calibration() {
            writeln!(f, "\n{test}")?;
        }
        if let Some(confusion) = &self.confusion {
            write!(f, "\n{confusion}")?;
        }
        for (i, note) in self.notes.iter().enumerate() {
            writeln!(f, "{}note: {note}", if i == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
