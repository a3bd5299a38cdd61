use super::result::ScoreRecord;
use hornbook_evaluation::{Measure, Score};

impl ScoreRecord {
    /// A score as a record.
    pub fn of(score: &Score) -> ScoreRecord {
        let (ends, level, method) = match &score.interval {
            Some(interval) => {
                (Some((interval.low, interval.high)), interval.level, interval.method.to_string())
            }
            None => (None, 0.0, String::new()),
        };
        ScoreRecord::with_interval(score.measure, score.value, ends, level, &method)
    }

    /// A score with the ends of its interval, if it has one.
    pub fn with_interval(
        measure: Measure,
        value: f64,
        ends: Option<(f64, f64)>,
        level: f64,
        method: &str,
    ) -> ScoreRecord {
        let finite = |x: f64| x.is_finite().then_some(x);
        ScoreRecord {
            measure: measure.to_string(),
            value,
            low: ends.and_then(|ends| finite(ends.0)),
            high: ends.and_then(|ends| finite(ends.1)),
            level: ends.map(|_| level),
            method: ends.map(|_| method.to_string()),
            text: match ends {
                Some((low, high)) => {
                    format!("{} ({} to {})", measure.show(value), measure.show(low), measure.show(high))
                }
                None => measure.show(value),
            },
        }
    }
}
