use crate::decisions::LossMatrix;
use crate::intervals::Bootstrap;
use crate::judged::{Answers, Judged};
use crate::measure::Measure;
use crate::resampling::wrong;
use hornbook_core::{Error, Result, Task, closest_name};
use hornbook_learner::first_largest;

/// How predictions are judged: by which measures, with which intervals, and what a mistake costs.
///
/// ```
/// use hornbook_evaluation::{Judging, Measure};
/// let judging = Judging::default().measures(&[Measure::F(2.0), Measure::RocArea]).positive("yes").level(0.9);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Judging {
    measures: Option<Vec<Measure>>,
    positive: Option<String>,
    losses: Option<LossMatrix>,
    level: f64,
    resamples: u32,
}

impl Default for Judging {
    fn default() -> Judging {
        let Bootstrap { level, resamples, .. } = Bootstrap::default();
        Judging { measures: None, positive: None, losses: None, level, resamples }
    }
}

impl Judging {
    /// Which measures, the one to look at first in front; the usual ones of the task by default.
    #[must_use]
    pub fn measures(self, measures: &[Measure]) -> Judging {
        Judging { measures: Some(measures.to_vec()), ..self }
    }

    /// Which of two classes is the positive one; the last one by default, as 1 after 0 and yes after no.
    #[must_use]
    pub fn positive(self, class: &str) -> Judging {
        Judging { positive: Some(class.to_string()), ..self }
    }

    /// What each action costs for each class. The predicted class is then the one of least expected loss, and the
    /// expected loss of the decisions is the first measure unless others are named.
    #[must_use]
    pub fn losses(self, losses: LossMatrix) -> Judging {
        Judging { losses: Some(losses), ..self }
    }

    /// The level of the intervals; 0.95 by default.
    #[must_use]
    pub fn level(self, level: f64) -> Judging {
        Judging { level, ..self }
    }

    /// How many resamples are drawn for an interval that needs them; 2000 by default.
    #[must_use]
    pub fn resamples(self, resamples: u32) -> Judging {
        Judging { resamples, ..self }
    }

    /// The bootstrap that makes the intervals.
    pub(crate) fn bootstrap(&self) -> Bootstrap {
        Bootstrap { level: self.level, resamples: self.resamples, ..Bootstrap::default() }
    }

    /// Refuses settings that do not fit each other or the task.
    pub(crate) fn measures_for(&self, task: Task) -> Result<Vec<Measure>> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(wrong("judging", "level", self.level, "a number above 0 and below 1"));
        }
        let measures = match &self.measures {
            None if self.losses.is_some() => {
                [&[Measure::ExpectedLoss], Measure::usual(Task::Classification)].concat()
            }
            None => Measure::usual(task).to_vec(),
            Some(measures) if measures.is_empty() => {
                return Err(Error::data("no measure is named", "name at least one"));
            }
            Some(measures) => measures.clone(),
        };
        match measures.iter().find(|measure| measure.task() != task) {
            Some(stranger) => Err(Error::data(
                format!("the measure '{stranger}' is for {}, and the target makes a {task}", stranger.task()),
                format!("choose from {}", names(Measure::all(task))),
            )),
            None => Ok(measures),
        }
    }

    /// The measure that decides where only one can.
    pub(crate) fn first_measure(&self, task: Task) -> Result<Measure> {
        let measures = self.measures_for(task)?;
        measures.first().copied().ok_or_else(|| Error::data("no measure is named", "name at least one"))
    }

    /// The judged rows with the decisions of least expected loss.
    ///
    /// An action beyond the classes, such as rejecting a row, counts in the expected loss. For the other measures such a
    /// row has the best of the classes: what would be said if something had to be said.
    pub(crate) fn decided(&self, mut judged: Judged) -> Result<Judged> {
        let Some(losses) = &self.losses else { return Ok(judged) };
        if let Answers::Classes { levels, truth, predicted, probabilities } = &mut judged.answers {
            let losses = losses.for_classes(levels)?;
            let actions = losses.decide_all(probabilities)?;
            let loss = |(&action, &class): (&u32, &u32)| losses.at(action as usize, class as usize);
            judged.losses = actions.iter().zip(truth.iter()).map(loss).collect();
            let place = |class: &String| losses.actions().iter().position(|action| action == class);
            // Actions of other names say nothing of classes: the most probable one stays predicted.
            if let Some(places) = levels.iter().map(place).collect::<Option<Vec<usize>>>() {
                let risks = losses.risks_all(probabilities)?;
                for (row, predicted) in predicted.iter_mut().enumerate() {
                    let gains: Vec<f64> = places.iter().map(|&action| -risks.at(row, action)).collect();
                    *predicted = first_largest(&gains) as u32;
                }
            }
        }
        Ok(judged)
    }

    /// The rules for rows of these classes.
    pub(crate) fn rules(&self, judged: &Judged) -> Result<Rules> {
        let Answers::Classes { levels, .. } = &judged.answers else { return Ok(Rules { positive: None }) };
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
        Ok(Rules { positive })
    }
}

fn names(measures: &[Measure]) -> String {
    measures.iter().map(Measure::to_string).collect::<Vec<_>>().join(", ")
}

/// What the measures need to know beyond the rows.
pub(crate) struct Rules {
    /// The positive class, if there is one: measures of one class are then its own.
    pub positive: Option<usize>,
}
