//! The one-standard-error rule (Occam's razor): of models that score about equally, the simplest.

use hornbook_core::{Error, Result};

/// A model to choose among others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredModel {
    /// How well it does; NaN if that is undefined.
    pub score: f64,
    /// The standard error of the score; NaN if unknown.
    pub standard_error: f64,
    /// How complex it is, if it can say: free parameters, nodes, the degree of a polynomial.
    pub size: Option<f64>,
}

impl ScoredModel {
    /// A number that is the larger the better; undefined scores come last.
    pub(super) fn merit(&self, higher_is_better: bool) -> f64 {
        match self.score {
            score if score.is_nan() => f64::NEG_INFINITY,
            score if higher_is_better => score,
            score => -score,
        }
    }
}

/// The candidate with the best score, the first of equals; `None` if no score is defined.
pub fn best(candidates: &[ScoredModel], higher_is_better: bool) -> Option<usize> {
    let merit = |place: usize| candidates[place].merit(higher_is_better);
    let first_best = |a: usize, b: usize| if merit(b) > merit(a) { b } else { a };
    (0..candidates.len()).reduce(first_best).filter(|&place| merit(place) > f64::NEG_INFINITY)
}

/// The one-standard-error rule: the smallest candidate that is not worse than the best one by more than the standard
/// error of the best. Of equally small ones it is the better one.
///
/// `None` if no score is defined, or if the best candidate says neither its standard error nor its size.
///
/// ```
/// use hornbook_evaluation::model_selection::{ScoredModel, best, simplest_within_one_se};
/// let candidate = |score, size| ScoredModel { score, standard_error: 0.02, size: Some(size) };
/// let trees = [candidate(0.71, 1.0), candidate(0.84, 3.0), candidate(0.85, 9.0), candidate(0.80, 30.0)];
/// assert_eq!((best(&trees, true), simplest_within_one_se(&trees, true)), (Some(2), Some(1)));
/// ```
pub fn simplest_within_one_se(candidates: &[ScoredModel], higher_is_better: bool) -> Option<usize> {
    let best = best(candidates, higher_is_better)?;
    let error = candidates[best].standard_error;
    candidates[best].size.filter(|_| !error.is_nan())?;
    let merit = |place: usize| candidates[place].merit(higher_is_better);
    let rank = |place: usize| (candidates[place].size.unwrap_or(f64::INFINITY), -merit(place));
    let smaller = |a: usize, b: usize| if rank(b) < rank(a) { b } else { a };
    (0..candidates.len()).filter(|&place| merit(place) >= merit(best) - error).reduce(smaller)
}

/// What a hypothesis costs with a complexity penalty (regularization): $\text{loss} + \lambda \cdot \text{complexity}$.
pub fn regularized_cost(loss: f64, complexity: f64, lambda: f64) -> f64 {
    loss + lambda * complexity
}

/// The hypothesis of least [`regularized_cost`], the first of equals.
///
/// ```
/// use hornbook_evaluation::model_selection::least_cost;
/// let (losses, complexities) = ([0.40, 0.10, 0.05], [1.0, 3.0, 20.0]);
/// assert_eq!(least_cost(&losses, &complexities, 0.01)?, 1);
/// assert_eq!(least_cost(&losses, &complexities, 0.0)?, 2);
/// assert_eq!(least_cost(&losses, &complexities, 1.0)?, 0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn least_cost(losses: &[f64], complexities: &[f64], lambda: f64) -> Result<usize> {
    crate::checks::check_length(complexities.len(), "complexity", losses.len(), "losses")?;
    if !(lambda >= 0.0 && lambda.is_finite()) {
        return Err(crate::resampling::wrong(
            "regularized cost",
            "lambda",
            lambda,
            "a number of zero or more",
        ));
    }
    let cost = |(&loss, &complexity): (&f64, &f64)| ScoredModel {
        score: regularized_cost(loss, complexity, lambda),
        standard_error: f64::NAN,
        size: None,
    };
    let costs: Vec<ScoredModel> = losses.iter().zip(complexities).map(cost).collect();
    best(&costs, false).ok_or_else(|| {
        Error::data(
            "no hypothesis has a cost",
            "give at least one with a loss and a complexity that are numbers",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn candidate(score: f64, standard_error: f64, size: f64) -> ScoredModel {
        ScoredModel { score, standard_error, size: Some(size) }
    }

    // proves: 000a:D2, 002:A03
    #[test]
    fn within_one_standard_error_of_the_best() {
        let errors = [candidate(0.30, 0.02, 2.0), candidate(0.22, 0.5, 4.0), candidate(0.20, 0.02, 9.0)];
        // The standard error that counts is that of the best.
        assert_eq!(simplest_within_one_se(&errors, false), Some(1));
        assert_eq!(simplest_within_one_se(&errors[..2], false), Some(0));
        // The simplest is not chosen where it does much worse: simple, but not too simple.
        assert_eq!(simplest_within_one_se(&[errors[0], errors[2]], false), Some(1));
        assert_eq!(
            simplest_within_one_se(&[candidate(0.5, 0.1, 3.0), candidate(0.55, 0.1, 3.0)], true),
            Some(1)
        );
        assert_eq!(simplest_within_one_se(&[candidate(f64::NAN, 0.1, 1.0)], true), None);
        assert_eq!(simplest_within_one_se(&[candidate(0.5, f64::NAN, 1.0)], true), None);
        assert_eq!(best(&[], true), None);
    }

    #[test]
    fn refusals() {
        let text = |result: Result<usize>| result.unwrap_err().to_string();
        assert!(text(least_cost(&[0.1], &[], 1.0)).contains("a complexity for 0"));
        assert!(text(least_cost(&[0.1], &[1.0], -1.0)).contains("lambda"));
        assert!(text(least_cost(&[], &[], 1.0)).contains("no hypothesis has a cost"));
        assert!(text(least_cost(&[f64::NAN], &[1.0], 1.0)).contains("no hypothesis has a cost"));
    }

    proptest! {
        #[test]
        fn never_larger_than_the_best_and_never_much_worse(
            rows in proptest::collection::vec((0.0..1.0f64, 0.0..0.2f64, 1.0..50.0f64), 1..20),
            higher: bool,
        ) {
            let candidates: Vec<ScoredModel> = rows.iter().map(|&(s, e, k)| candidate(s, e, k)).collect();
            let (best, chosen) = (best(&candidates, higher).unwrap(), simplest_within_one_se(&candidates, higher).unwrap());
            prop_assert!(candidates[chosen].size <= candidates[best].size);
            let worse = (candidates[best].score - candidates[chosen].score).abs();
            prop_assert!(worse <= candidates[best].standard_error + 1e-12);
        }

        /// A dearer complexity never buys a more complex hypothesis.
        // proves: 002:D05
        #[test]
        fn a_price_makes_it_simpler(
            rows in proptest::collection::vec((0.0..1.0f64, 1.0..50.0f64), 1..20),
            cheap in 0.0..0.1f64, more in 0.0..0.1f64,
        ) {
            let (losses, complexities): (Vec<f64>, Vec<f64>) = rows.into_iter().unzip();
            let at = |lambda| complexities[least_cost(&losses, &complexities, lambda).unwrap()];
            prop_assert!(at(cheap + more) <= at(cheap) + 1e-9);
        }
    }
}
