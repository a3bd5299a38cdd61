use super::rope_of;
use crate::evaluation::Evaluation;
use crate::measure::Measure;
use crate::significance::{
    Adjustment, Alternative, ComparisonPosterior, McNemar, PairedOutcomes, TestResult, adjusted,
    corrected_resampled_t, correlated_t, mcnemar, permutation_test,
};
use crate::test_predictions::TargetsAndPredictions;
use hornbook_core::format::{Align, aligned, p_value, percent_chosen, three_decimals};
use hornbook_core::{Error, Result, Seed, ToJson, Value};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt;

/// Random swaps of the permutation test of rows.
const SWAPS: u64 = 9999;

/// Learners on one table, evaluated on the same splits and compared pair by pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The learners' names.
    pub names: Vec<String>,
    /// What came of each.
    pub evaluations: Vec<Evaluation>,
    /// What is compared.
    pub measure: Measure,
    /// Every pair of learners.
    pub pairs: Vec<PairComparison>,
    /// The difference that does not matter.
    pub rope: f64,
    /// Sentences about what a person should know.
    pub notes: Vec<String>,
}

/// Two learners compared on the same splits. A difference is the first minus the second.
#[derive(Debug, Clone, PartialEq)]
pub struct PairComparison {
    /// The position of the first.
    pub first: usize,
    /// The position of the second.
    pub second: usize,
    /// The corrected resampled t test of the folds' values, if there are folds.
    pub folds: Option<TestResult>,
    /// The test of the evaluated rows, if each was evaluated once: McNemar's for classes, permutation of the absolute errors
    /// for numbers.
    pub rows: Option<TestResult>,
    /// The Bayesian correlated t test of the folds' values.
    pub posterior: Option<ComparisonPosterior>,
    /// The p-value of the test of folds, or else of rows, adjusted by Holm for all pairs.
    pub p_value: Option<f64>,
}

impl Comparison {
    pub(super) fn of(
        names: Vec<String>,
        evaluations: Vec<Evaluation>,
        test_share: f64,
        rope: Option<f64>,
        level: f64,
    ) -> Result<Comparison> {
        let Some(first) = evaluations.first().and_then(|evaluation| evaluation.scores.first()) else {
            return Err(Error::data("there is nothing to compare", "name learners and a metric"));
        };
        let measure = first.measure;
        let values: Vec<f64> = evaluations.iter().map(|evaluation| evaluation.scores[0].value).collect();
        let rope = rope_of(rope, measure, &values);
        let mut pairs = Vec::new();
        for first in 0..names.len() {
            for second in first + 1..names.len() {
                let (a, b) = (&evaluations[first], &evaluations[second]);
                let (x, y) = fold_values(a, b);
                let (folds, posterior) = if x.len() < 2 {
                    (None, None)
                } else {
                    let test = corrected_resampled_t(&x, &y, test_share, Alternative::TwoSided, level)?;
                    (Some(test), Some(correlated_t(&x, &y, rope, test_share, level)?))
                };
                let rows = test_of_rows(a, b, level)?;
                pairs.push(PairComparison { first, second, folds, rows, posterior, p_value: None });
            }
        }
        adjust(&mut pairs)?;
        let mut notes: Vec<String> = Vec::new();
        for note in evaluations.iter().flat_map(|evaluation| &evaluation.notes) {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        let of_learners = names.iter().zip(&evaluations);
        notes.extend(
            of_learners.filter_map(|(name, evaluation)| evaluation.test_predictions.zero_density_note(name)),
        );
        Ok(Comparison { names, evaluations, measure, pairs, rope, notes })
    }

    /// The positions of the learners from the best to the worst; undefined scores last.
    pub fn ranked(&self) -> Vec<usize> {
        let order = |&place: &usize| {
            let value = self.evaluations[place].scores[0].value;
            let key = if self.measure.higher_is_better() { -value } else { value };
            if key.is_nan() { f64::INFINITY } else { key }
        };
        let mut places: Vec<usize> = (0..self.names.len()).collect();
        places.sort_by(|a, b| order(a).total_cmp(&order(b)));
        places
    }

    fn pair_to_json(&self, pair: &PairComparison) -> Value {
        json!({
            "first": self.names[pair.first],
            "second": self.names[pair.second],
            "folds": pair.folds,
            "rows": pair.rows,
            "posterior": pair.posterior,
            "adjusted_p_value": pair.p_value,
        })
    }

    fn scores(&self) -> String {
        let level = self.evaluations.iter().find_map(|e| e.scores[0].interval).map_or(0.95, |i| i.level);
        let interval = format!("{} CI", percent_chosen(level));
        let heads = ["learner", &self.measure.to_string(), &interval, "CI method", "mean ± SD over folds"]
            .map(str::to_string);
        let mut rows = vec![heads.to_vec()];
        for place in self.ranked() {
            let score = &self.evaluations[place].scores[0];
            let [interval, method, folds] = score.cells();
            rows.push(vec![
                self.names[place].clone(),
                self.measure.show(score.value),
                interval,
                method,
                folds,
            ]);
        }
        aligned(&rows, |column| if column == 1 { Align::Right } else { Align::Left })
    }

    fn tests(&self) -> String {
        let mut rows = vec![
            [
                "pair",
                "difference",
                "confidence interval",
                "p-value",
                "p, Holm",
                "P(first greater)",
                "P(equivalent)",
                "P(second greater)",
            ]
            .map(str::to_string)
            .to_vec(),
        ];
        for pair in &self.pairs {
            let name = format!("{} − {}", self.names[pair.first], self.names[pair.second]);
            let test = pair.folds.as_ref().or(pair.rows.as_ref());
            let difference = test.and_then(|t| t.difference).map_or(String::new(), |d| self.measure.show(d));
            let interval = test.and_then(|t| t.interval).map_or(String::new(), |i| {
                format!("{} to {}", self.measure.show(i.low), self.measure.show(i.high))
            });
            let p = |p: Option<f64>| p.map_or(String::new(), p_value);
            let mut row = vec![name, difference, interval, p(test.map(|t| t.p_value)), p(pair.p_value)];
            row.extend(match &pair.posterior {
                Some(posterior) => [posterior.first_greater, posterior.equivalent, posterior.second_greater]
                    .map(three_decimals)
                    .to_vec(),
                None => Vec::new(),
            });
            rows.push(row);
        }
        if self.pairs.iter().all(|pair| pair.posterior.is_none()) {
            rows[0].truncate(5);
        }
        aligned(&rows, |column| if column == 0 || column == 2 { Align::Left } else { Align::Right })
    }
}

/// The first metric of the splits in which both are defined.
fn fold_values(a: &Evaluation, b: &Evaluation) -> (Vec<f64>, Vec<f64>) {
    let first = |evaluation: &Evaluation| -> Vec<f64> {
        evaluation
            .folds
            .iter()
            .map(|fold| fold.values.first().map_or(f64::NAN, |(_, value)| *value))
            .collect()
    };
    first(a).into_iter().zip(first(b)).filter(|(x, y)| x.is_finite() && y.is_finite()).unzip()
}

/// A test of the rows themselves, if each was evaluated once and none has a weight of its own.
fn test_of_rows(a: &Evaluation, b: &Evaluation, level: f64) -> Result<Option<TestResult>> {
    let different: BTreeSet<u32> = a.test_predictions.rows.iter().copied().collect();
    if different.len() != a.test_predictions.len()
        || a.test_predictions.weights.iter().any(|&weight| weight != 1.0)
    {
        return Ok(None);
    }
    let test = match (&a.test_predictions.values, &b.test_predictions.values) {
        (
            TargetsAndPredictions::Classes { truth, predicted: x, .. },
            TargetsAndPredictions::Classes { predicted: y, .. },
        ) => {
            let right = |predicted: &[u32]| -> Vec<bool> {
                truth.iter().zip(predicted).map(|(truth, predicted)| truth == predicted).collect()
            };
            let outcomes = PairedOutcomes::of(&right(x), &right(y))?;
            mcnemar(&outcomes, McNemar::MidP, Alternative::TwoSided, level)?
        }
        (
            TargetsAndPredictions::Numbers { truth, predicted: x },
            TargetsAndPredictions::Numbers { predicted: y, .. },
        ) => {
            let errors = |predicted: &[f64]| -> Vec<f64> {
                truth.iter().zip(predicted).map(|(truth, predicted)| (truth - predicted).abs()).collect()
            };
            permutation_test(&errors(x), &errors(y), Alternative::TwoSided, SWAPS, Seed(0))?
        }
        _ => return Ok(None),
    };
    Ok(Some(test))
}

/// Holm's adjustment over the pairs that have a p-value.
fn adjust(pairs: &mut [PairComparison]) -> Result<()> {
    let p_value = |pair: &PairComparison| pair.folds.as_ref().or(pair.rows.as_ref()).map(|test| test.p_value);
    let tested: Vec<usize> = (0..pairs.len()).filter(|&place| p_value(&pairs[place]).is_some()).collect();
    let p_values: Vec<f64> = tested.iter().filter_map(|&place| p_value(&pairs[place])).collect();
    if p_values.is_empty() {
        return Ok(());
    }
    for (place, p) in tested.into_iter().zip(adjusted(&p_values, Adjustment::Holm)?) {
        pairs[place].p_value = Some(p);
    }
    Ok(())
}

impl ToJson for Comparison {
    fn to_json(&self) -> Value {
        let learner = |(name, evaluation): (&String, &Evaluation)| json!({"name": name, "evaluation": evaluation.to_json()});
        json!({
            "measure": self.measure,
            "rope": self.rope,
            "learners": self.names.iter().zip(&self.evaluations).map(learner).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(|pair| self.pair_to_json(pair)).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = &self.evaluations[0];
        writeln!(f, "{} learners on {} rows, {}\n", self.names.len(), first.rows, first.design)?;
        write!(f, "{}\n{}", self.scores(), self.tests())?;
        let test = self.pairs.iter().find_map(|pair| pair.folds.as_ref().or(pair.rows.as_ref()));
        if let Some(test) = test {
            write!(f, "significance test: {}", test.name)?;
            if self.pairs.iter().any(|pair| pair.posterior.is_some()) {
                write!(
                    f,
                    "; probabilities: Bayesian correlated t-test with ROPE ± {}",
                    self.measure.show(self.rope)
                )?;
            }
            writeln!(f)?;
        }
        for (i, note) in self.notes.iter().enumerate() {
            writeln!(f, "{}note: {note}", if i == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
