//! Ranking metrics (DCG, NDCG, label ranking), query by query.

use super::pairs::ConcordantPairs;
use super::rows::{RowWeights, finite, full_matrix, no_nan, same_length};
use crate::resampling::wrong;
use hornbook_core::{Error, Result};
use std::collections::BTreeMap;

/// The things that were ranked for each query: how relevant each is, and its score.
///
/// ```
/// use hornbook_evaluation::measures::{Queries, QueryMeasure};
/// let queries = Queries::by_group(&[1, 1, 1, 2, 2], &[0.0, 1.0, 0.0, 1.0, 0.0], &[0.9, 0.8, 0.1, 0.7, 0.2])?;
/// assert_eq!(queries.mean(QueryMeasure::ReciprocalRank, None)?, 0.75);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Queries {
    /// Where each query ends in the two lists.
    ends: Vec<usize>,
    relevance: Vec<f64>,
    scores: Vec<f64>,
}

/// A metric of one query. A thing is relevant if its relevance is above zero.
///
/// Equal scores stand in no order: a metric is the mean over all orders of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum QueryMeasure {
    /// Discounted cumulative gain: the sum of relevance / log(1 + rank) over the first `k`.
    Dcg {
        /// How many of the first count; all if `None`.
        k: Option<usize>,
        /// The base of the logarithm; 2 is usual.
        log_base: f64,
        /// Take equal scores in the order they are given, which is quicker.
        ignore_ties: bool,
    },
    /// DCG over that of the best order. 0 if nothing is relevant. Relevance must not be negative.
    Ndcg {
        /// How many of the first count; all if `None`.
        k: Option<usize>,
        /// Take equal scores in the order they are given, which is quicker.
        ignore_ties: bool,
    },
    /// Mean over the relevant things of the precision at their score; its mean over queries is MAP. NaN if
    /// nothing is relevant.
    AveragePrecision,
    /// One over the rank of the first relevant thing; its mean over queries is MRR. 0 if nothing is relevant.
    ReciprocalRank,
    /// Fraction of the first `k` that is relevant; places beyond the end count as not relevant.
    PrecisionAt(usize),
    /// Fraction of the relevant things that is among the first `k`. NaN if nothing is relevant.
    RecallAt(usize),
    /// Fraction of the pairs of different relevance that the scores order right; a tie counts as half. With two
    /// relevances this is the ROC AUC. NaN without such a pair.
    PairAccuracy,
    /// How far down one must go to have all relevant things, those tied with the last included. 0 if nothing is
    /// relevant.
    Coverage,
    /// Mean over the relevant things of the fraction of relevant ones among those with at least their score. 1 if
    /// all or none are relevant.
    LabelRankingPrecision,
}

impl Queries {
    /// Rows with the code of their query, in any order. Queries are taken by rising code.
    pub fn by_group(groups: &[u32], relevance: &[f64], scores: &[f64]) -> Result<Queries> {
        same_length("relevances", relevance.len(), groups.len())?;
        same_length("scores", scores.len(), groups.len())?;
        let mut rows_of: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        groups.iter().enumerate().for_each(|(row, &group)| rows_of.entry(group).or_default().push(row));
        let rows: Vec<usize> = rows_of.values().flatten().copied().collect();
        let mut end = 0;
        let ends = rows_of
            .values()
            .map(|rows| {
                end += rows.len();
                end
            })
            .collect();
        let take = |values: &[f64]| rows.iter().map(|&row| values[row]).collect();
        Queries { ends, relevance: take(relevance), scores: take(scores) }.checked()
    }

    /// Row-major matrices, a row a query, of so many things each.
    pub fn by_width(width: usize, relevance: &[f64], scores: &[f64]) -> Result<Queries> {
        if width == 0 {
            return Err(Error::data("the queries have nothing to rank", "give each at least one thing"));
        }
        let queries = relevance.len() / width;
        full_matrix("relevances", relevance.len(), queries, width)?;
        full_matrix("scores", scores.len(), queries, width)?;
        let ends = (1..=queries).map(|query| query * width).collect();
        Queries { ends, relevance: relevance.to_vec(), scores: scores.to_vec() }.checked()
    }

    fn checked(self) -> Result<Queries> {
        finite("relevance", &self.relevance)?;
        no_nan("score", &self.scores)?;
        Ok(self)
    }

    /// How many queries there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The metric of each query.
    pub fn each(&self, measure: QueryMeasure) -> Result<Vec<f64>> {
        measure.check()?;
        if matches!(measure, QueryMeasure::Ndcg { .. }) && self.relevance.iter().any(|&r| r < 0.0) {
            return Err(Error::data("a relevance is negative", "NDCG takes relevances of 0 or more"));
        }
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        Ok(starts
            .zip(&self.ends)
            .map(|(start, &end)| measure.of(&self.relevance[start..end], &self.scores[start..end]))
            .collect())
    }

    /// The mean over the queries, with a weight a query. Queries of which the metric is undefined are left out;
    /// NaN if none is left.
    pub fn mean(&self, measure: QueryMeasure, weights: Option<&[f64]>) -> Result<f64> {
        let weights = RowWeights::of(self.len(), weights)?;
        let values = self.each(measure)?;
        Ok(super::class_counts::mean(weights.present().map(|(query, weight)| (values[query], weight))))
    }
}

impl QueryMeasure {
    fn check(self) -> Result<()> {
        let k = match self {
            QueryMeasure::Dcg { log_base, .. }
                if !(log_base > 0.0 && log_base != 1.0 && log_base.is_finite()) =>
            {
                return Err(wrong("DCG", "log_base", log_base, "a number above 0 other than 1"));
            }
            QueryMeasure::Dcg { k, .. } | QueryMeasure::Ndcg { k, .. } => k,
            QueryMeasure::PrecisionAt(k) | QueryMeasure::RecallAt(k) => Some(k),
            _ => None,
        };
        if k == Some(0) {
            return Err(wrong("ranking", "k", 0, "an integer at least 1"));
        }
        Ok(())
    }

    fn of(self, relevance: &[f64], scores: &[f64]) -> f64 {
        let relevant = relevance.iter().filter(|&&r| r > 0.0).count() as f64;
        match self {
            QueryMeasure::Dcg { k, log_base, ignore_ties } => {
                dcg(relevance, scores, k, ignore_ties) * log_base.log2()
            }
            QueryMeasure::Ndcg { k, ignore_ties } => {
                let best = dcg(relevance, relevance, k, true);
                if best == 0.0 { 0.0 } else { dcg(relevance, scores, k, ignore_ties) / best }
            }
            QueryMeasure::AveragePrecision => {
                let mut sum = 0.0;
                let mut found = 0.0;
                for run in runs(relevance, scores) {
                    found += run.relevant;
                    sum += run.relevant * found / (run.before + run.things);
                }
                sum / relevant
            }
            QueryMeasure::ReciprocalRank => runs(relevance, scores)
                .find(|run| run.relevant > 0.0)
                .map_or(0.0, |run| run.reciprocal_rank()),
            QueryMeasure::PrecisionAt(k) => found_in_first(relevance, scores, k) / k as f64,
            QueryMeasure::RecallAt(k) => found_in_first(relevance, scores, k) / relevant,
            QueryMeasure::PairAccuracy => {
                let pairs = ConcordantPairs::of(relevance, scores);
                (pairs.alike + 0.5 * pairs.y_tied) / (pairs.ordered + pairs.y_tied)
            }
            QueryMeasure::Coverage => {
                let reached = runs(relevance, scores).filter(|run| run.relevant > 0.0).last();
                reached.map_or(0.0, |run| run.before + run.things)
            }
            QueryMeasure::LabelRankingPrecision if relevant == 0.0 || relevant == relevance.len() as f64 => {
                1.0
            }
            QueryMeasure::LabelRankingPrecision => QueryMeasure::AveragePrecision.of(relevance, scores),
        }
    }
}

/// Things of equal score.
struct TiedRun {
    /// How many have a higher score.
    before: f64,
    things: f64,
    relevant: f64,
    /// The sum of their relevances.
    gain: f64,
}

impl TiedRun {
    /// One over the rank of the first relevant thing, in the mean over the orders of the run.
    fn reciprocal_rank(&self) -> f64 {
        let (mut mean, mut none_yet, mut passed) = (0.0, 1.0, 0.0);
        while none_yet > 0.0 && passed < self.things {
            let chance = self.relevant / (self.things - passed);
            mean += none_yet * chance.min(1.0) / (self.before + passed + 1.0);
            none_yet *= (1.0 - chance).max(0.0);
            passed += 1.0;
        }
        mean
    }
}

/// The things from the highest score to the lowest; of equal ones the first given comes first.
fn order(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| (scores[b] + 0.0).total_cmp(&(scores[a] + 0.0)));
    order
}

fn runs(relevance: &[f64], scores: &[f64]) -> impl Iterator<Item = TiedRun> {
    let order = order(scores);
    let lengths: Vec<usize> = order.chunk_by(|&a, &b| scores[a] == scores[b]).map(<[usize]>::len).collect();
    let mut before = 0;
    lengths.into_iter().map(move |things| {
        let run = &order[before..before + things];
        let relevant = run.iter().filter(|&&thing| relevance[thing] > 0.0).count() as f64;
        let gain = run.iter().map(|&thing| relevance[thing]).sum();
        let run = TiedRun { before: before as f64, things: things as f64, relevant, gain };
        before += things;
        run
    })
}

fn found_in_first(relevance: &[f64], scores: &[f64], k: usize) -> f64 {
    let taken = |run: &TiedRun| (k as f64 - run.before).clamp(0.0, run.things);
    runs(relevance, scores).map(|run| run.relevant * taken(&run) / run.things).sum()
}

/// The gain with logarithms of base 2.
fn dcg(relevance: &[f64], scores: &[f64], k: Option<usize>, ignore_ties: bool) -> f64 {
    let k = k.unwrap_or(usize::MAX);
    let discount = |place: usize| if place < k { 1.0 / (place as f64 + 2.0).log2() } else { 0.0 };
    if ignore_ties {
        return order(scores)
            .into_iter()
            .enumerate()
            .map(|(place, thing)| discount(place) * relevance[thing])
            .sum();
    }
    let of_run = |run: TiedRun| {
        let places = run.before as usize..(run.before + run.things) as usize;
        run.gain / run.things * places.map(discount).sum::<f64>()
    };
    runs(relevance, scores).map(of_run).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(measure: QueryMeasure, relevance: &[f64], scores: &[f64]) -> f64 {
        Queries::by_width(relevance.len(), relevance, scores).unwrap().mean(measure, None).unwrap()
    }

    #[test]
    fn by_hand() {
        let (relevance, scores) = ([0.0, 1.0, 1.0, 0.0], [4.0, 3.0, 2.0, 1.0]);
        assert_eq!(one(QueryMeasure::ReciprocalRank, &relevance, &scores), 0.5);
        assert_eq!(one(QueryMeasure::AveragePrecision, &relevance, &scores), 0.5 * (0.5 + 2.0 / 3.0));
        assert_eq!(one(QueryMeasure::PrecisionAt(2), &relevance, &scores), 0.5);
        assert_eq!(one(QueryMeasure::PrecisionAt(8), &relevance, &scores), 0.25);
        assert_eq!(one(QueryMeasure::RecallAt(2), &relevance, &scores), 0.5);
        assert_eq!(one(QueryMeasure::PairAccuracy, &relevance, &scores), 0.5);
        assert_eq!(one(QueryMeasure::Coverage, &relevance, &scores), 3.0);
    }

    #[test]
    fn ties_are_the_mean_of_their_orders() {
        // One relevant of three with one score: the first rank is 1, 2 or 3.
        let (relevance, scores) = ([0.0, 1.0, 0.0], [1.0; 3]);
        let mean = (1.0 + 0.5 + 1.0 / 3.0) / 3.0;
        assert!((one(QueryMeasure::ReciprocalRank, &relevance, &scores) - mean).abs() < 1e-15);
        assert!((one(QueryMeasure::PrecisionAt(1), &relevance, &scores) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(one(QueryMeasure::PairAccuracy, &relevance, &scores), 0.5);
        assert_eq!(one(QueryMeasure::ReciprocalRank, &[1.0, 1.0], &[1.0, 1.0]), 1.0);
    }

    #[test]
    fn nothing_relevant() {
        let (relevance, scores) = ([0.0; 3], [1.0, 2.0, 3.0]);
        for (measure, value) in [
            (QueryMeasure::Ndcg { k: None, ignore_ties: false }, 0.0),
            (QueryMeasure::ReciprocalRank, 0.0),
            (QueryMeasure::Coverage, 0.0),
            (QueryMeasure::LabelRankingPrecision, 1.0),
        ] {
            assert_eq!(one(measure, &relevance, &scores), value, "{measure:?}");
        }
        for measure in [QueryMeasure::AveragePrecision, QueryMeasure::RecallAt(1), QueryMeasure::PairAccuracy]
        {
            assert!(one(measure, &relevance, &scores).is_nan(), "{measure:?}");
        }
        // A query that says nothing does not hide one that does.
        let two = Queries::by_group(&[0, 0, 1, 1], &[0.0, 0.0, 1.0, 0.0], &[1.0, 2.0, 2.0, 1.0]).unwrap();
        assert_eq!(two.mean(QueryMeasure::AveragePrecision, None), Ok(1.0));
        assert_eq!((two.len(), two.is_empty()), (2, false));
    }

    #[test]
    fn what_is_refused() {
        assert!(Queries::by_width(0, &[], &[]).is_err());
        assert!(Queries::by_width(2, &[1.0; 3], &[1.0; 3]).is_err());
        assert!(Queries::by_group(&[0], &[1.0], &[]).is_err());
        assert!(Queries::by_group(&[0], &[1.0], &[f64::NAN]).is_err());
        let none = Queries::by_group(&[], &[], &[]).unwrap();
        assert!(none.is_empty() && none.mean(QueryMeasure::Coverage, None).is_err());
        let negative = Queries::by_width(2, &[-1.0, 1.0], &[1.0, 2.0]).unwrap();
        assert!(negative.each(QueryMeasure::Ndcg { k: None, ignore_ties: false }).is_err());
        assert!(negative.each(QueryMeasure::PrecisionAt(0)).is_err());
        assert!(negative.each(QueryMeasure::Dcg { k: None, log_base: 1.0, ignore_ties: false }).is_err());
    }
}
