use crate::decisions::LossMatrix;
use crate::evaluate::{BLOCKS, BOOTSTRAP};
use crate::intervals::{Bootstrap, IntervalMethod};
use crate::measure::Measure;
use crate::metric_set::{MetricSet, ResamplingUnits};
use crate::resampling::wrong;
use crate::score::Score;
use crate::test_predictions::{TargetsAndPredictions, TestPredictions};
use hornbook_core::{Error, Result, Run, Task, closest_name};
use hornbook_data::Dataset;
use hornbook_learner::{Learner, Model, first_largest};

/// How predictions are evaluated: by which metrics, with which intervals, and what a mistake costs.
///
/// ```
/// use hornbook_evaluation::{EvaluationOptions, Measure};
/// let scoring = EvaluationOptions::default().measures(&[Measure::F(2.0), Measure::RocAuc]).positive("yes").level(0.9);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluationOptions {
    measures: Option<Vec<Measure>>,
    positive: Option<String>,
    losses: Option<LossMatrix>,
    level: f64,
    method: Option<IntervalMethod>,
    resamples: u32,
}

impl Default for EvaluationOptions {
    fn default() -> EvaluationOptions {
        let Bootstrap { level, resamples, .. } = Bootstrap::default();
        EvaluationOptions { measures: None, positive: None, losses: None, level, method: None, resamples }
    }
}

impl EvaluationOptions {
    /// Which measures, the one to look at first in front; the usual ones of the task by default.
    #[must_use]
    pub fn measures(self, measures: &[Measure]) -> EvaluationOptions {
        EvaluationOptions { measures: Some(measures.to_vec()), ..self }
    }

    /// Which of two classes is the positive one; the last one by default, as 1 after 0 and yes after no.
    #[must_use]
    pub fn positive(self, class: &str) -> EvaluationOptions {
        EvaluationOptions { positive: Some(class.to_string()), ..self }
    }

    /// What each action costs for each class. The predicted class is then the one of least expected loss, and the
    /// expected loss of the decisions is the first metric unless others are named.
    #[must_use]
    pub fn losses(self, losses: LossMatrix) -> EvaluationOptions {
        EvaluationOptions { losses: Some(losses), ..self }
    }

    /// The level of the intervals; 0.95 by default.
    #[must_use]
    pub fn level(self, level: f64) -> EvaluationOptions {
        EvaluationOptions { level, ..self }
    }

    /// How the intervals are made: by the bootstrap, plain or corrected, for any metric; Wilson's for accuracy and error
    /// rate; DeLong's for the ROC AUC. By default, what suits each metric.
    #[must_use]
    pub fn method(self, method: IntervalMethod) -> EvaluationOptions {
        EvaluationOptions { method: Some(method), ..self }
    }

    /// How many resamples are drawn for an interval that needs them; 2000 by default.
    #[must_use]
    pub fn resamples(self, resamples: u32) -> EvaluationOptions {
        EvaluationOptions { resamples, ..self }
    }

    /// The bootstrap that makes the intervals.
    pub(crate) fn bootstrap(&self) -> Bootstrap {
        let corrected = self.method != Some(IntervalMethod::Bootstrap);
        Bootstrap { level: self.level, resamples: self.resamples, corrected, ..Bootstrap::default() }
    }

    /// The method that was asked for, refused if the rows do not have what it supposes.
    pub(crate) fn method_for(&self, units: &ResamplingUnits) -> Result<Option<IntervalMethod>> {
        if units.grouped && self.method == Some(IntervalMethod::Wilson) {
            return Err(Error::data(
                "Wilson's interval supposes independent rows, and there are groups",
                "leave out the groups, or the method",
            ));
        }
        Ok(self.method)
    }

    /// Evaluates predictions that are there already: a score a metric, each with its interval. `groups` gives the group
    /// of each row of the table; rows of one group are drawn together.
    ///
    /// ```
    /// use hornbook_core::Run;
    /// use hornbook_evaluation::{TestPredictions, EvaluationOptions, Measure};
    /// let judged = TestPredictions::of_numbers(vec![1.0, 2.0, 3.0, 4.0], vec![1.5, 2.0, 2.0, 4.5], None)?;
    /// let scores = EvaluationOptions::default().measures(&[Measure::Mae]).scores(&judged, None, &Run::default())?;
    /// assert_eq!(scores[0].value, 0.5);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn scores(
        &self,
        test_predictions: &TestPredictions,
        groups: Option<&[u32]>,
        run: &Run,
    ) -> Result<Vec<Score>> {
        test_predictions.check()?;
        let has_reference =
            matches!(&test_predictions.values, TargetsAndPredictions::Clusters { reference: Some(_), .. });
        let has_costs = !test_predictions.costs.is_empty();
        let measures = of_one_model(self.measures_for(test_predictions.task(), has_costs, has_reference)?)?;
        let test_predictions = self.decided(test_predictions.clone())?;
        if let Some(groups) = groups
            && let Some(row) = test_predictions.rows.iter().find(|&&row| row as usize >= groups.len())
        {
            return Err(Error::data(
                format!("row {} has no group, as there are {}", row + 1, groups.len()),
                "give a group for each row",
            ));
        }
        let rules = self.metric_options(&test_predictions)?;
        let seed = run.root_seed();
        let units = ResamplingUnits::of(&test_predictions, groups, seed.derive(BLOCKS));
        let bootstrap = Bootstrap { seed: seed.derive(BOOTSTRAP), ..self.bootstrap() };
        run.install(|| {
            let panel = MetricSet::new(&test_predictions, &measures, &rules)?;
            panel.scores(&units, self.method_for(&units)?, &bootstrap, run)
        })
    }

    /// The values of the metrics alone, without intervals: for programs that resample by themselves.
    pub fn values(&self, test_predictions: &TestPredictions) -> Result<Vec<(Measure, f64)>> {
        test_predictions.check()?;
        let has_costs = !test_predictions.costs.is_empty();
        let measures = of_one_model(self.measures_for(test_predictions.task(), has_costs, false)?)?;
        let test_predictions = self.decided(test_predictions.clone())?;
        let rules = self.metric_options(&test_predictions)?;
        let values = MetricSet::new(&test_predictions, &measures, &rules)?.values();
        Ok(measures.into_iter().zip(values).collect())
    }

    /// Refuses settings that do not fit each other or the task.
    pub(crate) fn measures_of(&self, learner: &dyn Learner, data: &Dataset) -> Result<Vec<Measure>> {
        let task = evaluated_task(learner, data)?;
        let measures = self.measures_for(task, data.costs().is_some(), data.reference_labels().is_some())?;
        match measures.iter().find(|measure| measure.needs_reference()) {
            Some(measure) if data.reference_labels().is_none() => Err(Error::data(
                format!("the measure '{measure}' compares clusters with labels, and there are none"),
                "name a column of labels for scoring only, as its reference",
            )),
            _ => Ok(measures),
        }
    }

    /// The same for a model that is there already.
    pub(crate) fn measures_of_model(&self, model: &dyn Model, data: &Dataset) -> Result<Vec<Measure>> {
        let task = match model.info().schema.target.task {
            task if task.needs_target() => data.task()?,
            task => task,
        };
        of_one_model(self.measures_for(task, data.costs().is_some(), data.reference_labels().is_some())?)
    }

    /// Whether a measure is named that compares the clusterings of the splits.
    pub(crate) fn wants_stability(&self) -> bool {
        self.measures.as_ref().is_some_and(|measures| measures.iter().any(|measure| measure.is_of_design()))
    }

    fn measures_for(&self, task: Task, has_costs: bool, has_reference: bool) -> Result<Vec<Measure>> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(wrong("evaluation", "level", self.level, "a number above 0 and below 1"));
        }
        let measures = match &self.measures {
            None if self.losses.is_some() || has_costs => {
                [&[Measure::ExpectedLoss], Measure::usual(Task::Classification)].concat()
            }
            None if task == Task::Clustering && has_reference => Measure::of_agreement(),
            None => Measure::usual(task).to_vec(),
            Some(measures) if measures.is_empty() => {
                return Err(Error::data("no metric is named", "name at least one"));
            }
            Some(measures) => measures.clone(),
        };
        // Outliers that labels tell are classes.
        let task = if task == Task::Outliers { Task::Classification } else { task };
        if let Some(stranger) = measures.iter().find(|measure| measure.task() != task) {
            let why = if task.needs_target() { "the target makes a" } else { "the learner does" };
            return Err(Error::data(
                format!("the measure '{stranger}' is for {}, and {why} {task}", stranger.task()),
                format!("choose from {}", names(Measure::all(task))),
            ));
        }
        if let Some(method) = self.method
            && let Some(stranger) = measures.iter().find(|measure| !suits(method, **measure))
        {
            return Err(Error::data(
                format!("a {method} interval does not suit the measure '{stranger}'"),
                "leave the method to the metric, or use the bootstrap",
            ));
        }
        Ok(measures)
    }

    /// The positive one of two classes; `None` if there are more, and none was named.
    pub fn positive_of(&self, classes: &[String]) -> Option<String> {
        let last = || classes.last().filter(|_| classes.len() == 2).cloned();
        self.positive.clone().or_else(last)
    }

    /// The metric that decides where only one can: the first. It is of the rows of one model.
    pub fn primary_measure(&self, learner: &dyn Learner, data: &Dataset) -> Result<Measure> {
        let measures = of_one_model(self.measures_of(learner, data)?)?;
        measures.first().copied().ok_or_else(|| Error::data("no metric is named", "name at least one"))
    }

    /// Whether a metric is of probabilities, or of decisions that follow from them.
    pub(crate) fn needs_probabilities(&self, measure: Measure) -> bool {
        self.losses.is_some() || measure.needs_probabilities()
    }

    /// A model's predictions for the rows of a view, with the decisions that the losses ask for.
    pub(crate) fn predict_test_rows(&self, model: &dyn Model, test: &Dataset) -> Result<TestPredictions> {
        self.decided(TestPredictions::of(model, test)?)
    }

    /// The evaluated rows with the decisions of least expected loss.
    ///
    /// An action beyond the classes, such as rejecting a row, counts in the expected loss. For the other metrics such a
    /// row has the best of the classes: what would be said if something had to be said. If the rows have a cost, it is what a
    /// mistake costs, or what the losses of the row are multiplied by.
    pub(crate) fn decided(&self, mut test_predictions: TestPredictions) -> Result<TestPredictions> {
        let TestPredictions { values, costs, losses: found, .. } = &mut test_predictions;
        let TargetsAndPredictions::Classes { levels, truth, predicted, probabilities } = values else {
            return Ok(test_predictions);
        };
        if let Some(losses) = &self.losses {
            let losses = losses.for_classes(levels)?;
            let actions = losses.decide_with_costs(probabilities, costs)?;
            let loss = |(row, (&action, &class)): (usize, (&u32, &u32))| {
                losses.at_cost(action as usize, class as usize, costs.get(row).copied())
            };
            *found = actions.iter().zip(truth.iter()).enumerate().map(loss).collect();
            let place = |class: &String| losses.actions().iter().position(|action| action == class);
            // Actions of other names say nothing of classes: the most probable one stays predicted.
            if let Some(places) = levels.iter().map(place).collect::<Option<Vec<usize>>>() {
                let risks = losses.risks_all(probabilities)?;
                for (row, predicted) in predicted.iter_mut().enumerate() {
                    let gains: Vec<f64> = places.iter().map(|&action| -risks.at(row, action)).collect();
                    *predicted = first_largest(&gains) as u32;
                }
            }
        } else if !costs.is_empty() {
            let mistakes = truth.iter().zip(predicted.iter()).map(|(truth, predicted)| truth != predicted);
            *found = mistakes
                .zip(costs.iter())
                .map(|(is_mistake, cost)| f64::from(u8::from(is_mistake)) * cost)
                .collect();
        }
        Ok(test_predictions)
    }

    /// The rules for rows of these classes.
    pub(crate) fn metric_options(&self, test_predictions: &TestPredictions) -> Result<MetricOptions> {
        let TargetsAndPredictions::Classes { levels, .. } = &test_predictions.values else {
            return Ok(MetricOptions { positive: None });
        };
        let positive = match &self.positive {
            Some(name) => {
                let found = levels.iter().position(|level| level == name);
                Some(found.ok_or_else(|| {
                    Error::data(
                        format!("the target has no class '{name}'"),
                        match closest_name(name, levels) {
                            Some(near) => format!("did you mean '{near}'?"),
                            None => format!("it has {}", levels.join(", ")),
                        },
                    )
                })?)
            }
            None => (levels.len() == 2).then_some(1),
        };
        Ok(MetricOptions { positive })
    }
}

/// What a learner is evaluated at: what the target asks for or, without one, what it does.
pub(crate) fn evaluated_task(learner: &dyn Learner, data: &Dataset) -> Result<Task> {
    match learner.tasks() {
        tasks if tasks.iter().any(|task| task.needs_target()) => data.task(),
        tasks => tasks.first().copied().ok_or_else(|| Error::internal("a learner has no task")),
    }
}

/// Whether an interval of a metric can be made by a method.
fn suits(method: IntervalMethod, measure: Measure) -> bool {
    match method {
        IntervalMethod::Wilson => matches!(measure, Measure::Accuracy | Measure::ErrorRate),
        IntervalMethod::DeLong => measure == Measure::RocAuc,
        other => other.resamples(),
    }
}

/// Refuses measures that compare the models of several splits, where there is one model, or many on different rows.
fn of_one_model(measures: Vec<Measure>) -> Result<Vec<Measure>> {
    match measures.iter().find(|measure| measure.is_of_design()) {
        Some(measure) => Err(Error::data(
            format!(
                "the measure '{measure}' compares the models of several splits, and here each is measured by itself"
            ),
            "name another measure, or evaluate, compare or tune by cross-validation",
        )),
        None => Ok(measures),
    }
}

fn names(measures: &[Measure]) -> String {
    measures.iter().map(Measure::to_string).collect::<Vec<_>>().join(", ")
}

/// What the metrics need to know beyond the rows.
pub(crate) struct MetricOptions {
    /// The positive class, if there is one: measures of one class are then its own.
    pub positive: Option<usize>,
}
