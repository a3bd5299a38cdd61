//! Slice (subgroup) analysis: subgroups with a significantly higher error.

use crate::record::Slice;
use hornbook_core::Result;
use hornbook_core::format::significant;
use hornbook_data::{Dataset, Feature, MISSING_CODE};
use hornbook_evaluation::intervals::{student_mean, wilson};
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::significance::{Adjustment, adjusted};
use hornbook_evaluation::{TargetsAndPredictions, TestPredictions};
use hornbook_math::distributions::normal_cdf;
use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod};

/// The fewest rows of a part, and the smallest fraction of all.
const FEWEST: usize = 20;
const SMALLEST: f64 = 0.02;
/// Levels and pairs looked at; more of them only make it harder for any to stand out.
const LEVELS: usize = 20;
const PAIRED: usize = 8;
/// How many subgroups are shown.
const SHOWN: usize = 8;

/// A slice of the test rows.
struct SliceCandidate {
    words: String,
    columns: Vec<String>,
    rows: Vec<bool>,
}

/// The slices with a significantly higher error than the other rows, and how many slices were tested.
pub(crate) fn slices(data: &Dataset, test_predictions: &TestPredictions) -> Result<(Vec<Slice>, usize)> {
    let (errors, is_share) = errors(test_predictions);
    let least = FEWEST.max((SMALLEST * errors.len() as f64).ceil() as usize);
    let mut parts: Vec<SliceCandidate> = Vec::new();
    for (place, name) in data.feature_names().into_iter().enumerate() {
        if data.offset_feature() == Some(place) {
            continue;
        }
        parts.extend(parts_of(name, &data.feature(place), &test_predictions.rows, least));
    }
    let by_difference = |parts: &[SliceCandidate]| {
        let mut order: Vec<(usize, f64)> = parts
            .iter()
            .enumerate()
            .map(|(place, part)| (place, difference(&errors, &part.rows).map_or(1.0, |found| found.p_value)))
            .collect();
        order.sort_by(|a, b| a.1.total_cmp(&b.1));
        order
    };
    let worst: Vec<usize> = by_difference(&parts).into_iter().take(PAIRED).map(|(place, _)| place).collect();
    let mut pairs = Vec::new();
    for (turn, &a) in worst.iter().enumerate() {
        for &b in &worst[turn + 1..] {
            if parts[a].columns != parts[b].columns {
                pairs.push(both(&parts[a], &parts[b]));
            }
        }
    }
    parts.extend(pairs.into_iter().filter(|part| is_large_enough(&part.rows, least)));
    let order = by_difference(&parts);
    if order.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let p_values: Vec<f64> = order.iter().map(|(_, p)| *p).collect();
    let significant =
        order.iter().zip(adjusted(&p_values, Adjustment::Holm)?).filter(|(_, p)| *p <= SIGNIFICANCE_LEVEL);
    let mut found: Vec<Slice> = Vec::new();
    let mut shown: Vec<&SliceCandidate> = Vec::new();
    for (&(place, _), p_value) in significant {
        let part = &parts[place];
        // A part of a part that is shown already says nothing new.
        if shown.iter().any(|other| overlaps(&other.rows, &part.rows)) {
            continue;
        }
        let Some(ErrorDifference { count, inside, elsewhere, .. }) = difference(&errors, &part.rows) else {
            continue;
        };
        let own: Vec<f64> =
            errors.iter().zip(&part.rows).filter(|(_, is_in)| **is_in).map(|(e, _)| *e).collect();
        let interval = match is_share {
            true => wilson(own.iter().sum(), own.len() as f64, 0.95),
            false => student_mean(&own, 0.95),
        };
        found.push(Slice {
            rows: part.words.clone(),
            columns: part.columns.clone(),
            count,
            error: inside,
            interval: interval.map(|interval| (interval.low, interval.high)),
            elsewhere,
            p_value,
        });
        shown.push(part);
        if found.len() == SHOWN {
            break;
        }
    }
    Ok((found, parts.len()))
}

/// The error of each row, and whether it is 0 or 1.
fn errors(test_predictions: &TestPredictions) -> (Vec<f64>, bool) {
    match &test_predictions.values {
        TargetsAndPredictions::Classes { truth, predicted, .. } => {
            (truth.iter().zip(predicted).map(|(t, p)| f64::from(u8::from(t != p))).collect(), true)
        }
        TargetsAndPredictions::Numbers { truth, predicted } => {
            (truth.iter().zip(predicted).map(|(t, p)| (t - p).abs()).collect(), false)
        }
        // A study has a target.
        _ => (vec![0.0; test_predictions.len()], false),
    }
}

struct ErrorDifference {
    count: usize,
    inside: f64,
    elsewhere: f64,
    /// How often chance alone makes the part so much worse.
    p_value: f64,
}

fn difference(errors: &[f64], rows: &[bool]) -> Option<ErrorDifference> {
    let moments = |wanted: bool| {
        let values =
            || errors.iter().zip(rows).filter(move |(_, is_in)| **is_in == wanted).map(|(error, _)| *error);
        let count = values().count() as f64;
        let mean = values().sum::<f64>() / count;
        (count, mean, values().map(|error| (error - mean).powi(2)).sum::<f64>())
    };
    let ((n, inside, squares), (others, elsewhere, other_squares)) = (moments(true), moments(false));
    if n < 2.0 || others < 2.0 {
        return None;
    }
    // Pooled variance: with few errors, that of a slice alone says little.
    let overall = (n * inside + others * elsewhere) / (n + others);
    let between = n * (inside - overall).powi(2) + others * (elsewhere - overall).powi(2);
    let variance = (squares + other_squares + between) / (n + others - 1.0);
    let error = (variance * (1.0 / n + 1.0 / others)).sqrt();
    let p_value = if error > 0.0 { normal_cdf(-(inside - elsewhere) / error) } else { 1.0 };
    Some(ErrorDifference { count: n as usize, inside, elsewhere, p_value })
}

fn is_large_enough(rows: &[bool], least: usize) -> bool {
    let count = rows.iter().filter(|is_in| **is_in).count();
    count >= least && rows.len() - count >= FEWEST
}

/// Whether most rows of the smaller of two parts are in the other, too.
fn overlaps(a: &[bool], b: &[bool]) -> bool {
    let count = |rows: &[bool]| rows.iter().filter(|is_in| **is_in).count();
    let both = a.iter().zip(b).filter(|(a, b)| **a && **b).count();
    2 * both > count(a).min(count(b))
}

fn both(a: &SliceCandidate, b: &SliceCandidate) -> SliceCandidate {
    SliceCandidate {
        words: format!("{} and {}", a.words, b.words),
        columns: a.columns.iter().chain(&b.columns).cloned().collect(),
        rows: a.rows.iter().zip(&b.rows).map(|(a, b)| *a && *b).collect(),
    }
}

/// Parts by one column: its levels, the quarters of its numbers, its missing values.
fn parts_of(name: &str, column: &Feature, rows: &[u32], least: usize) -> Vec<SliceCandidate> {
    let part = |words: String, is_in: &dyn Fn(usize) -> bool| SliceCandidate {
        words,
        columns: vec![name.to_string()],
        rows: rows.iter().map(|&row| is_in(row as usize)).collect(),
    };
    let mut parts = vec![part(format!("{name} missing"), &|row| column.is_missing(row))];
    match column {
        Feature::Number(numbers) => {
            let known = rows.iter().map(|&row| numbers[row as usize]).filter(|x| !x.is_nan());
            let mut cuts = EmpiricalDistribution::unweighted(known)
                .quantiles(&[0.25, 0.5, 0.75], QuantileMethod::Linear);
            cuts.retain(|cut| !cut.is_nan());
            cuts.dedup();
            let ends = |at: usize| (at.checked_sub(1).map(|at| cuts[at]), cuts.get(at).copied());
            for at in 0..=cuts.len() {
                let (low, high) = ends(at);
                let words = match (low, high) {
                    (None, Some(high)) => format!("{name} at most {}", significant(high)),
                    (Some(low), None) => format!("{name} above {}", significant(low)),
                    (Some(low), Some(high)) => {
                        format!("{name} above {} and at most {}", significant(low), significant(high))
                    }
                    (None, None) => continue,
                };
                let within = |x: f64| low.is_none_or(|low| x > low) && high.is_none_or(|high| x <= high);
                parts.push(part(words, &|row| within(numbers[row])));
            }
        }
        Feature::Code(codes, levels) => {
            let mut counts = vec![0usize; levels.len()];
            rows.iter().map(|&row| codes[row as usize]).filter(|&code| code != MISSING_CODE).for_each(
                |code| {
                    counts[code as usize] += 1;
                },
            );
            let mut common: Vec<usize> = (0..levels.len()).collect();
            common.sort_by_key(|&level| std::cmp::Reverse(counts[level]));
            for level in common.into_iter().take(LEVELS) {
                parts.push(part(format!("{name} is {}", levels[level]), &|row| codes[row] as usize == level));
            }
        }
        Feature::Text(_) | Feature::Object(_) => {}
    }
    parts.retain(|part| is_large_enough(&part.rows, least));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;
    use hornbook_data::Table;

    fn rows(wrong: impl Fn(usize, f64) -> bool) -> (Dataset, TestPredictions) {
        let mut rng = Seed(5).rng();
        let ages: Vec<f64> = (0..400).map(|_| (rng.unit() * 80.0).round()).collect();
        let sites: Vec<Option<&str>> = (0..400).map(|i| Some(["north", "south", "west"][i % 3])).collect();
        let truth: Vec<u32> = (0..400).map(|i| (i % 2) as u32).collect();
        let predicted =
            truth.iter().enumerate().map(|(i, &t)| if wrong(i, ages[i]) { 1 - t } else { t }).collect();
        let kinds: Vec<Option<&str>> = truth.iter().map(|&t| Some(["no", "yes"][t as usize])).collect();
        let table = Table::builder().number("age", ages).category("site", &sites).category("kind", &kinds);
        let data = table.build().unwrap().dataset().target("kind").unwrap();
        let levels: Vec<String> = vec!["no".to_string(), "yes".to_string()];
        (data, TestPredictions::of_classes(levels.into(), truth, predicted, None).unwrap())
    }

    #[test]
    fn a_planted_part_is_found() {
        let (data, test_predictions) = rows(|i, age| if age > 60.0 { i % 5 < 2 } else { i % 20 == 0 });
        let (found, looked_at) = slices(&data, &test_predictions).unwrap();
        assert!(looked_at > 5);
        assert!(found[0].rows.starts_with("age above"), "{}", found[0].rows);
        assert!(found[0].error > 0.3 && found[0].elsewhere < 0.1 && found[0].p_value < 1e-4);
    }

    #[test]
    fn mistakes_by_chance_make_no_part() {
        let (data, test_predictions) = rows(|i, _| i % 7 == 3);
        assert!(slices(&data, &test_predictions).unwrap().0.is_empty());
    }
}
