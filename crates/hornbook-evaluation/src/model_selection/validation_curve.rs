//! Validation curve: training and validation score over a hyperparameter.

use super::diagnosis::{FitDiagnosis, diagnose};
use super::fold_mean::FoldMean;
use super::one_standard_error::{ScoredModel, best, simplest_within_one_se};
use super::space::{ParameterDomain, SearchSpace, shown};
use super::train_test_scores::{TrainTestScores, train_test_scores};
use super::tuner::{SelectionRule, WHY_NOT_THE_SIMPLEST};
use crate::evaluate::rows_that_count;
use crate::measure::Measure;
use crate::options::EvaluationOptions;
use crate::resampling::Resampling;
use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Parameters, Result, Run, ToJson, Value};
use hornbook_data::Dataset;
use hornbook_learner::{Baseline, Learner, Model};
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// Values tried of a range.
const POINTS: usize = 12;

/// How a learner does on its training rows and on others as one of its parameters changes: the curve in which too simple
/// models stand on one side, too complex ones on the other, and the best in the valley between.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// use hornbook_evaluation::model_selection::{ValidationCurve, ParameterDomain};
/// use hornbook_evaluation::{CrossValidation, EvaluationOptions};
/// use hornbook_trees::DecisionTree;
/// let x: Vec<f64> = (0..80).map(f64::from).collect();
/// let kinds: Vec<Option<&str>> = (0..80).map(|i| Some(if (i / 20) % 2 == 0 { "a" } else { "b" })).collect();
/// let data = Table::builder().number("x", x).category("kind", &kinds).build()?.dataset().target("kind")?;
/// let (tree, depths, folds) = (DecisionTree::default(), ParameterDomain::list([1, 2, 3, 4]), CrossValidation::new(5));
/// let (scoring, run) = (EvaluationOptions::default(), Run::default());
/// let curve = ValidationCurve::of(&tree, "max_depth", &depths, &data, &folds, &scoring, &run)?;
/// assert!(curve.points[0].validation.mean < 0.8 && curve.points[3].validation.mean > 0.9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ValidationCurve {
    /// The learner's name.
    pub learner: String,
    /// The parameter that was varied.
    pub parameter: String,
    /// How the rows were divided, in words.
    pub design: String,
    /// What was measured.
    pub measure: Measure,
    /// The values, in the order they were given.
    pub points: Vec<ValidationPoint>,
    /// The baseline's metric on the validation rows.
    pub baseline: FoldMean,
    /// Which value has the best validation mean.
    pub best: usize,
    /// Which value gives the smallest models that are not worse than the best by more than its standard error; the best
    /// if the models do not say their size.
    pub simplest_within_one_se: usize,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

/// One value of the parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ValidationPoint {
    /// The value.
    pub value: Value,
    /// The metric on the rows trained on; NaN if the learner refused the value.
    pub training: FoldMean,
    /// The metric on the validation rows; NaN if the learner refused the value.
    pub validation: FoldMean,
    /// The mean size of the models, if they can say.
    pub size: Option<f64>,
    /// How the models fit.
    pub diagnosis: FitDiagnosis,
    /// Why the learner refused the value, if it did.
    pub refused: Option<String>,
}

impl ValidationCurve {
    /// Trains a learner with each value of a parameter on the splits of a design. Of a range, twelve values are tried.
    /// The first metric counts.
    pub fn of(
        learner: &dyn Learner,
        parameter: &str,
        values: &ParameterDomain,
        data: &Dataset,
        design: &dyn Resampling,
        scoring: &EvaluationOptions,
        run: &Run,
    ) -> Result<ValidationCurve> {
        SearchSpace::default().vary(parameter, values.clone()).check(learner)?;
        let data = rows_that_count(data)?;
        let measure = scoring.primary_measure(learner, &data)?;
        let plan = design.plan(&data)?;
        let values = values.spread(POINTS);
        let with = |value: &Value| learner.with_parameters(&only(parameter, value));
        let made: Vec<Result<Box<dyn Learner>>> = values.iter().map(with).collect();
        let baseline = Baseline::default();
        let mut learners: Vec<&dyn Learner> = vec![&baseline];
        learners.extend(made.iter().filter_map(|made| made.as_ref().ok().map(|learner| &**learner)));
        let sides = run.install(|| train_test_scores(&learners, &data, &plan, scoring, measure, run))?;
        let mut sides = sides.into_iter();
        let baseline = means(sides.next().unwrap_or_default())?.1;
        let mut points = Vec::with_capacity(values.len());
        for (value, made) in values.into_iter().zip(made) {
            let found = made.and_then(|_| means(sides.next().unwrap_or_default()));
            points.push(ValidationPoint::of(value, found, measure, baseline.mean)?);
        }
        let candidates: Vec<ScoredModel> = points.iter().map(ValidationPoint::candidate).collect();
        let higher = measure.higher_is_better();
        let Some(best) = best(&candidates, higher) else {
            let why = points.iter().find_map(|point| point.refused.clone());
            return Err(Error::data(
                format!("no value of '{parameter}' could be evaluated"),
                why.unwrap_or_else(|| format!("the {measure} is undefined on every split; choose another")),
            ));
        };
        let mut notes = plan.notes;
        let simplest_within_one_se = simplest_within_one_se(&candidates, higher).unwrap_or_else(|| {
            notes.push(WHY_NOT_THE_SIMPLEST.to_string());
            best
        });
        Ok(ValidationCurve {
            learner: learner.declaration().name.to_string(),
            parameter: parameter.to_string(),
            design: plan.design,
            measure,
            points,
            baseline,
            best,
            simplest_within_one_se,
            notes,
        })
    }

    /// The value that a rule chooses.
    pub fn chosen(&self, rule: SelectionRule) -> &Value {
        let place = match rule {
            SelectionRule::Best => self.best,
            SelectionRule::OneStandardError => self.simplest_within_one_se,
        };
        &self.points[place].value
    }

    /// The final model: the learner with the chosen value, trained on all rows. With a parameter that sets the size of
    /// models, the curve and this are the cross-validation wrapper of the textbook.
    pub fn train(
        &self,
        learner: &dyn Learner,
        rule: SelectionRule,
        data: &Dataset,
        run: &Run,
    ) -> Result<Box<dyn Model>> {
        learner.with_parameters(&only(&self.parameter, self.chosen(rule)))?.fit_with(data, run)
    }
}

fn only(parameter: &str, value: &Value) -> Parameters {
    [(parameter.to_string(), value.clone())].into_iter().collect()
}

/// Training, validation, and size over the splits; the first refusal if there is one.
fn means(splits: Vec<Result<TrainTestScores>>) -> Result<(FoldMean, FoldMean, Option<f64>)> {
    let splits = splits.into_iter().collect::<Result<Vec<TrainTestScores>>>()?;
    let of = |side: fn(&TrainTestScores) -> f64| FoldMean::of(&splits.iter().map(side).collect::<Vec<f64>>());
    let sizes: Vec<f64> = splits.iter().filter_map(|sides| sides.size).collect();
    let size = (!sizes.is_empty()).then(|| FoldMean::of(&sizes).mean);
    Ok((of(|sides| sides.training), of(|sides| sides.test), size))
}

impl ValidationPoint {
    fn of(
        value: Value,
        found: Result<(FoldMean, FoldMean, Option<f64>)>,
        measure: Measure,
        baseline: f64,
    ) -> Result<ValidationPoint> {
        let nothing = FoldMean { mean: f64::NAN, standard_error: f64::NAN };
        let ((training, validation, size), refused) = match found {
            Ok(found) => (found, None),
            Err(Error::Canceled) => return Err(Error::Canceled),
            Err(error) => ((nothing, nothing, None), Some(error.to_string())),
        };
        let diagnosis = diagnose(measure, training, validation, baseline);
        Ok(ValidationPoint { value, training, validation, size, diagnosis, refused })
    }

    fn candidate(&self) -> ScoredModel {
        let FoldMean { mean, standard_error } = self.validation;
        ScoredModel { score: mean, standard_error, size: self.size }
    }
}

impl ToJson for ValidationCurve {
    fn to_json(&self) -> Value {
        json!({
            "learner": self.learner,
            "parameter": self.parameter,
            "design": self.design,
            "measure": self.measure,
            "points": self.points,
            "baseline": self.baseline,
            "best": self.chosen(SelectionRule::Best),
            "simplest": self.chosen(SelectionRule::OneStandardError),
            "notes": self.notes,
        })
    }
}

impl fmt::Display for ValidationCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (measure, parameter) = (self.measure, &self.parameter);
        writeln!(
            f,
            "{}: validation curve of the {measure} over {parameter}, {}\n",
            self.learner, self.design
        )?;
        let heads = [parameter.as_str(), "training", "± SE", "validation", "± SE", "fit"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for point in &self.points {
            let mut row = vec![shown(&point.value)];
            row.extend(measure.show_estimate(point.training.mean, point.training.standard_error));
            row.extend(measure.show_estimate(point.validation.mean, point.validation.standard_error));
            row.push(if point.refused.is_some() {
                "refused".to_string()
            } else {
                point.diagnosis.fit.to_string()
            });
            rows.push(row);
        }
        f.write_str(&aligned(&rows, |column| if column == 5 { Align::Left } else { Align::Right }))?;
        let [best, simplest_within_one_se] =
            [SelectionRule::Best, SelectionRule::OneStandardError].map(|rule| shown(self.chosen(rule)));
        writeln!(
            f,
            "\nbest at {best}; one-standard-error rule: the simplest within one standard error of it at {simplest_within_one_se}"
        )?;
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}
