//! Records the training curve while a learner trains, with early stopping.

use super::training_curve::TrainingCurve;
use hornbook_core::{Observer, ObserverAction, Progress, TraceEvent};
use std::sync::{Mutex, PoisonError};

/// An observer that writes down a training curve and ends the training when the curve says so.
///
/// It reads the trace events whose JSON has a `step` and a `training` value, and a `validation` value if there is one.
/// When the curve's [`EarlyStopping`](super::EarlyStopping) is over, the next report of progress is answered with
/// [`ObserverAction::Finish`].
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_evaluation::Measure;
/// use hornbook_evaluation::model_selection::{TrainingCurve, EarlyStoppingObserver};
/// use std::sync::Arc;
/// let watch = Arc::new(EarlyStoppingObserver::new(TrainingCurve::new(Measure::LogLoss)));
/// let run = Run::default().observer(watch.clone());
/// // … train an iterative learner with this run, then look:
/// assert_eq!(watch.curve().records().len(), 0);
/// # let _ = run;
/// ```
#[derive(Debug)]
pub struct EarlyStoppingObserver(Mutex<(TrainingCurve, bool)>);

impl EarlyStoppingObserver {
    /// Watches with an empty curve, or goes on with one.
    pub fn new(curve: TrainingCurve) -> EarlyStoppingObserver {
        EarlyStoppingObserver(Mutex::new((curve, false)))
    }

    /// The curve so far.
    pub fn curve(&self) -> TrainingCurve {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

impl Observer for EarlyStoppingObserver {
    fn progress(&self, _progress: Progress) -> ObserverAction {
        let over = self.0.lock().unwrap_or_else(PoisonError::into_inner).1;
        if over { ObserverAction::Finish } else { ObserverAction::Continue }
    }

    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        let event = event.to_json();
        if let (Some(step), Some(training)) = (event["step"].as_u64(), event["training"].as_f64()) {
            let validation = event["validation"].as_f64().unwrap_or(f64::NAN);
            let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let over = watched.0.push(step, training, validation);
            watched.1 |= over;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;
    use crate::model_selection::EarlyStopping;
    use hornbook_core::{Run, Value};
    use serde_json::json;
    use std::fmt;
    use std::sync::Arc;

    struct Step(u64, f64, f64);

    impl fmt::Display for Step {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "step {}", self.0)
        }
    }

    impl TraceEvent for Step {
        fn to_json(&self) -> Value {
            json!({"step": self.0, "training": self.1, "validation": self.2})
        }
    }

    #[test]
    fn an_observer_ends_the_training() {
        let stopping = EarlyStopping::new(2, 0.0, false);
        let watch =
            Arc::new(EarlyStoppingObserver::new(TrainingCurve::new(Measure::LogLoss).stopping(stopping)));
        let run = Run::default().observer(watch.clone());
        let validation = [0.6, 0.5, 0.55, 0.56, 0.4, 0.3];
        let mut steps = 0;
        for (step, loss) in (0..).zip(validation) {
            run.trace(|| Step(step, 0.6 - 0.1 * step as f64, loss));
            steps += 1;
            if run.progress("step", step, None) == ObserverAction::Finish {
                break;
            }
        }
        let curve = watch.curve();
        assert_eq!((steps, curve.records().len(), curve.best().unwrap().step), (4, 4, 1));
    }
}
