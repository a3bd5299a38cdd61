use super::result::ScoreRecord;
use hornbook_evaluation::Score;

impl ScoreRecord {
    /// A score as a record.
    pub fn of(score: &Score) -> ScoreRecord {
        let finite = |x: f64| x.is_finite().then_some(x);
        let interval = score.interval.as_ref();
        ScoreRecord {
            measure: score.measure.to_string(),
            value: score.value,
            low: interval.and_then(|interval| finite(interval.low)),
            high: interval.and_then(|interval| finite(interval.high)),
            level: interval.map(|interval| interval.level),
            method: interval.map(|interval| interval.method.to_string()),
            text: match interval {
                Some(interval) => format!(
                    "{} ({} to {})",
                    score.measure.show(score.value),
                    score.measure.show(interval.low),
                    score.measure.show(interval.high)
                ),
                None => score.measure.show(score.value),
            },
        }
    }
}
