//! When more trials would not help.

use super::evaluated_rows::EvaluatedRows;

/// How many settings are worth trying for so many rows: few rows cannot tell many apart.
const SETTINGS_BY_ROWS: [(f64, f64); 4] = [(100.0, 4.0), (500.0, 8.0), (2500.0, 15.0), (10_000.0, 40.0)];
/// A gain of less than this many standard errors is none.
const GAIN: f64 = 0.1;
/// The settings that must not have gained: at least so many, and this part of all.
const LEAST_WINDOW: usize = 5;
const WINDOW: f64 = 0.3;

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// The time budget was used.
    Time,
    /// As many settings were tried as was asked for.
    Trials,
    /// The last settings did not make the ensemble better.
    NoGain,
    /// There was nothing else to try.
    Exhausted,
}

/// The loss of the ensemble and its standard error after each trial.
#[derive(Debug, Clone, Default)]
pub(super) struct SearchHistory(Vec<(f64, f64)>);

impl SearchHistory {
    pub fn add(&mut self, loss: f64, error: f64) {
        self.0.push((loss, error));
    }
}

/// Ends a search when enough settings were tried and the last did not help.
pub(super) struct StoppingRule {
    least: usize,
}

impl StoppingRule {
    /// Thoroughness multiplies how many settings are tried.
    pub fn new(rows: &EvaluatedRows, thoroughness: f64) -> StoppingRule {
        StoppingRule { least: (thoroughness * settings_for(rows.len() as f64)).ceil() as usize }
    }

    pub fn met_by(&self, history: &SearchHistory) -> Option<SearchEnd> {
        let SearchHistory(losses) = history;
        let window = LEAST_WINDOW.max((WINDOW * losses.len() as f64) as usize);
        if losses.len() < self.least.max(window + 1) {
            return None;
        }
        let (now, error) = *losses.last()?;
        let before = losses[losses.len() - 1 - window].0;
        // A loss of zero has no error, and cannot be gained on.
        (before - now <= GAIN * error).then_some(SearchEnd::NoGain)
    }
}

/// Between the given points, straight on a scale of logarithms.
fn settings_for(rows: f64) -> f64 {
    let [first, .., last] = SETTINGS_BY_ROWS;
    if rows <= first.0 {
        return first.1;
    }
    for pair in SETTINGS_BY_ROWS.windows(2) {
        let ((low, few), (high, many)) = (pair[0], pair[1]);
        if rows <= high {
            return few + (many - few) * (rows / low).ln() / (high / low).ln();
        }
    }
    last.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_need_few_settings() {
        assert_eq!([50.0, 100.0, 500.0, 1e6].map(settings_for), [4.0, 4.0, 8.0, 40.0]);
        assert!((settings_for(224.0) - 6.0).abs() < 0.01);
    }

    #[test]
    fn a_search_ends_when_nothing_is_gained_any_more() {
        let rule = StoppingRule { least: 8 };
        let mut history = SearchHistory::default();
        for trial in 0..7 {
            history.add(1.0 - 0.1 * f64::from(trial), 0.05);
            assert_eq!(rule.met_by(&history), None, "there are {trial}");
        }
        (0..5).for_each(|_| history.add(0.4, 0.05));
        assert_eq!(rule.met_by(&history), Some(SearchEnd::NoGain));
        history.add(0.3, 0.05);
        assert_eq!(rule.met_by(&history), None);
        let mut perfect = SearchHistory::default();
        (0..8).for_each(|_| perfect.add(0.0, 0.0));
        assert_eq!(rule.met_by(&perfect), Some(SearchEnd::NoGain));
    }
}
