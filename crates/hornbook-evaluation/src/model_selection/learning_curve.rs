//! Learning curve: training and validation score against training set size.

use super::diagnosis::{FitDiagnosis, diagnose};
use super::fold_mean::FoldMean;
use super::forecast::LearningCurveForecast;
use super::train_test_scores::{TrainTestScores, train_test_scores};
use super::training_sets::{TestRows, TrainingSets, TrainingSizes};
use crate::evaluate::rows_that_count;
use crate::intervals::{Interval, student_mean};
use crate::measure::Measure;
use crate::options::EvaluationOptions;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Result, Run, Seed, ToJson, Value};
use hornbook_data::Dataset;
use hornbook_learner::{Baseline, Learner};
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// The position of the draws of the outlook among the seeds, beyond that of any training set.
const OUTLOOK: u64 = 1 << 40;

/// Which training sets a learning curve is made of.
#[derive(Debug, Clone, Default)]
pub struct LearningCurveOptions {
    /// The sizes of the training sets.
    pub sizes: TrainingSizes,
    /// How many training sets of each size, or with a design of each size and split; by default 20, fewer if there are
    /// many rows, and one a split of a design.
    pub repeats: Option<usize>,
    /// Who evaluates.
    pub test: TestRows,
    /// Where the random numbers come from.
    pub seed: u64,
}

/// How a learner does with few rows and with many.
///
/// For each size, training sets are drawn at random, every class alike and groups whole. A model of each is evaluated on
/// the rows it was trained on and on the others, beside the baseline. Where the two curves have met at a poor value, more
/// rows will not help and another learner may; where they are far apart, more rows or a simpler model will.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::EvaluationOptions;
/// use hornbook_evaluation::model_selection::{LearningCurve, LearningCurveOptions, TrainingSizes};
/// use hornbook_learner::Baseline;
/// let kinds: Vec<Option<&str>> = (0..60).map(|i| Some(if i % 3 == 0 { "rare" } else { "common" })).collect();
/// let data = Table::builder().category("kind", &kinds).build()?.dataset().target("kind")?;
/// let options = LearningCurveOptions { sizes: TrainingSizes::Rows(vec![6, 12, 24, 48]), ..Default::default() };
/// let curve = LearningCurve::of(&Baseline::default(), &data, &options, &EvaluationOptions::default(), &Run::default())?;
/// assert_eq!(curve.points.len(), 4);
/// assert!(!curve.still_helps());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LearningCurve {
    /// The learner's name.
    pub learner: String,
    /// How the training sets were drawn, in words.
    pub design: String,
    /// What was measured.
    pub measure: Measure,
    /// The sizes, from the smallest.
    pub points: Vec<LearningPoint>,
    /// What twice the rows would bring; `None` if the curve has too few sizes or repeats to say.
    pub forecast: Option<LearningCurveForecast>,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

/// One size of training sets.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LearningPoint {
    /// The rows trained on; the mean where whole groups do not give the size exactly.
    pub rows: f64,
    /// The metric on the rows trained on.
    pub training: FoldMean,
    /// The metric on the others.
    pub test: FoldMean,
    /// Where the mean on the others would lie with ever more such training sets; `None` for fewer than two.
    pub interval: Option<Interval>,
    /// The baseline's metric on the others.
    pub baseline: FoldMean,
    /// The metric on the others, training set by training set; NaN where it is undefined.
    pub values: Vec<f64>,
    /// How the models fit.
    pub diagnosis: FitDiagnosis,
}

impl LearningCurve {
    /// Trains a learner on training sets of several sizes. The first metric counts.
    pub fn of(
        learner: &dyn Learner,
        data: &Dataset,
        options: &LearningCurveOptions,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<LearningCurve> {
        let data = rows_that_count(data)?;
        let measure = scoring.primary_measure(learner, &data)?;
        let sets = TrainingSets::draw(&data, options)?;
        let mut notes = sets.notes;
        let (baseline, name) = (Baseline::default(), learner.declaration().name);
        run.install(|| {
            let mut points = Vec::with_capacity(sets.plans.len());
            let count = Some(sets.plans.len() as u64);
            for (place, plan) in sets.plans.iter().enumerate() {
                run.progress("size", place as u64, count);
                let learners = [learner, &baseline as &dyn Learner];
                let mut sides = train_test_scores(&learners, &data, plan, scoring, measure, run)?.into_iter();
                let (Some(own), Some(base)) = (sides.next(), sides.next()) else { continue };
                let rows: Vec<f64> = plan.splits.iter().map(|split| split.train.len() as f64).collect();
                let rows = FoldMean::of(&rows).mean;
                let own = without_refusals(own, rows, &mut notes)?;
                let base = base.into_iter().collect::<Result<Vec<TrainTestScores>>>()?;
                if !own.is_empty() {
                    points.push(LearningPoint::of(measure, rows, &own, &base, scoring.bootstrap().level));
                }
            }
            if points.is_empty() {
                let why = notes.pop().unwrap_or_default();
                return Err(Error::data(format!("'{name}' learned from none of the training sets"), why));
            }
            let values: Vec<(f64, &[f64])> = points.iter().map(|p| (p.rows, &p.values[..])).collect();
            let forecast =
                LearningCurveForecast::of(measure, &values, Seed(options.seed).derive(OUTLOOK), run)?;
            if forecast.is_none() {
                notes.push(
                    "extrapolating the learning curve needs four sizes and two training sets of each"
                        .to_string(),
                );
            }
            Ok(LearningCurve {
                learner: name.to_string(),
                design: sets.design,
                measure,
                points,
                forecast,
                notes,
            })
        })
    }

    /// Whether twice the rows would bring more than the standard error of what they would bring.
    pub fn still_helps(&self) -> bool {
        self.forecast.as_ref().is_some_and(|forecast| forecast.still_helps)
    }

    /// How the models of the largest training sets fit.
    pub fn diagnosis(&self) -> Option<&FitDiagnosis> {
        self.points.last().map(|point| &point.diagnosis)
    }
}

/// What the learner made of the training sets that it took; a note if it refused some.
fn without_refusals(
    all: Vec<Result<TrainTestScores>>,
    rows: f64,
    notes: &mut Vec<String>,
) -> Result<Vec<TrainTestScores>> {
    let (count, mut refusal) = (all.len(), None);
    let mut taken = Vec::with_capacity(count);
    for sides in all {
        match sides {
            Ok(sides) => taken.push(sides),
            Err(Error::Canceled) => return Err(Error::Canceled),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    if let Some(error) = refusal {
        let refused = count - taken.len();
        notes.push(format!(
            "the learner refused {refused} of {count} training sets of {rows:.0} rows: {error}"
        ));
    }
    Ok(taken)
}

impl LearningPoint {
    fn of(
        measure: Measure,
        rows: f64,
        own: &[TrainTestScores],
        base: &[TrainTestScores],
        level: f64,
    ) -> LearningPoint {
        let training: Vec<f64> = own.iter().map(|sides| sides.training).collect();
        let values: Vec<f64> = own.iter().map(|sides| sides.test).collect();
        let base: Vec<f64> = base.iter().map(|sides| sides.test).collect();
        let defined: Vec<f64> = values.iter().copied().filter(|x| !x.is_nan()).collect();
        let (training, test, baseline) =
            (FoldMean::of(&training), FoldMean::of(&values), FoldMean::of(&base));
        LearningPoint {
            rows,
            training,
            test,
            interval: student_mean(&defined, level),
            baseline,
            values,
            diagnosis: diagnose(measure, training, test, baseline.mean),
        }
    }
}

impl ToJson for LearningCurve {
    fn to_json(&self) -> Value {
        json!({
            "learner": self.learner,
            "design": self.design,
            "measure": self.measure,
            "points": self.points,
            "diagnosis": self.diagnosis(),
            "outlook": self.forecast.as_ref().map(ToJson::to_json),
            "notes": self.notes,
        })
    }
}

impl fmt::Display for LearningCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: learning curve of the {}, {}\n", self.learner, self.measure, self.design)?;
        let heads = ["rows", "training", "± SE", "validation", "± SE", "baseline", "fit"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for point in &self.points {
            let mut row = vec![format!("{:.0}", point.rows)];
            row.extend(self.measure.show_estimate(point.training.mean, point.training.standard_error));
            row.extend(self.measure.show_estimate(point.test.mean, point.test.standard_error));
            row.extend([self.measure.show(point.baseline.mean), point.diagnosis.fit.to_string()]);
            rows.push(row);
        }
        f.write_str(&aligned(&rows, |column| if column == 6 { Align::Left } else { Align::Right }))?;
        writeln!(f)?;
        if let Some(diagnosis) = self.diagnosis() {
            writeln!(f, "{diagnosis}")?;
        }
        if let Some(forecast) = &self.forecast {
            writeln!(f, "{forecast}")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}
