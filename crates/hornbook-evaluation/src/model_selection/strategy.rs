use super::space::SearchSpace;
use crate::resampling::wrong;
use hornbook_core::Result;

/// Search strategy: grid search, random search, successive halving, or TPE (Bayesian optimization).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strategy {
    /// Every combination of at most this many values a parameter.
    Grid {
        /// Values a parameter, evenly spread.
        points: usize,
    },
    /// Combinations drawn at random.
    Random {
        /// How many.
        trials: usize,
    },
    /// Many random combinations on few rows; the better part of them on more rows, and so on up to all rows.
    Halving {
        /// How many combinations begin.
        trials: usize,
        /// One of this many goes on, with as many times the rows.
        factor: usize,
    },
    /// Combinations drawn where those tried before were good: a tree-structured Parzen estimator.
    Tpe {
        /// How many in all; the first ten are random.
        trials: usize,
    },
}

/// More trials than this are a mistake, not a wish.
const MOST_TRIALS: usize = 1_000_000;

impl Strategy {
    /// Refuses numbers that make no search.
    pub(super) fn check(&self, space: &SearchSpace) -> Result<()> {
        let most = |parameter: &str, found: usize, least: usize| {
            if (least..=MOST_TRIALS).contains(&found) {
                return Ok(());
            }
            let expected = format!("an integer from {least} to {MOST_TRIALS}");
            Err(wrong("search", parameter, found, &expected))
        };
        match *self {
            Strategy::Grid { points } => {
                most("points", points, 1)?;
                most("combinations of the grid", space.grid_size(points), 1)
            }
            Strategy::Random { trials } | Strategy::Tpe { trials } => most("trials", trials, 1),
            Strategy::Halving { trials, factor } => {
                most("trials", trials, 1)?;
                most("factor", factor, 2)
            }
        }
    }

    /// Its name in words.
    pub(super) fn describe(&self) -> String {
        match self {
            Strategy::Grid { points } => format!("grid search with {points} values per hyperparameter"),
            Strategy::Random { trials } => format!("random search of {trials} combinations"),
            Strategy::Halving { trials, factor } => {
                format!("successive halving of {trials} combinations, factor {factor}")
            }
            Strategy::Tpe { trials } => {
                format!("TPE search (Bayesian optimization) of {trials} combinations")
            }
        }
    }
}
