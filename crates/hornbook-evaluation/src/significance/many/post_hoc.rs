//! Which learners differ, by their mean ranks: all pairs, or all against one.

use super::adjust::{Adjustment, adjusted};
use super::logical::pairs_of;
use super::score_table::ScoreTable;
use crate::significance::Alternative;
use crate::significance::check::share;
use hornbook_core::format::{Align, aligned, p_value, three_decimals};
use hornbook_core::{Error, Result, closest_name};
use hornbook_math::distributions::{normal_quantile, studentized_range_quantile, studentized_range_upper};
use serde::Serialize;
use std::f64::consts::SQRT_2;
use std::fmt;

/// Two learners, compared by their mean ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairTest {
    /// The first.
    pub first: String,
    /// The second.
    pub second: String,
    /// The first's mean rank minus the second's: below 0 the first is better.
    pub difference: f64,
    /// The difference in standard errors, standard normal when the two do not differ.
    pub statistic: f64,
    /// The two-sided p-value of this pair alone.
    pub p_value: f64,
    /// The p-value that allows for all the pairs.
    pub adjusted: f64,
}

/// Several pairs of learners, compared together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairTests {
    /// How the p-values were adjusted.
    pub procedure: &'static str,
    /// The pairs, in the order of the learners.
    pub pairs: Vec<PairTest>,
}

impl fmt::Display for PairTests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "differences of mean ranks, adjusted by {}\n", self.procedure)?;
        let mut rows = vec![["pair", "difference", "p-value", "adjusted p"].map(str::to_string).to_vec()];
        rows.extend(self.pairs.iter().map(|pair| {
            let name = format!("{} - {}", pair.first, pair.second);
            vec![name, three_decimals(pair.difference), p_value(pair.p_value), p_value(pair.adjusted)]
        }));
        f.write_str(&aligned(&rows, Align::first_left))
    }
}

/// All pairs of learners, with p-values adjusted one by one.
///
/// ```
/// use hornbook_evaluation::significance::{Adjustment, ScoreDirection, ScoreTable, all_pairs};
/// let rows = vec![vec![0.9, 0.8, 0.7]; 8];
/// let results = ScoreTable::new(&["a", "b", "c"], &rows, ScoreDirection::Higher)?;
/// let tests = all_pairs(&results, Adjustment::BergmannHommel)?;
/// assert!((tests.pairs[0].adjusted - 0.04550026).abs() < 1e-8);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn all_pairs(results: &ScoreTable, adjustment: Adjustment) -> Result<PairTests> {
    let k = results.learners().len();
    let pairs = pairs_of(k).map(|(a, b)| pair(results, a, b)).collect();
    with_adjustment(pairs, adjustment)
}

/// All learners against a control, each as the first of its pair. Only the adjustments that are not for all pairs
/// are taken; with [`Adjustment::Bonferroni`] it is Bonferroni and Dunn's procedure.
pub fn against_control(results: &ScoreTable, control: &str, adjustment: Adjustment) -> Result<PairTests> {
    let names = results.learners();
    let Some(place) = names.iter().position(|name| name == control) else {
        let advice = match closest_name(control, names) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("there are '{}'", names.join("', '")),
        };
        return Err(Error::data(format!("there is no learner '{control}'"), advice));
    };
    if adjustment.needs_all_pairs() {
        return Err(Error::data(
            format!("{} is for all pairs of learners", adjustment.name()),
            "against a control use Holm, Hochberg or Bonferroni",
        ));
    }
    let pairs =
        (0..names.len()).filter(|&other| other != place).map(|other| pair(results, other, place)).collect();
    with_adjustment(pairs, adjustment)
}

/// Nemenyi's test of all pairs: p-values from the studentized range, which allows for all of them at once.
pub fn nemenyi(results: &ScoreTable) -> PairTests {
    let k = results.learners().len();
    let compared = |(a, b)| {
        let pair = pair(results, a, b);
        let adjusted = studentized_range_upper(pair.statistic.abs() * SQRT_2, k as u32, f64::INFINITY);
        PairTest { adjusted, ..pair }
    };
    let pairs = pairs_of(k).map(compared).collect();
    PairTests { procedure: "Nemenyi", pairs }
}

/// Nemenyi's critical difference: mean ranks further apart differ at the significance, all pairs together.
/// $CD = q_\alpha \sqrt{k (k + 1) / (6 N)}$.
///
/// ```
/// let difference = hornbook_evaluation::significance::nemenyi_difference(6, 10, 0.05)?;
/// assert!((difference - 2.384235).abs() < 1e-6);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn nemenyi_difference(learners: usize, data_sets: usize, significance: f64) -> Result<f64> {
    check_counts(learners, data_sets, significance)?;
    let q = studentized_range_quantile(1.0 - significance, learners as u32, f64::INFINITY) / SQRT_2;
    Ok(q * standard_error(learners, data_sets))
}

/// Bonferroni and Dunn's critical difference: mean ranks further apart from the control's differ at the
/// significance, all comparisons with the control together.
pub fn bonferroni_dunn_difference(learners: usize, data_sets: usize, significance: f64) -> Result<f64> {
    check_counts(learners, data_sets, significance)?;
    let q = -normal_quantile(0.5 * significance / (learners - 1) as f64);
    Ok(q * standard_error(learners, data_sets))
}

fn check_counts(learners: usize, data_sets: usize, significance: f64) -> Result<()> {
    share("significance", significance)?;
    if learners < 2 || data_sets < 1 || u32::try_from(learners).is_err() {
        return Err(Error::data(
            format!("there are {learners} learners and {data_sets} data sets"),
            "compare at least two learners on at least one data set",
        ));
    }
    Ok(())
}

/// The standard error of a difference of mean ranks.
fn standard_error(learners: usize, data_sets: usize) -> f64 {
    let k = learners as f64;
    (k * (k + 1.0) / (6.0 * data_sets as f64)).sqrt()
}

fn pair(results: &ScoreTable, first: usize, second: usize) -> PairTest {
    let (names, ranks) = (results.learners(), results.mean_ranks());
    let difference = ranks[first] - ranks[second];
    let statistic = difference / standard_error(names.len(), results.data_sets());
    let p_value = Alternative::TwoSided.p_normal(statistic);
    PairTest {
        first: names[first].clone(),
        second: names[second].clone(),
        difference,
        statistic,
        p_value,
        adjusted: p_value,
    }
}

fn with_adjustment(mut pairs: Vec<PairTest>, adjustment: Adjustment) -> Result<PairTests> {
    let p_values: Vec<f64> = pairs.iter().map(|pair| pair.p_value).collect();
    for (pair, p) in pairs.iter_mut().zip(adjusted(&p_values, adjustment)?) {
        pair.adjusted = p;
    }
    Ok(PairTests { procedure: adjustment.name(), pairs })
}
